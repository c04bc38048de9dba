#!/usr/bin/env python3
"""Woo as an engine: one Python file between `scene.json` and an installed `woo` package.

    collisionbench run --engines examples/engines/systems.toml --engine woo

What was tried: the shipped cases, by version 1.0 of this file, against a Woo of 2026-01 (2594bb4, Python 3.11) built without
GUI, VTK and HDF5; in CI a stand-in for the package.

Conventions it runs into, whatever is asked: a sphere on a Wall has R* = r/2; levers of r - delta/2 between spheres and r - delta
at a Wall; friction is incremental and limited by the total force; a damped contact with friction has a viscous shear force too,
which is stored in the spring; a held sphere keeps its mass in the dashpot; `Leapfrog.damping` is 0.2 by
default and is set to 0 here.
"""

import json
import math
import os
import sys

PROTOCOL = 1
DRIVER_VERSION = "1.1"
COLUMNS = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")]


def version():
    """The version of the package, whose import prints a line of its own on standard output."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        import woo.config
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
    return woo.config.version


def words(scene):
    """Woo's own parameters of a scene: young and poisson of two like bodies, en, tanPhi and noAttraction."""
    said = scene["contact"]["said"]
    if said is None or said["system"] != "woo":
        sys.exit("this engine takes the contact in Woo's words: declare it with dialect = \"woo\"")
    effective, numbers = scene["contact"]["effective"], said["numbers"]
    E, G = effective["E_star"], effective["G_star"]
    # Two like bodies: E* = E/(2 (1 - nu^2)), G* = E/(4 (2 - nu)(1 + nu)).
    nu = numbers.get("poisson") or ((4 * G - E) / (2 * G - E) if G else 0.0)
    young = numbers.get("young") or 2 * (1 - nu * nu) * E
    shear = scene["contact"]["shear"]
    return {
        "young": young,
        "poisson": nu,
        # Outside of 0 to 1 there is no damping.
        "en": numbers.get("en", 1.0),
        "tanPhi": shear["friction"] if shear else 0.0,
        "noAttraction": scene["contact"]["ends"] != "zero-overlap",
    }


def build(scene, pair, dt):
    """A simulation of one pair, and the nodes of its bodies."""
    import woo.core
    import woo.dem
    import woo.utils

    said = words(scene)
    S = woo.core.Scene(fields=[woo.dem.DemField()])
    S.dem.gravity = (0, 0, 0)
    material = woo.dem.HertzMat(density=1.0, young=said["young"], tanPhi=said["tanPhi"], surfEnergy=0.0, alpha=0.0)
    nodes = []
    for body, state in zip(scene["bodies"], pair["bodies"]):
        if body["shape"] == "wall":
            axis = max(range(3), key=lambda i: abs(scene["normal"][i]))
            if abs(scene["normal"][axis]) < 1.0 - 1e-12:
                sys.exit("a Wall of Woo is perpendicular to an axis, and this wall is not")
            S.dem.par.add(woo.utils.wall(state["position"][axis], axis=axis, sense=0, mat=material))
            nodes.append(None)
            continue
        particle = woo.utils.sphere(tuple(state["position"]), body["radius"], fixed=body["held"], mat=material)
        S.dem.par.add(particle)
        node = particle.shape.nodes[0]
        node.dem.mass = body["mass"]
        node.dem.inertia = (body["inertia"],) * 3
        node.dem.vel = tuple(state["velocity"])
        node.dem.angVel = tuple(state["spin"])
        nodes.append(node)
    S.engines = woo.utils.defaultEngines(
        damping=0.0,
        cp2=woo.dem.Cp2_HertzMat_HertzPhys(poisson=said["poisson"], en=said["en"]),
        law=woo.dem.Law2_L6Geom_HertzPhys_DMT(noAttraction=said["noAttraction"]),
        # A step that adapts itself is no step to hold against another code.
        dynDtPeriod=0,
    )
    S.dt = dt
    return S, nodes


def states(pair, nodes):
    """Both bodies now. Velocities are half a step behind the positions."""
    found = []
    for node, start in zip(nodes, pair["bodies"]):
        if node is None:
            found.append(start)
            continue
        found.append({"position": list(node.pos), "velocity": list(node.dem.vel), "spin": list(node.dem.angVel)})
    return found


def flown(scene, both):
    """Whether the surfaces are apart and move apart."""
    one, two = both
    apart = [a - b for a, b in zip(one["position"], two["position"])]
    moving = [a - b for a, b in zip(one["velocity"], two["velocity"])]
    wall = scene["bodies"][1]["shape"] == "wall"
    normal = scene["normal"] if wall else apart
    radii = [body["radius"] for body in scene["bodies"]]
    gap = sum(x * n for x, n in zip(apart, normal)) - radii[0] if wall else math.hypot(*apart) - radii[0] - radii[1]
    return gap > 0.0 and sum(v * n for v, n in zip(moving, normal)) > 0.0


def row(pair, time, both):
    numbers = [time] + [x for state in both for key in ("position", "velocity", "spin") for x in state[key]]
    return ",".join([str(pair["pair"])] + [repr(float(x)) for x in numbers]) + "\n"


def main():
    if "--driver-version" in sys.argv:
        print(DRIVER_VERSION)
        return
    if "--version" in sys.argv:
        print(version())
        return
    with open("scene.json", encoding="utf-8") as file:
        request = json.load(file)
    if request["protocol"] != PROTOCOL:
        sys.exit(f"this speaks protocol {PROTOCOL}, not {request['protocol']}")
    dt = request["time_step"]
    with open("trajectory.csv", "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(["pair", "time"] + COLUMNS) + "\n")
        for pair in request["pairs"]:
            scene = request["scenes"][pair["scene"]]
            S, nodes = build(scene, pair, dt)
            for step in range(request["steps"] + 1):
                both = states(pair, nodes)
                file.write(row(pair, step * dt, both))
                if flown(scene, both):
                    break
                S.one()


if __name__ == "__main__":
    main()
