"""Whether the default context has a device, for tests that need one."""

import pytest

import clmodp

HERE = clmodp.default_context().device.kind != "host"

needs_device = pytest.mark.skipif(not HERE, reason="no device here")
