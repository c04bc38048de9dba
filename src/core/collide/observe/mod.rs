//! The observables of a collision: its numbers, and what follows from them.

mod engine;
mod exact;
mod rebound;

use std::f64::consts::PI;

pub use engine::{along_wall, ends_at_zero_overlap, in_single_precision};

use crate::collide::cohesion;
use crate::collide::collision::{Collision, Measured, Outcome, Works};
use crate::collide::estimate::Estimate;
use crate::collide::trajectory::Trace;
use crate::law::scene::Scene;
use crate::law::{Damping, Normal};
use crate::units::Dimension;

macro_rules! observables {
    ($($Name:ident $word:literal $symbol:literal $dimension:ident $doc:literal,)*) => {
        /// A quantity that is computed from a collision.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Observable { $(#[doc = $doc] $Name,)* }

        impl Observable {
            pub const ALL: &[Self] = &[$(Self::$Name,)*];

            /// The word in case files and reports.
            pub fn word(self) -> &'static str {
                match self { $(Self::$Name => $word,)* }
            }

            /// The symbol on an axis.
            pub fn symbol(self) -> &'static str {
                match self { $(Self::$Name => $symbol,)* }
            }

            pub fn dimension(self) -> Dimension {
                match self { $(Self::$Name => Dimension::$dimension,)* }
            }

            pub fn doc(self) -> &'static str {
                match self { $(Self::$Name => $doc,)* }
            }
        }
    };
}

