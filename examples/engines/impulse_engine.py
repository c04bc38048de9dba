#!/usr/bin/env python3
"""Rigid-body engines as engines of impulses: one Python file between `scene.json` and an installed package.

    collisionbench run --engines examples/engines/registries.toml --engine rapier

    python3 impulse_engine.py bullet|rapier|peclet-xpbd [--each-body]

Such an engine has neither a stiffness nor a duration: it takes a restitution and a friction of each body, and changes velocities within a
step. The bodies are given numbers whose combination is what the scene asks for; with `--each-body` both are given the very numbers of the
scene, as users do, and the engine combines them as it does by default. Gravity, damping and sleeping are off, a sphere has
its own inertia; everything else is as the engine comes.

What was tried: Bullet 3.2.7 (double precision), Rapier 0.36.1 and peclet-dem 1.1.0 (single precision) from PyPI.
"""

import importlib.metadata
import json
import math
import os
import sys

PROTOCOL = 1
DRIVER_VERSION = "1.0"
COLUMNS = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")]
REST = [0.0, 0.0, 0.0]


class Bullet:
    """Restitution and friction of a pair are the products of those of the bodies."""

    package = "pybullet"

    def __init__(self):
        import pybullet

        self.p = pybullet
        self.p.connect(self.p.DIRECT)

    @staticmethod
    def of_body(number):
        return math.sqrt(number)

    def build(self, scene, states, dt, restitution, friction):
        p = self.p
        p.resetSimulation()
        p.setTimeStep(dt)
        p.setGravity(0, 0, 0)
        self.bodies = [self.body(scene, *body) for body in zip(scene["bodies"], states)]
        for body in self.bodies:
            p.changeDynamics(body, -1, restitution=restitution, lateralFriction=friction, rollingFriction=0, spinningFriction=0)
            p.changeDynamics(body, -1, linearDamping=0, angularDamping=0)

    def body(self, scene, body, state):
        p = self.p
        if body["shape"] == "wall":
            return p.createMultiBody(0, p.createCollisionShape(p.GEOM_PLANE, planeNormal=scene["normal"]), basePosition=state["position"])
        shape = p.createCollisionShape(p.GEOM_SPHERE, radius=body["radius"])
        made = p.createMultiBody(0 if body["held"] else body["mass"], shape, basePosition=state["position"])
        if not body["held"]:
            p.changeDynamics(made, -1, localInertiaDiagonal=[body["inertia"]] * 3)
            p.resetBaseVelocity(made, state["velocity"], state["spin"])
        return made

    def step(self):
        self.p.stepSimulation()

    def states(self):
        for body in self.bodies:
            velocity, spin = self.p.getBaseVelocity(body)
            yield {"position": self.p.getBasePositionAndOrientation(body)[0], "velocity": velocity, "spin": spin}


class Rapier:
    """Restitution and friction of a pair are the means of those of the bodies. It computes in single precision."""

    package = "rapier3d"

    def __init__(self):
        import rapier3d

        self.r = rapier3d

    @staticmethod
    def of_body(number):
        return number

    def build(self, scene, states, dt, restitution, friction):
        r = self.r
        self.world = r.PhysicsWorld(gravity=(0.0, 0.0, 0.0))
        self.world.integration_parameters.dt = dt
        self.bodies = []
        for body, state in zip(scene["bodies"], states):
            kind = r.RigidBody.fixed() if body["held"] else r.RigidBody.dynamic()
            kind = kind.translation(tuple(state["position"]))
            if not body["held"]:
                kind = kind.linvel(tuple(state["velocity"])).angvel(tuple(state["spin"])).can_sleep(False)
            made = self.world.add_body(kind)
            if body["shape"] == "wall":
                shape = r.Collider.halfspace(tuple(scene["normal"]))
            else:
                inertia = (body["inertia"],) * 3
                shape = r.Collider.ball(body["radius"])
                shape = shape.mass_properties(r.MassProperties((0.0, 0.0, 0.0), body["mass"], inertia))
            self.world.add_collider(shape.restitution(restitution).friction(friction), parent=made)
            self.bodies.append(made)

    def step(self):
        self.world.step()

    def states(self):
        def numbers(vector):
            return [vector.x, vector.y, vector.z]

        for body in self.bodies:
            body = self.world.rigid_bodies[body]
            yield {"position": numbers(body.translation), "velocity": numbers(body.linvel), "spin": numbers(body.angvel)}


