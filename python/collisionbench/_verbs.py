"""What the command line does, in the process: the objects that its ``--json`` prints."""

import contextlib
import json
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from collisionbench import _core
from collisionbench._bodies import Body
from collisionbench._case import Case, CaseLike, place_of
from collisionbench._contact import Contact
from collisionbench._fit import Fit
from collisionbench._values import Value, error, numbers, written

PathLike = Union[str, "os.PathLike[str]"]


def command(*words: Any) -> str:
    """Run any verb of the command line in this process; returns the text that it prints.

    ``command("list", "laws")``, ``command("contract", "lammps")``. A verb that writes files writes them as on the command line; an exit code other
    than zero is no error here unless the command line prints one.
    """
    return _core.answer([os.fspath(word) if hasattr(word, "__fspath__") else str(word) for word in words])[1]


def _object(*words: str) -> Dict[str, Any]:
    exit_code, text = _core.answer(words)
    found: Dict[str, Any] = json.loads(text)
    found.setdefault("exit_code", exit_code)
    return found


def _options(**options: Any) -> List[str]:
    """Options of the command line: a flag, a value, or several."""
    words = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
            continue
        if isinstance(value, Mapping):
            value = [f"{key}={_text(item)}" for key, item in value.items()]
        for item in value if isinstance(value, (list, tuple)) else [value]:
            words.append(f"{option}={_text(item)}")
    return words


def _text(value: Any) -> str:
    return os.fspath(value) if hasattr(value, "__fspath__") else repr(value) if isinstance(value, float) else str(value)


def show(case: CaseLike, scene: int = 1, *, set: Optional[Mapping[str, Any]] = None, engines: Optional[PathLike] = None) -> Dict[str, Any]:
    """The numbers of one collision of a case by every solver: ``parameters`` as written, ``collisions`` with ``numbers`` (SI) and their
    uncertainties, and ``validity``.

    Parameters
    ----------
    case: a file, the name of a shipped case, or :func:`collisionbench.case`.
    scene: counted from 1.
    set: other values in the case, ``{"impact.speed": "3 m/s"}``.
    engines: a file that declares programs of one's own.
    """
    with place_of(case) as place:
        return _object("show", place, f"--scene={scene}", "--json", *_options(set=set, engines=engines))


def explain(word: str) -> List[Dict[str, Any]]:
    """Meaning, formula and source of a law, a code, a scheme, a theory, an observable or a key: everything that is called so."""
    found: List[Dict[str, Any]] = _object("explain", word, "--json")["explanations"]
    return found


def compare(
    one: Union[Contact, CaseLike],
    other: Union[Contact, CaseLike],
    pair: Optional[CaseLike] = None,
    *,
    scene: int = 1,
    set: Optional[Mapping[str, Any]] = None,
) -> Dict[str, Any]:
    """What two codes, or cases, make of one impact: ``sides`` with ``numbers`` and ``conventions``, and ``shares``, which convention makes how much
    of the difference.

    Parameters
    ----------
    one, other: a contact of a code, ``contact.lammps(damping="tsuji", e=0.5)``, its name alone, or a case.
    pair: the case whose bodies, impact and, where a code is given none, friction are taken; unless given a glass ball of 5 mm radius on a glass
        plate at 2 m/s and 45 deg with friction 0.3, of two cases those of the first.
    set: other values in that case, ``{"body.ball.radius": "1.5 mm"}``.
    """
    with contextlib.ExitStack() as stack:
        sides = [side.words() if isinstance(side, Contact) else [stack.enter_context(place_of(side))] for side in (one, other)]
        options = _options(set=set)
        if pair is not None:
            options.append(f"--pair={stack.enter_context(place_of(pair))}")
        return _object("compare", "--json", f"--scene={scene}", *options, *sides[0], "--", *sides[1])


