"""Tests of the reader of settings."""

import unittest

from cursor_plaso.state import settings
from test_data.recipes import seed
from test_data.recipes import settings as settings_recipe
from tests import evidence
from tests.state import item_lib

_SEED_BLOB = {
    "composerState": {
        "modes4": [
            {
                "id": "agent",
                "autoRun": True,
                "smartModeAutoRun": False,
                "fullAutoRun": False,
            }
        ],
        "yoloCommandAllowlist": ["curl", "head"],
        "yoloCommandDenylist": [],
        "yoloOutsideWorkspaceDisabled": True,
    },
    "aiSettings": {"modelLastUsedAt": {"grok-4.7": "2026-10-01T09:59:00.000Z"}},
}


def _GetSettings(producer):
    """Retrieves the settings that were produced.

    Args:
      producer (CollectingProducer): producer.

    Returns:
      list[tuple[str, str]]: names and values.
    """
    return [
        (event_data.setting_name, event_data.setting_value)
        for event_data in producer.GetByDataType("cursor:permission:setting")
    ]


class RunModeTest(unittest.TestCase):
    """Tests of the derivation of the run mode, by the seed's table."""

    def testGetRunMode(self):
        """Each line of the table gives the label of the user interface."""
        for auto_run, smart_mode, full_auto_run, sandbox, expected_run_mode in (
            (False, False, False, False, "Ask Every Time"),
            (False, True, False, True, "Ask Every Time"),
            (True, False, False, False, "Allowlist"),
            (True, False, False, True, "Allowlist (with Sandbox)"),
            (True, True, False, False, "Auto-review"),
            (True, True, False, True, "Auto-review (with Sandbox)"),
            (False, False, True, False, "Run Everything"),
            (True, True, True, True, "Run Everything"),
            (None, None, True, None, "Run Everything"),
            # A version without the classifier.
            (True, None, None, False, "Allowlist"),
            (True, False, False, None, "Allowlist (sandbox not known)"),
            (None, True, False, True, None),
        ):
            with self.subTest(
                auto_run=auto_run,
                smart_mode=smart_mode,
                full_auto_run=full_auto_run,
                sandbox=sandbox,
            ):
                self.assertEqual(
                    settings.GetRunMode(auto_run, smart_mode, full_auto_run, sandbox),
                    expected_run_mode,
                )


