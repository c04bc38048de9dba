#!/usr/bin/env python3
"""MUSEN as an engine: its text files and its console program, `cmusen`.

    MUSEN=/path/to/cmusen collisionbench run --engines examples/engines/systems.toml --engine musen

Pairs of a batch become MUSEN's text format, which three jobs of one script read in, simulate and write out again. A wall is
one large triangle with a geometry of its own.

What was tried: the shipped cases without adhesion, against MUSEN 1.74.2 (e0ff360), built without CUDA; in CI the exchange of
files, against a stand-in that refuses what the program refuses. `JKR` and `Popov-JKR` were run against that stand-in only: their
models, and the numbers of surface energy and tension in the text, are those of the source of the same version.

The contact is taken in MUSEN's own parameters; where the bodies have materials, it mixes E* and G* itself.

Conventions: `Hertz-Mindlin` may pull at the end; levers of d r/(r1 + r2) for the slip and r for the torque; friction limited
by the magnitude of the total force; a tangential dashpot that goes with the restitution and is dropped while the surfaces
slide; a constant rolling torque against each body's own spin. Spheres are solid.
"""

import json
import math
import os
import subprocess
import sys

PROTOCOL = 1
DRIVER_VERSION = "2.1"
COLUMNS = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")]

# Codes of the text format.
ID, TYPE, TIME, GEOMETRY, COORD, VELOCITY, SPIN = 0, 1, 2, 5, 12, 15, 16
DOMAIN, COMPOUND_OF, ACTIVE, SURFACE, SURFACE_WALLS, COMPOUND, INTERACTION, CORNERS = 22, 23, 24, 25, 27, 32, 33, 44
SPHERE, WALL = 1, 14
# Libraries of the models with adhesion, behind ModelPP and ModelPW.
ADHESIVE = {"JKR": "JKR", "Popov-JKR": "PopovJKR"}
DENSITY, YOUNG, POISSON, SURFACE_ENERGY, SURFACE_TENSION = 0, 7, 10, 11, 13
RESTITUTION, SLIDING, ROLLING = 200, 201, 202
# s; longer than any run.
FOR_EVER = "1e9"
# Most states that are saved of a course. Each one makes all later ones dearer: the program writes the list of them anew.
SAVED = 600
# How much heavier a sphere is that does not move.
HELD = 1e15


def number(value):
    return repr(float(value))


def spacing(request, pair):
    """Far enough from the next pair that they never see each other, m."""
    reach = max(body["radius"] or 0.0 for body in request["scenes"][pair["scene"]]["bodies"])
    speed = sum(math.hypot(*state["velocity"]) for state in pair["bodies"])
    return 8.0 * (reach + speed * request["steps"] * request["time_step"])


def runs(request):
    """Pairs that one run can hold: they have the same contact models, and are of much the same size."""
    found = {}
    for pair in request["pairs"]:
        contact = models(request["scenes"][pair["scene"]])
        found.setdefault((contact, round(math.log2(spacing(request, pair)))), []).append(pair)
    return found


def words(scene):
    """MUSEN's own numbers of a scene."""
    said = scene["contact"]["said"]
    if said is None or said["system"] != "musen":
        sys.exit("this engine takes the contact in MUSEN's words: declare it with dialect = \"musen\"")
    return said["numbers"]


def materials(scene, numbers):
    """Young's modulus and Poisson's ratio of each body: what is said, or else its own, or else what makes E* and G*."""
    bodies, effective = scene["bodies"], scene["contact"]["effective"]
    own = [body["material"] for body in bodies]
    known = all(m and m["young_modulus"] and m["poisson_ratio"] is not None for m in own)
    if "YoungModulus" not in numbers and known and not any(body["rigid"] for body in bodies):
        return [(m["young_modulus"], m["poisson_ratio"]) for m in own]
    E, G = effective["E_star"], effective["G_star"]
    # Two like bodies: E* = E/(2 (1 - nu^2)), G* = E/(4 (2 - nu)(1 + nu)).
    nu = numbers.get("PoissonRatio")
    nu = nu if nu is not None else (4 * G - E) / (2 * G - E) if G else 0.0
    young = numbers.get("YoungModulus") or 2 * (1 - nu * nu) * E
    return [(young, nu), (young, nu)]


