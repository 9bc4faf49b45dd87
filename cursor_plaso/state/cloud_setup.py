"""How the machine of a cloud agent was set up, as older workspaces keep it.

workbench.backgroundComposer.workspacePersistentData held the scripts and terminals of
the machine before these stood in .cursor/environment.json. Source: storage-facts 2.5,
which names the members; what a member holds is told as it is.
"""

from cursor_plaso import values
from cursor_plaso.state import item_table

_NAMES = (
    "setupPath2",
    "installScript",
    "startScript",
    "currentSetupStep",
    "ranTerminalCommands",
    "terminals",
)


def ReadSetup(json_dict):
    """Reads the members that tell how a machine was set up.

    Args:
      json_dict (dict[str, object]): value of the row.

    Yields:
      tuple[str, str, str]: place in the value, name of the setting and text of one
          member, or of one element of a list.
    """
    for name in _NAMES:
        value = json_dict.get(name)
        elements = enumerate(value) if isinstance(value, list) else ((None, value),)
        for index, element in elements:
            if isinstance(element, dict):
                # A terminal has a command and a name, as in environment.json.
                element = values.GetString(element, "command") or element
            if element in (None, "", {}):
                continue
            label = item_table.GetLabel(element)
            if label:
                place = name if index is None else f"{name:s}[{index:d}]"
                yield place, f"environment {name:s}", label
