"""Tests of the readers of identities and of the presence of secrets."""

import unittest

from cursor_plaso import keys
from cursor_plaso.state import accounts
from test_data.recipes import settings as settings_recipe
from tests import evidence
from tests.state import item_lib


def _GetSecretNames(producer):
    """Retrieves what the secrets that are present are for.

    Args:
      producer (CollectingProducer): producer.

    Returns:
      list[str]: names.
    """
    return [
        event_data.secret_name
        for event_data in producer.GetByDataType("cursor:account")
        if event_data.secret_present
    ]


class IdentityReaderTest(unittest.TestCase):
    """Tests of the reader of identities."""

    def testIdentities(self):
        """Each identity is told by its name, at the time of the file."""
        producer = item_lib.ReadItems(*settings_recipe.GetAccountRows())
        identities = {
            event_data.identity_name: event_data
            for event_data in producer.GetByDataType("cursor:account")
        }

        self.assertEqual(producer.warnings, [])
        for name, expected_value in (
            ("adminSettings.cachedAuthId", "auth0|user_01"),
            ("cursorAuth/cachedEmail", "ana@example.test"),
            ("cursorAuth/cachedScopedProfile.authId", "auth0|user_01"),
            ("cursorAuth/cachedScopedProfile.displayName", "Ana Example"),
            ("cursorAuth/cachedSignUpType", "Auth_0"),
            ("cursorAuth/stripeMembershipType", "premium"),
            ("cursorAuth/stripeSubscriptionStatus", "active"),
            ("glass.lastSignedInAuthId", "auth0|user_01"),
        ):
            with self.subTest(name=name):
                self.assertEqual(
                    item_lib.GetFacts(
                        identities[name], "identity_value", "modification_time"
                    ),
                    (expected_value, item_lib.FILE_TIME),
                )

    def testOwnTimes(self):
        """A record that has a time of its own stands there, not at the file's."""
        producer = item_lib.ReadItems(
            ("cursor/localLastActivityClientVersion:auth0%7Cuser_01", "3.26.13"),
            ("cursor/localLastActivityTimestampMs:auth0%7Cuser_01", "1790848990000"),
            ("cursor/localLastActivityTimestampMs", 1790848991000),
            ("telemetry.firstSessionDate", "Thu, 01 Oct 2026 08:00:00 GMT"),
            ("cursorAuth/onboardingDate", "2026-01-02T03:04:05.678Z"),
            (
                "cursor/glass.steerFromPhonePill.cadence.v1/auth0|user_01",
                {"firstShownAtMs": 1790848800000, "impressionCount": 2},
            ),
        )

        self.assertEqual(producer.warnings, [])
        self.assertEqual(
            [
                item_lib.GetFacts(
                    event_data,
                    "identity_name",
                    "identity_value",
                    "application_version",
                    "last_active_time",
                    "recorded_time",
                    "modification_time",
                )
                for event_data in producer.event_data
            ],
            [
                (
                    "telemetry.firstSessionDate",
                    None,
                    None,
                    None,
                    "2026-10-01T08:00:00+00:00",
                    None,
                ),
                (
                    "cursorAuth/onboardingDate",
                    None,
                    None,
                    None,
                    "2026-01-02T03:04:05.678+00:00",
                    None,
                ),
                (
                    "hint to steer from a phone first shown",
                    "auth0|user_01",
                    None,
                    None,
                    "2026-10-01T10:00:00.000+00:00",
                    None,
                ),
                (
                    "local last activity",
                    "auth0|user_01",
                    "3.26.13",
                    "2026-10-01T10:03:10.000+00:00",
                    None,
                    None,
                ),
                (
                    "local last activity",
                    None,
                    None,
                    "2026-10-01T10:03:11.000+00:00",
                    None,
                    None,
                ),
            ],
        )

    def testBrokenValues(self):
        """A value that is no time, or no profile, is told without the value."""
        producer = item_lib.ReadItems(
            ("cursorAuth/onboardingDate", "soon"),
            ("cursor/localLastActivityTimestampMs", "soon"),
            ("cursorAuth/cachedScopedProfile", {"authId": 5, "displayName": ["soon"]}),
            ("cursorAuth/cachedTeam", '"{\\"teamId\\":7,\\"name\\":\\"Team\\"}"'),
            ("cursorAuth/cachedEmail", ""),
            ("cursorAuth/email", None),
            ("cursorAuth/cachedUserId", b"\xff\xfe"),
        )

        self.assertEqual(
            [
                item_lib.GetFacts(event_data, "identity_name", "identity_value")
                for event_data in producer.event_data
            ],
            [
                ("cursorAuth/onboardingDate", None),
                ("cursorAuth/cachedScopedProfile.authId", "5"),
                ("cursorAuth/cachedScopedProfile.displayName", None),
                ("cursorAuth/cachedTeam.teamId", "7"),
                ("cursorAuth/cachedTeam.name", "Team"),
                ("cursorAuth/cachedUserId", "\\udcff\\udcfe"),
            ],
        )
        self.assertEqual(producer.corrupted, [True, False, True, False, False, False])
        self.assertEqual(len(producer.warnings), 3)
        self.assertNotIn("soon", "".join(producer.warnings))


