"""A contact law of one's own, judged: a function of Python, a compiled one, or a shared library."""

import json
import os
from types import SimpleNamespace
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from collisionbench import _compiled, _core
from collisionbench._limit import Limit, TooLong
from collisionbench._verbs import PathLike, _object, _options

Number = Union[float, Tuple[float, str]]


def check_law(
    law: Union[PathLike, Callable[..., Any]],
    claims: Optional[str] = None,
    *,
    parameters: Optional[Mapping[str, Number]] = None,
    state: Optional[int] = None,
    name: Optional[str] = None,
    single_precision: Optional[bool] = None,
    limit: Optional[float] = None,
) -> Dict[str, Any]:
    """Judge the force of a contact: what any law has to do, and the law that it claims to be (docs/own-law.md).

    Parameters
    ----------
    law: one of

        - a function ``law(contact, state, **parameters)`` that returns the force on body 1 (N): a number along the normal, three numbers, or either
          of them with the next state. ``contact`` has ``bodies`` (two, each with ``radius``, ``mass``, ``young_modulus``, ``poisson_ratio``; a wall
          is infinite), ``normal`` (from body 2 to body 1), ``overlap`` (m), ``rate`` (m/s, positive on approach), ``slip`` (m/s, of body 1 over
          body 2), ``spin`` (rad/s) and ``step`` (s). It runs in this process.
        - a compiled function with the signature of ``collisionbench_force`` in ``collisionbench.h``: a ``@cfunc`` of numba, or a function pointer of
          ctypes. It gets the parameters in their order here. It runs in a fork of this process, which may use 2 GB.
        - a shared library with the functions of ``collisionbench.h``, which runs in a process of its own.
    claims: laws in words, ``"hertz, tsuji restitution=0.5, ends=force-clamped"``, a code, ``"lammps damping=tsuji e=0.5"``, or a case.
    parameters: values of the parameters; of a function with their units, ``{"work": (0.05, "J/m2")}``, where they have one.
    state: how many numbers a contact keeps (0); 0 at first touch. Of a function.
    name: what it is called in the result. Of a function.
    single_precision: whether it computes in single precision (no). Of a function.
    limit: seconds (10) that a call of a function of Python may take; of a compiled one, that it may take for the up to 20 000 contacts that it is
        asked for at once. Not ended: compiled code that a function of Python calls and that does not return. It may be given itself.

    Returns
    -------
    The object of ``check-law --json``: ``faults``, and ``checks``, each with ``check``, ``verdict`` and ``says``.

    Raises
    ------
    Error: a claim or a library that is not understood; a law that does not answer in time; a library or a compiled function that crashed or took too
        much memory. What a function of Python raises is raised.
    """
    given = dict(parameters or {})
    address = _compiled.address(law)
    if address is None and not callable(law):
        own = dict(state=state, name=name, single_precision=single_precision, limit=limit)
        wrong = [key for key, value in own.items() if value is not None]
        if wrong:
            raise TypeError(f"`{wrong[0]}` is of a function: a library describes itself, and has 10 s")
        words = [f"--parameter={key}={_value(value)!r}" for key, value in given.items()]
        return _object("check-law", os.fspath(law), "--json", *words, *_options(claims=claims))
    seconds = 10.0 if limit is None else float(limit)
    if not 0 < seconds < 1e6:
        raise ValueError(f"`limit` is {seconds} s: write seconds above 0")
    kept = 0 if state is None else int(state)
    if not 0 <= kept <= 4096:
        raise ValueError(f"`state` is {kept}: write how many numbers a contact keeps")
    rows = [(key, value[1] if isinstance(value, tuple) else "1", _value(value)) for key, value in given.items()]
    own_name = name or str(getattr(law, "__name__", "law"))
    described = (own_name, rows, kept, bool(single_precision))
    found: Dict[str, Any]
    if address is not None:
        found = json.loads(_core.check_compiled(_compiled.fork, _compiled.leave, address, described, claims, seconds))
        return found
    with Limit(seconds) as within:
        call = _called(law, list(given), kept, within)
        found = json.loads(_core.check_law(call, described, claims, TooLong, seconds))
        return found


def _called(
    law: Any, names: List[str], state: int, within: Limit
) -> Callable[[Sequence[float], List[float], Sequence[float]], Tuple[List[float], List[float]]]:
    """A function of Python as the judge calls it: with the numbers of a contact, its state and the values of the parameters."""

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
        found = within.call(law, contact, tuple(kept), **dict(zip(names, values)))
        force, after = found if isinstance(found, tuple) and len(found) == 2 else (found, kept)
        along = [float(x) for x in force] if hasattr(force, "__len__") else [float(force) * n for n in contact.normal]
        after = [float(x) for x in after]
        if len(along) != 3 or len(after) != state:
            raise ValueError(f"the law returns a force of {len(along)} and a state of {len(after)} numbers, not 3 and {state}")
        return along, after

    return call


def _value(given: Number) -> float:
    return float(given[0] if isinstance(given, tuple) else given)


def _body(numbers: Sequence[float]) -> SimpleNamespace:
    radius, mass, young_modulus, poisson_ratio = numbers
    return SimpleNamespace(radius=radius, mass=mass, young_modulus=young_modulus, poisson_ratio=poisson_ratio)