class Peclet:
    """peclet-dem's other stepper, XPBD: restitution and friction are of the material. It computes in single precision."""

    package = "peclet-dem"

    def __init__(self):
        os.environ.setdefault("OMP_PROC_BIND", "false")
        import numpy
        from peclet import dem

        self.dem, self.numpy = dem, numpy

    @staticmethod
    def of_body(number):
        return number

    def build(self, scene, states, dt, restitution, friction):
        if any(body["held"] and body["shape"] == "sphere" for body in scene["bodies"]):
            sys.exit("a held sphere is not written here")
        spheres = [pair for pair in zip(scene["bodies"], states) if pair[0]["shape"] == "sphere"]
        room = 10.0 * sum(body["radius"] for body, _ in spheres)
        self.world = world = self.dem.Simulation(capacity=2)
        world.initialize_shape("sphere", 1.0)
        world.set_domain(min=(-room,) * 3, max=(room,) * 3)
        world.set_periodic(False, False, False)
        world.set_gravity((0.0, 0.0, 0.0))
        for body, state in zip(scene["bodies"], states):
            if body["shape"] == "wall":
                world.add_plane(point=tuple(state["position"]), normal=tuple(scene["normal"]))
        single = lambda rows: self.numpy.array(rows, self.numpy.float32)
        world.set_positions(single([state["position"] for _, state in spheres]))
        world.set_scales(single([body["radius"] for body, _ in spheres]))
        world.set_inv_mass(single([1.0 / body["mass"] for body, _ in spheres]))
        world.set_inv_inertia(single([[1.0 / body["inertia"]] * 3 for body, _ in spheres]))
        world.set_velocities(single([state["velocity"] for _, state in spheres]))
        world.set_angular_velocities(single([state["spin"] for _, state in spheres]))
        world.set_material_params(restitution_normal=restitution, friction=friction)
        # Without iterations of the velocities there is no restitution; the pass that stops a column that collapses takes momentum.
        world.set_solver_iterations(4, 20)
        world.set_stabilization("off")
        world.set_sleeping(False)
        world.set_dt(dt)
        self.held = states[len(spheres) :]

    def step(self):
        self.world.step(1)

    def states(self):
        columns = (self.world.get_positions(), self.world.get_velocities(), self.world.get_angular_velocities())
        for position, velocity, spin in zip(*columns):
            yield {"position": position, "velocity": velocity, "spin": spin}
        yield from self.held


ENGINES = {"bullet": Bullet, "rapier": Rapier, "peclet-xpbd": Peclet}


def asked(scene):
    """Restitution and friction of the pair."""
    contact = scene["contact"]
    if contact["normal"]["name"] != "impulse":
        sys.exit("this engine has impulses only: declare  covers = { normal = [\"impulse\"] }")
    shear = contact["shear"]
    if shear and shear["form"] not in ("coulomb", "frictionless"):
        sys.exit("an impulse has no tangential spring: take `coulomb`")
    return contact["normal"]["numbers"]["restitution"], shear["friction"] if shear else 0.0


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


def collide(engine, request, pair, of_body):
    """Time and both bodies after their collision, or at the end of the run."""
    scene = request["scenes"][pair["scene"]]
    engine.build(scene, pair["bodies"], request["time_step"], *map(of_body, asked(scene)))
    for step in range(1, request["steps"] + 1):
        engine.step()
        # What is held does not move; the engine says so in its own precision.
        both = [start if body["held"] else now for body, start, now in zip(scene["bodies"], pair["bodies"], engine.states())]
        if flown(scene, both):
            break
    return step * request["time_step"], both


def main():
    if "--driver-version" in sys.argv:
        print(DRIVER_VERSION)
        return
    named = [word for word in sys.argv[1:] if word in ENGINES]
    if len(named) != 1:
        sys.exit("name one of: " + ", ".join(ENGINES))
    kind = ENGINES[named[0]]
    if "--version" in sys.argv:
        print(importlib.metadata.version(kind.package))
        return
    with open("scene.json", encoding="utf-8") as file:
        request = json.load(file)
    if request["protocol"] != PROTOCOL:
        sys.exit(f"this speaks protocol {PROTOCOL}, not {request['protocol']}")
    of_body = float if "--each-body" in sys.argv else kind.of_body
    engine = kind()
    with open("ends.csv", "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(["pair", "time"] + COLUMNS) + "\n")
        for pair in request["pairs"]:
            time, both = collide(engine, request, pair, of_body)
            numbers = [time] + [x for state in both for key in ("position", "velocity", "spin") for x in state[key]]
            file.write(",".join([str(pair["pair"])] + [repr(float(x)) for x in numbers]) + "\n")


if __name__ == "__main__":
    main()
