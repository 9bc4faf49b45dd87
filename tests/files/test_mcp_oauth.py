"""Tests of the reader of mcp-oauth-attempts/<uuid>.json."""

import json
import unittest

from tests import evidence
from tests.files import test_lib

_PATH = "/home/ana/.config/Cursor/User/globalStorage/mcp-oauth-attempts/0000.json"

# The seed's fixture.
_ATTEMPT = {
    "activeIdentifier": "plugin-calendar-calendar::mcpScope:profile:default",
    "attemptId": "a0000002-0000-4000-8000-000000000002",
    "clientInformation": {
        "client_id": "client-0123456789abcdef",
        "grant_types": ["authorization_code", "refresh_token"],
        "redirect_uris": ["cursor://anysphere.cursor-mcp/oauth/callback"],
        "response_types": ["code"],
    },
    "createdAtMs": 1790849280000,
    "identifier": "plugin-calendar-calendar",
    "owner": {"workspaceId": "empty-window"},
    "serverUrl": "https://calendar.mcp.example.test/mcp",
    "transportServerUrl": "https://calendar.mcp.example.test/mcp",
}


class MCPOAuthAttemptTest(unittest.TestCase):
    """Tests of the reader of mcp-oauth-attempts/<uuid>.json."""

    def testAttempt(self):
        """An attempt names server, client and workspace at 10:08:00Z."""
        producer, is_known = test_lib.ReadFile(
            _PATH,
            {
                **_ATTEMPT,
                # Until the attempt completes (seed, "MCP servers and plugins").
                "authorizationServerUrl": "https://ana:secret@auth.example.test/",
            },
        )

        self.assertTrue(is_known)
        self.assertEqual(producer.warnings, [])
        event_data = producer.event_data[0]
        self.assertNotIn("secret", event_data.authorization_url)
        self.assertIn("auth.example.test", event_data.authorization_url)
        event_data.authorization_url = None
        self.assertEqual(event_data.evidence_source, "mcp-oauth-attempts/0000.json")
        self.assertEqual(
            test_lib.GetValues(event_data),
            {
                "active_identifier": (
                    "plugin-calendar-calendar::mcpScope:profile:default"
                ),
                "client_identifier": "client-0123456789abcdef",
                "creation_time": "2026-10-01T10:08:00.000+00:00",
                "redirect_urls": "cursor://anysphere.cursor-mcp/oauth/callback",
                "server_name": "plugin-calendar-calendar",
                "time_source": "createdAtMs",
                "url": "https://calendar.mcp.example.test/mcp",
                "workspace_identifier": "empty-window",
            },
        )

    def testWithoutTime(self):
        """An attempt without a time of its own takes that of the file."""
        producer, _ = test_lib.ReadFile(_PATH, {"serverUrl": "https://x.test/mcp"})

        self.assertEqual(
            test_lib.GetValues(producer.event_data[0]),
            {
                "modification_time": test_lib.FILE_TIME,
                "time_source": "file modification time",
                "url": "https://x.test/mcp",
            },
        )

    def testRecordKey(self):
        """A record has a key, if only the name of the file."""
        for content, expected_key in (
            (_ATTEMPT, _ATTEMPT["attemptId"]),
            ({"serverUrl": "https://x.test/mcp"}, "0000.json"),
        ):
            producer, _ = test_lib.ReadFile(_PATH, content)

            self.assertEqual(producer.event_data[0].record_key, expected_key)

    def testMalformed(self):
        """A file cut mid-value, or one that is no object, is one warning."""
        for content, expected_reason in (
            (json.dumps(_ATTEMPT)[:100], "not JSON"),
            ([], "not a JSON object"),
            (b"null", "not a JSON object"),
            (b"", "empty value"),
        ):
            with self.subTest(content=content):
                producer, is_known = test_lib.ReadFile(_PATH, content)

                self.assertTrue(is_known)
                self.assertEqual(producer.event_data, [])
                self.assertEqual(len(producer.warnings), 1)
                self.assertIn("mcp-oauth-attempts/0000.json", producer.warnings[0])
                self.assertIn(expected_reason, producer.warnings[0])

    def testNoSecret(self):
        """Verifiers and client secrets are not read."""
        producer, _ = test_lib.ReadFile(
            _PATH,
            {
                **_ATTEMPT,
                "codeVerifier": evidence.SECRET_SENTINEL,
                "clientInformation": {"client_secret": evidence.SECRET_SENTINEL},
                "tokens": {"access_token": evidence.SECRET_SENTINEL},
            },
        )

        self.assertNotIn(
            evidence.SECRET_SENTINEL, str(test_lib.GetValues(producer.event_data[0]))
        )


if __name__ == "__main__":
    unittest.main()
