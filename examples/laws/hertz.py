"""The same in Python:  python3 hertz.py"""

import math

import collisionbench as cb


def together(a, b):
    return 1 / (1 / a + 1 / b)


def plane_strain(body):
    return body.young_modulus / (1 - body.poisson_ratio**2)


def hertz(contact, state, alpha):
    one, two = contact.bodies
    R, m, d = together(one.radius, two.radius), together(one.mass, two.mass), contact.overlap
    K = 4 / 3 * together(plane_strain(one), plane_strain(two)) * math.sqrt(R)
    return max(0.0, K * d**1.5 + alpha * math.sqrt(m * K) * d**0.25 * contact.rate)


found = cb.check_law(hertz, claims="hertz, tsuji alpha=0.5, ends=force-clamped", parameters={"alpha": 0.5})
for check in found["checks"]:
    print(check["verdict"], check["check"], check["says"], sep="\t")
raise SystemExit(found["faults"] > 0)
