"""What cffi makes of the public headers: its declarations are C's."""

from typing import Any

ffi: Any
lib: Any
