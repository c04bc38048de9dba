//! What is asked of any contact law, whatever it claims to be: each check is of the function alone, and can fail.

use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

use super::{Answer, Failure, ForceFunction, Side, Touching};
use crate::number::rounded;
use crate::units::powers;
use crate::words::worded;

worded! {
    /// How a check ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Verdict {
        Pass = "pass",
        Fault = "FAULT",
        /// What is neither right nor wrong, and has to be known.
        Note = "note",
        NotJudged = "not judged",
    }
}

/// One check with what it found.
#[derive(Debug, Clone, PartialEq)]
pub struct Grade {
    pub check: &'static str,
    pub verdict: Verdict,
    pub says: String,
}

impl Grade {
    pub fn new(check: &'static str, verdict: Verdict, says: impl Into<String>) -> Self {
        Self { check, verdict, says: says.into() }
    }
}

/// Overlap of a check, over `R*`.
const DEEP: f64 = 1e-3;
/// Rate of approach of a check, m/s.
pub(super) const RATE: f64 = 0.1;
/// By how much a contact turns, rad.
const TURN: f64 = 0.5;
/// So slow, m/s, that no dashpot matters.
const CREEP: f64 = 1e-9;

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn scaled(a: [f64; 3], by: f64) -> [f64; 3] {
    a.map(|x| by * x)
}

pub(super) fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn size(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// The part of a force along the slip plane.
pub(super) fn tangential(answer: &Answer, normal: [f64; 3]) -> [f64; 3] {
    minus(answer.force, scaled(normal, dot(answer.force, normal)))
}

/// Two bodies that touch along z, at an overlap (m) and a rate of approach (m/s), without slip.
pub(super) fn touching(sides: [Side; 2], overlap: f64, rate: f64) -> Touching {
    let step = 1e-3 * overlap.abs().max(1e-12) / RATE;
    Touching { sides, normal: [0.0, 0.0, 1.0], overlap, rate, slip: [0.0; 3], spin: 0.0, step }
}

/// The overlap of a check of a pair, m.
pub(super) fn depth(sides: &[Side; 2]) -> f64 {
    let [a, b] = sides.map(|side| side.radius);
    DEEP / (1.0 / a + 1.0 / b)
}

/// The largest difference of two lists of answers, over the largest force.
fn apart(one: &[Answer], two: &[Answer]) -> f64 {
    let largest = one.iter().map(|answer| size(answer.force)).fold(f64::MIN_POSITIVE, f64::max);
    one.iter().zip(two).map(|(a, b)| size(minus(a.force, b.force)) / largest).fold(0.0, f64::max)
}

fn part(value: f64) -> String {
    format!("{} %", rounded(100.0 * value, 2))
}

/// A function with the pairs on which it is tried.
pub struct Trial<'f> {
    pub function: &'f mut dyn ForceFunction,
    pub pairs: Vec<[Side; 2]>,
    /// Rounding of the function, relative.
    pub precision: f64,
}

type Check<T> = fn(&mut T) -> Result<Grade, Failure>;

/// Slip velocities by which a spring is stretched, then slides, along x and along a diagonal.
fn stretch(at: &Touching, slip: [f64; 3], steps: usize) -> Vec<Touching> {
    vec![Touching { slip, ..*at }; steps]
}

