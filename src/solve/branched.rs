//! One impact under a law with branches, by one integrator.
//!
//! Between two turning points the chart `q` moves one way, so that a branch ends on a plane `q = const` and every event is
//! met once. First the turning point is located; a plane that was passed before it ends the piece instead, also where one
//! step passes it twice.

mod piece;

pub(super) use piece::{AT_REST, Units};
use piece::{LARGEST_PULL, MAX_FORCE, Piece, SPENT, SWITCHES, TURNING, ZERO_FORCE, ZERO_OVERLAP};

use super::passage::{Course, Losses, Passage, Point};
use crate::contact::branches::{Branch, Branched, Exit};
use crate::contact::flow::{CollisionError, STUCK};
use crate::ode::{Control, Crossing, Integration, Vector, halved, integrate, locate, onto_plane};

/// Pieces of a collision after which it is given up.
const MOST_PIECES: usize = 64;

/// Rate of separation, in parts of the largest speed, below which it is read from the energy that is left: the integrated
/// speed is known to rounding of the energy only.
const SLOW: f64 = 0.1;

/// Tolerances by which the energy at the end, integrated and by the ledger, may differ: two passes of some hundred steps.
const AGREEMENT: f64 = 100.0;

/// Part of the largest force that counts as none at the end of a contact.
pub(super) const NO_FORCE: f64 = 1e-12;

/// Part of the largest overlap within which two places are one.
const SAME_PLACE: f64 = 1e-9;

/// What ended a piece.
enum Ended {
    Turned(Vector<5>),
    Left(Vector<5>, Exit),
    /// Not enough energy is left to go on.
    Spent(Vector<5>),
}

/// The impact of an effective mass (kg) at `speed` (m/s) under a law that remembers `largest` (m) of an earlier one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Impact<'a> {
    pub contact: &'a Branched,
    pub m_star: f64,
    pub speed: f64,
    pub largest: f64,
}

impl Impact<'_> {
    fn energy(&self) -> f64 {
        0.5 * self.m_star * self.speed * self.speed
    }

    /// Whether bodies at rest at `q` of a branch never part: beside a spring that ends at its zero, over-damped as the
    /// stiffest place of it is (below the line `v = c delta/(2 m*)` they stay below it).
    fn creeps(&self, branch: &Branch, q: f64) -> bool {
        let (law, end) = (&*self.contact.law, self.contact.law.below(branch));
        let stiffness = |q: f64| law.spot(branch, q).slope / law.spot(branch, q).rate;
        let (C, beta) = (self.contact.dashpot.C, self.contact.dashpot.beta);
        let ends_at_zero = end.next.is_none() && law.spot(branch, end.at).force == 0.0;
        ends_at_zero && beta == 0.0 && C * C >= 4.0 * self.m_star * stiffness(q).max(stiffness(end.at))
    }

    /// Units in which the collision without its dashpot is of order one.
    pub(super) fn units(&self) -> Result<Units, CollisionError> {
        let law = &*self.contact.law;
        let (branch, touch) = law.touch(self.largest);
        let energy = self.energy() + law.well();
        let speed = (2.0 * energy / self.m_star).sqrt();
        let reaches = |q: f64| law.energy(&branch, q) >= self.energy();
        let mut deep = f64::MIN_POSITIVE.max(touch);
        let mut step = f64::MIN_POSITIVE.sqrt().max(1e-6 * touch);
        for _ in 0..2000 {
            if reaches(deep) {
                break;
            }
            deep += step;
            step *= 2.0;
        }
        let [_, deep] = halved([touch, deep], 60, reaches);
        let length = law.spot(&branch, deep).overlap.abs();
        let units = Units { q: deep, speed, time: length / speed, energy, impulse: self.m_star * speed };
        let sound = [units.q, units.speed, units.time, units.energy, units.impulse];
        match sound.into_iter().find(|unit| !(unit.is_finite() && *unit > 0.0)) {
            Some(value) => Err(CollisionError::Number { name: "the scale of the collision", value }),
            None => Ok(units),
        }
    }
}

