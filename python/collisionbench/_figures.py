"""Figures as matplotlib objects, which people restyle; and packages that not everyone has."""

import importlib
from typing import Any

from collisionbench._values import error

#: SI units of the axes that are drawn.
UNITS = {
    "speed": "m/s",
    "normal_speed": "m/s",
    "tangential_speed": "m/s",
    "angle": "rad",
    "rebound_angle": "rad",
    "rebound_spin": "rad/s",
    "time": "s",
    "tangential_time": "s",
    "duration": "s",
    "overlap": "m",
    "max_overlap": "m",
    "force": "N",
    "force_elastic": "N",
    "tangential_force": "N",
    "friction_limit": "N",
    "max_force": "N",
    "slip": "m/s",
    "energy_lost": "J",
}


def needed(package: str, extra: str) -> Any:
    """A package that is not required.

    Raises
    ------
    Error
        Where it is not installed, with the command that installs it.
    """
    try:
        return importlib.import_module(package)
    except ImportError as why:
        raise error(f"this needs {package}, which is not installed", f'pip install "collisionbench[{extra}]"') from why


def label(name: str) -> str:
    """``max. overlap, m``"""
    unit = UNITS.get(name, "")
    words = name.replace("_", " ")
    return f"{words}, {unit}" if unit else words


def line(x: Any, y: Any, x_name: str, y_name: str, ax: Any, **style: Any) -> Any:
    """Draw a line on these axes, or on new ones; returns the axes."""
    if ax is None:
        ax = needed("matplotlib.pyplot", "plot").subplots()[1]
    ax.plot(x, y, **style)
    ax.set_xlabel(label(x_name))
    ax.set_ylabel(label(y_name))
    return ax
