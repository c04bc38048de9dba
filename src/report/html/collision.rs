//! The page of one collision: set-up, force over overlap, phase portrait, energies, and engine beside reference.

use std::io;

use minijinja::{Value, context};

use super::plot::{Line, Plot};
use super::site::{CASE_PAGE, COLLISION_PAGE, Site};
use super::{STYLE, page, render, shared};
use crate::bench::record::{CaseRecord, Check, CollisionRecord, Curve, Maker, SceneRecord, Tally, Verdict};
use crate::collide::schemes;
use crate::distinct::distinct;
use crate::number::significant;
use crate::report::findings::{Agreement, observable_words};
use crate::report::numbers::{self, Angle};
use crate::report::quantity::shown;

mod course;
mod sketch;

use course::Course;

const TEMPLATE: &str = include_str!("collision.html");

/// Checks of the scene that are listed.
const MOST_CHECKS: usize = 60;

/// A collision to be shown.
pub(super) struct Shown<'a> {
    pub curve: &'a Curve,
    /// The reference of the same scene, where something else is shown.
    pub reference: Option<&'a Curve>,
    /// Why it has a page.
    pub why: &'static str,
}

/// The curves with overlap and force over time.
fn drawable(case: &CaseRecord) -> impl Iterator<Item = &Curve> {
    let has = |curve: &Curve| ["time", "overlap", "force"].iter().all(|word| curve.column(word).is_some());
    case.curves.iter().filter(move |curve| curve.maker == Maker::Solver && has(curve) && curve.values[0].len() > 2)
}

/// The collision of a case that gets a page: one that fails, or the one with the largest deviation, or a typical one.
/// `None` if no trajectory was recorded.
pub(super) fn choice(case: &CaseRecord) -> Option<Shown<'_>> {
    let kept: Vec<&Curve> = drawable(case).collect();
    let of = |check: &Check| {
        let own = |curve: &&&Curve| curve.scene == *check.scene && curve.by == *check.who;
        let scene = |curve: &&&Curve| curve.scene == *check.scene;
        kept.iter().find(own).or_else(|| kept.iter().find(scene)).copied()
    };
    let most = |verdict: Verdict| {
        let found = case.checks.iter().filter(|check| check.outcome == verdict);
        let found = found.filter_map(|check| Some((of(check)?, check.tolerance_share())));
        found.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(curve, _)| curve)
    };
    let (curve, why) = match (most(Verdict::Fail), most(Verdict::Gap)) {
        (Some(curve), _) => (curve, "one that fails"),
        (None, Some(curve)) => (curve, "the largest deviation among the trajectories that are kept"),
        (None, None) => {
            let fails = case.checks.iter().any(|check| check.outcome == Verdict::Fail);
            let of_a_pass = "which represents the case; no trajectory of a scene that fails is kept";
            (*kept.get(kept.len() / 2)?, if fails { of_a_pass } else { "which represents the case" })
        }
    };
    Some(with_reference(case, curve, why))
}

/// The collision of this scene.
pub(super) fn chosen<'a>(case: &'a CaseRecord, scene: &str) -> Option<Shown<'a>> {
    let own = drawable(case).filter(|curve| curve.scene == scene);
    let curve = own.reduce(|best, next| if best.by == "reference" { next } else { best })?;
    Some(with_reference(case, curve, "as chosen"))
}

fn with_reference<'a>(case: &'a CaseRecord, curve: &'a Curve, why: &'static str) -> Shown<'a> {
    let same = |other: &&Curve| other.by == "reference" && other.scene == curve.scene;
    let reference = drawable(case).find(same).filter(|_| curve.by != "reference");
    Shown { curve, reference, why }
}

/// The page; `name` is its file.
pub(super) fn text(site: &Site<'_>, case: &CaseRecord, shown: &Shown<'_>, name: &str) -> io::Result<String> {
    let with = context! { collision => view(case, shown)?, case_page => CASE_PAGE, alone => false };
    page(site, name, TEMPLATE, &title(case, shown), with)
}

