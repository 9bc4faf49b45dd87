"""Which reader a row of ItemTable or cursorDiskKV goes to, by its key.

A reader names its exact keys and prefixes (context.py, KeyReader); an error in one of
them costs no other row. Sources: seed "Record schema" and "ItemTable keys";
storage-facts 2.1.
"""

from cursor_plaso import keys
from cursor_plaso.state import accounts


class KeyDispatcher:
    """Finds the reader of a key."""

    def __init__(self, context, reader_classes, table_name):
        """Initializes a dispatcher.

        Args:
          context (StateContext): context.
          reader_classes (tuple[type, ...]): classes of key readers.
          table_name (str): name of the table.
        """
        super().__init__()
        self._context = context
        self._reader_classes = [
            reader_class
            for reader_class in reader_classes
            if reader_class.TABLE_NAME == table_name
        ]
        self._readers = [reader_class(context) for reader_class in self._reader_classes]
        self._reader_per_key = {}
        self._readers_per_prefix = []
        for reader in self._readers:
            for key in reader.KEYS:
                self._reader_per_key.setdefault(key, []).append(reader)
            for prefix in reader.PREFIXES:
                self._readers_per_prefix.append((prefix, reader))
        self._prefixes = tuple(prefix for prefix, _ in self._readers_per_prefix)
        self._secret_reader = next(
            (
                reader
                for reader in self._readers
                if isinstance(reader, accounts.SecretReader)
            ),
            None,
        )
        self._table_name = table_name

    def _GetReaders(self, key):
        """Retrieves the readers of a key.

        Args:
          key (str): key.

        Returns:
          list[KeyReader]: readers; several where one row tells different things.
        """
        readers = list(self._reader_per_key.get(key, ()))
        if key.startswith(self._prefixes):
            for prefix, reader in self._readers_per_prefix:
                if key.startswith(prefix) and reader not in readers:
                    readers.append(reader)
        if not readers and self._secret_reader and keys.IsSecretKey(key):
            readers.append(self._secret_reader)
        return readers

    def Finish(self):
        """Produces what needed all rows."""
        for reader in self._readers:
            self._Guard(reader, reader.Finish, type(reader).__name__)

    def _Guard(self, reader, function, key, *arguments):
        """Calls a reader so that an error in it costs no other row.

        Args:
          reader (KeyReader): reader.
          function (callable): method of the reader.
          key (str): key of the row, for the warning.
          arguments (list[object]): arguments.
        """
        try:
            function(*arguments)
        except Exception as exception:  # pylint: disable=broad-except
            # The text of an exception may hold a value, which may be a secret.
            self._context.Warn(
                self._table_name,
                key,
                f"{type(reader).__name__:s} failed: {type(exception).__name__:s}",
            )

    def HasReader(self, key):
        """Determines if a key has a reader.

        Args:
          key (str): key.

        Returns:
          bool: True if the key has a reader.
        """
        return (
            key in self._reader_per_key
            or key.startswith(self._prefixes)
            or (self._secret_reader is not None and keys.IsSecretKey(key))
        )

    def ReadRecoveredRow(self, key, value):
        """Reads a recovered row with new readers, which see that row alone.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.

        Returns:
          bool: False if the key has no reader.
        """
        if not self.HasReader(key):
            return False
        for reader in self._GetReaders(key):
            new_reader = type(reader)(self._context)
            self._Guard(new_reader, new_reader.ReadRow, key, key, value)
            self._Guard(new_reader, new_reader.Finish, key)
        return True

    def ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (str|bytes|None): stored value.
        """
        for reader in self._GetReaders(key):
            self._Guard(reader, reader.ReadRow, key, key, value)
