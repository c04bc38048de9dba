#!/usr/bin/env python3
"""MuJoCo as an engine: one Python file between `scene.json` and an installed `mujoco`.

    collisionbench run --engines examples/engines/registries.toml --engine mujoco

Its contact is a spring and a dashpot of an acceleration: with `solref = (-stiffness, -damping)` and an impedance that does not depend on the
overlap two free bodies approach by `-stiffness r - damping v`, so that `F = m* (stiffness r + damping v)`: the linear law of the scene, which never
pulls. Its other form, a time constant and a damping ratio, is the same law: `stiffness = 1/(timeconst dampratio)^2`, `damping = 2/timeconst`. There
is no restitution to give.

Friction is a dashpot along the contact with the same `damping`, within mu times the normal force, and the normal force grows
with the sliding velocity: its contacts are the solution of a convex problem. `impratio` does not change an impact of one contact.

What was tried: 4.0.0 from PyPI, semi-implicit Euler, elliptic cones.
"""

import importlib.metadata
import json
import math
import sys

PROTOCOL = 1
DRIVER_VERSION = "1.0"
COLUMNS = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")]
OF_STATE = ("position", "velocity", "spin")
# The largest that MuJoCo takes. At 1 the constraint would be hard.
IMPEDANCE = 0.9999


def contact(scene):
    """Attributes of both shapes, and the coefficient of friction."""
    force, m_star = scene["contact"]["force"], scene["contact"]["effective"]["m_star"]
    if (force["alpha"], force["beta"]) != (1.0, 0.0) and force["C"] != 0.0 or force["alpha"] != 1.0:
        sys.exit("MuJoCo has a linear spring and a linear dashpot only")
    shear = scene["contact"]["shear"]
    friction = shear["friction"] if shear else 0.0
    rest = f'solref="{-force["K"] / m_star!r} {-force["C"] / m_star!r}" solimp="{IMPEDANCE} {IMPEDANCE} 1 0.5 1"'
    return f'{rest} condim="{3 if friction else 1}" friction="{friction!r} 0 0"'


def model(scene, pair, dt):
    """The pair in MuJoCo's own format."""
    shape, bodies = contact(scene), ""
    for number, (body, state) in enumerate(zip(scene["bodies"], pair["bodies"])):
        at = " ".join(repr(x) for x in state["position"])
        if body["shape"] == "wall":
            axis = " ".join(repr(n) for n in scene["normal"])
            bodies += f'<geom type="plane" size="0 0 1" pos="{at}" zaxis="{axis}" {shape}/>'
            continue
        ball = f'<geom type="sphere" size="{body["radius"]!r}" {shape}/>'
        if not body["held"]:
            inertia = " ".join([repr(body["inertia"])] * 3)
            ball = f'<freejoint/><inertial pos="0 0 0" mass="{body["mass"]!r}" diaginertia="{inertia}"/>' + ball
        bodies += f'<body name="{number}" pos="{at}">{ball}</body>'
    option = f'<option timestep="{dt!r}" gravity="0 0 0" cone="elliptic" tolerance="0"/>'
    return f"<mujoco>{option}<worldbody>{bodies}</worldbody></mujoco>"


class Simulation:
    def __init__(self, mujoco, numpy, scene, pair, dt):
        self.mujoco, self.scene, self.pair = mujoco, scene, pair
        self.model = mujoco.MjModel.from_xml_string(model(scene, pair, dt))
        self.data = mujoco.MjData(self.model)
        self.turned = numpy.zeros(3)
        self.first = {}
        for number, (body, state) in enumerate(zip(scene["bodies"], pair["bodies"])):
            if not body["held"]:
                at = self.first[number] = int(self.model.body(str(number)).dofadr[0])
                self.data.qvel[at : at + 6] = state["velocity"] + state["spin"]

    def step(self):
        self.mujoco.mj_step(self.model, self.data)

    def states(self):
        """Both bodies now; MuJoCo keeps a spin along the axes of the body."""
        both = []
        for number, start in enumerate(self.pair["bodies"]):
            if number not in self.first:
                both.append(start)
                continue
            at = self.first[number]
            # A free joint has six velocities and seven coordinates: three of place, four of orientation.
            place = at + at // 6
            turn = self.data.qpos[place + 3 : place + 7]
            self.mujoco.mju_rotVecQuat(self.turned, self.data.qvel[at + 3 : at + 6], turn)
            position, velocity = self.data.qpos[place : place + 3], self.data.qvel[at : at + 3]
            both.append({key: [float(x) for x in vector] for key, vector in zip(OF_STATE, (position, velocity, self.turned))})
        return both


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
    numbers = [time] + [x for state in both for key in OF_STATE for x in state[key]]
    return ",".join([str(pair["pair"])] + [repr(float(x)) for x in numbers]) + "\n"


def main():
    if "--driver-version" in sys.argv:
        print(DRIVER_VERSION)
        return
    if "--version" in sys.argv:
        print(importlib.metadata.version("mujoco"))
        return
    with open("scene.json", encoding="utf-8") as file:
        request = json.load(file)
    if request["protocol"] != PROTOCOL:
        sys.exit(f"this speaks protocol {PROTOCOL}, not {request['protocol']}")
    import mujoco
    import numpy

    dt = request["time_step"]
    name = "trajectory.csv" if request["trajectory"] else "ends.csv"
    with open(name, "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(["pair", "time"] + COLUMNS) + "\n")
        for pair in request["pairs"]:
            scene = request["scenes"][pair["scene"]]
            simulation = Simulation(mujoco, numpy, scene, pair, dt)
            both, step = pair["bodies"], 0
            while step < request["steps"] and not flown(scene, both):
                if request["trajectory"]:
                    file.write(row(pair, step * dt, both))
                simulation.step()
                step += 1
                both = simulation.states()
            file.write(row(pair, step * dt, both))


if __name__ == "__main__":
    main()
