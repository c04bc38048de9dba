//! Did a number change? One comparison of two records: behind `gate`, `accept`, `verify`, `diff` and what a run says of the
//! one before it.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Check, CollisionRecord, Curve, DRIFT, Number, ParameterRecord, Record};
use crate::case::canonical;
use crate::collide::estimate::Estimate;
use crate::distinct::paired;
use crate::error::cut;
use crate::number::rounded;
use crate::polyline;
use crate::quantity::{deviation, shown};
use crate::words::worded;

/// Radius of the tube round a curve, in parts of its duration and its largest force.
pub const TUBE: f64 = 2e-3;

/// Two stated uncertainties that differ by more than this factor are a change of its own: a large uncertainty would
/// make any value pass.
const BLURRED: f64 = 100.0;

worded! {
    /// What became of a number, a verdict, a scene or a curve.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Change {
        Moved = "moved",
        /// There then, and not now.
        Gone = "gone",
        /// There now, and not then.
        New = "new",
        /// Not the same to the last bit, but within the uncertainties of both, the drift or the tube.
        Within = "within uncertainty",
        Unchanged = "unchanged",
    }
}

impl Change {
    /// Those that are worth a line, the worst first.
    pub const REPORTED: [Self; 4] = [Self::Moved, Self::Gone, Self::New, Self::Within];
}

/// What is no change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// Relative to the largest number of its unit in the same collision.
    pub drift: f64,
    /// Radius of the tube round a curve.
    pub tube: f64,
}

impl Terms {
    /// Rounding, and the usual tube.
    pub const USUAL: Self = Self { drift: DRIFT, tube: TUBE };
}

/// What is compared of one case.
#[derive(Debug, Clone, PartialEq)]
pub enum Seen {
    /// SI. A number without a value is one that is known to be unknown.
    Number {
        value: Option<f64>,
        uncertainty: Option<f64>,
        unit: String,
    },
    Verdict(Verdict),
    Scene,
    Curve,
    /// So many of something.
    Count(usize),
}

/// One thing as it was then and as it is now.
#[derive(Debug, Clone, PartialEq)]
pub struct DiffRow {
    pub scene: Arc<str>,
    pub by: Arc<str>,
    pub variant: Arc<str>,
    /// The observable; `force_time` or `loading_path` of a curve, `verdict on max_force`, `scenes`.
    pub what: String,
    /// Of a number; empty for a plain one.
    pub unit: String,
    pub then: Option<Seen>,
    pub now: Option<Seen>,
    /// Magnitude of the difference; of a curve relative to its duration and its largest force.
    pub off: Option<f64>,
    /// Allowed drift, in the unit of the number.
    pub allowed: Option<f64>,
    /// Sum of both uncertainties, in the unit of the number.
    pub noise: Option<f64>,
    pub change: Change,
    pub reason: Option<String>,
}

impl DiffRow {
    /// `reference [speed=1 m/s]`; the scene of a case with one is left out, and all of what belongs to the case as a whole.
    pub fn collision(&self) -> String {
        match (&*self.by, &*self.scene) {
            ("-", "-") => String::new(),
            (_, "-") => self.who(),
            ("-", scene) => format!("[{scene}]"),
            (_, scene) => format!("{} [{scene}]", self.who()),
        }
    }

    /// `velocity-verlet (steps=50.37)`
    pub fn who(&self) -> String {
        if self.variant.is_empty() { self.by.to_string() } else { format!("{} ({})", self.by, self.variant) }
    }

    /// The number then and now.
    pub fn numbers(&self) -> [Option<Estimate>; 2] {
        [&self.then, &self.now].map(|seen| match seen {
            Some(Seen::Number { value: Some(value), uncertainty, .. }) => {
                Some(Estimate::new(*value, uncertainty.unwrap_or(0.0)))
            }
            _ => None,
        })
    }

