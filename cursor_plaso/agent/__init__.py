"""The agent.v1 tree: conversations as content-addressed blobs of messages."""
