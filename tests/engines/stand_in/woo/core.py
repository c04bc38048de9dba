"""A scene of one pair, stepped by leapfrog."""

import math


class Scene:
    def __init__(self, fields):
        self.dem = fields[0]

    def one(self):
        particles = self.dem.par.added
        movers = [p for p in particles if p.shape.nodes[0].dem.mass is not None]
        cp2 = self.engines["cp2"]
        one, two = movers[0], particles[1] if particles[0] is movers[0] else particles[0]
        node = one.shape.nodes[0]
        if two in movers:
            apart = [a - b for a, b in zip(node.pos, two.shape.nodes[0].pos)]
            distance = math.hypot(*apart)
            normal, reach = [a / distance for a in apart], one.radius + two.radius
            R = one.radius * two.radius / reach
        else:
            normal = [1.0 if i == two.axis else 0.0 for i in range(3)]
            distance = node.pos[two.axis] - two.place
            # The real wall is a sphere of the same size.
            reach, R = one.radius, one.radius / 2
        overlap = max(reach - distance, 0.0)
        E = 1.0 / sum((1.0 - cp2.poisson**2) / p.mat.young for p in (one, two))
        force = 4.0 / 3.0 * E * math.sqrt(R) * overlap**1.5
        for particle, side in ((one, 1.0), (two, -1.0)):
            if particle in movers:
                node = particle.shape.nodes[0]
                node.dem.vel = [v + side * force * n / node.dem.mass * self.dt for v, n in zip(node.dem.vel, normal)]
                node.pos = [x + v * self.dt for x, v in zip(node.pos, node.dem.vel)]
