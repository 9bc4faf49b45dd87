"""What the tests of agent transcripts share."""

import io
import json

from cursor_plaso import producer
from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import location as transcript_location
from cursor_plaso.transcripts import reader as transcript_reader
from tests import strategies

DIRECTORY = "/home/ana/.cursor/projects/srv-proj/agent-transcripts"

TAG = "<timestamp>Thursday, Oct 1, 2026, 6:00 AM (UTC-4)</timestamp>\n"
TIME = 1790848800


def Read(data, transcript_format=formats.FORMAT_JSON_LINES, path=None):
    """Reads a transcript.

    Args:
      data (bytes|str|list[object]): contents, or lines of which those that are not
          text are written as JSON.
      transcript_format (Optional[str]): format.
      path (Optional[str]): path of the transcript.

    Returns:
      CollectingProducer: what came out.
    """
    if isinstance(data, list):
        data = b"".join(
            (
                line
                if isinstance(line, bytes)
                else (line if isinstance(line, str) else json.dumps(line)).encode()
            )
            + b"\n"
            for line in data
        )
    elif isinstance(data, str):
        data = data.encode("utf-8")

    collecting_producer = producer.CollectingProducer()
    transcript_reader.ReadTranscript(
        io.BytesIO(data),
        transcript_format,
        collecting_producer,
        transcript_location.TranscriptLocation(path or f"{DIRECTORY:s}/c1/c1.jsonl"),
    )
    collecting_producer.Close()

    for event_data in collecting_producer.event_data:
        strategies.AssertStorable(event_data)
    return collecting_producer


def GetRows(collecting_producer):
    """Retrieves what was produced in short.

    Args:
      collecting_producer (CollectingProducer): producer.

    Returns:
      list[tuple[str, str, str, int]]: per event data place, role or name of the tool,
          text or summary of the call, and time in seconds.
    """
    rows = []
    for event_data in collecting_producer.event_data:
        attributes = vars(event_data)
        date_time = attributes.get("sent_time") or event_data.turn_start_time
        rows.append(
            (
                event_data.record_key,
                attributes.get("role") or event_data.tool_name,
                attributes.get("message_body") or attributes.get("call_summary"),
                date_time.CopyToPosixTimestamp() if date_time else None,
            )
        )
    return rows


def User(text, tag=TAG):
    """Makes a user line.

    Args:
      text (str): query.
      tag (Optional[str]): tag, or an empty string for none.

    Returns:
      dict[str, object]: line.
    """
    return {
        "role": "user",
        "message": {
            "content": [
                {"type": "text", "text": f"{tag:s}<user_query>{text:s}</user_query>"}
            ]
        },
    }
