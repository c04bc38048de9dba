"""The contact of two bodies: laws, or the parameters of a DEM code."""

import difflib
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np

from collisionbench import _core
from collisionbench._values import Tables, error, numbers, written

#: A law: its name, ``("tsuji", 0.8)``, ``("mindlin", {"form": "incremental", "friction": 0.3})`` or ``{"mindlin": {...}}``.
Law = Union[str, Tuple[str, Any], Mapping[str, Mapping[str, Any]]]

#: The parameter that a single number is, where the law has it.
_SINGLE = ("restitution", "friction")


@dataclass(frozen=True, eq=False)
class Contact:
    """The laws of a contact, or a DEM code with its parameters: what :data:`contact` makes."""

    #: The code; ``None`` of laws.
    code: Optional[str] = None
    #: Parameters of the code, as they were given.
    parameters: Dict[str, Any] = field(default_factory=dict)
    #: Name and parameters of the law of each axis: ``normal``, ``damping``, ``tangential``, ``rolling``.
    laws: Dict[str, Tuple[str, Dict[str, Any]]] = field(default_factory=dict)
    #: ``ends``, ``friction_limit``, ``lever``, ``spring_rotation``.
    conventions: Dict[str, Any] = field(default_factory=dict)

    def write(self, tables: Tables) -> None:
        """Add its tables to a case."""
        if self.code is not None:
            tables.law(f"contact.{self.code}", self.parameters, _core.codes()[self.code])
            return
        if self.conventions:
            tables.header("contact")
            for key, value in self.conventions.items():
                tables.word(key, value)
        known = _core.laws()
        for axis, (name, parameters) in self.laws.items():
            tables.law(f"contact.{axis}.{name}", parameters, known[axis].get(name, {}))

    def words(self) -> List[str]:
        """As words of the command line: ``["lammps", "damping=tsuji", "e=0.5"]``."""
        if self.code is None:
            raise error("a contact of laws has no words on the command line", "give a contact of a code, such as contact.lammps(...), or a case")
        units = _core.codes()[self.code]
        words = [self.code]
        for key, value in self.parameters.items():
            unit = units.get(key)
            if unit is None or isinstance(value, str):
                words.append(f"{key}={str(value).lower() if isinstance(value, bool) else value}")
                continue
            number = numbers(key, value, unit)
            if number.ndim:
                raise error(f"`{key}` is an array, but one number is expected")
            words.append(f"{key}={written(float(number), unit)}".replace('"', ""))
        return words


def _law(axis: str, given: Law) -> Tuple[str, Dict[str, Any]]:
    """Name and parameters of a law."""
    if isinstance(given, str):
        return given, {}
    if isinstance(given, Mapping):
        if len(given) != 1:
            raise error(f"`{axis}` names {len(given)} laws, but one is expected: {', '.join(map(str, given))}")
        name, parameters = next(iter(given.items()))
        return name, dict(parameters)
    name, parameters = given
    if isinstance(parameters, Mapping):
        return name, dict(parameters)
    laws = _core.laws()[axis]
    if name not in laws:
        raise _unknown(f"there is no {axis} law `{name}`", name, laws)
    known = laws[name]
    single = [key for key in _SINGLE if key in known] or [key for key, unit in known.items() if unit is not None]
    if len(single) == 1 or (single and single[0] in _SINGLE):
        return name, {single[0]: parameters}
    keys = ", ".join(known)
    raise error(f"`{name}` has several parameters: name them", f'write  {axis}=("{name}", {{...}})  with {keys}')


