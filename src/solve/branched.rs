//! One impact under a law with branches, by one integrator.
//!
//! Between two turning points the chart `q` moves one way, so that a branch ends on a plane `q = const` and every event is
//! met once. First the turning point is located; a plane that was passed before it ends the piece instead, also where one
//! step passes it twice.

use super::passage::{Losses, Passage, Point};
use crate::contact::branches::{Branch, Branched, Exit, Spot};
use crate::contact::flow::{CollisionError, STUCK};
use crate::ode::{Control, Crossing, Flow, Run, State, integrate, locate, onto_plane};

/// Pieces of a collision after which it is given up.
const MOST_PIECES: usize = 64;

/// Rate of separation, in parts of the largest speed, below which it is read from the energy that is left: the integrated
/// speed is known to rounding of the energy only.
const SLOW: f64 = 0.1;

/// Part of the largest force that counts as none at the end of a contact.
const NO_FORCE: f64 = 1e-12;

/// Units of a collision.
#[derive(Debug, Clone, Copy)]
struct Units {
    /// Of the chart.
    q: f64,
    /// m/s
    speed: f64,
    /// s
    time: f64,
    /// J
    energy: f64,
    /// N s
    impulse: f64,
}

/// A piece of the motion along one branch, one way: `q`, `v`, time, work of the dashpot, impulse, each in its unit.
struct Piece<'a> {
    contact: &'a Branched,
    branch: Branch,
    m_star: f64,
    units: Units,
    /// 1 as the bodies approach, -1 as they part.
    way: f64,
    exit: Option<Exit>,
}

const TURNING: usize = 0;
const EXIT: usize = 1;
const MAX_FORCE: usize = 2;
const ZERO_FORCE: usize = 3;
const ZERO_OVERLAP: usize = 4;

impl Piece<'_> {
    /// The contact at a state: its place, damping coefficient (N s/m) and rate of approach (m/s).
    fn at(&self, y: &State<5>) -> (Spot, f64, f64) {
        let spot = self.contact.law.spot(&self.branch, y[0] * self.units.q);
        (spot, self.contact.damping(spot.overlap), y[1] * self.units.speed)
    }

    fn q(&self, y: &State<5>) -> f64 {
        y[0] * self.units.q
    }

    fn point(&self, y: &State<5>) -> Point {
        let (spot, c, v) = self.at(y);
        let Units { time, energy, impulse, .. } = self.units;
        Point {
            time: y[2] * time,
            overlap: spot.overlap,
            speed: v,
            force: spot.force + c * v,
            force_elastic: spot.force,
            work: y[3] * energy,
            impulse: y[4] * impulse,
        }
    }

    /// `dF/ds` of the whole force, up to a positive factor.
    fn force_rate(&self, y: &State<5>) -> f64 {
        let (spot, c, v) = self.at(y);
        let beta = self.contact.dashpot.beta;
        // d(C delta^beta)/dq, times the overlap that keeps it finite at touch.
        let [kept, steep] = if beta > 0.0 { [spot.overlap.max(0.0), beta * c * spot.rate] } else { [1.0, 0.0] };
        let slowing = (spot.force + c * v) * spot.rate / self.m_star;
        kept * (spot.slope * v - c * slowing) + steep * v * v
    }
}

impl Flow<5, 5> for Piece<'_> {
    fn derivative(&self, y: &State<5>, dy: &mut State<5>) {
        let (spot, c, v) = self.at(y);
        let Units { q, speed, time, energy, impulse } = self.units;
        let force = spot.force + c * v;
        let ds = q / speed;
        *dy = State::from([
            y[1],
            -force * spot.rate / self.m_star * ds / speed,
            spot.rate * ds / time,
            c * v * v * spot.rate * ds / energy,
            force * spot.rate * ds / impulse,
        ]);
    }

    fn switches(&self, y: &State<5>) -> [f64; 5] {
        let (spot, c, v) = self.at(y);
        let left = self.exit.map_or(1.0, |exit| self.way * (exit.at / self.units.q - y[0]));
        let parting = |value: f64| if self.way < 0.0 { value } else { 1.0 };
        [self.way * y[1], left, self.force_rate(y), parting(spot.force + c * v), parting(spot.overlap)]
    }

    fn stops(&self, switch: usize) -> bool {
        matches!(switch, TURNING | EXIT)
    }
}

