"""The readers of the rows of cursorDiskKV, apart from those of conversations."""

from cursor_plaso.state import cloud_agents
from cursor_plaso.state import edits

# Each sees the rows of its own keys only: no key belongs to two readers.
DISK_READERS = (
    cloud_agents.CachedDetailsReader,
    edits.AutoAcceptReader,
    edits.CheckpointReader,
    edits.CodeBlockDiffReader,
    edits.FileContentReader,
    edits.InlineDiffReader,
    edits.RequestContextReader,
)
