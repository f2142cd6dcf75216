# SPDX-License-Identifier: GPL-3.0-or-later
# What users see of it; the rest is for __init__.py, which has the types.
from typing import Any

__version__: str

class Error(ValueError): ...

def __getattr__(name: str) -> Any: ...
