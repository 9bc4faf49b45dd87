"""Transcripts in JSON-L format: one message a line (seed, "Agent transcript JSONL")."""

import sys

from cursor_plaso import lines
from cursor_plaso import values
from cursor_plaso.transcripts import interface

# A single character of another plane makes Python use four bytes for every character.
_MAXIMUM_TEXT_MEMORY = 2 * lines.MAXIMUM_LINE_SIZE + 1024


class JSONLinesReader(interface.TranscriptFormatReader):
    """Reader of a transcript in JSON-L format."""

    def Read(self, file_object):
        """Reads a transcript in JSON-L format.

        Args:
          file_object (object): file-like object, of which only read() is used.
        """
        for number, line in self._ReadLines(file_object):
            place = f"line {number:d}"
            text = self._DecodeText(line, place)
            del line

            if sys.getsizeof(text) > _MAXIMUM_TEXT_MEMORY:
                self._writer.Warn(
                    place,
                    f"larger than {_MAXIMUM_TEXT_MEMORY:d} bytes in memory, not read",
                    kind="too large",
                )
                continue

            if number == 1:
                text = text.removeprefix("\ufeff")
            if not text or text.isspace():
                self._writer.Warn(place, "blank")
                continue

            record, reason = values.DecodeJSON(text)
            del text
            if reason:
                self._writer.Warn(place, reason, kind="unreadable")
            elif isinstance(record, dict):
                self._ReadRecord(record, place)
            else:
                self._writer.Warn(place, "not a JSON object")

    def _ReadAssistantBlock(self, block, record_key):
        """Reads a block of the content of an assistant message.

        Args:
          block (object): JSON value.
          record_key (str): place in the file.

        Returns:
          str: what is wrong with the block or None.
        """
        if isinstance(block, str):
            block = {"text": block, "type": "text"}

        block_type = block.get("type") if isinstance(block, dict) else None
        if block_type == "tool_use":
            return self._writer.WriteToolCall(
                block.get("name"), block.get("input"), record_key
            )

        if block_type == "text":
            text = values.ToText(block.get("text"))
            if text:
                self._writer.WriteMessage("assistant", text, record_key)
            return None

        if block_type == "thinking":
            text = values.ToText(block.get("thinking") or block.get("text"))
            self._writer.WriteMessage("thinking", text, record_key)
            return None

        return interface.GetUnsupported("block", block_type)

    def _ReadRecord(self, record, place):
        """Reads a line of a transcript in JSON-L format.

        Args:
          record (dict[str, object]): JSON object.
          place (str): place in the file.
        """
        role = record.get("role")
        if role is not None:
            self._ReadRoleRecord(record, role, place)
            return

        record_type = record.get("type")
        if record_type == "turn_ended":
            self._writer.WriteTurnEnded(record, place)

        elif record_type == "metadata":
            overview = values.GetDictionary(record, "metadata").get("overview")
            overview = values.ToText(overview)
            if overview:
                self._writer.WriteMessage("system", f"Overview: {overview:s}", place)
            else:
                self._writer.Warn(place, "metadata without an overview")

        elif record_type == "error":
            error = values.ToText(record.get("error")) or values.ToText(
                record.get("message")
            )
            self._writer.WriteMessage("system", "Error", place, error_text=error)

        else:
            self._writer.WarnOnce(
                place, [interface.GetUnsupported("type", record_type)]
            )

    def _ReadRoleRecord(self, record, role, place):
        """Reads a message of a transcript in JSON-L format.

        Args:
          record (dict[str, object]): JSON object.
          role (object): JSON value of the role.
          place (str): place in the file.
        """
        reasons = []
        message = record.get("message")
        content = message.get("content") if isinstance(message, dict) else message
        if isinstance(content, (str, dict)):
            content = [content]
        elif not isinstance(content, list):
            reasons.append("message without content")
            content = []

        if role == "assistant":
            for index, block in enumerate(content, start=1):
                if self._producer.abort:
                    return
                reasons.append(
                    self._ReadAssistantBlock(block, f"{place:s} block {index:d}")
                )

        else:
            texts = []
            for block in content:
                if isinstance(block, dict) and block.get("type") == "text":
                    block = block.get("text")
                if isinstance(block, str):
                    texts.append(block)
                elif block is not None:
                    block_type = block.get("type") if isinstance(block, dict) else None
                    reasons.append(interface.GetUnsupported("block", block_type))

            text = "\n".join(texts)
            if role == "user":
                self._writer.WriteUserText(text, place)
            else:
                reasons.append(interface.GetUnsupported("role", role))
                if text:
                    self._writer.WriteMessage("system", text, place)

        self._writer.WarnOnce(place, reasons)
