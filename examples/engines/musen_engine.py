#!/usr/bin/env python3
"""MUSEN as an engine: its text files and its console program, `cmusen`.

    MUSEN=/path/to/cmusen collisionbench run --engines examples/engines/systems.toml --engine musen

A scene becomes MUSEN's text format, which three jobs of one script read in, simulate and write out again. Only spheres:
walls are triangles with a geometry of their own, and are not written here.

What was tried: the exchange of files, in CI, against a stand-in for the program. Codes and jobs are written after the
program's own sources of 2025-11 (1.74.2); this file has not been run against a real MUSEN.

Conventions it runs into: `Hertz-Mindlin` may pull at the end; asked for a restitution of 0 it gives no number; levers of
d r/(r1 + r2) for the slip and r for the torque.
"""

import json
import math
import os
import subprocess
import sys

PROTOCOL = 1
DRIVER_VERSION = "1.0"
COLUMNS = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")]

# Codes of the text format.
ID, TYPE, TIME, GEOMETRY, COORD, VELOCITY, SPIN = 0, 1, 2, 5, 12, 15, 16
DOMAIN, COMPOUND_OF, COMPOUND, INTERACTION = 22, 23, 32, 33
SPHERE = 1
DENSITY, YOUNG, POISSON = 0, 7, 10
RESTITUTION, SLIDING, ROLLING = 200, 201, 202


def number(value):
    return repr(float(value))


def spacing(request, pairs, scene):
    """Far enough apart that no pair ever sees another, m."""
    reach = max(body["radius"] for body in scene["bodies"])
    speed = max(sum(math.hypot(*state["velocity"]) for state in pair["bodies"]) for pair in pairs)
    return 8.0 * (reach + speed * request["steps"] * request["time_step"])


def said(scene):
    """MUSEN's own numbers of a scene."""
    told = scene["contact"]["said"]
    if told is None or told["system"] != "musen":
        sys.exit("this engine takes the contact in MUSEN's words: declare it with dialect = \"musen\"")
    if any(body["shape"] != "sphere" for body in scene["bodies"]):
        sys.exit("this engine runs spheres only")
    return told["numbers"]


def scene_text(request, scene, pairs):
    """The scene in MUSEN's text format: two materials, their interaction, two spheres a pair."""
    numbers = said(scene)
    effective = scene["contact"]["effective"]
    E, G = effective["E_star"], effective["G_star"]
    nu = numbers.get("PoissonRatio") or ((4 * G - E) / (2 * G - E) if G else 0.0)
    young = numbers.get("YoungModulus") or 2 * (1 - nu * nu) * E
    restitution = next((value for key, value in numbers.items() if "estitution" in key), 1.0)
    sliding = numbers.get("SlidingFriction", 0.0)
    space = spacing(request, pairs, scene)
    half = space * (len(pairs) + 1)
    lines = [f"{DOMAIN} {number(-half)} {number(-half)} {number(-half)} {number(half)} {number(half)} {number(half)}"]
    for side, body in enumerate(scene["bodies"]):
        density = body["mass"] / (4.0 / 3.0 * math.pi * body["radius"] ** 3)
        lines.append(
            f"{COMPOUND} m{side} m{side} {DENSITY} {number(density)} {YOUNG} {number(young)} {POISSON} {number(nu)}"
        )
    lines.append(
        f"{INTERACTION} m0 m1 {RESTITUTION} {number(restitution)} {SLIDING} {number(sliding)} {ROLLING} 0.0"
    )
    for place, pair in enumerate(pairs):
        for side, (body, state) in enumerate(zip(scene["bodies"], pair["bodies"])):
            x, y, z = moved(state["position"], place, space)
            fields = [ID, 2 * place + side, TYPE, SPHERE, GEOMETRY, number(body["radius"]), number(body["radius"])]
            fields += [COMPOUND_OF, f"m{side}", TIME, 0]
            fields += [COORD, number(x), number(y), number(z)]
            fields += [VELOCITY, *map(number, state["velocity"]), SPIN, *map(number, state["spin"])]
            lines.append(" ".join(map(str, fields)))
    return "\n".join(lines) + "\n", space


def moved(position, place, space):
    """Pairs stand along y, across the line they meet on."""
    return [position[0], position[1] + place * space, position[2]]


