"""What pytest has to know before it runs the tests."""

import pytest

from cursor_plaso import hook


def pytest_configure():
    """Refuses to test a package that is not plugged in.

    Raises:
      UsageError: if the package has not been installed.
    """
    if not hook.IsInstalled():
        raise pytest.UsageError(
            "The package is not plugged into plaso: install it with "
            "pip install -e '.[test]' and leave CURSOR_PLASO_DISABLE unset."
        )
