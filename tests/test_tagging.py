"""Tests of the tagging file: each rule hits, and misses where a value is another one.

As plaso tests its own tagging files (its tests/data/test_lib.py), by changing the values
that a rule asks for one after the other.
"""

import os

import pytest

from plaso.containers import events as plaso_events
from plaso.engine import tagging_file

from cursor_plaso import events
from cursor_plaso import resources
from tests import lib

_BOGUS = "BOGUS"

_CALL = events.CursorToolCallEventData
_DECISION = events.CursorPermissionDecisionEventData
_DELETED = events.CursorConversationDeletedEventData
_SETTING = events.CursorPermissionSettingEventData

# Per case the label, the class and the values that the rule needs, all of which count.
_RULES = [
    ("cursor_auto_run", _CALL, {"review_state": "none"}),
    ("cursor_rejected", _DECISION, {"outcome": "rejected"}),
    ("cursor_rejected", _DECISION, {"outcome": "permission_denied"}),
    ("cursor_rejected", _DECISION, {"decision": "skip"}),
    ("cursor_rejected", _DECISION, {"decision": "stopped by the user"}),
    ("cursor_rejected", _CALL, {"outcome": "rejected"}),
    ("cursor_rejected", _CALL, {"outcome": "permission_denied"}),
    ("cursor_rejected", _CALL, {"user_decision": "rejected"}),
    ("cursor_allow_always", _DECISION, {"decision": "allowlistCommands"}),
    (
        "cursor_run_everything",
        _SETTING,
        {"setting_name": "run mode agent", "setting_value": "Run Everything"},
    ),
    (
        "cursor_run_everything",
        _SETTING,
        {"setting_name": "run everything", "setting_value": "true"},
    ),
    (
        "cursor_run_everything",
        _SETTING,
        {"setting_name": "yoloEnableRunEverything", "setting_value": "true"},
    ),
    (
        "cursor_run_everything",
        events.CursorConversationEventData,
        {"run_everything": True},
    ),
    ("cursor_mcp_call", _CALL, {"tool_name": "mcp-google-calendar-list_events"}),
    ("cursor_mcp_call", _CALL, {"tool_name": "mcp_calendar_list_events"}),
    ("cursor_mcp_call", _CALL, {"tool_name": "mcp"}),
    ("cursor_mcp_call", _CALL, {"tool_name": "call_mcp_tool"}),
    ("cursor_mcp_call", _CALL, {"tool_name": "CallDynamicTool"}),
    ("cursor_mcp_call", _CALL, {"tool_name": "CallMcpTool"}),
    ("cursor_mcp_call", _CALL, {"tool_number": 19}),
    ("cursor_mcp_call", _CALL, {"tool_number": 49}),
    (
        "cursor_cloud_agent",
        events.CursorMessageEventData,
        {"conversation_identifier": "bc-0123"},
    ),
    ("cursor_deletion", _DELETED, {"timestamp_desc": "Content Deletion Time"}),
    ("cursor_deletion", _DELETED, {"timestamp_desc": "Not a time"}),
    (
        "cursor_deletion",
        events.CursorSyncFileEventData,
        {"timestamp_desc": "Content Deletion Time"},
    ),
    ("cursor_deletion", _CALL, {"tool_name": "delete_file"}),
    ("cursor_deletion", _CALL, {"tool_name": "Delete"}),
]

# Commands and paths, and whether they touch a store of secrets.
_SUMMARIES = [
    ("cat ~/.ssh/config", True),
    ("/Users/ana/.aws/credentials", True),
    ("C:\\Users\\ana\\.ssh\\id_rsa", True),
    ("gpg --homedir ~/.gnupg -K", True),
    ("~/.kube/config", True),
    (".env", True),
    ("src/.env.production", True),
    ("id_ed25519", True),
    ("certs/server.pem", True),
    ("C:\\Users\\ana\\.docker\\config.json", True),
    ("~/.config/gcloud/application_default_credentials.json", True),
    ("keys/service-account-prod.json", True),
    ("/Users/ana/Library/Keychains/login.keychain-db", True),
    ("~/.local/share/keyrings/login.keyring", True),
    ("security find-generic-password -s cursor-access-token", True),
    ("secret-tool lookup service x", True),
    ("cmdkey /list", True),
    ("cat /etc/shadow", True),
    ("copy C:\\Windows\\System32\\config\\SAM x", True),
    ("~/.config/google-chrome/Default/Login Data", True),
    ("~/.config/google-chrome/Default/Cookies", True),
    ("gh auth token", True),
    ("vault kv get secret/x", True),
    ("op item get x", True),
    ("/home/ana/.config/cursor/auth.json", True),
    ("/home/ana/.config/Cursor/User/globalStorage/state.vscdb", True),
    ("calc.py", False),
    (".env.example", False),
    ("docs/environment.md", False),
    ("src/keychain.ts", False),
    ("src/author.json", False),
    ("stop read me", False),
    ("ls sshd", False),
    ("git config security.x y", False),
    ("app/cookies.ts", False),
    ("docs/id_rsa.md", False),
]