observables! {
    Restitution "restitution" "e" Number "rate of separation over rate of approach, v_out/v_in; 0 when the bodies stay in contact",
    RestitutionRequested "restitution_requested" "e_req" Number "the requested restitution",
    Duration "duration" "t_c" Time "time from first touch to the end of contact, which `contact.ends` defines",
    DurationToZeroForce "duration_to_zero_force" "t_F" Time "time from first touch until the force reaches zero during separation",
    DurationToZeroOverlap "duration_to_zero_overlap" "t_δ" Time "time from first touch until the overlap is zero again",
    DurationCounted "duration_counted" "t_n" Time "number of time steps in contact times the time step; production codes only",
    Sticks "sticks" "s" Number "1 when the bodies stick, 0 when they separate; laws with adhesion or memory only",
    StickingSpeed "sticking_speed" "V_s" Speed "largest speed at which the bodies stick, sqrt(2 W/m*), W the energy lost in the collision; elastic laws with adhesion and without damping only",
    PullOffForce "pull_off_force" "F_c" Force "largest attraction during separation, 0 without attraction; laws with adhesion or memory only",
    ResidualOverlap "residual_overlap" "δ_0" Length "overlap after unloading, where the elastic force is zero; plastic laws only",
    MaxOverlap "max_overlap" "δ_max" Length "largest overlap, counted from where the force begins",
    TimeOfMaxOverlap "time_of_max_overlap" "t_max" Time "time from first touch to the largest overlap",
    MaxOverlapInterpolated "max_overlap_interpolated" "δ_int" Length "largest overlap by a parabola through its three largest samples; production codes only",
    MaxForce "max_force" "F_max" Force "largest total normal force",
    MaxForceElastic "max_force_elastic" "F_el" Force "largest elastic part of the normal force",
    ContactRadius "contact_radius" "a_max" Length "radius of the contact circle at the largest overlap, sqrt(R* delta); Hertz only",
    PeakPressure "peak_pressure" "p_0" Pressure "pressure at the centre of contact at the largest overlap, 2 E* a/(pi R*); Hertz only",
    TangentialRestitution "tangential_restitution" "e_t" Number "ratio of the tangential velocities of the centre after and before, v_t'/v_t, in the frame of first touch",
    TangentialRestitutionContact "tangential_restitution_contact" "β" Number "ratio of the slip velocities of the contact point, beta = -v_s'/v_s; 1 when the slip is fully reversed, -1 without friction",
    ReboundAngle "rebound_angle" "θ'" Angle "angle of the velocity of the centre from the normal, atan2(v_t', v_n'), in the frame of first touch; above 90 deg while the centre approaches",
    ReboundAngleContact "rebound_angle_contact" "θ_c'" Angle "angle of the velocity of the contact point from the normal, atan2(v_s', v_n')",
    ReboundSpin "rebound_spin" "ω'" AngularSpeed "angular velocity of body 1 after the collision; positive for forward rolling along `impact.direction`",
    TangentialImpulseRatio "tangential_impulse_ratio" "P_t/P_n" Number "ratio of tangential to normal impulse; mu where the surfaces slide throughout",
    Psi1 "psi1" "ψ_1" Number "slip before the collision, [4 G*/(mu E*)] v_s/v_n",
    Psi2 "psi2" "ψ_2" Number "slip after the collision in the unit of psi1, [4 G*/(mu E*)] v_s'/v_n",
    StickRadius "stick_radius" "c/a" Number "radius of the stick zone over the contact radius, at the end of a loading path",
    LoopEnergy "loop_energy" "W_loop" Energy "external work over the last closed cycle of a loading path",
    TangentialForce "tangential_force" "T" Force "tangential force at the end of a loading path",
    NormalForce "normal_force" "F" Force "normal force at the end of a loading path; laws with memory, yield or adhesion only",
    Slide "slide" "u" Length "tangential displacement of the surfaces at the end of a loading path",
    WorkIn "work_in" "W" Energy "external work along a loading path: tangential and rolling work with an elastic normal law, normal work with a law with memory, yield or adhesion",
    EnergyStrain "energy_strain" "U" Energy "elastic energy stored in the contact when it ends; on a loading path the stored tangential energy",
    EnergyDashpot "energy_dashpot" "W_d" Energy "energy dissipated by the dashpot; while the force is clamped, the dashpot cancels the elastic force, and while the surfaces slide a capped tangential dashpot has no work of its own",
    EnergyPlate "energy_plate" "W_b" Energy "energy lost to bending waves in a plate",
    EnergyPlastic "energy_plastic" "W_p" Energy "plastic work of a law with memory of the largest overlap, in a second impact that impact only; under local damping what the normal motion loses",
    EnergyAdhesive "energy_adhesive" "W_a" Energy "energy lost at formation and rupture of an adhesive contact, in total",
    EnergySlip "energy_slip" "W_s" Energy "energy dissipated by sliding friction; beside a capped tangential dashpot the work of the slip less what the limit stores in the spring: where that is negative it is energy created",
    EnergyRolling "energy_rolling" "W_r" Energy "energy dissipated by the rolling resistance",
    EnergyCreated "energy_created" "W_c" Energy "spurious energy of the tangential law, unequal lever arms included: work in = strain + slip + dashpot + rolling - created",
    EnergyLost "energy_lost" "ΔE" Energy "loss of kinetic energy of the relative motion in the collision",
    MomentumResidual "momentum_residual" "r_p" Number "(change of relative momentum - integral of the force)/(m* v_in)",
    AngularMomentumResidual "angular_momentum_residual" "r_L" Number "(change of angular momentum - external torque)/(m* |v| d), d the distance of the centres, at a wall the radius; not zero where the lever arms of the contact do not add up to d",
    EnergyInContact "energy_in_contact" "r_c" Number "largest |energy/(energy before) - 1| during contact; production codes without damping only",
    EnergyResidual "energy_residual" "r_E" Number "(kinetic energy lost - strain - slip - dashpot - rolling - plastic - adhesive + created)/(kinetic energy before); on a loading path (work in - strain - slip - rolling + created)/(the largest of them)",
}

impl Observable {
    /// Whether it is the residual of a balance: unknown, and no disagreement, where the bodies stick.
    pub fn is_residual(self) -> bool {
        matches!(
            self,
            Self::MomentumResidual | Self::AngularMomentumResidual | Self::EnergyResidual | Self::EnergyCreated
        )
    }