/// Integrates one impact with one method; with the largest overlap that the law remembers of it.
///
/// # Errors
/// When the numbers make no collision, it does not end, or the integrator gives up.
pub fn pass(impact: &Impact, control: &Control) -> Result<(Passage, f64), CollisionError> {
    let Impact { contact, m_star, speed, largest } = *impact;
    let (law, units) = (&*contact.law, impact.units()?);
    let (mut branch, touch) = law.touch(largest);
    let mut y = Vector::from([touch / units.q, speed / units.speed, 0.0, 0.0, 0.0]);
    let mut pieces = Pieces::default();
    let mut way = 1.0;
    for _ in 0..MOST_PIECES {
        let exit = if way > 0.0 { law.above(&branch) } else { Some(law.below(&branch)) };
        let piece = Piece { contact, branch, m_star, units, way, exit };
        match pieces.follow(&piece, y, control)? {
            Ended::Turned(mut state) => {
                state[1] = 0.0;
                let q = piece.q(&state);
                let (next, at) = if way > 0.0 { law.turned(&branch, q) } else { law.turned_back(&branch, q) };
                let kept = law.energy(&next, at);
                pieces.turned(&piece, &state, law.energy(&branch, q) - kept, way);
                if way > 0.0 {
                    pieces.rest = [kept, piece.point(&state).work, pieces.plastic];
                }
                let barrier = contact.barrier(&next);
                let (left, _) = pieces.left(impact, &piece.point(&state), barrier, law.well());
                if left <= STUCK * impact.energy() || (way > 0.0 && impact.creeps(&next, at)) {
                    return Ok((pieces.stick(piece.point(&state)), next.largest));
                }
                if way < 0.0 {
                    // Slower than rounding of what the well gives and takes: at rest where the contact ends.
                    let end = Left { adhesive: barrier, residual: law.residual(&branch), tolerance: control.tolerance };
                    return Ok((pieces.leave(impact, piece.point(&state), &end, law.well())?, branch.largest));
                }
                (branch, y, way) = (next, state, -way);
                y[0] = at / units.q;
            }
            Ended::Spent(state) => {
                // What creeps inward to rest has no turning point.
                return Ok((pieces.stick(piece.point(&state)), branch.largest));
            }
            Ended::Left(state, Exit { next: Some((next, at)), .. }) => {
                pieces.plastic += law.energy(&branch, piece.q(&state)) - law.energy(&next, at);
                pieces.changed(piece.point(&state), way);
                (branch, y) = (next, state);
                y[0] = at / units.q;
            }
            Ended::Left(state, Exit { at, next: None }) => {
                let adhesive = law.energy(&branch, at);
                let end = Left { adhesive, residual: law.residual(&branch), tolerance: control.tolerance };
                return Ok((pieces.leave(impact, piece.point(&state), &end, law.well())?, branch.largest));
            }
        }
    }
    Err(CollisionError::NoEnd)
}

/// What the law keeps at the end of a contact.
struct Left {
    /// J
    adhesive: f64,
    /// m
    residual: Option<f64>,
    /// To which the motion was integrated.
    tolerance: f64,
}

/// A collision on its way, piece by piece.
#[derive(Default)]
struct Pieces {
    course: Course,
    zero_overlap: Option<Point>,
    plastic: f64,
    /// Largest attraction as the bodies part, N.
    pull: f64,
    /// Where the bodies last were at rest: elastic energy, work of the dashpot and plastic work until then, J.
    rest: [f64; 3],
}

impl Pieces {
    /// A piece from `start` to its end, with its samples and events.
    fn follow(&mut self, piece: &Piece, start: Vector<5>, control: &Control) -> Result<Ended, CollisionError> {
        let run = integrate(piece, start, control)?;
        let stopped = run.stopped.ok_or(CollisionError::NoEnd)?;
        let before = run.states[stopped.before];
        let turned = match stopped.switch {
            TURNING => Some(locate(piece, &run, stopped, control)?),
            _ => None,
        };
        if stopped.switch == SPENT {
            self.course.points.extend(run.states[..=stopped.before].iter().map(|y| piece.point(y)));
            return Ok(Ended::Spent(before));
        }
        let beyond = |exit: &Exit| turned.is_none_or(|y| piece.way * (piece.q(&y) - exit.at) > 0.0);
        let ended = match (piece.exit.filter(beyond), turned) {
            (Some(exit), _) => Ended::Left(onto_plane(piece, before, 0, exit.at / piece.units.q, control)?, exit),
            (None, Some(y)) => Ended::Turned(y),
            (None, None) => return Err(CollisionError::NoEnd),
        };
        self.course.points.extend(run.states[..=stopped.before].iter().map(|y| piece.point(y)));
        let (Ended::Turned(end) | Ended::Left(end, _) | Ended::Spent(end)) = &ended;
        for crossing in run.crossings.iter().filter(|crossing| crossing.switch >= MAX_FORCE) {
            self.note(piece, &run, *crossing, end[2], control)?;
        }
        Ok(ended)
    }

    /// An event, unless it lies beyond the end of its piece.
    fn note(
        &mut self,
        piece: &Piece,
        run: &Integration<5, SWITCHES>,
        crossing: Crossing,
        end: f64,
        control: &Control,
    ) -> Result<(), CollisionError> {
        let y = locate(piece, run, crossing, control)?;
        if y[2] > end {
            return Ok(());
        }
        let point = piece.point(&y);
        match crossing.switch {
            MAX_FORCE => self.course.peaks.push(point),
            LARGEST_PULL => self.pulls(&point, piece.way),
            ZERO_FORCE if self.course.zero_force.is_none() => {
                self.course.zero_force = Some(Point { force: 0.0, ..point })
            }
            ZERO_OVERLAP => self.zero_overlap = Some(Point { overlap: 0.0, ..point }),
            _ => {}
        }
        Ok(())
    }

