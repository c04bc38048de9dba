"""A case: two bodies, their contact and their impact, as a file has them."""

import contextlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Optional, Union

import numpy as np

from collisionbench import _core
from collisionbench._bodies import Body, spin as write_spin
from collisionbench._contact import Contact
from collisionbench._values import Tables, Value, error, quoted

#: A file, the name of a shipped case, or a case of Python.
CaseLike = Union[str, "os.PathLike[str]", "Case"]


@dataclass(frozen=True)
class Case:
    """The text of a case, for functions that take one. ``save`` writes it."""

    text: str

    def save(self, path: Union[str, "os.PathLike[str]"]) -> Path:
        """Write the text to a file, which must not be there yet."""
        place = Path(path)
        with open(place, "x", encoding="utf-8") as file:
            file.write(self.text)
        return place

    def __str__(self) -> str:
        return self.text


#: SI units of the keys of an impact.
IMPACT = {"speed": "m/s", "angle": "rad", "offset": "m", "normal_speed": "m/s", "tangential_speed": "m/s", "gravity": "m/s2"}


def tables_of(
    one: Body,
    other: Body,
    contact: Contact,
    *,
    how: str = "exact",
    step: Optional[Value] = None,
    steps_per_contact: Optional[Value] = None,
    onset_phases: Optional[int] = None,
    tolerance: Optional[float] = None,
    spin: Optional[Value] = None,
    **impact: Optional[Value],
) -> Tables:
    """The tables of a case, with its arrays."""
    for name, body in (("one", one), ("other", other)):
        if not isinstance(body, Body):
            raise error(f"`{name}` is {type(body).__name__}, not a body", "make it with collisionbench.ball or collisionbench.wall")
    if not isinstance(contact, Contact):
        raise error(f"`contact` is {type(contact).__name__}, not a contact", "make it with collisionbench.contact")
    tables = Tables()
    one.write(tables, "one")
    if spin is not None:
        if one.spin is not None:
            raise error("the spin of the first body is given twice: with the body and with the collision")
        write_spin(tables, "body.one", spin, "spin")
    other.write(tables, "other")
    tables.header("impact")
    for key, value in impact.items():
        if value is not None:
            tables.number("impact", key, value, IMPACT[key], key)
    contact.write(tables)
    _run(tables, how, step, steps_per_contact, onset_phases, tolerance)
    return tables


def _run(tables: Tables, how: str, step: Value, steps_per_contact: Value, onset_phases: Optional[int], tolerance: Optional[float]) -> None:
    """The solver: what has no effect on it is refused by the reader of the case."""
    name = "reference" if how == "exact" else how
    if name != "reference" and name not in _core.schemes():
        raise error(f"there is no scheme `{how}`", f"use \"exact\" or one of {', '.join(_core.schemes())}")
    tables.header(f"run.{name}")
    if step is not None:
        tables.raw("time_step", _one("step", step, "s"))
    if steps_per_contact is not None:
        tables.raw("steps_per_contact", _one("steps_per_contact", steps_per_contact, ""))
    if onset_phases is not None:
        tables.raw("onset_phases", repr(int(onset_phases)))
    if tolerance is not None:
        tables.raw("tolerance", repr(float(tolerance)))


def _one(key: str, value: Value, unit: str) -> str:
    """A number that is the same for all collisions."""
    single = Tables()
    text = single.entry("run", key, value, unit)
    if single.arrays[f"run.{key}"].ndim:
        raise error(f"`{key}` is an array, but one time step is expected", "collide once for each")
    return text


def case(
    one: Body,
    other: Body,
    contact: Contact,
    speed: Optional[Value] = None,
    *,
    title: str = "a collision of collisionbench",
    **options: Any,
) -> Case:
    """The collision of :func:`collisionbench.collide` as a case, numbers to the last bit: for :func:`collisionbench.advise`,
    :func:`collisionbench.export` and :func:`collisionbench.show`, and for the command line.

    Every number is a single one here. The options are those of :func:`collisionbench.collide`.
    """
    tables = tables_of(one, other, contact, speed=speed, **options)
    for path, array in tables.arrays.items():
        if array.ndim:
            raise error(f"`{tables.names[path]}` is an array, and a case of Python has one scene")
    return Case(f"title = {quoted(title)}\n{tables.text}")


@contextlib.contextmanager
def place_of(given: CaseLike) -> Iterator[str]:
    """A path that the command line reads: that of a file, the name of a shipped case, or a temporary file with the text of a case."""
    if not isinstance(given, Case):
        yield os.fspath(given)
        return
    with tempfile.TemporaryDirectory(prefix="collisionbench-") as folder:
        path = os.path.join(folder, "case.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(given.text)
        try:
            yield path
        except _core.Error as wrong:
            raise _shortened(wrong, folder) from None


def _shortened(wrong: _core.Error, folder: str) -> _core.Error:
    """The error without the folder that is gone."""
    shorter = _core.Error(str(wrong).replace(folder + os.sep, ""))
    shorter.exit_code = wrong.exit_code
    return shorter


def scalar(array: Any) -> Any:
    """A float of an array without a dimension; an array as it is."""
    return float(array) if np.ndim(array) == 0 else array
