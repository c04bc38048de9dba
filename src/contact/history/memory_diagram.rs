//! Mindlin-Deresiewicz for any history in one direction, at the cost of a law of a production code.

use super::{Memory, Pressed, Spheres, rings};

/// What one ring of the contact remembers: from the outer edge of the ring before it to its own.
///
/// A point is named by `g`, the overlap at which it came to touch, so that rings are in the order in which slip and
/// separation eat them: from the outside.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ring {
    /// `g` at its outer edge, m
    g: f64,
    /// `sqrt(g)` there, m^(1/2)
    root: f64,
    /// Shear less the slide of the contact, at its inner and at its outer edge, m; linear in `g` between them.
    inner: f64,
    outer: f64,
    /// `int shear d sqrt(g)` from the centre to its outer edge, less the slide, m^(3/2)
    sum: f64,
}

/// The superposition of Ciavarella and Jaeger with a memory of what stuck when.
///
/// In the method of dimensionality reduction the shear `s` of a point lies within `+-eta (delta - g)`, is carried along
/// by a slide while it sticks, and starts at 0 when the point comes to touch. Where a straight piece of loading path
/// ends, `s` is linear in `g` on rings: slipped ones have the slope `-+eta`, ones that came to touch without slipping
/// `-du/d(delta)`. No slope exceeds `eta`, so slip always eats rings from the outside in, and a ring is either
/// whole or cut once: a stack. Prefix sums over the stack make the force cost the same however much is remembered;
/// a step adds one ring at most, so its cost does not grow along a collision.
///
/// Friction holds `mu` times the elastic pressure, point by point: [`Pressed::limit`] is not read, and beside a normal
/// dashpot the limit of the whole contact is `mu` times the elastic part of the normal force.
///
/// Exact for paths made of straight pieces in `(delta, u)`, without a rule for any special case; Jaeger 1993, Arch.
/// Appl. Mech. 63, 429; Ciavarella 1998, Int. J. Solids Struct. 35, 2349; memory diagrams: Aleshin, Bou Matar & Van Den
/// Abeele 2015, Int. J. Solids Struct. 59, 1. One tangential direction; where the direction turns it does not apply.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryDiagram {
    spheres: Spheres,
    delta: f64,
    /// Slide since the memory was last empty, m
    u: f64,
    rings: Vec<Ring>,
}

impl MemoryDiagram {
    pub fn new(spheres: Spheres) -> Self {
        Self { spheres, delta: 0.0, u: 0.0, rings: Vec::new() }
    }

    pub fn spheres(&self) -> Spheres {
        self.spheres
    }

    /// Where it is pressed, m.
    pub fn overlap(&self) -> f64 {
        self.delta
    }

    /// Rings remembered.
    pub fn remembered(&self) -> usize {
        self.rings.len()
    }

    /// Tangential force, N: `T = 8 G* sqrt(R*) int s d sqrt(g)`.
    pub fn force(&self) -> f64 {
        let Some(last) = self.rings.last() else { return 0.0 };
        8.0 * self.spheres.G_star * self.spheres.R_star.sqrt() * (last.sum + self.u * last.root)
    }

    /// Radius of the circle that has stuck since it came to touch or since before the last reversal, m: the outer edge
    /// of everything but the ring that slips now.
    pub fn stick_radius(&self) -> f64 {
        let eta = self.spheres.slide_per_overlap();
        let stuck = self.rings.iter().rposition(|ring| !self.slips(ring, eta));
        stuck.map_or(0.0, |i| self.rings[i].root * self.spheres.R_star.sqrt())
    }

    /// Elastic energy of the shear, J: `4 G* sqrt(R*) int s^2 d sqrt(g)`.
    pub fn energy(&self) -> f64 {
        let (mut sum, mut inside) = (0.0, 0.0_f64);
        for ring in &self.rings {
            sum += rings::square(inside, ring.root, self.u + ring.inner, self.u + ring.outer);
            inside = ring.root;
        }
        4.0 * self.spheres.G_star * self.spheres.R_star.sqrt() * sum
    }

