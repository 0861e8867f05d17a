"""A plugin for pytest --doctest-modules that skips examples needing a device if there is none."""

import pytest
from devices import needs_device

NEED_DEVICE = ("clmodp._primitives.",)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks these examples."""
    for item in items:
        if item.name.startswith(NEED_DEVICE):
            item.add_marker(needs_device)
