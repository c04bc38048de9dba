"""Writes the files of this folder: synthetic measurements in the formats in which people have them.

Needs numpy and openpyxl. Every file has its own seed, so that one can be changed without the others.
"""
import io
import math
import zipfile
import zlib
from pathlib import Path

import numpy as np
from openpyxl import Workbook

HERE = Path(__file__).parent
G = 9.81


def random(name):
    return np.random.default_rng(zlib.crc32(name.encode()))


def write(name, lines, encoding="utf-8", end="\n"):
    path = HERE / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes((end.join(lines) + end).encode(encoding))


def comma(text):
    return text.replace(".", ",")


def to(value, step):
    """Rounded to what the scale shows."""
    return round(value / step) * step


# ---- physics -------------------------------------------------------------------------------------------------


def drops(r, heights, e, scatter, reading, step, slope=0.0):
    """(drop, rebound) in the unit of the heights; the restitution falls by `slope` for each doubling of the height."""
    out = []
    for h in heights:
        true = h + r.normal(0, reading)
        ratio = e - slope * math.log2(h / heights[0]) + r.normal(0, scatter)
        out.append((h, to(true * ratio**2 + r.normal(0, reading), step)))
    return out


def impacts(r, h, e, scatter, n, start=0.0):
    """Times of n impacts of a drop from h metres, and the restitution of each."""
    es = r.normal(e, scatter, n)
    v = math.sqrt(2 * G * h)
    times = [start + v / G]
    for k in range(n - 1):
        v *= es[k]
        times.append(times[-1] + 2 * v / G)
    return np.array(times), es


def height(t, h, times, es):
    """Height above the floor at times t of a ball released so that it meets the first impact from h metres."""
    v = math.sqrt(2 * G * h)
    y = np.where(t < times[0] - v / G, h, h - G / 2 * (t - times[0] + v / G) ** 2)
    for k, at in enumerate(times):
        v *= es[k]
        s = t - at
        y = np.where(s >= 0, v * s - G / 2 * s * s, y)
    return y


def film(r, rate, frames, h, e, scatter, hold=0.02):
    """Heights in metres of every frame, n impacts as they fit into the film."""
    times, es = impacts(r, h, e, scatter, 12, hold + r.uniform(0, 1 / rate))
    t = np.arange(frames) / rate
    return t, height(t, h, times, es)


# ---- heights, by hand ----------------------------------------------------------------------------------------


def class_results():
    name = "class-results-three-balls.csv"
    r = random(name)
    lines = ["Bouncing balls on the lab bench,,,,,", "Class 10b / Physics practical 2,,,,,",
             "Ruler read to 0.5 cm at eye level,,,,,", ",,,,,",
             "Ball,Diameter (mm),Mass (g),Drop height (cm),Rebound height (cm),Remarks"]
    for ball, d, m, e in (("golf", 42.7, 45.9, 0.82), ("glass marble", 16.1, 5.4, 0.64), ("super ball", 27.0, 10.6, 0.90)):
        for n, (h, b) in enumerate(drops(r, [40, 60, 80, 100] * 3, e, 0.008, 0.25, 0.5)):
            lines.append(f"{ball},{d},{m},{h},{b:.1f},{'first try' if n == 0 else ''}")
    write(name, lines)


def mass_typed_in_grams():
    name = "mass-in-the-wrong-unit.csv"
    r = random(name)
    lines = ["Ball,Diameter (mm),Mass (kg),Drop height (cm),Rebound height (cm)"]
    for ball, d, m, e in (("golf", 42.7, 45.9, 0.81), ("squash", 39.9, 23.8, 0.42)):
        lines += [f"{ball},{d},{m},{h},{b:.1f}" for h, b in drops(r, [50, 75, 100] * 2, e, 0.01, 0.3, 0.5)]
    write(name, lines)


