# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy", "scipy", "numba", "jax", "diffrax", "pydiffsol", "matplotlib"]
# ///
"""Collisions a second, here and by the integrators that one would otherwise write the collision down in; error against cost of every scheme.

One impact, in one run, on one thread: Hertz' spring with Tsuji's dashpot until the overlap is zero again,

    x'' = -(x^1.5 + g x^0.25 x'),   x(0) = 0,   x'(0) = 1,   g = sqrt(5) z,

whose restitution is exp(-pi z/sqrt(1 - z^2)) (Antypov & Elliott 2011). Every tool gets the equation as it stands here, at the tolerances that
are printed, and finds the end of contact as its documentation says. The error is the largest over the collisions that were timed.

    .ci/rates            # the environment, the build, and this
"""

import csv
import io
import math
import os
import subprocess
import sys
import time

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[threads] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(HERE, "..", "docs")


def dashpots(count):
    """``g`` and restitution of so many collisions, from 0.4 to 0.9."""
    ratio = np.linspace(0.03, 0.28, count)
    return math.sqrt(5) * ratio, np.exp(-math.pi * ratio / np.sqrt(1 - ratio**2))


def timed(compute, count, repeats=7):
    """Median seconds a collision, and the largest relative error."""
    g, e = dashpots(count)
    found = np.asarray(compute(g))  # compiles, too
    seconds = []
    for _ in range(repeats):
        began = time.perf_counter()
        found = np.asarray(compute(g))
        seconds.append((time.perf_counter() - began) / count)
    return sorted(seconds)[repeats // 2], float(np.max(np.abs(found / e - 1)))


def scipy(tolerance):
    from scipy.integrate import solve_ivp

    def rates(_, y, g):
        x = max(y[0], 0.0)
        return y[1], -(x**1.5 + g * x**0.25 * y[1])

    def end(_, y, g):
        return y[0]

    end.terminal, end.direction = True, -1

    def compute(g):
        run = lambda g: solve_ivp(rates, (0, 10), (0, 1), "DOP853", events=end, args=(g,), rtol=tolerance, atol=1e-2 * tolerance)
        return [-run(g).y_events[0][0][1] for g in g]

    return compute


def numba(tolerance):
    """Dormand and Prince's pair in a loop of one's own, the last step shortened by the secant rule until the overlap is zero."""
    from numba import njit

    a = np.array(
        [
            [0, 0, 0, 0, 0, 0],
            [1 / 5, 0, 0, 0, 0, 0],
            [3 / 40, 9 / 40, 0, 0, 0, 0],
            [44 / 45, -56 / 15, 32 / 9, 0, 0, 0],
            [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0],
            [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0],
            [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
        ]
    )
    weights = np.array([71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40])

    @njit
    def step(x, v, g, h):
        k = np.zeros((7, 2))
        for i in range(7):
            at, speed = x, v
            for j in range(i):
                at += h * a[i, j] * k[j, 0]
                speed += h * a[i, j] * k[j, 1]
            inside = max(at, 0.0)
            k[i, 0], k[i, 1] = speed, -(inside**1.5 + g * inside**0.25 * speed)
        off = [0.0, 0.0]
        for i in range(7):
            off[0] += h * weights[i] * k[i, 0]
            off[1] += h * weights[i] * k[i, 1]
        return at, speed, max(abs(off[0]), abs(off[1]))

    @njit
    def collide(g):
        x, v, h = 0.0, 1.0, 1e-6
        while True:
            next_x, next_v, off = step(x, v, g, h)
            if off <= tolerance:
                if next_x <= 0:
                    break
                x, v = next_x, next_v
            h *= min(5.0, max(0.2, 0.9 * (tolerance / max(off, 1e-300)) ** 0.2))
        low, high, at_low, at_high = 0.0, h, x, next_x
        for _ in range(60):
            part = low + (high - low) * at_low / (at_low - at_high)
            at, next_v, _ = step(x, v, g, part)
            if abs(at) < 1e-16:
                break
            if at > 0:
                low, at_low, at_high = part, at, 0.5 * at_high
            else:
                high, at_high, at_low = part, at, 0.5 * at_low
        return -next_v

    @njit
    def compute(all):
        return np.array([collide(g) for g in all])

    return compute


def diffrax(tolerance):
    import jax

    jax.config.update("jax_enable_x64", True)
    import diffrax as dfx
    import jax.numpy as jnp
    import optimistix

    def rates(_, y, g):
        x = jnp.maximum(y[0], 0.0)
        return jnp.array([y[1], -(x**1.5 + g * jnp.sqrt(jnp.sqrt(x)) * y[1])])

    end = dfx.Event(
        lambda t, y, args, **_: jnp.maximum(y[0], y[1]), optimistix.Newton(rtol=1e-14, atol=1e-14), direction=False
    )

    def collide(g):
        found = dfx.diffeqsolve(
            dfx.ODETerm(rates), dfx.Dopri8(), 0.0, 10.0, None, jnp.array([0.0, 1.0]), g, event=end, max_steps=100_000,
            stepsize_controller=dfx.PIDController(rtol=tolerance, atol=1e-2 * tolerance),
        )  # fmt: skip
        return -found.ys[-1, 1]

    compiled = jax.jit(jax.vmap(collide))
    return lambda g: compiled(g).block_until_ready()


def diffsol(tolerance):
    import pydiffsol

    code = """
    in_i { g = 0.1 }
    u_i { x = 0, v = 1 }
    F_i { v, -(pow(max(x, 0), 1.5) + g * pow(max(x, 0), 0.25) * v) }
    stop_i { max(x, v) }
    """
    ode = pydiffsol.Ode(code, matrix_type=pydiffsol.nalgebra_dense, scalar_type=pydiffsol.f64, ode_solver=pydiffsol.tsit45)
    ode.rtol, ode.atol = tolerance, 1e-2 * tolerance
    return lambda all: [-ode.solve(np.array([g]), 10.0).ys[1, -1] for g in all]


def ours():
    """Rows of ``cargo bench --bench rates``."""
    run = ["cargo", "bench", "--locked", "--bench", "rates"]
    text = subprocess.run(run, cwd=os.path.join(HERE, ".."), check=True, stdout=subprocess.PIPE, text=True).stdout
    return list(csv.DictReader(io.StringIO(text)))


def figure(rows, path):
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "rates", "font.size": 8, "svg.fonttype": "none"})
    from matplotlib import pyplot

    _, axes = pyplot.subplots(figsize=(4.7, 3.4), layout="constrained")
    for marker, who in zip("osv^Dxo", dict.fromkeys(row["who"] for row in rows)):
        own = [row for row in rows if row["who"] == who]
        cost, error = ([float(row[key]) for row in own] for key in ("us", "error"))
        axes.loglog(cost, error, marker=marker, ms=3, lw=0.8, label=who, mfc="none")
    axes.set(xlabel="cost of a collision, µs", ylabel="largest relative error of the restitution")
    axes.legend(frameon=False, fontsize=7)
    axes.figure.savefig(path, metadata={"Date": None})


