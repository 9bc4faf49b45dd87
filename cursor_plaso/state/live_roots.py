"""Roots of the trees of conversations that are not deleted.

The root of the tree stands in the composerData row, in conversationState, or, on builds
before that, in the blob that agentKv:checkpoint:<composer> names (storage-facts 1.1).
"""

from cursor_plaso import keys
from cursor_plaso import values
from cursor_plaso.agent import decode


class LiveRootReader:
    """Reader of the roots of conversations that are not deleted."""

    def __init__(self, context, composers, source):
        """Initializes a reader.

        Args:
          context (StateContext): context.
          composers (dict[str, Composer]): composers per identifier.
          source (BlobSource): source of the agentKv blobs.
        """
        super().__init__()
        self._composers = composers
        self._context = context
        self._source = source

    def _ReadCheckpoint(self, identifier):
        """Reads the root that the checkpoint of a composer names.

        Args:
          identifier (str): identifier of the composer.

        Returns:
          tuple[str, bytes]: identifier and data of the root, each None if there is
              none.
        """
        row = self._context.view.Lookup(
            keys.DISK_TABLE_NAME, f"{keys.AGENT_CHECKPOINT_PREFIX:s}{identifier:s}"
        )
        root_identifier = (
            decode.DecodeCheckpoint(row.GetValue("value")) if row else None
        )
        data = self._source.Get(root_identifier) if root_identifier else None
        return root_identifier, data

    def _ReadState(self, composer, with_warning=False):
        """Reads the root that a composer holds.

        Args:
          composer (Composer): composer.
          with_warning (Optional[bool]): True if a damaged value gives a warning.

        Returns:
          bytes: root or None if there is none.
        """
        if not composer.has_state:
            return None
        row = self._context.view.Lookup(keys.DISK_TABLE_NAME, composer.data_key)
        # Of a row that is damaged, and was warned of, the root may be whole.
        json_dict, reason = values.DecodeDamagedJSON(
            row.GetValue("value") if row else None
        )
        if not isinstance(json_dict, dict):
            return None
        data, problem = decode.DecodeConversationState(
            json_dict.get("conversationState")
        )
        if problem and with_warning and not reason:
            self._context.Warn(keys.DISK_TABLE_NAME, composer.data_key, problem)
        return data or None

    def GetComposers(self):
        """Retrieves the composers of the conversations that are not deleted.

        Yields:
          tuple[str, Composer]: identifier and composer.
        """
        for identifier, composer in self._composers.items():
            if self._context.producer.abort:
                return
            if composer.has_data:
                yield identifier, composer

    def IsLive(self, identifier):
        """Determines if a conversation is not deleted.

        Args:
          identifier (str): identifier of the conversation or None.

        Returns:
          bool: True if the conversation has a composerData row.
        """
        composer = self._composers.get(identifier)
        return bool(composer and composer.has_data)

    def ReadRoot(self, composer):
        """Reads the root of a conversation that is not deleted.

        Args:
          composer (Composer): composer.

        Returns:
          bytes: root that the composer holds or, on builds before, that its checkpoint
              names (storage-facts 1.1), or None if there is none.
        """
        data = self._ReadState(composer)
        if not data and composer.has_checkpoint:
            _, data = self._ReadCheckpoint(composer.identifier)
        return data

    def ReadRoots(self):
        """Reads all roots, and warns of those that are damaged.

        Yields:
          tuple[str, bytes, str]: identifier of the conversation, root, and identifier
              of the root if it has another than the hash of its data, or None.
        """
        for identifier, composer in self.GetComposers():
            data = self._ReadState(composer, with_warning=True)
            if data:
                yield identifier, data, None
            if composer.has_checkpoint:
                root_identifier, data = self._ReadCheckpoint(identifier)
                if data:
                    yield identifier, data, root_identifier
