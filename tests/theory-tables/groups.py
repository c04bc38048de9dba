"""Numbers of the tests of groups of drops, by other ways than the program's: python3 groups.py (needs mpmath)."""

import math
import random
from mpmath import betainc, findroot, mp, mpf

mp.dps = 20


def fisher_above(F, n, m):
    return 1 - betainc(mpf(n) / 2, mpf(m) / 2, 0, n * F / (n * F + m), regularized=True)


def hidden_zero(zero, experiments):
    """Shares of experiments of 36 drops from six heights with rebounds read too high by `zero` in which F calls their means different,
    in which their slope over the speed differs from 0, at 2.5 % each, and in which either does; readings weighed by their errors."""
    heights, stream, seen = [0.2, 0.3, 0.45, 0.7, 1.0, 1.5], random.Random(5), [0, 0, 0]
    limits = [float(findroot(lambda F: fisher_above(F, n, 30) - 0.025, 3)) for n in (5, 1)]
    x = [math.log(h) / 2 for h in heights]
    w = [1 / (0.004**2 + (0.8 * 0.5e-3 / h) ** 2 + (0.8 * 0.5e-3 / (0.64 * h)) ** 2) for h in heights]
    middle = lambda values: sum(a * b for a, b in zip(w, values)) / sum(w)
    for _ in range(experiments):
        drops = []
        for h in heights:
            e = [0.8 + 0.004 * stream.gauss(0, 1) for _ in range(6)]
            drops.append([((a * a * (h + 1e-3 * stream.gauss(0, 1)) + zero + 1e-3 * stream.gauss(0, 1)) / h) ** 0.5 for a in e])
        means = [sum(of) / 6 for of in drops]
        within = sum(a * (y - m) ** 2 for of, m, a in zip(drops, means, w) for y in of) / 30
        between = 6 * sum(a * (m - middle(means)) ** 2 for m, a in zip(means, w)) / 5
        along = [b - middle(x) for b in x]
        slope = 6 * sum(a * b * m for a, b, m in zip(w, along, means)) ** 2 / sum(a * b * b for a, b in zip(w, along))
        found = [between > limits[0] * within, slope > limits[1] * within]
        seen = [count + of for count, of in zip(seen, found + [any(found)])]
    return [count / experiments for count in seen]


if __name__ == "__main__":
    print("a hidden zero of 3 mm: F, slope, either", hidden_zero(3e-3, 4000))
