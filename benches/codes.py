# /// script
# requires-python = ">=3.10"
# dependencies = ["matplotlib"]
# ///
"""Error against cost of every code and scheme, over the thirty scenes of examples/engines/thirty; writes docs/codes.csv and docs/codes.svg.

    python3 benches/codes.py PROGRAM ENGINES.toml

The error at so many steps is the largest over the thirty scenes and four places of first touch inside a step, against the code's own law
integrated exactly (of an engine of impulses: against rigid bodies). The cost is processor time, that of 768 collisions at 1000 steps
less that of 256, so that a program's start is not in it; at other steps it is in proportion. Engines that part
in a few steps whatever their size have one cost.
"""

import csv
import glob
import os
import re
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(HERE, "..", "docs")
THIRTY = os.path.join(HERE, "..", "examples", "engines", "thirty")
STEPS = [25.37, 50.37, 100.37, 200.37, 400.37, 800.37]
ASKED = ("restitution", "tangential_restitution")
# The steps at which the cost is measured, and the collisions side by side.
AT, FEW, MANY = 1000.37, 256, 768
# Of this program, on the law that LAMMPS has.
SCHEMES = ["velocity-verlet", "leapfrog", "position-verlet", "velocity-verlet-implicit", "forward-euler"]
OF_SCHEMES = "lammps"
# Both bodies with the number of the pair is a question of convention, not of accuracy.
LEFT_OUT = {"bullet-each-body"}


def cases():
    """Name of a code or scheme, and what it is called in its files."""
    files = sorted(glob.glob(os.path.join(THIRTY, "*-pair.toml")))
    codes = [os.path.basename(file).removesuffix("-pair.toml") for file in files]
    yield from ((code, code) for code in codes if code not in LEFT_OUT and not code.endswith("-oblique"))
    yield from ((scheme, OF_SCHEMES) for scheme in SCHEMES)


def kinds(code):
    """Its files: Kratos has the oblique scenes in files of their own."""
    return [kind for kind in ("pair", "wall", "oblique-pair", "oblique-wall") if os.path.exists(os.path.join(THIRTY, f"{code}-{kind}.toml"))]


def text(who, code, kind, steps, phases):
    """A case of the thirty with other steps, run by a scheme of this program where one is named."""
    with open(os.path.join(THIRTY, f"{code}-{kind}.toml"), encoding="utf-8") as file:
        written = file.read()
    ladder = f"{{ sweep = {steps} }}" if isinstance(steps, list) else steps
    written = re.sub(r"steps_per_contact = [\d.]+", f"steps_per_contact = {ladder}", written)
    written = re.sub(r"onset_phases = \d+", f"onset_phases = {phases}", written)
    if who != code:
        written = written.replace(f"[run.{code}]", f"[run.{who}]").replace(f'that        = "{code}"', f'that = "{who}"')
        written = re.sub(r"variant .*\n", "", written)
    return re.sub(r"known_gap .*\n", "", written)


def run(program, engines, folder, written):
    """Processor seconds of a run of these cases, and its checks."""
    names = []
    for name, case in written.items():
        names.append(os.path.join(folder, name + ".toml"))
        with open(names[-1], "w", encoding="utf-8") as file:
            file.write(case)
    spent = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    before = spent()
    command = [program, "run", *names, "--engines", engines, "--pictures", "none", "--out", os.path.join(folder, "report")]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # A check that fails is a point of the curve; a collision without a result is none.
    if done.returncode not in (0, 1, 3) or not os.path.exists(os.path.join(folder, "report", "summary.csv")):
        raise RuntimeError(done.stdout[-2000:])
    with open(os.path.join(folder, "report", "summary.csv"), newline="", encoding="utf-8") as file:
        return spent() - before, list(csv.DictReader(file))


