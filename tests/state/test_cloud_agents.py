"""Tests of the reader of cloud agents."""

import hashlib
import unittest

from cursor_plaso import producer as cursor_producer
from cursor_plaso.state import cloud_agents
from test_data.recipes import seed
from tests import evidence
from tests.state import item_lib

_AUTHORISATION_KEY = "cloudAgentRepository.mcpAuthResolution"
_CHANGED_README = b"# demo\nA calculator.\n"

_TOOL_CALL = "toolu_mcp_auth_01\nfc_mcp_auth_01"
_DECISION = {
    "agentId": "bc-e1",
    "authId": "f0000001-0000-4000-8000-000000000001",
    "nonce": "f0000002-0000-4000-8000-000000000002",
    "queryId": "f0000003-0000-4000-8000-000000000003",
    "toolCallId": _TOOL_CALL,
    "userDecision": "accepted",
    "version": 1,
}


class CachedDetailsReaderTest(unittest.TestCase):
    """Tests of the reader of the cached details of cloud agents."""

    def _ReadRow(self, key, value):
        """Reads a row.

        Args:
          key (str): key.
          value (object): stored value.

        Returns:
          CollectingProducer: producer that has what was produced.
        """
        producer = cursor_producer.CollectingProducer()
        reader = cloud_agents.CachedDetailsReader(item_lib.MakeContext(producer))
        reader.ReadRow(key, value)
        reader.Finish()
        return producer

    def testDetails(self):
        """The details give prompt, repository, commits and files, by hash."""
        producer = self._ReadRow("bcCachedDetails:bc-e1", seed.MakeCachedDetails())

        self.assertEqual(producer.warnings, [])
        self.assertEqual(len(producer.event_data), 1)
        self.assertEqual(
            item_lib.GetFacts(
                producer.event_data[0],
                "data_type",
                "evidence_source",
                "conversation_identifier",
                "name",
                "prompt",
                "prompt_size",
                "repository_url",
                "source_host",
                "git_branch",
                "base_branch",
                "starting_commit",
                "latest_commit",
                "status_number",
                "source_number",
                "is_archived",
                "vm_started",
                "model",
                "requested_model",
                "workspace_root_path",
                "creation_time",
                "update_time",
                "last_active_time",
                "changed_files",
                "record_key",
            ),
            (
                "cursor:cloud_agent",
                "cached details",
                "bc-e1",
                "Describe the repository",
                "Describe the repository in two sentences.",
                None,
                "github.com/owner/demo",
                "owner/demo",
                "main",
                "origin/main",
                "0123456789abcdef0123456789abcdef01234567",
                "fedcba9876543210fedcba9876543210fedcba98",
                2,
                16,
                True,
                True,
                "grok-4.7",
                None,
                "/home/ubuntu/demo",
                "2026-09-21T19:46:40.000+00:00",
                "2026-09-21T19:47:40.000+00:00",
                "2026-09-21T19:47:40.000+00:00",
                "README.md +1 -0 before 7 bytes SHA-256 "
                f"{hashlib.sha256(b'# demo' + bytes([10])).hexdigest():s} "
                "after 21 bytes SHA-256 "
                f"{hashlib.sha256(_CHANGED_README).hexdigest():s}",
                "cursorDiskKV[bcCachedDetails:bc-e1]",
            ),
        )
        self.assertNotIn("A calculator", item_lib.GetText(producer))

    def testLesserFacts(self):
        """Who started an agent, from where, and what became of it are told (3)."""
        composer = [
            (1, "bc-e1"),
            (8, "https://github.com/owner/demo"),
            (15, "C01"),
            (23, 1),
            (29, "user"),
            (30, "auth0|user_01"),
            (37, 2),
            (39, "Add subtract"),
            (45, 77),
            (62, "github.com/owner/demo"),
            (62, "github.com/owner/lib"),
        ]
        value = evidence.EncodeProtobuf(
            [(3, [(1, composer), (7, [(1, "no capacity")])])]
        )

        producer = self._ReadRow("bcCachedDetails:bc-e1", value)

        self.assertEqual(
            producer.event_data[0].details,
            "triggered principal type: user, triggered principal id: auth0|user_01, "
            "slack channel id: C01, participant user id: 77, "
            'start error: {"field_1":"no capacity"}, commits: 2, pull request merged, '
            "latest commit message: Add subtract, "
            "further repository: github.com/owner/lib",
        )

    def testDamage(self):
        """What can be read of a cut message is told as partial; the rest is not."""
        data = seed.MakeCachedDetails()
        for value, expected_corrupted, number_of_warnings in (
            (data[:-40], [True], 1),
            (data.hex(), [False], 0),
            (b"\xff\xff\xff", [], 1),
            ("not a message", [], 1),
            (None, [], 0),
            (b"", [], 0),
        ):
            with self.subTest(value=value):
                producer = self._ReadRow("bcCachedDetails:bc-e1", value)

                self.assertEqual(producer.corrupted, expected_corrupted)
                self.assertEqual(len(producer.warnings), number_of_warnings)


