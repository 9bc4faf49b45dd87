"""Rows and files that hold the state of files: checkpoints, diffs, shadow copies."""

import hashlib
import os

from tests import evidence

_START = evidence.START_MILLISECONDS

BEFORE = "def add(a, b):\n    return a + b\n"
AFTER = BEFORE + "\n\ndef subtract(a, b):\n    return a - b\n"


def Write(directory):
    """Writes the store of edits and the shadow copies of a request.

    Args:
      directory (str): path of the directory test_data.
    """
    conversation, rows = MakeEdit("edit", "/home/ana/proj/demo")
    evidence.WriteStateDatabase(
        os.path.join(directory, "state", "edits.vscdb"),
        rows,
        [conversation.GetHeaderRow(name="Add subtract", filesChangedCount=1)],
        page_size=1024,
    )

    files_directory = os.path.join(directory, "files")
    for name in ("anysphere.cursor-commits", "anysphere.cursor-retrieval"):
        WriteCheckpoint(
            os.path.join(files_directory, name, "checkpoints"),
            evidence.MakeUUID(f"request-{name:s}"),
            "/home/ana/proj/demo",
        )


def MakeContentKey(text):
    """Makes the key of a file's content.

    Args:
      text (str): content.

    Returns:
      str: key composer.content.<sha256>.
    """
    return f"composer.content.{hashlib.sha256(text.encode('utf-8')).hexdigest():s}"


def MakeEdit(composer_identifier, folder, uri=None, start=_START):
    """Makes a conversation that edited a file, with its rows of file state.

    Args:
      composer_identifier (str): identifier of the composer.
      folder (str): fsPath of the project folder.
      uri (Optional[str]): URI of the project folder, where None stands for that of a
          path without drive letter.
      start (Optional[int]): time in milliseconds since the epoch.

    Returns:
      tuple[Conversation, list[tuple[str, object]]]: conversation and all its rows.
    """
    uri = f"{uri or f'file://{folder:s}':s}/calc.py"
    # The path of a URI of Windows begins with a slash, too.
    path = "/" + folder.replace("\\", "/").lstrip("/") + "/calc.py"
    workspace = evidence.MakeWorkspaceIdentifier(folder)
    checkpoint = evidence.MakeUUID(f"{composer_identifier:s}/checkpoint")
    generation = evidence.MakeUUID(f"{composer_identifier:s}/generation")

    conversation = evidence.Conversation(composer_identifier, start)
    user = conversation.AddUser("Add a subtract function", checkpointId=checkpoint)
    tool = conversation.AddTool(
        "edit_file_v2",
        {"relativeWorkspacePath": "calc.py"},
        {
            "beforeContentId": MakeContentKey(BEFORE),
            "afterContentId": MakeContentKey(AFTER),
        },
        additional_data={
            "precomputedDiff": {
                "lines": [
                    {"type": "unchanged", "content": "def add(a, b):"},
                    {"type": "added", "content": "def subtract(a, b):"},
                ]
            }
        },
    )
    conversation.AddAssistant("Added subtract().")

    rows = conversation.GetRows(
        chunk_size=100, name="Add subtract", workspaceIdentifier=workspace
    )
    rows += [
        (
            f"checkpointId:{composer_identifier:s}:{checkpoint:s}",
            {
                "files": [
                    {
                        "uri": {"path": path, "scheme": "file"},
                        "isNewlyCreated": False,
                        "originalModelDiffWrtV0": [
                            {
                                "original": {
                                    "startLineNumber": 3,
                                    "endLineNumberExclusive": 3,
                                },
                                "modified": [
                                    "",
                                    "",
                                    "def subtract(a, b):",
                                    "    return a - b",
                                ],
                            }
                        ],
                    }
                ],
                "activeInlineDiffs": [],
                "newlyCreatedFolders": [],
                "nonExistentFiles": [],
            },
        ),
        # A turn without an edit.
        (
            f"checkpointId:{composer_identifier:s}:{evidence.MakeUUID('none'):s}",
            {"inlineDiffNewlyCreatedResources": [], "nonExistentFilesVersion": 1},
        ),
        (f"ofsContent:{composer_identifier:s}:{uri:s}", BEFORE),
        (MakeContentKey(BEFORE), BEFORE),
        (MakeContentKey(AFTER), AFTER),
        (
            f"inlineDiff:{workspace['id']:s}:{evidence.MakeUUID('inline'):s}",
            {
                "composerMetadata": {
                    "composerId": composer_identifier,
                    "composerGenerationID": generation,
                    "codeblockId": "0",
                    "toolCallId": tool["toolFormerData"]["toolCallId"],
                },
                "diffId": evidence.MakeUUID("diff"),
                "generationUUID": generation,
                "originalTextLines": BEFORE.split("\n"),
                "uri": {"path": path},
            },
        ),
        (f"inlineDiffs-{workspace['id']:s}", []),
        (
            f"codeBlockDiff:{composer_identifier:s}:{evidence.MakeUUID('block'):s}",
            {
                "newModelDiffWrtV0": [],
                "originalModelDiffWrtV0": [],
                "uri": {"path": path},
            },
        ),
        (
            f"codeBlockPartialInlineDiffFates:{composer_identifier:s}:u1",
            {
                "fates": [
                    {
                        "removedLines": [],
                        "addedLines": ["def subtract(a, b):"],
                        "fate": "accepted",
                    }
                ]
            },
        ),
        (
            f"messageRequestContext:{composer_identifier:s}:u1",
            {
                "terminalFiles": [],
                "attachedFoldersListDirResults": [],
                "gitStatusRaw": "On branch main",
                "requestId": user["requestId"],
            },
        ),
        ("composer.autoAccept.lastSeenHeadSha", {folder: "0" * 40}),
        ("composer.autoAccept.lastSeenHeadTimestamp", {folder: start + 5000}),
    ]
    return conversation, rows


