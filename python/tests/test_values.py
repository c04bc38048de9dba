"""Numbers as users give them: units, arrays, and what is refused."""

import numpy as np
import pytest

import collisionbench as cb

GLASS = dict(density=2500, young_modulus=60e9, poisson_ratio=0.25)


def refused(call, *parts):
    with pytest.raises(cb.Error) as wrong:
        call()
    for part in parts:
        assert part in str(wrong.value), str(wrong.value)
    return wrong.value


def test_texts_and_floats_are_the_same_numbers(plate, tsuji):
    by_text = cb.collide(cb.ball("5 mm", density="2.5 g/cm3", young_modulus="60 GPa", poisson_ratio=0.25), plate, tsuji, "2 m/s")
    by_float = cb.collide(cb.ball(0.005, **GLASS), plate, tsuji, 2)
    assert by_text.restitution == by_float.restitution and by_text.max_force == by_float.max_force
    assert isinstance(by_float.duration, float)


def test_pint_quantities_are_converted(ball, plate, tsuji):
    pint = pytest.importorskip("pint")
    units = pint.UnitRegistry()
    quantity = np.array([100.0, 200.0]) * units("cm/s")
    assert np.array_equal(cb.collide(ball, plate, tsuji, quantity).max_force, cb.collide(ball, plate, tsuji, [1.0, 2.0]).max_force)
    heavy = cb.ball(5 * units.mm, density=2.5 * units("g/cm**3"), young_modulus=60 * units.GPa, poisson_ratio=0.25)
    # Pint makes 2499.9999999999995 kg/m3 of 2.5 g/cm3.
    assert cb.collide(heavy, plate, tsuji, 1).duration == pytest.approx(cb.collide(ball, plate, tsuji, 1).duration, rel=1e-15)
    refused(lambda: cb.collide(ball, plate, tsuji, 3 * units.kg), "speed", "kilogram")


def test_arrays_broadcast(plate, tsuji):
    speed, radius = np.array([0.5, 1.0, 2.0])[:, None], np.array([0.004, 0.005])
    both = cb.collide(cb.ball(radius, **GLASS), plate, tsuji, speed)
    assert both.shape == (3, 2) and both.restitution.shape == (3, 2)
    for i in range(3):
        for j in range(2):
            alone = cb.collide(cb.ball(radius[j], **GLASS), plate, tsuji, speed[i, 0])
            assert alone.max_force == both.max_force[i, j]
    refused(lambda: cb.collide(cb.ball([1e-3, 2e-3], **GLASS), plate, tsuji, [1, 2, 3]), "do not broadcast", "speed (3,)", "one.radius (2,)")
    refused(lambda: cb.collide(cb.ball(0.005, **GLASS), plate, tsuji, []), "speed", "empty")


def test_a_parameter_of_the_contact_may_be_an_array(ball, plate):
    e = np.array([0.3, 0.6, 0.9])
    found = cb.collide(ball, plate, cb.contact(damping=("tsuji", e), ends="force-clamped"), 1)
    assert np.allclose(found.restitution, e, rtol=1e-12)
    codes = cb.collide(ball, plate, cb.contact.yade(en=e), 1)
    assert codes.restitution.shape == (3,)


@pytest.mark.parametrize(
    "speed, parts",
    [
        ([1.0, None, 2.0], ["speed[1]", "None"]),
        ([1.0, np.nan], ["speed[1]", "finite"]),
        (np.array([[1.0], [np.inf]]), ["speed[1, 0]", "finite"]),
        (None, ["speed"]),
        ("2 kg", ["`speed`", "kg"]),
        (["1 m/s", "2 apples"], ["speed[1]", "apples"]),
        (0.0, ["`speed` must be", "not 0.0 m/s"]),
        ([1.0, -1.0], ["collision [1]", "`speed` must be", "-1.0 m/s"]),
        (True, ["speed", "True"]),
        (1j, ["speed", "complex"]),
        ([[1.0, 2.0], [3.0]], ["speed"]),
        ([1.0, object()], ["speed[1]", "not a number"]),
    ],
)
def test_what_is_no_number_is_refused_with_its_place(ball, plate, tsuji, speed, parts):
    error = refused(lambda: cb.collide(ball, plate, tsuji, speed), *parts)
    assert error.exit_code == 2


def test_errors_are_those_of_the_command_line(ball, plate):
    refused(lambda: cb.collide(ball, plate, cb.contact(damping=("tsuji", 0.8)), 1), "ends")
    refused(lambda: cb.collide(ball, plate, cb.contact(damping=("tsuji", 1.8), ends="force-clamped"), 1), "restitution", "1.8")
    refused(lambda: cb.collide(ball, plate, cb.contact(), 1, angle=0.5), "tangential")
    refused(lambda: cb.contact(damping=("tsugi", 0.8)), "tsugi", "did you mean `tsuji`")
    refused(lambda: cb.contact(damping={"tsuji": {"restitutoin": 0.8}}), "restitutoin", "did you mean `restitution`")
    refused(lambda: cb.contact.lammps(damping="tsuji", f=0.5), "lammps has no parameter `f`", "known: ")
    refused(lambda: cb.collide(ball, plate, cb.contact(), 1, how="verlet"), "velocity-verlet")
    refused(lambda: cb.collide(ball, plate, cb.contact(), 1, how="velocity-verlet"), "time step")
    refused(lambda: cb.collide(ball, plate, cb.contact(), 1, step=1e-6), "time_step")
    refused(lambda: cb.show("normal/elastic/glas-head-on"), "did you mean `normal/elastic/glass-head-on`?")
    with pytest.raises(AttributeError, match="lammps"):
        cb.contact.lamps


def test_a_collision_that_fails_may_be_nan(ball, plate):
    strong = cb.contact(damping={"hunt-crossley": {"lambda": 100.0}}, ends="force-clamped")
    speeds = [1e-4, 30.0]
    refused(lambda: cb.collide(ball, plate, strong, speeds), "collision [1]: ")
    some = cb.collide(ball, plate, strong, speeds, failed="nan")
    assert np.isfinite(some.restitution[0]) and np.isnan(some.restitution[1])
    assert list(some.problems) == [(1,)]


def test_the_spin_has_three_components(ball, plate, oblique):
    about_y = cb.collide(ball, plate, oblique, 1, angle=0.5, spin=[0, 10, 0])
    assert about_y.rebound_spin == cb.collide(ball, plate, oblique, 1, angle=0.5, spin=10).rebound_spin
    many = cb.collide(ball, plate, oblique, 1, angle=0.5, spin=(0, np.array([0.0, 10.0]), 0))
    assert many.rebound_spin[1] == about_y.rebound_spin
    refused(lambda: cb.collide(ball, plate, oblique, 1, angle=0.5, spin=[1, 2]), "three")
