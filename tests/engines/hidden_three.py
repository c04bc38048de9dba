"""Never pulls, secant for tangent, forward Euler, a wall that does not deform; no friction is claimed."""

from hidden_common import main

main({
    "scheme": "forward-euler",
    "clamped": True,
    "damping_factor": (2.0 / 3.0) ** 0.5,
    "wall_modulus": "rigid",
    "form": "total",
    "slip": "r",
    "torque": "r",
    "limit": "total",
    "tells_force": True,
})