def beside_each_other():
    name = "golf-and-marble-beside.csv"
    r = random(name)
    a = drops(r, [100, 100, 80, 80, 60, 60, 40, 40], 0.83, 0.007, 0.2, 0.1)
    b = drops(r, [100, 100, 80, 80, 60, 60, 40, 40, 20, 20], 0.61, 0.010, 0.2, 0.1)
    lines = ["golf,,,,marble,,", "Trial,Drop (cm),Rebound (cm),,Trial,Drop (cm),Rebound (cm)"]
    for n in range(len(b)):
        left = f"{n + 1},{a[n][0]},{a[n][1]:.1f}" if n < len(a) else ",,"
        lines.append(f"{left},,{n + 1},{b[n][0]},{b[n][1]:.1f}")
    write(name, lines)


def trials_in_columns():
    name = "tennis-trials-in-columns.csv"
    r = random(name)
    lines = ["Tennis ball on concrete,,,,,", ",Rebound height (cm),,,,", "Drop height (cm),Trial 1,Trial 2,Trial 3,Trial 4,Trial 5"]
    for n, h in enumerate((50, 75, 100, 125, 150)):
        cells = [f"{b:.0f}" for _, b in drops(r, [h] * 5, 0.745, 0.009, 0.5, 1)]
        if n == 1:
            cells[4] = "n. m."
        if n == 3:
            cells[2] = "-"
        lines.append(",".join([str(h)] + cells))
    write(name, lines)


def bounces_in_columns():
    name = "hoehen-der-spruenge.csv"
    r = random(name)
    lines = ["Flummi auf Fliese, Höhen aus dem Video", "Wurf;h0 / mm;h1 / mm;h2 / mm;h3 / mm;h4 / mm"]
    for n in range(8):
        h = 800 + r.normal(0, 3)
        cells = []
        for _ in range(5):
            cells.append(comma(f"{to(h + r.normal(0, 1), 0.5):.1f}"))
            h *= r.normal(0.89, 0.006) ** 2
        if n == 5:
            cells[4] = "n. m."
        lines.append(";".join([str(n + 1)] + cells))
    write(name, lines, end="\r\n")


def german():
    name = "fallversuch-stahlkugel.csv"
    r = random(name)
    lines = ["Prüfprotokoll Fallversuch;;;;;", "Prüfer: M. Weiß;;;;;", "",
             "Versuch Nr.;Kugeldurchmesser [mm];Masse [g];Fallhöhe [mm];Rücksprunghöhe [mm];Bemerkung"]
    for n, (h, b) in enumerate(drops(r, [150, 300, 450, 600] * 4, 0.71, 0.008, 0.6, 0.1)):
        back = "k. A." if n == 6 else comma(f"{b:.1f}")
        lines.append(f"{n + 1};12,70;8,35;{comma(f'{h:.1f}')};{back};{'Kamera nicht ausgelöst' if n == 6 else ''}")
    write(name, lines, "cp1252", "\r\n")


def a_and_b():
    name = "two-columns-a-b.csv"
    r = random(name)
    lines = ["A,B"] + [f"{h:.2f},{b:.3f}" for h, b in drops(r, [0.25, 0.5, 0.75, 1.0] * 4, 0.78, 0.008, 0.002, 0.005)]
    write(name, lines)


def no_header():
    name = "no-header.txt"
    r = random(name)
    write(name, [f"{h:5.1f}  {b:5.1f}" for h, b in drops(r, [30, 50, 70, 90] * 3, 0.68, 0.01, 0.2, 0.1)])


# ---- speeds --------------------------------------------------------------------------------------------------


def components():
    name = "speeds-by-component.tsv"
    r = random(name)
    lines = ["Table tennis ball on wood: x along the table, y upwards", "Shot\tvx_in (ms^-1)\tvy_in (ms^-1)\tvx_out (ms^-1)\tvy_out (ms^-1)"]
    for n in range(15):
        vx, vy, e = r.uniform(0.5, 3), r.uniform(1.5, 4), r.normal(0.90, 0.008)
        out = vx - min(0.4 * vx, 0.25 * (1 + e) * vy)
        cells = [f"{v * r.normal(1, 0.004):.2f}" for v in (vx, -vy, out, e * vy)]
        if n == 8:
            cells[2:] = ["n/a", "n/a"]
        lines.append("\t".join([str(n + 1)] + cells))
    write(name, lines)


