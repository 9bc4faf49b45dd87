"""Tests of the readers of AgentStores."""

import unittest

from tests.files import test_lib

_LINUX = "/home/ana/.local/state/cursor/agent-stores/cursor_agent_stores"
_WINDOWS = "/Users/ana/AppData/Local/Cursor/AgentStores/cursor_agent_stores"


class AgentStoresTest(unittest.TestCase):
    """Tests of the readers of AgentStores."""

    def testLock(self):
        """A lock tells host, process and user since when it was held."""
        producer, _ = test_lib.ReadFile(
            f"{_LINUX:s}/u1001/.sync/sync.lock",
            {
                "acquiredAt": 1790848800000,
                "hostname": "ana-pc",
                "kind": "ide",
                "pid": 4321,
                "uid": 1000,
                "windowId": "1",
            },
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "details": "kind=ide",
                "display_name_host": "ana-pc",
                "process_identifier": 4321,
                "record_kind": "lock",
                "recorded_time": "2026-10-01T10:00:00.000+00:00",
                "store_owner": "u1001",
                "time_source": "acquiredAt",
                "user_identifier": "1000",
                "workspace_identifier": "1",
            },
        )

    def testPin(self):
        """A pin of a conversation names it, on Windows with the user's sid."""
        producer, _ = test_lib.ReadFile(
            f"{_WINDOWS:s}/.control/c1/pins/4321-0000.json",
            {
                "createdAtMs": 1790848800000,
                "hostname": "WIN-ANA",
                "pid": 4321,
                "purpose": "foreground",
                "sid": "S-1-5-21-1-2-3-1001",
                "version": 1,
                "windowId": "w",
            },
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "conversation_identifier": "c1",
                "creation_time": "2026-10-01T10:00:00.000+00:00",
                "details": "purpose=foreground version=1",
                "display_name_host": "WIN-ANA",
                "process_identifier": 4321,
                "record_kind": "pin",
                "store_owner": "c1",
                "time_source": "createdAtMs",
                "user_identifier": "S-1-5-21-1-2-3-1001",
                "workspace_identifier": "w",
            },
        )

    def testMount(self):
        """A mount has the time of the file."""
        producer, _ = test_lib.ReadFile(
            f"{_LINUX:s}/c1/.sync/mount.json",
            {"kind": "self", "mountKey": "k", "readOnly": False, "version": 1},
        )

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "conversation_identifier": "c1",
                "details": "kind=self version=1 mountKey=k readOnly=false",
                "modification_time": test_lib.FILE_TIME,
                "record_kind": "mount",
                "store_owner": "c1",
                "time_source": "file modification time",
            },
        )

    def testEviction(self):
        """The last eviction stands at the number in the file, if it is a time."""
        path = f"{_LINUX:s}/.store-eviction-last-run"
        producer, _ = test_lib.ReadFile(path, b"1790848800000\n")
        self.assertEqual(
            test_lib.GetISO8601(producer.event_data[0].recorded_time),
            "2026-10-01T10:00:00.000+00:00",
        )

        producer, _ = test_lib.ReadFile(path, b"7")
        self.assertEqual(producer.event_data, [])
        self.assertEqual(len(producer.warnings), 1)

    def testForeign(self):
        """Files of these names of other programs are refused in silence."""
        for path, content in (
            ("/srv/x/.sync/sync.lock", {"pid": 5}),
            ("/srv/x/.sync/mount.json", {"kind": "self"}),
            ("/srv/x/.control/y/pins/a.json", {"createdAtMs": 1}),
            ("/srv/x/pins/a.json", {"createdAtMs": 1, "pid": 1, "windowId": "w"}),
        ):
            with self.subTest(path=path):
                producer, is_known = test_lib.ReadFile(path, content)

                self.assertFalse(is_known)
                self.assertEqual(producer.event_data, [])
                self.assertEqual(producer.warnings, [])


if __name__ == "__main__":
    unittest.main()
