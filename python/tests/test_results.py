"""What the functions return."""

import json

import numpy as np
import pytest

import collisionbench as cb


def test_a_trajectory_is_that_of_its_collision(ball, plate, oblique):
    found = cb.collide(ball, plate, oblique, [1.0, 2.0], angle=0.4)
    course = found.trajectory(1)
    assert np.all(np.diff(course.time) >= 0)
    assert course.overlap.max() <= found.max_overlap[1] * (1 + 1e-12)
    assert course.overlap.max() == pytest.approx(found.max_overlap[1], rel=1e-3)
    assert np.all(np.hypot(course.tangential_force, course.tangential_force_b) <= course.friction_limit * (1 + 1e-9))
    assert course.sliding.dtype == bool


def test_hertz_is_hertz(ball, plate):
    """Johnson (1985), section 11.4: the duration is 2.94 times the largest overlap over the speed."""
    found = cb.collide(ball, plate, cb.contact(), [0.1, 1.0])
    assert np.allclose(found.restitution, 1, atol=1e-12)
    assert np.allclose(found.duration, 2.9432751 * found.max_overlap / np.array([0.1, 1.0]), rtol=1e-7)
    assert np.all(found.duration_uncertainty < 1e-10 * found.duration)


def test_restitution_alone_is_that_of_the_collisions(ball, plate, tsuji):
    speed = np.geomspace(0.01, 10, 40).reshape(4, 10)
    for law in (tsuji, cb.contact(damping=("kuwabara-kono", {"relaxation_time": 2e-5}), ends="force-clamped"), cb.contact()):
        whole = cb.collide(ball, plate, law, speed)
        assert np.allclose(cb.restitution(ball, plate, law, speed), whole.restitution, rtol=2e-12, atol=0)
    assert cb.restitution(ball, plate, tsuji, 1.0) == pytest.approx(0.8, rel=1e-12)
    with pytest.raises(cb.Error, match="only the speed"):
        cb.restitution(ball, plate, cb.contact(damping=("tsuji", [0.5, 0.7]), ends="force-clamped"), speed)
    with pytest.raises(cb.Error, match=r"impact \[1\]"):
        cb.restitution(ball, plate, tsuji, [1.0, -1.0])


def test_a_scheme_has_its_mean_and_its_limit(ball, plate, tsuji):
    found = cb.collide(ball, plate, tsuji, 1.0, how="velocity-verlet", steps_per_contact=200.37)
    assert found.exact["restitution"] == pytest.approx(0.8, rel=1e-12)
    assert abs(found.mean["restitution"] - 0.8) <= abs(found.restitution - 0.8) < 1e-3


def test_tables(ball, plate, tsuji):
    pandas, xarray = pytest.importorskip("pandas"), pytest.importorskip("xarray")
    e, speed = np.array([0.5, 0.7]), np.array([1.0, 2.0, 3.0])
    found = cb.collide(ball, plate, cb.contact(damping=("tsuji", e), ends="force-clamped"), speed[:, None])
    frame = found.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 6
    assert list(frame["speed"]) == [1, 1, 2, 2, 3, 3]
    data = found.to_xarray()
    assert isinstance(data, xarray.Dataset) and data.restitution.dims[0] == "speed"
    assert data.restitution.sel(speed=2.0).shape == (2,)
    assert len(found.trajectory((0, 1)).to_pandas()) > 10


def test_figures_are_axes_of_matplotlib(ball, plate, tsuji):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    found = cb.collide(ball, plate, tsuji, [1.0, 2.0])
    axes = found.plot("max_force", marker="o")
    assert axes.get_xlabel() == "speed, m/s" and axes.get_ylabel() == "max force, N"
    assert found.trajectory(0).plot(ax=axes) is axes


def test_words_of_the_command_line(ball, plate, tsuji):
    case = cb.case(ball, plate, tsuji, 2.0)
    advice = cb.advise(case, within={"restitution": 0.001}, scheme="velocity-verlet")
    assert advice["scenes"][0]["schemes"][0]["time_step"] > 0
    assert cb.show(case)["collisions"][0]["by"] == "reference"
    assert "coeff_restitution" in cb.export(case, "lammps")["lammps"]
    both = cb.compare(cb.contact.lammps(damping="tsuji", e=0.5), cb.contact.yade(en=0.5))
    assert len(both["sides"]) == 2 and both["shares"]
    assert cb.convert(cb.contact.yade(en=0.5), "pfc", one=ball)["to"]
    assert cb.explain("tsuji")[0]["kind"] == "contact.damping"
    checked = cb.run("normal/elastic/glass-head-on")
    assert checked["exit_code"] == 0 and checked["checks"]["pass"] > 0
    assert "lammps" in cb.command("list", "codes")


