//! What editors and `collisionbench new` are given.

/// What a new case is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// A head-on impact, held against a theory.
    Impact,
    /// An oblique impact with friction.
    Oblique,
    /// An engine beside the reference.
    Engine,
    /// A calibration, with a table of measurements.
    Fit(Fitting),
}

/// What a new calibration is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fitting {
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
    /// The rolling friction, from balls that roll to rest.
    Rolling,
}

impl Fitting {
    /// Measurements that were made up, for the case to read until there are others.
    pub fn table(self) -> &'static str {
        match self {
            Self::Heights => include_str!("templates/drops.csv"),
            Self::Phyphox => include_str!("templates/bounces.csv"),
            Self::Restitution => include_str!("templates/ratios.csv"),
            Self::Rolling => include_str!("templates/rolls.csv"),
            _ => include_str!("templates/impacts.csv"),
        }
    }

    fn text(self) -> String {
        let line = |unknown: Self, key: &str, value: &str, fitted: &str| {
            format!("{key:<19} = {}", if unknown == self { fitted } else { value })
        };
        match self {
            Self::Heights => include_str!("templates/fit.toml").to_string(),
            Self::Phyphox => include_str!("templates/fit-phyphox.toml").to_string(),
            Self::Restitution => include_str!("templates/fit-restitution.toml").to_string(),
            Self::Rolling => include_str!("templates/fit-rolling.toml").to_string(),
            _ => include_str!("templates/fit-oblique.toml")
                .replace("FRICTION", &line(Self::Friction, "friction", "0.18", "{ fit = 0.3, between = [0.01, 1] }"))
                .replace(
                    "STIFFNESS",
                    &line(
                        Self::TangentialStiffness,
                        "stiffness",
                        "\"12 kN/m\"",
                        "{ fit = \"10 kN/m\", between = [\"1 kN/m\", \"28 kN/m\"] }",
                    ),
                )
                .replace(
                    "DASHPOT",
                    &line(
                        Self::TangentialDashpot,
                        "dashpot_coefficient",
                        "\"4 N s/m\"",
                        "{ fit = \"2 N s/m\", between = [\"0.1 N s/m\", \"20 N s/m\"] }",
                    ),
                ),
        }
    }
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
        Template::Engine => include_str!("templates/engine.toml").to_string(),
        Template::Fit(fitting) => fitting.text(),
    };
    // As TOML writes it: quotes and backslashes escaped.
    let quoted = |text: &str| toml::Value::String(text.to_string()).to_string();
    text.replace("\"TITLE\"", &quoted(title)).replace("\"TABLE\"", &quoted(table))
}
