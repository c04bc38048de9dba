"""The loop the three hidden engines share: one pair at a time, leapfrog or forward Euler, spheres and walls.

What an engine hides stands in its own file as a table of conventions.
"""

import json
import math


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def effective(scene, hidden):
    """E*, G*, R*, m* as the hidden conventions have them."""
    one, two = scene["bodies"]
    wall = two["shape"] == "wall"
    moduli = [body["material"] for body in (one, two)]
    young = [m["young_modulus"] for m in moduli]
    nu = [m["poisson_ratio"] for m in moduli]
    if wall and hidden.get("wall_modulus") == "sphere":
        young[1], nu[1] = young[0], nu[0]
    E = 1.0 / sum((1.0 - n * n) / y for n, y in zip(nu, young))
    if wall and hidden.get("wall_modulus") == "rigid":
        E = young[0] / (1.0 - nu[0] ** 2)
    G = 1.0 / sum(2.0 * (1.0 + n) * (2.0 - n) / y for n, y in zip(nu, young))
    if wall:
        R = hidden.get("wall_radius", 1.0) * one["radius"]
        m = hidden.get("wall_mass", 1.0) * one["mass"]
    else:
        R = one["radius"] * two["radius"] / (one["radius"] + two["radius"])
        m = one["mass"] * two["mass"] / (one["mass"] + two["mass"])
    return E, G, R, m


def damping(scene, hidden, K, m):
    """C of C delta^(1/4) v."""
    e = scene["contact"]["damping"]["numbers"].get("restitution")
    if e is None or scene["contact"]["damping"]["name"] == "none":
        return 0.0
    beta = -math.log(e) / math.hypot(math.log(e), math.pi)
    return hidden["damping_factor"] * beta * math.sqrt(5.0 * m * K)


def lever(kind, radius, overlap):
    return {"r": radius, "half": radius - overlap / 2, "overlap": radius - overlap}[kind]


def collide(request, pair, hidden, write):
    scene = request["scenes"][pair["scene"]]
    dt = request["time_step"]
    wall = scene["bodies"][1]["shape"] == "wall"
    E, G, R, m = effective(scene, hidden)
    K = 4.0 / 3.0 * E * math.sqrt(R)
    C = damping(scene, hidden, K, m)
    tangential = scene["contact"]["tangential"]
    mu = tangential["numbers"]["friction"] if tangential else 0.0
    states = [{key: list(value) for key, value in state.items()} for state in pair["bodies"]]
    spring, old, touched = [0.0] * 3, 0.0, False
    for step in range(request["steps"] + 1):
        one, two = states
        apart = [a - b for a, b in zip(one["position"], two["position"])]
        if wall:
            n, overlap = scene["normal"], scene["bodies"][0]["radius"] - dot(apart, scene["normal"])
        else:
            distance = math.sqrt(dot(apart, apart))
            n = [a / distance for a in apart]
            overlap = scene["bodies"][0]["radius"] + scene["bodies"][1]["radius"] - distance
        relative = [a - b for a, b in zip(one["velocity"], two["velocity"])]
        approach = -dot(relative, n)
        force, shear, arms = 0.0, [0.0] * 3, [0.0, 0.0]
        if overlap > 0.0:
            touched = True
            elastic = K * overlap**1.5
            force = elastic + C * overlap**0.25 * approach
            if hidden["clamped"]:
                force = max(force, 0.0)
            if mu:
                radii = [scene["bodies"][0]["radius"], 0.0 if wall else scene["bodies"][1]["radius"]]
                slip_arms = [lever(hidden["slip"], r, overlap) if r else 0.0 for r in radii]
                arms = [lever(hidden["torque"], r, overlap) if r else 0.0 for r in radii]
                turn = [slip_arms[0] * x + slip_arms[1] * y for x, y in zip(one["spin"], two["spin"])]
                turn = [hidden.get("sense", 1.0) * t for t in turn]
                slip = [r + approach * u - t for r, u, t in zip(relative, n, cross(turn, n))]
                k = 8.0 * G * math.sqrt(R * overlap)
                limit = mu * {"total": max(force, 0.0), "elastic": elastic}[hidden["limit"]]
                if hidden["form"] == "coulomb":
                    size = math.sqrt(dot(slip, slip))
                    shear = [-limit * s / size for s in slip] if size > 1e-9 else [0.0] * 3
                else:
                    if hidden["form"] == "total":
                        spring = [s + v * dt for s, v in zip(spring, slip)]
                        stretched = [k * s for s in spring]
                    else:
                        scale = math.sqrt(overlap / old) if hidden["form"] == "rescaled" and old > overlap else 1.0
                        stretched = [scale * s + k * v * dt for s, v in zip(spring, slip)]
                    size = math.sqrt(dot(stretched, stretched))
                    if size > limit:
                        stretched = [s * limit / size for s in stretched]
                    spring = [s / k for s in stretched] if hidden["form"] == "total" else stretched
                    shear = [-s for s in stretched]
            old = overlap
        else:
            spring, old = [0.0] * 3, 0.0
        write(pair["pair"], step * dt, states, force)
        if touched and overlap < 0.0 and approach < 0.0:
            return
        for side, (body, state, arm) in enumerate(zip(scene["bodies"], states, arms)):
            if body["held"]:
                continue
            sign = 1.0 if side == 0 else -1.0
            before = list(state["velocity"])
            forces = [sign * (force * u + s) for u, s in zip(n, shear)]
            if hidden.get("local_damping"):
                # Larger while it brakes, smaller while it drives.
                forces = [f * (1.0 - math.copysign(hidden["local_damping"], f * v)) for f, v in zip(forces, before)]
            state["velocity"] = [v + f / body["mass"] * dt for v, f in zip(before, forces)]
            torque = cross([-sign * arm * u for u in n], [sign * s for s in shear])
            state["spin"] = [w + t / body["inertia"] * dt for w, t in zip(state["spin"], torque)]
            moves = before if hidden["scheme"] == "forward-euler" else state["velocity"]
            state["position"] = [x + v * dt for x, v in zip(state["position"], moves)]


def main(hidden):
    with open("scene.json", encoding="utf-8") as file:
        request = json.load(file)
    names = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")]
    with open("trajectory.csv", "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(["pair", "time"] + names + (["force"] if hidden["tells_force"] else [])) + "\n")

        def write(number, time, states, force):
            row = [time] + [x for s in states for key in ("position", "velocity", "spin") for x in s[key]]
            row += [force] if hidden["tells_force"] else []
            file.write(",".join([str(number)] + [repr(float(x)) for x in row]) + "\n")

        for pair in request["pairs"]:
            collide(request, pair, hidden, write)
