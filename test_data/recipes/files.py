"""Files that are not databases: transcripts, settings files, exports.

Each case is a file of its own, so that a test can name it. Whole home directories are
in trees.py.
"""

import os

from tests import evidence

_START = evidence.START_MILLISECONDS

_BAD_JSON = (
    ("cut", b'{"serverUrl": "https://x.te'),
    ("list", b"[]"),
    ("null", b"null"),
    ("empty", b""),
    ("not_utf8", b'{"serverUrl": "\xff\xfe"}'),
    ("short", b'{"serverUrl": "https://x.test/mcp"}'),
)


def Write(directory):
    """Writes the files.

    Args:
      directory (str): path of the directory test_data.
    """
    _WriteTranscripts(os.path.join(directory, "transcripts"))
    _WriteWorkspaceFiles(os.path.join(directory, "workspaces"))

    files_directory = os.path.join(directory, "files")
    for name, data in _BAD_JSON:
        evidence.WriteFile(
            os.path.join(files_directory, "mcp-oauth-attempts", f"{name:s}.json"), data
        )
    _WriteUsageExports(files_directory)
    _WriteMarkdownExports(files_directory)


def GetTranscript():
    """Makes a transcript with every shape of a line that is not broken.

    Returns:
      list[object]: lines.
    """
    notification = (
        "<system_notification>\nThe following task has finished.\n<task>\n"
        "kind: shell\nstatus: success\ntask_id: 77\ntitle: pytest\n</task>\n"
        "</system_notification>"
    )
    user = evidence.MakeTranscriptUser
    assistant = evidence.MakeTranscriptAssistant
    timestamp = evidence.ToTranscriptTimestamp

    lines = [
        {"type": "metadata", "metadata": {"overview": "Tests were run"}},
        user("\nRun the tests\n", timestamp(_START, -240)),
        assistant(
            "Running them.\n\nI should use pytest.",
            ("Shell", {"command": "pytest -q", "description": "Run the tests"}),
            ("Read", {"path": "/home/ana/proj/demo/calc.py"}),
        ),
        assistant("They pass."),
        evidence.MakeTurnEnded(),
        # A half hour, and a tag behind a preamble that names another tag.
        user(
            "\nWhat is on the picture?\n",
            timestamp(_START + 3600000, 330),
            preamble=(
                "<image_files>\n/tmp/a.png\n</image_files>\n"
                "<manually_attached_skills>\nText with <user_query> in it.\n"
                "</manually_attached_skills>\n"
            ),
        ),
        assistant("[REDACTED]"),
        evidence.MakeTurnEnded("aborted", error="User aborted manually."),
        # Positive whole hours, and UTC without a number.
        user("\nOne\n", timestamp(_START + 7200000, 120)),
        evidence.MakeTurnEnded("error", error="The provider could not finish"),
        user("\nTwo\n", timestamp(_START + 10800000)),
        # The input of a patch tool is a string.
        assistant(None, ("ApplyPatch", "*** Begin Patch\n*** End Patch")),
        evidence.MakeTurnEnded(),
        # Two users in one turn: an injected one and one without any tag.
        {
            "role": "user",
            "message": {
                "content": [
                    {
                        "type": "text",
                        "text": (
                            f"<timestamp>{timestamp(_START + 14400000):s}"
                            f"</timestamp>\n{notification:s}"
                        ),
                    }
                ]
            },
        },
        assistant("The task has finished."),
        evidence.MakeTurnEnded(),
        user("A prompt without a time", None),
        assistant("A reply without a time."),
        {"type": "error", "error": "The stream was cut"},
        evidence.MakeTurnEnded("aborted"),
        # A tag that only quotes: it stands behind the query.
        user(
            "\nWhat does <timestamp>Monday, Jan 1, 2024, 1:00 AM (UTC)</timestamp> "
            "mean?\n",
            timestamp(_START + 18000000, -240, zone="UTC-4"),
        ),
        assistant("It is a tag."),
        evidence.MakeTurnEnded(),
    ]
    return lines


