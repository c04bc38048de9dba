"""Writes expected.csv: the value a person expects of each file, from the file as written.

Nothing here is shared with the program or with make.py. Needs numpy and openpyxl.
Standard uncertainties are those of the mean of what scatters (drops, impacts, throws), and not less than what the readings allow,
nor than LEAST: the mean of ratios, the root of a mean of squares and the ratio of means differ by that much.
"""
import csv
import io
import re
import zipfile
from pathlib import Path

import numpy as np
from openpyxl import load_workbook

HERE = Path(__file__).parent
NAN = float("nan")
LEAST = 0.001


def number(text):
    """A cell as a number; a decimal comma is one, anything else is missing."""
    try:
        return float(str(text).strip().replace(",", "."))
    except ValueError:
        return NAN


def table(name, skip=1, sep=",", encoding="utf-8"):
    """The cells of a text file below its first lines."""
    text = (HERE / name).read_text(encoding)
    return [row for row in list(csv.reader(io.StringIO(text), delimiter=sep))[skip:] if any(c.strip() for c in row)]


def columns(rows, *which):
    return np.array([[number(row[i]) if i < len(row) else NAN for i in which] for row in rows]).T


def complete(*arrays):
    keep = np.all(np.isfinite(arrays), axis=0)
    return [np.asarray(a)[keep] for a in arrays]


# ---- values --------------------------------------------------------------------------------------------------


def mean(e, floor=0.0):
    e = np.asarray(e)[np.isfinite(e)]
    return e.mean(), max(e.std(ddof=1) / np.sqrt(len(e)), floor, LEAST)


def of_heights(drop, rebound):
    drop, rebound = complete(drop, rebound)
    return mean(np.sqrt(rebound / drop))


def of_heights_in_settings(pairs):
    """Drops of several heights, each height as one setting."""
    return mean([np.sqrt(np.asarray(b) / h).mean() for h, b in pairs])


def ratios(times):
    dt = np.diff(times)
    return dt[1:] / dt[:-1]


def of_throws(throws):
    """Impact times of several throws: the scatter of throws, or of impacts if there is one throw."""
    each = [ratios(t) for t in throws]
    return mean(each[0] if len(each) == 1 else [r.mean() for r in each])


def flights(t, y):
    """The flights of a track, y upwards: frames between the kinks, where the second difference is far above that of free fall."""
    slope = np.diff(y) / np.diff(t)
    second = np.diff(slope) / (t[2:] - t[:-2])
    usual = np.median(second)
    spread = 1.4826 * np.median(np.abs(second - usual))
    kinks = np.flatnonzero(second > max(usual + 7 * spread, -2 * usual)) + 1
    cuts = np.split(np.arange(len(y)), kinks)
    kept = [np.setdiff1d(c, kinks) for c in cuts]
    return [k for k in kept if len(k) >= 5]


def before_fall(t, y, flight):
    """The first flight without the frames in which the ball was held."""
    top = y[flight[:4]].mean()
    step = np.std(np.diff(y[flight[:4]])) + 1e-12
    falls = [k for k in flight if y[k] < top - max(4 * step, 0.03 * (top - y[flight[-1]]))]
    return np.array(falls if falls else flight)


def parabolas(t, y, parts):
    """Parabolas of one common acceleration, and the speeds at which neighbours meet."""
    at = np.concatenate(parts)
    design = np.zeros((len(at), 2 * len(parts) + 1))
    row = 0
    for k, part in enumerate(parts):
        design[row:row + len(part), 2 * k] = 1
        design[row:row + len(part), 2 * k + 1] = t[part]
        row += len(part)
    design[:, -1] = t[at] ** 2
    best, *_ = np.linalg.lstsq(design, y[at], rcond=None)
    rest = y[at] - design @ best
    free = len(at) - design.shape[1]
    cov = np.linalg.inv(design.T @ design) * (rest @ rest) / free
    return best, cov


def meet(best):
    a, b, c = best[0:-1:2], best[1:-1:2], best[-1]
    at = (a[:-1] - a[1:]) / (b[1:] - b[:-1])
    return b[:-1] + 2 * c * at, b[1:] + 2 * c * at


def of_track(t, y, held=True):
    """(restitutions of the impacts, their covariance by simulation, speed of the first impact)."""
    t, y = complete(t, y)
    parts = flights(t, y)
    if held:
        parts[0] = before_fall(t, y, parts[0])
        parts = [p for p in parts if len(p) >= 5]
    best, cov = parabolas(t, y, parts)
    before, after = meet(best)
    draws = np.random.default_rng(1).multivariate_normal(best, cov, 2000)
    simulated = np.array([-v[1] / v[0] for v in map(meet, draws)])
    return -after / before, np.atleast_2d(np.cov(simulated.T)), -before[0]


