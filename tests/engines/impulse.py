"""Rigid bodies that exchange an impulse at the first step in which they overlap: `e` along the normal, Coulomb's friction along the contact.

The argument is what is wrong: `right`; `approach`, friction within mu times the impulse of the approach alone, as where restitution is added
after friction; `product`, the square of the restitution; `spinless`, friction without a torque; `gain`, a tenth more restitution;
`early`, an impulse a step before the bodies touch, which is right too.
"""

import json
import math
import sys

WRONG = sys.argv[1]
COLUMNS = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def add(a, b, times=1.0):
    return [x + times * y for x, y in zip(a, b)]


def collide(request, pair):
    scene = request["scenes"][pair["scene"]]
    law, shear = scene["contact"]["normal"], scene["contact"]["shear"]
    if law["name"] != "impulse" or scene["contact"]["force"] is not None:
        sys.exit("this engine has impulses alone")
    e, mu = law["numbers"]["restitution"], shear["friction"] if shear else 0.0
    e = {"product": e * e, "gain": 1.1 * e}.get(WRONG, e)
    one, two = scene["bodies"]
    free = [0.0 if body["held"] else 1.0 / body["mass"] for body in (one, two)]
    turns = [0.0 if body["held"] else 1.0 / body["inertia"] for body in (one, two)]
    arms = [one["radius"], two["radius"] or 0.0]
    x, v, w = ([list(body[key]) for body in pair["bodies"]] for key in ("position", "velocity", "spin"))
    dt, done = request["time_step"], False
    for step in range(1, request["steps"] + 1):
        x = [add(place, speed, dt) for place, speed in zip(x, v)]
        apart = add(x[0], x[1], -1.0)
        n = scene["normal"] if two["shape"] == "wall" else [a / math.hypot(*apart) for a in apart]
        gap = dot(apart, n) - sum(arms)
        if done and gap > 0.0:
            break
        rate = dot(add(v[0], v[1], -1.0), n)
        ahead = gap + (dt * rate if WRONG == "early" else 0.0)
        if done or ahead > 0.0:
            continue
        done = True
        # Of the surfaces, without the part along the normal.
        slip = add(add(v[0], v[1], -1.0), n, -rate)
        turning = add([arms[0] * a for a in w[0]], w[1], arms[1])
        slip = add(slip, cross(turning, n), -1.0)
        P = -(1.0 + e) * rate / sum(free)
        J = math.hypot(*slip) / (sum(free) + arms[0] ** 2 * turns[0] + arms[1] ** 2 * turns[1])
        J = min(J, mu * (P / (1.0 + e) if WRONG == "approach" else P))
        t = [s / math.hypot(*slip) for s in slip] if J > 0.0 else [0.0] * 3
        impulse = add([P * a for a in n], t, -J)
        for body, side in ((0, 1.0), (1, -1.0)):
            v[body] = add(v[body], impulse, side * free[body])
            if WRONG != "spinless":
                w[body] = add(w[body], cross([-arms[body] * a for a in n], impulse), turns[body])
    return [step * dt] + [number for body in (0, 1) for part in (x, v, w) for number in part[body]]


def main():
    request = json.load(open("scene.json"))
    with open("ends.csv", "w") as file:
        file.write(",".join(["pair", "time"] + COLUMNS) + "\n")
        for pair in request["pairs"]:
            file.write(f"{pair['pair']}," + ",".join(repr(float(number)) for number in collide(request, pair)) + "\n")


main()
