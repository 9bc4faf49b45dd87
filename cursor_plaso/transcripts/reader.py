"""Reader of transcripts: which form goes to which reader."""

from cursor_plaso.transcripts import formats
from cursor_plaso.transcripts import json_format
from cursor_plaso.transcripts import json_lines_format
from cursor_plaso.transcripts import text_format
from cursor_plaso.transcripts import writer

_READER_CLASSES = {
    formats.FORMAT_JSON: json_format.JSONReader,
    formats.FORMAT_JSON_LINES: json_lines_format.JSONLinesReader,
    formats.FORMAT_TEXT: text_format.TextReader,
}


def ReadTranscript(
    file_object, transcript_format, producer, location, project_path=None
):
    """Reads a transcript.

    Args:
      file_object (object): file-like object, of which only read() is used.
      transcript_format (str): format.
      producer (BaseProducer): producer.
      location (TranscriptLocation): what the path of the transcript tells.
      project_path (Optional[str]): path of the project.
    """
    transcript_writer = writer.TranscriptWriter(
        producer, location, project_path=project_path
    )
    reader = _READER_CLASSES[transcript_format](producer, transcript_writer)
    reader.Read(file_object)