def of_tracks(tracks):
    """Mean of all impacts of the tracks, weighed by their scatter and the uncertainty of each fit."""
    found = [of_track(t, y) for t, y in tracks]
    e = np.concatenate([f[0] for f in found])
    own = np.concatenate([np.diag(f[1]) for f in found])
    good = own <= 4 * np.median(own)
    w = 1 / (own + e[good].var(ddof=1))
    return w @ e / w.sum(), max(np.sqrt(1 / w.sum()), LEAST)


# ---- files ---------------------------------------------------------------------------------------------------


def class_results(ball):
    rows = [r for r in table("class-results-three-balls.csv", 5) if r[0] == ball]
    return of_heights(*columns(rows, 3, 4))


def beside(first):
    return of_heights(*columns(table("golf-and-marble-beside.csv", 2), first + 1, first + 2))


def tennis():
    rows = columns(table("tennis-trials-in-columns.csv", 3), *range(6)).T
    return mean(np.concatenate([np.sqrt(r[1:] / r[0]) for r in rows]))


def bounces():
    """Throws are independent; successive bounces share a height."""
    rows = columns(table("hoehen-der-spruenge.csv", 2, ";"), 1, 2, 3, 4, 5).T
    return mean([np.nanmean(np.sqrt(r[1:] / r[:-1])) for r in rows])


def plain():
    return of_heights(*np.loadtxt(HERE / "no-header.txt").T)


def components():
    vx, vy, wx, wy = columns(table("speeds-by-component.tsv", 2, "\t"), 1, 2, 3, 4)
    return mean(-wy / vy)


def angles():
    v, a, w, b = columns(table("speeds-and-angles.csv", 2), 0, 1, 2, 3)
    return mean(w * np.cos(np.radians(b)) / (v * np.cos(np.radians(a))))


def carts():
    u1, u2, v1, v2 = columns(table("two-carts-before-and-after.csv"), 3, 4, 5, 6)
    return mean((v2 - v1) / (u1 - u2))


def rig(ball):
    v, w = columns([r for r in table("rig-long-table.csv") if r[1] == ball], 3, 4)
    return mean(w / v)


def stopwatch():
    with zipfile.ZipFile(HERE / "phone-acoustic-stopwatch.zip") as z:
        rows = list(csv.reader(io.StringIO(z.read("Multiple.csv").decode())))
    return of_throws([np.array(rows[1], float)])


def inelastic():
    row = table("phone-inelastic-collision.csv", 1, "\t")[0]
    return of_throws([np.array([number(c) for c in [row[0]] + row[2::3]])])


def folder():
    return of_throws([columns(table(f"steel-on-glass-throws/throw {n}.csv"), 1)[0] for n in range(1, 6)])


def manual():
    track, frame, y = columns(table("imagej-manual-tracking.csv", 1, ",", "latin-1"), 1, 2, 4)
    return of_tracks([(frame[track == n], -y[track == n]) for n in (1, 2)])


def trackmate():
    track, y, t = columns(table("trackmate-spots.csv", 4), 2, 5, 7)
    return of_tracks([(t[track == 0], -y[track == 0])])


def mtrack2():
    frame, a, b = columns(table("imagej-mtrack2-two-tracks.txt", 2, "\t"), 0, 2, 5)
    return of_tracks([(frame, -a), (frame, -b)])


def imagej():
    y, frame = columns(table("imagej-results-with-labels.csv"), 4, 5)
    return of_tracks([(frame, -y)])


def logger():
    t, d = columns(table("logger-pro-motion-detector.txt", 1, "\t"), 0, 1)
    return t, -d


def video():
    return columns(table("logger-pro-video-analysis.csv"), 0, 2)


def tracker_text():
    return columns(table("tracker-data-tool.txt", 2, "\t"), 0, 2)


def project():
    text = (HERE / "bouncing-ball.trk").read_text()
    one = lambda name: float(re.search(rf'name="{name}" type="double">([^<]*)<', text).group(1))
    points = text[text.index("cabrillo.tracker.PointMass"):]
    y = np.array(re.findall(r'name="y" type="double">([^<]*)<', points), float)
    return np.arange(len(y)) * one("delta_t") / 1000, (one("yorigin") - y) / one("yscale")


def dltdv():
    y = columns(table("dltdv-xypts.csv"), 1)[0]
    return np.arange(len(y)), y


def kinovea():
    rows = [line.split() for line in (HERE / "kinovea-trajectory.txt").read_text().splitlines() if line and line[0] != "#"]
    clock = [[int(p) for p in r[0].split(":")] for r in rows]
    return np.array([3600 * h + 60 * m + s + c / 100 for h, m, s, c in clock]), np.array([number(r[2]) for r in rows])


def two_sets(name, sep, encoding, first):
    rows = table(name, 1, sep, encoding)
    return [tuple(columns(rows, i, i + 1)) for i in first]


