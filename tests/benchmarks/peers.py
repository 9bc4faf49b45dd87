"""Other programs that read the messages of a state.vscdb.

    PYTHON peers.py NAME DATABASE

runs one of them with the Python that it is installed for and prints what it took,
without the start of Python and the imports, as a line of JSON. Each is driven by what
it offers itself and does the same job: it reads all messages of the database. None
gets more than the generated evidence, and none needs a network.
"""

import importlib
import importlib.metadata
import json
import os
import pathlib
import resource
import sys
import tempfile
import time

# Versions that the figures of docs/performance.md were measured with.
PACKAGES = {
    "cursor-chat-recovery": "0.2.0",
    "cursor-viewer": "0.1.0",
    "mycursordata": "0.1.0",
}


def ReadWithChatRecovery(path):
    """Exports every conversation as Markdown, as its option --export does for one.

    Args:
      path (str): path of the database.

    Returns:
      function: does the job and returns the number of messages.
    """
    operations = importlib.import_module("cursor_chat_recovery.operations")
    storage = importlib.import_module("cursor_chat_recovery.storage")

    def Read():
        count = 0
        with storage.Storage.open_readonly(pathlib.Path(path)) as store:
            for header in store.read_headers()["allComposers"]:
                try:
                    chat = operations.load_chat(store, header["composerId"])
                except KeyError:
                    # It does not know that a conversation was deleted.
                    continue
                operations.export_chat(chat)
                count += len(chat.bubbles)
        return count

    return Read


def ReadWithMyCursorData(path):
    """Exports all conversations as text files, which its command "export" does.

    Args:
      path (str): path of the database.

    Returns:
      function: does the job and returns the number of files.
    """
    parser = importlib.import_module("mycursordata.parser")

    def Read():
        with tempfile.TemporaryDirectory() as directory:
            with parser.CursorDataParser(path) as data_parser:
                return data_parser.export_all(os.path.join(directory, "export"))

    return Read


def ReadWithViewer(path):
    """Collects all conversations, which its page does before it shows any.

    Args:
      path (str): path of the database.

    Returns:
      function: does the job and returns the number of messages.
    """
    viewer = importlib.import_module("streamlit_app")

    def Read():
        with tempfile.TemporaryDirectory() as directory:
            storage = pathlib.Path(directory, "User", "globalStorage")
            storage.mkdir(parents=True)
            storage.joinpath("state.vscdb").symlink_to(os.path.abspath(path))
            chats = viewer.get_all_chats(pathlib.Path(directory))
        return sum(len(chat["messages"]) for chat in chats)

    return Read


READERS = {
    "cursor-chat-recovery": ReadWithChatRecovery,
    "cursor-viewer": ReadWithViewer,
    "mycursordata": ReadWithMyCursorData,
}


def Main(arguments):
    """Runs a peer.

    Args:
      arguments (list[str]): name of the peer and path of the database.
    """
    name, path = arguments
    function = READERS[name](path)
    start, cpu_start = time.perf_counter(), time.process_time()
    count = function()
    result = {
        "count": count,
        "cpu_seconds": time.process_time() - cpu_start,
        "peak_memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "seconds": time.perf_counter() - start,
        "version": importlib.metadata.version(name),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    Main(sys.argv[1:])