def convert(
    source: Union[Contact, CaseLike],
    to: str,
    *,
    one: Optional[Body] = None,
    other: Optional[Body] = None,
    pair: Optional[CaseLike] = None,
    keep: str = "force",
    at_speed: Optional[Value] = None,
    reading_from: Optional[str] = None,
    reading_to: Optional[str] = None,
) -> Dict[str, Any]:
    """Parameters of a code in those of another: ``from`` and ``to`` with parameters, force and restitution (SI), and what differs.

    Parameters
    ----------
    source: a contact of a code, or a case, whose laws are converted.
    to: the code; ``"ours"`` for the tables of a case file.
    one, other: two balls, or one for both; unless given two of glass, 2 mm. pair: a case to take the bodies from instead.
    keep: ``"force"``, at every overlap and rate, or ``"restitution"``, at every speed or ``at_speed`` (m/s).
    reading_from, reading_to: how the documentation of a code is read, ``"corrected"`` or ``"as-documented"``.
    """
    with contextlib.ExitStack() as stack:
        if isinstance(source, Contact):
            code, *words = source.words()
        else:
            code, words, pair = "ours", [], source
        options = _options(keep=keep, reading_from=reading_from, reading_to=reading_to)
        if at_speed is not None:
            options.append(f"--at-speed={_quantity('at_speed', at_speed, 'm/s')}")
        if pair is not None:
            options.append(f"--pair={stack.enter_context(place_of(pair))}")
        for body in [body for body in (one, other) if body is not None]:
            options += _sphere(body)
        return _object("convert", f"--from={code}", f"--to={to}", "--json", *options, *words)


def _quantity(key: str, value: Value, unit: str) -> str:
    number = numbers(key, value, unit)
    if number.ndim:
        raise error(f"`{key}` is an array, but one number is expected")
    return written(float(number), unit).replace('"', "")


def _sphere(body: Body) -> List[str]:
    """The options of a sphere."""
    given = {**body.sizes, **body.material}
    units = {"radius": "m", "density": "kg/m3", "young_modulus": "Pa", "poisson_ratio": ""}
    others = [key for key in given if key not in units]
    if body.shape != "sphere" or others:
        raise error(f"a conversion takes spheres with {', '.join(units)}", "for other bodies give a case:  pair=collisionbench.case(...)")
    return [f"--{key.replace('_', '-')}={_quantity(key, value, units[key])}" for key, value in given.items()]


def advise(
    case: CaseLike,
    *,
    within: Union[None, str, float, Mapping[str, Union[str, float]]] = None,
    scheme: Optional[str] = None,
    all: bool = False,
    threads: Optional[int] = None,
) -> Dict[str, Any]:
    """The largest time step (s) of each scheme for a wanted accuracy: ``scenes``, each with ``schemes``, and with what softer bodies would change.

    Parameters
    ----------
    within: largest error at the worst onset phase, relative, 0.01 unless given; of some quantities alone as ``{"restitution": 0.001}``.
    scheme: one scheme; every one unless given. all: every scene of the case; the first unless given.
    """
    with place_of(case) as place:
        return _object("advise", place, "--json", *_options(within=within, scheme=scheme, all=all, threads=threads))


def export(
    source: Union[CaseLike, Fit],
    to: Union[str, Sequence[str]],
    *,
    scene: Optional[Union[str, int]] = None,
    at: Optional[str] = None,
    strict: bool = False,
    out: Optional[PathLike] = None,
) -> Dict[str, str]:
    """The input lines of DEM codes for the contact of a case or a fit, by code.

    Parameters
    ----------
    source: a case, or the result of :func:`collisionbench.fit`.
    to: a code or several, ``"lammps"``, ``"lammps 29Sep2021"``.
    at: of a fit, its parameter at the ``"low"`` or ``"high"`` end of its interval.
    strict: refuse an export that is not faithful.
    out: also write the complete input of one collision into this new folder, of several codes into a folder each inside it.
    """
    codes = [to] if isinstance(to, str) else list(to)
    with place_of(Case(source.to_json()) if isinstance(source, Fit) else source) as place:
        options = _options(scene=scene, at=at, strict=strict)
        texts = {code: _core.answer(["export", place, f"--to={code}", *options])[1] for code in codes}
        if out is not None:
            _core.answer(["export", place, f"--to={','.join(codes)}", f"--out={os.fspath(out)}", *options])
        return texts


