"""Verify and calibrate contact models of the discrete element method: the collision of two bodies, computed several ways.

>>> import collisionbench as cb
>>> glass = dict(density=2500, young_modulus=60e9, poisson_ratio=0.25)
>>> ball, plate = cb.ball(radius="5 mm", **glass), cb.wall(**glass)
>>> tsuji = cb.contact(damping=("tsuji", 0.8), ends="force-clamped")
>>> cb.collide(ball, plate, tsuji, speed=[0.5, 1, 2]).restitution
array([0.8, 0.8, 0.8])

Numbers are SI; a text with its unit (``"5 mm"``) or a ``pint`` quantity may stand for any of them. What the command line would refuse raises
:class:`Error` with the same text. No file is written unless a function is given ``out``. Ctrl-C ends a computation.
"""

import importlib
from typing import TYPE_CHECKING, Any, List

if TYPE_CHECKING:
    from collisionbench._bodies import Body, ball, plate, wall
    from collisionbench._case import Case, case
    from collisionbench._collide import Collisions, Trajectory, collide, restitution
    from collisionbench._contact import Contact, contact
    from collisionbench._core import Error
    from collisionbench._fit import Fit, Parameter, fit
    from collisionbench._law import check_law
    from collisionbench._verbs import (
        advise,
        command,
        compare,
        convert,
        explain,
        export,
        fingerprint,
        gate,
        merge,
        run,
        show,
    )

# Where each name is: a module is imported when it is first asked for, so that the command does not wait for numpy.
_PLACES = {
    "_core": ["Error"],
    "_bodies": ["Body", "ball", "plate", "wall"],
    "_case": ["Case", "case"],
    "_collide": ["Collisions", "Trajectory", "collide", "restitution"],
    "_contact": ["Contact", "contact"],
    "_fit": ["Fit", "Parameter", "fit"],
    "_law": ["check_law"],
    "_verbs": ["advise", "command", "compare", "convert", "explain", "export", "fingerprint", "gate", "merge", "run", "show"],
}
_PLACE = {name: module for module, names in _PLACES.items() for name in names}

__all__ = [
    "Body", "Case", "Collisions", "Contact", "Error", "Fit", "Parameter", "Trajectory",
    "advise", "ball", "case", "check_law", "collide", "command", "compare", "contact", "convert", "explain", "export", "fingerprint", "fit",
    "gate", "merge", "plate", "restitution", "run", "show", "wall",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("collisionbench")
    if name not in _PLACE:
        raise AttributeError(f"module 'collisionbench' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"collisionbench.{_PLACE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> List[str]:
    return sorted([*globals(), *_PLACE])