    /// Whether it is above zero for every collision that takes place, so that a tolerance as large as its value lets anything pass.
    pub fn is_positive(self) -> bool {
        use Observable::{
            ContactRadius, Duration, DurationCounted, DurationToZeroForce, DurationToZeroOverlap, EnergyLost, MaxForce,
            MaxForceElastic, MaxOverlap, MaxOverlapInterpolated, PeakPressure, PullOffForce, Restitution,
            StickingSpeed, TimeOfMaxOverlap,
        };
        [
            Restitution,
            Duration,
            DurationToZeroForce,
            DurationToZeroOverlap,
            DurationCounted,
            MaxOverlap,
            MaxOverlapInterpolated,
            TimeOfMaxOverlap,
            MaxForce,
            MaxForceElastic,
            ContactRadius,
            PeakPressure,
            PullOffForce,
            StickingSpeed,
            EnergyLost,
        ]
        .contains(&self)
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|o| o.word() == word)
    }
}

/// All observables of a collision; those with unknown values are absent. A run that diverged has none.
///
/// Uncertainties are carried on: those of factors add up relative to the values, those of terms as they are.
pub fn observe(scene: &Scene, collision: &Collision<Estimate>) -> Vec<(Observable, Estimate)> {
    if collision.outcome == Outcome::Diverged {
        return Vec::new();
    }
    let Collision { outcome, restitution, measured, works, ref rebound } = *collision;
    let known = |value: f64| Estimate::without(value);
    let sticks = outcome != Outcome::Separated;
    let hertz = measured.time_of_max_overlap.and(measured.max_overlap).and_then(|overlap| hertz(scene, overlap));
    // In the contact coordinate the plate is a dashpot: its work is the energy in the plate.
    let [dashpot, plate] = if scene.contact.on_plate() { [None, works.dashpot] } else { [works.dashpot, None] };
    let mut list = vec![
        (Observable::Restitution, Some(restitution)),
        (Observable::RestitutionRequested, scene.restitution_requested().map(known)),
        (Observable::Duration, measured.duration),
        (Observable::DurationToZeroForce, measured.duration_to_zero_force),
        (Observable::DurationToZeroOverlap, measured.duration_to_zero_overlap),
        (Observable::DurationCounted, measured.duration_counted),
        (Observable::Sticks, scene.force.is_none().then(|| known(f64::from(u8::from(sticks))))),
        (Observable::StickingSpeed, sticking_speed(scene, &measured, &works, sticks)),
        (Observable::PullOffForce, measured.pull_off),
        (Observable::ResidualOverlap, measured.residual_overlap),
        (Observable::MaxOverlap, measured.max_overlap),
        (Observable::TimeOfMaxOverlap, measured.time_of_max_overlap),
        (Observable::MaxOverlapInterpolated, measured.max_overlap_interpolated),
        (Observable::MaxForce, measured.max_force),
        (Observable::MaxForceElastic, measured.max_force_elastic),
        (Observable::ContactRadius, hertz.map(|(radius, _)| radius)),
        (Observable::PeakPressure, hertz.map(|(_, pressure)| pressure)),
    ];
    list.extend(rebound.iter().flat_map(|rebound| rebound::observables(scene, rebound)));
    list.extend([
        (Observable::EnergyStrain, works.strain),
        (Observable::EnergyDashpot, dashpot),
        (Observable::EnergyPlate, plate),
        (Observable::EnergyPlastic, works.plastic),
        (Observable::EnergyAdhesive, works.adhesive),
        (Observable::EnergySlip, works.slip),
        (Observable::EnergyRolling, works.rolling),
        (Observable::EnergyCreated, works.created),
        (Observable::EnergyLost, works.lost),
        (Observable::MomentumResidual, measured.momentum_residual),
        (Observable::AngularMomentumResidual, measured.angular_momentum_residual),
        (Observable::EnergyInContact, measured.energy_in_contact),
        (Observable::EnergyResidual, measured.energy_residual),
    ]);
    list.into_iter().filter_map(|(observable, estimate)| Some((observable, estimate?))).collect()
}

