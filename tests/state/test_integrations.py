"""Tests of the readers of MCP servers, plugins, source hosts and remote control."""

import unittest

from test_data.recipes import seed
from test_data.recipes import settings as settings_recipe
from tests import evidence
from tests.state import item_lib

_ACCOUNT = "auth0|user_01"


def _MakeSeedRows():
    """Makes the rows of the seed's fixture of MCP servers.

    Returns:
      list[tuple[str, object]]: keys and values.
    """
    calendar, tracker = seed.CALENDAR_SCOPE, seed.TRACKER_SCOPE
    return [
        (
            evidence.MakeOAuthKey("global", calendar, "mcp_server_url"),
            '"https://calendar.mcp.example.test/mcp"',
        ),
        (
            evidence.MakeOAuthKey("global", calendar, "mcp_oauth_updated_at_ms"),
            "1790849300000",
        ),
        (
            evidence.MakeOAuthKey(
                "global", calendar, "mcp_tokens_canonical_migration_complete"
            ),
            "true",
        ),
        (
            evidence.MakeOAuthKey("global", tracker, "mcp_server_url", padded=True),
            "https://tracker.example.test/mcp",
        ),
        (
            evidence.MakeOAuthKey("global", seed.ATTEMPT_SCOPE, "mcp_server_url"),
            '"https://calendar.mcp.example.test/mcp"',
        ),
        (
            evidence.MakeOAuthKey("global", "", "mcpOAuth.extensionMigrationComplete"),
            "true",
        ),
        (
            evidence.MakeOAuthKey("secret", calendar, "mcp_tokens"),
            evidence.MakeSecretBuffer("tokens"),
        ),
        (
            evidence.MakeOAuthKey("secret", calendar, "mcp_client_information"),
            evidence.MakeSecretBuffer("client"),
        ),
        (
            evidence.MakeOAuthKey("secret", seed.ATTEMPT_SCOPE, "mcp_code_verifier"),
            evidence.MakeSecretBuffer("verifier"),
        ),
    ]


class MCPServersReaderTest(unittest.TestCase):
    """Tests of the reader of the OAuth state of MCP servers."""

    def testSeedFixture(self):
        """The seed's two servers are told, in any row order, and no attempt."""
        for order in (1, -1):
            with self.subTest(order=order):
                producer = item_lib.ReadItems(*_MakeSeedRows()[::order])
                servers = sorted(
                    item_lib.GetFacts(
                        server,
                        "server_name",
                        "url",
                        "tokens_stored",
                        "update_time",
                        "modification_time",
                        "time_source",
                    )
                    for server in producer.GetByDataType("cursor:mcp:server")
                )

                self.assertEqual(producer.warnings, [])
                self.assertEqual(
                    servers,
                    [
                        (
                            "plugin-acme-tracker-tracker",
                            "https://tracker.example.test/mcp",
                            False,
                            None,
                            item_lib.FILE_TIME,
                            "file modification time",
                        ),
                        (
                            "plugin-calendar-calendar",
                            "https://calendar.mcp.example.test/mcp",
                            True,
                            "2026-10-01T10:08:20.000+00:00",
                            None,
                            "mcp_oauth_updated_at_ms",
                        ),
                    ],
                )
                self.assertNotIn(evidence.SECRET_SENTINEL, item_lib.GetText(producer))

    def testTokensAlone(self):
        """Tokens of a server whose URL is gone are told."""
        producer = item_lib.ReadItems(_MakeSeedRows()[6])
        servers = producer.GetByDataType("cursor:mcp:server")

        self.assertEqual(
            [
                item_lib.GetFacts(server, "server_name", "url", "tokens_stored")
                for server in servers
            ],
            [("plugin-calendar-calendar", None, True)],
        )

    def testRecovered(self):
        """A recovered URL alone tells nothing of tokens."""
        producer = item_lib.ReadItems(_MakeSeedRows()[0], recovered=True)

        self.assertEqual(
            item_lib.GetFacts(
                producer.event_data[0], "tokens_stored", "modification_time"
            ),
            (None, None),
        )

    def testBrokenRows(self):
        """A key that is not base64, and a time that is none, are told."""
        producer = item_lib.ReadItems(
            ("mcpOAuth.global.%%%", "x"),
            ("mcpOAuth.global.", "x"),
            ("mcpOAuth.secret.%%%", evidence.MakeSecret("key")),
            (
                evidence.MakeOAuthKey("global", "a::b", "mcp_oauth_updated_at_ms"),
                "soon",
            ),
            (
                evidence.MakeOAuthKey("global", "a::b", "mcp_server_url"),
                "https://ana:pw@a.test/mcp",
            ),
        )

        self.assertEqual(len(producer.warnings), 4)
        self.assertEqual(
            [
                item_lib.GetFacts(event_data, "data_type", "record_key")
                for event_data in producer.event_data
            ][0],
            ("cursor:account", "ItemTable[mcpOAuth.secret.%%%]"),
        )
        self.assertEqual(producer.event_data[1].url, "https://***@a.test/mcp")
        self.assertNotIn(evidence.SECRET_SENTINEL, item_lib.GetText(producer))