    /// `10.69 kN then, 10.70 kN now, off 0.11 %, allowed 1e-12, uncertainty 2e-13`: relative where that has a meaning; or why.
    pub fn sentence(&self) -> String {
        if let Some(reason) = &self.reason {
            return reason.clone();
        }
        let [then, _] = self.numbers();
        let (size, unit) = match then {
            Some(then) if then.value == 0.0 => (1.0, self.unit.as_str()),
            then => (then.map_or(1.0, |then| then.value.abs()), "relative"),
        };
        let digits = if self.off.is_some_and(|off| off < 1e-3 * size) { 15 } else { 6 };
        let [off, allowed, noise] = [self.off, self.allowed, self.noise]
            .map(|value| value.map_or("unknown".to_string(), |value| deviation(value / size, unit)));
        let text = |seen: &Option<Seen>, missing: &str| match seen {
            None => missing.to_string(),
            Some(Seen::Number { value: None, .. }) => "no value".to_string(),
            Some(Seen::Number { value: Some(value), .. }) => shown(*value, &self.unit, digits),
            Some(Seen::Verdict(verdict)) => verdict.word().to_string(),
            Some(Seen::Scene) => "a scene".to_string(),
            Some(Seen::Curve) => "a curve".to_string(),
            Some(Seen::Count(count)) => count.to_string(),
        };
        let (was, is) = (text(&self.then, "nothing"), text(&self.now, "no longer observed"));
        match (&self.then, &self.now) {
            (Some(Seen::Number { .. }), Some(Seen::Number { .. })) => {
                format!("{was} then, {is} now, off {off}, allowed {allowed}, uncertainty {noise}")
            }
            (Some(Seen::Curve), Some(Seen::Curve)) => {
                let side = if self.change == Change::Moved { "outside" } else { "inside" };
                format!("{side} the tolerance tube around the curve: off {off} of its size, allowed {allowed}")
            }
            (Some(_), None) => format!("{was} then, {is}"),
            (Some(_), Some(_)) if was == is => format!("{was} then, another one now"),
            _ => format!("{was} then, {is} now"),
        }
    }
}

/// `reference [speed=1 m/s]   max_force: 10.69 kN then, 10.70 kN now, ...`
impl fmt::Display for DiffRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let collision = self.collision();
        let apart = if collision.is_empty() { "" } else { "   " };
        write!(f, "{collision}{apart}{}: {}", self.what, self.sentence())
    }
}

/// Whether one of two uncertainties of a number is too large for the other to be of the same number; `rounding` is what
/// both may have anyway.
fn blurred(then: f64, now: f64, rounding: f64) -> bool {
    then.is_nan() || now.is_nan() || then.max(now) > BLURRED * then.min(now).max(rounding)
}

/// Whether two values of one number are the same: not farther apart than `rounding`, or than the uncertainties of both
/// added up. These are bounds, not deviations, and of one size: neither is a hundred times the other.
pub fn agree(then: Estimate, now: Estimate, rounding: f64) -> bool {
    let off = (now.value - then.value).abs();
    // A number that is none must not be lost in a comparison.
    let within = off <= rounding || off <= then.uncertainty + now.uncertainty;
    within && !blurred(then.uncertainty, now.uncertainty, rounding)
}

/// Compares everything that two records of a case have: numbers, verdicts, scenes, curves, and how many there are; in the order of
/// the first, then what the second has alone. What neither has (accepted numbers have no verdicts) is not compared.
///
/// A number has moved when it is farther off than `drift` times the largest number of its unit in its collision (and at least 1 of
/// a plain number: a residual of 1e-16 is not known to a billionth of itself), and than the uncertainties of both added up: they are
/// bounds, not deviations. It has also moved when one of the two is a hundred times larger than the other. A curve has moved when it
/// leaves the tube.
pub fn diff(then: &CaseRecord, now: &CaseRecord, terms: Terms, each: &mut dyn FnMut(DiffRow)) {
    for ((what, was), (_, is)) in counts(then).into_iter().zip(counts(now)).filter(|(was, is)| was != is) {
        let seen = |count| Some(Content::Count(count));
        each(row(&Item::of_case(what), [seen(was), seen(is)], terms));
    }
    paired(items(then), items(now), |was, is| {
        let Some(item) = was.or(is) else { return };
        each(row(&item, [was, is].map(|item| item.map(|item| item.content)), terms));
    });
}