def script_text(request, every):
    """The three jobs."""
    dt = request["time_step"]
    return f"""JOB
COMPONENT              IMPORT_FROM_TEXT
SOURCE_FILE            in.txt
RESULT_FILE            in.mdem
JOB
COMPONENT              SIMULATOR
SOURCE_FILE            in.mdem
RESULT_FILE            out.mdem
SIMULATOR_TYPE         CPU
MODEL                  ModelPPHertzMindlin
SIMULATION_STEP        {number(dt)}
SAVING_STEP            {number(every * dt)}
END_TIME               {number(request["steps"] * dt)}
EXT_ACCEL              0 0 0
VARIABLE_TIME_STEP     NO
JOB
COMPONENT              EXPORT_TO_TEXT
SOURCE_FILE            out.mdem
RESULT_FILE            out.txt
TEXT_EXPORT_OBJECTS    YES NO NO
TEXT_EXPORT_CONST      YES YES NO NO NO
TEXT_EXPORT_TD_PART    YES YES NO NO NO NO NO NO YES
TEXT_EXPORT_PRECISION  17
"""


def objects(text):
    """Time, position, velocity and spin of every object of a text file, by its number."""
    vectors = {COORD: "position", VELOCITY: "velocity", SPIN: "spin"}
    found = {}
    for line in text.splitlines():
        fields = line.split()
        if len(fields) < 4 or fields[0] != str(ID):
            continue
        course = found.setdefault(int(float(fields[1])), [])
        at = 2
        while at < len(fields):
            code = int(fields[at])
            if code == TIME:
                course.append({"time": float(fields[at + 1])})
                at += 2
            elif code in vectors:
                course[-1][vectors[code]] = [float(x) for x in fields[at + 1 : at + 4]]
                at += 4
            elif code == TYPE:
                at += 2
            else:
                sys.exit(f"out.txt has a code {code} that was not asked for")
    return found


def row(pair, time, both):
    numbers = [time] + [x for state in both for key in ("position", "velocity", "spin") for x in state[key]]
    return ",".join([str(pair["pair"])] + [number(x) for x in numbers]) + "\n"


def back(state, place, space):
    x, y, z = state["position"]
    return {**state, "position": [x, y - place * space, z]}


def version(program):
    """The version that MUSEN prints of itself, `Version: 1.74.2`."""
    try:
        told = subprocess.run([program, "-version"], check=True, capture_output=True, text=True).stdout
    except FileNotFoundError:
        sys.exit(f"MUSEN is not installed: there is no program {program}; name it with MUSEN=/path/to/cmusen")
    found = [line.split(":", 1)[1].strip() for line in told.splitlines() if line.startswith("Version:")]
    return found[0] if found else sys.exit(f"{program} -version prints no version")


def main():
    program = os.environ.get("MUSEN", "cmusen")
    if "--driver-version" in sys.argv:
        print(DRIVER_VERSION)
        return
    if "--version" in sys.argv:
        print(version(program))
        return
    with open("scene.json", encoding="utf-8") as file:
        request = json.load(file)
    if request["protocol"] != PROTOCOL:
        sys.exit(f"this speaks protocol {PROTOCOL}, not {request['protocol']}")
    wanted = request["trajectory"]
    with open("trajectory.csv" if wanted else "ends.csv", "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(["pair", "time"] + COLUMNS) + "\n")
        for index, scene in enumerate(request["scenes"]):
            pairs = [pair for pair in request["pairs"] if pair["scene"] == index]
            folder = f"scene-{index}"
            os.makedirs(folder)
            text, space = scene_text(request, scene, pairs)
            for name, content in (("in.txt", text), ("jobs.txt", script_text(request, 1 if wanted else request["steps"]))):
                with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as into:
                    into.write(content)
            subprocess.run([program, "-script=jobs.txt", "-threads=1"], cwd=folder, check=True)
            with open(os.path.join(folder, "out.txt"), encoding="utf-8") as made:
                found = objects(made.read())
            for place, pair in enumerate(pairs):
                courses = [found[2 * place], found[2 * place + 1]]
                steps = list(zip(*courses))
                for one, two in steps if wanted else steps[-1:]:
                    both = [back(one, place, space), back(two, place, space)]
                    file.write(row(pair, one["time"], both))


if __name__ == "__main__":
    main()
