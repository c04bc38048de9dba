//! A function beside the law that it claims to be: whether it is that law, and else which convention it has in its place.
//!
//! The claimed force is taken from the law of the claim itself, for every pair. A difference is named where one of the known mistakes
//! gives the very numbers of the function for every pair; two of them at once are tried last.

use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

use super::grade::{Grade, RATE, Trial, Verdict, depth, size, tangential, touching};
use super::{Failure, Touching};
use crate::codes::restitution::lammps_tsuji_alpha;
use crate::law::branches::Branched;
use crate::law::card::Numbers;
use crate::law::damping::Damping;
use crate::law::normal;
use crate::law::scene::Scene;
use crate::law::shear::{Form, FrictionLimit, ShearForce};
use crate::law::{Contact, Ends, LawError, Pair};
use crate::number::rounded;

/// Agreement of two numbers that are one, relative; in single precision that of its digits.
const SAME: f64 = 1e-9;

/// The normal law of a claim for one pair: elastic force (N) and damping coefficient (N s/m) at an overlap (m).
struct Claimed {
    contact: Contact,
    pair: Pair,
    branched: Option<Branched>,
}

impl Claimed {
    fn of(contact: &Contact, pair: Pair) -> Result<Self, LawError> {
        let branched = contact.branches(&pair)?;
        if branched.is_none() {
            contact.force(&pair)?;
        }
        Ok(Self { contact: contact.clone(), pair, branched })
    }

    fn at(&self, overlap: f64) -> Option<[f64; 2]> {
        if let Some(law) = &self.branched {
            let (branch, _) = law.law.touch(0.0);
            let q = law.law.place(&branch, overlap);
            return Some([law.law.spot(&branch, q).force, law.drag(&branch, q, 1.0)[0]]);
        }
        let force = self.contact.force(&self.pair).ok()?;
        Some([force.elastic(overlap), force.C * libm::pow(overlap, force.beta)])
    }
}

/// Contact and pair of a claim with a mistake, and a factor of its damping coefficient.
type Change = dyn Fn(&Scene, Contact, Pair) -> Option<(Contact, Pair, f64)>;

/// A known mistake: what the claim would be with it.
struct Mistake {
    says: String,
    change: Box<Change>,
}

impl Mistake {
    fn of_pair(says: &str, change: impl Fn(&Scene, &mut Pair) + 'static) -> Self {
        let change = move |scene: &Scene, contact: Contact, mut pair: Pair| {
            change(scene, &mut pair);
            Some((contact, pair, 1.0))
        };
        Self { says: says.into(), change: Box::new(change) }
    }

    fn of_coefficient(says: &str, factor: impl Fn(&Contact) -> Option<f64> + 'static) -> Self {
        let change = move |_: &Scene, contact: Contact, pair: Pair| {
            let factor = factor(&contact)?;
            Some((contact, pair, factor))
        };
        Self { says: says.into(), change: Box::new(change) }
    }

    fn of_contact(says: &str, change: impl Fn(&mut Contact) -> Option<()> + 'static) -> Self {
        let change = move |_: &Scene, mut contact: Contact, pair: Pair| {
            change(&mut contact)?;
            Some((contact, pair, 1.0))
        };
        Self { says: says.into(), change: Box::new(change) }
    }
}

/// A normal law with its work of adhesion `factor` times as large.
fn adhesion(contact: &mut Contact, factor: f64) -> Option<()> {
    let mut numbers: Numbers = contact.normal.numbers();
    let work = numbers.get("work_of_adhesion")?;
    numbers.set("work_of_adhesion", factor * work);
    let kind = normal::KINDS.iter().find(|kind| kind.card.name == contact.normal.card().name)?;
    contact.normal = (kind.build)(&numbers).ok()?;
    Some(())
}

fn ends(contact: &mut Contact, ends: Ends) -> Option<()> {
    contact.damping.restitution()?;
    (contact.ends != ends).then(|| contact.ends = ends)
}

