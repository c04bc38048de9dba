"""An engine that computes laws with a pull by their names: JKR with its neck, and DMT; Hertz beside them. Head-on, velocity Verlet.

The argument is what is wrong: nothing (`right`), or the pull-off force (`pull-off`): that of DMT in JKR, and that of JKR in DMT.
"""

import json
import math
import sys

WRONG = sys.argv[1] if len(sys.argv) > 1 else "right"
# Rows that are left out of the course, but for the last.
EVERY = 8
# a^3 E*/(pi w R*^2) at which the neck of JKR breaks.
BREAKS = {"displacement": 1.0 / 8.0, "force": 9.0 / 8.0, "zero-overlap": 2.0}


class Jkr:
    """delta = a^2/R - sqrt(2 pi w a/E), F = 4 E a^3/(3 R) - sqrt(8 pi w E a^3), from the contact radius a of first touch."""

    def __init__(self, E, R, numbers, words):
        self.E, self.R, self.w = E, R, numbers["work_of_adhesion"] * (4.0 / 3.0 if WRONG == "pull-off" else 1.0)
        radius = lambda part: (part * math.pi * self.w * R * R / E) ** (1.0 / 3.0)
        self.made, self.least = radius(2.0), radius(BREAKS[words["breaks_at"]])
        self.a = None

    def overlap(self, a):
        return a * a / self.R - math.sqrt(2.0 * math.pi * self.w * a / self.E)

    def force(self, x):
        if self.a is None:
            if x < 0.0:
                return 0.0
            self.a = self.made
        if x <= self.overlap(self.least):
            self.a = None
            return 0.0
        for _ in range(60):
            slope = 2.0 * self.a / self.R - math.sqrt(math.pi * self.w / (2.0 * self.E * self.a))
            step = (self.overlap(self.a) - x) / slope
            self.a = max(self.a - step, self.least)
            if abs(step) < 1e-15 * self.a:
                break
        return 4.0 * self.E * self.a**3 / (3.0 * self.R) - math.sqrt(8.0 * math.pi * self.w * self.E * self.a**3)


class Dmt:
    """F = 4/3 E sqrt(R) delta^(3/2) - 2 pi w R in contact; without a pull it is Hertz."""

    def __init__(self, E, R, numbers, words):
        self.K = 4.0 / 3.0 * E * math.sqrt(R)
        self.pull = (1.5 if WRONG == "pull-off" else 2.0) * math.pi * numbers.get("work_of_adhesion", 0.0) * R

    def force(self, x):
        return self.K * x**1.5 - self.pull if x > 0.0 else 0.0


LAWS = {"jkr": Jkr, "dmt": Dmt, "hertz": Dmt}


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def collide(request, scene, pair, write):
    law = scene["contact"]["normal"]
    if (scene["contact"]["force"] is None) != (law["name"] != "hertz"):
        sys.exit("a law with a pull is handed over by its name alone")
    effective, normal, dt = scene["contact"]["effective"], scene["normal"], request["time_step"]
    contact = LAWS[law["name"]](effective["E_star"], effective["R_star"], law["numbers"], law["words"])
    one, two = scene["bodies"]
    touch = one["radius"] + (two["radius"] or 0.0)
    # Head-on everything is along the normal.
    x = [dot(body["position"], normal) for body in pair["bodies"]]
    v = [dot(body["velocity"], normal) for body in pair["bodies"]]
    gain = [0.0 if body["held"] else sign / body["mass"] for sign, body in ((1.0, one), (-1.0, two))]
    F = contact.force(touch - x[0] + x[1])
    met = False
    for step in range(request["steps"] + 1):
        over = met and F == 0.0 and v[0] > v[1]
        if step % EVERY == 0 or over or step == request["steps"]:
            state = [number * n for place, speed in zip(x, v) for number in (place, speed) for n in normal]
            write(f"{pair['pair']},{step * dt!r}," + ",".join(map(repr, state)) + f",{F!r}\n")
        if over:
            return
        v = [p + 0.5 * dt * g * F for p, g in zip(v, gain)]
        x = [p + dt * q for p, q in zip(x, v)]
        F = contact.force(touch - x[0] + x[1])
        v = [p + 0.5 * dt * g * F for p, g in zip(v, gain)]
        met = met or F != 0.0


def main():
    with open("scene.json", encoding="utf-8") as file:
        request = json.load(file)
    columns = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz")]
    with open("trajectory.csv", "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(["pair", "time", *columns, "force"]) + "\n")
        for pair in request["pairs"]:
            collide(request, request["scenes"][pair["scene"]], pair, file.write)


main()