def _WriteTranscripts(directory):
    """Writes transcripts of every form.

    Args:
      directory (str): path of the directory.
    """
    lines = GetTranscript()
    evidence.WriteLines(os.path.join(directory, "every_shape.jsonl"), lines)

    # A first line longer than plaso's JSON-L parser reads.
    long_text = "\n" + "context " * 9000 + "\n"
    evidence.WriteLines(
        os.path.join(directory, "long_first_line.jsonl"),
        [
            evidence.MakeTranscriptUser(
                long_text, evidence.ToTranscriptTimestamp(_START, -240)
            ),
            evidence.MakeTranscriptAssistant("It is long."),
            evidence.MakeTurnEnded(),
        ],
    )
    evidence.WriteLines(
        os.path.join(directory, "blank_first_line.jsonl"), ["", *lines[1:5]]
    )
    evidence.WriteLines(
        os.path.join(directory, "broken_first_line.jsonl"),
        ['{"role":"user","message":{"con', *lines[1:5]],
    )
    evidence.WriteLines(
        os.path.join(directory, "broken_lines.jsonl"),
        [
            lines[1],
            "",
            "not JSON at all",
            evidence.DumpJSON(evidence.MakeTranscriptAssistant("X"))
            .encode("ascii")
            .replace(b"X", b"\xff"),
            '{"role":"assistant","message":{"content":"a string"}}',
            '{"role":"assistant","message":{"content":[null,7,{"type":"text"}]}}',
            '{"role":"assistant","message":null}',
            "[]",
            "null",
            "{}",
            evidence.DumpJSON(evidence.MakeTranscriptAssistant("X")).replace(
                "X", "\\ud83d"
            ),
            lines[3],
            lines[4],
            '{"type":"turn_ended","status":',
        ],
        end="",
    )
    # Two identical lines are two records.
    evidence.WriteLines(
        os.path.join(directory, "duplicate_lines.jsonl"),
        [lines[1], lines[3], lines[3], lines[4]],
    )
    # March 2026: no tag, no turn_ended, no end of the last line.
    evidence.WriteLines(
        os.path.join(directory, "untagged.jsonl"),
        [
            evidence.MakeTranscriptUser("\nFix the build\n"),
            evidence.MakeTranscriptAssistant("Fixed."),
        ],
        end="",
    )
    evidence.WriteFile(
        os.path.join(directory, "transcript.txt"),
        "user:\n<timestamp>"
        f"{evidence.ToTranscriptTimestamp(_START, -240):s}</timestamp>\n"
        "<user_query>\nRun the tests\n</user_query>\n\n"
        "assistant:\n[Thinking] Use pytest.\nRunning them.\n"
        "[Tool call] Shell\n  command: pytest -q\n  description: Run the tests\n\n"
        "[Tool result] Shell\n\n"
        "assistant:\nThey pass.\n\n"
        "Turn ended: success.\n",
    )
    evidence.WriteFile(
        os.path.join(directory, "transcript.json"),
        {
            "mode": "agent",
            "messages": [
                {
                    "role": "user",
                    "text": (
                        "<timestamp>"
                        f"{evidence.ToTranscriptTimestamp(_START, -240):s}"
                        "</timestamp>\n<user_query>\nRun the tests\n</user_query>"
                    ),
                },
                {
                    "role": "assistant",
                    "text": "Running them.",
                    "thinking": "Use pytest.",
                    "toolCalls": [
                        {"toolName": "Shell", "args": {"command": "pytest -q"}}
                    ],
                },
                {"role": "tool", "toolResult": {"toolName": "Shell"}},
                {"role": "assistant", "text": "They pass."},
            ],
            "turnEnded": {"status": "success"},
        },
    )
    # JSON-L files of other programs, which no plugin of ours may take.
    evidence.WriteLines(
        os.path.join(directory, "foreign.jsonl"),
        [
            {"role": "user", "content": "Hello", "timestamp": _START},
            {"role": "assistant", "content": "Hello"},
        ],
    )


