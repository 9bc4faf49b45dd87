"""The plug: makes plaso know this package without being told.

The installed package holds a `.pth` file, and with it every interpreter of the
environment calls Install() when it starts. Install() puts one finder before those
that Python imports with. The finder waits for the few modules of plaso that
cursor_plaso.seams extends: it lets their own loader do its work and then hands the
finished module to the extension. Where plaso is never imported nothing happens.

This module costs every start of Python, so it imports nothing that the interpreter
has not loaded by itself and leaves all other work to cursor_plaso.seams.
"""

import os
import sys

# A value other than 0 switches the package off.
DISABLE_VARIABLE = "CURSOR_PLASO_DISABLE"

# The modules of plaso to extend and, for each, the function of cursor_plaso.seams
# that does so. To plug in something else, add a module here and a function there.
SEAMS = {
    "plaso.analysis": "RegisterAnalysisPlugins",
    "plaso.cli.helpers.filter_file": "ExtendFilterFiles",
    "plaso.cli.helpers.tagging_analysis": "ExtendTaggingFiles",
    "plaso.engine.timeliner": "ExtendTimeliner",
    "plaso.output.mediator": "ExtendOutputMediator",
    "plaso.parsers": "RegisterParsers",
    "plaso.parsers.presets": "ExtendPresets",
}


class SeamLoader:
    """Loads a module of plaso with its own loader and then extends it."""

    def __init__(self, loader):
        """Initializes a loader.

        Args:
          loader (importlib.abc.Loader): loader of the module.
        """
        super().__init__()
        self._loader = loader

    def __getattr__(self, name):
        """Retrieves what else the loader of the module offers, such as get_code.

        Args:
          name (str): name of the attribute.

        Returns:
          object: attribute of the loader of the module.
        """
        return getattr(self._loader, name)

    # The names of the methods are those of importlib.
    # pylint: disable=invalid-name

    def create_module(self, spec):
        """Creates a module.

        Args:
          spec (importlib.machinery.ModuleSpec): specification of the module.

        Returns:
          types.ModuleType: module or None if Python should create it.
        """
        return self._loader.create_module(spec)

    def exec_module(self, module):
        """Executes a module and then extends it.

        Args:
          module (types.ModuleType): module.
        """
        # From here on the module looks as if it was never held.
        module.__spec__.loader = self._loader
        module.__loader__ = self._loader

        self._loader.exec_module(module)
        ExtendModule(module)


class SeamFinder:
    """Finds the modules of plaso that are to be extended."""

    # The modules that are being looked for, so that another finder which asks all
    # others, as this one does, does not lead back here.
    _names = set()

    # The name of the method is that of importlib.
    # pylint: disable=invalid-name

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        """Finds a module.

        Args:
          name (str): full name of the module.
          path (Optional[list[str]]): where to look for it.
          target (Optional[types.ModuleType]): module that is being reloaded.

        Returns:
          importlib.machinery.ModuleSpec: specification of the module or None if it is
              not to be extended or not found.
        """
        if name not in SEAMS or name in cls._names or IsDisabled():
            return None

        cls._names.add(name)
        try:
            for finder in sys.meta_path:
                if finder is cls or not hasattr(finder, "find_spec"):
                    continue

                spec = finder.find_spec(name, path, target)
                if spec is not None:
                    if spec.loader is not None:
                        spec.loader = SeamLoader(spec.loader)
                    return spec

        finally:
            cls._names.discard(name)

        return None


def ExtendModule(module):
    """Extends a module of plaso.

    Args:
      module (types.ModuleType): module, one of SEAMS.
    """
    # Whatever goes wrong in here must not end a run of plaso.
    try:
        # pylint: disable=cyclic-import,import-outside-toplevel
        from cursor_plaso import seams

        seams.Extend(module)

    except Exception as exception:  # pylint: disable=broad-except
        print(
            f"cursor-plaso: unable to extend {module.__name__:s}, plaso goes on "
            f"without it: {exception!r}",
            file=sys.stderr,
        )


def Install():
    """Puts the finder in place, unless the package is switched off.

    It does no harm to call this again. Modules of plaso that have been imported
    already are extended at once.
    """
    if IsDisabled() or IsInstalled():
        return

    sys.meta_path.insert(0, SeamFinder)

    for name in SEAMS:
        if name in sys.modules:
            ExtendModule(sys.modules[name])


def IsDisabled():
    """Determines if the package is switched off.

    Returns:
      bool: True if the environment variable CURSOR_PLASO_DISABLE says so.
    """
    return os.environ.get(DISABLE_VARIABLE, "") not in ("", "0")


def IsInstalled():
    """Determines if the finder is in place.

    Returns:
      bool: True if the finder is in place, even after this module was reloaded.
    """
    return any(
        getattr(finder, "__module__", None) == __name__ for finder in sys.meta_path
    )