def errors(program, engines, folder, who, code):
    """The largest error of each observable at each number of steps."""
    _, rows = run(program, engines, folder, {kind: text(who, code, kind, STEPS, 4) for kind in kinds(code)})
    found = {}
    for row in rows:
        steps = re.search(r"steps=([\d.]+)", row["variant"])
        if row["who"] != who or row["against"] not in ("reference", "rigid-impulse") or row["observable"] not in ASKED or not steps:
            continue
        off = abs(float(row["observed"]) - float(row["expected"])) if row["observed"] else float("inf")
        key = (float(steps[1]), row["observable"])
        found[key] = max(found.get(key, 0.0), off)
    return {key: off for key, off in found.items() if off < float("inf")}


def cost(program, engines, folder, who, code):
    """Processor time of a collision at so many steps, µs."""

    def one(phases):
        """One scene of the two spheres: the others cost the same."""
        pick = lambda items: items[min(8, len(items) - 1)]
        case, _ = text(who, code, kinds(code)[-2], AT, phases).split("[[expect]]", 1)
        against = "rigid-impulse" if "of-engine" in case else "reference"
        case += f'[[expect]]\nthat = "{who}"\nagrees_with = "{against}"\nrestitution = {{ within = "1 %" }}\n'
        case = re.sub(r'sweep = "([^"]*) ([^ "]*)"', lambda m: f'sweep = "{pick(m[1].split())} {m[2]}"', case)
        return re.sub(r"sweep = \[([^\]]*)\], together", lambda m: f"sweep = [{pick(m[1].split(', '))}], together", case)

    few, many = (run(program, engines, folder, {"cost": one(phases)})[0] for phases in (FEW, MANY))
    return 1e6 * max(many - few, 0.0) / (MANY - FEW)


def figure(rows, path):
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "codes", "font.size": 8, "svg.fonttype": "none"})
    from matplotlib import pyplot

    _, both = pyplot.subplots(1, 2, figsize=(8.6, 3.6), layout="constrained", sharex=True)
    whose = list(dict.fromkeys(row["who"] for row in rows))
    colours = pyplot.get_cmap("tab20")
    for axes, observable in zip(both, ASKED):
        for number, who in enumerate(whose):
            own = [row for row in rows if row["who"] == who and row[observable]]
            places, values = [float(row["us"]) for row in own], [float(row[observable]) for row in own]
            style = "--" if who in SCHEMES else "-"
            axes.loglog(places, values, style, marker="osv^Dx*P"[number % 8], ms=3, lw=0.8, label=who, mfc="none", color=colours(number % 20))
        axes.set(xlabel="processor time of a collision, µs", ylabel=f"largest error, {observable.replace('_', ' ')}")
    both[1].legend(frameon=False, fontsize=6.5, loc="center left", bbox_to_anchor=(1.0, 0.5))
    both[0].figure.savefig(path, metadata={"Date": None})


def main():
    program, engines = (os.path.abspath(word) for word in sys.argv[1:3])
    rows = []
    for who, code in cases():
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = errors(program, engines, folder, who, code)
                us = cost(program, engines, folder, who, code)
            except RuntimeError as why:
                print(f"!!! {who} IS LEFT OUT !!!\n{why}", file=sys.stderr)
                continue
        impulse = "rigid-impulse" in text(who, code, "pair", AT, 1)
        for steps in STEPS:
            at = us if impulse else us * steps / AT
            row = {"who": who, "steps": f"{steps:g}", "us": f"{at:.4g}"}
            rows.append(row | {word: f"{found[steps, word]:.3g}" if (steps, word) in found else "" for word in ASKED})
        print(f"{who}: {us:.4g} us a collision at {AT:g} steps", file=sys.stderr)
    with open(os.path.join(DOCS, "codes.csv"), "w", newline="", encoding="utf-8") as out:
        table = csv.DictWriter(out, ["who", "steps", "us", *ASKED], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    figure(rows, os.path.join(DOCS, "codes.svg"))


if __name__ == "__main__":
    main()
