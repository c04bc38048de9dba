"""Collisions of two bodies, in arrays."""

from typing import Any, Dict, List, Mapping, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from collisionbench import _core, _figures
from collisionbench._bodies import Body
from collisionbench._case import Case, scalar, tables_of
from collisionbench._contact import Contact
from collisionbench._values import Value, broadcast, error, written

_UNCERTAINTY = "_uncertainty"


class Trajectory(Mapping[str, NDArray[Any]]):
    """The time series of one collision: arrays under their names, and as attributes.

    ``time`` (s since first touch), ``overlap`` (m), ``speed`` (rate of approach, m/s), ``force`` and ``force_elastic`` (N, along the normal). Of an
    oblique collision of the reference also, at ``tangential_time`` (s): ``slip`` and ``slip_b`` (m/s, along t and b of the turning contact),
    ``tangential_force`` and ``tangential_force_b`` (N, against the slip), ``friction_limit`` (N), ``spin_1`` and ``spin_2`` (rad/s, along b), and
    whether it is ``sliding``.
    """

    def __init__(self, series: Dict[str, NDArray[Any]]) -> None:
        self._series = series

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._series[name]

    def __iter__(self) -> Any:
        return iter(self._series)

    def __len__(self) -> int:
        return len(self._series)

    def __getattr__(self, name: str) -> NDArray[Any]:
        if name.startswith("_") or name not in self._series:
            raise AttributeError(f"a trajectory without {name!r}: it has {', '.join(self.__dict__.get('_series', {}))}")
        return self._series[name]

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._series]

    def to_pandas(self) -> Any:
        """The normal motion as ``pandas.DataFrame`` over time; the tangential one, where there is one, has rows of the same times."""
        pandas = _figures.needed("pandas", "pandas")
        return pandas.DataFrame({name: series for name, series in self._series.items() if len(series) == len(self._series["time"])})

    def plot(self, x: str = "overlap", y: str = "force", ax: Any = None, **style: Any) -> Any:
        """Draw one series over another; returns the ``matplotlib`` axes. ``style`` goes to ``Axes.plot``."""
        return _figures.line(self._series[x], self._series[y], x, y, ax, **style)


