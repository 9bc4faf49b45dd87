"""Compiles agent_v1.proto into agent_v1_pb2.py.

A maintainer's tool, not a test: python tests/agent/compile_proto.py, in an
environment with grpcio-tools (any version: only the descriptor is kept, and its wire
format does not depend on the version of the compiler).
"""

import base64
import os
import subprocess
import sys
import tempfile
import textwrap
import zlib

from google.protobuf import descriptor_pb2

_AGENT_PATH = os.path.join(
    os.path.dirname(__file__), "..", "..", "cursor_plaso", "agent"
)

_TEMPLATE = '''"""Compiled agent_v1.proto, by tests/agent/compile_proto.py: do not edit.

SERIALIZED_FILE holds the file descriptor (a FileDescriptorProto) that the protocol
buffer compiler makes of agent_v1.proto. It is not the compiler's Python output: that
is tied to a range of versions of the protobuf runtime, and registers its messages in
the descriptor pool that the whole process shares. See schema.py, which loads it.
"""

import base64
import zlib

SERIALIZED_FILE = zlib.decompress(
    base64.b64decode(
        """
{0:s}
        """
    )
)
'''


def Compile():
    """Compiles the protocol buffer definition.

    Returns:
      bytes: serialized FileDescriptorProto.
    """
    with tempfile.TemporaryDirectory() as temporary_path:
        output_path = os.path.join(temporary_path, "agent_v1.bin")
        command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{_AGENT_PATH:s}"]
        command += [f"--descriptor_set_out={output_path:s}", "agent_v1.proto"]
        subprocess.run(command, check=True)
        with open(output_path, "rb") as file_object:
            file_set = descriptor_pb2.FileDescriptorSet.FromString(file_object.read())

    (file_proto,) = file_set.file
    messages = list(file_proto.message_type)
    while messages:
        message = messages.pop()
        messages.extend(message.nested_type)
        for field in message.field:
            field.ClearField("json_name")
    return file_proto.SerializeToString(deterministic=True)


def Main():
    """Writes agent_v1_pb2.py."""
    data = base64.b64encode(zlib.compress(Compile(), 9)).decode("ascii")
    lines = textwrap.indent("\n".join(textwrap.wrap(data, 76)), "        ")
    path = os.path.join(_AGENT_PATH, "agent_v1_pb2.py")
    with open(path, "w", encoding="utf-8") as file_object:
        file_object.write(_TEMPLATE.format(lines))


if __name__ == "__main__":
    Main()
