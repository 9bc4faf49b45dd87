"""What the tests of the SQLite plugins of stores with tables of their own share."""

import os
import tempfile

from tests import evidence
from tests import lib

# A database of each store of Cursor.
_STORES = {
    "sqlite/cursor_agent_sync": ("agent_sync", "u1001", ".sync", "index.sqlite"),
    "sqlite/cursor_ai_tracking": ("ai_tracking", "ai-code-tracking.db"),
    "sqlite/cursor_search": ("search", "conversation-search.db"),
    "sqlite/cursor_state": ("workspaces", "era_0_16", "state.vscdb"),
}


class TablePluginTests:
    """Tests that each of the plugins has, to be inherited beside TestCase."""

    # Parser expression of the plugin.
    EXPRESSION = ""

    # Class of the plugin.
    PLUGIN_CLASS = None

    # Path segments of a database of each schema, and numbers of events per data type.
    SAMPLES = ()

    def testProcess(self):
        """The committed databases of every schema are read, each row once."""
        for segments, counts in self.SAMPLES:
            result = lib.ParsePath(
                self.EXPRESSION, os.path.join(lib.TEST_DATA_PATH, *segments)
            )
            self.assertEqual(result.recovery_warnings, [])
            self.assertEqual(
                {
                    data_type: len(result.GetByDataType(data_type))
                    for data_type in {
                        event_data.data_type for event_data in result.event_data
                    }
                },
                counts,
                segments,
            )
            record_keys = [event_data.record_key for event_data in result.event_data]
            self.assertEqual(len(record_keys), len(set(record_keys)))

    def testProcessOfForeignDatabase(self):
        """Databases of other stores of Cursor are refused in silence."""
        self.assertIn(self.EXPRESSION, _STORES)
        for expression, segments in _STORES.items():
            if expression != self.EXPRESSION:
                result = lib.ParsePath(
                    self.EXPRESSION, os.path.join(lib.TEST_DATA_PATH, *segments)
                )
                self.assertEqual(result.event_data, [])
                self.assertEqual(result.warnings, [])

    def testRequiredStructure(self):
        """Every table that identifies the store has to be there."""
        tables = self.PLUGIN_CLASS.REQUIRED_STRUCTURE
        for missing_table in tables:
            with tempfile.TemporaryDirectory() as directory:
                path = os.path.join(directory, "foreign.db")
                with evidence.NewDatabase(path) as connection:
                    for table, columns in tables.items():
                        if table != missing_table:
                            names = ", ".join(sorted(columns) or ["x"])
                            connection.execute(f"CREATE TABLE {table:s} ({names:s})")
                result = lib.ParsePath(self.EXPRESSION, path)
            self.assertEqual(result.event_data, [])
            self.assertEqual(result.warnings, [])