def high_speed():
    t, y = columns(table("high-speed-one-impact.txt", 6, "\t"), 1, 3)
    return t / 1000, y / 1000


def load_cell():
    """Free flights between the pulses; a half sine lasts 3/2 of its width at half height."""
    t, f = columns(table("load-cell-force.csv", 2), 0, 1)
    f = f - np.median(f)
    above = np.flatnonzero(f > 10 * np.median(np.abs(f)))
    pulses = [p for p in np.split(above, np.flatnonzero(np.diff(above) > 10) + 1) if len(p) >= 2]
    middle = np.array([np.sum(t[p] * f[p]) / np.sum(f[p]) for p in pulses])
    long = []
    for p in pulses[:3]:
        fine = np.linspace(t[p[0] - 3], t[p[-1] + 3], 2000)
        g = np.interp(fine, t, f)
        long.append(1.5 * np.ptp(fine[g > g.max() / 2]))
    dt = np.diff(middle) - np.mean(long)
    return mean(dt[1:] / dt[:-1], 0.003)


def sheets():
    book = load_workbook(HERE / "a-sheet-for-each-height.xlsx")
    return of_heights_in_settings([(s["B1"].value, [r[1] for r in s.iter_rows(min_row=4, values_only=True)]) for s in book])


def visible():
    sheet = load_workbook(HERE / "hidden-rows-and-sheet.xlsx")["drops"]
    rows = [[c.value for c in r] for r in sheet.iter_rows(min_row=2) if not sheet.row_dimensions[r[0].row].hidden]
    return of_heights(*columns(rows, 1, 2))


def with_errors():
    rows = list(load_workbook(HERE / "empty-lines-with-error.xlsx").active.iter_rows(min_row=2, values_only=True))
    return of_heights(*columns(rows, 0, 1))


def speed(t, y, tolerance=0.01):
    v = of_track(t, y)[2]
    return v, tolerance * v


E = "restitution"
V = "impact speed of the first impact (m/s)"


