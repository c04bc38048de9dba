"""Never pulls, sqrt(5/6) left out, the wall has the modulus of the sphere, rescaled spring, r - delta, elastic limit."""

from hidden_common import main

main({
    "scheme": "leapfrog",
    "clamped": True,
    "damping_factor": (6.0 / 5.0) ** 0.5,
    "wall_modulus": "sphere",
    "form": "rescaled",
    "slip": "overlap",
    "torque": "overlap",
    "limit": "elastic",
    "tells_force": False,
})
