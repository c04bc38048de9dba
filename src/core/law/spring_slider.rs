//! A spring with a slider: sticking surfaces stretch the spring, and Coulomb's limit lets them slide.
//!
//! A law is advanced by increments: the new normal load, and the slide of the surfaces in the same step. It owns its memory
//! (plain numbers) and returns the tangential force: `u` and `T` have the same direction, and the body that is displaced by `u`
//! experiences `-T`. A spring with a slider has any fixed number of tangential directions; the law of Mindlin &
//! Deresiewicz has one.
//!
//! As a vector in the contact plane the memory rotates with the contact: with the normal (projected onto the new plane, its length kept) and
//! about the normal by the mean spin of the two bodies. The angle per step is small, so the order of the two rotations has no effect to
//! second order.
//!
//! | law | memory | source |
//! |---|---|---|
//! | [`SpringSlider`] | elongation or force of a spring, or empty | Coulomb, Cundall & Strack, Mindlin in three forms |
//! | [`MemoryDiagram`](super::memory_diagram::MemoryDiagram) | a stack of rings | Jaeger 1993, Ciavarella 1998: exact |

use nalgebra::{SVector, Vector3};

use super::shear::{Form, Pressed, WhileSliding};

/// The changes of a contact during one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slide {
    /// The new normal load; `limit` is the friction limit under this load.
    pub to: Pressed,
    /// Slide of the surfaces during the step, m; a vector in the contact plane.
    pub du: Vector3<f64>,
    /// The force of the dashpot, `C delta^beta v_s`, N.
    pub dashpot: Vector3<f64>,
    pub sliding: WhileSliding,
}

/// A tangential law in the contact plane.
pub trait VectorMemory {
    /// Rotates the memory with the contact: `n` is the new normal, `twist` the angle about it, rad.
    fn turn(&mut self, n: &Vector3<f64>, twist: f64);

    /// Advances by one step and returns the force. The contact is closed, `to.delta > 0`.
    fn advance(&mut self, slide: &Slide) -> Resistance;

    /// Resets the memory, because the contact has opened; returns the elastic energy that is deleted, J.
    fn open(&mut self) -> f64;

    /// Whether the law determines `slip`, `created` and the stored energy.
    fn keeps_accounts(&self) -> bool;
}

/// A vector projected onto the plane normal to `n` with its length kept, then rotated about `n` by an angle, rad.
pub fn turned(v: &Vector3<f64>, n: &Vector3<f64>, angle: f64) -> Vector3<f64> {
    let length = v.norm_squared();
    let flat = v - n * n.dot(v);
    let left = flat.norm_squared();
    if left == 0.0 {
        return Vector3::zeros();
    }
    let flat = flat * (length / left).sqrt();
    if angle == 0.0 {
        return flat;
    }
    let (sin, cos) = libm::sincos(angle);
    flat * cos + n.cross(&flat) * sin
}

/// Pure sliding friction, and the three springs with a slider.
///
/// | form | `T` during sticking, with the present stiffness `k_t` | source |
/// |---|---|---|
/// | Coulomb | `mu N` against the sliding; 0 at rest, where the law does not define it | Coulomb 1785 |
/// | total | `k_t s`: total displacement `s` times the present stiffness | Mindlin 1949; LAMMPS, LIGGGHTS, MUSEN |
/// | incremental | grows by `k_t du`; force gained at high load is kept | Mindlin 1949; YADE, Woo, PFC with `M_s = 0` |
/// | rescaled | as incremental; on unloading first reduced to `T k_t/k_t_old` | Kratos, PFC with `M_s = 1` |
///
/// `k_t = 8 G* a` is exact for spheres without slip under a constant load (Mindlin 1949, J. Appl. Mech. 16, 259); it does not
/// define the force under a changing load. Under a decreasing load an incremental spring creates energy (Elata & Berryman
/// 1996, Mech. Mater. 24, 229). At a constant `k_t` all three are the spring of Cundall & Strack 1979, Geotechnique 29, 47.
/// A rolling resistance is the same law with a moment for `T` and an angle for `u`.
///
/// At the limit `T` and the spring are scaled down without a change of direction, so that the slip keeps its direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpringSlider<const D: usize> {
    form: Form,
    /// The force of the spring, N; for a total spring its elongation, m; for sliding friction the last force, N.
    memory: SVector<f64, D>,
    /// Stiffness at the last evaluation, N/m
    k_t: f64,
}

