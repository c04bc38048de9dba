"""Makers of particles and engines."""

from woo.dem import Bag


def particle(position, mass, blocked, **values):
    dem = Bag(mass=mass, inertia=(1.0,) * 3, vel=[0.0] * 3, angVel=[0.0] * 3, blocked=blocked)
    return Bag(shape=Bag(nodes=[Bag(pos=list(position), dem=dem)]), **values)


def sphere(position, radius, fixed, mat):
    return particle(position, 1.0, fixed, radius=radius, mat=mat)


def wall(position, axis, sense, mat):
    return particle([0.0] * 3, 0.0, True, place=position, axis=axis, mat=mat)


def defaultEngines(damping, cp2, law, dynDtPeriod):
    # A damping that is left at its default, or a step that adapts itself, would be a mistake of the driver.
    assert damping == 0.0 and dynDtPeriod == 0 and law.noAttraction in (True, False)
    return {"cp2": cp2, "law": law}
