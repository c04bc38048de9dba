//! Templates of `collisionbench new`.

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
    /// A program of one's own: a small one in Python to start from, and the file that declares it.
    Own,
}

/// Where the program of [`TemplateEngine::Own`] and its declaration go.
pub const OWN_PROGRAM: [&str; 2] = ["own.py", include_str!("../../examples/engines/small_engine.py")];
pub const OWN_ENGINES: [&str; 2] = ["engines.toml", include_str!("templates/engines.toml")];

impl TemplateEngine {
    fn text(self) -> String {
        let [name, ends] = match self {
            Self::Lammps => ["lammps", "as the code has it: `collisionbench contract lammps`"],
            Self::Liggghts => ["liggghts", "as the code has it: `collisionbench contract liggghts`"],
            Self::Yade => ["yade", "as the code has it: `collisionbench contract yade`"],
            Self::Kratos => ["kratos", "as the code has it: `collisionbench contract kratos`"],
            Self::Own => ["own", "or \"force-clamped\", where the code cuts off attraction"],
        };
        include_str!("templates/engine.toml").replace("ENGINE", name).replace("ENDS", ends)
    }
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
    /// The example measurements that the case reads until the user replaces them.
    pub fn table(self) -> &'static str {
        match self {
            Self::Heights => include_str!("templates/drops.csv"),
            Self::Phyphox => include_str!("templates/bounces.csv"),
            Self::Restitution => include_str!("templates/ratios.csv"),
            Self::WorkOfAdhesion => include_str!("templates/adhesion.csv"),
            Self::YieldPressure => include_str!("templates/yielding.csv"),
            Self::StiffnessRatio => include_str!("templates/stiffness.csv"),
            Self::PlateThickness => include_str!("templates/plate.csv"),
            Self::Friction | Self::TangentialStiffness | Self::TangentialDashpot => {
                include_str!("templates/impacts.csv")
            }
            Self::Rolling => include_str!("templates/rolls.csv"),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Heights => include_str!("templates/fit.toml").to_string(),
            Self::Phyphox => rebounds(HEARD),
            Self::Restitution => rebounds(RATIOS),
            Self::WorkOfAdhesion => over_speeds(ADHESION),
            Self::YieldPressure => over_speeds(YIELDING),
            Self::StiffnessRatio => over_speeds(STIFFNESS),
            Self::PlateThickness => include_str!("templates/fit-plate.toml").to_string(),
            Self::Friction | Self::TangentialStiffness | Self::TangentialDashpot => {
                let text = include_str!("templates/fit-oblique.toml").to_string();
                ALONG.iter().fold(text, |text, (unknown, [word, key, value, fitted])| {
                    text.replace(word, &format!("{key:<19} = {}", if *unknown == self { fitted } else { value }))
                })
            }
            Self::Rolling => include_str!("templates/fit-rolling.toml").to_string(),
        }
    }
}

/// The tangential parameters that can be fitted: placeholder, key, value and fitted value.
const ALONG: [(FitTemplate, [&str; 4]); 3] = [
    (FitTemplate::Friction, ["FRICTION", "friction", "0.18", "{ fit = 0.3, between = [0.01, 1] }"]),
    (
        FitTemplate::TangentialStiffness,
        ["STIFFNESS", "stiffness", "\"12 kN/m\"", r#"{ fit = "10 kN/m", between = ["1 kN/m", "28 kN/m"] }"#],
    ),
    (
        FitTemplate::TangentialDashpot,
        [
            "DASHPOT",
            "dashpot_coefficient",
            "\"4 N s/m\"",
            r#"{ fit = "2 N s/m", between = ["0.1 N s/m", "20 N s/m"] }"#,
        ],
    ),
];

/// Texts of a calibration from restitution against speed: description, material, sphere and law.
type OverSpeeds = [&'static str; 4];

const ADHESION: OverSpeeds = [
    "How sticky two surfaces are, from restitutions over speed: `sticks` where the ball did not come back.",
    "density       = \"1050 kg/m3\"\nyoung_modulus = \"5 GPa\"\npoisson_ratio = 0.35",
    "sphere   = { radius = \"10 um\" }",
    "[contact.normal.jkr]\n\
     work_of_adhesion = { fit = \"0.05 J/m2\", between = [\"1 mJ/m2\", \"2 J/m2\"] }    # the unknown: start, and bounds\n\
     breaks_at        = \"displacement\"            # or \"force\", \"zero-overlap\": the value found depends on it",
];

const YIELDING: OverSpeeds = [
    "At which pressure a contact yields, from restitutions over speed.",
    "density       = \"7850 kg/m3\"\nyoung_modulus = \"210 GPa\"\npoisson_ratio = 0.3",
    "sphere   = { radius = \"5 mm\" }",
    "[contact.normal.thornton]\n\
     yield_pressure = { fit = \"2 GPa\", between = [\"0.1 GPa\", \"50 GPa\"] }    # the unknown: start, and bounds",
];

const STIFFNESS: OverSpeeds = [
    "How much stiffer a plastic spring unloads, from restitutions: they tell the ratio k2/k1, so k1 is known.",
    "density       = \"7850 kg/m3\"",
    "sphere   = { radius = \"5 mm\" }",
    "[contact.normal.walton-braun]\n\
     loading_stiffness   = \"100 kN/m\"\n\
     unloading_stiffness = { fit = \"200 kN/m\", between = [\"101 kN/m\", \"5000 kN/m\"] }    # the unknown: start, and bounds",
];

fn over_speeds([about, material, sphere, law]: OverSpeeds) -> String {
    let (experiment, check) = ("[experiment.restitution]\ndata = \"TABLE\"", "runs        = { within_sigma = 4 }");
    filled([about, material, sphere, law, experiment, check])
}

/// Texts of a calibration of one restitution: description and experiment.
type Rebounds = [&'static str; 2];

const HEARD: Rebounds = [
    "How much a ball loses, from the times of its bounces that phyphox recorded: experiment \"(In)elastic collision\", as CSV or zip.",
    "[experiment.phyphox]\n\
     data       = \"TABLE\"\n\
     gravity    = { value = \"9.81 m/s2\", sigma = \"0.01 m/s2\" }\n\
     time_sigma = \"1 ms\"                         # how well an interval is read, one standard deviation",
];

const RATIOS: Rebounds = [
    "How much a ball loses, from ratios of speeds or from a track: a position a frame.",
    "[experiment.restitution]\ndata = \"TABLE\"",
];

fn rebounds([about, experiment]: Rebounds) -> String {
    filled([
        about,
        "young_modulus = \"1 GPa\"\npoisson_ratio = 0.3",
        "sphere   = { radius = \"20 mm\", mass = \"46 g\" }",
        "[contact]\n\
         ends = \"force-clamped\"                      # never pulls; or \"zero-overlap\", \"zero-force\"\n\n\
         [contact.normal.hertz]\n\n\
         [contact.damping.tsuji]\n\
         restitution = { fit = 0.8, between = [0.05, 1] }    # the unknown: where to start, and within which bounds",
        experiment,
        "birge_ratio = { within_sigma = 3 }",
    ])
}

fn filled(texts: [&str; 6]) -> String {
    let words = ["ABOUT", "MATERIAL", "SPHERE", "LAW", "EXPERIMENT", "CHECK"];
    let text = include_str!("templates/fit-speeds.toml").to_string();
    words.into_iter().zip(texts).fold(text, |text, (word, with)| text.replace(word, with))
}

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