impl Trial<'_> {
    /// The normal force in each of these contacts at first touch.
    pub(super) fn normal(&mut self, contacts: &[Touching]) -> Result<Vec<f64>, Failure> {
        let answers = self.fresh(contacts)?;
        Ok(contacts.iter().zip(answers).map(|(contact, answer)| dot(answer.force, contact.normal)).collect())
    }

    pub(super) fn fresh(&mut self, contacts: &[Touching]) -> Result<Vec<Answer>, Failure> {
        let state = vec![0.0; self.function.description().state];
        let calls: Vec<_> = contacts.iter().map(|contact| (*contact, state.clone())).collect();
        self.function.each(&calls)
    }

    /// Every check, in the order in which they are read: one that finds no force stops them.
    ///
    /// # Errors
    /// When the function crashed or hung.
    pub fn grades(&mut self) -> Result<Vec<Grade>, Failure> {
        let first: [(&'static str, Check<Self>); 2] = [("finite", Self::finite), ("sign", Self::sign)];
        let rest: [(&'static str, Check<Self>); 15] = [
            ("precision", Self::rounds),
            ("touch", Self::touch),
            ("dashpot", Self::dashpot),
            ("unloading", Self::unloading),
            ("exchange of bodies", Self::exchange),
            ("direction of friction", Self::against_slip),
            ("friction in every direction", Self::cone),
            ("turned frame", Self::frame),
            ("turned contact", Self::turned),
            ("friction limit", Self::limit),
            ("many small steps", Self::steps),
            ("slip there and back", Self::slip_cycle),
            ("state of its own", Self::own_state),
            ("threads", Self::threads),
            ("dimensions", Self::dimensions),
        ];
        let mut grades = Vec::new();
        for (name, check) in first.into_iter().chain(rest) {
            self.function.during(name);
            let grade = check(self)?;
            let stops = grade.verdict == Verdict::Fault && first.iter().any(|(first, _)| *first == name);
            grades.push(grade);
            if stops {
                break;
            }
        }
        Ok(grades)
    }

    fn finite(&mut self) -> Result<Grade, Failure> {
        let name = "finite";
        let mut contacts = Vec::new();
        for sides in self.pairs.clone() {
            for part in [0.0, 1e-12, 1e-6, 0.01, 1.0, 50.0] {
                for rate in [0.0, RATE, -RATE, 10.0, -10.0] {
                    for slip in [[0.0; 3], [0.3, 0.0, 0.0], [-1e-12, 2.0, 0.0]] {
                        contacts.push(Touching { slip, ..touching(sides, part * depth(&sides), rate) });
                    }
                }
            }
        }
        let answers = self.fresh(&contacts)?;
        let bad = contacts.iter().zip(&answers).find(|(_, answer)| {
            answer.status != 0 || answer.force.iter().chain(&answer.state).any(|number| !number.is_finite())
        });
        let Some((at, answer)) = bad else {
            return Ok(Grade::new(name, Verdict::Pass, format!("{} contacts, each a force", contacts.len())));
        };
        let place = format!("overlap {:e} m, rate {} m/s, slip {} m/s", at.overlap, at.rate, rounded(size(at.slip), 3));
        let says = match answer.status {
            0 => format!("the force is {:?} N, the state {:?}, at {place}", answer.force, answer.state),
            status => format!("it returns {status} at {place}"),
        };
        Ok(Grade::new(name, Verdict::Fault, says))
    }

    fn sign(&mut self) -> Result<Grade, Failure> {
        let name = "sign";
        let pairs = self.pairs.clone();
        let contacts: Vec<Touching> = pairs
            .iter()
            .flat_map(|sides| [0.01, 0.1, 1.0, 10.0].map(|part| touching(*sides, part * depth(sides), 0.0)))
            .collect();
        let forces = self.normal(&contacts)?;
        if forces.iter().all(|force| *force < 0.0) {
            let says = "the bodies attract each other at every overlap: the force is that on body 2, or the normal points to it";
            return Ok(Grade::new(name, Verdict::Fault, says));
        }
        if forces.iter().all(|force| *force == 0.0) {
            return Ok(Grade::new(name, Verdict::Fault, "there is no normal force at any overlap"));
        }
        Ok(match contacts.iter().zip(&forces).find(|(_, force)| **force < 0.0) {
            None => Grade::new(name, Verdict::Pass, "overlapping bodies push each other apart"),
            Some((at, force)) => {
                let says = format!("the bodies attract each other, {} N at {:e} m", rounded(*force, 4), at.overlap);
                Grade::new(name, Verdict::Note, says)
            }
        })
    }

    /// Whether neighbouring overlaps have one force: a float has 24 bits.
    fn rounds(&mut self) -> Result<Grade, Failure> {
        let at = touching(self.pairs[0], depth(&self.pairs[0]), 0.0);
        let near: Vec<Touching> =
            (0..32).map(|k| Touching { overlap: at.overlap * (1.0 + f64::from(k) * 1e-10), ..at }).collect();
        let forces = self.normal(&near)?;
        let single = forces.windows(2).filter(|pair| pair[0] == pair[1]).count() > 16;
        let declared = self.function.description().single_precision;
        self.precision = if single { 1e-5 } else { 1e-10 };
        let (verdict, says) = match (single, declared) {
            (true, true) => (Verdict::Pass, "single, as it declares: its digits end at 6e-8"),
            (true, false) => (Verdict::Note, "it computes in single precision: its digits end at 6e-8"),
            (false, true) => (Verdict::Note, "it declares single precision and computes in double"),
            (false, false) => (Verdict::Pass, "double"),
        };
        Ok(Grade::new("precision", verdict, says))
    }

    fn touch(&mut self) -> Result<Grade, Failure> {
        let sides = self.pairs[0];
        let deep = depth(&sides);
        let at = |overlap, rate| Touching { overlap, ..touching(sides, deep, rate) };
        let forces = self.normal(&[
            at(deep, 0.0),
            at(0.0, 0.0),
            at(1e-9 * deep, 0.0),
            at(1e-9 * deep, RATE),
            at(1e-12 * deep, RATE),
        ])?;
        let [whole, none, begins, hits, nearer] = [0, 1, 2, 3, 4].map(|k| forces[k]);
        let (verdict, says) = if (none / whole).abs() > 1e-9 || (begins / whole).abs() > 1e-6 {
            (Verdict::Note, format!("a force of {} N at touch", rounded(begins, 4)))
        } else if ((hits - begins) / whole).abs() > 1e-6 && nearer > 0.9 * hits {
            (Verdict::Note, format!("the dashpot sets in with a jump, {} N at {RATE} m/s", rounded(hits - begins, 3)))
        } else {
            (Verdict::Pass, "the force begins at zero".to_string())
        };
        Ok(Grade::new("touch", verdict, says))
    }

    fn dashpot(&mut self) -> Result<Grade, Failure> {
        let name = "dashpot";
        let pairs = self.pairs.clone();
        let of = |sides: &[Side; 2], rate| touching(*sides, depth(sides), rate);
        let contacts: Vec<Touching> =
            pairs.iter().flat_map(|sides| [-RATE, 0.0, RATE].map(|rate| of(sides, rate))).collect();
        let forces = self.normal(&contacts)?;
        let mut damps = false;
        for row in forces.chunks(3) {
            let (slack, [out, still, into]) = (1e-9 * row[1].abs(), [row[0], row[1], row[2]]);
            if into < still - slack || out > still + slack {
                let says = "the dashpot feeds energy in: on approach the force is lower than at rest, or on separation higher: its sign is that of the other rate";
                return Ok(Grade::new(name, Verdict::Fault, says));
            }
            damps |= into > still + slack;
        }
        let says = if damps { "it takes energy on approach and on separation" } else { "there is none" };
        Ok(Grade::new(name, Verdict::Pass, says))
    }

    /// Slowly to a depth and back: what comes out is at most what went in.
    fn unloading(&mut self) -> Result<Grade, Failure> {
        let name = "unloading";
        const POINTS: usize = 400;
        let (mut worst, mut lost) = (0.0_f64, 0.0_f64);
        for sides in self.pairs.clone() {
            let deep = depth(&sides);
            let along = |k: usize, rate: f64| {
                let overlap = deep * k as f64 / POINTS as f64;
                Touching { step: deep / POINTS as f64 / CREEP, ..Touching { overlap, ..touching(sides, deep, rate) } }
            };
            let path: Vec<Touching> =
                (1..=POINTS).map(|k| along(k, CREEP)).chain((0..POINTS).rev().map(|k| along(k, -CREEP))).collect();
            let forces: Vec<f64> =
                self.function.carried(&path)?.iter().map(|answer| dot(answer.force, [0.0, 0.0, 1.0])).collect();
            let work = |forces: &[f64]| {
                forces.windows(2).map(|pair| 0.5 * (pair[0] + pair[1])).sum::<f64>() * deep / POINTS as f64
            };
            let (into, out) = (work(&forces[..POINTS]), work(&forces[POINTS - 1..]));
            let share = (into - out) / into.abs().max(f64::MIN_POSITIVE);
            // The trapezoid of the first step is missing on the way in.
            let first = 0.5 * forces[0].abs() * deep / POINTS as f64 / into.abs().max(f64::MIN_POSITIVE);
            worst = worst.min(share + first);
            lost = lost.max(share);
        }
        let floor = 1e-4_f64.max(10.0 * self.precision);
        let (verdict, says) = if worst < -floor {
            (
                Verdict::Fault,
                format!("slow unloading gives back {} more than loading took: energy is created", part(-worst)),
            )
        } else if lost > floor {
            (Verdict::Pass, format!("slow loading and unloading loses {}: the law has a memory of its own", part(lost)))
        } else {
            (Verdict::Pass, "slow unloading gives back what loading took".to_string())
        };
        Ok(Grade::new(name, verdict, says))
    }

    fn exchange(&mut self) -> Result<Grade, Failure> {
        let name = "exchange of bodies";
        let slip = [0.02, 0.01, 0.0];
        let contacts: Vec<Touching> = self
            .pairs
            .clone()
            .into_iter()
            .flat_map(|sides| [0.0, RATE].map(|rate| Touching { slip, ..touching(sides, depth(&sides), rate) }))
            .collect();
        let there = self.fresh(&contacts)?;
        let back: Vec<Touching> = contacts.iter().map(Touching::exchanged).collect();
        let back = self.fresh(&back)?;
        let turned = |answer: &Answer| Answer { force: answer.force.map(|x| -x), ..answer.clone() };
        // Two rows a pair: at rest, and on approach. The first pair that differs says what it is.
        let rows = there.chunks(2).zip(back.chunks(2));
        let differ = rows.map(|(one, two)| [0, 1].map(|at| apart(&one[at..=at], &[turned(&two[at])])));
        let [still, moving] = differ.into_iter().find(|[a, b]| a.max(*b) > self.precision).unwrap_or_default();
        if still.max(moving) <= self.precision {
            return Ok(Grade::new(name, Verdict::Pass, "action is reaction"));
        }
        let says = if still > self.precision {
            format!(
                "with the bodies exchanged the force at rest is another, by {}: the radius or the modulus of one of them in place of the pair's",
                part(still)
            )
        } else {
            format!(
                "with the bodies exchanged the damping is another, by {} of the force: the mass of one of them in place of m*",
                part(moving)
            )
        };
        Ok(Grade::new(name, Verdict::Fault, says))
    }

    /// Friction after it has slid far, at each of these slips.
    fn slid(&mut self, slips: &[[f64; 3]], rate: f64) -> Result<Vec<[f64; 3]>, Failure> {
        let sides = self.pairs[0];
        let deep = depth(&sides);
        let mut forces = Vec::new();
        for slip in slips {
            let steps =
                stretch(&Touching { step: 0.05 * deep / size(*slip), ..touching(sides, deep, rate) }, *slip, 2000);
            let answers = self.function.carried(&steps)?;
            forces.push(answers.last().map_or([0.0; 3], |answer| tangential(answer, [0.0, 0.0, 1.0])));
        }
        Ok(forces)
    }

    fn against_slip(&mut self) -> Result<Grade, Failure> {
        let name = "direction of friction";
        let slips = [[0.05, 0.0, 0.0], [-0.03, 0.04, 0.0]];
        let forces = self.slid(&slips, 0.0)?;
        if forces.iter().all(|force| size(*force) == 0.0) {
            return Ok(Grade::new(name, Verdict::NotJudged, "the law has no tangential force"));
        }
        let wrong = slips.iter().zip(&forces).find(|(slip, force)| dot(**slip, **force) > 0.0);
        Ok(match wrong {
            Some(_) => Grade::new(name, Verdict::Fault, "friction pushes body 1 along its slip: its sign is wrong"),
            None => Grade::new(name, Verdict::Pass, "friction on body 1 is against its slip"),
        })
    }

    fn cone(&mut self) -> Result<Grade, Failure> {
        let name = "friction in every direction";
        let slips = [[0.05, 0.0, 0.0], [0.05 * FRAC_1_SQRT_2, 0.05 * FRAC_1_SQRT_2, 0.0], [0.03, -0.04, 0.0]];
        let forces = self.slid(&slips, 0.0)?;
        let sizes: Vec<f64> = forces.iter().map(|force| size(*force)).collect();
        if sizes[0] == 0.0 {
            return Ok(Grade::new(name, Verdict::NotJudged, "the law has no tangential force"));
        }
        let diagonal = sizes[1] / sizes[0];
        let bends = slips.iter().zip(&forces).map(|(slip, force)| {
            // Along a line: which way is the check before.
            let cosine = dot(*slip, *force).abs() / (size(*slip) * size(*force));
            (1.0 - cosine).max(0.0)
        });
        let bent = bends.fold(0.0, f64::max);
        let even = (diagonal - 1.0).abs() < 10.0 * self.precision && bent < 10.0 * self.precision;
        Ok(if even {
            Grade::new(name, Verdict::Pass, "sliding friction is the same in every direction")
        } else if (diagonal - SQRT_2).abs() < 1e-3 {
            let says = "sqrt(2) times as strong along a diagonal: each component has a limit of its own, a pyramid in place of a cone";
            Grade::new(name, Verdict::Fault, says)
        } else {
            let says = format!(
                "{} times as strong along a diagonal, and not against the slip by {:.1} degrees",
                rounded(diagonal, 4),
                libm::acos(1.0 - bent).to_degrees()
            );
            Grade::new(name, Verdict::Fault, says)
        })
    }

    fn frame(&mut self) -> Result<Grade, Failure> {
        let name = "turned frame";
        let sides = self.pairs[0];
        let deep = depth(&sides);
        let base = Touching { step: 0.02 * deep / 0.05, ..touching(sides, deep, RATE) };
        let path: Vec<Touching> = [[0.03, 0.04, 0.0], [0.05, 0.0, 0.0], [-0.01, 0.02, 0.0]]
            .iter()
            .flat_map(|slip| stretch(&base, *slip, 10))
            .collect();
        let here = self.function.carried(&path)?;
        let mut worst = 0.0_f64;
        for axis in [[0.6, 0.0, 0.8], [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]] {
            let turn = |v: [f64; 3]| rotated(v, axis, 1.1);
            let turned: Vec<Touching> =
                path.iter().map(|at| Touching { normal: turn(at.normal), slip: turn(at.slip), ..*at }).collect();
            let there = self.function.carried(&turned)?;
            let expected: Vec<Answer> =
                here.iter().map(|answer| Answer { force: turn(answer.force), ..answer.clone() }).collect();
            worst = worst.max(apart(&expected, &there));
        }
        Ok(if worst <= 10.0 * self.precision {
            Grade::new(name, Verdict::Pass, "the force turns with the axes")
        } else {
            Grade::new(name, Verdict::Fault, format!("the force depends on the axes, by {} of it", part(worst)))
        })
    }

    /// A stretched spring in a contact that turns by `TURN` in so many steps: how far the tangential force is off, over the spring, and
    /// what of it pushes along the normal; `None` without a spring.
    fn off_after_turn(&mut self, steps: usize) -> Result<Option<[f64; 2]>, Failure> {
        let sides = self.pairs[0];
        let deep = depth(&sides);
        let base = Touching { step: 1e-5 * deep / 1e-3, ..touching(sides, deep, 0.0) };
        let mut path = stretch(&base, [1e-3, 0.0, 0.0], 20);
        // Without slip the spring alone is left.
        path.push(base);
        for k in 1..=steps {
            let angle = TURN * k as f64 / steps as f64;
            path.push(Touching { normal: rotated([0.0, 0.0, 1.0], [0.0, 1.0, 0.0], angle), ..base });
        }
        let answers = self.function.carried(&path)?;
        let (start, end) = (&answers[20], &answers[20 + steps]);
        let before = tangential(start, [0.0, 0.0, 1.0]);
        let normal = rotated([0.0, 0.0, 1.0], [0.0, 1.0, 0.0], TURN);
        let off = size(minus(tangential(end, normal), rotated(before, [0.0, 1.0, 0.0], TURN)));
        let along = (dot(end.force, normal) - dot(start.force, [0.0, 0.0, 1.0])).abs();
        Ok((size(before) > 0.0).then(|| [off, along].map(|force| force / size(before))))
    }

    /// In many steps the spring turns with the contact; in few, what a step does to it shows.
    fn turned(&mut self) -> Result<Grade, Failure> {
        let name = "turned contact";
        let (Some([off, along]), Some([coarse, pushed])) = (self.off_after_turn(1000)?, self.off_after_turn(10)?)
        else {
            return Ok(Grade::new(name, Verdict::NotJudged, "the law holds no spring"));
        };
        // A rule of first order in the step is off by a ten-thousandth here.
        const LIMIT: f64 = 1e-3;
        Ok(if along > LIMIT {
            let says = format!(
                "the spring is not turned with the contact: after {TURN} rad {} of it push along the normal",
                part(along)
            );
            Grade::new(name, Verdict::Fault, says)
        } else if off > LIMIT {
            Grade::new(name, Verdict::Fault, format!("the spring is not turned with the contact: off by {}", part(off)))
        } else if coarse.max(pushed) > 100.0 * self.precision {
            let says = format!(
                "the spring turns with the contact, but in steps of {} rad it is off by {}: projected and not lengthened again, or turned to first order",
                TURN / 10.0,
                part(coarse.max(pushed))
            );
            Grade::new(name, Verdict::Note, says)
        } else {
            Grade::new(name, Verdict::Pass, "the spring turns with the contact, whatever the step")
        })
    }

    /// Sliding friction over the whole normal force, and over that at rest.
    pub(super) fn friction(&mut self) -> Result<Option<[[f64; 2]; 2]>, Failure> {
        let sides = self.pairs[0];
        let deep = depth(&sides);
        let rates = [0.5 * RATE, RATE];
        let normals = self.normal(&[0.0, rates[0], rates[1]].map(|rate| touching(sides, deep, rate)))?;
        let mut ratios = [[0.0; 2]; 2];
        for (row, (rate, total)) in ratios.iter_mut().zip(rates.iter().zip(&normals[1..])) {
            let force = size(self.slid(&[[0.05, 0.0, 0.0]], *rate)?[0]);
            if force == 0.0 {
                return Ok(None);
            }
            *row = [force / total, force / normals[0]];
        }
        Ok(Some(ratios))
    }

    fn limit(&mut self) -> Result<Grade, Failure> {
        let name = "friction limit";
        let Some([one, two]) = self.friction()? else {
            return Ok(Grade::new(name, Verdict::NotJudged, "the law has no tangential force"));
        };
        let same = |at: usize| (one[at] / two[at] - 1.0).abs() < 10.0 * self.precision;
        let (verdict, says) = match (same(0), same(1)) {
            (true, true) => (Verdict::Pass, format!("friction is {} of the normal force", rounded(one[0], 6))),
            (true, false) => (Verdict::Pass, format!("friction is {} of the whole normal force", rounded(one[0], 6))),
            (false, true) => {
                let says =
                    format!("friction is {} of the elastic force: the dashpot is not in its limit", rounded(one[1], 6));
                (Verdict::Note, says)
            }
            (false, false) => {
                (Verdict::Note, "friction is no share of the normal force, with or without the dashpot".into())
            }
        };
        Ok(Grade::new(name, verdict, says))
    }

    /// A slip in ten steps and in twenty thousand.
    fn steps(&mut self) -> Result<Grade, Failure> {
        let name = "many small steps";
        let sides = self.pairs[0];
        let deep = depth(&sides);
        let slip = [1e-4, 0.0, 0.0];
        // Far below any friction limit: a millionth of the overlap.
        let whole = 1e-4 * deep / size(slip);
        let mut last = Vec::new();
        for count in [10_usize, 20_000] {
            let at = Touching { step: whole / count as f64, ..touching(sides, deep, 0.0) };
            let mut path = stretch(&at, slip, count);
            // Without slip the spring alone is left.
            path.push(Touching { slip: [0.0; 3], ..at });
            let answers = self.function.carried(&path)?;
            last.push(answers.last().map_or([0.0; 3], |answer| tangential(answer, [0.0, 0.0, 1.0])));
        }
        if size(last[0]) == 0.0 {
            return Ok(Grade::new(name, Verdict::NotJudged, "the law holds no spring"));
        }
        let off = size(minus(last[0], last[1])) / size(last[0]);
        Ok(if off < 1e-9 {
            Grade::new(name, Verdict::Pass, "20 000 steps of slip stretch the spring as ten do")
        } else if off < 1e-2 {
            let says =
                format!("after 20 000 steps the spring is off by {}: it is added up in single precision", part(off));
            Grade::new(name, Verdict::Fault, says)
        } else {
            let says = format!(
                "20 000 steps of slip stretch the spring by {} otherwise than ten: the law depends on the step",
                part(off)
            );
            Grade::new(name, Verdict::Fault, says)
        })
    }

    /// There and back at a constant load: friction takes energy.
    fn slip_cycle(&mut self) -> Result<Grade, Failure> {
        let name = "slip there and back";
        let sides = self.pairs[0];
        let deep = depth(&sides);
        let at = Touching { step: 0.01 * deep / 0.05, ..touching(sides, deep, 0.0) };
        let path: Vec<Touching> = [(0.05, 200), (-0.05, 400), (0.05, 400)]
            .iter()
            .flat_map(|(slip, count)| stretch(&at, [*slip, 0.0, 0.0], *count))
            .collect();
        let answers = self.function.carried(&path)?;
        let work: f64 =
            path.iter().zip(&answers).skip(200).map(|(at, answer)| -dot(answer.force, at.slip) * at.step).sum();
        let scale: f64 =
            path.iter().zip(&answers).skip(200).map(|(at, answer)| (dot(answer.force, at.slip) * at.step).abs()).sum();
        if scale == 0.0 {
            return Ok(Grade::new(name, Verdict::NotJudged, "the law has no tangential force"));
        }
        Ok(if work < -1e-6 * scale {
            Grade::new(
                name,
                Verdict::Fault,
                format!("a cycle of slip gives {} of its work: energy is created", part(-work / scale)),
            )
        } else {
            Grade::new(name, Verdict::Pass, "a cycle of slip takes energy, or gives it back")
        })
    }

    /// Two contacts in turn, and one alone: a state that two share shows.
    fn own_state(&mut self) -> Result<Grade, Failure> {
        let name = "state of its own";
        let sides = self.pairs[0];
        let deep = depth(&sides);
        let path = |slip: [f64; 3], depth: f64| -> Vec<Touching> {
            let at = Touching { step: 1e-3 * deep / 0.05, ..touching(sides, depth, RATE) };
            (1..=40).map(|k| Touching { slip, overlap: depth * f64::from(k) / 40.0, ..at }).collect()
        };
        let (one, two) = (path([0.05, 0.01, 0.0], deep), path([-0.02, 0.05, 0.0], 2.0 * deep));
        let alone = self.function.carried(&one)?;
        let zero = vec![0.0; self.function.description().state];
        let (mut states, mut mixed) = ([zero.clone(), zero], Vec::new());
        for (first, second) in one.iter().zip(&two) {
            let answer = self.function.each(&[(*first, states[0].clone())])?.remove(0);
            let other = self.function.each(&[(*second, states[1].clone())])?.remove(0);
            states = [answer.state.clone(), other.state];
            mixed.push(answer);
        }
        let off = apart(&alone, &mixed);
        Ok(if off == 0.0 {
            Grade::new(name, Verdict::Pass, "another contact in between changes nothing")
        } else {
            let says = format!(
                "another contact in between changes the force by {}: something is remembered outside of the state",
                part(off)
            );
            Grade::new(name, Verdict::Fault, says)
        })
    }

    fn threads(&mut self) -> Result<Grade, Failure> {
        let name = "threads";
        let state = vec![0.0; self.function.description().state];
        let mut calls = Vec::new();
        for sides in self.pairs.clone() {
            for k in 1..=2000 {
                let at = touching(sides, depth(&sides) * f64::from(k) / 1000.0, RATE);
                calls.push((Touching { slip: [0.05, 0.02, 0.0], ..at }, state.clone()));
            }
        }
        let alone = self.function.each(&calls)?;
        let Some(beside) = self.function.side_by_side(&calls)? else {
            return Ok(Grade::new(name, Verdict::NotJudged, "the function is called from one thread"));
        };
        let differ = alone.iter().zip(&beside).filter(|(a, b)| a != b).count();
        Ok(if differ == 0 {
            Grade::new(name, Verdict::Pass, format!("{} calls side by side give what they give alone", calls.len()))
        } else {
            let says = format!("{differ} of {} calls differ when others run beside them", calls.len());
            Grade::new(name, Verdict::Fault, says)
        })
    }

    /// The same contact in other units of mass, length and time: a number that has a unit and is written into the law shows.
    fn dimensions(&mut self) -> Result<Grade, Failure> {
        let name = "dimensions";
        let description = self.function.description().clone();
        let mut exponents = Vec::new();
        for parameter in &description.parameters {
            match powers(&parameter.unit) {
                Ok(powers) => exponents.push(powers),
                Err(why) => {
                    let says = format!("the unit of `{}` is not understood: {why}", parameter.name);
                    return Ok(Grade::new(name, Verdict::NotJudged, says));
                }
            }
        }
        let by = |[kg, m, s]: [f64; 3]| libm::pow(3f64, kg) * libm::pow(7f64, m) * libm::pow(1.5f64, s);
        let scaled_values: Vec<f64> =
            description.parameters.iter().zip(&exponents).map(|(p, e)| p.value * by(*e)).collect();
        let sides = self.pairs[0];
        let scaled_side = |side: Side| Side {
            radius: side.radius * by([0.0, 1.0, 0.0]),
            mass: side.mass * by([1.0, 0.0, 0.0]),
            young_modulus: side.young_modulus * by([1.0, -1.0, -2.0]),
            ..side
        };
        let here = touching(sides, depth(&sides), RATE);
        let here = [
            Touching { rate: 0.0, ..here },
            here,
            Touching { slip: [0.05, 0.0, 0.0], ..here },
            Touching { slip: [50.0, 0.0, 0.0], ..here },
        ];
        let there = here.map(|at| Touching {
            sides: at.sides.map(scaled_side),
            overlap: at.overlap * by([0.0, 1.0, 0.0]),
            rate: at.rate * by([0.0, 1.0, -1.0]),
            slip: scaled(at.slip, by([0.0, 1.0, -1.0])),
            step: at.step * by([0.0, 0.0, 1.0]),
            ..at
        });
        let one = self.fresh(&here)?;
        let values: Vec<f64> = description.parameters.iter().map(|parameter| parameter.value).collect();
        if !self.function.set_parameters(&scaled_values)? {
            return Ok(Grade::new(name, Verdict::NotJudged, "the parameters of the function are fixed"));
        }
        let two = self.fresh(&there)?;
        self.function.set_parameters(&values)?;
        let expected: Vec<Answer> = one
            .iter()
            .map(|answer| Answer { force: scaled(answer.force, by([1.0, 1.0, -2.0])), ..answer.clone() })
            .collect();
        let off = apart(&expected, &two);
        Ok(if off <= 10.0 * self.precision {
            Grade::new(name, Verdict::Pass, "the force is a force in every system of units")
        } else {
            let says = format!(
                "in other units the same contact has another force, by {}: a number with a unit is written into the law, or a parameter has another unit than it says",
                part(off)
            );
            Grade::new(name, Verdict::Fault, says)
        })
    }
}

/// A vector turned about an axis of length 1 by an angle (Rodrigues).
pub(super) fn rotated(v: [f64; 3], k: [f64; 3], angle: f64) -> [f64; 3] {
    let (sine, cosine) = libm::sincos(angle);
    let cross = [k[1] * v[2] - k[2] * v[1], k[2] * v[0] - k[0] * v[2], k[0] * v[1] - k[1] * v[0]];
    let along = dot(k, v) * (1.0 - cosine);
    [0, 1, 2].map(|i| v[i] * cosine + cross[i] * sine + k[i] * along)
}
