"""The results of the module are those of the command line, to the last bit."""

import json
import subprocess

import numpy as np
import pytest

import collisionbench as cb

GLASS = dict(density=2500, young_modulus=60e9, poisson_ratio=0.25)
MINDLIN = ("mindlin", {"form": "incremental", "friction": 0.3})

#: Contacts with their bodies; each is collided a hundred times.
KINDS = {
    "hertz": dict(contact=cb.contact(), head_on=True),
    "tsuji": dict(contact=cb.contact(damping=("tsuji", 0.8), ends="force-clamped"), head_on=True),
    "kuwabara-kono": dict(contact=cb.contact(damping={"kuwabara-kono": {"relaxation_time": 1e-6}}, ends="force-clamped"), head_on=True),
    "hooke": dict(
        contact=cb.contact(("hooke", {"stiffness": 1e6}), {"linear-dashpot": {"restitution": 0.6}}, ends="zero-overlap"), head_on=True
    ),
    "mindlin": dict(contact=cb.contact(damping=("tsuji", 0.8), tangential=MINDLIN, ends="force-clamped", friction_limit="total")),
    "coulomb": dict(contact=cb.contact(tangential=("coulomb", 0.2))),
    "undamped": dict(contact=cb.contact(tangential=MINDLIN)),
    "verlet": dict(contact=cb.contact(damping=("tsuji", 0.8), ends="force-clamped"), head_on=True, how="velocity-verlet"),
    "oblique-verlet": dict(contact=cb.contact(tangential=MINDLIN), how="velocity-verlet"),
    "yade": dict(contact=cb.contact.yade(en=0.7), head_on=True),
}
MANY = 100


def swept(text, sweeps):
    """The text of a case with numbers swept together."""
    lines, table = [], ""
    for line in text.splitlines():
        if line.startswith("["):
            table = line.strip("[]")
        key = line.split(" = ")[0]
        if table == "impact" and key in sweeps:
            values = ", ".join(f'"{value!r} {unit}"' for value, unit in sweeps[key])
            together = ', together = "all"' if len(sweeps) > 1 else ""
            line = f"{key} = {{ sweep = [{values}]{together} }}"
        lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_random_scenes(kind, command, tmp_path):
    random = np.random.default_rng(sum(map(ord, kind)))
    speed = 10 ** random.uniform(-1, 1, MANY)
    angle = random.uniform(0.05, 1.3, MANY)
    options = dict(KINDS[kind])
    contact, head_on = options.pop("contact"), options.pop("head_on", False)
    if "how" in options:
        options.update(steps_per_contact=40.37, onset_phases=4)
    one, other = cb.ball(float(random.uniform(0.001, 0.01)), **GLASS), cb.wall(young_modulus=60e9, poisson_ratio=0.25)
    given = {} if head_on else {"angle": angle}
    here = cb.collide(one, other, contact, speed, **given, **options)

    single = {} if head_on else {"angle": float(angle[0])}
    text = cb.case(one, other, contact, float(speed[0]), **single, **options).text
    sweeps = {"speed": [(float(v), "m/s") for v in speed]}
    if not head_on:
        sweeps["angle"] = [(float(v), "rad") for v in angle]
    solver = options.get("how", "reference")
    check = f'[[expect]]\nthat = "{solver}"\nagrees_with = "conserved"\nmomentum_residual = {{ within = "1 absolute" }}\n'
    case = tmp_path / "swept.toml"
    case.write_text(swept(text, sweeps) + check)
    printed = subprocess.run([command, "run", str(case), "--json", "--no-report"], capture_output=True, text=True, timeout=600)
    assert printed.stdout, printed.stderr
    scenes = json.loads(printed.stdout)["scenes"]
    assert len(scenes) == MANY
    compared = 0
    for index, scene in enumerate(scenes):
        [of] = [of for of in scene["collisions"] if of["by"] == solver and "mean" not in of["variant"]]
        for number in of["numbers"]:
            name = number["observable"]
            values = [(here[name][index], number["value"]), (here[name + "_uncertainty"][index], number["uncertainty"])]
            for mine, theirs in values:
                assert np.array_equal(mine, np.nan if theirs is None else theirs, equal_nan=True), (index, name, mine, theirs)
            compared += 1
    assert compared > 5 * MANY


def test_the_case_of_a_collision_is_the_collision(command, tmp_path, oblique):
    radius = np.array([0.003, 0.004])
    there = cb.collide(cb.ball(radius, spin=(0, 11.0, 0), **GLASS), cb.wall(rigid=True), oblique, 1.25, angle="20 deg")
    path = there.case(1).save(tmp_path / "one.toml")
    shown = json.loads(subprocess.run([command, "show", str(path), "--json"], capture_output=True, text=True, check=True).stdout)
    for number in shown["collisions"][0]["numbers"]:
        assert there[number["observable"]][1] == number["value"]


def test_the_module_shows_what_the_command_shows(command):
    name = "normal/damped/tsuji-restitution"
    printed = subprocess.run([command, "show", name, "--scene", "2", "--json"], capture_output=True, text=True, check=True).stdout
    assert cb.show(name, 2) == {**json.loads(printed), "exit_code": 0}
