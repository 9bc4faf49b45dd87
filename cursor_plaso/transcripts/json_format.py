"""Transcripts in JSON format: one object with a list of messages (storage-facts 6)."""

import json
import re

from cursor_plaso import values
from cursor_plaso import wal
from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import interface

# A file in this format is read into memory, up to this size.
_MAXIMUM_JSON_SIZE = 64 * 1024 * 1024

_SURROGATE_RE = re.compile("[\ud800-\udfff]")


class JSONReader(interface.TranscriptFormatReader):
    """Reader of a transcript in JSON format."""

    def Read(self, file_object):
        """Reads a transcript in JSON format.

        Of a file that is cut off or broken the messages before the damage are read.

        Args:
          file_object (object): file-like object, of which only read() is used.
        """
        data = self._ReadAll(file_object)
        text = self._DecodeText(data)
        is_utf8 = not self._writer.is_corrupted
        del data

        json_value, reason = values.DecodeJSON(text)
        if reason:
            self._producer.Warn(f"transcript: {reason:s}, messages before it are read")
            for number, message in enumerate(_SalvageMessages(text), start=1):
                if self._producer.abort:
                    return
                self._ReadMessage(message, number, is_utf8)
            return

        del text
        if not isinstance(json_value, dict):
            self._producer.Warn("transcript: not a JSON object")
            return

        self._writer.agent_mode = values.GetString(json_value, "mode")
        messages = json_value.get("messages")
        if not isinstance(messages, list):
            self._producer.Warn("transcript: no list of messages")
            messages = []

        for number, message in enumerate(messages, start=1):
            if self._producer.abort:
                return
            self._ReadMessage(message, number, is_utf8)

        self._writer.is_corrupted = False
        turn_ended = json_value.get("turnEnded")
        if isinstance(turn_ended, dict):
            self._writer.WriteTurnEnded(turn_ended, "turnEnded")
        elif turn_ended is not None:
            self._producer.Warn("transcript: turnEnded of unsupported form")

    def _ReadAll(self, file_object):
        """Reads a file into memory, up to a limit.

        Args:
          file_object (object): file-like object.

        Returns:
          bytearray: contents.
        """
        data = bytearray()
        try:
            block = file_object.read(formats.HEAD_SIZE)
            while block and len(data) <= _MAXIMUM_JSON_SIZE:
                data += block
                self._producer.Touch()
                block = file_object.read(formats.HEAD_SIZE)
        except wal.READ_ERRORS as exception:
            self._producer.Warn(
                f"transcript: unable to read after byte {len(data):d}: {exception!s}"
            )

        if len(data) > _MAXIMUM_JSON_SIZE:
            del data[_MAXIMUM_JSON_SIZE:]
            # Nor a part of a character.
            while data and data[-1] >= 0x80:
                lead = data.pop()
                if lead >= 0xC0:
                    break
            self._producer.Warn(
                f"transcript: larger than {_MAXIMUM_JSON_SIZE:d} bytes, rest not read"
            )
        return data

    def _ReadMessage(self, message, number, is_utf8):
        """Reads a message of a transcript in JSON format.

        Args:
          message (object): JSON value.
          number (int): number of the message.
          is_utf8 (bool): False if some of the file is not UTF-8.
        """
        self._writer.is_corrupted = not is_utf8 and bool(
            _SURROGATE_RE.search(values.EncodeJSON(message) or "")
        )
        place = f"message {number:d}"
        if not isinstance(message, dict):
            self._writer.Warn(place, "not a JSON object")
            return

        reasons = []
        role = message.get("role")
        text = values.ToText(message.get("text"))
        if role == "user":
            self._writer.WriteUserText(text or "", place)
        elif role not in ("assistant", "system", "tool"):
            reasons.append(interface.GetUnsupported("role", role))
        elif text:
            self._writer.WriteMessage(
                "assistant" if role == "assistant" else "system", text, place
            )

        thinking = values.ToText(message.get("thinking"))
        if thinking:
            self._writer.WriteMessage("thinking", thinking, f"{place:s} thinking")

        # The result of a call is named, not kept.
        for index, call in enumerate(values.GetList(message, "toolCalls"), start=1):
            if isinstance(call, dict):
                reasons.append(
                    self._writer.WriteToolCall(
                        call.get("toolName"),
                        call.get("args"),
                        f"{place:s} call {index:d}",
                    )
                )
            else:
                reasons.append("tool call that is not a JSON object")

        self._writer.WarnOnce(place, reasons)


def _SalvageMessages(text):
    """Reads the messages of a transcript in JSON format that is broken.

    Args:
      text (str): text of the transcript.

    Yields:
      object: JSON value of a message.
    """
    match = re.search(r'"messages"\s{0,64}:\s{0,64}\[', text[: formats.HEAD_SIZE])
    if not match:
        return

    decoder = json.JSONDecoder(strict=False)
    space_re = re.compile(r"[\s,]*")
    position = space_re.match(text, match.end()).end()
    while position < len(text):
        try:
            message, position = decoder.raw_decode(text, position)
        except (RecursionError, ValueError):
            return
        yield message
        position = space_re.match(text, position).end()
