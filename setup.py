"""Adds the plug to what setup.cfg says: a .pth file, for which it has no words."""

import os

import setuptools
from setuptools.command import build_py

# Python runs this line when it starts. A package that has been removed by hand, and
# not by pip, leaves it behind: nothing happens then.
PLUG = (
    'import sys; exec("try:\\n'
    "    from cursor_plaso import hook\\n"
    "    hook.Install()\\n"
    "except ModuleNotFoundError:\\n"
    "    pass\\n"
    "except Exception as exception:\\n"
    "    print(f'cursor-plaso: unable to plug in: {exception!r}', file=sys.stderr)"
    '")\n'
)

PLUG_FILE_NAME = "cursor_plaso.pth"


class BuildPyWithPlug(build_py.build_py):
    """Builds the packages, and beside them the .pth file."""

    def run(self):
        """Builds the packages and the .pth file."""
        super().run()

        path = self.build_lib
        if self.editable_mode:
            # An editable wheel takes nothing from the build directory. What other
            # commands install, such as scripts, goes into the wheel directly.
            path = self.get_finalized_command("install").install_lib

        os.makedirs(path, exist_ok=True)
        with open(
            os.path.join(path, PLUG_FILE_NAME), "w", encoding="utf-8"
        ) as file_object:
            file_object.write(PLUG)


setuptools.setup(cmdclass={"build_py": BuildPyWithPlug})