/// How many of each there are that are compared by their number alone, or that would otherwise be lost without a word.
fn counts(case: &CaseRecord) -> [(&'static str, usize); 6] {
    let fitted = case.calibration.as_ref().map_or(0, |found| found.parameters.len());
    [
        ("scenes", case.scenes.len()),
        ("checks", case.checks.len()),
        ("fitted parameters", fitted),
        ("convergences", case.convergences.len()),
        ("regimes", case.regimes.len()),
        ("rows left out", case.left_out.len()),
    ]
}

/// Something of a case that is compared.
#[derive(Clone, Copy)]
struct Item<'a> {
    /// Prefix of `what`; empty for a number.
    kind: &'static str,
    scene: &'a str,
    by: &'a str,
    variant: &'a str,
    what: &'a str,
    content: Content<'a>,
}

#[derive(Clone, Copy)]
enum Content<'a> {
    /// A number, and the largest of its unit in its collision.
    Number(&'a Number, f64),
    Fitted(f64, Option<f64>, &'a str),
    Scene(&'a [Arc<ParameterRecord>]),
    Verdict(Verdict),
    Curve(&'a Curve),
    Count(usize),
}

impl<'a> Item<'a> {
    fn of_case(what: &'a str) -> Self {
        Self { kind: "", scene: "-", by: "-", variant: "", what, content: Content::Count(0) }
    }
}

impl Content<'_> {
    fn seen(self) -> Seen {
        match self {
            Self::Number(Number { value, uncertainty, unit, .. }, _) => {
                Seen::Number { value: *value, uncertainty: *uncertainty, unit: unit.to_string() }
            }
            Self::Fitted(value, uncertainty, unit) => {
                Seen::Number { value: Some(value), uncertainty, unit: unit.to_string() }
            }
            Self::Scene(_) => Seen::Scene,
            Self::Verdict(verdict) => Seen::Verdict(verdict),
            Self::Curve(_) => Seen::Curve,
            Self::Count(count) => Seen::Count(count),
        }
    }
}

/// All of a case, with keys. The key of a check does not include its line in the case.
fn items(case: &CaseRecord) -> impl Iterator<Item = (impl Eq + Hash, Item<'_>)> {
    let scenes = case.scenes.iter().map(|scene| {
        let content = Content::Scene(&scene.parameters);
        (Item { kind: "parameters", scene: &scene.name, by: "-", variant: "", what: "", content }, "")
    });
    let numbers = case.collisions.iter().flat_map(|collision| {
        let CollisionRecord { scene, by, variant, numbers, .. } = collision;
        numbers.iter().map(move |number| {
            let content = Content::Number(number, scale(numbers, &number.unit));
            (Item { kind: "", scene, by, variant, what: &number.observable, content }, "")
        })
    });
    let fitted = case.calibration.iter().flat_map(|found| &found.parameters).map(|parameter| {
        let content = Content::Fitted(parameter.value, parameter.sigma_data, &parameter.unit);
        (Item { kind: "", scene: "-", by: "fit", variant: "", what: &parameter.path, content }, "")
    });
    let verdicts = case.checks.iter().map(|check| {
        let Check { scene, who, observable, against, outcome, .. } = check;
        let content = Content::Verdict(*outcome);
        (Item { kind: "verdict on ", scene, by: who, variant: "", what: observable, content }, &**against)
    });
    let curves = case.curves.iter().map(|curve| {
        let Curve { scene, by, variant, .. } = curve;
        let what = if curve.is_of_time() { "force_time" } else { "loading_path" };
        (Item { kind: "", scene, by, variant, what, content: Content::Curve(curve) }, "")
    });
    let all = scenes.chain(numbers).chain(fitted).chain(verdicts).chain(curves);
    all.map(|(item, against)| ((item.kind, item.scene, item.by, item.variant, item.what, against), item))
}

/// The largest number of a unit, and at least 1 of plain numbers.
fn scale(numbers: &[Number], unit: &str) -> f64 {
    let values = numbers.iter().filter(|number| number.unit == unit).filter_map(|number| number.value);
    values.map(f64::abs).filter(|value| value.is_finite()).fold(if unit.is_empty() { 1.0 } else { 0.0 }, f64::max)
}

fn row(item: &Item<'_>, [then, now]: [Option<Content<'_>>; 2], terms: Terms) -> DiffRow {
    let change = match (&then, &now) {
        (_, None) => Change::Gone,
        (None, _) => Change::New,
        (Some(_), Some(_)) => Change::Unchanged,
    };
    let unit = match item.content {
        Content::Number(number, _) => number.unit.to_string(),
        Content::Fitted(_, _, unit) => unit.to_string(),
        _ => String::new(),
    };
    let mut row = DiffRow {
        scene: item.scene.into(),
        by: item.by.into(),
        variant: item.variant.into(),
        what: format!("{}{}", item.kind, item.what),
        unit,
        then: then.map(Content::seen),
        now: now.map(Content::seen),
        off: None,
        allowed: None,
        noise: None,
        change,
        reason: None,
    };
    let (Some(was), Some(is)) = (then, now) else { return row };
    match (was, is) {
        (Content::Number(was, scale), Content::Number(is, _)) => {
            let number = |number: &Number| (number.value, number.uncertainty);
            row.numbers_against(number(was), number(is), (&was.unit, &is.unit), terms.drift * scale);
        }
        (Content::Fitted(was, u, unit), Content::Fitted(is, v, other)) => {
            let scale = if unit.is_empty() { was.abs().max(1.0) } else { was.abs() };
            row.numbers_against((Some(was), u), (Some(is), v), (unit, other), terms.drift * scale);
        }
        (Content::Curve(was), Content::Curve(is)) => {
            row.off = apart(was, is);
            row.allowed = Some(terms.tube);
            row.change = match row.off {
                _ if was.columns == is.columns && was.values == is.values => Change::Unchanged,
                Some(off) if off <= terms.tube => Change::Within,
                _ => Change::Moved,
            };
        }
        (Content::Scene(was), Content::Scene(is)) if was == is => {}
        (Content::Verdict(was), Content::Verdict(is)) if was == is => {}
        (Content::Count(was), Content::Count(is)) if was == is => {}
        _ => row.change = Change::Moved,
    }
    row
}

impl DiffRow {
    /// Two values of one number, each with its uncertainty, in these units.
    fn numbers_against(
        &mut self,
        (was, u): (Option<f64>, Option<f64>),
        (is, v): (Option<f64>, Option<f64>),
        (unit, other): (&str, &str),
        allowed: f64,
    ) {
        self.allowed = Some(allowed);
        if (was.map(f64::to_bits), u, unit) == (is.map(f64::to_bits), v, other) {
            self.off = was.map(|_| 0.0);
            self.noise = u.map(|u| 2.0 * u);
            // An uncertainty that is no number would make any value pass.
            let known = was.is_none() || u.is_none_or(|u| !u.is_nan());
            self.change = if known { Change::Unchanged } else { Change::Moved };
            return;
        }
        let (Some(was), Some(is)) = (was, is) else {
            self.change = Change::Moved;
            return;
        };
        let [was, is] = [(was, u), (is, v)].map(|(value, bound)| Estimate::new(value, bound.unwrap_or(0.0)));
        self.off = Some((is.value - was.value).abs());
        self.noise = Some(was.uncertainty + is.uncertainty);
        self.reason = if unit != other {
            Some(format!("its unit changed from `{unit}` to `{other}`"))
        } else if blurred(was.uncertainty, is.uncertainty, allowed) {
            Some(format!("its uncertainty changed from {:.1e} to {:.1e}", was.uncertainty, is.uncertainty))
        } else {
            None
        };
        let same = self.reason.is_none() && agree(was, is, allowed);
        self.change = if same { Change::Within } else { Change::Moved };
    }
}

/// How far two curves are from each other, the worst column over the first one; `None` where they have other columns, or only one.
fn apart(then: &Curve, now: &Curve) -> Option<f64> {
    if then.columns != now.columns || then.columns.len() < 2 {
        return None;
    }
    let points = |curve: &Curve, column: usize| {
        let (over, values) = (curve.values.first()?, curve.values.get(column)?);
        let points = over.iter().zip(values).map(|(x, y)| [*x, *y]);
        Some(if curve.is_of_time() { from_first_touch(points) } else { points.collect() })
    };
    let off = |column| Some(farthest(&points(then, column)?, &points(now, column)?));
    (1..then.columns.len()).map(off).try_fold(0.0, |worst: f64, off| Some(worst.max(off?)))
}

/// Differences of each kind that are described; more are counted.
const DESCRIBED: usize = 1000;

/// Characters that are shown of a name or a number.
const SHOWN: usize = 400;

/// What differs between two records.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Differences {
    /// Cases that were compared, those of one record alone included.
    pub cases: usize,
    /// Numbers, verdicts, scenes and curves that were compared.
    pub compared: usize,
    /// The first thousand of each kind: change, and case with what differs.
    pub described: Vec<(Change, String)>,
    /// Cases that the first record alone has, and that the second alone has.
    pub alone: [Vec<String>; 2],
    counts: BTreeMap<Change, usize>,
}