def angles():
    name = "speeds-and-angles.csv"
    r = random(name)
    lines = ['"Alumina ball, 5 mm, on a glass plate. Angles are from the normal of the plate."',
             '"Speed in, m/s","Angle of incidence (deg)","Speed out, m/s","Angle of rebound (deg)"']
    for angle in (0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55):
        v, e = 3.9 + r.normal(0, 0.03), r.normal(0.87, 0.006)
        n, t = v * math.cos(math.radians(angle)), v * math.sin(math.radians(angle))
        out = t - min(2 / 7 * t, 0.09 * (1 + e) * n)
        back = math.hypot(out, e * n)
        lines.append(f"{v:.2f},{angle},{back * r.normal(1, 0.003):.2f},{math.degrees(math.atan2(out, e * n)) + r.normal(0, 0.2):.1f}")
    write(name, lines)


def two_carts():
    name = "two-carts-before-and-after.csv"
    r = random(name)
    lines = ["Run,m1 (kg),m2 (kg),u1 (m·s⁻¹),u2 (m·s⁻¹),v1 (m·s⁻¹),v2 (m·s⁻¹)"]
    for n in range(12):
        a, b = ((0.511, 0.508), (0.511, 1.006), (1.009, 0.508))[n % 3]
        u1, u2, e = r.uniform(0.3, 0.9), -r.uniform(0, 0.4) * (n % 2), r.normal(0.77, 0.01)
        v1 = (a * u1 + b * u2 - b * e * (u1 - u2)) / (a + b)
        v2 = v1 + e * (u1 - u2)
        cells = [f"{v + r.normal(0, 0.002):.3f}" if v else "0.000" for v in (u1, u2, v1, v2)]
        lines.append(",".join([str(n + 1), f"{a:.3f}", f"{b:.3f}"] + cells))
    write(name, lines)


