"""The compiled part of ``collisionbench``; see the functions of the package, which document what it computes."""

from os import PathLike
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Type, Union

import numpy as np
from numpy.typing import NDArray

Word = Union[str, "PathLike[str]"]

class Error(Exception):
    """What the command line would refuse or fail with, in the same words.

    ``exit_code`` is that of the command line: 2, a file or the request is wrong; 3, an engine gave no result; 5, a file could not be written.
    """

    exit_code: int

def answer(words: Sequence[Word]) -> Tuple[int, str]: ...
def command(words: Sequence[Word]) -> int: ...
def collide(
    text: str,
    paths: Sequence[str],
    columns: Sequence[NDArray[np.float64]],
    count: int,
    threads: Optional[int],
) -> Tuple[Dict[str, Dict[str, NDArray[np.float64]]], List[Tuple[int, str]]]: ...
def restitution(text: str, speeds: NDArray[np.float64]) -> Tuple[NDArray[np.float64], List[Tuple[int, str]]]: ...
def trajectory(text: str, paths: Sequence[str], values: Sequence[float]) -> Dict[str, NDArray[Any]]: ...
def laws() -> Dict[str, Dict[str, Dict[str, Optional[str]]]]: ...
def codes() -> Dict[str, Dict[str, Optional[str]]]: ...
def schemes() -> List[str]: ...
def quantity(key: str, text: str, unit: str) -> float: ...

# Its name, its parameters (name, unit, value), the numbers of its state, whether it computes in single precision.
_Law = Tuple[str, Sequence[Tuple[str, str, float]], int, bool]

def check_law(
    call: Callable[[Sequence[float], List[float], Sequence[float]], Tuple[List[float], List[float]]],
    law: _Law,
    claims: Optional[str],
    late: Type[BaseException],
    limit: float,
) -> str: ...
def check_compiled(
    fork: Callable[[int], int],
    leave: Callable[[int], None],
    address: int,
    law: _Law,
    claims: Optional[str],
    limit: float,
) -> str: ...