impl Differences {
    /// How alike they are as a whole: `identical`, `within uncertainty` or `different`.
    pub fn word(&self) -> &'static str {
        match self.counts.keys().min() {
            None => "identical",
            Some(Change::Within) => Change::Within.word(),
            Some(_) => "different",
        }
    }

    /// Whether anything moved, came or went.
    pub fn differ(&self) -> bool {
        self.counts.keys().any(|change| *change != Change::Within)
    }

    /// How many differences there are, described or not.
    pub fn differing(&self) -> usize {
        self.counts.values().sum()
    }

    /// How many differences there are of a kind, described or not.
    pub fn count(&self, change: Change) -> usize {
        self.counts.get(&change).copied().unwrap_or(0)
    }

    fn add(&mut self, case: &CaseRecord, change: Change, text: &dyn fmt::Display) {
        let count = self.counts.entry(change).or_default();
        *count += 1;
        if *count <= DESCRIBED {
            self.described.push((change, cut(&format!("{}   {text}", case.name), SHOWN).to_string()));
        }
    }

    /// A case that is in one record alone.
    fn whole(&mut self, case: &CaseRecord, change: Change) {
        self.cases += 1;
        self.compared += 1;
        *self.counts.entry(change).or_default() += 1;
        self.alone[usize::from(change == Change::New)].push(case.name.clone());
    }

    fn case(&mut self, then: &CaseRecord, now: &CaseRecord) {
        self.cases += 1;
        diff(then, now, Terms::USUAL, &mut |row| {
            self.compared += usize::from(!matches!(row.now.as_ref().or(row.then.as_ref()), Some(Seen::Count(_))));
            if row.change != Change::Unchanged {
                self.add(then, row.change, &row);
            }
        });
    }
}

