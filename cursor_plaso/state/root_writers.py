"""Which composer wrote which root: composerRootWriterDiagnostic:<composer> rows.

A row names, by their identifiers, the root that the editor has of a conversation and
the root before. A delete removes the row, but where it is recovered it tells whose a
tree is that nothing else ties to a conversation. Source: seed, "Record schema".
"""

from cursor_plaso import keys
from cursor_plaso import values
from cursor_plaso.agent import blobs
from cursor_plaso.state import context as state_context

_NAMES = ("rendererRootBlobIdHex", "previousRendererRootBlobIdHex")

# Roots whose composers are kept: there are two for each conversation.
_MAXIMUM_ROOTS = 200_000


class RootWriters:
    """Composers per root."""

    def __init__(self):
        """Initializes composers per root."""
        super().__init__()
        self._composers = {}

    def Add(self, key, value):
        """Adds what a row tells.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        composer_identifier = key[len(keys.ROOT_WRITER_PREFIX) :]
        if (
            not composer_identifier
            or len(composer_identifier) > state_context.MAXIMUM_IDENTIFIER_LENGTH
        ):
            return
        json_dict, _ = values.DecodeDamagedJSON(value)
        if not isinstance(json_dict, dict):
            return
        for name in _NAMES:
            identifier = (values.GetString(json_dict, name) or "").lower()
            if (
                blobs.IsBlobIdentifier(identifier)
                and len(self._composers) < _MAXIMUM_ROOTS
            ):
                self._composers.setdefault(
                    bytes.fromhex(identifier), composer_identifier
                )

    def GetComposer(self, root_identifiers):
        """Retrieves the composer of a conversation.

        Args:
          root_identifiers (list[str]): identifiers of the roots of the conversation.

        Returns:
          str: identifier of the composer, or None if no row names one of the roots, or
              rows of several composers do.
        """
        identifiers = {
            self._composers.get(bytes.fromhex(root_identifier))
            for root_identifier in root_identifiers
        }
        identifiers.discard(None)
        return identifiers.pop() if len(identifiers) == 1 else None