/// The tangential force after a slide, and the energies of the step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resistance<const D: usize = 3> {
    /// Tangential force, N; the body that slides forwards experiences its opposite.
    pub force: SVector<f64, D>,
    /// Work of friction, J.
    pub slip: f64,
    /// Work of the dashpot, J. While a dashpot within the limit slides it is none: the force is that of friction alone.
    pub dashpot: f64,
    /// Spurious energy of the law, J: the energy of the spring at the new stiffness minus that at the old one, before the
    /// surfaces slide. Beside a dashpot within the limit friction takes it while they slide: it has no bound at touch.
    pub created: f64,
}

impl<const D: usize> Resistance<D> {
    /// No force.
    pub fn none() -> Self {
        Self { force: SVector::zeros(), slip: 0.0, dashpot: 0.0, created: 0.0 }
    }
}

impl<const D: usize> SpringSlider<D> {
    /// A spring without force. For a form of Mindlin & Deresiewicz the force is always zero: see [`Along`](super::memory_diagram::Along).
    pub fn new(form: Form) -> Self {
        Self { form, memory: SVector::zeros(), k_t: 0.0 }
    }

    /// A spring with the force `T` (N) at the stiffness `k_t` (N/m).
    pub fn carrying(form: Form, T: SVector<f64, D>, k_t: f64) -> Self {
        let memory = match form {
            Form::Total if k_t > 0.0 => T / k_t,
            Form::Total => SVector::zeros(),
            _ => T,
        };
        Self { form, memory, k_t }
    }

    /// Whether a change of load to the stiffness `k_t` keeps the elongation `T/k_t` constant, and not `T`.
    pub fn keeps_stretch(&self, k_t: f64) -> bool {
        self.form == Form::Total || (self.form == Form::Rescaled && k_t < self.k_t)
    }

    /// The force of the spring (N) after a change of load without slide, and the spurious energy of this change (J): the energy
    /// at the stiffness `k_t` minus the energy before.
    #[inline(always)]
    pub fn reloaded(&self, k_t: f64) -> (SVector<f64, D>, f64) {
        match self.form {
            Form::Total => (self.memory * k_t, 0.5 * (k_t - self.k_t) * self.memory.norm_squared()),
            Form::Rescaled if k_t < self.k_t => {
                let ratio = k_t / self.k_t;
                (self.memory * ratio, 0.5 * self.memory.norm_squared() / self.k_t * (ratio - 1.0))
            }
            Form::Incremental | Form::Rescaled if self.k_t > 0.0 => {
                (self.memory, 0.5 * self.memory.norm_squared() * (1.0 / k_t - 1.0 / self.k_t))
            }
            _ => (self.memory, 0.0),
        }
    }

    /// Elastic energy of the spring, J.
    pub fn stored(&self) -> f64 {
        match self.form {
            Form::Total => 0.5 * self.k_t * self.memory.norm_squared(),
            _ if self.k_t > 0.0 => 0.5 * self.memory.norm_squared() / self.k_t,
            _ => 0.0,
        }
    }

    /// The force of the spring, N, without the dashpot.
    pub fn held(&self) -> SVector<f64, D> {
        if self.form == Form::Total { self.memory * self.k_t } else { self.memory }
    }

