"""Types of the cffi binding, which is generated from the public headers."""

from typing import Any

ffi: Any
lib: Any