def GetWorkspaceFiles():
    """Makes the workspace.json of every kind of window.

    Returns:
      dict[str, dict]: values by the name of the case.
    """
    return {
        "folder_linux": {"folder": "file:///home/ana/proj/demo"},
        "folder_windows": {"folder": "file:///c%3A/Users/ana/proj/demo"},
        "folder_windows_spaces": {
            "folder": "file:///c%3A/Users/ana/My%20Projects/c%23%20app"
        },
        "folder_unc": {"folder": "file://server/share/demo"},
        "folder_macos": {"folder": "file:///Users/ana/proj/d%C3%A9mo"},
        "code_workspace": {
            "workspace": "file:///home/ana/proj/two.code-workspace",
        },
        "code_workspace_old": {
            "workspace": {
                "id": "0123456789abcdef0123456789abcdef",
                "configPath": "file:///home/ana/proj/old.code-workspace",
            }
        },
        "remote_ssh": {"folder": "vscode-remote://ssh-remote%2Bbuildhost/srv/app"},
        "remote_ssh_hex": {
            "folder": (
                "vscode-remote://ssh-remote%2B7b22686f73744e616d65223a22626f78227d"
                "/srv/app"
            )
        },
        "remote_wsl": {"folder": "vscode-remote://wsl%2BUbuntu/home/ana/proj/demo"},
        "remote_container": {
            "folder": (
                "vscode-remote://dev-container%2B7b22686f737450617468223a222f686f6d65"
                "2f616e612f70726f6a2f64656d6f227d/workspaces/demo"
            )
        },
        "cloud_agent": {
            "folder": (
                "vscode-remote://background-composer%2B" "bc-e1/home/ubuntu/demo"
            )
        },
        "odd": {"folder": 7},
        "neither": {"other": "file:///home/ana"},
    }


def _WriteWorkspaceFiles(directory):
    """Writes workspace storage directories of every kind of window.

    Args:
      directory (str): path of the directory.
    """
    for name, value in GetWorkspaceFiles().items():
        evidence.WriteFile(
            os.path.join(directory, "kinds", name, "workspace.json"),
            evidence.DumpJSON(value),
        )
    evidence.WriteFile(
        os.path.join(directory, "kinds", "not_json", "workspace.json"), "{"
    )
    WriteWorkspaceStore(
        os.path.join(directory, "kinds", "folder_linux"), ["conversation-1"]
    )


def WriteWorkspaceStore(directory, composer_identifiers, prompts=(), **items):
    """Writes the state.vscdb of a workspace of 3.x.

    Args:
      directory (str): path of the workspace storage directory.
      composer_identifiers (list[str]): identifiers of the selected composers.
      prompts (Optional[list[str]]): texts of aiService.prompts and generations.
      items (dict[str, object]): further rows of ItemTable.
    """
    rows = [
        (
            "composer.composerData",
            {
                "selectedComposerIds": list(composer_identifiers),
                "lastFocusedComposerIds": list(composer_identifiers),
                "hasMigratedComposerData": True,
                "hasMigratedMultipleComposers": True,
            },
        ),
        (
            "aiService.prompts",
            [{"text": prompt, "commandType": 4} for prompt in prompts],
        ),
        (
            "aiService.generations",
            [
                {
                    "unixMs": _START + index * 60000,
                    "generationUUID": evidence.MakeUUID(f"generation-{prompt:s}"),
                    "type": "composer",
                    "textDescription": prompt,
                }
                for index, prompt in enumerate(prompts)
            ],
        ),
        ("cursorAuth/workspaceOpenedDate", "2026-10-01T09:58:00.000Z"),
        ("cursor/sandboxSupported", "false"),
        ("interactive.sessions", "[]"),
        *items.items(),
    ]
    evidence.WriteStateDatabase(
        os.path.join(directory, "state.vscdb"),
        item_rows=rows,
        header_columns=10,
        page_size=1024,
    )


