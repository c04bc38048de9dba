"""A contact law of one's own, judged: a function of Python or a shared library."""

import json
import os
from types import SimpleNamespace
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from collisionbench import _core
from collisionbench._verbs import PathLike, _object, _options

Number = Union[float, Tuple[float, str]]


def check_law(
    law: Union[PathLike, Callable[..., Any]],
    claims: Optional[str] = None,
    *,
    parameters: Optional[Mapping[str, Number]] = None,
    state: int = 0,
    name: Optional[str] = None,
) -> Dict[str, Any]:
    """Judge the force of a contact: what any law has to do, and the law that it claims to be (docs/own-law.md).

    Parameters
    ----------
    law: a shared library with the functions of ``collisionbench.h``, which runs in a process of its own; or a function
        ``law(contact, state, **parameters)`` that returns the force on body 1 (N): a number along the normal, three numbers, or either of them
        with the next state. ``contact`` has ``bodies`` (two, each with ``radius``, ``mass``, ``young_modulus``, ``poisson_ratio``; a wall is
        infinite), ``normal`` (from body 2 to body 1), ``overlap`` (m), ``rate`` (m/s, positive on approach), ``slip`` (m/s, of body 1 over
        body 2), ``spin`` (rad/s) and ``step`` (s).
    claims: laws in words, ``"hertz, tsuji restitution=0.5, ends=force-clamped"``, a code, ``"lammps damping=tsuji e=0.5"``, or a case.
    parameters: values of the parameters; of a function with their units, ``{"work": (0.05, "J/m2")}``, where they have one.
    state: how many numbers a contact keeps; 0 at first touch. Of a function.
    name: what it is called in the result. Of a function.

    Returns
    -------
    The object of ``check-law --json``: ``faults``, and ``checks``, each with ``check``, ``verdict`` and ``says``.

    Raises
    ------
    Error: a claim or a library that is not understood; a library that crashed, hung or took too much memory. What a function raises is raised.
    """
    given = dict(parameters or {})
    if not callable(law):
        words = [f"--parameter={key}={_value(value)!r}" for key, value in given.items()]
        return _object("check-law", os.fspath(law), "--json", *words, *_options(claims=claims))
    names = list(given)
    units = [value[1] if isinstance(value, tuple) else "1" for value in given.values()]

    def call(numbers: Sequence[float], kept: List[float], values: Sequence[float]) -> Tuple[List[float], List[float]]:
        contact = SimpleNamespace(
            bodies=(_body(numbers[0:4]), _body(numbers[4:8])),
            normal=tuple(numbers[8:11]),
            overlap=numbers[11],
            rate=numbers[12],
            slip=tuple(numbers[13:16]),
            spin=numbers[16],
            step=numbers[17],
        )
        found = law(contact, tuple(kept), **dict(zip(names, values)))
        force, after = found if isinstance(found, tuple) and len(found) == 2 else (found, kept)
        along = [float(x) for x in force] if hasattr(force, "__len__") else [float(force) * n for n in contact.normal]
        after = [float(x) for x in after]
        if len(along) != 3 or len(after) != state:
            raise ValueError(f"the law returns a force of {len(along)} and a state of {len(after)} numbers, not 3 and {state}")
        return along, after

    rows = [(key, unit, _value(value)) for (key, value), unit in zip(given.items(), units)]
    found: Dict[str, Any] = json.loads(_core.check_law(call, name or getattr(law, "__name__", "law"), rows, state, claims))
    return found


def _value(given: Number) -> float:
    return float(given[0] if isinstance(given, tuple) else given)


def _body(numbers: Sequence[float]) -> SimpleNamespace:
    radius, mass, young_modulus, poisson_ratio = numbers
    return SimpleNamespace(radius=radius, mass=mass, young_modulus=young_modulus, poisson_ratio=poisson_ratio)
