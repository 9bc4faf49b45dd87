"""Analysis plugin that joins the events of Cursor conversations."""

from plaso.analysis import interface
from plaso.analysis import manager


class CursorAnalysisPlugin(interface.AnalysisPlugin):
    """Joins the events of Cursor conversations, tags and reports them."""

    NAME = "cursor"

    def ExamineEvent(self, analysis_mediator, event, event_data, event_data_stream):
        """Analyzes an event.

        Args:
          analysis_mediator (AnalysisMediator): mediates interactions between
              analysis plugins and other components, such as storage and dfVFS.
          event (EventObject): event.
          event_data (EventData): event data.
          event_data_stream (EventDataStream): event data stream.
        """


manager.AnalysisPluginManager.RegisterPlugin(CursorAnalysisPlugin)