/// Everything that differs between two records, both ways; of cases of one `same_cases` only those with equal physics and
/// expectations.
pub fn verify(then: &Record, now: &Record, same_cases: bool) -> Differences {
    let mut found = Differences::default();
    for was in &then.cases {
        match now.cases.iter().find(|is| is.name == was.name) {
            Some(is) if !same_cases || same(&is.text, &was.text) => found.case(was, is),
            None if !same_cases => found.whole(was, Change::Gone),
            _ => {}
        }
    }
    let alone = |is: &&CaseRecord| !same_cases && then.cases.iter().all(|was| was.name != is.name);
    now.cases.iter().filter(alone).for_each(|is| found.whole(is, Change::New));
    found
}

/// Whether two texts are the same case, regardless of titles and comments.
fn same(one: &str, other: &str) -> bool {
    one == other || canonical(one) == canonical(other)
}

/// The points from the last one without a force on, with the time counted from it: codes start their clocks anywhere.
///
/// Points that are not finite are left out; a force counts from a billionth of the largest.
pub fn from_first_touch(points: impl IntoIterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    let mut points: Vec<[f64; 2]> = points.into_iter().filter(|[t, F]| t.is_finite() && F.is_finite()).collect();
    let largest = points.iter().fold(0.0_f64, |largest, [_, F]| largest.max(F.abs()));
    let onset = points.iter().position(|[_, F]| F.abs() > 1e-9 * largest).unwrap_or(0);
    points.drain(..onset.saturating_sub(1));
    let start = points.first().map_or(0.0, |[t, _]| *t);
    points.iter_mut().for_each(|point| point[0] -= start);
    points
}

