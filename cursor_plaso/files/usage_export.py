"""Usage that a user downloaded from the dashboard as CSV, wherever it was saved.

A file is recognised by its header; columns are found by name, since exports of
different times and of teams differ. One row is one billed request of the account, on
any machine. Source: storage-facts 7b.
"""

import csv
import os
import re

from cursor_plaso import events
from cursor_plaso import lines
from cursor_plaso import times
from cursor_plaso.files import documents

KIND = "usage export"

HEAD_SIZE = 4096

_MAXIMUM_LINE_SIZE = 64 * 1024

# Attribute per column.
_TEXT_COLUMNS = {
    "Automation ID": "automation_identifier",
    "Cloud Agent ID": "conversation_identifier",
    "Cost": "cost",
    "Cost ($)": "cost",
    "Kind": "usage_kind",
    "Max Mode": "max_mode",
    "Model": "model",
    "Requests": "number_of_requests",
    "User": "account_name",
}
_NUMBER_COLUMNS = {
    "Cache Read": "cache_read_tokens",
    "Input (w/ Cache Write)": "input_tokens_cache_write",
    "Input (w/o Cache Write)": "input_tokens",
    "Output Tokens": "output_tokens",
    "Tokens": "total_tokens",
    "Total Tokens": "total_tokens",
}

# Columns that only Cursor's dashboard has.
_OWN_COLUMNS = frozenset(
    ["Cloud Agent ID", "Input (w/ Cache Write)", "Input (w/o Cache Write)", "Max Mode"]
)
_REQUIRED_COLUMNS = frozenset(["Date", "Model"])

_NUMBER_RE = re.compile(r"\A[0-9]{1,3}(?:,[0-9]{3}){1,5}\Z|\A[0-9]{1,18}\Z")


def IsUsageExport(head):
    """Determines if a file is a usage export.

    Args:
      head (bytes): first 4 KiB of the file.

    Returns:
      bool: True if the first line is the header of a usage export.
    """
    line = head.partition(b"\n")[0]
    if b"Model" not in line or b"Date" not in line:
        return False
    columns = frozenset(_ReadRow(line) or ())
    return _REQUIRED_COLUMNS <= columns and bool(_OWN_COLUMNS & columns)


def ReadUsageExport(file_object, producer):
    """Reads a usage export.

    Args:
      file_object (dfvfs.FileIO): file-like object.
      producer (BaseProducer): producer.
    """
    columns = None
    file_object.seek(0, os.SEEK_SET)
    for line_number, data in lines.ReadLines(
        file_object, _MAXIMUM_LINE_SIZE, touch=producer.Touch
    ):
        if producer.abort:
            return
        if columns is None:
            columns = _ReadRow(data or b"") or []
            continue
        if data is not None and not data.strip(b"\r\n \x00"):
            continue
        row = None if data is None else _ReadRow(data)
        if row is None:
            reason = "line too long" if data is None else "not a row"
            producer.Warn(f"{KIND:s} line {line_number:d}: {reason:s}", kind=KIND)
            continue
        _ProduceRow(columns, row, line_number, producer)


def _ProduceRow(columns, row, line_number, producer):
    """Produces the event of a row.

    Args:
      columns (list[str]): names of the columns.
      row (list[str]): cells.
      line_number (int): number of the line, starting at 1.
      producer (BaseProducer): producer.
    """
    event_data = events.CursorUsageEventData()
    event_data.evidence_source = KIND
    event_data.record_key = f"line {line_number:d}"
    problems = []
    if len(row) != len(columns):
        problems.append(f"{len(row):d} cells instead of {len(columns):d}")

    for column, cell in zip(columns, row):
        cell = cell.strip()
        if not cell:
            continue
        if column in _TEXT_COLUMNS:
            setattr(event_data, _TEXT_COLUMNS[column], cell)
        elif column in _NUMBER_COLUMNS:
            if _NUMBER_RE.match(cell):
                number = int(cell.replace(",", ""), 10)
                setattr(event_data, _NUMBER_COLUMNS[column], number)
            elif cell != "-":
                problems.append(f"{column:s} is not a number")
        elif column == "Date":
            event_data.recorded_time = times.FromISO8601(cell)

    if event_data.recorded_time:
        event_data.time_source = "Date"
    else:
        problems.append("no date and time")
    producer.Produce(event_data, corrupted=bool(problems))
    if problems:
        reasons = ", ".join(problems)
        producer.Warn(f"{KIND:s} line {line_number:d}: {reasons:s}", kind=KIND)


def _ReadRow(data):
    """Reads the cells of a line.

    Args:
      data (bytes|bytearray): line.

    Returns:
      list[str]: cells, stripped of white space around them, or None if the line is not
          a row.
    """
    text = documents.DecodeText(bytes(data)).strip("\r\n \x00")
    try:
        rows = list(csv.reader([text], skipinitialspace=True))
    except csv.Error:
        return None
    return [cell.strip() for cell in rows[0]] if len(rows) == 1 else None
