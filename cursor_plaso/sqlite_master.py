"""The tables of a SQLite database, as its own table of tables has them.

Source of the format: https://www.sqlite.org/schematab.html.
"""

from cursor_plaso import sqlite_schema

# Entries of a schema that are read, and what of their statements is kept: the schemas
# of Cursor have fewer than 50 entries.
_MAXIMUM_SCHEMA_ENTRIES = 20_000
_MAXIMUM_SCHEMA_SIZE = 16 * 1024 * 1024

_MASTER_SQL = (
    "CREATE TABLE sqlite_master(type text, name text, tbl_name text, rootpage int, "
    "sql text)"
)


def ReadTables(pages, rows):
    """Reads the tables.

    Args:
      pages (sqlite_pages.PageReader): pages.
      rows (sqlite_table_rows.TableRowReader): rows of a table.

    Returns:
      list[sqlite_schema.Table]: tables, views and virtual tables in the order stored,
          of which no two have a name that differs in case only.
    """
    if not pages.page_count:
        # The transaction that was rolled back made the database.
        return []
    indexes = []
    table_per_name = {}
    number_of_entries, schema_size = 0, 0
    master = sqlite_schema.Table("sqlite_master", "table", 1, _MASTER_SQL)
    for row in rows.GetRows(master, None):
        entry_type, name, table_name, root_page, sql = row.values
        if not isinstance(name, str) or not isinstance(table_name, str):
            continue
        if not isinstance(root_page, int):
            root_page = 0
        if not isinstance(sql, str):
            sql = ""
        number_of_entries += 1
        schema_size += len(name) + len(table_name) + len(sql)
        if (
            number_of_entries > _MAXIMUM_SCHEMA_ENTRIES
            or schema_size > _MAXIMUM_SCHEMA_SIZE
        ):
            pages.database.Warn(
                "SQLite schema", "it is too large, the rest of it is not read"
            )
            break
        sql = sql[: sqlite_schema.MAXIMUM_STATEMENT_SIZE]
        if entry_type == "index":
            indexes.append((table_name, name, root_page, sql))
        elif entry_type in ("table", "view"):
            if entry_type == "table" and not root_page:
                entry_type = "virtual"
            if name.lower() not in table_per_name:
                table_per_name[name.lower()] = sqlite_schema.Table(
                    name, entry_type, root_page, sql
                )

    for table_name, name, root_page, sql in indexes:
        table = table_per_name.get(table_name.lower())
        if table:
            table.AddIndex(name, root_page, sql)
    pages.database.CloseWarnings()
    return list(table_per_name.values())
