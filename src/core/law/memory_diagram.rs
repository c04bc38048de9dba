//! Partial slip of spheres under Mindlin and Deresiewicz, exact along any path: the memory diagram.

use nalgebra::Vector3;

use super::shear::{Spheres, WhileSliding};
use super::spring_slider::{Resistance, Slide, VectorMemory, turned};

/// State of one ring of the contact, between the outer edge of the previous ring and its own outer edge.
///
/// A point is identified by `g`, the overlap at which it came to touch: rings are sorted by `g`, and slip and separation
/// remove them from the outside.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ring {
    /// `g` at its outer edge, m
    g: f64,
    /// `sqrt(g)` there, m^(1/2)
    root: f64,
    /// Shear minus the slide of the contact, at the inner and at the outer edge, m; linear in `g` between them.
    inner: f64,
    outer: f64,
    /// `int shear d sqrt(g)` from the centre to the outer edge, minus the slide, m^(3/2)
    sum: f64,
}

/// The superposition of Ciavarella and Jaeger, with a memory of the shear of every ring.
///
/// In the method of dimensionality reduction the shear `s` of a point lies within `+-eta (delta - g)`, follows the slide
/// while the point sticks, and starts at 0 when the point comes to touch. At the end of a straight piece of loading path
/// `s` is linear in `g` on rings: on slipped rings with the slope `-+eta`, on rings that came to touch without slip with
/// `-du/d(delta)`. No slope exceeds `eta`, so slip always removes rings from the outside in, and a ring is either kept
/// or cut once: a stack. With prefix sums over the stack the cost of the force does not depend on the number of rings;
/// a step adds one ring at most, so its cost does not grow along a collision.
///
/// The friction limit is `mu` times the elastic pressure, point by point: with a normal dashpot the limit of the whole contact is `mu` times the elastic part of the normal force.
///
/// Exact for paths of straight pieces in `(delta, u)`, without special cases; Jaeger 1993, Arch. Appl. Mech. 63, 429;
/// Ciavarella 1998, Int. J. Solids Struct. 35, 2349; memory diagrams: Aleshin, Bou Matar & Van Den Abeele 2015, Int. J.
/// Solids Struct. 59, 1. Valid for one tangential direction only, not where the direction changes.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryDiagram {
    spheres: Spheres,
    delta: f64,
    /// Slide since the memory was last reset, m
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

    /// The present overlap, m.
    pub fn overlap(&self) -> f64 {
        self.delta
    }

    /// Number of rings in the memory.
    pub fn remembered(&self) -> usize {
        self.rings.len()
    }

    /// Tangential force, N: `T = 8 G* sqrt(R*) int s d sqrt(g)`.
    pub fn force(&self) -> f64 {
        let Some(last) = self.rings.last() else { return 0.0 };
        8.0 * self.spheres.G_star * self.spheres.R_star.sqrt() * (last.sum + self.u * last.root)
    }

    /// Radius of the circle that has stuck since it came to touch or since before the last reversal, m: the outer edge of all
    /// rings except the one that slips now.
    pub fn stick_radius(&self) -> f64 {
        let eta = self.spheres.slide_per_overlap();
        let stuck = self.rings.iter().rposition(|ring| !self.slips(ring, eta));
        stuck.map_or(0.0, |i| self.rings[i].root * self.spheres.R_star.sqrt())
    }

    /// Elastic energy of the shear, J: `4 G* sqrt(R*) int s^2 d sqrt(g)`.
    pub fn energy(&self) -> f64 {
        let (mut sum, mut inside) = (0.0, 0.0_f64);
        for ring in &self.rings {
            sum += square(inside, ring.root, self.u + ring.inner, self.u + ring.outer);
            inside = ring.root;
        }
        4.0 * self.spheres.G_star * self.spheres.R_star.sqrt() * sum
    }

    /// Friction power of the ring that slips now, while the overlap changes at the rate `rise` and the surfaces slide at `du`:
    /// J per unit of time of both rates.
    pub fn slip_power(&self, rise: f64, du: f64) -> f64 {
        let eta = self.spheres.slide_per_overlap();
        let Some(ring) = self.rings.last().filter(|ring| self.slips(ring, eta)) else { return 0.0 };
        let sign = (ring.inner + self.u).signum();
        let (low, high) = (self.inner_edge(ring).sqrt(), ring.root);
        8.0 * self.spheres.G_star * self.spheres.R_star.sqrt() * eta * held(low, high) * (sign * du - eta * rise)
    }

    /// Whether a ring is at its limit over its whole width: the outermost ring, with the slope and the edge value of the limit.
    fn slips(&self, ring: &Ring, eta: f64) -> bool {
        let width = ring.g - self.inner_edge(ring);
        let at_edge = (ring.outer + self.u).abs() <= 4.0 * f64::EPSILON * eta * self.delta;
        at_edge && ring.g == self.delta && ((ring.inner - ring.outer).abs() - eta * width).abs() <= 1e-9 * eta * width
    }

    fn inner_edge(&self, ring: &Ring) -> f64 {
        let at = self.rings.partition_point(|other| other.g < ring.g);
        if at == 0 { 0.0 } else { self.rings[at - 1].g }
    }

    /// Adds a ring outside the others, unless its width is zero.
    fn push(&mut self, g: f64, inner: f64, outer: f64) {
        let (g_before, root_before, sum_before) =
            self.rings.last().map_or((0.0, 0.0, 0.0), |ring| (ring.g, ring.root, ring.sum));
        if g <= g_before {
            return;
        }
        let root = g.sqrt();
        // Integral of a function linear in g = root^2, without cancellation.
        let mean = inner + (outer - inner) * (root + 2.0 * root_before) / (3.0 * (root + root_before));
        let sum = sum_before + (root - root_before) * mean;
        self.rings.push(Ring { g, root, inner, outer, sum });
    }

    /// Removes everything outside `g`.
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

    /// Limits the shear to `sign s <= eta (delta - g)` by slip in the direction `sign`; an outer part of the contact slips.
    fn slip(&mut self, sign: f64, eta: f64) {
        let excess = |shear: f64, g: f64| sign * (shear + self.u) - eta * (self.delta - g);
        // Inner edge of the new slipping ring.
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
            // The whole contact slips: the slide is reset, and its rounding error with it.
            self.u = 0.0;
            begin = 0.0;
        }
        self.push(self.delta, sign * eta * (self.delta - begin) - self.u, -self.u);
    }

    /// Advances to the overlap `delta` (m; a negative one counts as 0) while the surfaces slide by `du` (m), both linearly; returns the new
    /// tangential force, N. Zero overlap resets the memory.
    pub fn advance(&mut self, delta: f64, du: f64) -> f64 {
        let (eta, delta) = (self.spheres.slide_per_overlap(), delta.max(0.0));
        let rise = delta - self.delta;
        self.delta = delta;
        self.u += du;
        if delta <= 0.0 {
            self.rings.clear();
            self.u = 0.0;
            return 0.0;
        }
        if rise > 0.0 && du.abs() < eta * rise {
            // Points that came to touch during the step followed the rest of the slide; none of them slips, and no point inside
            // them slips either.
            self.push(delta, du - self.u, -self.u);
        } else {
            self.cut(delta);
            let edge = self.rings.last().map_or(0.0, |ring| ring.outer + self.u);
            let sign = if rise > 0.0 { du } else { edge };
            if sign != 0.0 {
                self.slip(sign.signum(), eta);
            }
        }
        self.force()
    }
}