    /// Another branch begins.
    fn changed(&mut self, here: Point, way: f64) {
        if way < 0.0 && self.course.zero_force.is_none() && here.force.abs() <= NO_FORCE * self.largest_force() {
            self.course.zero_force = Some(Point { force: 0.0, ..here });
        }
        self.pulls(&here, way);
        self.course.points.push(here);
    }

    fn pulls(&mut self, here: &Point, way: f64) {
        if way < 0.0 {
            self.pull = self.pull.max(-here.force);
        }
    }

    fn largest_force(&self) -> f64 {
        self.course.peaks.iter().map(|peak| peak.force).fold(0.0, f64::max)
    }

    fn turned(&mut self, piece: &Piece, y: &Vector<5>, lost: f64, way: f64) {
        let point = piece.point(y);
        self.plastic += lost;
        self.course.peaks.push(point);
        if way > 0.0 && self.course.turning.is_none_or(|deepest| deepest.overlap < point.overlap) {
            self.course.turning = Some(point);
        }
    }

    /// Less energy is left than the contact needs to end.
    fn stick(self, here: Point) -> Passage {
        let losses = Losses { plastic: self.plastic, adhesive: 0.0, pull: self.pull, residual: None, doubt: 0.0 };
        self.passage(here, None, losses)
    }

    /// Energy of motion at a place where the elastic one is `elastic`, and the size of what it is the difference of, J: from
    /// first touch or from rest, whichever has less to cancel.
    fn left(&self, impact: &Impact, here: &Point, elastic: f64, well: f64) -> (f64, f64) {
        let [kept, work, plastic] = self.rest;
        let since = [here.work - work, self.plastic - plastic, elastic];
        let whole = [here.work, self.plastic, elastic];
        let size = |from: f64, spent: [f64; 3]| from + spent.into_iter().map(f64::abs).sum::<f64>();
        let (start, rest) = (size(impact.energy(), whole), size(kept.abs() + well, since));
        if start <= rest {
            (impact.energy() - whole.into_iter().sum::<f64>(), start)
        } else {
            (kept - since.into_iter().sum::<f64>(), rest)
        }
    }

    /// The contact ends.
    fn leave(mut self, impact: &Impact, mut end: Point, left: &Left, well: f64) -> Result<Passage, CollisionError> {
        self.pulls(&end, -1.0);
        let (energy, size) = self.left(impact, &end, left.adhesive, well);
        let (by_energy, integrated) = ((2.0 * energy.max(0.0) / impact.m_star).sqrt(), -end.speed);
        let whole = impact.energy() + well;
        let mut doubt = 0.0;
        // A strong dashpot leaves less than its work is known to: then the integrated speed is the better one.
        let known = energy > AGREEMENT * left.tolerance * end.work.abs();
        if known && integrated < SLOW * (2.0 * whole / impact.m_star).sqrt() {
            let apart = (0.5 * impact.m_star * integrated * integrated - energy).abs();
            // The two readings have to agree as well as integration knows an energy: an energy that does not belong to the
            // force must not speak for it.
            if apart <= AGREEMENT * left.tolerance * whole {
                end.speed = -by_energy;
                doubt = 8.0 * f64::EPSILON * size / (impact.m_star * by_energy);
            } else {
                doubt = (by_energy - integrated).abs();
            }
        }
        if end.speed >= 0.0 || !doubt.is_finite() {
            return Err(CollisionError::NoEnd);
        }
        let deepest = self.course.turning.map_or(0.0, |turning| turning.overlap);
        let apart = if end.overlap >= -4.0 * f64::EPSILON * deepest {
            let time = end.time + end.overlap / -end.speed;
            Some(Point { time, overlap: 0.0, force: 0.0, force_elastic: 0.0, ..end })
        } else {
            self.zero_overlap
        };
        // A force that is zero where the contact ends falls to it there, unless it did so well before: the last step may have
        // seen either.
        let before = self.course.zero_force.filter(|zero| (zero.overlap - end.overlap).abs() > SAME_PLACE * deepest);
        let falls = end.force.abs() <= NO_FORCE * self.largest_force();
        if falls {
            self.course.zero_force = before.or(Some(Point { force: 0.0, ..end }));
        }
        let Left { adhesive, residual, .. } = *left;
        let losses = Losses { plastic: self.plastic, adhesive, pull: self.pull, residual, doubt };
        Ok(self.passage(end, apart, losses))
    }

    fn passage(mut self, end: Point, zero_overlap: Option<Point>, losses: Losses) -> Passage {
        self.course.zero_force = self.course.zero_force.filter(|_| zero_overlap.is_some());
        Passage { losses: Some(losses), ..self.course.ended(end, zero_overlap) }
    }
}
