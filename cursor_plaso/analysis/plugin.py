"""Analysis plugin that joins the events of Cursor conversations.

Importing this module registers the plugin with plaso. It runs with:
psort --analysis cursor
"""

import collections

from acstore.containers import interface as containers_interface

from plaso.analysis import interface
from plaso.analysis import manager
from plaso.containers import events

from cursor_plaso.analysis import joiner
from cursor_plaso.analysis import report


class CursorAnalysisPlugin(interface.AnalysisPlugin):
    """Joins the events of Cursor conversations, tags and reports them."""

    NAME = "cursor"

    def __init__(self):
        """Initializes an analysis plugin."""
        super().__init__()
        self._joiner = joiner.ConversationJoiner()

    def _ProduceEventTags(self, analysis_mediator):
        """Produces the event tags.

        One tag per event: plaso does not update a tag of which the labels are a subset
        of the new ones.

        Args:
          analysis_mediator (AnalysisMediator): mediates interactions between
              analysis plugins and other components, such as storage and dfVFS.

        Returns:
          collections.Counter: number of events per label.
        """
        label_counts = collections.Counter()
        for event_number, labels in self._joiner.GetEventLabels():
            if analysis_mediator.abort:
                break

            event_tag = events.EventTag()
            event_tag.SetEventIdentifier(
                containers_interface.AttributeContainerIdentifier(
                    name=events.EventObject.CONTAINER_TYPE,
                    sequence_number=event_number,
                )
            )
            event_tag.AddLabels(labels)
            analysis_mediator.ProduceEventTag(event_tag)

            label_counts.update(labels)

        return label_counts

    def CompileReport(self, analysis_mediator):
        """Compiles a report of the analysis.

        Args:
          analysis_mediator (AnalysisMediator): mediates interactions between
              analysis plugins and other components, such as storage and dfVFS.

        Returns:
          AnalysisReport: report.
        """
        self._joiner.Finish(lambda: analysis_mediator.abort)
        label_counts = self._ProduceEventTags(analysis_mediator)

        # plaso prints the counter instead of the text if there is one.
        analysis_report = super().CompileReport(analysis_mediator)
        analysis_report.text = report.ReportBuilder(self._joiner).Build(label_counts)
        return analysis_report

    def ExamineEvent(self, analysis_mediator, event, event_data, event_data_stream):
        """Analyzes an event.

        Args:
          analysis_mediator (AnalysisMediator): mediates interactions between
              analysis plugins and other components, such as storage and dfVFS.
          event (EventObject): event.
          event_data (EventData): event data.
          event_data_stream (EventDataStream): event data stream.
        """
        self._joiner.AddEvent(event, event_data, event_data_stream)


manager.AnalysisPluginManager.RegisterPlugin(CursorAnalysisPlugin)
