"""A mark for tests that need a device: skipped if the default context has none."""

import pytest

import clmodp

HERE = clmodp.default_context().device.kind != "host"

needs_device = pytest.mark.skipif(not HERE, reason="no device here")
