"""Parameters, with uncertainty, from measurements."""

import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from collisionbench import _core, _figures
from collisionbench._case import Case, CaseLike, place_of
from collisionbench._values import error


@dataclass(frozen=True)
class Parameter:
    """A fitted number, SI."""

    #: ``contact.damping.tsuji.restitution``
    path: str
    name: str
    value: float
    #: Empty for a plain number.
    unit: str
    #: Combined standard uncertainty, of data and inputs; ``None`` where none is claimed, as at a bound.
    standard_uncertainty: Optional[float]
    #: Ends of the quoted interval.
    interval: Optional[Tuple[Optional[float], Optional[float]]]
    #: Its probability.
    level: float
    #: Whether the data would rather have it beyond a bound of the search.
    at_bound: bool


class Fit(Dict[str, Any]):
    """The result of a fit: the object of ``fit.json``, with its parameters, draws and figures."""

    #: The text of the case that was written for a table; ``None`` of a case.
    case_text: Optional[str] = None
    #: What was understood of a table; empty of a case.
    about: str = ""

    @property
    def parameters(self) -> Dict[str, Parameter]:
        """The fitted numbers by name."""
        return {of["name"]: _parameter(of) for of in self["parameters"]}

    @property
    def verdict(self) -> str:
        """What the data determine of the law."""
        return str(self["verdict"])

    @property
    def draws(self) -> Dict[str, NDArray[np.float64]]:
        """Samples of the result, data and inputs together, by parameter; empty where no covariance is claimed."""
        if not self.get("draws"):
            return {}
        rows = np.asarray(self["draws"]["parameters"], dtype=np.float64)
        return {name: rows[:, column] for column, name in enumerate(self.parameters)}

    def to_json(self) -> str:
        """The text of ``fit.json``, which ``collisionbench export`` reads."""
        return json.dumps({key: value for key, value in self.items() if key != "exit_code"}, indent=2)

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``: a row a parameter."""
        pandas = _figures.needed("pandas", "pandas")
        rows = [{**of.__dict__, "low": (of.interval or (None, None))[0], "high": (of.interval or (None, None))[1]} for of in self.parameters.values()]
        return pandas.DataFrame(rows).drop(columns="interval").set_index("name")

    def to_arviz(self) -> Any:
        """The draws as ``arviz.InferenceData`` (a ``DataTree`` since arviz 1.0), one chain.

        Raises
        ------
        Error
            Where the fit has none.
        """
        arviz = _figures.needed("arviz", "arviz")
        if not self.draws:
            raise error("this fit has no draws: no covariance is claimed")
        posterior = {name: draws[np.newaxis, :] for name, draws in self.draws.items()}
        # Groups are keywords before release 1.0, and one dictionary since.
        if int(arviz.__version__.split(".")[0]) < 1:
            return arviz.from_dict(posterior=posterior)
        return arviz.from_dict({"posterior": posterior})

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draw the fitted restitution over speed with its band; returns the ``matplotlib`` axes. ``style`` goes to ``Axes.plot``.

        Raises
        ------
        Error
            Where no restitution was measured head-on.
        """
        points = self["restitution"]
        if not points:
            raise error("this fit has no curve of restitution over speed")
        speed, value = [np.array([point[key] for point in points], dtype=float) for key in ("speed", "restitution")]
        ax = _figures.line(speed, value, "speed", "restitution", ax, **style)
        bands = [point["band"] for point in points]
        if all(bands):
            ax.fill_between(speed, [band["low"] for band in bands], [band["high"] for band in bands], alpha=0.3)
        return ax


def _parameter(of: Mapping[str, Any]) -> Parameter:
    ends = of["interval"]
    interval = (ends["low"], ends["high"]) if ends else None
    return Parameter(of["path"], of["name"], of["value"], of["unit"], of["standard_uncertainty"], interval, of["level"], of["at_bound"])


