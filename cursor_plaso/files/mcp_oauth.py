"""mcp-oauth-attempts/<uuid>.json: an attempt to sign in to an MCP server.

The client identifier is the result of a public registration and is shown; a verifier or
client secret, should a version store one here, is not. Sources: seed "MCP servers and
plugins", "MCP server and plugin rows" and "Bad-line rows" (observed 3.26.13).
"""

from cursor_plaso import events
from cursor_plaso import masking
from cursor_plaso import times
from cursor_plaso import values
from cursor_plaso.files import interface
from cursor_plaso.files import shapes


class MCPOAuthAttemptReader(interface.JSONFileReader):
    """Reader of mcp-oauth-attempts/<uuid>.json."""

    KIND = "mcp-oauth-attempts"
    DIRECTORY_NAMES = frozenset(["mcp-oauth-attempts"])
    SUFFIXES = (".json",)
    SHAPE = {
        "activeIdentifier": shapes.TEXT,
        "attemptId": shapes.TEXT,
        "authorizationServerUrl": shapes.TEXT,
        "clientInformation": {"client_id": shapes.TEXT},
        "createdAtMs": shapes.TIME,
        "identifier": shapes.TEXT,
        "owner": {"workspaceId": shapes.TEXT},
        "serverUrl": shapes.TEXT,
        "transportServerUrl": shapes.TEXT,
    }

    def _IsCursorFile(self, evidence_file):
        """Determines if the path tells that the file is of Cursor.

        Args:
          evidence_file (EvidenceFile): file.

        Returns:
          bool: True: no other program has a directory of this name.
        """
        return True

    def _ReadDocumentValue(self, json_value, evidence_file, producer):
        """Reads the document.

        Args:
          json_value (dict[str, object]): document.
          evidence_file (EvidenceFile): file.
          producer (BaseProducer): producer.
        """
        client = values.GetDictionary(json_value, "clientInformation")
        owner = values.GetDictionary(json_value, "owner")
        url = values.GetString(json_value, "serverUrl") or values.GetString(
            json_value, "transportServerUrl"
        )

        event_data = events.CursorMCPOAuthAttemptEventData()
        event_data.active_identifier = values.GetString(json_value, "activeIdentifier")
        authorization_url = values.GetString(json_value, "authorizationServerUrl")
        if authorization_url:
            event_data.authorization_url = masking.MaskURL(authorization_url)
        event_data.redirect_urls = [
            masking.MaskURL(redirect_url)
            for redirect_url in values.ToStrings(client.get("redirect_uris"))
        ]
        event_data.client_identifier = values.GetString(client, "client_id")
        event_data.creation_time = times.FromStored(json_value.get("createdAtMs"))
        event_data.evidence_source = f"{self.KIND:s}/{evidence_file.name:s}"
        event_data.record_key = (
            values.GetString(json_value, "attemptId") or evidence_file.name
        )
        event_data.server_name = values.GetString(json_value, "identifier")
        event_data.url = masking.MaskURL(url) if url else None
        event_data.workspace_identifier = values.GetString(owner, "workspaceId")
        if event_data.creation_time:
            event_data.time_source = "createdAtMs"
        else:
            evidence_file.SetFileTime(event_data)
        producer.Produce(event_data, corrupted=not url)