class Collisions:
    """What came of one or many collisions: numpy arrays in the common shape of all that was given, floats where nothing was an array.

    Every observable is an attribute, ``restitution``, ``duration`` (s), ``max_overlap`` (m), ``max_force`` (N), ``tangential_restitution``,
    ``rebound_angle`` (rad), ``rebound_spin`` (rad/s), ``energy_lost`` (J), ...; ``observables`` has all of them, and
    ``collisionbench.explain("rebound_spin")`` what each means. ``restitution_uncertainty`` bounds the error of ``restitution``, in its unit: the
    reference states it, a scheme has zero. A number that a collision does not have is NaN.

    Of a scheme each number is that of the worst onset phase; ``mean`` has the mean over the phases, ``exact`` the limit of small steps.
    """

    def __init__(
        self,
        text: str,
        shape: Tuple[int, ...],
        columns: Dict[str, NDArray[np.float64]],
        names: Dict[str, str],
        units: Dict[str, str],
        tables: Dict[str, Dict[str, NDArray[np.float64]]],
        problems: List[Tuple[int, str]],
    ) -> None:
        self._text, self._columns, self._names, self._units = text, columns, names, units
        #: The common shape.
        self.shape = shape

        def of(table: str) -> Dict[str, NDArray[np.float64]]:
            return {name: column.reshape(shape) for name, column in tables.get(table, {}).items()}

        self._values, self._uncertainties, self._mean, self._exact = of("value"), of("uncertainty"), of("mean"), of("exact")
        #: Why a collision has no numbers, by its index; empty unless ``failed="nan"``.
        self.problems: Dict[Tuple[int, ...], str] = {self._index(index): why for index, why in problems}

    @property
    def observables(self) -> List[str]:
        """The names of all numbers that some of the collisions have."""
        return list(self._values)

    @property
    def inputs(self) -> Dict[str, Any]:
        """What was given, SI, in the common shape: only what differs between the collisions."""
        varied = {path: column for path, column in self._columns.items() if column.size and (column != column[0]).any()}
        return {self._names[path]: column.reshape(self.shape) for path, column in varied.items()}

    @property
    def mean(self) -> Dict[str, Any]:
        """Of a scheme, the mean of every number over the onset phases."""
        return {name: scalar(column) for name, column in self._mean.items()}

    @property
    def exact(self) -> Dict[str, Any]:
        """Of a scheme, the numbers to which it converges for small steps."""
        return {name: scalar(column) for name, column in self._exact.items()}

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("_values", {})
        if name in values:
            return scalar(values[name])
        if name.endswith(_UNCERTAINTY) and name[: -len(_UNCERTAINTY)] in values:
            return scalar(self._uncertainties[name[: -len(_UNCERTAINTY)]])
        raise AttributeError(f"these collisions have no {name!r}: they have {', '.join(values)}")

    def __getitem__(self, name: str) -> Any:
        try:
            return getattr(self, name)
        except AttributeError as why:
            raise KeyError(str(why)) from None

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._values, *(name + _UNCERTAINTY for name in self._values)]

    def __repr__(self) -> str:
        many = f"{self.shape} collisions" if self.shape else "a collision"
        shown = ", ".join(f"{name}={self._values[name]:.7g}" for name in self._values) if not self.shape else ", ".join(self._values)
        return f"<{many}: {shown}>"

    def case(self, index: Any = ()) -> Case:
        """One of the collisions as a case, numbers to the last bit: the command line computes the same.

        ``index`` is as for an array of :attr:`shape`; none is needed for a single collision.
        """
        flat = self._flat(index)
        text = self._text
        lines = text.splitlines()
        values = {path: column[flat] for path, column in self._columns.items()}
        return Case("title = \"a collision of collisionbench\"\n" + "\n".join(_replaced(lines, values, self._units)) + "\n")

    def trajectory(self, index: Any = ()) -> Trajectory:
        """The time series of one of the collisions, which is computed again; of a scheme that of its worst onset phase."""
        flat = self._flat(index)
        return Trajectory(_core.trajectory(self._text, list(self._columns), [float(column[flat]) for column in self._columns.values()]))

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``: a row a collision, in C order, with what was varied, the numbers and their uncertainties."""
        pandas = _figures.needed("pandas", "pandas")
        columns = {name: np.ravel(array) for name, array in self.inputs.items()}
        for name, array in self._values.items():
            columns[name] = np.ravel(array)
            columns[name + _UNCERTAINTY] = np.ravel(self._uncertainties[name])
        return pandas.DataFrame(columns)

    def to_xarray(self) -> Any:
        """An ``xarray.Dataset``: numbers and uncertainties over dimensions that are called after what varies along them."""
        xarray = _figures.needed("xarray", "xarray")
        dims, coordinates = [], {}
        varied = self.inputs
        for axis in range(len(self.shape)):
            other = tuple(i for i in range(len(self.shape)) if i != axis)
            alone = [name for name, array in varied.items() if _is_along(array, axis, other)]
            dims.append(alone[0] if alone else f"dim_{axis}")
            for name in alone:
                coordinates[name] = (dims[axis], np.moveaxis(array_of(varied[name]), axis, 0).reshape(self.shape[axis], -1)[:, 0])
        data = {}
        for name, array in self._values.items():
            data[name] = (dims, array)
            data[name + _UNCERTAINTY] = (dims, self._uncertainties[name])
        return xarray.Dataset(data, coords={**{name: (dims, array) for name, array in varied.items() if name not in coordinates}, **coordinates})

    def plot(self, y: str = "restitution", x: Optional[str] = None, ax: Any = None, **style: Any) -> Any:
        """Draw an observable over what varies; returns the ``matplotlib`` axes to restyle. ``style`` goes to ``Axes.plot``.

        ``x`` is one of :attr:`inputs` or an observable; the first input that varies unless given.
        """
        known = {**self._values, **self.inputs}
        if x is None:
            x = next(iter(self.inputs), None)
        if x is None or x not in known or y not in known:
            raise error(f"there is nothing to draw `{y}` over", f"x is one of {', '.join(known)}")
        return _figures.line(np.ravel(known[x]), np.ravel(known[y]), x, y, ax, **style)

    def _flat(self, index: Any) -> int:
        index = index if isinstance(index, tuple) else (index,)
        return int(np.arange(int(np.prod(self.shape, dtype=int))).reshape(self.shape)[index])

    def _index(self, flat: int) -> Tuple[int, ...]:
        return tuple(int(i) for i in np.unravel_index(flat, self.shape)) if self.shape else ()


def array_of(value: Any) -> NDArray[np.float64]:
    """The value as an array."""
    return np.asarray(value, dtype=np.float64)


def _is_along(array: NDArray[np.float64], axis: int, other: Tuple[int, ...]) -> bool:
    """Whether an array varies along one axis alone."""
    first = array
    for i in other:
        first = np.take(first, [0], axis=i)
    return bool((array == first).all()) and array.shape[axis] > 1 and bool((array != np.take(array, [0], axis=axis)).any())


def _replaced(lines: List[str], values: Dict[str, float], units: Dict[str, str]) -> List[str]:
    """The lines of a case with these numbers under their paths."""
    table, new = "", []
    for line in lines:
        if line.startswith("["):
            table = line.strip("[]")
        else:
            key = line.split(" = ", 1)[0].strip('"')
            path = f"{table}.{key}"
            if path in values:
                line = f"{line.split(' = ', 1)[0]} = {written(values[path], units[path])}"
            elif key == "spin":
                spin = ", ".join(written(values[f"{table}.spin_{axis}"], "rad/s") for axis in "xyz")
                line = f"spin = [{spin}]"
            elif key in ("sphere", "wall", "plate"):
                shape = [part.split(" = ") for part in line.split(" = ", 1)[1].strip("{} ").split(", ")]
                sizes = []
                for name, text in shape:
                    path = f"{table}.{name}"
                    sizes.append(f"{name} = {written(values[path], units[path]) if path in values else text}")
                line = f"{key} = {{ {', '.join(sizes)} }}"
        new.append(line)
    return new


def collide(
    one: Body,
    other: Body,
    contact: Contact,
    speed: Optional[Value] = None,
    *,
    angle: Optional[Value] = None,
    normal_speed: Optional[Value] = None,
    tangential_speed: Optional[Value] = None,
    offset: Optional[Value] = None,
    spin: Optional[Value] = None,
    gravity: Optional[Value] = None,
    how: str = "exact",
    step: Optional[Value] = None,
    steps_per_contact: Optional[Value] = None,
    onset_phases: Optional[int] = None,
    tolerance: Optional[float] = None,
    failed: str = "raise",
    threads: Optional[int] = None,
) -> Collisions:
    """Collide two bodies, for every element of the arrays that are given.

    Every number of the bodies, the contact and the impact may be an array; they broadcast as those of numpy do. The collisions are computed in
    parallel, without the lock of the interpreter; Ctrl-C ends them. The results are those of the command line, to the last bit.

    Parameters
    ----------
    one, other: :func:`collisionbench.ball`, and a ball, a :func:`collisionbench.wall` or a :func:`collisionbench.plate`.
    contact: :data:`collisionbench.contact`.
    speed: relative speed of the bodies before, m/s.
    angle: from the normal, rad (``"45 deg"`` as text); none is head-on.
    normal_speed, tangential_speed: m/s, instead of speed and angle. offset: m, of the lines of flight of two spheres, instead of the angle.
    spin: of the first body, rad/s: three components along x (the way it travels along the contact), y and z (out of a wall), or one number about y.
    gravity: m/s2, presses the bodies together during the contact; head-on, reference only.
    how: ``"exact"``, an adaptive integrator of order 8 that bounds its error, or a scheme of production codes, ``"velocity-verlet"``.
    step: s, of a scheme; or ``steps_per_contact``, within the duration of the undamped collision.
    onset_phases: positions of first touch within a step that are computed, 64 unless given.
    tolerance: relative, of the exact integrator, 1e-13 unless given.
    failed: ``"raise"``, or ``"nan"`` for NaN where a collision cannot be computed, with the reason in :attr:`Collisions.problems`.
    threads: one for each processor unless given.

    Returns
    -------
    Collisions
        With arrays in the common shape.

    Raises
    ------
    Error
        For what a case file would be refused for, and for the first collision that cannot be computed, with its index.
    """
    if failed not in ("raise", "nan"):
        raise error(f"`failed` is {failed!r}", 'use "raise" or "nan"')
    tables = tables_of(
        one, other, contact, how=how, step=step, steps_per_contact=steps_per_contact, onset_phases=onset_phases, tolerance=tolerance, spin=spin,
        speed=speed, angle=angle, normal_speed=normal_speed, tangential_speed=tangential_speed, offset=offset, gravity=gravity,
    )  # fmt: skip
    shape, columns = broadcast(tables.arrays, tables.names)
    count = int(np.prod(shape, dtype=int))
    # What is the same for all collisions is read once.
    varied = {path: column for path, column in columns.items() if tables.arrays[path].ndim}
    found, problems = _core.collide(tables.text, list(varied), list(varied.values()), count, threads)
    result = Collisions(tables.text, shape, columns, tables.names, tables.units, found, problems)
    if problems and failed == "raise":
        index, why = problems[0]
        place = f"collision {list(result._index(index))}: " if shape else ""
        raise error(place + why)
    return result


def restitution(one: Body, other: Body, contact: Contact, speed: Value) -> Any:
    """The restitution of head-on impacts at many speeds, alone and ten to fifty times as fast as :func:`collide`: of laws whose force is a power
    of the overlap with a dashpot that is one.

    The numbers are those of ``collide(...).restitution`` to 1e-12, without its uncertainty.

    Parameters
    ----------
    one, other, contact: as those of :func:`collide`, of numbers.
    speed: relative speed of the bodies before, m/s: the one number that may be an array.

    Returns
    -------
    numpy.ndarray or float
        In the shape of ``speed``.

    Raises
    ------
    Error
        For a law that has branches or memory, and for the first impact that cannot be computed.
    """
    tables = tables_of(one, other, contact, how="exact", speed=1.0)
    arrays = [path for path, array in tables.arrays.items() if array.ndim]
    if arrays:
        raise error(f"{tables.names.get(arrays[0], arrays[0])!r} is an array", "only the speed may be one: see collide")
    speeds = array_of(speed)
    found, problems = _core.restitution(tables.text, np.ravel(speeds))
    if problems:
        index, why = problems[0]
        place = f"impact {[int(i) for i in np.unravel_index(index, speeds.shape)]}: " if speeds.ndim else ""
        raise error(place + why)
    return found.reshape(speeds.shape) if speeds.ndim else float(found[0])
