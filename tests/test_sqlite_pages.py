"""Tests of reading pages."""

import pytest

from cursor_plaso import sqlite_pages

from tests import sqlite_lib


@pytest.mark.parametrize("page_number", [0, 3, 2**32])
def testPageThatDoesNotExist(page_number):
    with sqlite_lib.MakeDatabase(statements=["CREATE TABLE t (key)"]) as (_, path):
        database, evidence_producer = sqlite_lib.Open(sqlite_lib.ReadFile(path))
    pages = sqlite_pages.PageReader(database, 2)

    assert pages.ReadPage(page_number) == (b"", 0)
    assert pages.DescribeUnreadable(page_number) == "does not exist"
    pages.Warn("SQLite table t", page_number, "does not exist")
    assert evidence_producer.warnings == [
        f"SQLite table t: page {page_number:d}: does not exist"
    ]


def testPageOfTheFileThatIsCut():
    """What the file ends within is filled up, and it is told where it ends."""
    with sqlite_lib.MakeDatabase(statements=["CREATE TABLE t (key)"]) as (_, path):
        data = sqlite_lib.ReadFile(path)
    database, _ = sqlite_lib.Open(data[: 4096 + 100])
    pages = sqlite_pages.PageReader(database, 3)

    assert pages.ReadPage(1) == (data[:4096], 4096)
    assert pages.ReadPage(2) == (data[4096 : 4096 + 100] + bytes(3996), 100)
    assert pages.ReadPage(3) == (b"", 0)
    assert pages.DescribeUnreadable(3) == "can not be read: the file is shorter"


def testPageOfTheLog():
    with sqlite_lib.MakeDatabase(statements=["CREATE TABLE t (key)"]) as (_, path):
        data = sqlite_lib.ReadFile(path)
    page = bytes([13]) + bytes(4095)
    wal_data = sqlite_lib.BuildWal(4096, [(2, 2, page)])
    database, evidence_producer = sqlite_lib.Open(data, wal_data)
    pages = sqlite_pages.PageReader(database, 2, frames=database.wal.committed)

    assert pages.ReadPage(2) == (page, 4096)
    assert pages.GetFrameNumber(2) == 1
    assert pages.GetFrameNumber(1) is None
    pages.Warn("SQLite table t", 2, "is empty")
    assert evidence_producer.warnings == [
        f"SQLite table t: page 2 ({database.wal.FRAME_NAME:s} 1): is empty"
    ]
    assert sqlite_pages.PageReader(database, 2).GetFrameNumber(2) is None