def fit(
    source: Any,
    *,
    columns: Optional[Mapping[str, str]] = None,
    units: Optional[Mapping[str, str]] = None,
    where: Optional[Mapping[str, str]] = None,
    sheet: Optional[str] = None,
    wide: Optional[str] = None,
    group_by: Optional[str] = None,
    frame_rate: Optional[float] = None,
    pixel_size: Optional[str] = None,
    set: Optional[Mapping[str, Any]] = None,
    threads: Optional[int] = None,
    out: Optional[Union[str, "os.PathLike[str]"]] = None,
) -> Union[Fit, List[Fit]]:
    """Fit the parameters of a contact to measurements.

    Parameters
    ----------
    source: a case with measurements (a file, or the name of a shipped case), a table, track, recording or workbook, or a ``pandas.DataFrame``. For a
        table a case is made as ``collisionbench fit TABLE`` makes one; its text is in :attr:`Fit.case_text`.
    columns: what a column of the table is, ``{"drop": "Fallhöhe (mm)"}``. units: of columns whose header has none, ``{"Fallhöhe": "mm"}``.
    where: only rows with this text in a column. sheet: of a workbook. wide: ``"repeats"``, ``"bounces"`` or ``"balls"``.
    group_by: a fit for each text of this column. frame_rate: 1/s, pixel_size: ``"0.4 mm"``, of a track.
    set: other values in the case that is made, ``{"body.ball.radius": "20 mm"}``.
    out: a folder for the pages and files of the fit, which are not written unless given.

    Returns
    -------
    Fit
        Or a list of them, where a case or a table has several.

    Raises
    ------
    Error
        For what cannot be read or fitted.
    """
    from collisionbench._verbs import _options

    options = _options(threads=threads) + (_options(out=out) if out is not None else ["--no-report"])
    table = _options(columns=columns, units=units, where=where, sheet=sheet, wide=wide, group_by=group_by, frame_rate=frame_rate, pixel_size=pixel_size, set=set)  # fmt: skip
    if not _is_table(source):
        if table:
            raise error("these options are of a table, and this is a case: " + " ".join(table))
        with place_of(source) as place:
            return _one_or_all(_fits([place], options))
    with tempfile.TemporaryDirectory(prefix="collisionbench-") as folder:
        try:
            path = _copied(source, folder)
            _, about = _core.answer(["fit", path, *table])
            cases = sorted(str(case) for case in Path(folder).rglob("*.toml"))
            if not cases:
                raise error("no case can be made of this table", about.replace(folder + os.sep, ""))
            fits = _fits(cases, options)
            for fitted, case in zip(fits, cases):
                fitted.case_text = Path(case).read_text(encoding="utf-8")
                fitted.about = about.replace(folder + os.sep, "")
            return _one_or_all(fits)
        except _core.Error as wrong:
            shorter = _core.Error(str(wrong).replace(folder + os.sep, ""))
            shorter.exit_code = getattr(wrong, "exit_code", 2)
            raise shorter from None


def _one_or_all(fits: List[Fit]) -> Union[Fit, List[Fit]]:
    return fits[0] if len(fits) == 1 else fits


def _fits(cases: Sequence[str], options: Sequence[str]) -> List[Fit]:
    _, text = _core.answer(["fit", "--json", *options, *cases])
    return [Fit(of) for of in json.loads(text)["fits"]]


def _is_table(source: Union[CaseLike, Any]) -> bool:
    """Whether it is a table, and not a case."""
    if isinstance(source, Case):
        return False
    if hasattr(source, "to_csv"):
        return True
    path = Path(os.fspath(source))
    return path.exists() and path.suffix.lower() != ".toml" and not (path.is_dir() and any(path.rglob("*.toml")))


def _copied(source: Any, folder: str) -> str:
    """The table in a folder of its own, so that nothing is written beside it."""
    if hasattr(source, "to_csv"):
        path = os.path.join(folder, "table.csv")
        source.to_csv(path, index=False)
        return path
    place = Path(os.fspath(source))
    path = os.path.join(folder, place.name)
    if place.is_dir():
        shutil.copytree(place, path)
    else:
        shutil.copy(place, path)
    return path