@pytest.fixture(name="rules", scope="module")
def Rules():
    """Reads the tagging file as psort does.

    Returns:
      dict[str, list[EventObjectFilter]]: filters per label.
    """
    (path,) = resources.GetTagsPaths()
    return tagging_file.TaggingFile(path).GetEventTaggingRules()


def _GetLabels(rules, event_data_class, values):
    """Determines which rules match.

    Args:
      rules (dict[str, list[EventObjectFilter]]): filters per label.
      event_data_class (type): class of the event data.
      values (dict[str, object]): values of the event data, and of the event.

    Returns:
      set[str]: labels.
    """
    event_data = event_data_class()
    event = plaso_events.EventObject()
    event.timestamp = 1790000000000000
    event.timestamp_desc = values.get("timestamp_desc", "Creation Time")
    for name, value in values.items():
        if name != "timestamp_desc":
            assert name in event_data.__dict__
            setattr(event_data, name, value)

    return {
        label
        for label, filter_objects in rules.items()
        if any(
            filter_object.Match(event, event_data, None, None)
            for filter_object in filter_objects
        )
    }


def testLabels(rules):
    """The file has the labels that are documented, and of characters plaso takes."""
    assert sorted(rules) == [
        "cursor_allow_always",
        "cursor_auto_run",
        "cursor_cloud_agent",
        "cursor_deletion",
        "cursor_mcp_call",
        "cursor_rejected",
        "cursor_run_everything",
        "cursor_secret_access",
    ]
    plaso_events.EventTag().AddLabels(sorted(rules))


@pytest.mark.parametrize(("label", "event_data_class", "values"), _RULES)
def testRule(rules, label, event_data_class, values):
    """A rule hits, and misses another data type and every other value."""
    assert label in _GetLabels(rules, event_data_class, values)
    assert not _GetLabels(rules, event_data_class, {})

    for name, value in values.items():
        bogus_value = _BOGUS if isinstance(value, str) else 99
        assert label not in _GetLabels(
            rules, event_data_class, dict(values, **{name: bogus_value})
        )

    other = plaso_events.EventData(data_type="other:data")
    event = plaso_events.EventObject()
    event.timestamp_desc = values.get("timestamp_desc", "Creation Time")
    for name, value in values.items():
        setattr(other, name, value)
    assert not rules[label][0].Match(event, other, None, None)


@pytest.mark.parametrize(
    ("label", "event_data_class"),
    [
        ("cursor_cloud_agent", events.CursorCloudAgentEventData),
        ("cursor_cloud_agent", events.CursorCloudAgentTextEventData),
        ("cursor_deletion", events.CursorAICodeDeletedFileEventData),
    ],
)
def testRuleOfDataType(rules, label, event_data_class):
    """Some data types are tagged whatever they hold."""
    assert _GetLabels(rules, event_data_class, {}) == {label}


def testAllowlisted(rules):
    """Any entry that a choice put on the allow list is a choice for always."""
    values = {"allowlisted": "curl,head", "decision": "run", "outcome": "success"}
    assert _GetLabels(rules, _DECISION, values) == {"cursor_allow_always"}

    values["allowlisted"] = None
    assert not _GetLabels(rules, _DECISION, values)


@pytest.mark.parametrize(("summary", "expected_result"), _SUMMARIES)
def testSecretAccess(rules, summary, expected_result):
    """Paths of keys, credentials and logins hit, and their look-alikes miss."""
    labels = _GetLabels(rules, _CALL, {"call_summary": summary})
    assert labels == ({"cursor_secret_access"} if expected_result else set())

    labels = _GetLabels(rules, _DECISION, {"call_summary": summary})
    assert not labels


@pytest.mark.parametrize(
    ("tool_name", "status"),
    [("read_file_v2", "completed"), ("run_terminal_command_v2", "completed")],
)
def testOrdinaryCall(rules, tool_name, status):
    """An ordinary call is not tagged."""
    values = {
        "call_summary": "calc.py",
        "outcome": "success",
        "review_state": "answered",
        "status": status,
        "tool_name": tool_name,
        "tool_number": 15,
    }
    assert not _GetLabels(rules, _CALL, values)


def testRunModes(rules):
    """Only the run mode that asks for nothing is tagged (seed, Run mode)."""
    for value in ("Allowlist", "Allowlist (with Sandbox)", "Auto-review"):
        values = {"setting_name": "run mode agent", "setting_value": value}
        assert not _GetLabels(rules, _SETTING, values)


def testEndToEnd(tmp_path):
    """psort finds the file by its name, and tags what the tree of Linux holds."""
    storage_path = str(tmp_path.joinpath("case.plaso"))
    lib.ExtractEvents(
        os.path.join(lib.TEST_DATA_PATH, "trees", "linux"),
        storage_path,
        "--single-process",
        "--parsers",
        "cursor",
    )

    rows = lib.ReadTimeline(
        storage_path, "--analysis", "tagging", "--tagging-file", "tag_cursor.txt"
    )

    labels = set()
    for row in rows:
        labels.update(row["tag"].split())
    assert {
        "cursor_allow_always",
        "cursor_cloud_agent",
        "cursor_deletion",
        "cursor_mcp_call",
        "cursor_rejected",
    }.issubset(labels)
    for row in rows:
        if "cursor_rejected" in row["tag"].split():
            assert "rejected" in row["message"]