/// `int s^2 d sqrt(g)` over a ring between the roots `low` and `high` (m^(1/2)) of the overlaps at which its edges came to touch, of a
/// shear `s` linear in `g`, with the values `inner` and `outer` (m) at the edges; m^(5/2).
///
/// Gauss-Legendre with three points is exact: the integrand has degree four in `sqrt(g)`.
fn square(low: f64, high: f64, inner: f64, outer: f64) -> f64 {
    if high <= low {
        return 0.0;
    }
    let (mid, half) = (0.5 * (low + high), 0.5 * (high - low));
    let shear = |root: f64| {
        let part = (root - low) * (root + low) / ((high - low) * (high + low));
        inner + (outer - inner) * part
    };
    let off = half * 0.6_f64.sqrt();
    half * (8.0 * shear(mid).powi(2) + 5.0 * (shear(mid - off).powi(2) + shear(mid + off).powi(2))) / 9.0
}

/// `int (delta - g) d sqrt(g)` from `low` to `high = sqrt(delta)`: the friction limit of a ring that slips, m^(3/2).
fn held(low: f64, high: f64) -> f64 {
    (high - low).powi(2) * (2.0 * high + low) / 3.0
}

/// The memory diagram, which has one tangential direction, along a direction `t` that rotates with the contact.
///
/// Only for plane motion. The friction limit of the total force bounds the force as well, because a normal dashpot may leave
/// a smaller limit than the theory of elastic spheres assumes; the memory does not take this into account.
#[derive(Debug, Clone, PartialEq)]
pub struct Along {
    law: MemoryDiagram,
    t: Vector3<f64>,
}

impl Along {
    /// The law with an empty memory, along the unit vector `t`.
    pub fn new(spheres: Spheres, t: Vector3<f64>) -> Self {
        Self { law: MemoryDiagram::new(spheres), t }
    }
}

impl VectorMemory for Along {
    fn turn(&mut self, n: &Vector3<f64>, _: f64) {
        self.t = turned(&self.t, n, 0.0);
    }

    fn advance(&mut self, slide: &Slide) -> Resistance {
        let limit = slide.to.limit;
        let along = |v: &Vector3<f64>| v.dot(&self.t);
        let (du, dashpot) = (along(&slide.du), along(&slide.dashpot));
        let spring = self.law.advance(slide.to.delta, du);
        let full = spring.abs() >= limit;
        let spring = spring.max(-limit).min(limit);
        let force = match slide.sliding {
            WhileSliding::Capped => (spring + dashpot).max(-limit).min(limit),
            WhileSliding::Added => spring + dashpot,
            WhileSliding::Dropped if full => spring,
            WhileSliding::Dropped => spring + dashpot,
        };
        let dashpot = (force - spring) * du;
        Resistance { force: self.t * force, slip: 0.0, dashpot, created: 0.0 }
    }

    fn open(&mut self) -> f64 {
        self.law = MemoryDiagram::new(self.law.spheres());
        0.0
    }

    fn keeps_accounts(&self) -> bool {
        false
    }
}