/// The page by itself, with its style inside and no link to a report.
pub(super) fn alone(site: &Site<'_>, case: &CaseRecord, shown: &Shown<'_>) -> io::Result<String> {
    let with = context! {
        style => Value::from_safe_string(STYLE.to_string()),
        collision => view(case, shown)?,
        alone => true,
        ..shared(site, COLLISION_PAGE, &title(case, shown))
    };
    render(TEMPLATE, with)
}

fn title(case: &CaseRecord, shown: &Shown<'_>) -> String {
    format!("{}: {}", case.name, scene_name(shown))
}

fn scene_name<'a>(shown: &Shown<'a>) -> &'a str {
    if shown.curve.scene == "-" { "the only scene" } else { &shown.curve.scene }
}

fn view(case: &CaseRecord, shown: &Shown<'_>) -> io::Result<Value> {
    let scene = case.scenes.iter().find(|scene| scene.name == shown.curve.scene);
    let course = Course::new(case, shown.curve);
    let reference = shown.reference.map(|curve| Course::new(case, curve));
    let by = format!("{} {}", shown.curve.by, shown.curve.variant).trim().to_string();
    let parameters = scene.map(|scene| &scene.parameters[..]).unwrap_or_default();
    let checks = case.checks.iter().filter(|check| *check.scene == *shown.curve.scene);
    let figures =
        figures(&by, &course, reference.as_ref(), scene, sliding(case, &shown.curve.scene)).into_iter().map(figure);
    let spins = parameters.iter().filter(|p| p.path.contains(".spin") && p.value != Some(0.0));
    let spins = spins.map(|p| format!("{} = {}", p.path.trim_start_matches("body."), p.text)).collect::<Vec<_>>();
    Ok(context! {
        case => &case.name,
        title => &case.title,
        scene => scene_name(shown),
        why => shown.why,
        sketch => scene.map(|scene| sketch::svg(case, scene)).unwrap_or_default(),
        // Of the moving body.
        animation => sketch::keyframes(&course),
        spins => spins.join(", "),
        figures => figures.collect::<io::Result<Vec<Value>>>()?,
        parameters => parameters.iter().map(|p| [p.path.clone(), p.text.clone()]).collect::<Value>(),
        numbers => numbers(case, shown.curve, &course, scene),
        checks => checks.take(MOST_CHECKS).map(row).collect::<Value>(),
        unchecked => !case.checks.iter().any(|check| *check.scene == *shown.curve.scene && *check.who == shown.curve.by),
        by,
    })
}

fn row(check: &Check) -> Value {
    let agreement = Agreement::of(&Tally::of([check]));
    let about = [observable_words(&check.observable), check.who.to_string(), check.against.to_string()];
    let cells = [&about[..], &check.amounts(6, "")].concat();
    context! { class => agreement.class(), verdict => agreement.word(), cells }
}

/// The numbers that were observed, the work that is returned, and the effective mass.
fn numbers(case: &CaseRecord, curve: &Curve, course: &Course, scene: Option<&SceneRecord>) -> Vec<[String; 2]> {
    let own =
        |of: &&CollisionRecord| (&*of.scene, &*of.by, &*of.variant) == (&*curve.scene, &*curve.by, &*curve.variant);
    let written = scene.and_then(|scene| scene.parameter("impact.angle")).map(|angle| angle.text.as_str());
    let observed = case.collisions.iter().find(own);
    let mut listed = observed.map_or(Vec::new(), |of| numbers::titled(&of.numbers, Angle::of(written)));
    let (work, returned) = course.work();
    if work > 0.0 {
        listed.push(["work of compression".to_string(), shown(work, "J", 4)]);
        if !course.sticks {
            let part = format!("{} ({} %)", shown(returned, "J", 4), significant(100.0 * returned / work, 3));
            listed.push(["work returned".to_string(), part]);
        }
    }
    listed.extend(scene.map(|scene| ["effective mass".to_string(), shown(scene.force.m_star, "kg", 4)]));
    listed
}

