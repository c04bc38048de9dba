#!/usr/bin/env python3
"""peclet-dem as an engine: one Python file between `scene.json` and an installed `peclet.dem`, its explicit Hertz-Mindlin stepper.

    collisionbench run --engines examples/engines/registries.toml --engine peclet-dem

What was tried: 1.1.0 from PyPI, on processors. A wall is a grid of distances, along an axis or slanted, as its stepper has no planes.

Conventions, whatever is asked: single precision; total spring of 8 G* a, arms r - delta/2; the force may pull; beside a restitution there is
always a tangential dashpot, 2 sqrt(5/6) beta sqrt(8 G* a m*), which is cut off together with the spring at mu times the elastic force. Kick and
drift, symplectic Euler. The inertia it sets itself is that of a sphere of radius 1, so it is given.
"""

import importlib.metadata
import json
import math
import os
import sys

PROTOCOL = 1
DRIVER_VERSION = "1.0"
COLUMNS = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")]
OF_STATE = ("position", "velocity", "spin")
# Rows of a trajectory of the whole run: in a step a body moves by few units in the last place of its position.
ROWS = 300
# Of the grid of a wall, along each axis. A distance is a linear function, which more of them do not improve.
CORNERS = 5


def check(scene):
    """Refuses what its stepper does not have."""
    contact = scene["contact"]
    shear = contact["shear"]
    held = [body for body in scene["bodies"] if body["held"] and body["shape"] != "wall"]
    if contact["normal"]["name"] != "hertz" or held or any(not body["material"] for body in scene["bodies"]):
        sys.exit("peclet-dem computes free spheres and walls that deform, under hertz")
    if shear and contact["damping"]["name"] != "none" and not shear["dashpot"]:
        sys.exit("peclet-dem damps a tangential spring too where it has a restitution")


def restitution(scene):
    """That of the dashpot `C delta^(1/4) v` beside `K delta^(3/2)`: `C = sqrt(5) z sqrt(m* K)`."""
    force, m_star = scene["contact"]["force"], scene["contact"]["effective"]["m_star"]
    z = force["C"] / math.sqrt(5.0 * m_star * force["K"])
    return math.exp(-math.pi * z / math.sqrt(1.0 - z * z)) if z < 1.0 else 0.0


def build(dem, numpy, scene, pair, dt):
    """A simulation of one pair."""
    balls = [at for at, body in enumerate(scene["bodies"]) if body["shape"] == "sphere"]
    shapes, starts = ([rows[at] for at in balls] for rows in (scene["bodies"], pair["bodies"]))

    def single(rows):
        return numpy.array(rows, numpy.float32)

    room = 4.0 * sum(body["radius"] for body in shapes)
    simulation = dem.Simulation(capacity=2)
    simulation.initialize_shape("sphere", 1.0)
    simulation.set_domain(min=(-room,) * 3, max=(room,) * 3)
    simulation.set_periodic(False, False, False)
    simulation.set_gravity((0.0, 0.0, 0.0))
    simulation.set_positions(single([state["position"] for state in starts]))
    simulation.set_scales(single([body["radius"] for body in shapes]))
    simulation.set_inv_mass(single([1.0 / body["mass"] for body in shapes]))
    simulation.set_inv_inertia(single([[1.0 / body["inertia"]] * 3 for body in shapes]))
    simulation.set_velocities(single([state["velocity"] for state in starts]))
    simulation.set_angular_velocities(single([state["spin"] for state in starts]))
    simulation.set_material_ids(balls)
    for number, body in enumerate(scene["bodies"]):
        simulation.set_hertz_material(number, body["material"]["young_modulus"], body["material"]["poisson_ratio"])
    shear = scene["contact"]["shear"]
    simulation.set_pair_material(0, 1, restitution(scene), shear["friction"] if shear else 0.0)
    if len(balls) == 1:
        simulation.set_wall_material_id(wall(numpy, simulation, scene["normal"], pair["bodies"][1]["position"], room), 1)
    simulation.set_dt(dt)
    return simulation


def wall(numpy, simulation, normal, point, room):
    """A plane as the distances at the corners of cells, which are interpolated linearly."""
    corners = numpy.linspace(-room, room, CORNERS)
    axes = numpy.meshgrid(corners, corners, corners, indexing="ij")
    distance = sum(n * (axis - x) for n, axis, x in zip(normal, axes, point))
    grid = numpy.asfortranarray(distance, numpy.float32)
    return simulation.add_sdf_wall(grid, (-room,) * 3, (2.0 * room / (CORNERS - 1),) * 3)


def states(simulation, pair):
    """Both bodies now; what is held is where it was."""
    columns = (simulation.get_positions(), simulation.get_velocities(), simulation.get_angular_velocities())
    moving = [{key: [float(x) for x in rows[body]] for key, rows in zip(OF_STATE, columns)} for body in range(len(columns[0]))]
    return moving + pair["bodies"][len(moving) :]


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
        print(importlib.metadata.version("peclet-dem"))
        return
    with open("scene.json", encoding="utf-8") as file:
        request = json.load(file)
    if request["protocol"] != PROTOCOL:
        sys.exit(f"this speaks protocol {PROTOCOL}, not {request['protocol']}")
    os.environ.setdefault("OMP_PROC_BIND", "false")
    import numpy
    from peclet import dem

    dt, steps = request["time_step"], request["steps"]
    name = "trajectory.csv" if request["trajectory"] else "ends.csv"
    with open(name, "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(["pair", "time"] + COLUMNS) + "\n")
        for pair in request["pairs"]:
            scene = request["scenes"][pair["scene"]]
            check(scene)
            simulation = build(dem, numpy, scene, pair, dt)
            done, both = 0, pair["bodies"]
            while done < steps and not flown(scene, both):
                if request["trajectory"]:
                    file.write(row(pair, done * dt, both))
                chunk = min(max(1, steps // ROWS), steps - done)
                simulation.step_hertz(chunk)
                done, both = done + chunk, states(simulation, pair)
            file.write(row(pair, done * dt, both))


if __name__ == "__main__":
    main()
