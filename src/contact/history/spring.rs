//! A spring with a slider: written once, for one direction along the contact and for more, for a force and for a moment.

use nalgebra::{SVector, Vector3};

use super::{Memory, Pressed, Slide, VectorMemory, turned};
use crate::contact::shear::{Form, WhileSliding};

/// Sliding friction alone, and the three springs with a slider.
///
/// | form | `T` while it sticks, `k_t` the stiffness now | source |
/// |---|---|---|
/// | Coulomb | none: `mu N` against the sliding, 0 at rest, where the law leaves it open | Coulomb 1785 |
/// | total | `k_t s`: the whole stretch is felt at the stiffness now | Mindlin 1949; LAMMPS, LIGGGHTS, MUSEN |
/// | incremental | grows by `k_t du`; what was gained at a high load is kept at a low one | Mindlin 1949; YADE, Woo, PFC with `M_s = 0` |
/// | rescaled | incremental; on unloading first taken down, `T k_t/k_t_old` | Kratos, PFC with `M_s = 1` |
///
/// `k_t = 8 G* a` is exact for spheres that do not slip under a constant load (Mindlin 1949, J. Appl. Mech. 16, 259); what
/// to do while the load changes is not in it. Where the load falls an incremental spring makes energy from nothing (Elata &
/// Berryman 1996, Mech. Mater. 24, 229). At a constant `k_t` all three are the spring of Cundall & Strack 1979, Geotechnique
/// 29, 47. A rolling resistance is the same with a moment for `T` and an angle for `u`.
///
/// `T` is trimmed to the limit along its own direction, and the spring with it, so that a slip keeps its direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpringSlider<const D: usize> {
    form: Form,
    /// The force of the spring, N; of a total spring its stretch, m; of sliding friction the force it last had.
    memory: SVector<f64, D>,
    /// Stiffness at the last evaluation, N/m
    k_t: f64,
}

/// The tangential force after a slide, and what became of the work on the way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resistance<const D: usize = 3> {
    /// On the body that slides forwards acts the opposite, N.
    pub force: SVector<f64, D>,
    /// Work of friction, J.
    pub slip: f64,
    /// Work of the dashpot, J.
    pub dashpot: f64,
    /// What the law makes from nothing, J: the energy of the spring at the new stiffness less that at the old one,
    /// before anything slides.
    pub created: f64,
}

impl<const D: usize> Resistance<D> {
    fn none() -> Self {
        Self { force: SVector::zeros(), slip: 0.0, dashpot: 0.0, created: 0.0 }
    }
}

impl<const D: usize> SpringSlider<D> {
    /// One that carries nothing. A form of Mindlin & Deresiewicz is none and never resists: see [`super::Along`].
    pub fn new(form: Form) -> Self {
        Self { form, memory: SVector::zeros(), k_t: 0.0 }
    }

    /// One that carries the force `T` (N) at the stiffness `k_t` (N/m).
    pub fn carrying(form: Form, T: SVector<f64, D>, k_t: f64) -> Self {
        let memory = match form {
            Form::Total if k_t > 0.0 => T / k_t,
            Form::Total => SVector::zeros(),
            _ => T,
        };
        Self { form, memory, k_t }
    }

    /// Whether a load that takes the stiffness to `k_t` leaves the stretch `T/k_t` as it is, and not `T`.
    pub fn keeps_stretch(&self, k_t: f64) -> bool {
        self.form == Form::Total || (self.form == Form::Rescaled && k_t < self.k_t)
    }

    /// The force of the spring (N) once the load has changed and nothing has slid yet, and what that made from nothing (J):
    /// the energy at the stiffness `k_t` less that before.
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

    /// The energy it stores, J.
    pub fn stored(&self) -> f64 {
        match self.form {
            Form::Total => 0.5 * self.k_t * self.memory.norm_squared(),
            _ if self.k_t > 0.0 => 0.5 * self.memory.norm_squared() / self.k_t,
            _ => 0.0,
        }
    }

    /// The force now, N, without that of a dashpot.
    pub fn held(&self) -> SVector<f64, D> {
        if self.form == Form::Total { self.memory * self.k_t } else { self.memory }
    }

    /// The load goes to where the stiffness is `k_t` (N/m) and friction holds `limit` (N), while the surfaces slide by `du`
    /// (m), both evenly; a dashpot would add `dashpot` (N). Any other unit of force, length and work serves as well.
    #[inline(always)]
    pub fn step(
        &mut self,
        [k_t, limit]: [f64; 2],
        du: &SVector<f64, D>,
        dashpot: &SVector<f64, D>,
        sliding: WhileSliding,
    ) -> Resistance<D> {
        if self.form.is_spring() && k_t > 0.0 {
            return self.spring([k_t, limit], du, dashpot, sliding);
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

    #[inline(always)]
    fn spring(
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
            // The limit itself, without the rounding of a root.
            true if D == 1 => trial.map(|part| limit.copysign(part)),
            true => trial * (limit / size.sqrt()),
        };
        let (spring, dashpot) = match (capped, slides, sliding) {
            (true, ..) => (held - dashpot, *dashpot),
            (false, true, WhileSliding::Dropped) => (held, SVector::zeros()),
            (false, ..) => (held, *dashpot),
        };
        // Where it slides, what the spring did not take up.
        let slipped = if slides { (stuck - spring) / k_t } else { SVector::zeros() };
        let slip = if slides { 0.5 * (before + spring).dot(&slipped) } else { 0.0 };
        self.memory = match self.form {
            Form::Total if slides => spring / k_t,
            Form::Total => self.memory + du,
            _ => spring,
        };
        self.k_t = k_t;
        Resistance { force: spring + dashpot, slip, dashpot: dashpot.dot(du), created }
    }
}

/// A force of that size (N) along `v`; none where `v` is 0.
pub fn sized<const D: usize>(v: &SVector<f64, D>, size: f64) -> SVector<f64, D> {
    let length = v.norm();
    if length > 0.0 { v * (size / length) } else { SVector::zeros() }
}

impl Memory for SpringSlider<1> {
    fn advance(&mut self, to: &Pressed, du: f64) -> f64 {
        if to.limit <= 0.0 {
            *self = Self::new(self.form);
            return 0.0;
        }
        let (du, none) = (&[du].into(), &SVector::zeros());
        self.step([to.k_t, to.limit], du, none, WhileSliding::Added).force[0]
    }
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
