//! The observables of a collision, and how each is computed from a trajectory.

mod conserved;
mod free_flight;
mod oblique;
mod stepped;

use std::f64::consts::PI;

pub use conserved::{along_wall, in_single_precision, kinetic};

use crate::collide::bounce::Bounce;
use crate::collide::cohesion;
use crate::collide::stepper::{Ending, Stepped};
use crate::collide::trajectory::{Estimate, Losses, Outcome, Trace, Trajectory};
use crate::law::scene::Scene;
use crate::law::{Damping, Ends, Normal};
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
    EnergyPlastic "energy_plastic" "W_p" Energy "plastic work of a law with memory of the largest overlap; in a second impact, that impact only",
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

/// All observables of a reference collision; those with unknown values are absent.
///
/// Uncertainties of the trajectory are carried on: those of factors add up relative to the values, those of terms as
/// they are. A collision that stays in contact has restitution 0 and no durations.
pub fn observe(scene: &Scene, trajectory: &Trajectory) -> Vec<(Observable, Estimate)> {
    let mut list = Vec::new();
    let mut put = |observable, estimate: Option<Estimate>| list.extend(estimate.map(|e| (observable, e)));
    let restitution = restitution(scene, trajectory);

    put(Observable::Restitution, restitution);
    put(Observable::RestitutionRequested, scene.restitution_requested().map(|e| Estimate::new(e, 0.0)));
    put(Observable::Duration, trajectory.end.map(|end| end.time));
    put(Observable::DurationToZeroForce, zero_force(trajectory));
    put(Observable::DurationToZeroOverlap, trajectory.zero_overlap.map(|end| end.time));
    put(Observable::MaxOverlap, trajectory.turning.map(|turning| turning.overlap));
    put(Observable::TimeOfMaxOverlap, trajectory.turning.map(|turning| turning.time));
    put(Observable::MaxForce, trajectory.max_force.map(|peak| peak.force));
    put(Observable::MaxForceElastic, trajectory.turning.map(|turning| turning.force_elastic));
    let hertz = hertz(scene, trajectory);
    put(Observable::ContactRadius, hertz.map(|(radius, _)| radius));
    put(Observable::PeakPressure, hertz.map(|(_, pressure)| pressure));

    if let Some(losses) = &trajectory.losses {
        let sticks = trajectory.outcome == Outcome::Sticks;
        put(Observable::Sticks, Some(Estimate::new(f64::from(u8::from(sticks)), 0.0)));
        put(Observable::StickingSpeed, sticking_speed(scene, losses, sticks));
        put(Observable::PullOffForce, losses.pull_off);
        put(Observable::ResidualOverlap, losses.residual_overlap);
        put(Observable::EnergyPlastic, Some(losses.plastic));
        put(Observable::EnergyAdhesive, losses.adhesive);
    }
    // Bodies that stick go on swinging: what their motion has lost, and what has been done to it, is no number.
    let parted = trajectory.outcome != Outcome::Sticks;
    put(Observable::EnergyStrain, Some(trajectory.energy_strain).filter(|_| parted));
    put(Observable::EnergyDashpot, Some(trajectory.energy_dashpot).filter(|_| parted));
    // In the contact coordinate the plate is a dashpot: its work is the energy in the plate.
    if scene.contact.on_plate() {
        list.retain(|(known, _)| *known != Observable::EnergyDashpot);
        list.push((Observable::EnergyPlate, trajectory.energy_dashpot));
    }
    let mut put = |observable, estimate: Option<Estimate>| list.extend(estimate.map(|e| (observable, e)));
    // Nor is what the motion along a contact that holds has lost.
    let known = parted && (trajectory.tangential.is_some() || (scene.shear.is_none() && scene.kinematics.is_head_on()));
    let lost = restitution.filter(|_| known).map(|e| energy_lost(scene, e));
    put(Observable::EnergyLost, lost);
    put(Observable::MomentumResidual, lost.and(restitution).map(|e| momentum_residual(scene, trajectory, e)));
    put(Observable::EnergyResidual, lost.map(|lost| energy_residual(scene, trajectory, lost)));
    if let Some(tangential) = &trajectory.tangential {
        for (observable, estimate) in oblique::observe_tangential(scene, trajectory, tangential) {
            list.retain(|(known, _)| *known != observable);
            list.extend(estimate.map(|e| (observable, e)));
        }
        // In the order in which words are listed.
        list.sort_by_key(|(observable, _)| Observable::ALL.iter().position(|known| known == observable));
    }
    list
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

/// All observables of a collision computed with a fixed time step. A run that diverged has none.
///
/// `energy_in_contact` is that of an undamped collision, where it was computed.
pub fn observe_stepped(scene: &Scene, run: &Stepped, energy_in_contact: Option<f64>) -> Vec<(Observable, Estimate)> {
    if run.ending == Ending::Diverged {
        return Vec::new();
    }
    let duration = match scene.force.map(|force| force.ends) {
        None => run.duration_to_end,
        Some(Ends::ZeroForce) => run.duration_to_zero_force.or(run.duration_to_zero_overlap),
        Some(Ends::ZeroOverlap | Ends::ForceClamped) => run.duration_to_zero_overlap,
    };
    // A scheme evaluates the force of the contact coordinate: on a plate that is not the real one.
    let on_plate = scene.contact.on_plate();
    let readings = [
        (Observable::Restitution, Some(run.restitution)),
        (Observable::Sticks, scene.force.is_none().then(|| f64::from(u8::from(run.ending == Ending::StaysInContact)))),
        (Observable::RestitutionRequested, scene.restitution_requested()),
        (Observable::Duration, duration),
        (Observable::DurationToZeroForce, run.duration_to_zero_force.filter(|_| !on_plate)),
        (Observable::DurationToZeroOverlap, run.duration_to_zero_overlap),
        (Observable::DurationCounted, run.duration_counted),
        (Observable::MaxOverlap, Some(run.max_overlap)),
        (Observable::MaxOverlapInterpolated, Some(run.max_overlap_interpolated)),
        (Observable::MaxForce, Some(run.max_force).filter(|_| !on_plate)),
        (Observable::EnergyInContact, energy_in_contact),
    ];
    // Bodies that have not parted have no motion after the impact.
    let parted = run.tangential.iter().filter(|_| run.ending == Ending::Separated);
    let tangential = parted.flat_map(|tangential| stepped::tangential_observables(scene, tangential));
    // A production code states no uncertainty: rounding is all that is known without a second run.
    let readings = readings.into_iter().chain(tangential);
    readings.filter_map(|(observable, value)| Some((observable, Estimate::new(value?, 0.0)))).collect()
}

/// All observables of a collision computed by an engine, a production code outside this program.
///
/// Where the contact is deleted before the overlap is zero, the end is not known from the free flight alone.
pub fn observe_engine(scene: &Scene, bounce: &Bounce) -> Vec<(Observable, Estimate)> {
    let deleted_early = scene.force.is_none_or(|force| force.ends == Ends::ZeroForce && force.C != 0.0);
    let readings = [
        (Observable::Restitution, Some(bounce.restitution)),
        (Observable::Sticks, scene.force.is_none().then(|| f64::from(u8::from(!bounce.separated)))),
        (Observable::RestitutionRequested, scene.restitution_requested()),
        (Observable::Duration, bounce.duration_to_zero_overlap.filter(|_| !deleted_early)),
        (Observable::DurationToZeroOverlap, bounce.duration_to_zero_overlap.filter(|_| scene.force.is_some())),
        (Observable::DurationCounted, bounce.duration_counted),
        (Observable::MaxOverlap, bounce.max_overlap),
        (Observable::MaxOverlapInterpolated, bounce.max_overlap_interpolated),
        (Observable::MaxForce, bounce.max_force),
    ];
    let oblique = bounce.separated && !scene.kinematics.is_head_on();
    let along = if oblique { free_flight::tangential_observables(scene, bounce) } else { Vec::new() };
    // An engine states no uncertainty.
    let all = readings.into_iter().chain(along).map(|(word, value)| (word, value.map(|v| Estimate::new(v, 0.0))));
    let all = all.chain(conserved::conservation(scene, bounce));
    all.filter_map(|(observable, estimate)| Some((observable, estimate?))).collect()
}

/// Rate of separation over rate of approach.
fn restitution(scene: &Scene, trajectory: &Trajectory) -> Option<Estimate> {
    match trajectory.outcome {
        // The energy that a contact may keep and still count as stuck, 1e-24 of the first, bounds what is left of e.
        Outcome::StaysInContact => Some(Estimate::new(0.0, 1e-12)),
        Outcome::Sticks => Some(Estimate::new(0.0, 0.0)),
        Outcome::Separated => {
            let Estimate { value, uncertainty } = trajectory.end?.speed;
            Some(Estimate::new(-value / scene.speed, uncertainty / scene.speed))
        }
    }
}

/// `V_s = sqrt(2 W/m*)` where the energy lost is that of adhesion alone and so the same at every speed; of bodies that stick, from the
/// barrier of `jkr`, which alone of these laws makes undamped bodies stick.
fn sticking_speed(scene: &Scene, losses: &Losses, sticks: bool) -> Option<Estimate> {
    let undamped = matches!(scene.contact.damping, Damping::Undamped(_));
    if sticks && undamped && matches!(scene.contact.normal, Normal::Jkr(_)) {
        let speed = cohesion::sticking_speed(&scene.contact.branches(&scene.pair).ok()??, scene.pair.m_star);
        return Some(Estimate::new(speed, 64.0 * f64::EPSILON * speed));
    }
    let elastic = losses.residual_overlap.is_none() && undamped;
    let lost = losses.adhesive.filter(|_| elastic)?;
    let speed = |energy: f64| (2.0 * energy.max(0.0) / scene.pair.m_star).sqrt();
    let value = speed(lost.value);
    Some(Estimate::new(value, speed(lost.value + lost.uncertainty) - value + 4.0 * f64::EPSILON * value))
}

/// The time at which the force is zero: an event before zero overlap, or zero overlap itself for a force that is
/// continuous there. `None` for a force that is still finite at zero overlap.
fn zero_force(trajectory: &Trajectory) -> Option<Estimate> {
    match (trajectory.zero_force, trajectory.zero_overlap) {
        (Some(event), _) => Some(event.time),
        (None, Some(event)) if event.force.value == 0.0 => Some(event.time),
        _ => None,
    }
}

/// `a = sqrt(R* delta)` and `p0 = 2 E* a/(pi R*)` at the largest overlap (Johnson 1985, eqs 4.22 and 4.24).
fn hertz(scene: &Scene, trajectory: &Trajectory) -> Option<(Estimate, Estimate)> {
    let Normal::Hertz(law) = &scene.contact.normal else { return None };
    let E_star = law.effective_modulus.or(scene.pair.E_star)?;
    let R_star = scene.pair.R_star;
    let Estimate { value: delta, uncertainty } = trajectory.turning?.overlap;
    if delta <= 0.0 {
        return None;
    }
    let relative = 0.5 * uncertainty / delta + 4.0 * f64::EPSILON;
    let radius = (R_star * delta).sqrt();
    let pressure = 2.0 * E_star * radius / (PI * R_star);
    Some((Estimate::new(radius, relative * radius), Estimate::new(pressure, relative * pressure)))
}

/// `m* v^2 (1 - e^2)/2`.
fn energy_lost(scene: &Scene, e: Estimate) -> Estimate {
    let energy = scene.impact_energy();
    let lost = energy * (1.0 - e.value) * (1.0 + e.value);
    let uncertainty = energy * (2.0 * e.value * e.uncertainty + e.uncertainty * e.uncertainty);
    Estimate::new(lost, uncertainty + 4.0 * f64::EPSILON * lost.abs())
}

/// `(1 + e) - (integral of F dt)/(m* v)`.
fn momentum_residual(scene: &Scene, trajectory: &Trajectory, e: Estimate) -> Estimate {
    let unit = scene.pair.m_star * scene.speed;
    let impulse = trajectory.impulse;
    let rounding = 4.0 * f64::EPSILON * (1.0 + e.value);
    Estimate::new(1.0 + e.value - impulse.value / unit, e.uncertainty + impulse.uncertainty / unit + rounding)
}

/// `(lost - dashpot - strain - plastic - adhesive)/(m* v^2/2)`.
fn energy_residual(scene: &Scene, trajectory: &Trajectory, lost: Estimate) -> Estimate {
    let energy = scene.impact_energy();
    let (dashpot, strain) = (trajectory.energy_dashpot, trajectory.energy_strain);
    let (mut left, mut uncertainty) =
        (lost.value - dashpot.value - strain.value, lost.uncertainty + dashpot.uncertainty + strain.uncertainty);
    for loss in trajectory.losses.iter().flat_map(|losses| [Some(losses.plastic), losses.adhesive]).flatten() {
        left -= loss.value;
        uncertainty += loss.uncertainty + 4.0 * f64::EPSILON * loss.value.abs();
    }
    Estimate::new(left / energy, uncertainty / energy + 4.0 * f64::EPSILON)
}
