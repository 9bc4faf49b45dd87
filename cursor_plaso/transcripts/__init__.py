"""Agent transcripts: the copy of a conversation that the agent writes for itself.

A transcript stands in .cursor/projects/<project>/agent-transcripts, written by the
worker of the IDE and by the CLI alike, and outlives a delete of the conversation. It
holds what was said and which tools were called with which arguments, but no results,
no decisions, no models, and no times but the <timestamp> tags of the user turns. There
are three forms: JSON-L (one message a line), and the older .txt and .json.

The path of a file is told by location.py and its form by formats.py; reader.py gives
it to the reader of its form, which takes the records apart for writer.py.

Sources: seed "Agent transcript JSONL" and "Past-use rows and secondary sources",
storage-facts 6, bug-reports 7 to 13, 19, 49, 54, 61, and the vendor-written samples.
"""