def rate(row):
    """Collisions a second, to three digits."""
    exact = 1e6 / float(row["us"])
    return f"{round(exact, 2 - math.floor(math.log10(exact))):.0f}"


def page(rows, path):
    """The table of the page between its marks."""
    lines = ["| | | | a second | error |", "|---|---|---|---:|---:|"]
    lines += [f"| {row['what']} | {row['who']} | {row['how']} | {rate(row)} | {float(row['error']):.1e} |" for row in rows]
    with open(path) as file:
        before, rest = file.read().split("<!-- table -->\n")
    _, after = rest.split("<!-- end -->")
    table = "\n".join(lines)
    with open(path, "w") as out:
        out.write(f"{before}<!-- table -->\n{table}\n<!-- end -->{after}")


def main():
    rows = ours()
    others = [
        ("SciPy", "solve_ivp, DOP853", scipy, 20),
        ("numba", "Dormand-Prince 5(4), own loop", numba, 1000),
        ("diffrax", "Dopri8, jit and vmap", diffrax, 1000),
        ("diffsol", "Tsit45, compiled by LLVM", diffsol, 200),
    ]
    for name, how, make, count in others:
        for tolerance in (1e-6, 1e-9, 1e-12):
            seconds, error = timed(make(tolerance), count)
            rows.append({"what": "restitution", "who": name, "how": f"{how}, tolerance {tolerance:g}", "us": 1e6 * seconds, "error": error})
            print(f"{name} {tolerance:g}: {1 / seconds:.0f} a second, error {error:.1e}", file=sys.stderr)
    names = ("what", "who", "how", "us", "error")
    with open(os.path.join(DOCS, "rates.csv"), "w", newline="") as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(names)
        table.writerows([row["what"], row["who"], row["how"], f"{float(row['us']):.4g}", f"{float(row['error']):.2g}"] for row in rows)
    schemes = [row for row in rows if row["what"] == "scheme"]
    figure(schemes, os.path.join(DOCS, "rates.svg"))
    page([row for row in rows if row["what"] != "scheme"], os.path.join(DOCS, "rates.md"))
    print(f"{'':13}{'':26}{'':46}{'a second':>10}{'error':>10}")
    for row in rows:
        print(f"{row['what']:13}{row['who']:26}{row['how']:46}{rate(row):>10}{float(row['error']):>10.1e}")


main()