/// All observables of a loading path; those that its law does not determine are absent.
pub fn observe_path(scene: &Scene, trace: &Trace) -> Vec<(Observable, Estimate)> {
    let end = &trace.end;
    let radius = (scene.pair.R_star * end.overlap.value).sqrt();
    let part = |c: Estimate| Estimate::new(c.value / radius, c.uncertainty / radius);
    let losses = end.losses.as_ref();
    let along = |estimate: Estimate| (losses.is_none() || scene.shear.is_some()).then_some(estimate);
    let readings = [
        (Observable::ResidualOverlap, losses.and_then(|losses| losses.residual_overlap)),
        (Observable::StickRadius, end.stick_radius.filter(|_| radius > 0.0).map(part)),
        (Observable::LoopEnergy, trace.loops.last().copied()),
        (Observable::NormalForce, losses.map(|_| end.normal)),
        (Observable::PullOffForce, losses.and_then(|losses| losses.pull_off)),
        (Observable::TangentialForce, along(end.tangential)),
        (Observable::Slide, along(end.slide)),
        (Observable::WorkIn, Some(end.work)),
        (Observable::EnergyStrain, end.strain),
        (Observable::EnergyPlastic, losses.map(|losses| losses.plastic)),
        (Observable::EnergyAdhesive, losses.and_then(|losses| losses.adhesive)),
        (Observable::EnergySlip, end.slip),
        (Observable::EnergyRolling, along(end.rolling)),
        (Observable::EnergyCreated, end.created),
        (Observable::EnergyResidual, end.residual),
    ];
    readings.into_iter().filter_map(|(observable, estimate)| Some((observable, estimate?))).collect()
}

/// `V_s = sqrt(2 W/m*)` where the energy lost is that of adhesion alone and so the same at every speed; of bodies that stick, from the
/// barrier of `jkr`, which alone of these laws makes undamped bodies stick.
fn sticking_speed(
    scene: &Scene,
    measured: &Measured<Estimate>,
    works: &Works<Estimate>,
    sticks: bool,
) -> Option<Estimate> {
    // Known of the reference alone, which knows the plastic work too.
    works.plastic?;
    let undamped = matches!(scene.contact.damping, Damping::Undamped(_));
    if sticks && undamped && matches!(scene.contact.normal, Normal::Jkr(_)) {
        let speed = cohesion::sticking_speed(&scene.contact.branches(&scene.pair).ok()??, scene.pair.m_star);
        return Some(Estimate::new(speed, 64.0 * f64::EPSILON * speed));
    }
    let elastic = measured.residual_overlap.is_none() && undamped;
    let lost = works.adhesive.filter(|_| elastic)?;
    let speed = |energy: f64| (2.0 * energy.max(0.0) / scene.pair.m_star).sqrt();
    let value = speed(lost.value);
    Some(Estimate::new(value, speed(lost.value + lost.uncertainty) - value + 4.0 * f64::EPSILON * value))
}

/// `a = sqrt(R* delta)` and `p0 = 2 E* a/(pi R*)` at the largest overlap (Johnson 1985, eqs 4.22 and 4.24).
fn hertz(scene: &Scene, overlap: Estimate) -> Option<(Estimate, Estimate)> {
    let Normal::Hertz(law) = &scene.contact.normal else { return None };
    let E_star = law.effective_modulus.or(scene.pair.E_star)?;
    let R_star = scene.pair.R_star;
    let Estimate { value: delta, uncertainty } = overlap;
    if delta <= 0.0 {
        return None;
    }
    let relative = 0.5 * uncertainty / delta + 4.0 * f64::EPSILON;
    let radius = (R_star * delta).sqrt();
    let pressure = 2.0 * E_star * radius / (PI * R_star);
    Some((Estimate::new(radius, relative * radius), Estimate::new(pressure, relative * pressure)))
}
