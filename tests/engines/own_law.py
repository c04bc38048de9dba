"""An engine with a law that the bench has not, `stiff-power`: F = k d^n (1 + c v), n = 1.2, head-on, two spheres or one at a wall.

Velocity Verlet whose force takes the velocity at the end of the step as a forecast: of second order. The argument is what is wrong:
`right`; `unloading`, a tenth more force while the bodies part; `step`, a stiffness that depends on the time step.
"""

import json
import sys

WRONG = sys.argv[1]
COLUMNS = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz")]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def collide(request, scene, pair, write):
    law = scene["contact"]["normal"]
    if law["name"] != "stiff-power" or law["words"] or scene["contact"]["force"] is not None:
        sys.exit("this engine has the law stiff-power alone")
    k, c, dt = law["numbers"]["k"], law["numbers"]["c"], request["time_step"]
    if WRONG == "step":
        k *= (1e-6 / dt) ** 0.3
    one, two = scene["bodies"]
    normal = scene["normal"]
    touch = one["radius"] + (two["radius"] or 0.0)
    inverse = [0.0 if body["held"] else 1.0 / body["mass"] for body in (one, two)]
    x = [list(body["position"]) for body in pair["bodies"]]
    v = [list(body["velocity"]) for body in pair["bodies"]]
    acceleration = [[0.0] * 3, [0.0] * 3]

    def force(v):
        overlap = touch - dot([a - b for a, b in zip(*x)], normal)
        rate = -dot([a - b for a, b in zip(*v)], normal)
        if overlap <= 0.0:
            return 0.0
        more = 1.1 if WRONG == "unloading" and rate < 0.0 else 1.0
        return more * k * overlap**1.2 * (1.0 + c * rate)

    met = False
    for step in range(request["steps"] + 1):
        if step > 0:
            for body in (0, 1):
                v[body] = [p + 0.5 * dt * a for p, a in zip(v[body], acceleration[body])]
                x[body] = [p + dt * q for p, q in zip(x[body], v[body])]
            ahead = [[p + 0.5 * dt * a for p, a in zip(v[body], acceleration[body])] for body in (0, 1)]
            F = force(ahead)
            acceleration = [[sign * m * F * n for n in normal] for sign, m in zip((1.0, -1.0), inverse)]
            for body in (0, 1):
                v[body] = [p + 0.5 * dt * a for p, a in zip(v[body], acceleration[body])]
        F = force(v)
        state = [*x[0], *v[0], *x[1], *v[1]]
        write(f"{pair['pair']},{step * dt!r}," + ",".join(map(repr, state)) + f",{F!r}\n")
        met = met or F != 0.0
        if met and F == 0.0 and dot([a - b for a, b in zip(*v)], normal) > 0.0:
            return


def main():
    with open("scene.json", encoding="utf-8") as file:
        request = json.load(file)
    with open("trajectory.csv", "w", encoding="utf-8") as file:
        file.write(",".join(["pair", "time", *COLUMNS, "force"]) + "\n")
        for pair in request["pairs"]:
            collide(request, request["scenes"][pair["scene"]], pair, file.write)


main()