    /// Rate at which the ring that slips now takes energy, while the overlap changes at the rate `rise` and the surfaces
    /// slide at `du`: J over the unit of time of both.
    pub fn slip_power(&self, rise: f64, du: f64) -> f64 {
        let eta = self.spheres.slide_per_overlap();
        let Some(ring) = self.rings.last().filter(|ring| self.slips(ring, eta)) else { return 0.0 };
        let sign = (ring.inner + self.u).signum();
        let (low, high) = (self.inner_edge(ring).sqrt(), ring.root);
        8.0 * self.spheres.G_star * self.spheres.R_star.sqrt() * eta * rings::held(low, high) * (sign * du - eta * rise)
    }

    /// A ring at its limit over its whole width: the outermost, if it has the slope of the limit and ends in it.
    fn slips(&self, ring: &Ring, eta: f64) -> bool {
        let width = ring.g - self.inner_edge(ring);
        let at_edge = (ring.outer + self.u).abs() <= 4.0 * f64::EPSILON * eta * self.delta;
        at_edge && ring.g == self.delta && ((ring.inner - ring.outer).abs() - eta * width).abs() <= 1e-9 * eta * width
    }

    fn inner_edge(&self, ring: &Ring) -> f64 {
        let at = self.rings.partition_point(|other| other.g < ring.g);
        if at == 0 { 0.0 } else { self.rings[at - 1].g }
    }

    /// Puts a ring outside the others; nothing if it has no width.
    fn push(&mut self, g: f64, inner: f64, outer: f64) {
        let (g_before, root_before, sum_before) =
            self.rings.last().map_or((0.0, 0.0, 0.0), |ring| (ring.g, ring.root, ring.sum));
        if g <= g_before {
            return;
        }
        let root = g.sqrt();
        // int of a function linear in g = root^2, without differences of like numbers.
        let mean = inner + (outer - inner) * (root + 2.0 * root_before) / (3.0 * (root + root_before));
        let sum = sum_before + (root - root_before) * mean;
        self.rings.push(Ring { g, root, inner, outer, sum });
    }

    /// Takes away all that lies outside `g`.
    fn cut(&mut self, g: f64) {
        while let Some(last) = self.rings.last().copied() {
            if last.g <= g {
                return;
            }
            self.rings.pop();
            let inside = self.rings.last().map_or(0.0, |ring| ring.g);
            if inside < g {
                let part = (g - inside) / (last.g - inside);
                self.push(g, last.inner, last.inner + part * (last.outer - last.inner));
                return;
            }
        }
    }

    /// Lets slip what exceeds the limit on the side of `sign`: `sign s > eta (delta - g)`, always an outer part.
    fn slip(&mut self, sign: f64, eta: f64) {
        let excess = |shear: f64, g: f64| sign * (shear + self.u) - eta * (self.delta - g);
        // Where the slipping ring will begin.
        let mut begin = self.rings.last().map_or(0.0, |ring| ring.g);
        let mut keep = self.rings.len();
        while keep > 0 {
            let ring = self.rings[keep - 1];
            let inside = if keep == 1 { 0.0 } else { self.rings[keep - 2].g };
            let (low, high) = (excess(ring.inner, inside), excess(ring.outer, ring.g));
            if high <= 0.0 {
                break;
            }
            if low <= 0.0 {
                begin = inside + (ring.g - inside) * (-low / (high - low));
                break;
            }
            begin = inside;
            keep -= 1;
        }
        self.cut(begin);
        if self.rings.is_empty() {
            // Nothing sticks: the slide so far is forgotten, and with it its rounding.
            self.u = 0.0;
            begin = 0.0;
        }
        self.push(self.delta, sign * eta * (self.delta - begin) - self.u, -self.u);
    }
}

impl Memory for MemoryDiagram {
    fn advance(&mut self, to: &Pressed, du: f64) -> f64 {
        let eta = self.spheres.slide_per_overlap();
        let rise = to.delta - self.delta;
        self.delta = to.delta;
        self.u += du;
        if to.delta <= 0.0 {
            self.rings.clear();
            self.u = 0.0;
            return 0.0;
        }
        if rise > 0.0 && du.abs() < eta * rise {
            // Points that came to touch on the way took part in the rest of the slide; none of them slips, and neither
            // does anything inside them.
            self.push(to.delta, du - self.u, -self.u);
        } else {
            self.cut(to.delta);
            let edge = self.rings.last().map_or(0.0, |ring| ring.outer + self.u);
            let sign = if rise > 0.0 { du } else { edge };
            if sign != 0.0 {
                self.slip(sign.signum(), eta);
            }
        }
        self.force()
    }
}
