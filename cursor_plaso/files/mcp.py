"""mcp.json: MCP servers of a user or a project, never their environment or headers.

Sources: seed "Credentials" (env blocks hold literal keys) and "Project-local files".
"""

import re

from cursor_plaso import events
from cursor_plaso import masking
from cursor_plaso import values
from cursor_plaso.files import interface
from cursor_plaso.files import shapes


class MCPReader(interface.JSONFileReader):
    """Reader of mcp.json in the directory .cursor."""

    KIND = "mcp.json"
    NAMES = frozenset(["mcp.json"])
    PATH_RE = re.compile(r"/\.cursor[^/]*/mcp\.json\Z")
    SHAPE = {
        # There is a warning of servers that are none.
        "mcpServers": (
            {
                "*": (
                    {"args": [shapes.TEXT], "command": shapes.TEXT, "url": shapes.TEXT},
                    shapes.ANY,
                )
            },
            shapes.ANY,
        )
    }

    def _CheckShape(self, json_value, is_cursor_file):
        """Determines if the document has the shape of this kind.

        Args:
          json_value (dict[str, object]): document.
          is_cursor_file (bool): True if the path tells that the file is of Cursor.

        Returns:
          bool: True if the document has the shape of this kind.
        """
        return is_cursor_file and "mcpServers" in json_value

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        servers = json_value.get("mcpServers")
        if not isinstance(servers, dict):
            self._Warn(evidence_file, "mcpServers is not a JSON object", producer)
            return

        names = self._LimitEntries(evidence_file, list(servers), producer)
        for name in names:
            if producer.abort:
                return
            server = servers[name]
            if not isinstance(server, dict):
                self._Warn(evidence_file, "a server is not a JSON object", producer)
                continue
            url = values.GetString(server, "url")
            event_data = events.CursorMCPServerEventData()
            event_data.command = masking.MaskCommand(
                server.get("command"), server.get("args")
            )
            event_data.evidence_source = self.KIND
            event_data.project_path = evidence_file.project_path
            event_data.record_key = f"mcpServers.{name:s}"
            event_data.server_name = name
            event_data.url = masking.MaskURL(url) if url else None
            evidence_file.SetFileTime(event_data)
            producer.Produce(event_data)