    /// Advances to the stiffness `k_t` (N/m) and the friction limit `limit` (N) while the surfaces slide by `du` (m), both
    /// linearly; `dashpot` (N) is the force of the dashpot. Other consistent units of force, length and work are possible.
    #[inline(always)]
    pub fn step(
        &mut self,
        [k_t, limit]: [f64; 2],
        du: &SVector<f64, D>,
        dashpot: &SVector<f64, D>,
        sliding: WhileSliding,
    ) -> Resistance<D> {
        if self.form.is_spring() && k_t > 0.0 {
            return self.up_to_coulomb_limit([k_t, limit], du, dashpot, sliding);
        }
        if self.form != Form::Coulomb {
            return Resistance::none();
        }
        let length = du.norm();
        if length == 0.0 {
            self.memory = SVector::zeros();
            return Resistance::none();
        }
        self.memory = du * (limit / length);
        let dashpot = if sliding == WhileSliding::Added { *dashpot } else { SVector::zeros() };
        let force = self.memory + dashpot;
        Resistance { force, slip: limit * length, dashpot: dashpot.dot(du), created: 0.0 }
    }

    /// The spring, stretched by `du` and cut to the limit.
    #[inline(always)]
    fn up_to_coulomb_limit(
        &mut self,
        [k_t, limit]: [f64; 2],
        du: &SVector<f64, D>,
        dashpot: &SVector<f64, D>,
        sliding: WhileSliding,
    ) -> Resistance<D> {
        let (before, created) = self.reloaded(k_t);
        let stuck = before + du * k_t;
        let capped = sliding == WhileSliding::Capped;
        let trial = if capped { stuck + dashpot } else { stuck };
        let size = trial.norm_squared();
        let slides = size > limit * limit;
        let held = match slides {
            false => trial,
            // The limit itself, without the rounding error of a square root.
            true if D == 1 => trial.map(|part| limit.copysign(part)),
            true => trial * (limit / size.sqrt()),
        };
        let (spring, dashpot) = match (capped, slides, sliding) {
            (true, ..) => (held - dashpot, *dashpot),
            (false, true, WhileSliding::Dropped) => (held, SVector::zeros()),
            (false, ..) => (held, *dashpot),
        };
        // While sliding, the part of the displacement that the spring does not follow.
        let slipped = if slides { (stuck - spring) / k_t } else { SVector::zeros() };
        let slip = if slides { 0.5 * (before + spring).dot(&slipped) } else { 0.0 };
        // The limit winds the spring against the dashpot; friction takes what the spring does not store.
        let wound = if capped && slides { 0.5 * spring.norm_squared() / k_t - self.stored() } else { 0.0 };
        self.memory = match self.form {
            Form::Total if slides => spring / k_t,
            Form::Total => self.memory + du,
            _ => spring,
        };
        self.k_t = k_t;
        let force = spring + dashpot;
        if capped && slides {
            return Resistance { force, slip: force.dot(du) - wound, dashpot: 0.0, created: 0.0 };
        }
        Resistance { force, slip, dashpot: dashpot.dot(du), created }
    }
}

/// A force of magnitude `size` (N) in the direction of `v`; zero where `v` is 0.
pub fn sized<const D: usize>(v: &SVector<f64, D>, size: f64) -> SVector<f64, D> {
    let length = v.norm();
    if length > 0.0 { v * (size / length) } else { SVector::zeros() }
}

impl VectorMemory for SpringSlider<3> {
    fn turn(&mut self, n: &Vector3<f64>, twist: f64) {
        if self.form.is_spring() {
            self.memory = turned(&self.memory, n, twist);
        }
    }

    fn advance(&mut self, slide: &Slide) -> Resistance<3> {
        self.step([slide.to.k_t, slide.to.limit], &slide.du, &slide.dashpot, slide.sliding)
    }

    fn open(&mut self) -> f64 {
        let stored = self.stored();
        *self = Self::new(self.form);
        stored
    }

    fn keeps_accounts(&self) -> bool {
        true
    }
}