def density(body):
    """kg/m3. A wall does not move, whatever its density; a sphere that is held is so heavy that it does not either."""
    if body["shape"] == "wall":
        return 1000.0
    return body["mass"] / (4.0 / 3.0 * math.pi * body["radius"] ** 3) * (HELD if body["held"] else 1.0)


def triangle(point, normal, size):
    """A triangle about `point` that faces `normal`, larger than a circle of radius `size`."""
    helper = [1.0 if i == min(range(3), key=lambda i: abs(normal[i])) else 0.0 for i in range(3)]
    one = cross(normal, helper)
    one = [x / math.hypot(*one) for x in one]
    two = cross(normal, one)
    corners = []
    for turn in range(3):
        a, b = math.cos(2 * math.pi * turn / 3), math.sin(2 * math.pi * turn / 3)
        corners += [p + 2.0 * size * (a * x + b * y) for p, x, y in zip(point, one, two)]
    return corners


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def material_lines(index, scene):
    """Two materials of a scene, and their interaction."""
    numbers = words(scene)
    one, two = (f"s{index}m{side}" for side in (0, 1))
    lines = []
    for name, body, (young, nu) in zip((one, two), scene["bodies"], materials(scene, numbers)):
        fields = [COMPOUND, name, name, DENSITY, number(density(body)), YOUNG, number(young), POISSON, number(nu)]
        # The program takes the geometric mean of both materials.
        for key, code in (("SurfaceEnergy", SURFACE_ENERGY), ("SurfaceTension", SURFACE_TENSION)):
            fields += [code, number(numbers[key])] if key in numbers else []
        lines.append(" ".join(map(str, fields)))
    fields = [INTERACTION, one, two, RESTITUTION, number(numbers.get("RestitutionCoefficient", 1.0))]
    fields += [SLIDING, number(numbers.get("SlidingFriction", 0.0)), ROLLING, number(numbers.get("RollingFriction", 0.0))]
    return lines + [" ".join(map(str, fields))]


def pair_lines(scene, pair, place, space):
    """The two bodies of a pair."""
    lines = []
    for side, (body, state) in enumerate(zip(scene["bodies"], pair["bodies"])):
        position = moved(state["position"], place, space)
        wall = body["shape"] == "wall"
        fields = [ID, 2 * place + side, TYPE, WALL if wall else SPHERE, GEOMETRY]
        fields += [] if wall else [number(body["radius"]), number(body["radius"])]
        # Without an interval of activity an object is there at no time but the first.
        fields += [COMPOUND_OF, f"s{pair['scene']}m{side}", ACTIVE, 0, FOR_EVER, TIME, 0]
        if wall:
            fields += [CORNERS, *map(number, triangle(position, scene["normal"], space / 4.0))]
        else:
            fields += [COORD, *map(number, position)]
            fields += [VELOCITY, *map(number, state["velocity"]), SPIN, *map(number, state["spin"])]
        lines.append(" ".join(map(str, fields)))
        if wall:
            lines += [f"{SURFACE} wall{place} wall{place} 0 0 0 0 0", f"{SURFACE_WALLS} 1 {2 * place + 1}"]
    return lines


def batch_text(request, pairs, space):
    """Pairs in MUSEN's text format."""
    half = space * (len(pairs) + 1)
    lines = [f"{DOMAIN} {number(-half)} {number(-half)} {number(-half)} {number(half)} {number(half)} {number(half)}"]
    for index in sorted({pair["scene"] for pair in pairs}):
        lines += material_lines(index, request["scenes"][index])
    for place, pair in enumerate(pairs):
        lines += pair_lines(request["scenes"][pair["scene"]], pair, place, space)
    return "\n".join(lines) + "\n"