/// What ended a piece.
enum Ended {
    Turned(State<5>),
    Left(State<5>, Exit),
}

/// The impact of an effective mass (kg) at `speed` (m/s) under a law that remembers `largest` (m) of an earlier one.
#[derive(Debug, Clone, Copy)]
pub struct Impact<'a> {
    pub contact: &'a Branched,
    pub m_star: f64,
    pub speed: f64,
    pub largest: f64,
}

impl Impact<'_> {
    fn energy(&self) -> f64 {
        0.5 * self.m_star * self.speed * self.speed
    }

    fn damped(&self) -> bool {
        self.contact.dashpot.C != 0.0
    }

    /// Units in which the collision without its dashpot is of order one.
    fn units(&self) -> Result<Units, CollisionError> {
        let law = &*self.contact.law;
        let (branch, touch) = law.touch(self.largest);
        let energy = self.energy() + law.well();
        let speed = (2.0 * energy / self.m_star).sqrt();
        let reaches = |q: f64| law.energy(&branch, q) >= self.energy();
        // A dashpot alone would stop the mass after m v/c.
        let mut deep = f64::MIN_POSITIVE.max(touch);
        let mut step = f64::MIN_POSITIVE.sqrt().max(1e-6 * touch);
        for _ in 0..2000 {
            if reaches(deep) {
                break;
            }
            deep += step;
            step *= 2.0;
        }
        let mut shallow = touch;
        for _ in 0..60 {
            let middle = 0.5 * (shallow + deep);
            if reaches(middle) { deep = middle } else { shallow = middle }
        }
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
    let mut y = State::from([touch / units.q, speed / units.speed, 0.0, 0.0, 0.0]);
    let mut course = Course::default();
    let mut way = 1.0;
    for _ in 0..MOST_PIECES {
        let exit = if way > 0.0 { law.above(&branch) } else { Some(law.below(&branch)) };
        let piece = Piece { contact, branch, m_star, units, way, exit };
        match course.follow(&piece, y, control)? {
            Ended::Turned(mut state) => {
                state[1] = 0.0;
                let q = piece.q(&state);
                let (next, at) = if way > 0.0 { law.turned(&branch, q) } else { (branch, q) };
                course.turned(&piece, &state, law.energy(&branch, q) - law.energy(&next, at), way);
                let left = law.energy(&next, at) - contact.barrier(&next);
                if left <= STUCK * impact.energy() {
                    return Ok((course.stick(impact, piece.point(&state)), next.largest));
                }
                (branch, y, way) = (next, state, -way);
                y[0] = at / units.q;
            }
            Ended::Left(state, Exit { next: Some((next, at)), .. }) => {
                course.plastic += law.energy(&branch, piece.q(&state)) - law.energy(&next, at);
                course.points.push(piece.point(&state));
                (branch, y) = (next, state);
                y[0] = at / units.q;
            }
            Ended::Left(state, Exit { at, next: None }) => {
                let left = Left { adhesive: law.energy(&branch, at), residual: law.residual(&branch) };
                return Ok((course.leave(impact, piece.point(&state), &left, law.well())?, branch.largest));
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
}

/// What is gathered on the way.
#[derive(Default)]
struct Course {
    points: Vec<Point>,
    turning: Option<Point>,
    /// Local maxima of the force.
    peaks: Vec<Point>,
    zero_force: Option<Point>,
    zero_overlap: Option<Point>,
    plastic: f64,
}

impl Course {
    /// A piece from `start` to its end, with its samples and events.
    fn follow(&mut self, piece: &Piece, start: State<5>, control: &Control) -> Result<Ended, CollisionError> {
        let run = integrate(piece, start, control)?;
        let stopped = run.stopped.ok_or(CollisionError::NoEnd)?;
        let before = run.states[stopped.before];
        let turned = match stopped.switch {
            TURNING => Some(locate(piece, &run, stopped, control)?),
            _ => None,
        };
        let beyond = |exit: &Exit| turned.is_none_or(|y| piece.way * (piece.q(&y) - exit.at) > 0.0);
        let ended = match (piece.exit.filter(beyond), turned) {
            (Some(exit), _) => Ended::Left(onto_plane(piece, before, 0, exit.at / piece.units.q, control)?, exit),
            (None, Some(y)) => Ended::Turned(y),
            (None, None) => return Err(CollisionError::NoEnd),
        };
        self.points.extend(run.states[..=stopped.before].iter().map(|y| piece.point(y)));
        let (Ended::Turned(end) | Ended::Left(end, _)) = &ended;
        for crossing in run.crossings.iter().filter(|crossing| crossing.switch >= MAX_FORCE) {
            self.note(piece, &run, *crossing, end[2], control)?;
        }
        Ok(ended)
    }

    /// An event, unless it lies beyond the end of its piece.
    fn note(
        &mut self,
        piece: &Piece,
        run: &Run<5, 5>,
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
            MAX_FORCE => self.peaks.push(point),
            ZERO_FORCE if self.zero_force.is_none() => self.zero_force = Some(Point { force: 0.0, ..point }),
            ZERO_OVERLAP => self.zero_overlap = Some(Point { overlap: 0.0, ..point }),
            _ => {}
        }
        Ok(())
    }

    fn turned(&mut self, piece: &Piece, y: &State<5>, lost: f64, way: f64) {
        let point = piece.point(y);
        self.plastic += lost;
        self.peaks.push(point);
        if way > 0.0 && self.turning.is_none_or(|deepest| deepest.overlap < point.overlap) {
            self.turning = Some(point);
        }
    }

    /// Less energy is left than the contact needs to end.
    fn stick(self, impact: &Impact, here: Point) -> Passage {
        let losses =
            Losses { plastic: self.plastic, adhesive: 0.0, residual: None, doubt: 0.0, damped: impact.damped() };
        self.passage(here, None, losses)
    }

    /// The contact ends.
    fn leave(self, impact: &Impact, mut end: Point, left: &Left, well: f64) -> Result<Passage, CollisionError> {
        let spent = end.work + self.plastic + left.adhesive;
        let by_energy = (2.0 * (impact.energy() - spent).max(0.0) / impact.m_star).sqrt();
        let integrated = -end.speed;
        let mut doubt = 0.0;
        if integrated < SLOW * (2.0 * (impact.energy() + well) / impact.m_star).sqrt() {
            end.speed = -by_energy;
            let rounding = 8.0 * f64::EPSILON * (impact.energy() + well) / (impact.m_star * by_energy);
            doubt = (by_energy - integrated).abs().max(rounding);
        }
        if end.speed >= 0.0 || !doubt.is_finite() {
            return Err(CollisionError::NoEnd);
        }
        let deepest = self.turning.map_or(0.0, |turning| turning.overlap);
        let apart = if end.overlap >= -4.0 * f64::EPSILON * deepest {
            let time = end.time + end.overlap / -end.speed;
            Some(Point { time, overlap: 0.0, force: 0.0, force_elastic: 0.0, ..end })
        } else {
            self.zero_overlap
        };
        // A force that is zero where the contact ends falls to it there, whatever the last step saw.
        let largest = self.peaks.iter().map(|peak| peak.force).fold(0.0, f64::max);
        let falls = end.force.abs() <= NO_FORCE * largest;
        let zero_force = if falls { Some(Point { force: 0.0, ..end }) } else { self.zero_force };
        let this = Self { zero_force, ..self };
        let Left { adhesive, residual } = *left;
        let losses = Losses { plastic: this.plastic, adhesive, residual, doubt, damped: impact.damped() };
        Ok(this.passage(end, apart, losses))
    }

    fn passage(self, end: Point, zero_overlap: Option<Point>, losses: Losses) -> Passage {
        let Self { mut points, turning, peaks, zero_force, .. } = self;
        points.push(end);
        let first = points.first().copied().unwrap_or(end);
        let max_force =
            peaks.into_iter().chain([end]).fold(first, |best, p| if p.force > best.force { p } else { best });
        let zero_force = zero_force.filter(|_| zero_overlap.is_some());
        Passage { points, turning, max_force, zero_force, zero_overlap, end, strain: 0.0, losses: Some(losses) }
    }
}