/// A diagram with its caption.
type Diagram<'a> = (Plot<'a>, String);

/// The diagrams for which the curve has columns.
fn figures<'a>(
    by: &'a str,
    course: &Course,
    reference: Option<&Course>,
    scene: Option<&SceneRecord>,
    sliding: Option<f64>,
) -> Vec<Diagram<'a>> {
    let mut figures = vec![force_overlap(by, course, reference)];
    figures.extend(tangential(by, course, reference, sliding));
    figures.extend(phase(by, course, reference));
    figures.extend(scene.and_then(|scene| energies(course, scene, is_ours(by))));
    figures.push(history(by, course, reference));
    figures
}

/// A diagram without areas: title, abscissa and ordinate with units, and caption.
fn diagram<'a>(title: &'a str, [x, y]: [(&'a str, &'a str); 2], lines: Vec<Line<'a>>, caption: String) -> Diagram<'a> {
    (Plot { title, x, y, lines, areas: Vec::new() }, caption)
}

fn figure((plot, caption): Diagram<'_>) -> io::Result<Value> {
    let mut legend = distinct(plot.lines.iter().map(|line| [line.class.to_string(), line.name.to_string()]));
    legend.extend(plot.areas.iter().map(|(class, _)| [format!("area {class}"), class.to_string()]));
    // Style and name of each line.
    Ok(context! { svg => plot.svg()?, title => plot.title, caption, legend })
}

/// The lines of two courses, the reference behind.
fn both<'a>(
    by: &'a str,
    course: &Course,
    reference: Option<&Course>,
    points: impl Fn(&Course) -> Vec<[f64; 2]>,
) -> Vec<Line<'a>> {
    let own = if by == "reference" { "one" } else { "two" };
    let behind = reference.map(|other| Line { name: "reference", class: "one", points: points(other) });
    behind.into_iter().chain([Line { name: by, class: own, points: points(course) }]).collect()
}

fn force_overlap<'a>(by: &'a str, course: &Course, reference: Option<&Course>) -> Diagram<'a> {
    let lines = both(by, course, reference, |c| c.pairs(&c.overlap, &c.force));
    let (lost, recovered) = course.areas();
    let (work, returned) = course.work();
    let mut areas = if course.sticks { Vec::new() } else { vec![("recovered", recovered)] };
    if !course.sticks && returned < 0.999 * work {
        areas.push(("lost", lost));
    }
    let plot = Plot { title: "Force over overlap", x: ("overlap", "m"), y: ("normal force", "N"), lines, areas };
    let caption = if course.sticks {
        "The bodies stick.".to_string()
    } else if work > 0.0 {
        format!("Of the work of compression {} % is returned.", significant(100.0 * returned / work, 3))
    } else {
        String::new()
    };
    (plot, caption)
}

/// The share of the contact during which the surfaces slide, by the reference.
fn sliding(case: &CaseRecord, scene: &str) -> Option<f64> {
    let of = case.regimes.iter().find(|of| of.scene == scene && of.by == "reference" && of.duration > 0.0)?;
    let slides = of.regimes.iter().enumerate().filter(|(_, regime)| *regime == "slides");
    let slides = slides.map(|(k, _)| of.ends(k) - of.begins[k]);
    Some(slides.sum::<f64>() / of.duration)
}