def WriteCheckpoint(directory, request_identifier, folder, start=_START):
    """Writes the shadow copy of a file that a request edited.

    Args:
      directory (str): path of the directory checkpoints.
      request_identifier (str): requestId of the prompt.
      folder (str): fsPath of the project folder.
      start (Optional[int]): time in milliseconds since the epoch.
    """
    file_uuid = evidence.MakeUUID(f"{request_identifier:s}/file")
    git_info = {
        "gitInfo": {"branch": "main", "commitHash": "0" * 40, "gitRoot": folder}
    }
    path = f"{folder:s}{'/' if '/' in folder else chr(92):s}calc.py"
    directory = os.path.join(directory, request_identifier)

    evidence.WriteFile(
        os.path.join(directory, "metadata.json"),
        evidence.DumpJSON(
            {
                "agentRequestId": request_identifier,
                "workspaceId": evidence.MakeWorkspaceIdentifier(folder)["id"],
                "startTrackingDateUnixMilliseconds": start + 2500,
                "fileSizeBytes": len(BEFORE),
                "requestFiles": [
                    {"fileUuid": file_uuid, "fsPath": path, "gitInfo": git_info}
                ],
                "deduplicatedGitInfos": [git_info["gitInfo"]],
            }
        ),
    )
    evidence.WriteFile(os.path.join(directory, "files", file_uuid), BEFORE)
    evidence.WriteFile(
        os.path.join(directory, "diffs", file_uuid),
        evidence.DumpJSON(
            {
                "fsPath": path,
                "fileUuid": file_uuid,
                "kind": "modified",
                "numLines": 6,
                "fileSizeBytes": len(AFTER),
                "gitInfo": git_info,
                "diffChanges": [
                    {
                        "original": {"start": 3, "endExclusive": 3},
                        "modified": {"start": 3, "endExclusive": 6},
                        "addedLines": ["def subtract(a, b):", "    return a - b"],
                    }
                ],
            }
        ),
    )