_USAGE_HEADER = (
    "Date,User,Cloud Agent ID,Automation ID,Kind,Model,Max Mode,Input (w/ Cache Write),"
    "Input (w/o Cache Write),Cache Read,Output Tokens,Total Tokens,Cost"
)


_USAGE_ROWS = (
    '"2026-10-01T10:00:02.123Z","ana@example.test","","","Included","grok-4.6",'
    '"No","120","880","4000","75","5075","Included"',
    '"2026-10-01T10:01:03.000Z","ana@example.test","bc-e1","","On-Demand",'
    '"grok-4.7","Yes","0","1200","0","300","1500","$0.12"',
    '"2026-10-01T10:02:04.500Z","ana@example.test","","auto-1",'
    '"Errored, No Charge","auto","No","0","0","0","0","0","-"',
    '"2026-10-01T10:03:05.000Z","ana@example.test","","","Free","auto","No","1",'
    '"2","3","4","10","Free"',
)


def WriteUsageExport(path, more_rows=()):
    """Writes a usage export of the dashboard, of a team and of 2026.

    Args:
      path (str): path of the file.
      more_rows (Optional[list[str]]): rows after those of each kind.
    """
    lines = [_USAGE_HEADER, *_USAGE_ROWS, *more_rows]
    evidence.WriteFile(path, "\r\n".join(lines) + "\r\n")


def _WriteUsageExports(directory):
    """Writes usage exports, new and old, with a broken row, and one of another kind.

    Args:
      directory (str): path of the directory.
    """
    WriteUsageExport(
        os.path.join(directory, "usage-events-2026-10-02.csv"),
        [
            # A broken row costs itself.
            '"not a date","ana@example.test","","","Free","auto","No","x","","","",'
            '"",""',
            '"2026-10-01T10:04:06.000Z","ana@example.test","","","Free","auto","No",'
            '"5","6","7","8","26","Free"',
        ],
    )
    evidence.WriteLines(
        os.path.join(directory, "usage-events-old.csv"),
        [
            "Date,Kind,Model,Max Mode,Input (w/ Cache Write),"
            "Input (w/o Cache Write),Cache Read,Output Tokens,Total Tokens,Cost",
            "2025-11-03T08:00:00.000Z,Included,claude-4-sonnet,No,10,20,30,40,100,0.05",
        ],
    )
    evidence.WriteLines(
        os.path.join(directory, "other.csv"),
        ["Date,Name,Amount", "2025-11-03T08:00:00.000Z,Coffee,3.20"],
    )


def _WriteMarkdownExports(directory):
    """Writes exported conversations, and a Markdown file that is none.

    Args:
      directory (str): path of the directory.
    """
    for name, date, zone, version in (
        ("export.md", "10/1/2026 at 12:05:09", "GMT+2", "3.26.13"),
        ("export_edt.md", "10/1/2026 at 06:05:09", "EDT", "3.25.9"),
    ):
        evidence.WriteFile(
            os.path.join(directory, name), MakeMarkdownExport(date, zone, version)
        )
    evidence.WriteFile(
        os.path.join(directory, "not_an_export.md"),
        "# Notes\n\nNothing was exported here.\n\n---\n\n**User**\n\nHello\n",
    )


def MakeMarkdownExport(date, zone, version):
    """Makes an exported conversation.

    Args:
      date (str): date and time.
      zone (str): time zone.
      version (str): version of Cursor.

    Returns:
      str: Markdown.
    """
    return (
        "# Add subtract\n"
        f"_Exported on {date:s} {zone:s} from Cursor ({version:s})_\n\n"
        "---\n\n**User**\n\nAdd a subtract function\n\n"
        "---\n\n**Cursor**\n\nAdded subtract().\n\n"
        "---\n\n**User**\n\nFetch the page with curl\n\n"
        "---\n\n**Cursor**\n\nFetched.\n"
    )