def run(
    *cases: CaseLike,
    engine: Sequence[str] = (),
    within: Union[None, str, float] = None,
    no_skip: bool = False,
    all: bool = False,
    engines: Optional[PathLike] = None,
    threads: Optional[int] = None,
    out: Optional[PathLike] = None,
    pictures: Optional[str] = None,
    resume: bool = False,
    partition: Optional[str] = None,
) -> Dict[str, Any]:
    """Run cases and check the results: ``checks`` with their counts, ``failures``, of one case its ``scenes`` with all numbers, and ``exit_code``: 0, every
    check passes; 1, one fails; 3, an engine gave no result.

    Parameters
    ----------
    cases: files, folders, names of shipped cases; all of ``./cases``, or else all shipped ones, unless given.
    engine: engines to run on every case, compared with its reference to ``within``, 0.01 unless given.
    no_skip: a skipped check fails. all: also cases that need an engine. engines: a file that declares programs of one's own.
    out: a folder for the report, which is not written unless given. pictures: which figures to draw in it.
    resume: go on where an interrupted run into ``out`` stopped.
    partition: ``"3/16"`` computes the third of sixteen partitions into ``out``, for :func:`merge`, and returns ``partition``, its ``collisions``, how many were
    found there ``earlier``, and the counts of its ``checks``. What ``out`` holds already is not computed again.
    """
    with contextlib.ExitStack() as stack:
        places = [stack.enter_context(place_of(case)) for case in cases]
        if out is None:
            if resume or partition is not None:
                raise error("a run that is resumed or in partitions has a folder", "give it: out=\"reports/latest\"")
            report = ["--no-report"]
        else:
            report = _options(out=out, pictures=pictures, resume=resume, partition=partition)
        options = _options(engine=list(engine), within=within, no_skip=no_skip, all=all, engines=engines, threads=threads)
        return _object("run", "--json", *report, *options, *places)


def merge(
    *folders: PathLike,
    out: PathLike = "reports/latest",
    pictures: Optional[str] = None,
    threads: Optional[int] = None,
) -> Dict[str, Any]:
    """Put all partitions of a run together, and write its report: what :func:`run` returns for the whole.

    Parameters
    ----------
    folders: those of all partitions, each as ``run(..., partition="K/N", out=folder)`` wrote it.
    out: a folder for the report. pictures: which figures to draw in it.

    Raises
    ------
    Error: one is missing, given twice, not finished, of another run, or was computed by another program.
    """
    words = [str(folder) for folder in folders]
    return _object("merge", "--json", *_options(out=out, pictures=pictures, threads=threads), *words)


def gate(
    *cases: CaseLike,
    baselines: Optional[PathLike] = None,
    within: Union[None, str, float] = None,
    tube: Union[None, str, float] = None,
    no_skip: bool = False,
    no_new: bool = False,
    engines: Optional[PathLike] = None,
    threads: Optional[int] = None,
    out: Optional[PathLike] = None,
) -> Dict[str, Any]:
    """Compare cases with their accepted numbers: ``cases`` with the ``status`` of each and the ``numbers`` that were compared, and ``exit_code``.

    Parameters
    ----------
    baselines: the folder of the accepted numbers, ``reference-data/baselines`` unless given.
    within: tolerance of the numbers, relative, instead of that of each baseline. tube: around an accepted curve.
    no_skip: a missing engine fails. no_new: a number that was never accepted fails.
    out: a folder for the report, which is not written unless given.
    """
    with contextlib.ExitStack() as stack:
        places = [stack.enter_context(place_of(case)) for case in cases]
        report = _options(out=out) if out is not None else ["--no-report"]
        options = _options(
            baselines=baselines, within=within, tube=tube, no_skip=no_skip, no_new=no_new, engines=engines, threads=threads
        )
        return _object("gate", "--json", *report, *options, *places)


def fingerprint(engine: str, *, variant: Optional[str] = None, engines: Optional[PathLike] = None) -> List[Dict[str, Any]]:
    """The conventions of an engine, found from its collisions: of each of its installations the ``verdict`` and every convention with its evidence.

    Parameters
    ----------
    engine: built in or declared in ``engines``. variant: a version or a way to run it, where there are several.
    """
    found: List[Dict[str, Any]] = _object("fingerprint", engine, "--json", *_options(variant=variant, engines=engines))["engines"]
    return found
