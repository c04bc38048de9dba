"""Pulls at the end, the formula of the full force, half the radius and half the mass at a wall, total spring, nominal lever."""

from hidden_common import main

main({
    "scheme": "leapfrog",
    "clamped": False,
    "damping_factor": 1.0,
    "wall_radius": 0.5,
    "wall_mass": 0.5,
    "form": "total",
    "slip": "r",
    "torque": "r",
    "limit": "total",
    "tells_force": True,
})
