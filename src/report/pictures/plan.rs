//! Selects the pictures of a case.

use crate::bench::Verdict;
use crate::bench::record::{CaseRecord, Record};
use crate::distinct::distinct;
use crate::report::fit_text::capital;

use super::sweep::Sweep;
use super::{
    Drawn, Pictures, comparison, fit, force_overlap, history, loops, map, order, regimes, residual, series, sweep,
};

/// How many a case gets by default when a check of it fails, and when none does: what it was computed from, and what
/// was judged.
const FAILED: usize = 4;
const PASSED: usize = 2;

/// What is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureKind {
    ForceOverlap,
    History,
    /// An observable against what was swept.
    Sweep(String),
    /// Errors against time steps.
    Order,
    /// Tangential force over displacement along a loading path.
    Loops,
    /// Where in a collision the surfaces stick and where they slide, over what was swept.
    Regimes,
    /// What a law makes from nothing, over two swept values.
    Map,
    /// A computed beside a measured curve, over this abscissa.
    Comparison(&'static str),
    /// Measurements with what was fitted to them.
    Fitted(fit::FitFigure),
}

impl PictureKind {
    /// Pairs of columns of which it draws the curves of scenes that stand for the case.
    fn columns(&self) -> Vec<[&'static str; 2]> {
        match self {
            Self::ForceOverlap => vec![force_overlap::WORDS],
            Self::History => vec![["time", "force"]],
            Self::Comparison(abscissa) => vec![[abscissa, "force"]],
            Self::Loops => vec![loops::WORDS, loops::PRESSED],
            _ => Vec::new(),
        }
    }

    /// Whether every number in it is in the `trajectory.<who>.csv` of its case, so that the report holds it once.
    pub fn draws_trajectories(&self) -> bool {
        matches!(self, Self::ForceOverlap | Self::History)
    }
}

/// One picture of a case, or of a calibration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture<Kind = PictureKind> {
    /// File name without ending.
    pub name: String,
    /// For the page.
    pub title: String,
    pub kind: Kind,
}

impl<Kind> Picture<Kind> {
    pub(super) fn new(name: &str, title: impl Into<String>, kind: Kind) -> Self {
        Self { name: name.to_string(), title: title.into(), kind }
    }
}

impl Picture {
    /// The figure and its table; `None` when the record lacks what it needs.
    pub fn draw(&self, case: &CaseRecord) -> Option<Drawn> {
        match &self.kind {
            PictureKind::ForceOverlap => force_overlap::draw(case),
            PictureKind::History => history::draw(case),
            PictureKind::Sweep(word) => sweep::draw(case, word),
            PictureKind::Order => order::draw(case),
            PictureKind::Loops => loops::draw(case),
            PictureKind::Regimes => regimes::draw(case),
            PictureKind::Map => map::draw(case),
            PictureKind::Comparison(abscissa) => comparison::draw(case, abscissa),
            PictureKind::Fitted(kind) => fit::draw_recorded(case, *kind),
        }
    }
}

