"""A right kernel (leapfrog, with friction), and ways in which what it leaves is not what it should be.

The file `quirk` beside it names one; the loop is that of tests/engines/hidden_common.py.
"""

import copy
import json
import math
import os
import shutil
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import hidden_common as common  # noqa: E402

QUIRK = open(os.path.join(HERE, "quirk"), encoding="utf-8").read().strip()
RIGHT = {"slip": "half", "torque": "half", "form": "total", "limit": "total", "scheme": "leapfrog", "clamped": False}
RIGHT |= {"damping_factor": 1.0}
NAMES = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")]


def course(request, pair):
    """Time, states and force of each step of a pair."""
    rows = []

    def write(_, time, states, force):
        rows.append((time, copy.deepcopy(states), force))

    common.collide(request, pair, RIGHT, write)
    return rows


def flies(state, time):
    state["position"] = [x + v * time for x, v in zip(state["position"], state["velocity"])]


def without_contact(request, pair):
    """The bodies fly through each other, until they are apart again."""
    one, two = states = copy.deepcopy(pair["bodies"])
    speed = math.dist(one["velocity"], two["velocity"])
    time = 2.5 * math.dist(one["position"], two["position"]) / speed
    for state in states:
        flies(state, time)
    return [(time, states, 0.0)]


def turned_round(request, pair):
    """Each velocity changes its sign at once: nothing has touched."""
    states = copy.deepcopy(pair["bodies"])
    for state in states:
        state["velocity"] = [-v for v in state["velocity"]]
        flies(state, 10 * request["time_step"])
    return [(10 * request["time_step"], states, 0.0)]


def course_single(request, pair):
    """Head-on in single precision: velocity Verlet, every number rounded as it is stored."""
    scene, dt = request["scenes"][pair["scene"]], request["time_step"]
    f32 = lambda value: struct.unpack("f", struct.pack("f", value))[0]  # noqa: E731
    radii = [body["radius"] for body in scene["bodies"]]
    K, states, rows, touched, force = scene["contact"]["force"]["K"], copy.deepcopy(pair["bodies"]), [], False, 0.0
    for step in range(request["steps"] + 1):
        if step:
            for state, sign, body in zip(states, (1.0, -1.0), scene["bodies"]):
                state["velocity"][0] = f32(state["velocity"][0] + sign * force / body["mass"] * dt / 2)
                state["position"][0] = f32(state["position"][0] + state["velocity"][0] * dt)
        overlap = f32(sum(radii) - (states[0]["position"][0] - states[1]["position"][0]))
        force = f32(K * max(overlap, 0.0) ** 1.5)
        if step:
            for state, sign, body in zip(states, (1.0, -1.0), scene["bodies"]):
                state["velocity"][0] = f32(state["velocity"][0] + sign * force / body["mass"] * dt / 2)
        rows.append((step * dt, copy.deepcopy(states), force))
        touched = touched or overlap > 0.0
        if touched and overlap <= 0.0:
            break
    return rows


def main():
    if "--version" in sys.argv:
        print("1.0")
        return
    with open("scene.json", encoding="utf-8") as file:
        request = json.load(file)
    pairs = request["pairs"]
    if QUIRK == "left from before":
        # The program has ended without a word; its driver hands over the file of an earlier run.
        os.symlink(os.path.join(HERE, "stored.csv"), "trajectory.csv")
        return
    if QUIRK == "weak":
        RIGHT["damping_factor"] = 0.5
    if QUIRK == "local damping":
        RIGHT["local_damping"] = 0.2
    if QUIRK == "sense of spin":
        RIGHT.update(sense=-1.0, slip="r", torque="r")
    if QUIRK == "own step":
        request["time_step"] /= 20
        request["steps"] *= 20
    if QUIRK == "does not hold":
        for scene in request["scenes"]:
            one, two = scene["bodies"]
            two |= {"held": False, "mass": one["mass"] * (two["radius"] / one["radius"]) ** 3}
    if QUIRK == "first scene":
        for scene in request["scenes"]:
            scene["contact"] = request["scenes"][0]["contact"]
    courses = []
    for pair in pairs:
        if QUIRK == "no contact":
            rows = without_contact(request, pair)
        elif QUIRK == "turned round":
            rows = turned_round(request, pair)
        elif QUIRK == "one phase" and pair["onset_phase"] != pairs[0]["onset_phase"]:
            rows = courses[-1]
        else:
            rows = (course_single if QUIRK == "single" else course)(request, pair)
        if QUIRK == "no torque":
            rows = [(time, [{**state, "spin": [0.0] * 3} for state in states], force) for time, states, force in rows]
        if QUIRK == "other course":
            peak = max(range(len(rows)), key=lambda i: rows[i][2])
            rows = [(t, s, f * 0.7 if i > peak + 3 else f) for i, (t, s, f) in enumerate(rows)]
        if QUIRK in ("infinite", "sideways"):
            rows[-1][1][0]["velocity"][1] = 1e200 if QUIRK == "infinite" else 0.1
        if QUIRK.startswith("time x2"):
            rows = [(2 * time, states, force) for time, states, force in rows]
        if QUIRK == "wrong limit":
            time, states, force = rows[-1]
            for state in states:
                state["velocity"] = [v * (1 - 4e-3) for v in state["velocity"]]
            rows[-1] = (time, states, force)
        courses.append(rows)
    printed = (lambda v: "%.0e" % v) if QUIRK == "one digit" else (lambda v: repr(float(v)))
    names = [name for name in NAMES if QUIRK != "no spins" or name[0] != "w"]
    peaks = QUIRK != "half of the observables"
    if QUIRK == "twice a column":
        names = names + ["vx1"]
    ends = QUIRK in ("own step", "time x2 at the end") or not request["trajectory"]
    with open("ends.csv" if ends else "trajectory.csv", "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(["pair", "time"] + names + (["max_force"] if ends else ["force"])) + "\n")
        for pair, rows in zip(pairs, courses):
            largest = max(force for _, _, force in rows)
            for time, states, force in rows[-1:] if ends else rows:
                numbers = {name + str(i + 1): value for i, state in enumerate(states) for key, letter in
                           (("position", ""), ("velocity", "v"), ("spin", "w"))
                           for name, value in zip((letter + axis for axis in "xyz"), state[key])}
                last = largest if ends else force
                text = [printed(numbers[name]) if name[0] == "v" else repr(float(numbers[name])) for name in names]
                text += [repr(float(last)) if peaks or pair["pair"] % 2 else ""]
                file.write(",".join([str(pair["pair"]), repr(time)] + text) + "\n")
    if QUIRK == "stores":
        stored = os.path.join(HERE, "stored.csv")
        shutil.copy("ends.csv" if ends else "trajectory.csv", stored)
        os.utime(stored, (1e9, 1e9))


if __name__ == "__main__":
    main()
