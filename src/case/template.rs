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
    /// A calibration from drop heights, in a table of this name.
    Fit,
}

/// The table of drop heights that the case of [`Template::Fit`] reads, made up.
pub const DROPS: &str = include_str!("templates/drops.csv");

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
        Template::Impact => include_str!("templates/impact.toml"),
        Template::Oblique => include_str!("templates/oblique.toml"),
        Template::Engine => include_str!("templates/engine.toml"),
        Template::Fit => include_str!("templates/fit.toml"),
    };
    // As TOML writes it: quotes and backslashes escaped.
    let quoted = |text: &str| toml::Value::String(text.to_string()).to_string();
    text.replace("\"TITLE\"", &quoted(title)).replace("\"TABLE\"", &quoted(table))
}
