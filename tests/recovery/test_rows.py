"""Tests of recovered rows and of what their places are called."""

import pytest

from cursor_plaso import sqlite_schema
from cursor_plaso.recovery import rows

_KEY_VALUE_SQL = "CREATE TABLE t (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)"


def _CreateRow(sql, values, rowid=7, has_index=True):
    """Creates a recovered row.

    Args:
      sql (str): CREATE statement of a table named t.
      values (tuple[bytes|float|int|str]): values.
      rowid (Optional[int]): rowid.
      has_index (Optional[bool]): True if the key of the table has its index.

    Returns:
      RecoveredRow: row.
    """
    table = sqlite_schema.Table("t", "table", 2, sql)
    if has_index:
        table.AddIndex("sqlite_autoindex_t_1", 3, "")
    return rows.RecoveredRow(table, rowid, values)


def testNewRow():
    """A new row is a whole one that was deleted."""
    row = _CreateRow(_KEY_VALUE_SQL, ("k", b"v"))

    assert row.complete is True
    assert row.completeness == "complete"
    assert row.frame_number is None
    assert row.kind == rows.KIND_DELETED
    assert row.location == ""
    assert row.method == rows.METHOD_FREELIST_PAGE
    assert row.offset == 0
    assert row.other_places == []
    assert row.page_number == 0
    assert row.rowid == 7
    assert row.table_name == "t"
    assert row.columns == ["key", "value"]
    assert row.values == ("k", b"v")


def testOtherPlacesAreOfOneRow():
    """The places of one row are not those of another."""
    row = _CreateRow(_KEY_VALUE_SQL, ("k", b"v"))
    row.other_places.append("freelist page 7, offset 12")

    assert _CreateRow(_KEY_VALUE_SQL, ("k", b"v")).other_places == []


def testKeyAndValue():
    """The key is the column that has the unique index, wherever it stands."""
    row = _CreateRow("CREATE TABLE t (value BLOB, k TEXT PRIMARY KEY)", (b"v", "k1"))

    assert row.key == "k1"
    assert row.value == b"v"


def testNoIndex():
    """Without an index the key is the column that is named so."""
    row = _CreateRow(
        "CREATE TABLE t (value BLOB, Key TEXT)", (b"v", "k1"), has_index=False
    )

    assert row.key == "k1"
    assert row.value == b"v"


def testSecondColumn():
    """Of two columns without a name that tells the second is the value."""
    row = _CreateRow("CREATE TABLE t (id TEXT PRIMARY KEY, data BLOB)", ("b1", b"v"))

    assert row.key == "b1"
    assert row.value == b"v"


def testNoKeyAndNoValue():
    """A table of other columns has neither."""
    row = _CreateRow("CREATE TABLE t (id INTEGER PRIMARY KEY, c0, c1)", (7, "a", "b"))

    assert row.key is None
    assert row.value is None


@pytest.mark.parametrize("key", [None, 5, 1.5, b"k"])
def testKeyIsText(key):
    """What is no text is no key."""
    assert _CreateRow(_KEY_VALUE_SQL, (key, "v")).key is None
    assert _CreateRow(_KEY_VALUE_SQL, (key, "v"), has_index=False).key is None


def testMissingValues():
    """A row may have fewer values than its table has columns."""
    row = _CreateRow(_KEY_VALUE_SQL, ("k",))

    assert row.key == "k"
    assert row.value is None
    assert row.GetValue("value", default=3) == 3
    row.values = ()
    assert row.key is None


def testGetValue():
    """A column is asked for by name, in any case; NULL is no missing column."""
    row = _CreateRow(
        "CREATE TABLE t (composerId TEXT PRIMARY KEY, recency INTEGER, value TEXT)",
        ("c1", 0, None),
        rowid=None,
    )

    assert row.rowid is None
    assert row.GetValue("composerId") == "c1"
    assert row.GetValue("COMPOSERID") == "c1"
    assert row.GetValue("recency", default=9) == 0
    assert row.GetValue("value", default="other") is None
    assert row.GetValue("checkpointAt") is None
    assert row.GetValue("checkpointAt", default=9) == 9


@pytest.mark.parametrize(
    ("method", "frame_number", "description"),
    [
        (rows.METHOD_WAL_FRAME, 12, "WAL frame 12, page 5, offset 345"),
        (
            rows.METHOD_UNCOMMITTED_FRAME,
            12,
            "uncommitted WAL frame 12, page 5, offset 345",
        ),
        (
            rows.METHOD_JOURNAL_PAGE,
            12,
            "rollback journal page 5, record 12, offset 345",
        ),
        # The page is what is uncommitted or free: it is not said twice.
        (rows.METHOD_UNCOMMITTED_PAGE, None, "uncommitted page 5, offset 345"),
        (rows.METHOD_FREELIST_PAGE, None, "freelist page 5, offset 345"),
        (rows.METHOD_FREEBLOCK, None, "freeblock, page 5, offset 345"),
        (rows.METHOD_PAGE_SLACK, None, "page slack, page 5, offset 345"),
        (rows.METHOD_BASE_DATABASE, None, "base database, page 5, offset 345"),
        (rows.METHOD_BACKUP, None, "backup, page 5, offset 345"),
        # Frames are numbered from 1: 0 is none.
        (rows.METHOD_FREEBLOCK, 0, "freeblock, page 5, offset 345"),
    ],
)
def testDescribePlace(method, frame_number, description):
    """A place is told by its kind, page and offset, and its frame if it has one."""
    assert rows.DescribePlace(method, 5, 345, frame_number) == description


def testDescribePlaceWithoutFrame():
    """The frame may be left out."""
    assert (
        rows.DescribePlace(rows.METHOD_FREELIST_PAGE, 7, 12)
        == "freelist page 7, offset 12"
    )
