//! Templates of `collisionbench new`.

use crate::data::measure::{Drop, Measurements};

/// The kinds of new cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// A head-on impact, compared with theory.
    Impact,
    /// An oblique impact with friction.
    Oblique,
    /// An engine compared with the reference.
    Engine(TemplateEngine),
    /// A calibration, with a table of measurements.
    Fit(FitTemplate),
}

/// The engine of a new case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum TemplateEngine {
    Lammps,
    Liggghts,
    Yade,
    Kratos,
}

impl TemplateEngine {
    fn text(self) -> String {
        let name = match self {
            Self::Lammps => "lammps",
            Self::Liggghts => "liggghts",
            Self::Yade => "yade",
            Self::Kratos => "kratos",
        };
        of_engine(name, &format!("as the code has it: `collisionbench contract {name}`"))
    }
}

fn of_engine(name: &str, ends: &str) -> String {
    include_str!("templates/engine.toml").replace("ENGINE", name).replace("ENDS", ends)
}

/// What a program of one's own is tested with: a small one in Python to start from, the file that declares it, and its case.
pub fn own_engine(name: &str) -> [String; 3] {
    let case = of_engine(name, "or \"force-clamped\", where the code cuts off attraction");
    [
        include_str!("../../examples/engines/small_engine.py").to_string(),
        include_str!("templates/engines.toml").replace("ENGINE", name),
        case.replace("TITLE", &format!("{name} beside the reference")),
    ]
}

/// The kinds of new calibrations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum FitTemplate {
    /// The restitution, from drop heights.
    Heights,
    /// The restitution, from an export of phyphox.
    Phyphox,
    /// From oblique impacts.
    Friction,
    TangentialStiffness,
    TangentialDashpot,
    /// The restitution, from ratios or a track.
    Restitution,
    /// From restitutions over speed.
    WorkOfAdhesion,
    YieldPressure,
    StiffnessRatio,
    PlateThickness,
    /// The rolling friction, from balls that roll to rest.
    Rolling,
}

impl FitTemplate {
    /// The case, and the example measurements that it reads until the user replaces them.
    fn files(self) -> [&'static str; 2] {
        match self {
            Self::Heights => [include_str!("templates/fit.toml"), include_str!("templates/drops.csv")],
            Self::Phyphox => [include_str!("templates/fit-phyphox.toml"), include_str!("templates/bounces.csv")],
            Self::Restitution => [include_str!("templates/fit-restitution.toml"), include_str!("templates/ratios.csv")],
            Self::WorkOfAdhesion => {
                [include_str!("templates/fit-work-of-adhesion.toml"), include_str!("templates/adhesion.csv")]
            }
            Self::YieldPressure => {
                [include_str!("templates/fit-yield-pressure.toml"), include_str!("templates/yielding.csv")]
            }
            Self::StiffnessRatio => {
                [include_str!("templates/fit-stiffness-ratio.toml"), include_str!("templates/stiffness.csv")]
            }
            Self::PlateThickness => [include_str!("templates/fit-plate.toml"), include_str!("templates/plate.csv")],
            Self::Friction | Self::TangentialStiffness | Self::TangentialDashpot => {
                [include_str!("templates/fit-oblique.toml"), include_str!("templates/impacts.csv")]
            }
            Self::Rolling => [include_str!("templates/fit-rolling.toml"), include_str!("templates/rolls.csv")],
        }
    }

    /// The example measurements that the case reads until the user replaces them.
    pub fn table(self) -> &'static str {
        self.files()[1]
    }

    fn text(self) -> String {
        ALONG.iter().fold(self.files()[0].to_string(), |text, (unknown, [word, key, value, fitted])| {
            text.replace(word, &format!("{key:<13} = {}", if *unknown == self { fitted } else { value }))
        })
    }
}

/// The tangential parameters that can be fitted: placeholder, key, value and fitted value.
const ALONG: [(FitTemplate, [&str; 4]); 3] = [
    (FitTemplate::Friction, ["FRICTION", "friction", "0.18", "{ fit = 0.3, between = [0.01, 1] }"]),
    // Beyond 2/7 the spring of a solid sphere swings back before the contact ends, and two stiffnesses give one rebound.
    (FitTemplate::TangentialStiffness, ["STIFFNESS", "ratio", "0.12", "{ fit = 0.1, between = [0.01, 0.28] }"]),
    (FitTemplate::TangentialDashpot, ["DASHPOT", "dashpot_ratio", "0.13", "{ fit = 0.06, between = [0.003, 0.65] }"]),
];

/// A commented case to start from, titled `name`; `table` is the file of measurements that a calibration names.
///
/// ```
/// use collisionbench::case::{Template, template};
///
/// let text = template(Template::Impact, "steel on steel", "");
/// assert!(text.contains("title  = \"steel on steel\""));
/// ```
pub fn template(about: Template, name: &str, table: &str) -> String {
    let title: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
    let title = if title.trim().is_empty() { "A new case" } else { title.trim() };
    let text = match about {
        Template::Impact => include_str!("templates/impact.toml").to_string(),
        Template::Oblique => include_str!("templates/oblique.toml").to_string(),
        Template::Engine(beside) => beside.text(),
        Template::Fit(fitting) => fitting.text(),
    };
    // As TOML writes it: quotes and backslashes escaped.
    let quoted = |text: &str| toml::Value::String(text.to_string()).to_string();
    text.replace("\"TITLE\"", &quoted(title)).replace("\"TABLE\"", &quoted(table))
}

/// The template of a calibration with the keys that these measurements require, and without those that have nothing to act on.
pub fn suited(text: &str, found: &Measurements) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let timed = !found.throws.is_empty() && found.throws.iter().all(|throw| throw.sigmas.iter().all(Option::is_some));
    let complete = |drop: &Drop| {
        let further = drop.further.iter().map(|rebound| rebound.sigma);
        further.chain([drop.drop_sigma, drop.rebound_sigma]).all(|sigma| sigma.is_some())
    };
    let read = !found.drops.is_empty() && found.drops.iter().all(complete);
    for (nothing, key) in [(timed, "time_sigma "), (read, "height_sigma ")] {
        lines.retain(|line| !nothing || !line.starts_with(key));
    }
    let mut heights: Vec<f64> = found.drops.iter().map(|drop| drop.drop).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    let few = heights.len() <= 3;
    lines.retain(|line| !few || !line.starts_with("hold_out"));
    let has = |key: &str| lines.iter().any(|line| line.starts_with(key));
    let height = found.throws.iter().any(|throw| throw.drop.is_some()) && !has("height_to");
    let speed = found.ratios.iter().any(|ratio| ratio.speed.is_none()) && has("[experiment.restitution]");
    if let Some(at) = lines.iter().position(|line| line.starts_with("data ")) {
        let more = [(height, "height_to  = \"bottom\""), (speed, "speed = \"2 m/s\"")];
        lines.splice(at + 1..at + 1, more.into_iter().filter_map(|(needed, line)| needed.then_some(line)));
    }
    let text = lines.join("\n") + "\n";
    match few {
        true => text.replace(
            "agrees_with = \"hold-out\"\nrestitution = { within_sigma = 3 }",
            "agrees_with = \"residuals\"\nbirge_ratio = { within_sigma = 3 }",
        ),
        false => text,
    }
}
