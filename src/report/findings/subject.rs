//! Assigns checks to subjects: code, law, scheme, theory, experiment.

use crate::bench::record::{CaseRecord, Check, Comparison};
use crate::collide::schemes;
use crate::words::worded;
use crate::{codes, theory};

use super::question::Question;
use super::setup::{Dialect, Setup, code_title, law_words};

worded! {
    /// Kinds of subjects with pages; the meaning is the heading of their list.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Kind {
        Code = "code": "Codes",
        Law = "law": "Contact laws",
        Scheme = "scheme": "Time steps",
        Theory = "theory": "Theories",
        Experiment = "experiment": "Data",
    }
}

impl Kind {
    /// The folder of its pages.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Code => "codes",
            Self::Law => "laws",
            Self::Scheme => "schemes",
            Self::Theory => "theories",
            Self::Experiment => "experiments",
        }
    }
}

/// The subject of a finding: a code, law, scheme, theory or experiment.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    pub kind: Kind,
    /// `lammps`, `tangential-incremental`, `velocity-verlet`, `hertz-impact`, `reference-data/...`
    pub name: String,
}

impl Subject {
    pub fn new(kind: Kind, name: impl Into<String>) -> Self {
        Self { kind, name: name.into() }
    }

    /// Name for readers.
    pub fn title(&self) -> String {
        match self.kind {
            Kind::Code => code_title(&self.name),
            Kind::Law => {
                let (axis, law) = self.name.split_once('-').unwrap_or(("", &self.name));
                format!("{} ({axis})", law_words(axis, law))
            }
            Kind::Scheme | Kind::Theory => self.name.replace('-', " "),
            Kind::Experiment => last_part(&self.name).replace('-', " "),
        }
    }

    /// Name of its page without ending, before equal names are numbered.
    pub fn slug(&self) -> String {
        let keep = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '-' };
        let slug: String = last_part(&self.name).chars().map(keep).collect();
        slug.trim_start_matches('.').to_string()
    }
}

fn last_part(path: &str) -> &str {
    path.rsplit('/').find(|part| !part.is_empty()).unwrap_or(path)
}

worded! {
    /// The basis of a finding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Basis {
        /// The program was run.
        Program = "program run",
        /// The model as the code's documentation states it, computed by our solver.
        Documented = "documented model",
        /// The model with the corrected reading of its documentation, computed by our solver.
        Corrected = "corrected model",
        /// A law of ours, computed by our solver.
        Law = "law",
        /// Our own time-stepping scheme.
        Scheme = "time-stepping scheme",
        /// Measurements were fitted.
        Fit = "fit",
    }
}

/// The origin of the computed number of a check.
pub(super) struct Computed {
    pub basis: Basis,
    pub version: String,
    pub words: String,
}

impl Computed {
    pub(super) fn of(check: &Check, setup: &Setup) -> Self {
        let new = |basis, version: &str, words: String| Self { basis, version: version.to_string(), words };
        let who = &*check.who;
        if who == "fit" {
            return new(Basis::Fit, "", "fit".to_string());
        }
        if schemes::find(who).is_some() {
            return new(Basis::Scheme, "", who.to_string());
        }
        if who != "reference" {
            let version = check.variant.split(", ").next().filter(|part| !part.contains('=')).unwrap_or("");
            return new(Basis::Program, version, format!("{} {version}", code_title(who)).trim_end().to_string());
        }
        if check.comparison == Comparison::Convergence && schemes::find(&check.variant).is_some() {
            return new(Basis::Scheme, "", check.variant.to_string());
        }
        match &setup.dialect {
            Some(Dialect { system, reading, release }) => {
                let in_two_ways = codes::find(system).is_some_and(|system| system.readings.len() > 1);
                let basis = if in_two_ways && reading == "corrected" { Basis::Corrected } else { Basis::Documented };
                let code = format!("{} {release}", code_title(system));
                new(basis, release, format!("{}, {}", code.trim_end(), basis.word()))
            }
            None => new(Basis::Law, "", setup.laws.words()),
        }
    }
}

/// The subjects of a check.
pub(super) fn subjects(
    check: &Check,
    case: &CaseRecord,
    setup: &Setup,
    question: Question,
    computed: &Computed,
) -> Vec<Subject> {
    let mut found = Vec::new();
    match computed.basis {
        Basis::Program => found.push(Subject::new(Kind::Code, &*check.who)),
        // What the exact solver conserves says nothing of the code.
        Basis::Documented | Basis::Corrected if question != Question::Conservation => {
            found.extend(setup.dialect.as_ref().map(|dialect| Subject::new(Kind::Code, &*dialect.system)));
        }
        Basis::Scheme => found.push(Subject::new(Kind::Scheme, computed.words.clone())),
        Basis::Law => found.extend(laws(setup, question)),
        Basis::Fit => found.push(Subject::new(Kind::Experiment, &case.name)),
        _ => {}
    }
    if check.against.contains('/') {
        found.push(Subject::new(Kind::Experiment, &*check.against));
    } else if theory::find(&check.against).is_some() {
        found.push(Subject::new(Kind::Theory, &*check.against));
    }
    found
}

/// The laws that a question is about.
fn laws(setup: &Setup, question: Question) -> Vec<Subject> {
    let laws = &setup.laws;
    let subject =
        |axis: &str, law: &Option<String>| law.as_ref().map(|law| Subject::new(Kind::Law, format!("{axis}-{law}")));
    let normal = || subject("normal", &laws.normal);
    let damping = || subject("damping", &laws.damping);
    let tangential = || subject("tangential", &laws.tangential);
    let rolling = || subject("rolling", &laws.rolling);
    let one = match question {
        Question::Spheres | Question::Wall => return normal().into_iter().chain(damping()).collect(),
        Question::Restitution => damping().or_else(normal),
        Question::Oblique | Question::Path => tangential().or_else(normal),
        Question::Rolling => rolling().or_else(tangential),
        Question::Energy | Question::Conservation => tangential().or_else(damping).or_else(normal),
        Question::Printed | Question::Order | Question::Fit => None,
    };
    one.into_iter().collect()
}
