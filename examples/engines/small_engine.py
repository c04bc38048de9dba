#!/usr/bin/env python3
"""A small engine: everything a program needs to be run by collisionbench.

It reads scene.json in the folder it is started in and leaves trajectory.csv (or ends.csv when no course is wanted):
velocity Verlet, spheres and walls, Hertz or Hooke, undamped or damped in proportion to the approach. Only the standard
library is used. docs/engine-protocol.md says what stands in the files.
"""

import json
import math
import sys

VERSION = "1.0"
PROTOCOL = 1


def unit_and_gap(scene, one, two):
    """The unit vector from body 2 to body 1, and the gap between the surfaces (m)."""
    apart = [a - b for a, b in zip(one["position"], two["position"])]
    if scene["bodies"][1]["shape"] == "wall":
        normal = scene["normal"]
        return normal, sum(a * n for a, n in zip(apart, normal)) - scene["bodies"][0]["radius"]
    distance = math.sqrt(sum(a * a for a in apart))
    reach = scene["bodies"][0]["radius"] + scene["bodies"][1]["radius"]
    return [a / distance for a in apart], distance - reach


def push(scene, one, two):
    """Normal force (N, positive when it pushes apart) and its direction."""
    normal, gap = unit_and_gap(scene, one, two)
    overlap = -gap
    if overlap <= 0.0:
        return 0.0, normal
    approach = -sum((v - w) * n for v, w, n in zip(one["velocity"], two["velocity"], normal))
    law = scene["contact"]["force"]
    force = law["K"] * overlap ** law["alpha"] + law["C"] * overlap ** law["beta"] * approach
    if scene["contact"]["ends"] == "force-clamped":
        force = max(force, 0.0)
    return force, normal


def kick(body, state, force, normal, side, time):
    """Changes the velocity of a body that can move."""
    if not body["held"]:
        state["velocity"] = [v + side * force * n / body["mass"] * time for v, n in zip(state["velocity"], normal)]


def drift(state, time):
    state["position"] = [x + v * time for x, v in zip(state["position"], state["velocity"])]


def steps(request, pair):
    """Both bodies and the force after each step, with the time."""
    scene = request["scenes"][pair["scene"]]
    dt = request["time_step"]
    one, two = pair["bodies"]
    force, normal = push(scene, one, two)
    yield 0.0, one, two, force
    for step in range(1, request["steps"] + 1):
        for body, state, side in zip(scene["bodies"], (one, two), (1.0, -1.0)):
            kick(body, state, force, normal, side, dt / 2)
            drift(state, dt)
        # The velocity the damping sees is that of half a step.
        force, normal = push(scene, one, two)
        for body, state, side in zip(scene["bodies"], (one, two), (1.0, -1.0)):
            kick(body, state, force, normal, side, dt / 2)
        yield step * dt, one, two, force


def columns():
    names = ["x", "y", "z", "vx", "vy", "vz"]
    return ["pair", "time"] + [name + body for body in "12" for name in names] + ["force"]


def row(number, time, one, two, force):
    numbers = [time, *one["position"], *one["velocity"], *two["position"], *two["velocity"], force]
    # repr reads back to the same bits.
    return ",".join([str(number)] + [repr(float(value)) for value in numbers]) + "\n"


def main():
    if "--version" in sys.argv:
        print(VERSION)
        return
    with open("scene.json", encoding="utf-8") as file:
        request = json.load(file)
    if request["protocol"] != PROTOCOL:
        sys.exit(f"this speaks protocol {PROTOCOL}, not {request['protocol']}")
    name = "trajectory.csv" if request["trajectory"] else "ends.csv"
    with open(name, "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(columns()) + "\n")
        for pair in request["pairs"]:
            last = None
            scene = request["scenes"][pair["scene"]]
            touched = False
            for state in steps(request, pair):
                last = row(pair["pair"], *state)
                if request["trajectory"]:
                    file.write(last)
                gap = unit_and_gap(scene, state[1], state[2])[1]
                touched = touched or gap < 0.0
                if touched and gap > 0.0:
                    break
            if not request["trajectory"]:
                file.write(last)


if __name__ == "__main__":
    main()
