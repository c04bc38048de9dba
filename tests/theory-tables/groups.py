"""Numbers of the tests of groups of drops, by other ways than the program's: python3 groups.py (needs mpmath)."""

import math
import random
from mpmath import atan, betainc, eigsy, findroot, inf, matrix, mp, diag, eye, pi, quad, sin, sqrt, mpf

mp.dps = 20


def trace(a):
    return sum(a[i, i] for i in range(a.rows))


def kenward_roger(variances, tau2, X):
    """Standard errors times, and degrees of freedom, of each unknown: Kenward & Roger 1997, section 3, with V of the drops' means as
    a full matrix, one variance component, and their A1, A2, B, c1 to c3 for a contrast of one unknown."""
    V = diag([v + tau2 for v in variances])
    Vi, D = V**-1, eye(len(variances))
    Phi = (X.T * Vi * X) ** -1
    P = -X.T * Vi * D * Vi * X
    Q = X.T * Vi * D * Vi * D * Vi * X
    w = 2 / (trace(Vi * D * Vi * D) - trace(2 * Phi * Q - Phi * P * Phi * P))
    adjusted = Phi + 2 * w * Phi * (Q - P * Phi * P) * Phi
    found = []
    for k in range(X.cols):
        l = matrix(X.cols, 1)
        l[k] = 1
        theta = l * (l.T * Phi * l) ** -1 * l.T
        A1 = w * trace(theta * Phi * P * Phi) ** 2
        A2 = w * trace(theta * Phi * P * Phi * theta * Phi * P * Phi)
        B, g = (A1 + 6 * A2) / 2, (2 * A1 - 5 * A2) / (3 * A2)
        c = [part / (3 + 2 * (1 - g)) for part in (g, 1 - g, 3 - g)]
        E = 1 / (1 - A2)
        rho = 2 * (1 + c[0] * B) / ((1 - c[1] * B) ** 2 * (1 - c[2] * B)) / (2 * E**2)
        found.append((sqrt(adjusted[k, k] / Phi[k, k]), 4 + 3 / (rho - 1)))
    return found


def outside(t, variances):
    """P(|T| > t) of Student's ratio of an unweighted mean of numbers with these variances, by Gil-Pelaez' (Imhof's) integral."""
    k = len(variances)
    A = matrix(k)
    for i in range(k):
        for j in range(k):
            own = t * t / (k - 1) if i == j else 0
            A[i, j] = sqrt(variances[i] * variances[j]) * ((1 + mpf(t) ** 2 / (k - 1)) / k - own)
    e = [x for x in eigsy(A, eigvals_only=True)]

    def rate(u):
        angle, size = mpf(0), mpf(1)
        for x in e:
            angle, size = angle + atan(x * u) / 2, size * (1 + (x * u) ** 2) ** mpf("0.25")
        return sin(angle) / (u * size)

    return mpf(1) / 2 + quad(rate, [0, 1, 10, 100, inf]) / pi


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
    unequal = [mpf(2) ** k for k in range(6)]
    print("one unknown", kenward_roger(unequal, 3, matrix([[1]] * 6)))
    print("two", kenward_roger(unequal, 3, matrix([[1, k - 1] for k in range(6)])))
    drops = [mpf(1), 1, mpf(1) / 2, mpf(1) / 10, mpf(1) / 20]
    print("95 % of 1, 1, 2, 10, 20 drops: t =", findroot(lambda t: outside(t, drops) - 0.05, (2.3, 2.5), solver="secant", tol=1e-8))
    print("2.776 of 1, 20, 20, 20, 20 drops holds", 1 - outside(mpf("2.7764451052"), [1] + [mpf(1) / 20] * 4))
    print("a hidden zero of 3 mm: F, slope, either", hidden_zero(3e-3, 4000))
