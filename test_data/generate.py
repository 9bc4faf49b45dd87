#!/usr/bin/env python3
"""Makes the evidence files of this directory.

Usage: python test_data/generate.py [DIRECTORY]

Times, identifiers and contents are fixed: two runs give the same bytes with the same
SQLite, and the same rows with any. README.md says what each file is and proves. The
disk images have a recipe of their own: images/make_images.py.
"""

import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# pylint: disable=wrong-import-position
from test_data.recipes import edits
from test_data.recipes import eras
from test_data.recipes import files
from test_data.recipes import hostile
from test_data.recipes import hostile_corpus
from test_data.recipes import seed
from test_data.recipes import settings
from test_data.recipes import stores
from test_data.recipes import trees
from test_data.recipes import wal
from tests import evidence

# What this program writes, and removes before it writes.
GENERATED_DIRECTORIES = (
    "agent_store",
    "agent_sync",
    "ai_tracking",
    "backup",
    "files",
    "hostile",
    "search",
    "state",
    "transcripts",
    "trees",
    "wal",
    "workspaces",
)


def Generate(directory):
    """Writes all evidence files.

    Args:
      directory (str): path of the directory to write to.
    """
    for name in GENERATED_DIRECTORIES:
        shutil.rmtree(os.path.join(directory, name), ignore_errors=True)

    seed.WriteState(os.path.join(directory, "state", "seed_fixture.vscdb"))
    for recipe in (
        eras,
        hostile,
        hostile_corpus,
        settings,
        edits,
        wal,
        stores,
        files,
        trees,
    ):
        recipe.Write(directory)

    for name in GENERATED_DIRECTORIES:
        evidence.SetFileTimes(os.path.join(directory, name))


if __name__ == "__main__":
    Generate(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(__file__) or ".")
