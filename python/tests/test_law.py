"""A law as a function of Python: the right one passes, a wrong one is called by its fault."""

import math

import pytest

import collisionbench as cb

CLAIM = "hertz, tsuji alpha=0.5, ends=force-clamped"


def together(a, b):
    return 1 / (1 / a + 1 / b)


def hertz(contact, state, alpha, mass=None):
    one, two = contact.bodies
    radius = together(one.radius, two.radius)
    modulus = together(*(body.young_modulus / (1 - body.poisson_ratio**2) for body in contact.bodies))
    stiffness = 4 / 3 * modulus * math.sqrt(radius)
    mass = mass or together(one.mass, two.mass)
    elastic = stiffness * contact.overlap**1.5
    return max(0.0, elastic + alpha * math.sqrt(mass * stiffness) * contact.overlap**0.25 * contact.rate)


def faults(found):
    return {check["check"]: check["says"] for check in found["checks"] if check["verdict"] == "FAULT"}


def test_a_right_function_passes():
    found = cb.check_law(hertz, claims=CLAIM, parameters={"alpha": 0.5})
    assert found["faults"] == 0 and faults(found) == {}, found
    assert found["law"] == "hertz" and found["parameters"] == [["alpha", 0.5]]
    within = next(check["says"] for check in found["checks"] if check["check"] == "normal force as claimed")
    assert float(within.split()[5].rstrip(",")) < 1e-12, within


def test_the_mass_of_one_body_is_named():
    def of_one(contact, state, alpha):
        return hertz(contact, state, alpha, mass=contact.bodies[0].mass)

    found = faults(cb.check_law(of_one, claims=CLAIM, parameters={"alpha": 0.5}))
    assert found["normal force as claimed"] == "the mass of body 1 in place of m*"


def test_a_number_with_a_unit_in_the_function_is_named():
    def fixed(contact, state):
        return 1e9 * contact.overlap**1.5

    assert "dimensions" in faults(cb.check_law(fixed))


def test_what_the_function_raises_is_raised():
    def broken(contact, state):
        raise ZeroDivisionError("of the law")

    with pytest.raises(ZeroDivisionError, match="of the law"):
        cb.check_law(broken)
    with pytest.raises(ValueError, match="a force of 2"):
        cb.check_law(lambda contact, state: [1.0, 2.0])
    with pytest.raises(cb.Error, match="neither a law nor"):
        cb.check_law(hertz, claims="hertz tsuji", parameters={"alpha": 0.5})


def test_what_is_no_library_is_refused(tmp_path):
    path = tmp_path / "libnone.so"
    path.write_text("no library")
    with pytest.raises(cb.Error, match="it cannot be loaded"):
        cb.check_law(path)
