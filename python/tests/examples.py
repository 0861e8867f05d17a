"""A plugin for pytest --doctest-modules: examples that need a device are skipped where is none."""

import pytest
from devices import needs_device

NEED_DEVICE = ("clmodp._primitives.",)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them."""
    for item in items:
        if item.name.startswith(NEED_DEVICE):
            item.add_marker(needs_device)
