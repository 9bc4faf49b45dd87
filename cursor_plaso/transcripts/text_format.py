"""Transcripts in text format: blocks of lines below a header (storage-facts 6)."""

import re
import sys

from cursor_plaso.transcripts import interface

# What Python needs for a line beside its text.
_LINE_OVERHEAD = 128

# A turn of a transcript in text format, with that.
_MAXIMUM_TURN_SIZE = 64 * 1024 * 1024

_ROLES_BY_HEADER = {"assistant:": "assistant", "user:": "user"}

_ARGUMENT_RE = re.compile(r"\A  ([A-Za-z_][A-Za-z0-9_.-]{0,127}):(?: (.*))?\Z")

_TOOL_CALL_MARKER = "[Tool call] "
_TOOL_RESULT_MARKER = "[Tool result]"
_THINKING_MARKER = "[Thinking]"
_TURN_ENDED_MARKER = "Turn ended: "

_QUERY_TAG_RE = re.compile(r"</?user_query>")


class TextReader(interface.TranscriptFormatReader):
    """Reader of a transcript in text format."""

    def Read(self, file_object):
        """Reads a transcript in text format.

        Args:
          file_object (object): file-like object, of which only read() is used.
        """
        splitter = _BlockSplitter(self._ReadBlock, self._WarnLine)
        for number, line in self._ReadLines(file_object):
            text = self._DecodeText(line, f"line {number:d}")
            del line
            if number == 1:
                text = text.removeprefix("\ufeff")
            splitter.ReadLine(
                number, text.removesuffix("\r"), self._writer.is_corrupted
            )
            if self._producer.abort:
                return

        splitter.Close()

    def _ReadBlock(self, role, text_lines, corrupted):
        """Reads a block of a transcript in text format.

        Args:
          role (str): "assistant", "system", "tool" or "user".
          text_lines (list[tuple[int, str]]): numbers and texts of the lines.
          corrupted (bool): True if a line is not UTF-8.
        """
        self._writer.is_corrupted = corrupted
        place = f"line {text_lines[0][0]:d}"
        if role == "user":
            text = "\n".join(line for _, line in text_lines[1:])
            self._writer.WriteUserText(text.strip("\n"), place)

        elif role == "system":
            text = "\n".join(line for _, line in text_lines).strip()
            status, _, error = text[len(_TURN_ENDED_MARKER) :].partition(":")
            self._writer.WriteTurnEnded(
                {"error": error.strip(), "status": status.strip().rstrip(".")}, place
            )

        else:
            self._ReadParts(text_lines)

    def _ReadParts(self, text_lines):
        """Reads an assistant block of a transcript in text format.

        Args:
          text_lines (list[tuple[int, str]]): numbers and texts of the lines, the first
              of which is the header.
        """
        parts = []
        for number, line in text_lines[1:]:
            if line.startswith(_TOOL_CALL_MARKER):
                parts.append(("call", number, [line[len(_TOOL_CALL_MARKER) :]]))
            elif line.startswith(_TOOL_RESULT_MARKER):
                parts.append(("result", number, []))
            elif line == _THINKING_MARKER or line.startswith(f"{_THINKING_MARKER:s} "):
                # Only the line of the marker is certain to be reasoning.
                parts.append(("thinking", number, [line[len(_THINKING_MARKER) + 1 :]]))
                parts.append(("text", number + 1, []))
            else:
                if not parts or parts[-1][0] == "result":
                    parts.append(("text", number, []))
                parts[-1][2].append(line)

        for part, number, part_lines in parts:
            place = f"line {number:d}"
            if part == "call":
                self._ReadToolCall(part_lines, place)
            elif part == "thinking":
                self._writer.WriteMessage("thinking", part_lines[0] or None, place)
            elif part == "text":
                text = "\n".join(part_lines).strip("\n")
                if text:
                    self._writer.WriteMessage("assistant", text, place)

    def _ReadToolCall(self, part_lines, place):
        """Reads a tool call of a transcript in text format.

        Args:
          part_lines (list[str]): name of the tool and lines of the arguments.
          place (str): place in the file.
        """
        reasons = []
        arguments = {}
        name = None
        for line in part_lines[1:]:
            match = _ARGUMENT_RE.match(line)
            if match:
                name = match.group(1)
                arguments[name] = [match.group(2) or ""]
            elif name:
                arguments[name].append(line)
            elif line:
                reasons.append("argument of a tool call without a name")
                name = ""
                arguments[name] = [line]

        reason = self._writer.WriteToolCall(
            part_lines[0].strip(),
            {
                name: "\n".join(argument_lines).rstrip("\n")
                for name, argument_lines in arguments.items()
            }
            or None,
            place,
        )
        self._writer.WarnOnce(place, reasons + [reason])

    def _WarnLine(self, number, reason):
        """Warns of a line.

        Args:
          number (int): number of the line.
          reason (str): what is wrong with it.
        """
        self._writer.Warn(f"line {number:d}", reason)


