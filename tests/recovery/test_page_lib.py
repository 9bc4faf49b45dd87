"""Tests of the databases that are made byte by byte: SQLite finds them sound."""

import os
import sqlite3

from tests.recovery import page_lib


def testMakeFile(tmp_path):
    """sqlite3 finds no fault, the rows, and as many free pages."""
    record = page_lib.MakeRecord(["bubbleId:c1:b2", "x" * 1000])
    local_part, rest = page_lib.SplitRecord(record)
    cells = [
        page_lib.MakeCell(1, page_lib.MakeRecord(["a", b"\x00\x01"])),
        page_lib.MakeCell(2, page_lib.MakeRecord(["freed", "x" * 20])),
        page_lib.MakeCell(3, local_part, (len(record), 4)),
    ]
    pages = {
        2: page_lib.MakePage(cells, freed=[1])[0],
        3: page_lib.MakePage(
            [
                page_lib.MakeVarint(len(entry)) + entry
                for entry in (
                    page_lib.MakeRecord(["a", 1]),
                    page_lib.MakeRecord(["bubbleId:c1:b2", 3]),
                )
            ],
            page_type=page_lib.INDEX_LEAF,
        )[0],
        4: page_lib.MakeOverflowPage(5, rest[:508]),
        5: page_lib.MakeOverflowPage(0, rest[508:]),
        7: bytes(512),
    }
    path = os.path.join(tmp_path, "test.db")
    with open(path, "wb") as file_object:
        file_object.write(page_lib.MakeFile(pages, free_pages=[6, 7]))

    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA freelist_count").fetchone() == (2,)
        assert connection.execute(
            "SELECT rowid, * FROM cursorDiskKV ORDER BY rowid"
        ).fetchall() == [(1, "a", b"\x00\x01"), (3, "bubbleId:c1:b2", "x" * 1000)]
        assert connection.execute(
            "SELECT rowid FROM cursorDiskKV WHERE key = 'bubbleId:c1:b2'"
        ).fetchone() == (3,)
    finally:
        connection.close()
