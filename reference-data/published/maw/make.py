#!/usr/bin/env python3
"""Oblique elastic impact of a solid sphere: psi2 and the tangential impulse over psi1, for four Poisson ratios.

The problem is that of Maw, Barber & Fawcett 1976, Wear 38, 101, pressure and shear uncoupled:
    w'' = -(5/2) chi T,  chi = (7/2)(1-nu)/(2-nu),  delta'' = -(5/4) delta^(3/2),  delta' = 1 at first touch
(largest overlap 1, mu times the largest normal force 1). T is the superposition over the contact,
    T = (3/2) int_0^sqrt(delta) s(y) dy,  |s| <= delta - y^2.

Nothing is shared with the program that is held against this table, neither code nor rule: the points of the contact
are the overlaps of the steps of the loading half, so that each comes to touch exactly at the end of a step and none
needs a part of one; s is taken linear in y^2 between them; the motion is advanced by the implicit trapezium. Two
counts of steps give the value (extrapolated, second order) and its uncertainty (what that changed).

    python3 make.py > data.csv          standard library only; two minutes
"""
import functools
import math
import sys

STEPS = 600  # of the loading half, in the finer of the two runs
PASSES = 4  # of the corrector


def motion(half):
    """Overlaps at the ends of the steps of the loading half, and the times of the steps, by Simpson's rule."""
    end = (math.pi / 2) ** 0.8

    def rate(sigma):  # dt/dsigma where delta^(5/2) = sin^2(phi), sigma = phi^(4/5)
        phi = sigma**1.25
        return (phi / math.sin(phi)) ** 0.2 if phi > 0 else 1.0

    nodes = [end * k / half for k in range(half + 1)]
    delta = [math.sin(s**1.25) ** 0.8 for s in nodes]
    delta[-1] = 1.0
    times = []
    for a, b in zip(nodes, nodes[1:]):
        h = (b - a) / 8
        times.append(h / 3 * sum(c * rate(a + i * h) for i, c in enumerate((1, 4, 2, 4, 2, 4, 2, 4, 1))))
    return delta, times


def weights(points):
    """The weights of the shears in T, s linear in y^2 between neighbours; and the part of the cell inside each point."""
    y = [math.sqrt(g) for g in points]
    inner, outer = [], []  # of each cell
    for p, q in zip(y, y[1:]):
        part = (q + 2 * p) / (3 * (q + p))
        inner.append(1.5 * (q - p) * (1 - part))
        outer.append(1.5 * (q - p) * part)
    return [a + b for a, b in zip(inner + [0.0], [0.0] + outer)], outer


@functools.cache
def collision(half):
    points, times = motion(half)
    return points, times, *weights(points)


def impact(psi1, chi, half):
    """psi2 with so many steps to the turning point."""
    points, times, whole, last = collision(half)
    path = [(points[k + 1], times[k], k + 1) for k in range(half)]
    path += [(points[k], times[k], k) for k in reversed(range(half))]
    shear, speed, force = [0.0], psi1, 0.0
    for delta, dt, edge in path:
        held = shear[: edge + 1]
        ahead = speed
        for _ in range(PASSES):
            dw = 0.5 * dt * (speed + ahead)
            trial = []
            for s, g in zip(held, points):
                s += dw
                limit = delta - g
                trial.append(limit if s > limit else -limit if s < -limit else s)
            if len(trial) == edge:  # the point that has just come to touch
                trial.append(0.0)
            pull = sum(map(float.__mul__, trial, whole))
            if edge < half:  # no cell outside the last point
                pull -= trial[edge] * (whole[edge] - (last[edge - 1] if edge else 0.0))
            ahead = speed - 1.25 * chi * dt * (force + pull)
        shear, speed, force = trial, ahead, pull
    return speed


def main():
    print("poisson_ratio,chi,psi1,psi2,impulse_ratio,uncertainty_psi2")
    for nu in (0.0, 0.2, 0.3, 0.5):
        chi = 3.5 * (1 - nu) / (2 - nu)
        for k in range(1, 41):
            psi1 = 0.2 * k
            coarse, fine = impact(psi1, chi, STEPS // 2), impact(psi1, chi, STEPS)
            psi2 = (4 * fine - coarse) / 3
            print(f"{nu},{chi:.16g},{psi1:.1f},{psi2:.7f},{(psi1 - psi2) / (4 * chi):.7f},{abs(psi2 - fine) + 5e-8:.1e}")


if __name__ == "__main__":
    sys.exit(main())
