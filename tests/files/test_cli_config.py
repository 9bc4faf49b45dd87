"""Tests of the reader of cli-config.json."""

import json
import unittest

from tests import evidence
from tests.files import test_lib

_PATH = "/home/ana/.cursor/cli-config.json"

# The shape that the seed describes, with values of this project's own.
_DOCUMENT = {
    "approvalMode": "allowlist",
    "permissions": {"allow": ["Shell(ls)", "Shell(python3)"], "deny": ["Read(.env)"]},
    "sandbox": {"mode": "disabled", "networkAccess": "user_config_with_defaults"},
    "attribution": {"attributeCommitsToAgent": True, "attributePRsToAgent": False},
    "version": 1,
    "authInfo": {
        "authId": "auth0|user_01",
        "displayName": "Ana",
        "email": "ana@example.test",
        "userId": 1234,
    },
    "privacyCache": {"ghostMode": False, "privacyMode": 4, "updatedAt": 1790848800000},
    "selectedModel": {
        "modelId": "grok-4.7",
        "parameters": [
            {"id": "context", "value": "256k"},
            {"id": "fast", "value": True},
        ],
    },
    "modelSelectionHistory": ["grok-4.7", "default"],
    "serverConfigCache": {
        "authCacheKey": evidence.SECRET_SENTINEL,
        "cliSandboxDefaultEnabled": True,
        "updatedAt": 1790848801000,
    },
}


class CLIConfigTest(unittest.TestCase):
    """Tests of the reader of cli-config.json."""

    def testSettings(self):
        """Each switch and each entry of the standing lists is an event."""
        producer, is_known = test_lib.ReadFile(_PATH, _DOCUMENT)

        self.assertTrue(is_known)
        self.assertEqual(producer.warnings, [])
        settings = {
            event_data.record_key: (event_data.setting_name, event_data.setting_value)
            for event_data in producer.GetByDataType("cursor:permission:setting")
        }
        self.assertEqual(
            settings,
            {
                "approvalMode": ("approvalMode", "allowlist"),
                "sandbox.mode": ("sandbox.mode", "disabled"),
                "sandbox.networkAccess": (
                    "sandbox.networkAccess",
                    "user_config_with_defaults",
                ),
                "attribution.attributeCommitsToAgent": (
                    "attribution.attributeCommitsToAgent",
                    "true",
                ),
                "attribution.attributePRsToAgent": (
                    "attribution.attributePRsToAgent",
                    "false",
                ),
                "permissions.allow[0]": ("permissions.allow", "Shell(ls)"),
                "permissions.allow[1]": ("permissions.allow", "Shell(python3)"),
                "permissions.deny[0]": ("permissions.deny", "Read(.env)"),
                "privacyCache.ghostMode": ("privacyCache.ghostMode", "false"),
                "privacyCache.privacyMode": ("privacyCache.privacyMode", "4"),
                "serverConfigCache.cliSandboxDefaultEnabled": (
                    "serverConfigCache.cliSandboxDefaultEnabled",
                    "true",
                ),
            },
        )

    def testTimes(self):
        """A setting takes the time of the file, and says so, unless it has its own."""
        producer, _ = test_lib.ReadFile(_PATH, _DOCUMENT)
        settings = {
            event_data.record_key: test_lib.GetValues(event_data)
            for event_data in producer.GetByDataType("cursor:permission:setting")
        }

        self.assertEqual(
            settings["approvalMode"],
            {
                "modification_time": test_lib.FILE_TIME,
                "setting_name": "approvalMode",
                "setting_note": "time is that of the file",
                "setting_scope": "user",
                "setting_value": "allowlist",
                "time_source": "file modification time",
            },
        )
        self.assertEqual(
            settings["privacyCache.ghostMode"],
            {
                "recorded_time": "2026-10-01T10:00:00.000+00:00",
                "setting_name": "privacyCache.ghostMode",
                "setting_scope": "user",
                "setting_value": "false",
                "time_source": "privacyCache.updatedAt",
            },
        )

    def testIdentity(self):
        """The account that is signed in is named."""
        producer, _ = test_lib.ReadFile(_PATH, _DOCUMENT)
        identities = {
            event_data.identity_name: event_data.identity_value
            for event_data in producer.GetByDataType("cursor:account")
        }

        self.assertEqual(
            identities,
            {
                "authId": "auth0|user_01",
                "displayName": "Ana",
                "email": "ana@example.test",
                "userId": "1234",
            },
        )

    def testModels(self):
        """The selection has the time of the file, the history none."""
        producer, _ = test_lib.ReadFile(_PATH, _DOCUMENT)
        models = [
            test_lib.GetValues(event_data)
            for event_data in producer.GetByDataType("cursor:model:last_used")
        ]

        self.assertEqual(
            models,
            [
                {
                    "model": "grok-4.7",
                    "model_parameters": "context=256k, fast=true",
                    "modification_time": test_lib.FILE_TIME,
                    "time_source": "file modification time",
                },
                {"model": "grok-4.7"},
                {"model": "default"},
            ],
        )

    def testNoSecret(self):
        """What the cache is keyed with is not read."""
        producer, _ = test_lib.ReadFile(_PATH, _DOCUMENT)

        for event_data in producer.event_data:
            self.assertNotIn(
                evidence.SECRET_SENTINEL, str(test_lib.GetValues(event_data))
            )

    def testDamaged(self):
        """A damaged file is one warning; a wrong value costs no other."""
        producer, is_known = test_lib.ReadFile(_PATH, json.dumps(_DOCUMENT)[:200])
        self.assertTrue(is_known)
        self.assertEqual(producer.event_data, [])
        self.assertEqual(len(producer.warnings), 1)
        self.assertIn(_PATH, producer.warnings[0])
        self.assertIn("not JSON", producer.warnings[0])

        producer, _ = test_lib.ReadFile(_PATH, [1])
        self.assertEqual(
            producer.warnings, [f"cli-config.json {_PATH:s}: not a JSON object"]
        )

        producer, _ = test_lib.ReadFile(
            _PATH,
            {
                "approvalMode": {"a": 1},
                "permissions": {"allow": "ls", "deny": ["a", None, 5]},
                "sandbox": [],
                "authInfo": "ana",
                "selectedModel": 5,
                "modelSelectionHistory": {"a": 1},
            },
        )
        self.assertEqual(
            [event_data.setting_value for event_data in producer.event_data], ["a"]
        )
        self.assertEqual(len(producer.warnings), 3)
        self.assertEqual(
            producer.warnings[0],
            f"cli-config.json {_PATH:s}: can not read approvalMode, authInfo, "
            "modelSelectionHistory, selectedModel",
        )

    def testRenamedDirectory(self):
        """Elsewhere the content tells, and a foreign file is refused in silence."""
        producer, is_known = test_lib.ReadFile("/x/y/cli-config.json", _DOCUMENT)
        self.assertTrue(is_known)
        self.assertEqual(len(producer.event_data), 18)

        for content in ({"version": 1, "permissions": {}}, b'{"approvalMode"', b"", []):
            producer, is_known = test_lib.ReadFile("/x/y/cli-config.json", content)
            self.assertFalse(is_known)
            self.assertEqual(producer.event_data, [])
            self.assertEqual(producer.warnings, [])


if __name__ == "__main__":
    unittest.main()
