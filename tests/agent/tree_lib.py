"""What the tests of the agent.v1 tree share: a builder of blob stores, the samples.

The builder makes nodes as the vendor's writer does: a message per blob, named by its
SHA-256, and a new root after every step (agent-v1-fields.md section 1.1).
"""

import glob
import hashlib
import json
import os
import sqlite3

from cursor_plaso.agent import blobs
from cursor_plaso.agent import schema
from tests import lib

SAMPLES_PATH = os.path.join(lib.TEST_DATA_PATH, "samples")

# Times in the samples and in what the builder makes are in October 2026.
START_MS = 1790859600000


class TreeBuilder:
    """Builder of the blobs of a conversation.

    Attributes:
      message_ids (list[bytes]): identifiers of the JSON messages of the next root.
      stored_values (dict[str, bytes]): stored values by identifier.
      turn_ids (list[bytes]): identifiers of the turns of the next root.
    """

    def __init__(self):
        """Initializes a builder."""
        super().__init__()
        self.message_ids = []
        self.stored_values = {}
        self.turn_ids = []

    def GetSource(self):
        """Retrieves the blob store.

        Returns:
          BlobSource: blob store.
        """
        return blobs.DictionaryBlobSource(self.stored_values)

    def Put(self, data):
        """Stores a blob.

        Args:
          data (bytes | Message): data.

        Returns:
          bytes: identifier.
        """
        if not isinstance(data, bytes):
            data = data.SerializeToString()
        identifier = hashlib.sha256(data).digest()
        self.stored_values[identifier.hex()] = data
        return identifier

    def PutJSON(self, json_value):
        """Stores a JSON message and adds it to the next root.

        Args:
          json_value (object): message.

        Returns:
          bytes: identifier.
        """
        identifier = self.Put(json.dumps(json_value, separators=(",", ":")).encode())
        self.message_ids.append(identifier)
        return identifier

    def PutRoot(self, **fields):
        """Stores a root with the messages and turns so far.

        Args:
          fields (dict[str, object]): further fields of the root by name.

        Returns:
          bytes: identifier.
        """
        state = Make("ConversationStateStructure", **fields)
        state.root_prompt_messages_json.extend(self.message_ids)
        state.turns.extend(self.turn_ids)
        return self.Put(state)

    def PutShell(self, call_id, command, outcome="success", **fields):
        """Stores a step with a shell call.

        Args:
          call_id (str): identifier of the call.
          command (str): command.
          outcome (Optional[str]): member of the result to set, None for no result.
          fields (dict[str, object]): "conversation_id", and times of the call.

        Returns:
          bytes: identifier.
        """
        step = Make("ConversationStep")
        step.tool_call.tool_call_id = call_id.encode()
        shell_call = step.tool_call.shell_tool_call
        shell_call.args.command = command.encode()
        if "conversation_id" in fields:
            shell_call.args.conversation_id = fields.pop("conversation_id").encode()
        if outcome:
            getattr(shell_call.result, outcome).command = command.encode()
        for name, value in fields.items():
            setattr(step.tool_call, name, value)
        return self.Put(step)

    def PutText(self, text, kind="assistant_message", **fields):
        """Stores a step with a text.

        Args:
          text (str): text.
          kind (Optional[str]): "assistant_message" or "thinking_message".
          fields (dict[str, object]): further fields of the message by name.

        Returns:
          bytes: identifier.
        """
        step = Make("ConversationStep")
        message = getattr(step, kind)
        message.text = text.encode()
        for name, value in fields.items():
            setattr(message, name, value)
        return self.Put(step)

    def PutTurn(self, user_id, step_ids, replace=False, **fields):
        """Stores a turn and adds it to the next root.

        Args:
          user_id (bytes): identifier of the user message.
          step_ids (list[bytes]): identifiers of the steps.
          replace (Optional[bool]): True if the turn is a later version of the last.
          fields (dict[str, object]): further fields of the turn by name.

        Returns:
          bytes: identifier.
        """
        turn = Make("ConversationTurnStructure")
        agent_turn = turn.agent_conversation_turn
        agent_turn.user_message = user_id
        agent_turn.steps.extend(step_ids)
        for name, value in fields.items():
            setattr(agent_turn, name, value)
        identifier = self.Put(turn)
        if replace:
            self.turn_ids.pop()
        self.turn_ids.append(identifier)
        return identifier

    def PutUser(self, text, message_id, **fields):
        """Stores a user message.

        Args:
          text (str): text.
          message_id (str): identifier of the message.
          fields (dict[str, object]): further fields of the message by name.

        Returns:
          bytes: identifier.
        """
        return self.Put(
            Make(
                "UserMessage",
                text=text.encode(),
                message_id=message_id.encode(),
                **fields,
            )
        )


def GetSamplePath(*segments):
    """Retrieves the path of a file of a sample.

    Args:
      segments (tuple[str]): path segments, the last of which may be a glob pattern.

    Returns:
      str: path.
    """
    (path,) = glob.glob(os.path.join(SAMPLES_PATH, *segments))
    return path


def Make(name, **fields):
    """Makes a message.

    Args:
      name (str): name of the type of the message.
      fields (dict[str, object]): fields by name.

    Returns:
      Message: message.
    """
    return schema.GetMessageType(name).message_class(**fields)


def ReadExpected(name):
    """Reads what a sample is known to hold.

    Args:
      name (str): name of the sample.

    Returns:
      dict[str, object]: ground truth.
    """
    with open(GetSamplePath(name, "expected.json"), encoding="utf-8") as file_object:
        return json.load(file_object)


def ReadTable(path, query):
    """Reads rows of a database.

    Args:
      path (str): path of the database.
      query (str): SQL query of a key and a value.

    Returns:
      dict[str, object]: values by key, in the order of the rows.
    """
    connection = sqlite3.connect(f"file:{path:s}?immutable=1", uri=True)
    try:
        return dict(connection.execute(query))
    finally:
        connection.close()
