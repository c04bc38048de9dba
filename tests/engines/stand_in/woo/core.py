"""A scene of one pair, stepped by leapfrog with the contact of `Law2_L6Geom_HertzPhys_DMT`, as far as the driver can ask for it."""

import math


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


class Scene:
    def __init__(self, fields):
        self.dem = fields[0]
        self.shear = [0.0] * 3

    def geometry(self, one, two):
        """Normal from the second to the first, overlap, R and the arms."""
        node = one.shape.nodes[0]
        if hasattr(two, "axis"):
            normal = [1.0 if i == two.axis else 0.0 for i in range(3)]
            side = math.copysign(1.0, node.pos[two.axis] - two.place)
            overlap = one.radius - side * (node.pos[two.axis] - two.place)
            # The real wall is a sphere of the same size, and the contact point lies on its surface.
            return [side * n for n in normal], overlap, one.radius / 2, [one.radius - overlap, 0.0]
        apart = [a - b for a, b in zip(node.pos, two.shape.nodes[0].pos)]
        distance = math.hypot(*apart)
        overlap = one.radius + two.radius - distance
        arms = [one.radius - overlap / 2, two.radius - overlap / 2]
        return [a / distance for a in apart], overlap, one.radius * two.radius / (one.radius + two.radius), arms

    def force(self, pair):
        """Force on the first particle, and the torque on both."""
        one, two = pair
        normal, overlap, R, arms = self.geometry(one, two)
        if overlap <= 0.0:
            self.shear = [0.0] * 3
            return [0.0] * 3, [[0.0] * 3] * 2
        cp2, law = self.engines["cp2"], self.engines["law"]
        nu = cp2.poisson
        E = 1.0 / sum((1.0 - nu * nu) / p.mat.young for p in pair)
        G = 1.0 / sum((2.0 - nu) * 2.0 * (1.0 + nu) / p.mat.young for p in pair)
        # A mass that is not above zero, that of a Wall, is left out; that of a held sphere is not.
        masses = [p.shape.nodes[0].dem.mass for p in pair if p.shape.nodes[0].dem.mass > 0.0]
        kn0 = 4.0 / 3.0 * E * math.sqrt(R)
        fall = math.log(cp2.en) if 0.0 < cp2.en < 1.0 else 0.0
        alpha = -math.sqrt(5.0) * fall / math.hypot(fall, math.pi)
        viscous = alpha * math.sqrt(kn0 / sum(1.0 / m for m in masses)) * overlap**0.25
        nodes = [p.shape.nodes[0] for p in pair]
        at = [[-arms[0] * n for n in normal], [arms[1] * n for n in normal]]
        moving = [[v + s for v, s in zip(n.dem.vel, cross(n.dem.angVel, r))] for n, r in zip(nodes, at)]
        slip = [a - b for a, b in zip(*moving)]
        approach = -dot(slip, normal)
        slip = [s + approach * n for s, n in zip(slip, normal)]
        push = kn0 * overlap**1.5 + viscous * approach
        push = max(push, 0.0) if law.noAttraction else push
        stiffness = 8.0 * G * math.sqrt(R * overlap)
        # The viscous part is stored with the spring.
        self.shear = [f - (stiffness * self.dt + viscous) * s for f, s in zip(self.shear, slip)]
        along = dot(self.shear, normal)
        self.shear = [f - along * n for f, n in zip(self.shear, normal)]
        size, limit = math.hypot(*self.shear), max(one.mat.tanPhi * push, 0.0)
        if size > limit:
            self.shear = [f * limit / size for f in self.shear]
        opposed = [-f for f in self.shear]
        force = [push * n + f for n, f in zip(normal, self.shear)]
        return force, [cross(at[0], self.shear), cross(at[1], opposed)]

    def one(self):
        pair = sorted(self.dem.par.added, key=lambda p: hasattr(p, "axis"))
        force, torques = self.force(pair)
        for particle, side, torque in zip(pair, (1.0, -1.0), torques):
            node = particle.shape.nodes[0]
            if node.dem.blocked:
                continue
            node.dem.vel = [v + side * f / node.dem.mass * self.dt for v, f in zip(node.dem.vel, force)]
            node.dem.angVel = [w + t / i * self.dt for w, t, i in zip(node.dem.angVel, torque, node.dem.inertia)]
            node.pos = [x + v * self.dt for x, v in zip(node.pos, node.dem.vel)]