class _Contacts:
    """Contacts: of laws, ``contact(...)``, or of a DEM code with its own parameters, ``contact.lammps(...)``."""

    def __call__(
        self,
        normal: Law = "hertz",
        damping: Optional[Law] = None,
        tangential: Optional[Law] = None,
        rolling: Optional[Law] = None,
        *,
        ends: Optional[str] = None,
        friction_limit: Optional[str] = None,
        lever: Any = None,
        spring_rotation: Optional[str] = None,
    ) -> Contact:
        """The laws of a contact.

        Parameters
        ----------
        normal: the elastic law, ``"hertz"``, ``("hooke", {"stiffness": 1e5})``; or a formula, whose parameters have units:
            ``("formula", {"force": "k*d^1.5 + c*v", "k": "1e9 N/m^1.5", "c": (coefficients, "N s/m")})``.
        damping: ``("tsuji", 0.8)``: a single number is the restitution, where the law has one. Beside it ``ends`` is required.
        tangential: ``("coulomb", 0.3)``: a single number is the friction; ``("mindlin", {"form": "incremental", "friction": 0.3})``.
        rolling: a rolling resistance.
        ends: when the contact is over: ``"zero-overlap"``, ``"force-clamped"``, ``"zero-force"``.
        friction_limit: the normal force in Coulomb's limit, ``"total"``, ``"elastic"``, ...; required beside damping.
        lever, spring_rotation: conventions of the tangential motion.

        Every number may be an array. ``collisionbench.explain("tsuji")`` has formula, keys and source of a law,
        ``collisionbench.command("list", "laws")`` all of their names. What a case file would be refused for raises
        :class:`collisionbench.Error` when bodies collide.
        """
        given = {"normal": normal, "damping": damping, "tangential": tangential, "rolling": rolling}
        laws = {axis: _law(axis, law) for axis, law in given.items() if law is not None}
        known = _core.laws()
        for axis, (name, parameters) in laws.items():
            if name not in known[axis]:
                raise _unknown(f"there is no {axis} law `{name}`", name, known[axis])
            # The parameters of a formula have names of their own.
            if name != "formula":
                _check(f"the {axis} law {name}", parameters, known[axis][name])
        conventions = {"ends": ends, "friction_limit": friction_limit, "lever": lever, "spring_rotation": spring_rotation}
        return Contact(laws=laws, conventions={key: value for key, value in conventions.items() if value is not None})

    def of_code(self, code: str, /, **parameters: Any) -> Contact:
        """The contact of a DEM code with its own parameters: what ``contact.lammps(...)`` calls.

        Raises
        ------
        Error
            For a code or a parameter that is not known, with those that are.
        """
        codes = _core.codes()
        if code not in codes:
            raise _unknown(f"there is no DEM code `{code}`", code, codes)
        _check(code, parameters, {**codes[code], "reading": None})
        return Contact(code=code, parameters={key: value for key, value in parameters.items() if value is not None})

    def __getattr__(self, code: str) -> Any:
        if code.startswith("_") or code not in _core.codes():
            raise AttributeError(f"there is no DEM code {code!r}: {', '.join(_core.codes())}")

        def of_this(**parameters: Any) -> Contact:
            return self.of_code(code, **parameters)

        keys = [f"    {key}: {unit or 'a plain number' if unit is not None else 'a word'}" for key, unit in _core.codes()[code].items()]
        of_this.__name__ = code
        of_this.__doc__ = f"The contact of {code} with its own parameters; see collisionbench.explain({code!r}).\n\n" + "\n".join(keys)
        return of_this

    def __dir__(self) -> List[str]:
        return [*_core.codes(), "of_code"]


def _check(whose: str, given: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    for key, value in given.items():
        if key not in known:
            raise _unknown(f"{whose} has no parameter `{key}`", key, known)
        if value is None:
            raise error(f"`{key}` is None, not a value")
        if isinstance(value, (np.ndarray, list)) and known[key] is None and key != "lever":
            raise error(f"`{key}` is a word, and one for all collisions")


def _unknown(message: str, word: str, known: Mapping[str, Any]) -> Exception:
    near = difflib.get_close_matches(word, list(known), 1)
    lines = [f"did you mean `{near[0]}`?"] if near else []
    return error(message, *lines, f"known: {', '.join(known)}")


#: Contacts: ``contact(normal="hertz", damping=("tsuji", 0.8), ends="force-clamped")``, ``contact.lammps(damping="tsuji", e=0.5)``.
contact = _Contacts()