class SecretReaderTest(unittest.TestCase):
    """Tests of the reader of the presence of secrets."""

    def testNames(self):
        """Each secret is told by what its key names."""
        producer = item_lib.ReadItems(*settings_recipe.GetSecretRows())

        self.assertEqual(producer.warnings, [])
        self.assertEqual(
            sorted(_GetSecretNames(producer)),
            sorted(
                [
                    "cursorAuth/accessToken",
                    "cursorAuth/refreshToken",
                    "cursorAuth/openAIKey",
                    "cursorAuth/claudeKey",
                    "vscode.github-github",
                    "remoteAgentHost.computerKey.auth0|user_01",
                    "anysphere.cursor-agent-worker cursor-agent-worker.apiKey",
                    "vscode.git git-ipc-auth-token:/home/ana/.config/Cursor/User/"
                    "workspaceStorage/x/vscode.git",
                    "vscode.github-authentication github.auth",
                    "anysphere.cursor-resolver-helper connectionToken:bc-e1",
                    "MCP OAuth [plugin-calendar-calendar::mcpScope:profile:ZGVmYXVsdA] "
                    "mcp_tokens",
                    "MCP OAuth [plugin-calendar-calendar::mcpScope:profile:ZGVmYXVsdA] "
                    "mcp_client_information",
                    "MCP OAuth [plugin-calendar-calendar::mcpScope:profile:ZGVmYXVsdA] "
                    "mcp_code_verifier",
                    "MCP OAuth [oauth-attempt:a0000001-0000-4000-8000-000000000001] "
                    "mcp_oauth_attempt_client_secret",
                    "cursor/glass.githubConnect.pendingFlow",
                ]
            ),
        )

    def testUnknownSecret(self):
        """A key that no reader names but that reads like a secret is not read."""
        producer = item_lib.ReadItems(
            ("acme.apiKey", evidence.MakeSecret("unknown")),
            ("cursor.accessToken", evidence.MakeSecret("unknown")),
            ("workbench.zoom", "1"),
        )

        self.assertEqual(
            _GetSecretNames(producer), ["acme.apiKey", "cursor.accessToken"]
        )

    def testNoSecret(self):
        """A row without value is no secret, and a boolean is none."""
        producer = item_lib.ReadItems(
            ("cursorAuth/accessToken", ""),
            ("cursorAuth/refreshToken", None),
            ("secret://x", b""),
            ("encryption.migratedToGnomeLibsecret", "true"),
            ("cursor.storage.authTokenEncryptionAtRest", "false"),
        )

        self.assertEqual(_GetSecretNames(producer), [])

    def testConnectionToken(self):
        """The token of a cloud agent is joined to its conversation."""
        producer = item_lib.ReadItems(
            (
                'secret://{"extensionId":"anysphere.cursor-resolver-helper",'
                '"key":"connectionToken:bc-e1"}',
                evidence.MakeSecret("token"),
            )
        )

        self.assertEqual(producer.event_data[0].conversation_identifier, "bc-e1")

    def testRecovered(self):
        """A recovered secret is told as present, with no time."""
        producer = item_lib.ReadItems(
            ("cursorAuth/accessToken", evidence.MakeSecret("old")), recovered=True
        )

        self.assertEqual(
            item_lib.GetFacts(
                producer.event_data[0],
                "secret_name",
                "secret_present",
                "modification_time",
                "recovery_method",
            ),
            ("cursorAuth/accessToken", True, None, "freeblock"),
        )

    def testGetSecretName(self):
        """A key that is not JSON is shown as it is, on one line."""
        self.assertEqual(accounts.GetSecretName("secret://{broken"), "{broken")
        self.assertEqual(accounts.GetSecretName("secret://a\nb"), "a\\nb")
        self.assertEqual(accounts.GetSecretName('secret://{"key":5}'), "5")
        self.assertEqual(accounts.GetSecretName("secret://{}"), "{}")


class SentinelTest(unittest.TestCase):
    """Tests that no value of a secret leaves the readers."""

    def testNoSecretLeaves(self):
        """No attribute and no warning holds a sentinel, in any form of the rows."""
        rows = (
            settings_recipe.GetSecretRows()
            + settings_recipe.GetSettingsRows()
            + settings_recipe.GetSourceHostRows("/home/ana/proj/demo")
            + [
                (key, value)
                for key in (
                    *keys.SECRET_KEY_PREFIXES,
                    "cursor.accessToken",
                    "acme.clientSecret",
                    "remoteAgentHost.computerKey.auth0|user_01",
                )
                for value in (
                    evidence.MakeSecret(key),
                    evidence.MakeSecret(key).encode("utf-8"),
                    {"token": evidence.MakeSecret(key)},
                    [evidence.MakeSecret(key)],
                    f"{{{evidence.MakeSecret(key):s}",
                )
            ]
        )
        buffer_text = ", ".join(str(byte) for byte in b"SENTINEL")
        for recovered in (False, True):
            with self.subTest(recovered=recovered):
                text = item_lib.GetText(item_lib.ReadItems(*rows, recovered=recovered))

                self.assertNotIn(evidence.SECRET_SENTINEL, text)
                self.assertNotIn(buffer_text, text)
                self.assertNotIn(buffer_text.replace(" ", ""), text)


if __name__ == "__main__":
    unittest.main()