/// The masses and radii of a pair are those of its scene: `mass` and `radius` of body 1 or 2.
fn mistakes() -> Vec<Mistake> {
    let side = |scene: &Scene, at: usize| scene.bodies[at].side();
    let finite = |value: f64, other: f64| if value.is_finite() { value } else { other };
    let E = |scene: &Scene, at: usize, of: fn(f64, f64) -> f64| match scene.bodies[at].side().stiffness {
        crate::law::Stiffness::Elastic { young_modulus, poisson_ratio } => Some(of(young_modulus, poisson_ratio)),
        _ => None,
    };
    let both = move |scene: &Scene, of: fn(f64, f64) -> f64| {
        let parts = [E(scene, 0, of), E(scene, 1, of)];
        let sum: f64 = parts.iter().flatten().map(|modulus| 1.0 / modulus).sum();
        (sum > 0.0).then(|| 1.0 / sum)
    };
    vec![
        Mistake::of_pair("the radius 2 R* in place of R*", |_, pair| pair.R_star *= 2.0),
        Mistake::of_pair("the radius R*/2 in place of R*", |_, pair| pair.R_star *= 0.5),
        Mistake::of_pair("the radius of body 1 in place of R*", move |s, pair| {
            pair.R_star = finite(side(s, 0).radius, pair.R_star);
        }),
        Mistake::of_pair("the radius of body 2 in place of R*", move |s, pair| {
            pair.R_star = finite(side(s, 1).radius, pair.R_star);
        }),
        Mistake::of_pair("the mean radius in place of R*", move |s, pair| {
            let mean = 0.5 * (side(s, 0).radius + side(s, 1).radius);
            pair.R_star = finite(mean, pair.R_star);
        }),
        Mistake::of_pair("the mass of body 1 in place of m*", move |s, pair| {
            pair.m_star = finite(side(s, 0).mass, pair.m_star);
        }),
        Mistake::of_pair("the mass of body 2 in place of m*", move |s, pair| {
            pair.m_star = finite(side(s, 1).mass, pair.m_star);
        }),
        Mistake::of_pair("the mass 2 m* in place of m*", |_, pair| pair.m_star *= 2.0),
        Mistake::of_pair("the mass m*/2 in place of m*", |_, pair| pair.m_star *= 0.5),
        Mistake::of_pair("the mean mass in place of m*", move |s, pair| {
            pair.m_star = finite(0.5 * (side(s, 0).mass + side(s, 1).mass), pair.m_star);
        }),
        Mistake::of_pair("the modulus 2 E* in place of E*", |_, pair| pair.E_star = pair.E_star.map(|E| 2.0 * E)),
        Mistake::of_pair("the modulus E*/2 in place of E*", |_, pair| pair.E_star = pair.E_star.map(|E| 0.5 * E)),
        Mistake::of_pair("1/E* = 1/E1 + 1/E2, without 1 - nu^2", move |s, pair| pair.E_star = both(s, |E, _| E)),
        Mistake::of_pair("1 - nu in place of 1 - nu^2 in E*", move |s, pair| {
            pair.E_star = both(s, |E, nu| E / (1.0 - nu));
        }),
        Mistake::of_pair("the modulus of body 1, E1/(1 - nu1^2), in place of E*", move |s, pair| {
            pair.E_star = E(s, 0, |E, nu| E / (1.0 - nu * nu));
        }),
        Mistake::of_contact("a coefficient for a force that is never cut (zero-overlap)", |c| {
            ends(c, Ends::ZeroOverlap)
        }),
        Mistake::of_contact("a coefficient for a force that is cut at zero", |c| ends(c, Ends::ForceClamped)),
        Mistake::of_contact("twice the work of adhesion: w where gamma is meant, w = 2 gamma", |c| adhesion(c, 2.0)),
        Mistake::of_contact("half of the work of adhesion: gamma where w is meant, w = 2 gamma", |c| adhesion(c, 0.5)),
        Mistake::of_coefficient("LAMMPS' polynomial for the coefficient", |contact| {
            let e = contact.damping.restitution()?;
            let Damping::Tsuji(_) = contact.damping else { return None };
            let exact = 5f64.sqrt() * crate::law::achieved::damping_ratio(e, contact.ends);
            Some(lammps_tsuji_alpha(e) / exact)
        }),
        Mistake::of_coefficient("the factor sqrt(5/6) is lost", |_| Some((6.0f64 / 5.0).sqrt())),
        Mistake::of_coefficient("the factor sqrt(5/6) is there twice", |_| Some((5.0f64 / 6.0).sqrt())),
        Mistake::of_coefficient("the secant stiffness F/delta in place of the tangent stiffness", |_| {
            Some((2.0f64 / 3.0).sqrt())
        }),
        Mistake::of_coefficient("the tangent stiffness in place of the secant stiffness F/delta", |_| {
            Some((3.0f64 / 2.0).sqrt())
        }),
        Mistake::of_coefficient("twice the coefficient", |_| Some(2.0)),
        Mistake::of_coefficient("half of the coefficient", |_| Some(0.5)),
        Mistake::of_coefficient("no dashpot", |_| Some(0.0)),
    ]
}

