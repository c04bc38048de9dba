//! A law with branches under a fixed-step scheme: its branch is brought up to date once a force is taken.
//!
//! The law sees overlaps at the steps only: it turns round at the largest of them, and is made and broken where the first
//! step finds it made or broken, as in a production code.

use super::{Ending, Impact, Phases, Stepped, Unsteppable, onset_phases};
use crate::contact::branches::{Branched, History};
use crate::halt;
use crate::solve::schemes::{Part, Scheme};
use crate::system::engine::bounce::vertex;
use crate::trajectory::Sample;

/// Natural durations after which bodies that have not parted stick. A choice.
const PATIENCE: f64 = 30.0;

/// A contact between two steps.
struct Held<'a> {
    contact: &'a Branched,
    m_star: f64,
    history: History,
    /// Elastic and whole force taken last, N, and the largest of the latter.
    elastic: f64,
    force: f64,
    most: f64,
}

impl Held<'_> {
    /// Force over mass at a state, m/s2; `kick` (s) where the dashpot takes the speed at the end of the kick that follows.
    fn push(&mut self, overlap: f64, speed: f64, kick: Option<f64>) -> f64 {
        self.history.advance(&*self.contact.law, overlap);
        let at = |branch| self.contact.damping(&branch, self.contact.law.place(&branch, overlap))[0];
        let c = self.history.branch.filter(|_| self.contact.dashpot.C != 0.0).map_or(0.0, at);
        self.elastic = self.history.force(&*self.contact.law);
        self.force = (self.elastic + c * speed) / (1.0 + c * kick.unwrap_or(0.0) / self.m_star);
        self.most = self.most.max(self.force);
        self.force / self.m_star
    }
}

/// Bodies under a law with branches, as a scheme needs them.
#[derive(Debug, Clone, Copy)]
pub struct Bodies<'a> {
    pub contact: &'a Branched,
    /// kg
    pub m_star: f64,
    /// Speed of an earlier impact that the law remembers, m/s.
    pub before: Option<f64>,
    /// Duration without the dashpot, s.
    pub natural: f64,
}

/// Steps one collision; `watch` sees every step of it.
///
/// # Errors
/// When the scheme has no parts.
pub fn collide(
    scheme: &dyn Scheme,
    bodies: &Bodies,
    impact: &Impact,
    mut watch: impl FnMut(Sample),
) -> Result<Stepped, Unsteppable> {
    let largest = match bodies.before {
        Some(speed) => once(scheme, bodies, &Impact { speed, ..*impact }, 0.0, &mut |_| {})?.1,
        None => 0.0,
    };
    Ok(once(scheme, bodies, impact, largest, &mut watch)?.0)
}

/// Steps one collision of a speed (m/s) with steps of `dt` (s) at each of so many onset phases.
///
/// # Errors
/// When the scheme has no parts.
pub fn collide_many(
    scheme: &dyn Scheme,
    bodies: &Bodies,
    speed: f64,
    dt: f64,
    phases: usize,
) -> Result<Phases, Unsteppable> {
    let impacts: Vec<Impact> = onset_phases(phases).map(|phase| Impact { phase, speed, dt }).collect();
    let runs = impacts.iter().map(|impact| collide(scheme, bodies, impact, |_| {})).collect::<Result<_, _>>()?;
    Ok(Phases { dt, steps_per_contact: bodies.natural / dt, impacts, runs })
}

/// One collision of bodies that remember `largest`, and what they remember of it.
fn once(
    scheme: &dyn Scheme,
    bodies: &Bodies,
    impact: &Impact,
    largest: f64,
    watch: &mut dyn FnMut(Sample),
) -> Result<(Stepped, f64), Unsteppable> {
    let parts = scheme.parts();
    if parts.is_empty() {
        return Err(Unsteppable::HeadOnOnly(scheme.name()));
    }
    let Bodies { contact, m_star, natural, .. } = *bodies;
    let Impact { phase, speed: first, dt } = *impact;
    let (branch, q) = contact.law.touch(largest);
    let (mut overlap, mut speed) = (contact.law.spot(&branch, q).overlap - phase * first * dt, first);
    let history = History::new(largest, overlap);
    let mut held = Held { contact, m_star, history, elastic: 0.0, force: 0.0, most: 0.0 };
    let mut push = 0.0;
    let [mut older, mut rise] = [overlap, first];
    let mut peak = [0.0, f64::NEG_INFINITY, 0.0];
    let (mut counted, mut end, mut zero) = (0u64, None, None);
    let limit = if halt::is_asked() { 0 } else { (PATIENCE * natural / dt) as u64 + 1 };
    for step in 0..limit {
        let now = overlap;
        for part in parts {
            match *part {
                Part::Drift(fraction) => overlap += fraction * dt * speed,
                Part::Kick(fraction) => speed -= fraction * dt * push,
                Part::Force => push = held.push(overlap, speed, None),
                Part::ImplicitForce(kick) => push = held.push(overlap, speed, Some(kick * dt)),
            }
        }
        let at = step as f64 - phase;
        watch(Sample { time: (at + 1.0) * dt, overlap, speed, force: held.force, force_elastic: held.elastic });
        let rose = std::mem::replace(&mut rise, overlap - now);
        if rose > 0.0 && rise <= 0.0 && now > peak[1] {
            peak = [older, now, overlap];
        }
        if now > 0.0 && overlap <= 0.0 {
            zero = Some((at + now / (now - overlap)) * dt);
        }
        counted += u64::from(held.history.branch.is_some());
        if let Some(part) = held.history.ended {
            end = Some((at - 1.0 + scheme.force_at() + part) * dt);
        }
        older = now;
        let parted = held.history.branch.is_none() && speed < 0.0 && overlap <= 0.0;
        if parted || !overlap.is_finite() {
            break;
        }
    }
    let ending = match (overlap.is_finite() && speed.is_finite(), held.history.branch.is_none() && speed < 0.0) {
        (false, _) => Ending::Diverged,
        (true, true) => Ending::Separated,
        (true, false) => Ending::StaysInContact,
    };
    let over = ending == Ending::Separated;
    let stepped = Stepped {
        ending,
        restitution: match ending {
            Ending::Separated => -speed / first,
            Ending::StaysInContact => 0.0,
            Ending::Diverged => f64::NAN,
        },
        duration_to_end: end.filter(|_| over),
        duration_to_zero_overlap: zero.filter(|_| over),
        duration_to_zero_force: None,
        duration_counted: over.then_some(counted as f64 * dt),
        max_overlap: peak[1],
        max_overlap_interpolated: vertex(peak[0], peak[1], peak[2]),
        max_force: held.most,
        glance: None,
    };
    Ok((stepped, held.history.largest))
}
