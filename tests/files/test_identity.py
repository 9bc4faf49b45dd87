"""Tests of the readers of identifiers and of the presence of secrets."""

import unittest

from tests import evidence
from tests.files import test_lib


class IdentityTest(unittest.TestCase):
    """Tests of the readers of identifiers and of the presence of secrets."""

    def testArguments(self):
        """The identifier of the crash reporter is read, comments or not."""
        producer, _ = test_lib.ReadFile(
            "/home/ana/.cursor/argv.json",
            b'// Comment\n{\n\t"enable-crash-reporter": true, // on\n'
            b'\t"crash-reporter-id": "c0000000-0000-4000-8000-000000000001"\n}\n',
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "identity_name": "crash-reporter-id",
                "identity_value": "c0000000-0000-4000-8000-000000000001",
                "modification_time": test_lib.FILE_TIME,
                "time_source": "file modification time",
            },
        )

        _, is_known = test_lib.ReadFile(
            "/home/ana/.vscode/argv.json", {"crash-reporter-id": "x"}
        )
        self.assertFalse(is_known)

    def testMachineIdentifier(self):
        """The device identifier of Windows is read, that of another program not."""
        identifier = b"c0000000-0000-4000-8000-000000000002"
        producer, _ = test_lib.ReadFile(
            "/Users/ana/AppData/Roaming/Cursor/machineid", identifier
        )
        self.assertEqual(
            producer.event_data[0].identity_value, identifier.decode("ascii")
        )

        producer, is_known = test_lib.ReadFile(
            "/Users/ana/AppData/Roaming/Code/machineid", identifier
        )
        self.assertFalse(is_known)
        self.assertEqual(producer.event_data, [])

        producer, _ = test_lib.ReadFile(
            "/Users/ana/AppData/Roaming/Cursor/machineid", b"\x00" * 36
        )
        self.assertEqual(producer.event_data, [])
        self.assertEqual(len(producer.warnings), 1)

    def testPortableMachineIdentifier(self):
        """The identifier of a portable install is read, that of another editor not."""
        identifier = "c0000000-0000-4000-8000-000000000000"
        path = "/opt/editor/data/user-data/machineid"
        storage = "/opt/editor/data/user-data/User/globalStorage"

        producer, _ = test_lib.ReadFile(
            path, identifier, files={f"{storage:s}/anysphere.cursor-commits/x": b""}
        )
        self.assertEqual(producer.event_data[0].identity_value, identifier)

        producer, _ = test_lib.ReadFile(
            path, identifier, files={f"{storage:s}/state.vscdb": b""}
        )
        self.assertEqual(producer.event_data, [])

    def testSecretFiles(self):
        """A file of secrets is present, and is not opened."""
        for path, expected_name in (
            ("/home/ana/.config/cursor/auth.json", "Agent CLI tokens (auth.json)"),
            ("/Users/ana/.cursor/auth.json", "Agent CLI tokens (auth.json)"),
            (
                "/Users/ana/AppData/Roaming/Cursor/auth.json",
                "Agent CLI tokens (auth.json)",
            ),
            (
                "/home/ana/.cursor/projects/srv-proj/mcp-auth.json",
                "MCP OAuth tokens (mcp-auth.json)",
            ),
            ("/home/ana/.cursor_info", "authentication token (.cursor_info)"),
        ):
            with self.subTest(path=path):
                evidence_file = test_lib.MakeFile(path, evidence.SECRET_SENTINEL)
                producer = test_lib.ReadClosedFile(evidence_file)

                self.assertEqual(
                    test_lib.GetValues(producer.event_data[0]),
                    {
                        "modification_time": test_lib.FILE_TIME,
                        "secret_name": expected_name,
                        "secret_present": True,
                        "time_source": "file modification time",
                    },
                )

    def testForeignSecretFiles(self):
        """An auth.json of another program, or one that is empty, is no event."""
        for path, content in (
            ("/home/ana/.local/share/opencode/auth.json", b"x"),
            ("/home/ana/.codex/auth.json", b"x"),
            ("/home/ana/.cursor/auth.json", b""),
        ):
            with self.subTest(path=path):
                producer, _ = test_lib.ReadFile(path, content)

                self.assertEqual(producer.event_data, [])
                self.assertEqual(producer.warnings, [])


if __name__ == "__main__":
    unittest.main()
