"""Texts of bubbles that stand in a blob, as they are long.

A bubble names the blob by its identifier, the SHA-256 of the text, in a member of type
bytes: JSON has that as base64, or as hexadecimal text. Sources: agent-v1-fields,
aiserver.v1.ConversationMessage (text_blob_id, rich_text_blob_id); storage-facts 1.4.
"""

from cursor_plaso import keys
from cursor_plaso import values
from cursor_plaso.agent import blobs
from cursor_plaso.agent import decode
from cursor_plaso.state import lexical

_IDENTIFIER_SIZE = 32


def GetText(view, bubble):
    """Retrieves the text of a bubble that has it in a blob.

    Args:
      view (View): view of the database.
      bubble (dict[str, object]): bubble.

    Returns:
      tuple[str, str]: text, or None if the bubble names no blob or the store does not
          hold it, and identifier of the blob that is missing or None.
    """
    missing_identifier = None
    for name, convert in (
        ("textBlobId", None),
        ("richTextBlobId", lexical.GetPlainText),
    ):
        identifier = GetIdentifier(bubble.get(name))
        if not identifier:
            continue
        row = view.Lookup(keys.DISK_TABLE_NAME, f"{keys.BLOB_PREFIX:s}{identifier:s}")
        blob = blobs.DecodeStoredBlob(
            identifier, row.GetValue("value") if row else None
        )
        if blob is None:
            missing_identifier = missing_identifier or identifier
            continue
        text = values.DecodeText(blob.data)
        if text and convert:
            text = convert(text)
        if text:
            return text, None
    return None, missing_identifier


def GetIdentifier(value):
    """Retrieves the identifier of a blob.

    Args:
      value (object): JSON value: base64 or hexadecimal text.

    Returns:
      str: identifier as hexadecimal text, or None if the value is not one.
    """
    if not isinstance(value, str) or not value:
        return None
    identifier = value.strip().lower()
    if blobs.IsBlobIdentifier(identifier):
        return identifier
    data, is_whole = decode.DecodeBase64(value)
    return data.hex() if is_whole and len(data) == _IDENTIFIER_SIZE else None