class SettingsReaderTest(unittest.TestCase):
    """Tests of the reader of settings."""

    def testSeedFixture(self):
        """The seed's settings blob gives its entries, run mode, switch and model."""
        for order in (1, -1):
            rows = [
                (seed.SETTINGS_KEY, _SEED_BLOB),
                ("cursor/sandboxAutoRunSettingEnabled", True),
            ][::order]
            with self.subTest(order=order):
                producer = item_lib.ReadItems(*rows)

                self.assertEqual(producer.warnings, [])
                self.assertEqual(
                    _GetSettings(producer),
                    [
                        ("yoloCommandAllowlist", "curl"),
                        ("yoloCommandAllowlist", "head"),
                        ("yoloOutsideWorkspaceDisabled", "true"),
                        ("run mode agent", "Allowlist (with Sandbox)"),
                    ],
                )
                run_mode = producer.event_data[-1]
                self.assertEqual(
                    run_mode.setting_details,
                    "autoRun=true smartModeAutoRun=false fullAutoRun=false "
                    "sandbox=true",
                )
                for event_data in producer.GetByDataType("cursor:permission:setting"):
                    self.assertEqual(
                        item_lib.GetFacts(
                            event_data,
                            "modification_time",
                            "time_source",
                            "setting_note",
                            "conversation_identifier",
                        ),
                        (
                            item_lib.FILE_TIME,
                            "file modification time",
                            "written late by the app",
                            None,
                        ),
                    )

                self.assertEqual(len(producer.event_data), 5)
                last_used = producer.GetByDataType("cursor:model:last_used")[0]
                self.assertEqual(
                    item_lib.GetFacts(
                        last_used, "model", "last_used_time", "time_source"
                    ),
                    (
                        "grok-4.7",
                        "2026-10-01T09:59:00.000+00:00",
                        "aiSettings.modelLastUsedAt",
                    ),
                )

    def testRecordKeys(self):
        """Every event of a blob has a record key of its own."""
        producer = item_lib.ReadItems(*settings_recipe.GetSettingsRows())
        record_keys = [event_data.record_key for event_data in producer.event_data]

        self.assertEqual(len(record_keys), len(set(record_keys)))
        self.assertIn(
            f"ItemTable[{seed.SETTINGS_KEY:s}#composerState.yoloCommandAllowlist[0]]",
            record_keys,
        )

    def testWholeBlob(self):
        """Each list entry, switch, mode, surface and fact gives one event."""
        producer = item_lib.ReadItems(*settings_recipe.GetSettingsRows())
        setting_values = dict(_GetSettings(producer))

        self.assertEqual(producer.warnings, [])
        for name, expected_value in (
            ("autoApprovedModeTransitions", "agent->plan"),
            ("cursor/agentAutorunBrandNewDefaultAttempted", "true"),
            ("cursor/sandboxSupported", "true"),
            ("cursor/steerFromCloudModalOpened", "true"),
            ("cursorai/donotchange/privacyMode", "false"),
            ("doNotShowFullYoloModeWarningAgain", "false"),
            ("mcpAuthBlocking", "false"),
            ("playwrightProtection", "true"),
            ("run mode agent", "Auto-review (with Sandbox)"),
            ("run mode debug", "Ask Every Time"),
            ("run mode multitask", "Run Everything"),
            ("run mode triage", "Allowlist (with Sandbox)"),
            ("selected model cmd-k", "default"),
            ("selected model composer", "grok-4.6"),
            ("smartAllowlistDenylist", "sudo"),
            ("useLegacyTerminalTool", "false"),
            ("webFetchDomainAllowlist", "docs.example.test"),
            ("yoloCommandDenylist", "rm"),
            ("yoloDeleteFileDisabled", "true"),
            ("yoloEnableRunEverything", "false"),
        ):
            with self.subTest(name=name):
                self.assertEqual(setting_values.get(name), expected_value)

        self.assertEqual(
            {
                event_data.identity_name: event_data.identity_value
                for event_data in producer.GetByDataType("cursor:account")
                if event_data.identity_name
            },
            {
                "authenticationSettings.githubLoggedIn": "true",
                "cliDetectionStatus.agentStatus": "found",
                "cliDetectionStatus.claudeStatus": "missing",
                "dashboardUserId": "1001",
                "membershipType": "premium",
            },
        )
        self.assertEqual(
            [
                event_data.secret_name
                for event_data in producer.GetByDataType("cursor:account")
                if event_data.secret_present
            ],
            ["aiSettings.openAIKey"],
        )
        self.assertEqual(
            [
                event_data.server_name
                for event_data in producer.GetByDataType("cursor:mcp:server")
            ],
            ["calendar"],
        )
        agent_mode = next(
            event_data
            for event_data in producer.event_data
            if getattr(event_data, "setting_name", None) == "run mode agent"
        )
        self.assertIn("enabledMcpServers=calendar", agent_mode.setting_details)

    def testSandboxWithoutBlob(self):
        """The sandbox setting is told where there is no run mode to tell it."""
        producer = item_lib.ReadItems(("cursor/sandboxAutoRunSettingEnabled", False))

        self.assertEqual(
            _GetSettings(producer), [("cursor/sandboxAutoRunSettingEnabled", "false")]
        )

    def testSandboxAbsent(self):
        """An absent sandbox key reads as Linux and Windows have it: no sandbox."""
        producer = item_lib.ReadItems((seed.SETTINGS_KEY, _SEED_BLOB))

        self.assertEqual(_GetSettings(producer)[-1], ("run mode agent", "Allowlist"))
        self.assertIn("sandbox=absent", producer.event_data[-1].setting_details)

    def testRecovered(self):
        """A recovered blob takes no file time and claims nothing of the sandbox."""
        producer = item_lib.ReadItems((seed.SETTINGS_KEY, _SEED_BLOB), recovered=True)

        self.assertEqual(
            _GetSettings(producer)[-1],
            ("run mode agent", "Allowlist (sandbox not known)"),
        )
        self.assertEqual(producer.recovered, [True] * 5)
        for event_data in producer.GetByDataType("cursor:permission:setting"):
            self.assertIsNone(event_data.modification_time)
            self.assertIsNone(event_data.time_source)
            self.assertEqual(event_data.recovery_method, "freeblock")

    def testModesOfSeveralVersions(self):
        """Of several lists of modes the newest is the one in force."""
        producer = item_lib.ReadItems(
            (
                seed.SETTINGS_KEY,
                {
                    "composerState": {
                        "modes4": [{"id": "agent", "autoRun": False}],
                        "modes3": [{"id": "agent", "autoRun": True}],
                    }
                },
            )
        )

        self.assertEqual(_GetSettings(producer), [("run mode agent", "Ask Every Time")])

    def testBrokenMembers(self):
        """A member of another type costs itself, and is told once."""
        producer = item_lib.ReadItems(
            (
                seed.SETTINGS_KEY,
                {
                    "composerState": {
                        "modes4": [7, {"id": "agent", "autoRun": "yes"}],
                        "yoloCommandAllowlist": ["curl", None, {"a": 1}],
                        "yoloCommandDenylist": 5,
                    },
                    "aiSettings": {
                        "modelLastUsedAt": {
                            "grok-4.6": "yesterday",
                            "grok-4.7": "2026-10-01T09:59:00.000Z",
                        }
                    },
                    "membershipType": {"a": 1},
                },
            )
        )

        self.assertEqual(
            _GetSettings(producer),
            [
                ("yoloCommandAllowlist", "curl"),
                ("yoloCommandAllowlist", '{"a":1}'),
                ("run mode agent", None),
            ],
        )
        self.assertEqual(
            [
                (event_data.model, item_lib.GetTime(event_data.last_used_time))
                for event_data in producer.GetByDataType("cursor:model:last_used")
            ],
            [("grok-4.6", None), ("grok-4.7", "2026-10-01T09:59:00.000+00:00")],
        )
        self.assertEqual(
            [
                event_data.record_key
                for event_data, corrupted in zip(
                    producer.event_data, producer.corrupted
                )
                if corrupted
            ],
            [
                f"ItemTable[{seed.SETTINGS_KEY:s}#aiSettings.modelLastUsedAt.grok-4.6]",
                f"ItemTable[{seed.SETTINGS_KEY:s}#composerState.modes4[1]]",
            ],
        )
        self.assertEqual(len(producer.warnings), 5)
        self.assertNotIn("yesterday", "".join(producer.warnings))

    def testServers(self):
        """Of an MCP server the name, command and URL are told, and no secret."""
        secret = evidence.MakeSecret("mcp")
        producer = item_lib.ReadItems(
            (
                seed.SETTINGS_KEY,
                {
                    "mcpServers": {
                        "acme": {
                            "command": "npx",
                            "args": ["-y", "acme", "--api-key", secret],
                            "env": {"ACME": secret},
                        },
                        "web": {
                            "url": f"https://ana:{secret:s}@mcp.example.test/sse",
                            "headers": {"X-Acme": secret},
                        },
                    },
                    "mcpDisabledTools": [
                        "acme:delete",
                        {"server": "web", "env": {"A": secret}},
                    ],
                },
            )
        )
        servers = producer.GetByDataType("cursor:mcp:server")

        self.assertEqual(
            [
                item_lib.GetFacts(server, "server_name", "command", "url")
                for server in servers
            ],
            [
                ("acme", "npx -y acme --api-key ***", None),
                ("web", None, "https://***@mcp.example.test/sse"),
            ],
        )
        self.assertNotIn(secret, item_lib.GetText(producer))

    def testAdministrator(self):
        """What an administrator forces is told with its scope."""
        producer = item_lib.ReadItems(
            (
                "adminSettings.cached",
                {
                    "agent": {"defaultAgentRunMode": "allowlist_without_sandbox"},
                    "isAutoRunDisabledByAdmin": True,
                    "blocklist": ["rm"],
                    "apiKey": evidence.MakeSecret("admin"),
                },
            )
        )

        self.assertEqual(
            [
                item_lib.GetFacts(
                    event_data, "setting_name", "setting_value", "setting_scope"
                )
                for event_data in producer.event_data
            ],
            [
                (
                    "adminSettings.cached.agent.defaultAgentRunMode",
                    "allowlist_without_sandbox",
                    "administrator",
                ),
                (
                    "adminSettings.cached.isAutoRunDisabledByAdmin",
                    "true",
                    "administrator",
                ),
                ("blocklist", "rm", "administrator"),
            ],
        )

    def testApprovedServers(self):
        """Each approved project MCP server is a standing entry."""
        producer = item_lib.ReadItems(
            ("cursor/approvedProjectMcpServers", ["demo-acme-1f2e"])
        )

        self.assertEqual(
            _GetSettings(producer), [("approvedProjectMcpServers", "demo-acme-1f2e")]
        )


if __name__ == "__main__":
    unittest.main()
