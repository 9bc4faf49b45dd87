"""The labels of event tags: letters, digits and underscores, as plaso wants them."""

ALLOW_ALWAYS = "cursor_allow_always"
AUTO_RUN = "cursor_auto_run"
DELETED = "cursor_deleted"
DUPLICATE = "cursor_duplicate"
INJECTED = "cursor_injected"
ONLY_COPY = "cursor_only_copy"
REJECTED = "cursor_rejected"
REMOTE = "cursor_remote"

# The position of a label is the number of its bit in the flags of a record.
LABELS = (
    ALLOW_ALWAYS,
    AUTO_RUN,
    DELETED,
    DUPLICATE,
    INJECTED,
    ONLY_COPY,
    REJECTED,
    REMOTE,
)

FLAG_PER_LABEL = {label: 1 << number for number, label in enumerate(LABELS)}


def GetLabels(flags):
    """Retrieves the labels of flags.

    Args:
      flags (int): flags.

    Returns:
      list[str]: labels, sorted.
    """
    return [label for label in LABELS if flags & FLAG_PER_LABEL[label]]