def moved(position, place, space):
    """Pairs stand along y, across the line they meet on."""
    return [position[0], position[1] + place * space, position[2]]


def models(scene):
    """The contact models: `Hertz` has an incremental spring and no damping, `Hertz-Mindlin` a total one."""
    wall = scene["bodies"][1]["shape"] == "wall"
    adhesive = ADHESIVE.get(scene["contact"]["said"]["words"].get("model"))
    if adhesive:
        return (f"MODEL ModelPP{adhesive}",) + ((f"MODEL ModelPW{adhesive}",) if wall else ())
    shear = scene["contact"]["shear"]
    incremental = shear is not None and shear["form"] == "incremental"
    if incremental and wall:
        sys.exit("MUSEN has no incremental spring at a wall")
    lines = ("MODEL ModelPPHertz" if incremental else "MODEL ModelPPHertzMindlin",)
    return lines + (("MODEL ModelPWHertzMindlin",) if wall else ())


def script_text(request, contact, every):
    """The three jobs."""
    dt, lines = request["time_step"], "\n".join(contact)
    # The last state is saved too.
    steps = every * math.ceil(request["steps"] / every)
    # A result is written below a folder: without `./` the program ends. The list of neighbours would adjust itself to the
    # clock.
    return f"""JOB
COMPONENT              IMPORT_FROM_TEXT
SOURCE_FILE            ./in.txt
RESULT_FILE            ./in.mdem
JOB
COMPONENT              SIMULATOR
SOURCE_FILE            ./in.mdem
RESULT_FILE            ./out.mdem
SIMULATOR_TYPE         CPU
{lines}
SELECTIVE_SAVING_P     1 1 0 0 1 0 0
SIMULATION_STEP        {number(dt)}
SAVING_STEP            {number(every * dt)}
END_TIME               {number(steps * dt)}
EXT_ACCEL              0 0 0
VERLET_AUTO            NO
VARIABLE_TIME_STEP     NO
JOB
COMPONENT              EXPORT_TO_TEXT
SOURCE_FILE            ./out.mdem
RESULT_FILE            ./out.txt
TEXT_EXPORT_OBJECTS    YES NO NO
TEXT_EXPORT_CONST      YES YES NO NO NO
TEXT_EXPORT_TD_PART    YES YES NO NO NO NO NO NO YES
TEXT_EXPORT_SCENE      NO NO NO NO
TEXT_EXPORT_GEOMETRIES NO NO NO NO
TEXT_EXPORT_MATERIALS  NO NO NO
TEXT_EXPORT_GENERATORS NO NO
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
    every = math.ceil(request["steps"] / SAVED) if wanted else request["steps"]
    with open("trajectory.csv" if wanted else "ends.csv", "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(["pair", "time"] + COLUMNS) + "\n")
        for number_of_run, ((contact, _), pairs) in enumerate(runs(request).items()):
            folder = f"run-{number_of_run}"
            os.makedirs(folder)
            space = max(spacing(request, pair) for pair in pairs)
            texts = (
                ("in.txt", batch_text(request, pairs, space)),
                ("jobs.txt", script_text(request, contact, every)),
            )
            for name, content in texts:
                with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as into:
                    into.write(content)
            subprocess.run([program, "-script=jobs.txt", "-threads=1"], cwd=folder, check=True)
            with open(os.path.join(folder, "out.txt"), encoding="utf-8") as made:
                found = objects(made.read())
            for place, pair in enumerate(pairs):
                own = found.get(2 * place) or sys.exit("out.txt lacks a sphere that was handed over")
                # A wall stays where it is.
                other = found.get(2 * place + 1)
                for step in range(len(own)) if wanted else [-1]:
                    second = back(other[step], place, space) if other else pair["bodies"][1]
                    file.write(row(pair, own[step]["time"], [back(own[step], place, space), second]))


if __name__ == "__main__":
    main()