/// Tangential force between its limits, slip and spin, of what gives them: the reference of an oblique impact.
fn tangential<'a>(by: &'a str, course: &Course, reference: Option<&Course>, sliding: Option<f64>) -> Vec<Diagram<'a>> {
    let (by, course) = match (course.along[0].is_empty(), reference) {
        (true, Some(reference)) => ("reference", reference),
        _ => (by, course),
    };
    let [force, limit, slip, spin] = &course.along;
    if force.is_empty() {
        return Vec::new();
    }
    let over_time = |values: &[f64]| course.pairs(&course.time, values);
    let below: Vec<f64> = limit.iter().map(|limit| -limit).collect();
    let limits = [limit.as_slice(), &below].map(|limit| Line {
        name: "friction limit",
        class: "four",
        points: over_time(limit),
    });
    let [above, below] = limits;
    let signed = force.iter().any(|force| *force < 0.0);
    let below = Some(below).filter(|_| signed);
    let own = |points: &[f64]| Line { name: by, class: "one", points: over_time(points) };
    let lines = [above].into_iter().chain(below).chain([own(force)]).collect();
    let caption = sliding.map_or(String::new(), |share| {
        format!("Where it is at its limit the surfaces slide: for {} % of the contact.", significant(100.0 * share, 2))
    });
    let ends = |values: &[f64], unit: &str| match (values.first(), values.last()) {
        (Some(before), Some(after)) => format!("From {} to {}.", shown(*before, unit, 4), shown(*after, unit, 4)),
        _ => String::new(),
    };
    vec![
        diagram("Tangential force over time", [("time", "s"), ("tangential force", "N")], lines, caption),
        diagram("Slip over time", [("time", "s"), ("slip velocity", "m/s")], vec![own(slip)], ends(slip, "m/s")),
        diagram("Spin over time", [("time", "s"), ("spin of body 1", "rad/s")], vec![own(spin)], ends(spin, "rad/s")),
    ]
}

fn phase<'a>(by: &'a str, course: &Course, reference: Option<&Course>) -> Option<Diagram<'a>> {
    (!course.speed.is_empty()).then(|| {
        let lines = both(by, course, reference, |c| c.pairs(&c.overlap, &c.speed));
        let caption = "Approach is positive; where the course crosses zero the overlap is largest.";
        diagram("Phase portrait", [("overlap", "m"), ("rate of approach", "m/s")], lines, caption.to_string())
    })
}

/// Whether a solver integrates the law of the case itself.
fn is_ours(by: &str) -> bool {
    let name = by.split(' ').next().unwrap_or(by);
    name == "reference" || schemes::find(name).is_some()
}

/// The energies over time, with the parts of the work if the law is `known`.
fn energies<'a>(course: &Course, scene: &SceneRecord, known: bool) -> Option<Diagram<'a>> {
    let energies = course.energies(scene.force.m_star, known)?;
    let parts = [("kinetic", "one"), ("elastic", "three"), ("dissipated", "two"), ("sum", "four")];
    let whole = [("kinetic", "one"), ("work of the contact force", "three"), ("sum", "four")];
    let names = if known { &parts[..] } else { &whole[..] };
    let lines: Vec<Line<'_>> = names
        .iter()
        .zip(energies)
        .map(|(&(name, class), values)| Line { name, class, points: course.pairs(&course.time, &values) })
        .collect();
    let mut caption = "Of the relative motion along the normal, summed over the drawn points.".to_string();
    let oblique = ["impact.angle", "impact.tangential_speed"].iter().filter_map(|path| scene.number(path));
    if oblique.into_iter().any(|value| value != 0.0) {
        caption.push_str(" In an oblique impact of two spheres the line of centres turns, which changes the sum.");
    }
    Some(diagram("Energies over time", [("time", "s"), ("energy", "J")], lines, caption))
}

fn history<'a>(by: &'a str, course: &Course, reference: Option<&Course>) -> Diagram<'a> {
    let lines = both(by, course, reference, |c| c.pairs(&c.time, &c.force));
    let caption = reference.map(|other| {
        let part = significant(100.0 * course.apart(other), 2);
        format!("The force deviates from the reference by at most {part} % of its largest value.")
    });
    diagram("Force over time", [("time", "s"), ("normal force", "N")], lines, caption.unwrap_or_default())
}
