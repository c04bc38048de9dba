"""Numbers with units as users give them, and as a case file has them."""

from numbers import Real
from typing import Any, Dict, List, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from collisionbench import _core
from collisionbench._core import Error

#: What may stand for a number or an array of numbers: SI, a text with its unit, a pint quantity, or an array of these.
Value = Any


def error(message: str, *help: str) -> Error:
    """An error in the form of the command line: what is wrong, and what to do about it."""
    wrong = Error("\n  ".join([message, *help]))
    wrong.exit_code = 2
    return wrong


def numbers(key: str, value: Value, unit: str) -> NDArray[np.float64]:
    """An array of SI numbers, of any shape.

    Parameters
    ----------
    key: what it is called in errors.
    value: a number, a text with its unit, a pint quantity, or an array of these.
    unit: the SI unit of its dimension, empty for a plain number.

    Raises
    ------
    Error
        For what is no number, a unit of another dimension, and ``None`` or NaN in an array, with its index.
    """
    if hasattr(value, "magnitude") and hasattr(value, "to"):
        value = _magnitude(key, value, unit)
    if isinstance(value, str):
        return np.float64(_core.quantity(key, value, unit)) * np.ones(())
    if value is None or isinstance(value, (bool, dict, set)):
        raise error(f"`{key}` is {value!r}, not a number")
    try:
        array = np.asarray(value)
    except ValueError:
        raise error(f"`{key}` has rows of different lengths") from None
    if array.dtype.kind in "iuf":
        array = array.astype(np.float64)
    elif array.dtype.kind in "OUS":
        items = [_item(key, item, index, unit) for index, item in np.ndenumerate(array)]
        array = np.array(items, dtype=np.float64).reshape(array.shape)
    else:
        raise error(f"`{key}` has {array.dtype} numbers; real numbers are expected")
    wrong = ~np.isfinite(array)
    if wrong.any():
        index = tuple(int(i) for i in np.argwhere(wrong)[0])
        raise error(f"`{_place(key, index)}` is {array[index]}: numbers must be finite")
    return array


def _item(key: str, item: Any, index: Tuple[int, ...], unit: str) -> float:
    place = _place(key, index)
    if item is None:
        raise error(f"`{place}` is None, not a number")
    if isinstance(item, (list, tuple, np.ndarray)):
        raise error(f"`{key}` has rows of different lengths")
    if not isinstance(item, (str, Real)) and not hasattr(item, "magnitude"):
        raise error(f"`{place}` is {item!r}, not a number")
    return float(numbers(place, item, unit))


def _place(key: str, index: Tuple[int, ...]) -> str:
    return f"{key}[{', '.join(map(str, index))}]" if index else key


def _magnitude(key: str, value: Any, unit: str) -> Any:
    """The number of a pint quantity in an SI unit."""
    spelled = unit.replace(" ", "*").replace("m3", "m**3").replace("m2", "m**2").replace("s2", "s**2")
    try:
        return value.to(spelled or "dimensionless").magnitude
    except Exception as why:
        raise error(f"`{key}`: {why}") from why


def quoted(text: str) -> str:
    """A text as TOML has it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def bare(key: str) -> str:
    """A key as TOML has it, in quotes where it needs them."""
    plain = key.replace("_", "").replace("-", "")
    return key if plain.isascii() and plain.isalnum() else quoted(key)


def written(number: float, unit: str) -> str:
    """A number to its last bit, as a case file has it."""
    digits = repr(float(number))
    return quoted(f"{digits} {unit}") if unit else digits


class Tables:
    """The text of a case, with the numbers in it that are arrays.

    Every number has its path in the case, ``impact.speed``; the first of an array stands in the text, the others replace it.
    """

    def __init__(self) -> None:
        self.lines: List[str] = []
        self.arrays: Dict[str, NDArray[np.float64]] = {}
        #: How an array is called in results, where it is one.
        self.names: Dict[str, str] = {}
        #: The SI unit of each.
        self.units: Dict[str, str] = {}

    def header(self, header: str) -> None:
        self.lines.append(f"[{header}]")

    def raw(self, key: str, text: str) -> None:
        self.lines.append(f"{bare(key)} = {text}")

    def word(self, key: str, value: Any) -> None:
        """A word, a flag or a number that is a word."""
        self.raw(key, value if isinstance(value, str) and value in ("true", "false") else _word(value))

    def number(self, table: str, key: str, value: Value, unit: str, name: Optional[str] = None) -> None:
        """A number under its path."""
        self.raw(key, self.entry(table, key, value, unit, name))

    def entry(self, table: str, key: str, value: Value, unit: str, name: Optional[str] = None) -> str:
        """The text of a number, whose array is kept under its path."""
        path = f"{table}.{key}"
        array = numbers(name or key, value, unit)
        if array.size == 0:
            raise error(f"`{name or key}` is an empty array")
        self.arrays[path] = array
        self.names[path] = name or path
        self.units[path] = unit
        return written(array.flat[0], unit)

    def law(self, table: str, keys: Dict[str, Any], units: Dict[str, Optional[str]]) -> None:
        """The parameters of a law or a code; a key that it does not have is left to the reader of the case, which names those that it has."""
        self.header(table)
        for key, value in keys.items():
            if value is None:
                continue
            unit = units.get(key)
            if key not in units and isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str):
                # A parameter of a formula, whose key does not say its unit.
                self.number(table, key, value[0], value[1])
            elif unit is None or (isinstance(value, str) and key not in units):
                self.word(key, value)
            else:
                self.number(table, key, value, unit)

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def _word(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, float, np.integer, np.floating)):
        return repr(value.item() if hasattr(value, "item") else value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{bare(key)} = {_word(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_word, value)) + "]"
    return quoted(str(value))


def broadcast(arrays: Dict[str, NDArray[np.float64]], names: Dict[str, str]) -> Tuple[Tuple[int, ...], Dict[str, NDArray[np.float64]]]:
    """The common shape of arrays, and each of them flat in that shape."""
    try:
        shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{names[path]} {array.shape}" for path, array in arrays.items() if array.ndim)
        raise error(f"these arrays do not broadcast: {shapes}", "give them shapes that numpy can broadcast, or one number for all") from None
    flat = {path: np.ascontiguousarray(np.broadcast_to(array, shape)).ravel() for path, array in arrays.items()}
    return shape, flat