def test_a_formula_is_the_law_that_it_writes():
    ball, plate = cb.ball(radius=5e-3, mass=1.3e-3), cb.wall(rigid=True)
    speeds = np.array([0.1, 1.0, 3.0])
    force = "k*d^1.5*(1 + lam*v)"
    own = cb.contact(normal=("formula", {"force": force, "k": "5e9 N/m^1.5", "lam": (np.array([0.1, 0.2, 0.3]), "s/m")}))
    known = cb.contact(
        normal=("power-law", {"exponent": 1.5, "force": 5e9, "at_overlap": 1.0}),
        damping=("hunt-crossley", {"lambda": np.array([0.1, 0.2, 0.3])}),
        ends="zero-overlap",
    )
    one, two = (cb.collide(ball, plate, contact, speed=speeds) for contact in (own, known))
    assert np.all(np.abs(one.restitution - two.restitution) <= one.restitution_uncertainty + two.restitution_uncertainty)
    with pytest.raises(cb.Error, match="cannot be added"):
        cb.collide(ball, plate, cb.contact(normal=("formula", {"force": "k*d + v", "k": "1e5 N/m"})), speed=1.0)


def test_a_fit_has_parameters_draws_and_intervals():
    fit = cb.fit("calibration/golf-on-marble-heights")
    [parameter] = fit.parameters.values()
    low, high = parameter.interval
    assert low < parameter.value < high and 0 < parameter.standard_uncertainty < 0.1
    assert fit.draws[parameter.name].std() == pytest.approx(parameter.standard_uncertainty, rel=0.2)
    assert "lammps" in "".join(cb.export(fit, "lammps").values()).lower()
    assert json.loads(fit.to_json())["case"] == fit["case"]


def test_the_draws_of_a_fit_are_those_of_arviz():
    arviz = pytest.importorskip("arviz")
    fit = cb.fit("calibration/golf-on-marble-heights")
    [name] = fit.parameters
    posterior = fit.to_arviz().posterior
    assert posterior[name].dims[0] == "chain" and np.array_equal(np.ravel(posterior[name]), fit.draws[name])
    assert arviz.summary(fit.to_arviz(), kind="stats") is not None


def test_a_fit_of_a_table(tmp_path):
    pandas = pytest.importorskip("pandas")
    heights = np.repeat([0.2, 0.4, 0.6, 0.8, 1.0], 5)
    rebounds = 0.81 * heights * (1 + 0.01 * np.sin(np.arange(25)))
    frame = pandas.DataFrame({"drop (m)": heights, "rebound (m)": rebounds})
    fit = cb.fit(frame, set={"body.ball.radius": "20 mm"})
    assert "drop" in fit.about and "[experiment." in fit.case_text
    [parameter] = fit.parameters.values()
    assert parameter.value == pytest.approx(0.9, rel=0.02)
    frame.to_csv(tmp_path / "drops.csv", index=False)
    again = cb.fit(tmp_path / "drops.csv", set={"body.ball.radius": "20 mm"})
    assert again["parameters"] == fit["parameters"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["drops.csv", "here"]


def test_a_gate_has_what_was_compared(tmp_path):
    accepted = tmp_path / "accepted"
    cb.command("accept", "normal/elastic/glass-head-on", "--why", "a test", "--baselines", accepted)
    gate = cb.gate("normal/elastic/glass-head-on", baselines=accepted)
    assert gate["exit_code"] == 0 and gate["cases"][0]["status"] == "compared"
    assert all(number["change"] == "unchanged" for number in gate["cases"][0]["numbers"])


def test_no_file_is_written(ball, plate, tsuji, empty_folder):
    case = cb.case(ball, plate, tsuji, 2.0)
    cb.run("normal/elastic/glass-head-on")
    cb.advise(case)
    cb.show(case)
    cb.fit("calibration/golf-on-marble-heights")
    cb.compare(cb.contact.yade(en=0.5), "lammps")
    assert list(empty_folder.iterdir()) == []
    cb.run("normal/elastic/glass-head-on", out="report", pictures="none")
    assert (empty_folder / "report" / "index.html").is_file()


def test_an_export_may_be_a_whole_deck(ball, plate, tsuji, empty_folder):
    case = cb.case(ball, plate, tsuji, 2.0)
    cb.export(case, "lammps", out="deck")
    assert any((empty_folder / "deck").iterdir())


def test_an_engine_has_its_conventions(empty_folder):
    cb.command("init", "my-dem")
    [found] = cb.fingerprint("my-dem", engines="engines.toml")
    assert found["engine"] == "my-dem" and any(line["strength"] == "certain" for line in found["conventions"])
    assert not (empty_folder / "reports").exists()
    checked = cb.run("shipped:normal/elastic/glass-head-on", engine=["my-dem"], engines="engines.toml")
    assert checked["exit_code"] == 0 and checked["checks"]["skip"] == 0


def test_every_name_is_there_and_documented():
    for name in cb.__all__:
        assert getattr(cb, name).__doc__, name
    assert set(cb.__all__) < set(dir(cb))
    assert cb.command("--version").split() == ["collisionbench", cb.__version__]
    assert "coeff_restitution" not in dir(cb.contact) and "lammps" in dir(cb.contact)
