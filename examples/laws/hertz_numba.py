"""The same compiled by numba; a contact is 18 doubles in a row:  python3 hertz_numba.py"""

import math

from numba import carray, cfunc, njit

import collisionbench as cb


@njit
def together(a, b):
    # A wall has an infinite radius and mass.
    return 1 / (1 / a + 1 / b)


# Radius, mass, Young's modulus and Poisson's ratio of body 1 are contact[0:4], of body 2 contact[4:8].
@cfunc("int32(CPointer(float64), CPointer(float64), CPointer(float64), CPointer(float64), CPointer(float64))")
def hertz(parameter, contact, state, next, force):
    c, F = carray(contact, 18), carray(force, 3)
    R, m, d = together(c[0], c[4]), together(c[1], c[5]), c[11]
    K = 4 / 3 * together(c[2] / (1 - c[3] ** 2), c[6] / (1 - c[7] ** 2)) * math.sqrt(R)
    F[:] = max(0.0, K * d**1.5 + parameter[0] * math.sqrt(m * K) * d**0.25 * c[12]) * c[8:11]
    return 0


found = cb.check_law(hertz, claims="hertz, tsuji alpha=0.5, ends=force-clamped", parameters={"alpha": 0.5})
for check in found["checks"]:
    print(check["verdict"], check["check"], check["says"], sep="\t")
raise SystemExit(found["faults"] > 0)