class PluginsReaderTest(unittest.TestCase):
    """Tests of the reader of the installed plugins."""

    def testScopes(self):
        """Each entry is told with its scope, a folder with its path."""
        plugins = [{"id": "12345678", "sources": ["user"]}]
        producer = item_lib.ReadItems(
            ("cursor.plugins.installedIds.no-team|no-workspace", plugins),
            ("cursor.plugins.installedIds.no-team|file:///srv/proj", plugins),
            (
                "cursor.plugins.installedIds.42|file:///c%3A/Users/ana/demo",
                [{"id": 7, "sources": ["user", "team"]}, 5, {}, None],
            ),
        )

        self.assertEqual(
            [
                item_lib.GetFacts(
                    event_data,
                    "plugin_identifier",
                    "plugin_sources",
                    "plugin_scope",
                    "project_path",
                    "modification_time",
                )
                for event_data in producer.event_data
            ],
            [
                ("12345678", "user", "no-workspace", None, item_lib.FILE_TIME),
                (
                    "12345678",
                    "user",
                    "file:///srv/proj",
                    "/srv/proj",
                    item_lib.FILE_TIME,
                ),
                (
                    "7",
                    "user, team",
                    "file:///c%3A/Users/ana/demo",
                    "c:\\Users\\ana\\demo",
                    item_lib.FILE_TIME,
                ),
                (
                    "5",
                    None,
                    "file:///c%3A/Users/ana/demo",
                    "c:\\Users\\ana\\demo",
                    item_lib.FILE_TIME,
                ),
                (
                    None,
                    None,
                    "file:///c%3A/Users/ana/demo",
                    "c:\\Users\\ana\\demo",
                    item_lib.FILE_TIME,
                ),
            ],
        )
        self.assertEqual(producer.corrupted, [False, False, False, False, True])
        self.assertEqual(len(producer.warnings), 1)


class RemoteHostReaderTest(unittest.TestCase):
    """Tests of the reader of the enrolment as a remote agent host."""

    def testEnrolled(self):
        """An enrolment is told with the name of the host and of the machine."""
        rows = [
            (f"remoteAgentHost.enrolled.{_ACCOUNT:s}", True),
            (f"remoteAgentHost.displayName.{_ACCOUNT:s}", "ana-pc"),
            ("remoteAgentHost.targetId", "0b000001-0000-4000-8000-000000000001"),
            ("remoteAgentHost.enrolled.auth0%7Cuser_02", False),
        ]
        for order in (1, -1):
            with self.subTest(order=order):
                producer = item_lib.ReadItems(*rows[::order])

                self.assertEqual(producer.warnings, [])
                self.assertEqual(len(producer.event_data), 1)
                self.assertEqual(
                    item_lib.GetFacts(
                        producer.event_data[0],
                        "data_type",
                        "account_identifier",
                        "shown_name",
                        "target_identifier",
                        "modification_time",
                    ),
                    (
                        "cursor:remote_host",
                        _ACCOUNT,
                        "ana-pc",
                        "0b000001-0000-4000-8000-000000000001",
                        item_lib.FILE_TIME,
                    ),
                )


class SourceHostReaderTest(unittest.TestCase):
    """Tests of the reader of the accounts at source hosts."""

    def testUsages(self):
        """Each use is told once, at its own time, with its scopes."""
        rows = settings_recipe.GetSourceHostRows("/home/ana/proj/demo")[:2]
        for order in (1, -1):
            with self.subTest(order=order):
                producer = item_lib.ReadItems(*rows[::order])

                self.assertEqual(producer.warnings, [])
                self.assertEqual(
                    [
                        item_lib.GetFacts(
                            event_data,
                            "source_host",
                            "account_name",
                            "extension_name",
                            "scopes",
                            "is_allowed",
                            "last_used_time",
                            "modification_time",
                        )
                        for event_data in producer.event_data
                    ],
                    [
                        (
                            "github",
                            "ana-login",
                            "GitHub",
                            "read:user, repo, user:email, workflow",
                            True,
                            "2026-10-01T09:58:00.000+00:00",
                            None,
                        ),
                        (
                            "github",
                            "ana-login",
                            "Git",
                            "repo",
                            None,
                            "2026-10-01T09:59:00.000+00:00",
                            None,
                        ),
                    ],
                )

    def testAccountAlone(self):
        """An account that no extension used stands at the time of the file."""
        producer = item_lib.ReadItems(
            (
                "github-ana-usages",
                [{"id": "acme.tool", "name": "Tool", "allowed": False}],
            ),
            ("github-bob", []),
            ("github-enterprise-cam", [{"id": "acme.tool"}]),
        )

        self.assertEqual(
            [
                item_lib.GetFacts(
                    event_data,
                    "source_host",
                    "account_name",
                    "extension_name",
                    "is_allowed",
                    "modification_time",
                )
                for event_data in producer.event_data
            ],
            [
                ("github", "ana-usages", "Tool", False, item_lib.FILE_TIME),
                ("github", "bob", None, None, item_lib.FILE_TIME),
                ("github-enterprise", "cam", "acme.tool", None, item_lib.FILE_TIME),
            ],
        )

    def testBrokenUsages(self):
        """A use without a time stands at the time of the file; others are told."""
        producer = item_lib.ReadItems(
            (
                "github-ana-usages",
                [{"extensionId": "a.b", "lastUsed": "soon", "scopes": "repo"}, 5],
            )
        )

        self.assertEqual(
            item_lib.GetFacts(
                producer.event_data[0],
                "extension_name",
                "scopes",
                "last_used_time",
                "modification_time",
            ),
            ("a.b", "repo", None, item_lib.FILE_TIME),
        )
        self.assertEqual(producer.corrupted, [True])
        self.assertEqual(len(producer.warnings), 2)


if __name__ == "__main__":
    unittest.main()