class CloudAgentsReaderTest(unittest.TestCase):
    """Tests of the reader of cloud agents."""

    def testSeedFixture(self):
        """The seed's two agents give their facts, times and models."""
        producer = item_lib.ReadItems(*seed.GetCloudAgentRows())

        self.assertEqual(producer.warnings, [])
        self.assertEqual(producer.corrupted, [False] * 6)
        first_agent, second_agent = producer.GetByDataType("cursor:cloud_agent")
        self.assertEqual(
            item_lib.GetFacts(
                first_agent,
                "conversation_identifier",
                "name",
                "repository_url",
                "project_path",
                "source_host",
                "account_identifier",
                "status_number",
                "workflow_status_number",
                "source_number",
                "is_archived",
                "is_killed",
                "vm_started",
                "model",
                "requested_model",
                "workspace_root_path",
                "origin",
                "creation_time",
                "update_time",
                "last_active_time",
                "last_access_time",
                "row_update_time",
                "time_source",
            ),
            (
                "bc-e1",
                "Describe the repository",
                "github.com/owner/demo",
                "github.com/owner/demo",
                "owner/demo",
                "auth0|user_01",
                2,
                2,
                16,
                True,
                False,
                True,
                "grok-4.7",
                None,
                "/home/ubuntu/demo",
                "remote cursor cloud agent",
                "2026-09-21T19:46:40.000+00:00",
                "2026-09-21T19:47:40.000+00:00",
                "2026-09-21T19:47:40.000+00:00",
                "2026-09-21T19:48:10.000+00:00",
                "2026-09-21T19:48:40.000+00:00",
                "createdAt, lastReadAtMs, lastMessageActivityAtMs, rowUpdatedAtMs, "
                "updatedAt",
            ),
        )
        self.assertEqual(
            item_lib.GetFacts(
                second_agent,
                "conversation_identifier",
                "account_identifier",
                "status_number",
                "vm_started",
                "requested_model",
                "creation_time",
                "update_time",
                "row_update_time",
            ),
            (
                "bc-e2",
                "auth0|user_02",
                1,
                False,
                "default",
                "2026-09-21T20:03:20.000+00:00",
                None,
                "2026-09-21T20:05:20.000+00:00",
            ),
        )

        self.assertEqual(
            [
                item_lib.GetFacts(
                    change,
                    "conversation_identifier",
                    "model",
                    "requested_model",
                    "project_path",
                    "creation_time",
                )
                for change in producer.GetByDataType("cursor:model:change")
            ],
            [
                (
                    "bc-e1",
                    "grok-4.7",
                    None,
                    "github.com/owner/demo",
                    "2026-09-21T19:46:40.000+00:00",
                ),
                (
                    "bc-e2",
                    "grok-4.7",
                    "default",
                    "github.com/owner/web",
                    "2026-09-21T20:03:20.000+00:00",
                ),
            ],
        )
        self.assertEqual(
            [
                item_lib.GetFacts(
                    repository,
                    "repository_url",
                    "repository_type",
                    "conversation_identifier",
                    "modification_time",
                )
                for repository in producer.GetByDataType(
                    "cursor:source_host:repository"
                )
            ],
            [
                ("https://github.com/owner/demo", "github", None, item_lib.FILE_TIME),
                ("owner/web", "github", None, item_lib.FILE_TIME),
            ],
        )

    def testAuthorisation(self):
        """The decision has the repository and model of its agent, in any row order."""
        agents_row = seed.GetCloudAgentRows()[0]
        for value, suffix in ((_DECISION, ""), ([_DECISION], "#[0]")):
            for order in (1, -1):
                rows = [agents_row, (_AUTHORISATION_KEY, value)][::order]
                with self.subTest(order=order, suffix=suffix):
                    producer = item_lib.ReadItems(*rows)
                    decisions = producer.GetByDataType("cursor:permission:decision")

                    self.assertEqual(producer.warnings, [])
                    self.assertEqual(len(decisions), 1)
                    self.assertEqual(
                        item_lib.GetFacts(
                            decisions[0],
                            "decision",
                            "call_summary",
                            "conversation_identifier",
                            "tool_call_identifier",
                            "project_path",
                            "model",
                            "modification_time",
                            "time_source",
                            "record_key",
                        ),
                        (
                            "accepted",
                            "mcp auth for cloud agent bc-e1",
                            "bc-e1",
                            _TOOL_CALL.replace("\n", "\\n"),
                            "github.com/owner/demo",
                            "grok-4.7",
                            item_lib.FILE_TIME,
                            "file modification time",
                            f"ItemTable[{_AUTHORISATION_KEY:s}{suffix:s}]",
                        ),
                    )
                    self.assertNotIn(_DECISION["nonce"], item_lib.GetText(producer))

    def testAuthorisationAlone(self):
        """A decision whose agent is not listed, or that is partial, is told."""
        producer = item_lib.ReadItems(
            (_AUTHORISATION_KEY, [_DECISION, {"agentId": "bc-e9"}, 5, {}])
        )

        self.assertEqual(
            [
                item_lib.GetFacts(event_data, "decision", "conversation_identifier")
                for event_data in producer.event_data
            ],
            [("accepted", "bc-e1"), (None, "bc-e9"), (None, None)],
        )
        self.assertEqual(producer.corrupted, [False, True, True])
        self.assertEqual(len(producer.warnings), 1)

    def testDetailsOfAnElement(self):
        """Members that no attribute holds are told by name (seed, "Cloud agents")."""
        producer = item_lib.ReadItems(
            (
                "cloudAgentRepository.agents.auth0|user_01",
                [
                    {
                        "bcId": "bc-e1",
                        "cloudTargetKey": "github:owner/demo:main:0123",
                        "hasPendingInteraction": True,
                        "isOwnedByDifferentTeamMember": False,
                        "requestedModel": {
                            "modelId": "grok-4.7",
                            "parameters": [{"id": "context", "value": "256k"}],
                        },
                        "startedAsNewProject": True,
                    }
                ],
            )
        )

        (agent,) = producer.GetByDataType("cursor:cloud_agent")
        self.assertEqual(
            agent.details,
            "session synced: vendor copy, cloudTargetKey=github:owner/demo:main:0123, "
            "hasPendingInteraction=true, startedAsNewProject=true, "
            "model parameter context=256k",
        )

    def testTemporaryRepository(self):
        """An agent in a temporary Origin repository keeps it whole, with no host."""
        repository = "origin.cursor.com/git/ana-space/tmp-0123456789abcdef"
        producer = item_lib.ReadItems(
            (
                "cloudAgentRepository.agents.auth0|user_01",
                [
                    {
                        "bcId": "bc-e3",
                        "branchName": "main",
                        "repoUrl": repository,
                        "modelDetails": {"modelName": "grok-4.7"},
                    }
                ],
            )
        )

        self.assertEqual(
            item_lib.GetFacts(
                producer.event_data[0],
                "project_path",
                "source_host",
                "git_branch",
                "creation_time",
                "time_source",
            ),
            (repository, None, "main", None, None),
        )

    def testBothSpellings(self):
        """The same list under both spellings of one account is told once."""
        agent = {"bcId": "bc-e1", "modelDetails": {"modelName": "grok-4.7"}}
        producer = item_lib.ReadItems(
            ("cloudAgentRepository.agents.auth0|user_01", [agent]),
            ("cloudAgentRepository.agents.auth0%7Cuser_01", [agent]),
            ("cloudAgentRepository.agents.auth0%7Cuser_02", [agent]),
        )

        self.assertEqual(
            [
                event_data.account_identifier
                for event_data in producer.GetByDataType("cursor:cloud_agent")
            ],
            ["auth0|user_01", "auth0|user_02"],
        )

    def testBrokenElements(self):
        """Elements that are no agents are told, and cost their neighbours nothing."""
        good = {"bcId": "bc-good", "createdAt": 1790020000000}
        producer = item_lib.ReadItems(
            (
                "cloudAgentRepository.agents.a",
                [
                    None,
                    good,
                    5,
                    {"name": "no id"},
                    {"bcId": "bc-odd", "createdAt": "x"},
                ],
            ),
            ("cloudAgentRepository.agents.b", {"bcId": "bc-object"}),
            ("cloudAgentRepository.agents.c", "not JSON"),
            ("cloudAgentRepository.agents.d", []),
        )

        self.assertEqual(
            [event_data.conversation_identifier for event_data in producer.event_data],
            ["bc-good", None, "bc-odd"],
        )
        self.assertEqual(producer.corrupted, [False, True, True])
        self.assertEqual(
            producer.warnings,
            [
                "ItemTable row cloudAgentRepository.agents.a: element 3 has no bcId",
                "ItemTable row cloudAgentRepository.agents.a: [4]: can not read "
                "createdAt",
                "ItemTable row cloudAgentRepository.agents.a: 2 elements, from 0 on, "
                "are not objects",
                "ItemTable row cloudAgentRepository.agents.b: value is not a JSON "
                "list",
                "ItemTable row cloudAgentRepository.agents.c: not JSON: Expecting "
                "value at character 0",
            ],
        )

    def testWindowSetup(self):
        """The scripts of the machine, as older workspaces keep them, are told (2.5)."""
        producer = item_lib.ReadItems(
            (
                "workbench.backgroundComposer.workspacePersistentData",
                {
                    "cachedInWindowBackgroundComposer": {
                        "bcId": "bc-e1",
                        "data": {"hasLocalChanges": True, "status": 2},
                    },
                    "installScript": "npm install --token ghp_0123456789abcdefghij"
                    "0123456789abcdefghij",
                    "ranTerminalCommands": True,
                    "setupPath2": "",
                    "terminals": [{"name": "web", "command": "npm start"}],
                },
            )
        )

        install, ran, terminal, agent = producer.event_data
        self.assertEqual(agent.details, "hasLocalChanges")
        self.assertEqual(install.setting_name, "environment installScript")
        self.assertTrue(install.setting_value.startswith("npm install"))
        self.assertNotIn("ghp_", install.setting_value)
        self.assertEqual(
            item_lib.GetFacts(ran, "setting_name", "setting_value"),
            ("environment ranTerminalCommands", "true"),
        )
        self.assertEqual(
            item_lib.GetFacts(terminal, "setting_name", "setting_value"),
            ("environment terminals", "npm start"),
        )

    def testWindowAgent(self):
        """The agent that a window had opened is told at the time stored for it."""
        producer = item_lib.ReadItems(
            (
                "workbench.backgroundComposer.workspacePersistentData",
                {
                    "cachedInWindowBackgroundComposer": {
                        "bcId": "bc-e1",
                        "data": {"hasLocalChanges": False, "status": 2},
                        "timestamp": 1790020060000,
                    }
                },
            ),
            (
                "workbench.backgroundComposer.persistentData",
                {"lastOpenedBcIds": {"w1": "bc-e2"}},
            ),
            ("cloudAgentRepository.serverPinnedBcIds.auth0|user_01", ["bc-e1"]),
        )
        agent, opened, pinned = producer.event_data

        self.assertEqual(
            item_lib.GetFacts(
                agent, "conversation_identifier", "status_number", "row_update_time"
            ),
            ("bc-e1", 2, "2026-09-21T19:47:40.000+00:00"),
        )
        self.assertEqual(
            item_lib.GetFacts(opened, "workspace_kind", "conversations"),
            ("last opened cloud agents", "bc-e2"),
        )
        self.assertEqual(
            item_lib.GetFacts(pinned, "workspace_kind", "conversations"),
            ("pinned cloud agents", "bc-e1"),
        )

    def testGetGitHubRepository(self):
        """The owner and name are told for github.com alone."""
        for url, expected_repository in (
            ("github.com/owner/demo", "owner/demo"),
            ("https://github.com/owner/demo.git", "owner/demo"),
            ("https://www.github.com/owner/demo/", "owner/demo"),
            ("https://***@github.com:443/owner/demo?x=1", "owner/demo"),
            ("https://github.com.evil.test/owner/demo", None),
            ("https://gitlab.com/owner/demo", None),
            ("origin.cursor.com/git/space/tmp-00", None),
            ("github.com/owner", None),
            ("github.com", None),
            ("", None),
            (None, None),
        ):
            with self.subTest(url=url):
                self.assertEqual(
                    cloud_agents.GetGitHubRepository(url), expected_repository
                )


if __name__ == "__main__":
    unittest.main()
