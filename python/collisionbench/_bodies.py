"""The two bodies of a collision."""

from dataclasses import dataclass, field
from typing import Any, Dict, Optional

from collisionbench._values import Tables, Value, error

#: SI units of the properties of a material.
MATERIAL = {
    "density": "kg/m3",
    "young_modulus": "Pa",
    "poisson_ratio": "",
    "yield_stress": "Pa",
    "surface_energy": "J/m2",
    "dissipation": "s/m",
    "restitution": "",
    "friction": "",
}

#: SI units of the sizes of a shape.
SHAPE = {"radius": "m", "mass": "kg", "inertia": "", "thickness": "m", "edge_distance": "m"}


@dataclass(frozen=True, eq=False)
class Body:
    """A sphere, a wall or a plate: what :func:`ball`, :func:`wall` and :func:`plate` make."""

    #: ``sphere``, ``wall`` or ``plate``.
    shape: str
    #: Sizes of the shape, as they were given.
    sizes: Dict[str, Any] = field(default_factory=dict)
    #: Properties of its material, as they were given.
    material: Dict[str, Any] = field(default_factory=dict)
    rigid: bool = False
    held: bool = False
    #: rad/s, along x, y and z of the case.
    spin: Any = None

    def write(self, tables: Tables, name: str) -> None:
        """Add its tables to a case, under a name."""
        if self.material and not self.rigid:
            tables.header(f"material.{name}")
            for key, value in self.material.items():
                tables.number(f"material.{name}", key, value, MATERIAL[key], f"{name}.{key}")
        path = f"body.{name}"
        tables.header(path)
        sizes = []
        for key, value in self.sizes.items():
            if key == "normal" or (key == "inertia" and isinstance(value, str)):
                sizes.append(f'{key} = "{value}"')
            else:
                sizes.append(f"{key} = {tables.entry(path, key, value, SHAPE[key], f'{name}.{key}')}")
        tables.raw(self.shape, "{ " + ", ".join(sizes) + " }")
        if self.rigid:
            tables.raw("rigid", "true")
        elif self.material:
            tables.raw("material", f'"{name}"')
        if self.held:
            tables.raw("held", "true")
        if self.spin is not None:
            spin(tables, path, self.spin, f"{name}.spin")


def spin(tables: Tables, path: str, value: Value, name: str) -> None:
    """Three components of a spin; a single number is that about y, perpendicular to the plane of incidence."""
    if isinstance(value, str) or not hasattr(value, "__len__") or getattr(value, "ndim", 1) == 0:
        value = (0.0, value, 0.0)
    if len(value) != 3:
        raise error(f"`{name}` has {len(value)} components; a spin has three, along x, y and z", "write  spin=(0, about_y, 0), each a number or an array")
    parts = [tables.entry(path, f"spin_{axis}", part, "rad/s", f"{name}_{axis}") for axis, part in zip("xyz", value)]
    tables.raw("spin", "[" + ", ".join(parts) + "]")


def _given(**values: Any) -> Dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def ball(
    radius: Value,
    *,
    density: Optional[Value] = None,
    mass: Optional[Value] = None,
    young_modulus: Optional[Value] = None,
    poisson_ratio: Optional[Value] = None,
    inertia: Optional[Value] = None,
    spin: Optional[Value] = None,
    rigid: bool = False,
    held: bool = False,
    yield_stress: Optional[Value] = None,
    surface_energy: Optional[Value] = None,
    dissipation: Optional[Value] = None,
    restitution: Optional[Value] = None,
    friction: Optional[Value] = None,
) -> Body:
    """A sphere. Every number may be an array, which broadcasts with those of the collision.

    Parameters
    ----------
    radius: m.
    density: kg/m3; or give ``mass``.
    mass: kg, instead of the density.
    young_modulus: Pa. poisson_ratio: above -1 and at most 0.5. Laws of linear springs need neither.
    inertia: moment of inertia over ``m r^2``: ``"solid"`` (0.4, unless given), ``"thin-shell"`` or a number up to 1.
    spin: rad/s, three components along x, y and z, or one number about y, perpendicular to the plane of incidence.
    rigid: does not deform. held: does not move.
    yield_stress: Pa; only the validity of the contact law asks for it.
    surface_energy: J/m2, of one surface. dissipation: s/m, of Hunt and Crossley. restitution, friction: of this material; each where a law says
        with ``mixing_rule`` how that of the pair follows.

    Sources: ``collisionbench.explain("density")`` and so for each key.
    """
    material = _given(
        density=density,
        young_modulus=young_modulus,
        poisson_ratio=poisson_ratio,
        yield_stress=yield_stress,
        surface_energy=surface_energy,
        dissipation=dissipation,
        restitution=restitution,
        friction=friction,
    )
    return Body("sphere", _given(radius=radius, mass=mass, inertia=inertia), material, rigid, held, spin)


def wall(
    *,
    rigid: bool = False,
    normal: str = "+z",
    young_modulus: Optional[Value] = None,
    poisson_ratio: Optional[Value] = None,
    yield_stress: Optional[Value] = None,
    surface_energy: Optional[Value] = None,
    dissipation: Optional[Value] = None,
    restitution: Optional[Value] = None,
    friction: Optional[Value] = None,
    density: Optional[Value] = None,
) -> Body:
    """A half space that never moves: the second body of a collision.

    Parameters
    ----------
    rigid: does not deform; has no material then.
    normal: out of the solid, towards the sphere.
    young_modulus: Pa. The others are as those of :func:`ball`.
    """
    material = _given(
        density=density,
        young_modulus=young_modulus,
        poisson_ratio=poisson_ratio,
        yield_stress=yield_stress,
        surface_energy=surface_energy,
        dissipation=dissipation,
        restitution=restitution,
        friction=friction,
    )
    return Body("wall", {"normal": normal}, material, rigid)


def plate(
    thickness: Value,
    *,
    density: Value,
    young_modulus: Value,
    poisson_ratio: Value,
    edge_distance: Optional[Value] = None,
    normal: str = "+z",
    friction: Optional[Value] = None,
) -> Body:
    """A thin plate, which loses energy to bending waves (Zener 1941): the second body of a collision.

    Parameters
    ----------
    thickness: m. density: kg/m3. young_modulus: Pa.
    edge_distance: m, from the contact to the nearest edge; only the validity of the law asks for it.
    """
    material = _given(density=density, young_modulus=young_modulus, poisson_ratio=poisson_ratio, friction=friction)
    return Body("plate", _given(normal=normal, thickness=thickness, edge_distance=edge_distance), material)