/// The pictures of a case, in the order they are shown.
pub fn plan(case: &CaseRecord, pictures: Pictures) -> Vec<Picture> {
    if pictures == Pictures::None {
        return Vec::new();
    }
    let has = |words: [&str; 2]| {
        let scenes = series::representative(case, words);
        let of_path = [loops::WORDS, loops::PRESSED].contains(&words);
        let course: &[&str] = if of_path { &words } else { &["time", "overlap", "force"] };
        !series::leading(case, scenes, course).is_empty()
    };
    let fitted = fit::recorded(case).into_iter();
    let mut planned: Vec<Picture> =
        fitted.map(|Picture { name, title, kind }| Picture { name, title, kind: PictureKind::Fitted(kind) }).collect();
    if !case.convergences.is_empty() {
        planned.push(Picture::new("order", "Error against steps per contact", PictureKind::Order));
    }
    if has(loops::WORDS) {
        planned.push(Picture::new("loops", "Tangential force against displacement", PictureKind::Loops));
    } else if has(loops::PRESSED) {
        planned.push(Picture::new("loops", "Normal force against overlap", PictureKind::Loops));
    }
    if map::drawable(case) {
        let title = "Spurious energy over the initial kinetic energy";
        planned.push(Picture::new("energy-map", title, PictureKind::Map));
    }
    if regimes::drawable(case) {
        planned.push(Picture::new("stick-slip", "Stick and slip against time", PictureKind::Regimes));
    }
    // Where a map says it all, the courses of single collisions are for those who ask for everything.
    let mapped = !planned.is_empty() && case.convergences.is_empty() && pictures == Pictures::Default;
    if !mapped && has(force_overlap::WORDS) {
        planned.push(Picture::new("force-overlap", "Force against overlap", PictureKind::ForceOverlap));
    }
    if !mapped && has(["time", "force"]) {
        planned.push(Picture::new("force-time", "Overlap and force against time", PictureKind::History));
    }
    let by_sweep = Sweep::of(case);
    let compared = comparison::abscissa(case).filter(|_| by_sweep.is_none() || pictures == Pictures::All);
    if let Some(abscissa) = compared {
        let title = format!("Computed and published force against {abscissa}");
        planned.push(Picture::new("comparison", title, PictureKind::Comparison(abscissa)));
    }
    if let Some(by_sweep) = by_sweep {
        let against = sweep::parameter(by_sweep.path).0.replace('_', " ");
        for word in judged(case) {
            let title = format!("{} against {against}", capital(&word.replace('_', " ")));
            planned.push(Picture::new(&super::files::slug(&word), title, PictureKind::Sweep(word)));
        }
    }
    if pictures == Pictures::Default {
        let failed = case.checks.iter().any(|check| matches!(check.outcome, Verdict::Fail | Verdict::Closed));
        shorten(&mut planned, if failed { FAILED } else { PASSED });
    }
    planned
}

/// The scenes of a case whose curves its pictures draw.
pub fn drawn_scenes(case: &CaseRecord, pictures: Pictures) -> Vec<&str> {
    let planned = plan(case, pictures).into_iter().flat_map(|picture| picture.kind.columns());
    distinct(planned.flat_map(|words| series::representative(case, words)).map(|scene| scene.name.as_str()))
}

/// How many of the pictures of cases are not drawn by default.
pub fn left_out(record: &Record) -> usize {
    record.cases.iter().map(|case| plan(case, Pictures::All).len() - plan(case, Pictures::Default).len()).sum()
}

/// The first ones; the last of them is what was judged, where that is drawn.
fn shorten(planned: &mut Vec<Picture>, most: usize) {
    let judged = |picture: &Picture| matches!(picture.kind, PictureKind::Sweep(_) | PictureKind::Comparison(_));
    let judged = planned.iter().position(judged).filter(|at| *at >= most);
    if let Some(at) = judged {
        planned.swap(most - 1, at);
    }
    planned.truncate(most);
}

/// The file that shows a judged observable best, relative to the report's folder.
pub fn picture_of(case: &CaseRecord, pictures: Pictures, observable: &str) -> Option<String> {
    let planned = plan(case, pictures);
    let own = planned.iter().find(|p| matches!(&p.kind, PictureKind::Sweep(word) if word == observable));
    let compared = || planned.iter().find(|p| matches!(p.kind, PictureKind::Comparison(_)));
    let chosen = own.or_else(compared).or(planned.first())?;
    Some(format!("{}/{}.svg", case.name, chosen.name))
}

/// The judged observables, what says most first: restitution unless it is the same for all, then the others in the
/// order of the case; what is zero but for rounding comes last.
fn judged(case: &CaseRecord) -> Vec<String> {
    let checked = case.checks.iter().map(|check| &*check.observable);
    let mut words = distinct(["restitution"].into_iter().chain(checked));
    words.retain(|word| is_signal(case, word));
    let rank = |word: &&str| match *word {
        word if word.ends_with("_residual") || word == "sticks" => 2,
        "restitution" if is_constant(case, word) => 1,
        _ => 0,
    };
    words.sort_by_key(rank);
    words.into_iter().map(String::from).collect()
}

/// Whether there is something to see: values that are all zero, or residuals of rounding, make no picture.
fn is_signal(case: &CaseRecord, word: &str) -> bool {
    let values = case.observations().filter(|o| o.observable == word).filter_map(|o| o.value.map(f64::abs));
    let least = if word.ends_with("_residual") { residual::NOISE } else { 0.0 };
    super::axis::extent(values).is_some_and(|(_, high)| high > least)
}

fn is_constant(case: &CaseRecord, word: &str) -> bool {
    let values = case.observations().filter(|o| o.observable == word).filter_map(|o| o.value);
    super::axis::extent(values).is_none_or(|(low, high)| high - low <= 1e-6 * high.abs())
}
