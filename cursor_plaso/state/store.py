"""Recognition and reading of a state.vscdb, wherever it lies and whatever its name.

Every fork of VS Code keeps an ItemTable; the table cursorDiskKV is Cursor's own. A
database of before 2025 may lack it (storage-facts 2.1): then keys that only Cursor
writes tell.
"""

from cursor_plaso import keys
from cursor_plaso import workspaces
from cursor_plaso.state import copies
from cursor_plaso.state import reader

# Exact keys of ItemTable, and prefixes of keys, that only Cursor writes.
_CURSOR_KEYS = (
    "aiService.generations",
    "aiService.prompts",
    "composer.composerData",
    "composer.composerHeaders",
    "cursorAuth/workspaceOpenedDate",
    "workbench.panel.aichat.view.aichat.chatdata",
)
_CURSOR_PREFIXES = (
    b"aiCodeTracking",
    b"anysphere.",
    b"cloudAgentRepository.",
    b"cursor/",
    b"cursorAuth/",
    b"cursorai/",
    b"glass.",
)


def IsStateDatabase(view):
    """Determines if a database is a state.vscdb of Cursor.

    Args:
      view (View): view of the database.

    Returns:
      bool: True if the database is one of Cursor.
    """
    item_table = view.GetTable(keys.ITEM_TABLE_NAME)
    disk_table = view.GetTable(keys.DISK_TABLE_NAME)
    if disk_table:
        # One that is no table is told, but only beside the table of VS Code.
        return item_table is not None or (
            disk_table.type == "table"
            and "key" in disk_table.columns
            and "value" in disk_table.columns
        )

    if not item_table or item_table.type != "table":
        return False
    if "key" not in item_table.columns or "value" not in item_table.columns:
        return False
    if any(view.Lookup(keys.ITEM_TABLE_NAME, key) for key in _CURSOR_KEYS):
        return True
    return any(
        next(iter(view.ReadKeys(keys.ITEM_TABLE_NAME, prefix=prefix)), None) is not None
        for prefix in _CURSOR_PREFIXES
    )


def ReadStateDatabase(producer, database, file_entry):
    """Reads a state.vscdb with its copies; a copy that has been read with it is not.

    Args:
      producer (BaseProducer): producer.
      database (Database): database.
      file_entry (dfvfs.FileEntry): file entry of the database.
    """
    if copies.IsReadWithPrimary(file_entry, IsStateDatabase):
        return

    project_map = workspaces.ProjectMap(file_entry, producer)
    state_reader = reader.StateReader(
        producer,
        database,
        file_entry=file_entry,
        project_map=project_map,
        database_copies=copies.OpenCopies(file_entry, producer, IsStateDatabase),
    )

    facts = workspaces.GetWorkspaceFacts(file_entry)
    if facts:
        state_reader.context.kind = "workspace"
        state_reader.context.project_path = facts.project_path
        state_reader.context.workspace_identifier = facts.identifier

    for table_name in (keys.DISK_TABLE_NAME, keys.ITEM_TABLE_NAME):
        table = database.live.GetTable(table_name)
        if table and table.type != "table":
            kind = table.type if table.type == "view" else f"{table.type:s} table"
            producer.Warn(
                f"table {table_name:s} is a {kind:s}, which is never run: its rows are "
                f"not read"
            )
    state_reader.Read()