/// Elastic force (N) and damping coefficient (N s/m) of the function at the overlaps [`PARTS`], pair by pair.
type Compared = Vec<Vec<[f64; 2]>>;

const PARTS: [f64; 3] = [0.1, 1.0, 5.0];

/// The grades of a function against its claim, for the scenes of the claim (one a pair).
///
/// # Errors
/// When the function crashed or hung.
pub fn against(trial: &mut Trial<'_>, claim: &[Scene]) -> Result<Vec<Grade>, Failure> {
    trial.function.during("normal force as claimed");
    let mut grades = vec![normal_force(trial, claim)?, pull(trial, claim)?];
    if let Some(shear) = claim[0].shear {
        trial.function.during("tangential force as claimed");
        grades.push(friction(trial, &claim[0], &shear)?);
        grades.push(spring(trial, &claim[0], &shear)?);
        grades.push(memory(trial, &claim[0], &shear)?);
    }
    Ok(grades)
}

fn normal_force(trial: &mut Trial<'_>, claim: &[Scene]) -> Result<Grade, Failure> {
    let name = "normal force as claimed";
    let mut found: Compared = Vec::new();
    for scene in claim {
        let sides = scene.bodies.each_ref().map(super::Side::of);
        let overlaps = PARTS.map(|part| part * depth(&sides));
        let contacts: Vec<Touching> =
            overlaps.iter().flat_map(|deep| [0.0, RATE].map(|rate| touching(sides, *deep, rate))).collect();
        let forces = trial.normal(&contacts)?;
        found.push(forces.chunks(2).map(|row| [row[0], (row[1] - row[0]) / RATE]).collect());
    }
    let fits = |changes: &[&Mistake]| -> Option<f64> {
        let mut worst = 0.0_f64;
        for (scene, found) in claim.iter().zip(&found) {
            let sides = scene.bodies.each_ref().map(super::Side::of);
            let (mut contact, mut pair, mut factor) = (scene.contact.clone(), scene.pair, 1.0);
            for change in changes {
                let (a, b, c) = (change.change)(scene, contact, pair)?;
                (contact, pair, factor) = (a, b, factor * c);
            }
            let claimed = Claimed::of(&contact, pair).ok()?;
            for (part, [elastic, c]) in PARTS.iter().zip(found) {
                let [force, coefficient] = claimed.at(part * depth(&sides))?;
                let scale = force.abs().max(elastic.abs());
                worst = worst.max((elastic - force).abs() / scale);
                // A coefficient is a difference of two forces: its rounding is that of the larger one.
                worst = worst.max((c - factor * coefficient).abs() * RATE / scale);
            }
        }
        Some(worst)
    };
    let allowed = SAME.max(trial.precision);
    let plain = fits(&[]).unwrap_or(f64::INFINITY);
    if plain <= allowed {
        let pairs = claim.len();
        let says =
            format!("that of the claim within {:.0e}, for {pairs} pairs at {} overlaps", plain.max(1e-16), PARTS.len());
        return Ok(Grade::new(name, Verdict::Pass, says));
    }
    let known = mistakes();
    let single = known.iter().find(|mistake| fits(&[mistake]).is_some_and(|off| off <= allowed));
    if let Some(mistake) = single {
        return Ok(Grade::new(name, Verdict::Fault, mistake.says.clone()));
    }
    let pairs = known.iter().enumerate().flat_map(|(at, one)| known[at + 1..].iter().map(move |two| [one, two]));
    let double = pairs.into_iter().find(|pair| fits(pair).is_some_and(|off| off <= allowed));
    if let Some([one, two]) = double {
        return Ok(Grade::new(name, Verdict::Fault, format!("{}; and {}", one.says, two.says)));
    }
    Ok(Grade::new(name, Verdict::Fault, unlike(claim, &found)))
}