/// Duration and largest force of a curve, by which distances are measured; 1 where they are zero.
fn size(points: &[[f64; 2]]) -> [f64; 2] {
    let span = |of: fn(&[f64; 2]) -> f64| points.iter().map(of).fold(0.0_f64, |largest, x| largest.max(x.abs()));
    [span(|p| p[0]), span(|p| p[1])].map(|size| if size > 0.0 { size } else { 1.0 })
}

/// The largest distance between two curves, either way, in parts of the duration and the largest force of `accepted`.
/// Points of one are held against the polygon through the other, so that both may have their own steps.
///
/// Infinite when one of them has no points.
pub fn farthest(accepted: &[[f64; 2]], now: &[[f64; 2]]) -> f64 {
    if accepted.is_empty() || now.is_empty() {
        return if accepted.len() == now.len() { 0.0 } else { f64::INFINITY };
    }
    let size = size(accepted);
    let scaled =
        |points: &[[f64; 2]]| -> Vec<[f64; 2]> { points.iter().map(|[t, F]| [t / size[0], F / size[1]]).collect() };
    let (then, now) = (scaled(accepted), scaled(now));
    let one_way = |from: &[[f64; 2]], to: &[[f64; 2]]| {
        from.iter()
            .map(|point| to_polygon(*point, to))
            .fold(0.0, |worst: f64, off| if off.is_nan() { f64::INFINITY } else { worst.max(off) })
    };
    one_way(&then, &now).max(one_way(&now, &then))
}

fn to_polygon(point: [f64; 2], polygon: &[[f64; 2]]) -> f64 {
    match polygon {
        [only] => libm::hypot(point[0] - only[0], point[1] - only[1]),
        _ => {
            polygon.windows(2).map(|side| polyline::distance(&point, &side[0], &side[1])).fold(f64::INFINITY, f64::min)
        }
    }
}

/// As few of the points, to six digits (an error of a thousandth of `loss`), as the polygon through them stays within `loss` of the rest, in parts of duration
/// and largest force.
pub fn thinned(points: &[[f64; 2]], loss: f64) -> Vec<[f64; 2]> {
    let size = size(points);
    let scaled: Vec<[f64; 2]> = points.iter().map(|[t, F]| [t / size[0], F / size[1]]).collect();
    polyline::thinned(&scaled, loss).into_iter().map(|i| points[i].map(|x| rounded(x, 6))).collect()
}
