"""Runs a batch of pairs in YADE: reads scene.json and driver.json, leaves the files of the protocol.

driver.json has the contact of each scene in the lines that export writes. The package is imported; the launcher, which opens
network ports, is never started.
"""

import contextlib
import json
import math
import os
import sys

with open("scene.json", encoding="utf-8") as file:
    REQUEST = json.load(file)
with open("driver.json", encoding="utf-8") as file:
    DRIVER = json.load(file)
sys.path.insert(1, DRIVER["package"])

import yade  # noqa: E402,F401  (it loads what the names below need)
from yade import utils  # noqa: E402
from yade.wrapper import (  # noqa: E402,F401  (the lines of a contact name most of them)
    Bo1_Sphere_Aabb,
    Bo1_Wall_Aabb,
    ForceResetter,
    FrictMat,
    Ig2_Sphere_Sphere_ScGeom,
    Ig2_Wall_Sphere_ScGeom,
    InsertionSortCollider,
    InteractionLoop,
    Ip2_FrictMat_FrictMat_MindlinPhys,
    Ip2_LudingMat_LudingMat_LudingPhys,
    Law2_ScGeom_LudingPhys_Basic,
    Law2_ScGeom_MindlinPhys_Mindlin,
    LudingMat,
    NewtonIntegrator,
    Omega,
)

O = Omega()  # noqa: E741  (its name in every YADE script)
DT = REQUEST["time_step"]
STEPS = REQUEST["steps"]


def speed(pair):
    return sum(math.hypot(*body["velocity"]) for body in pair["bodies"])


def aside(normal):
    """The axis that is most across the normal: pairs stand along it."""
    return min(range(3), key=lambda axis: abs(normal[axis]))


def build(scene, contact, pairs):
    """Sets up the pairs of one scene; gives the numbers of their bodies and where each pair stands."""
    O.reset()
    O.dt = DT
    # The materials of both bodies and the engines.
    exec("\n".join(contact), globals())
    reach = max(body["radius"] or 0.0 for body in scene["bodies"])
    space = 6.0 * (reach + max(map(speed, pairs)) * (STEPS + 2) * DT)
    axis = aside(scene["normal"])
    is_wall = scene["bodies"][1]["shape"] == "wall"
    wall = None
    if is_wall:
        across = max(range(3), key=lambda i: abs(scene["normal"][i]))
        wall = O.bodies.append(utils.wall(0.0, axis=across, material=O.materials[1]))
    numbers, places = [], []
    for place, pair in enumerate(pairs):
        shift = [place * space if i == axis else 0.0 for i in range(3)]
        both = []
        for side, (body, state) in enumerate(zip(scene["bodies"], pair["bodies"])):
            if body["shape"] == "wall":
                both.append(wall)
                continue
            position = [x + s for x, s in zip(state["position"], shift)]
            number = O.bodies.append(utils.sphere(position, body["radius"], material=O.materials[side]))
            made_body = O.bodies[number]
            made_body.state.mass = body["mass"]
            made_body.state.inertia = (body["inertia"],) * 3
            made_body.state.vel = state["velocity"]
            made_body.state.angVel = state["spin"]
            if body["held"]:
                made_body.dynamic = False
            both.append(number)
        numbers.append(both)
        places.append(shift)
    return numbers, places


def states(pair, numbers, shift):
    """Both bodies now, in the frame of the pair."""
    found = []
    for number, start in zip(numbers, pair["bodies"]):
        body = O.bodies[number]
        if body.shape.__class__.__name__ == "Wall":
            found.append(start)
            continue
        found.append({
            "position": [x - s for x, s in zip(body.state.pos, shift)],
            "velocity": list(body.state.vel),
            "spin": list(body.state.angVel),
        })
    return found


def force(numbers):
    """The normal force of the last step; 0 where there is no contact."""
    try:
        contact = O.interactions[numbers[0], numbers[1]]
    except IndexError:
        return 0.0
    if not contact.isReal:
        return 0.0
    size = contact.phys.normalForce.norm()
    # The geometry points from the first body of the contact to its second, and so does a force that pushes apart.
    return size if contact.phys.normalForce.dot(contact.geom.normal) >= 0.0 else -size


COLUMNS = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")]


def row(pair, time, both, last):
    numbers = [time] + [x for state in both for key in ("position", "velocity", "spin") for x in state[key]]
    return ",".join([str(pair["pair"])] + [repr(float(x)) for x in numbers] + last) + "\n"


def flown(scene, both):
    """Whether the surfaces are apart and move apart."""
    one, two = both
    apart = [a - b for a, b in zip(one["position"], two["position"])]
    moving = [a - b for a, b in zip(one["velocity"], two["velocity"])]
    radii = [body["radius"] for body in scene["bodies"]]
    wall = scene["bodies"][1]["shape"] == "wall"
    normal = scene["normal"] if wall else apart
    parts = sum(v * n for v, n in zip(moving, normal)) > 0.0
    gap = sum(x * n for x, n in zip(apart, normal)) - radii[0] if wall else math.hypot(*apart) - radii[0] - radii[1]
    return parts and gap > 0.0


# Steps after which it is looked again whether any pair still collides.
GLANCE = 50


def ends(file, scene, pairs, numbers, places):
    """Runs until every pair flies freely, or to the end; a row a pair."""
    for step in range(1, STEPS + 1):
        O.step()
        if step % GLANCE and step < STEPS:
            continue
        found = [states(pair, both, shift) for pair, both, shift in zip(pairs, numbers, places)]
        if step == STEPS or all(flown(scene, both) for both in found):
            for pair, both in zip(pairs, found):
                file.write(row(pair, step * DT, both, []))
            return


def course(file, scene, pairs, numbers, places):
    """A row a pair and step, until it flies freely."""
    running = list(zip(pairs, numbers, places))
    for step in range(STEPS + 1):
        before = [states(*one) for one in running]
        # The force belongs to where the step begins.
        O.step()
        for (pair, both, _), state in zip(running, before):
            file.write(row(pair, step * DT, state, [repr(force(both))]))
        running = [one for one, state in zip(running, before) if not flown(scene, state)]
        if not running:
            return


def main():
    wanted = REQUEST["trajectory"]
    with open("trajectory.csv" if wanted else "ends.csv", "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(["pair", "time"] + COLUMNS + (["force"] if wanted else [])) + "\n")
        for index, scene in enumerate(REQUEST["scenes"]):
            pairs = [pair for pair in REQUEST["pairs"] if pair["scene"] == index]
            numbers, places = build(scene, DRIVER["contacts"][index], pairs)
            (course if wanted else ends)(file, scene, pairs, numbers, places)


if __name__ == "__main__":
    try:
        main()
    finally:
        # YADE makes a folder under /tmp when it is imported and leaves it there; rmdir takes an empty one only.
        with contextlib.suppress(OSError):
            os.rmdir(os.path.dirname(O.tmpFilename()))
    # The package starts threads of its own that keep the interpreter from ending in order.
    sys.stdout.flush()
