"""Runs code of Timesketch, in an environment of its own: see timesketch_lib.py.

Usage: timesketch_script.py csv|jsonl|sigma|emojis PATH [CONFIGURATION]

It prints JSON lines.
"""

import json
import sys

from timesketch.lib import emojis
from timesketch.lib import sigma_util
from timesketch.lib import utils


def Main(kind, path, configuration_path=None):
    """Runs code of Timesketch.

    Args:
      kind (str): what to run.
      path (str): path of a file.
      configuration_path (Optional[str]): path of the configuration of Sigma.
    """
    with open(path, "r", encoding="utf-8") as file_object:
        if kind == "csv":
            results = list(utils.read_and_validate_csv(file_object))
        elif kind == "jsonl":
            results = list(utils.read_and_validate_jsonl(file_object))
        elif kind == "sigma":
            results = [
                sigma_util.parse_sigma_rule_by_text(
                    file_object.read(), sigma_config=configuration_path
                )["search_query"]
            ]
        else:
            results = [emojis.get_emoji(name.strip()) for name in file_object]

    for result in results:
        print(json.dumps(result, default=str))


if __name__ == "__main__":
    Main(*sys.argv[1:])