def expected():
    """(file, format, command, quantity, (value, sigma) or None, words of a refusal)"""
    name = "class-results-three-balls.csv"
    for ball in ("golf", "glass marble", "super ball"):
        yield name, "csv, four lines above the headers, three balls", f"fit {name} --group-by Ball", f"{E} of {ball}", class_results(ball), ""
    name = "golf-and-marble-beside.csv"
    for n, ball in enumerate(("golf", "marble")):
        yield name, "csv, two balls beside each other under their names", f"fit {name}", f"{E} of {ball}", beside(4 * n), ""
    name = "tennis-trials-in-columns.csv"
    yield name, "csv, trials in columns, two lines of headers, n. m.", f"fit {name} --wide repeats", E, tennis(), ""
    name = "hoehen-der-spruenge.csv"
    yield name, "csv of a German spreadsheet, successive heights in a row", f"fit {name} --wide bounces", E, bounces(), ""
    name = "fallversuch-stahlkugel.csv"
    yield name, "csv of a German spreadsheet, Windows-1252, k. A.", f"fit {name}", E, of_heights(*columns(table(name, 3, ";", "cp1252")[1:], 3, 4)), ""
    name = "two-columns-a-b.csv"
    yield name, "csv, headers that say nothing", f"fit {name}", E, None, "A;B;--columns"
    yield name, "csv, headers that say nothing", f"fit {name} --columns drop=A --columns rebound=B --units A=m --units B=m", E, of_heights(*columns(table(name), 0, 1)), ""
    name = "no-header.txt"
    yield name, "two columns of numbers without headers", f"fit {name}", E, None, "header;column"
    yield name, "two columns of numbers without headers", f"fit {name} --columns drop=1 --columns rebound=2 --units 1=cm --units 2=cm", E, plain(), ""
    name = "speeds-by-component.tsv"
    yield name, "tabs, velocities by component, n/a", f"fit {name}", E, components(), ""
    name = "speeds-and-angles.csv"
    yield name, "csv, speeds and angles of incidence and rebound", f"fit {name}", E, angles(), ""
    name = "two-carts-before-and-after.csv"
    yield name, "csv, velocities of two bodies before and after", f"fit {name}", E, carts(), ""
    name = "rig-long-table.csv"
    for ball in ("PA6-12", "AL-10"):
        yield name, "csv of a script, speeds, two balls", f"fit {name} --group-by ball_id", f"{E} of {ball}", rig(ball), ""
    name = "audio-labels.txt"
    yield name, "label track of Audacity, no headers", f"fit {name}", E, of_throws([columns(table(name, 0, "\t"), 0)[0]]), ""
    name = "phone-acoustic-stopwatch.zip"
    yield name, "phyphox acoustic stopwatch, zip", f"fit {name}", E, stopwatch(), ""
    name = "phone-inelastic-collision.csv"
    yield name, "phyphox (in)elastic collision, tabs and decimal commas", f"fit {name}", E, inelastic(), ""
    name = "steel-on-glass-throws"
    yield name, "a folder with a file for each throw", f"fit {name}", E, folder(), ""
    name = "imagej-manual-tracking.csv"
    yield name, "ImageJ Manual Tracking, two tracks, Latin-1", f"fit {name}", E, manual(), ""
    name = "trackmate-spots.csv"
    yield name, "TrackMate spots, four lines of headers, a mark beside the ball", f"fit {name} --where TRACK_ID=0", E, trackmate(), ""
    name = "imagej-mtrack2-two-tracks.txt"
    yield name, "ImageJ MTrack2, two tracks", f"fit {name}", E, mtrack2(), ""
    name = "imagej-results-with-labels.csv"
    yield name, "ImageJ Results with Label and Slice", f"fit {name}", E, imagej(), ""
    for name, form, read in (("logger-pro-motion-detector.txt", "Logger Pro, detector above the ball", logger),
                             ("logger-pro-video-analysis.csv", "Logger Pro, video analysis", video),
                             ("tracker-data-tool.txt", "Tracker, text of the data table", tracker_text),
                             ("bouncing-ball.trk", "Tracker, project", project),
                             ("kinovea-trajectory.txt", "Kinovea, text of a trajectory, times as h:mm:ss:cc", kinovea)):
        yield name, form, f"fit {name}", E, of_tracks([read()]), ""
        if read is not kinovea:  # its lengths have no unit
            yield name, form, f"fit {name}", V, speed(*read()), ""
    name = "dltdv-xypts.csv"
    yield name, "DLTdv, ball and a mark, NaN", f"fit {name} --columns position=pt1_cam1_Y", E, of_tracks([dltdv()]), ""
    for name, form, sep, encoding, first in (
            ("graphical-analysis-two-sets.csv", "Vernier Graphical Analysis, two data sets", ",", "utf-8", (0, 2)),
            ("capstone-two-runs.csv", "PASCO Capstone, two runs, decimal commas, byte order mark", ";", "utf-8-sig", (0, 3))):
        yield name, form, f"fit {name}", E, of_tracks(two_sets(name, sep, encoding, first)), ""
    name = "high-speed-one-impact.txt"
    e, cov, v = of_track(*high_speed(), held=False)
    yield name, "high-speed camera, one impact", f"fit {name}", E, (e[0], max(np.sqrt(cov[0, 0]), LEAST)), ""
    yield name, "high-speed camera, one impact", f"fit {name}", V, (v, 0.01 * v), ""
    name = "load-cell-force.csv"
    yield name, "force of a plate against time", f"fit {name}", E, load_cell(), ""
    name = "a-sheet-for-each-height.xlsx"
    yield name, "workbook, a sheet for each height, the height above the headers", f"fit {name}", E, sheets(), ""
    name = "hidden-rows-and-sheet.xlsx"
    yield name, "workbook, hidden rows and a hidden sheet", f"fit {name}", E, visible(), ""
    name = "empty-lines-with-error.xlsx"
    yield name, "workbook, #DIV/0! in lines that are not filled in", f"fit {name}", E, with_errors(), ""
    for name, form, options, words in (
            ("rebound-is-a-formula.xlsx", "workbook, formulas without values", "", "D2;formula;save|recalculate|open it"),
            ("mass-in-the-wrong-unit.csv", "csv, a ball of 45.9 kg", " --group-by Ball", "Mass (kg);density;45.9|golf"),
            ("rebound-above-drop.csv", "csv, a rebound above its drop", "", "line 7|row 6|C7;79.9;above|higher"),
            ("letter-in-a-number.csv", "csv, a letter o for a zero", "", "line 4|row 3|B4;o.52;number|0.52"),
            ("units-in-the-cells.csv", "csv, a unit in each cell but one", "", "line 8|row 7|B8;38.1;unit"),
            ("oscilloscope-times.csv", "csv, a time before the one above it", "", "line 8|row 6|B8;2060.2;increase|order|before"),
            ("intervals-in-the-wrong-unit.csv", "csv, 188 s between bounces", " --wide bounces", "(s);188;ms"),
            ("centimetres-typed-as-metres.csv", "csv, a ball of 40 mm dropped from 65 m", "", "Drop height (m);65;cm")):
        yield name, form, f"fit {name}{options}", E, None, words


def main():
    with open(HERE / "expected.csv", "w", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(["file", "format", "command", "quantity", "value", "sigma", "refused"])
        for name, form, command, quantity, value, words in expected():
            value = ("", "") if value is None else (f"{value[0]:.4f}", f"{value[1]:.4f}")
            rows.writerow([name, form, command, quantity, *value, words])


if __name__ == "__main__":
    main()