/// How a force differs that no known mistake explains: by its factors over the claim.
fn unlike(claim: &[Scene], found: &Compared) -> String {
    let mut rows: Vec<(&str, Vec<[f64; 2]>)> = Vec::new();
    for (scene, found) in claim.iter().zip(found) {
        let sides = scene.bodies.each_ref().map(super::Side::of);
        let claimed = Claimed::of(&scene.contact, scene.pair).ok();
        let factors = PARTS.iter().zip(found).map(|(part, [elastic, c])| {
            let at = claimed.as_ref().and_then(|claimed| claimed.at(part * depth(&sides))).unwrap_or([f64::NAN; 2]);
            [elastic / at[0], if at[1] == 0.0 && *c == 0.0 { 1.0 } else { c / at[1] }]
        });
        rows.push((if scene.bodies[1].is_wall() { "wall" } else { "spheres" }, factors.collect()));
    }
    let [elastic, damping] = [0, 1].map(|which| {
        let all: Vec<f64> = rows.iter().flat_map(|(_, factors)| factors.iter().map(move |pair| pair[which])).collect();
        let one = all[0];
        all.iter().all(|factor| (factor / one - 1.0).abs() < 1e-6).then_some(one)
    });
    let than = |factor: f64| match (factor - 1.0).abs() < 1e-9 {
        true => "that of the claim".to_string(),
        false => format!("{} of that of the claim", rounded(factor, 6)),
    };
    if let (Some(elastic), Some(damping)) = (elastic, damping) {
        return format!("the elastic force is {}, the damping {}", than(elastic), than(damping));
    }
    let row = |(name, factors): &(&str, Vec<[f64; 2]>)| {
        let cells = factors.iter().map(|pair| pair.map(|x| rounded(x, 5).to_string()).join("/"));
        format!("{name}: {}", cells.collect::<Vec<_>>().join(", "))
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    format!(
        "no known mistake gives these numbers. Elastic force and damping over those of the claim, at three overlaps: {}",
        rows.join("; ")
    )
}

/// Whether the force is cut at zero while the bodies separate.
fn pull(trial: &mut Trial<'_>, claim: &[Scene]) -> Result<Grade, Failure> {
    let name = "end of contact";
    let scene = &claim[0];
    let sides = scene.bodies.each_ref().map(super::Side::of);
    let Ok(force) = scene.power() else {
        return Ok(Grade::new(name, Verdict::NotJudged, "the claim has branches: its end is its own"));
    };
    if force.C == 0.0 {
        return Ok(Grade::new(name, Verdict::NotJudged, "the claim has no dashpot"));
    }
    // So fast that the dashpot exceeds the elastic force ten times.
    let deep = depth(&sides);
    let rate = -10.0 * force.elastic(deep) / (force.C * libm::pow(deep, force.beta));
    let found = trial.normal(&[touching(sides, deep, rate)])?[0];
    let (pulls, may) = (found < -1e-9 * force.elastic(deep), force.ends.pulls());
    Ok(match (pulls, may) {
        (true, true) => Grade::new(name, Verdict::Pass, "the force pulls while the bodies separate, as claimed"),
        (false, false) => Grade::new(name, Verdict::Pass, "the force is cut at zero, as claimed"),
        (true, false) => {
            Grade::new(name, Verdict::Fault, "the force pulls while the bodies separate: the claim cuts it at zero")
        }
        (false, true) => Grade::new(
            name,
            Verdict::Fault,
            "the force is cut at zero: that of the claim pulls while the bodies separate",
        ),
    })
}

fn friction(trial: &mut Trial<'_>, scene: &Scene, shear: &ShearForce) -> Result<Grade, Failure> {
    let name = "friction as claimed";
    let Some(ratios) = trial.friction()? else {
        let verdict = if shear.friction > 0.0 { Verdict::Fault } else { Verdict::Pass };
        return Ok(Grade::new(name, verdict, "the function has no friction"));
    };
    let near = |at: usize| ratios.iter().all(|row| (row[at] / shear.friction - 1.0).abs() < 10.0 * trial.precision);
    let damped = scene.power().is_ok_and(|force| force.C > 0.0);
    let says = match shear.limit {
        _ if !damped && near(0) => "mu as claimed",
        FrictionLimit::Total | FrictionLimit::Absolute if near(0) => "mu times the whole normal force, as claimed",
        limit if limit.is_elastic() && near(1) => "mu times the elastic force, as claimed",
        FrictionLimit::Total | FrictionLimit::Absolute if near(1) => {
            let says = "the limit of friction leaves the dashpot out: mu times the elastic force, where the claim has the whole one";
            return Ok(Grade::new(name, Verdict::Fault, says));
        }
        _ if near(0) => {
            let says = "the limit of friction has the dashpot: mu times the whole normal force, where the claim has the elastic one";
            return Ok(Grade::new(name, Verdict::Fault, says));
        }
        _ => {
            let [total, elastic] = ratios[1].map(|ratio| rounded(ratio, 5));
            let says = format!(
                "sliding friction is {total} of the whole normal force and {elastic} of the elastic one, and the claim has mu = {}",
                shear.friction
            );
            return Ok(Grade::new(name, Verdict::Fault, says));
        }
    };
    Ok(Grade::new(name, Verdict::Pass, says))
}

/// Force (N) of a spring after a slip that is far below any limit, by the slip: and what a slip at first touch gives at once.
fn spring(trial: &mut Trial<'_>, scene: &Scene, shear: &ShearForce) -> Result<Grade, Failure> {
    let name = "tangential stiffness as claimed";
    if !shear.form.is_spring() {
        return Ok(Grade::new(name, Verdict::NotJudged, "the claim has no spring of one stiffness"));
    }
    let sides = scene.bodies.each_ref().map(super::Side::of);
    let mut factors = Vec::new();
    for part in PARTS {
        let deep = part * depth(&sides);
        let slip = [1e-3, 0.0, 0.0];
        let at = Touching { slip, step: 1e-6 * deep / 1e-3, ..touching(sides, deep, 0.0) };
        let rest = Touching { slip: [0.0; 3], ..at };
        let path: Vec<Touching> = std::iter::repeat_n(at, 10).chain([rest]).collect();
        let answers = trial.function.carried(&path)?;
        let force = size(tangential(&answers[10], [0.0, 0.0, 1.0]));
        let stretch = 10.0 * at.step * size(slip);
        factors.push(force / stretch / shear.stiffness(deep));
    }
    let like = |factor: f64| factors.iter().all(|found| (found / factor - 1.0).abs() < 10.0 * trial.precision);
    if like(1.0) {
        return Ok(Grade::new(name, Verdict::Pass, "that of the claim"));
    }
    const KNOWN: [(f64, &str); 8] = [
        (SQRT_2, "sqrt(2) of it: the radius 2 R* in place of R*"),
        (FRAC_1_SQRT_2, "1/sqrt(2) of it: the radius R*/2 in place of R*"),
        (0.5, "half of it: 4 G* a in place of 8 G* a, or G* that is half of the claim's"),
        (2.0, "twice it: G* that is twice that of the claim"),
        (0.25, "a quarter of it"),
        (2.0 / 3.0, "two thirds of it: the secant stiffness in place of the tangent stiffness"),
        (1.5, "3/2 of it: the tangent stiffness in place of the secant stiffness"),
        (1.0 / 3.0, "a third of it"),
    ];
    let says = match KNOWN.iter().find(|(factor, _)| like(*factor)) {
        Some((_, says)) => says.to_string(),
        None => {
            let listed: Vec<String> = factors.iter().map(|factor| rounded(*factor, 5).to_string()).collect();
            format!("over that of the claim {}, at three overlaps", listed.join(", "))
        }
    };
    Ok(Grade::new(name, Verdict::Fault, says))
}

/// What the spring does while the normal load changes and nothing slips.
fn memory(trial: &mut Trial<'_>, scene: &Scene, shear: &ShearForce) -> Result<Grade, Failure> {
    let name = "spring under a changing load";
    if !shear.form.is_spring() || shear.gamma == 0.0 {
        return Ok(Grade::new(name, Verdict::NotJudged, "the claim has no spring whose stiffness changes"));
    }
    let sides = scene.bodies.each_ref().map(super::Side::of);
    let deep = depth(&sides);
    let kept = |trial: &mut Trial<'_>, to: f64| -> Result<f64, Failure> {
        let at = Touching { slip: [1e-3, 0.0, 0.0], step: 1e-6 * deep / 1e-3, ..touching(sides, deep, 0.0) };
        let mut path = vec![at; 10];
        path.push(Touching { slip: [0.0; 3], ..at });
        let steps = 200;
        for k in 1..=steps {
            let overlap = deep * (1.0 + (to - 1.0) * f64::from(k) / f64::from(steps));
            let rate = (to - 1.0).signum() * 1e-9;
            path.push(Touching {
                slip: [0.0; 3],
                overlap,
                rate,
                step: (to - 1.0).abs() * deep / f64::from(steps) / 1e-9,
                ..at
            });
        }
        let answers = trial.function.carried(&path)?;
        let force = |at: usize| size(tangential(&answers[at], [0.0, 0.0, 1.0]));
        Ok(force(10 + steps as usize) / force(10))
    };
    let (up, down) = (kept(trial, 2.0)?, kept(trial, 0.5)?);
    let near = |value: f64, expected: f64| (value / expected - 1.0).abs() < 100.0 * trial.precision;
    let (more, less) = (libm::pow(2f64, shear.gamma), libm::pow(0.5f64, shear.gamma));
    let form = match () {
        () if near(up, 1.0) && near(down, 1.0) => Some(Form::Incremental),
        () if near(up, more) && near(down, less) => Some(Form::Total),
        () if near(up, 1.0) && near(down, less) => Some(Form::Rescaled),
        () => None,
    };
    Ok(match form {
        Some(form) if form == shear.form => Grade::new(name, Verdict::Pass, format!("{}, as claimed", form.word())),
        Some(form) => {
            let says = format!("{} in place of {}: {}", form.word(), shear.form.word(), form.meaning());
            Grade::new(name, Verdict::Fault, says)
        }
        None => {
            let says = format!(
                "twice the load makes the force {} times as large, half of it {}: the claim is {}",
                rounded(up, 4),
                rounded(down, 4),
                shear.form.word()
            );
            Grade::new(name, Verdict::Fault, says)
        }
    })
}