class _BlockSplitter:
    """Splits a transcript in text format into blocks.

    A block starts with a header, which stands at the start of the file or after a blank
    line. A query may hold such lines as text, so headers within its tags do not count,
    unless the tag is never closed.
    """

    def __init__(self, read_block, warn):
        """Initializes a splitter.

        Args:
          read_block (callable): function that reads a block; it is given the role, the
              numbers and texts of the lines, and True if a line is not UTF-8.
          warn (callable): function that warns of a line; it is given the number of the
              line and the reason.
        """
        super().__init__()
        self._corrupted = False
        self._depth = 0
        self._is_after_blank = True
        self._is_protected = True
        self._lines = []
        self._read_block = read_block
        self._role = None
        self._size = 0
        self._warn = warn

    def Close(self):
        """Ends the file."""
        if self._depth > 0:
            self._ReadLinesAgain()
        self._Flush()

    def ReadLine(self, number, line, corrupted):
        """Reads a line.

        Args:
          number (int): number of the line.
          line (str): text of the line.
          corrupted (bool): True if the line is not UTF-8.
        """
        role = None
        if self._is_after_blank and self._depth <= 0:
            role = _ROLES_BY_HEADER.get(line.rstrip())
            if line.startswith(_TURN_ENDED_MARKER):
                role = "system"
            elif line.startswith(_TOOL_RESULT_MARKER):
                role = "tool"

        self._is_after_blank = not line or line.isspace()
        if role:
            self._Flush()
            self._role = role
        elif not self._role:
            if not self._is_after_blank:
                self._warn(number, "text outside of a turn")
            return

        size = sys.getsizeof(line) + _LINE_OVERHEAD
        self._size += size
        if self._size > _MAXIMUM_TURN_SIZE:
            if self._depth > 0:
                self._ReadLinesAgain()
                self.ReadLine(number, line, corrupted)
            elif self._size - size <= _MAXIMUM_TURN_SIZE:
                self._warn(
                    number,
                    f"turn larger than {_MAXIMUM_TURN_SIZE:d} bytes in memory, rest "
                    f"not read",
                )
            return

        self._lines.append((number, line))
        self._corrupted = self._corrupted or corrupted
        if self._role == "user" and self._is_protected:
            for match in _QUERY_TAG_RE.finditer(line):
                self._depth += -1 if match.group().startswith("</") else 1

    def _Flush(self):
        """Gives the block to the reader."""
        if self._lines:
            self._read_block(self._role, self._lines, self._corrupted)
        self._corrupted = False
        self._depth = 0
        self._lines = []
        self._role = None
        self._size = 0

    def _ReadLinesAgain(self):
        """Reads the lines of a query that is never closed again, with their headers."""
        text_lines = self._lines
        corrupted = self._corrupted
        self._corrupted = False
        self._depth = 0
        self._is_after_blank = True
        self._is_protected = False
        self._lines = []
        self._role = None
        self._size = 0
        for number, line in text_lines:
            self.ReadLine(number, line, corrupted)
