"""Tests of the labels of event tags."""

from plaso.containers import events

from cursor_plaso.analysis import labels


def testLabels():
    """Labels are what plaso and Timesketch take: letters, digits and underscores."""
    event_tag = events.EventTag()
    event_tag.AddLabels(labels.LABELS)

    assert event_tag.labels == sorted(labels.LABELS)
    assert len(set(labels.FLAG_PER_LABEL.values())) == len(labels.LABELS)


def testGetLabels():
    """Flags are labels, in their order."""
    flags = labels.FLAG_PER_LABEL[labels.REMOTE] | labels.FLAG_PER_LABEL[labels.DELETED]

    assert labels.GetLabels(flags) == ["cursor_deleted", "cursor_remote"]
    assert labels.GetLabels(0) == []