def rig():
    name = "rig-long-table.csv"
    r = random(name)
    lines = ["run,ball_id,diameter_mm,impact_velocity_m_per_s,rebound_velocity_m_per_s,comment"]
    for n in range(32):
        ball, d, e, slope = (("PA6-12", 12.0, 0.88, 0.010), ("AL-10", 10.0, 0.62, 0.015))[n % 2]
        v = 1.0 + 0.2 * (n // 2) + r.normal(0, 0.02)
        back = v * (e - slope * (v - 2.5) + r.normal(0, 0.008))
        lines.append(f"{n + 1},{ball},{d},{v:.3f},{back:.3f},{'-' if n != 7 else 'spun'}")
    write(name, lines)


# ---- times ---------------------------------------------------------------------------------------------------


def labels():
    name = "audio-labels.txt"
    r = random(name)
    t, _ = impacts(r, 0.42, 0.86, 0.006, 9, 1.7)
    t = t + r.normal(0, 3e-4, len(t))
    write(name, [f"{at:.6f}\t{at:.6f}\timpact {n + 1}" for n, at in enumerate(t)])


def archive(name, members):
    """A zip whose bytes do not depend on when it is written."""
    with zipfile.ZipFile(HERE / name, "w", zipfile.ZIP_DEFLATED) as out:
        for member, text in members:
            out.writestr(zipfile.ZipInfo(member, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)


def stopwatch():
    name = "phone-acoustic-stopwatch.zip"
    r = random(name)
    t, _ = impacts(r, 0.35, 0.91, 0.004, 6, 2.0)
    t = np.round((t + r.normal(0, 2e-4, 6)) * 48000) / 48000
    number = lambda x: "{}E{}".format(*(lambda m, e: (m, int(e)))(*f"{x:.9e}".split("e")))
    multiple = '"Start (s)",' + ",".join(f'"Stop {k} (s)"' for k in range(1, 6)) + "\n" + ",".join(map(number, t)) + "\n"
    simple = '"Start (s)","Stop (s)","Difference (s)"\n' + ",".join(map(number, (t[0], t[1], t[1] - t[0]))) + "\n"
    archive(name, [("Simple.csv", simple), ("Multiple.csv", multiple),
                   ("meta/device.csv", '"property","value"\n"version","1.1.16"\n"deviceModel","unknown"\n'),
                   ("meta/time.csv", '"event","experiment time","system time"\n"START",0.000000000E0,1.700000000E9\n"PAUSE",6.500000000E0,1.700000006E9\n')])


def inelastic():
    name = "phone-inelastic-collision.csv"
    r = random(name)
    t, _ = impacts(r, 0.60, 0.80, 0.005, 6, 1.0)
    t = np.round((t + r.normal(0, 3e-4, 6)) * 48000) / 48000
    dt = np.diff(t)
    heads, cells = ["Bounce 0 (s)", "Height 0 (m)"], [t[0], 1.22625 * dt[0] ** 2 / (dt[1] / dt[0]) ** 2]
    for k in range(1, 6):
        heads += [f"Bounce {k} (s)", f"Height {k} (m)", f"Energy {k}"]
        cells += [t[k], 1.22625 * dt[k - 1] ** 2, float("nan") if k == 1 else (dt[k - 1] / dt[0]) ** 2]
    number = lambda x: "NaN" if x != x else comma("{}E{}".format(*(lambda m, e: (m, int(e)))(*f"{x:.9e}".split("e"))))
    write(name, ["\t".join(f'"{h}"' for h in heads), "\t".join(map(number, cells))])


def folder():
    r = random("folder")
    for n in range(1, 6):
        t, _ = impacts(r, 0.25 + 0.05 * n, 0.94, 0.004, 8, r.uniform(0.5, 2))
        t = t + r.normal(0, 2e-4, 8)
        write(f"steel-on-glass-throws/throw {n}.csv", ["Impact,t / s"] + [f"{k + 1},{at:.4f}" for k, at in enumerate(t)])


# ---- tracks --------------------------------------------------------------------------------------------------


def manual_tracking():
    name = "imagej-manual-tracking.csv"
    r = random(name)
    lines, row = [" ,Track n°,Slice n°,X,Y,Distance,Velocity,Pixel Value"], 0
    for track in (1, 2):
        _, y = film(r, 120, 115, 0.45, 0.72, 0.004)
        px = np.round(640 - y / 0.0009 + r.normal(0, 0.5, 115)).astype(int)
        last = None
        for k, at in enumerate(px):
            x = int(round(300 + 40 * track + 0.6 * k + r.normal(0, 0.5)))
            row += 1
            d = -1 if last is None else math.hypot(x - last[0], at - last[1]) * 0.129
            v = -1 if last is None else d / 2
            lines.append(f"{row},{track},{k + 4},{x},{at},{d:.3f},{v:.3f},{r.integers(190, 230)}")
            last = (x, at)
    write(name, lines, "latin-1")


def trackmate():
    name = "trackmate-spots.csv"
    r = random(name)
    lines = ["LABEL,ID,TRACK_ID,QUALITY,POSITION_X,POSITION_Y,POSITION_Z,POSITION_T,FRAME,RADIUS,VISIBILITY",
             "Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,Radius,Visibility",
             "Label,Spot ID,Track ID,Quality,X,Y,Z,T,Frame,R,Visibility",
             ",,,(quality),(pixel),(pixel),(pixel),(sec),,(pixel),"]
    t, y = film(r, 200, 150, 0.30, 0.78, 0.003)
    px = 812 - y / 0.0005 + r.normal(0, 0.25, 150)
    spots = [(0, k, 410 + 0.31 * k + r.normal(0, 0.2), at) for k, at in enumerate(px)]
    spots += [(1, k, 122.4 + r.normal(0, 0.1), 655.2 + r.normal(0, 0.1)) for k in range(40, 52)]
    for n, (track, k, x, at) in enumerate(spots):
        spot = 1400 + 3 * n
        lines.append(f"ID{spot},{spot},{track},{r.uniform(8, 12):.4f},{x:.4f},{at:.4f},0.0,{k / 200:.4f},{k},14.0,1")
    write(name, lines)


def mtrack2():
    name = "imagej-mtrack2-two-tracks.txt"
    r = random(name)
    lines = ["Frame\tX1\tY1\tFlag1\tX2\tY2\tFlag2", "Tracks 1 to 2"]
    tracks = []
    for h, e in ((0.28, 0.66), (0.24, 0.66)):
        _, y = film(r, 240, 125, h, e, 0.003)
        tracks.append(460 - y / 0.0007 + r.normal(0, 0.2, 125))
    for k in range(140):
        cells = [str(k + 1)]
        for i, first in enumerate((0, 15)):
            inside = 0 <= k - first < 125
            cells += [f"{150 + 210 * i + 0.2 * k + r.normal(0, 0.1):.4f}", f"{tracks[i][k - first]:.4f}", " "] if inside else [" ", " ", " "]
        lines.append("\t".join(cells))
    write(name, lines)


def imagej_results():
    name = "imagej-results-with-labels.csv"
    r = random(name)
    _, y = film(r, 240, 210, 0.32, 0.84, 0.003)
    lines = [" ,Label,Area,X,Y,Slice"]
    for k, h in enumerate(y):
        lines.append(f"{k + 1},pingpong-240fps.avi:{k + 31},{1240 + r.integers(-30, 30)},{502 + 0.42 * k + r.normal(0, 0.2):.3f},{690 - h / 0.0006 + r.normal(0, 0.25):.3f},{k + 31}")
    write(name, lines)


def logger_pro():
    name = "logger-pro-motion-detector.txt"
    r = random(name)
    t, y = film(r, 50, 160, 1.15, 0.83, 0.004, 0.1)
    d = 1.62 - y + r.normal(0, 0.0012, len(t))
    v = np.gradient(d, t)
    write(name, ["Latest: Time (s)\tLatest: Position (m)\tLatest: Velocity (m/s)"] + [f"{a:.2f}\t{b:.4f}\t{c:.3f}" for a, b, c in zip(t, d, v)], end="\r\n")


def logger_pro_video():
    name = "logger-pro-video-analysis.csv"
    r = random(name)
    t, y = film(r, 60, 105, 0.92, 0.76, 0.004)
    y = y + 0.021 + r.normal(0, 0.0015, len(t))
    x = 0.05 + 0.31 * t + r.normal(0, 0.0015, len(t))
    lines = [",".join(f"VideoAnalysis: {h}" for h in ("Time (s)", "X (m)", "Y (m)", "X Velocity (m/s)", "Y Velocity (m/s)"))]
    lines += [",".join(f"{c:.4f}" for c in row) for row in zip(t, x, y, np.gradient(x, t), np.gradient(y, t))]
    write(name, lines)


def tracker_text():
    name = "tracker-data-tool.txt"
    r = random(name)
    t, y = film(r, 120, 140, 0.55, 0.88, 0.003)
    number = lambda x: f"{x:.3E}".replace("E+0", "E").replace("E-0", "E-")
    rows = [f"{number(a)}\t{number(0.02 + 0.12 * a + r.normal(0, 8e-4))}\t{number(b + r.normal(0, 8e-4))}" for a, b in zip(t, y)]
    write(name, ["mass_A\t\t", "t\tx\ty"] + rows)


def tracker_project():
    name = "bouncing-ball.trk"
    r = random(name)
    scale, x0, y0, n = 1850.0, 212.0, 655.0, 64
    _, y = film(r, 60, n, 0.27, 0.81, 0.003, 0.01)
    kind = "org.opensourcephysics."

    def prop(label, of, value):
        return f'<property name="{label}" type="{of}">{value}</property>'

    def thing(label, of, inside):
        return f'<property name="{label}" type="object"><object class="{kind}{of}">\n' + "\n".join(inside) + "\n</object></property>"

    def array(label, of, inside):
        return f'<property name="{label}" type="array" class="[L{kind}{of};">\n' + "\n".join(inside) + "\n</property>"

    video = [prop("path", "string", "ball_60fps.mp4")]
    clip = [thing("video", "media.core.ImageVideo", video + [prop("delta_t", "double", 1000 / 60)]), prop("video_framecount", "int", n + 20),
            prop("startframe", "int", 8), prop("stepsize", "int", 1), prop("stepcount", "int", n), prop("starttime", "double", 0.0)]
    axes = [prop("xorigin", "double", x0), prop("yorigin", "double", y0), prop("angle", "double", 0.0),
            prop("xscale", "double", scale), prop("yscale", "double", scale)]
    points = [thing(f"[{k + 8}]", "cabrillo.tracker.PointMass$FrameData",
                    [prop("x", "double", f"{x0 + 30 + 1.1 * k + r.normal(0, 0.4):.3f}"), prop("y", "double", f"{y0 - scale * h + r.normal(0, 0.4):.3f}")])
              for k, h in enumerate(y)]
    mass = [prop("mass", "double", 0.0459), prop("name", "string", "golf ball"), array("framedata", "cabrillo.tracker.PointMass$FrameData", points)]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<object class="{kind}cabrillo.tracker.TrackerPanel">',
             prop("semantic_version", "string", "5.1.5"), prop("width", "double", 1280.0), prop("height", "double", 720.0),
             thing("videoclip", "media.core.VideoClip", clip),
             thing("clipcontrol", "media.core.StepperClipControl", [prop("rate", "double", 1.0), prop("delta_t", "double", 1000 / 60), prop("frame", "int", 8)]),
             thing("coords", "media.core.ImageCoordSystem", [prop("fixedorigin", "boolean", "true"), prop("fixedangle", "boolean", "true"),
                   prop("fixedscale", "boolean", "true"),
                   array("framedata", "media.core.ImageCoordSystem$FrameData", [thing("[0]", "media.core.ImageCoordSystem$FrameData", axes)])]),
             prop("length_unit", "string", "m"), prop("mass_unit", "string", "kg"),
             '<property name="tracks" type="collection" class="java.util.ArrayList">',
             thing("item", "cabrillo.tracker.CoordAxes", [prop("name", "string", "axes")]),
             thing("item", "cabrillo.tracker.PointMass", mass), "</property>", "</object>"]
    write(name, lines)


def dltdv():
    name = "dltdv-xypts.csv"
    r = random(name)
    _, y = film(r, 250, 200, 0.38, 0.70, 0.003)
    lines = ["pt1_cam1_X,pt1_cam1_Y,pt2_cam1_X,pt2_cam1_Y"]
    for k, h in enumerate(y):
        ball = "NaN,NaN" if k < 3 or k in (61, 62) else f"{388.4 + 0.25 * k + r.normal(0, 0.2):.4f},{96 + h / 0.0008 + r.normal(0, 0.3):.4f}"
        lines.append(f"{ball},{700.2 + r.normal(0, 0.1):.4f},{95.8 + r.normal(0, 0.1):.4f}" if k < 12 else f"{ball},NaN,NaN")
    write(name, lines)


def kinovea():
    name = "kinovea-trajectory.txt"
    r = random(name)
    t, y = film(r, 50, 110, 1.05, 0.80, 0.004)
    lines = ["#Kinovea Trajectory data export", "#T X Y"]
    for k, (a, h) in enumerate(zip(t, y)):
        hundredths = round(a * 100)
        stamp = f"0:00:{hundredths // 100:02d}:{hundredths % 100:02d}"
        lines.append(comma(f"{stamp} {12.0 + 0.35 * k + r.normal(0, 0.15):.2f} {100 * h + r.normal(0, 0.2):.2f} "))
    write(name, lines + [""], end="\r\n")


def graphical_analysis():
    name = "graphical-analysis-two-sets.csv"
    r = random(name)
    a = film(r, 60, 170, 0.98, 0.79, 0.004, 0.15)
    b = film(r, 60, 140, 0.74, 0.79, 0.004, 0.08)
    lines = ["Data Set 1:Time(s),Data Set 1:Position(m),Data Set 2:Time(s),Data Set 2:Position(m)"]
    cell = lambda s, k: f"{s[0][k]:.4f},{s[1][k] + 0.013 + r.normal(0, 0.001):.4f}" if k < len(s[0]) else ","
    lines += [f"{cell(a, k)},{cell(b, k)}" for k in range(170)]
    write(name, lines)


def capstone():
    name = "capstone-two-runs.csv"
    r = random(name)
    head = [f"{q} Run #{n}" for n in (1, 2) for q in ("Time (s)", "Position (m)", "Velocity (m/s)")]
    runs = []
    for h in (1.30, 1.10):
        t, y = film(r, 50, 140, h, 0.74, 0.004, 0.1)
        y = y + r.normal(0, 0.001, len(t))
        runs.append((t, y, np.gradient(y, t)))
    lines = [";".join(head)]
    lines += [comma(";".join(f"{run[0][k]:.2f};{run[1][k]:.3f};{run[2][k]:.2f}" for run in runs)) for k in range(140)]
    write(name, lines, "utf-8-sig", "\r\n")


def high_speed():
    name = "high-speed-one-impact.txt"
    r = random(name)
    e, v, at = 0.58, 1.32, 0.00013
    lines = ["Test name:\tbead drop 14", "Camera:\tC1, 1280 x 400", "Frame rate (fps):\t5000", "Trigger:\timpact", "",
             "Image\tTime [ms]\tBead X [mm]\tBead Y [mm]"]
    for k in range(-70, 91):
        s = k / 5000 - at
        y = (-v * s if s < 0 else e * v * s) - G / 2 * s * s
        lines.append(f"{k}\t{k / 5:.3f}\t{3.214 + 0.0021 * k + r.normal(0, 0.012):.3f}\t{1.002 + 1000 * y + r.normal(0, 0.012):.3f}")
    write(name, lines)


def load_cell():
    name = "load-cell-force.csv"
    r = random(name)
    times, es = impacts(r, 0.16, 0.75, 0.004, 6, 0.05)
    t = np.arange(1100) / 1000
    f, v, long = np.full(1100, 0.31), math.sqrt(2 * G * 0.16), 0.004
    for k, at in enumerate(times):
        s = t - at - long * k
        f += np.where((s > 0) & (s < long), math.pi * 0.024 * v * (1 + es[k]) / (2 * long) * np.sin(math.pi * np.clip(s, 0, long) / long), 0)
        v *= es[k]
    write(name, ["Plate on load cell, 1 kHz", "Time (s),Force (N)"] + [f"{a:.3f},{b:.2f}" for a, b in zip(t, f + r.normal(0, 0.12, 1100))])


# ---- workbooks -----------------------------------------------------------------------------------------------


def save(book, name):
    raw = io.BytesIO()
    book.save(raw)
    with zipfile.ZipFile(raw) as old:
        members = [(m, old.read(m)) for m in old.namelist() if m != "docProps/core.xml"]
    core = b'<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>'
    archive(name, members + [("docProps/core.xml", core)])


def sheet_per_height():
    name = "a-sheet-for-each-height.xlsx"
    r = random(name)
    book = Workbook()
    book.remove(book.active)
    for h in (30, 60, 90, 120):
        sheet = book.create_sheet(f"{h} cm")
        sheet.append(["Drop height", h, "cm"])
        sheet.append([])
        sheet.append(["Drop", "Rebound height (cm)"])
        for n, (_, b) in enumerate(drops(r, [h] * 8, 0.76, 0.009, 0.2, 0.1)):
            sheet.append([n + 1, round(b, 1)])
    save(book, name)


def hidden():
    name = "hidden-rows-and-sheet.xlsx"
    r = random(name)
    book = Workbook()
    sheet = book.active
    sheet.title = "drops"
    head = ["Drop no.", "Drop height [mm]", "Rebound height [mm]"]
    sheet.append(head)
    for n, (h, b) in enumerate(drops(r, [200, 400, 600, 800] * 4, 0.85, 0.007, 1, 1)):
        if n in (5, 10):
            b = round(b * 0.55)
            sheet.row_dimensions[n + 2].hidden = True
        sheet.append([n + 1, h, round(b)])
    old = book.create_sheet("before cleaning")
    old.sheet_state = "hidden"
    old.append(head)
    for n, (h, b) in enumerate(drops(r, [200, 400, 600, 800] * 2, 0.70, 0.02, 1, 1)):
        old.append([n + 1, h, round(b)])
    save(book, name)


def error_cell():
    name = "empty-lines-with-error.xlsx"
    r = random(name)
    book = Workbook()
    sheet = book.active
    sheet.append(["Drop height (cm)", "Rebound height (cm)", "e"])
    for h, b in drops(r, [25, 50, 75, 100] * 3, 0.69, 0.009, 0.2, 0.1):
        sheet.append([h, round(b, 1), round(math.sqrt(b / h), 4)])
    for _ in range(3):
        sheet.append([None, None, "#DIV/0!"])
    save(book, name)


def formula():
    name = "rebound-is-a-formula.xlsx"
    r = random(name)
    book = Workbook()
    sheet = book.active
    sheet.append(["Drop height (cm)", "Reading 1", "Reading 2", "Rebound height (cm)"])
    for n, (h, b) in enumerate(drops(r, [40, 60, 80, 100] * 2, 0.73, 0.008, 0.2, 0.1)):
        sheet.append([h, round(b, 1), round(b + r.normal(0, 0.2), 1), f"=AVERAGE(B{n + 2}:C{n + 2})"])
    save(book, name)


# ---- to be refused -------------------------------------------------------------------------------------------


def wrong_ones():
    name = "rebound-above-drop.csv"
    rows = drops(random(name), [40, 60, 80, 100] * 3, 0.80, 0.007, 0.2, 0.1)
    lines = [f"{n + 1},{h},{b + (40 if n == 5 else 0):.1f}" for n, (h, b) in enumerate(rows)]
    write(name, ["No.,Drop height (cm),Rebound height (cm)"] + lines)

    name = "letter-in-a-number.csv"
    rows = drops(random(name), [0.6, 0.8, 1.0, 1.2] * 2, 0.72, 0.008, 0.003, 0.01)
    lines = [f"{h:.2f},{'o.52' if n == 2 else f'{b:.2f}'}" for n, (h, b) in enumerate(rows)]
    write(name, ["drop height (m),rebound height (m)"] + lines)

    name = "units-in-the-cells.csv"
    rows = drops(random(name), [60, 80, 100] * 3, 0.79, 0.008, 0.2, 0.1)
    form = (lambda b: f"{b:.1f} cm", lambda b: f"{b / 100:.3f} m", lambda b: f"{b * 10:.0f} mm")
    lines = [f"{h} cm,{form[n % 3](b) if n != 6 else f'{b:.1f}'}" for n, (h, b) in enumerate(rows)]
    write(name, ["drop height,rebound height"] + lines)

    name = "oscilloscope-times.csv"
    r = random(name)
    t, _ = impacts(r, 0.30, 0.90, 0.004, 9, 0.4)
    ms = 1000 * (t + r.normal(0, 2e-4, 9))
    ms[5] -= 400
    write(name, ["Piezo under the plate, CH1, threshold 200 mV", "Impact,Time [ms]"] + [f"{n + 1},{a:.1f}" for n, a in enumerate(ms)])

    name = "intervals-in-the-wrong-unit.csv"
    r = random(name)
    lines = ["Wurf;Δt1 (s);Δt2 (s);Δt3 (s);Δt4 (s)"]
    for n in range(6):
        t, _ = impacts(r, 0.05, 0.93, 0.005, 5)
        lines.append(";".join([str(n + 1)] + [comma(f"{1000 * d + r.normal(0, 0.3):.1f}") for d in np.diff(t)]))
    write(name, lines)

    name = "centimetres-typed-as-metres.csv"
    rows = drops(random(name), [65, 90, 120] * 4, 0.77, 0.008, 0.2, 0.5)
    write(name, ["Ball diameter (mm),Drop height (m),Rebound height (m)"] + [f"40,{h},{b:.1f}" for h, b in rows])


def main():
    for made in (class_results, mass_typed_in_grams, beside_each_other, trials_in_columns, bounces_in_columns, german, a_and_b, no_header,
                 components, angles, two_carts, rig, labels, stopwatch, inelastic, folder, manual_tracking, trackmate, mtrack2, imagej_results,
                 logger_pro, logger_pro_video, tracker_text, tracker_project, dltdv, kinovea, graphical_analysis, capstone, high_speed, load_cell,
                 sheet_per_height, hidden, error_cell, formula, wrong_ones):
        made()


if __name__ == "__main__":
    main()
