//! What editors and `collisionbench new` are given.

/// The JSON schema of a case file, for editors that check and complete TOML.
///
/// It knows the form of a case; what takes arithmetic (units, limits, which scenes a `where` selects) only the reader does.
pub const SCHEMA: &str = include_str!("schema.json");

/// A commented case to start from, titled `name`.
///
/// ```
/// let text = collisionbench::case::template("steel on steel");
/// assert!(text.contains("title  = \"steel on steel\""));
/// ```
pub fn template(name: &str) -> String {
    let title: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
    let title = if title.trim().is_empty() { "A new case" } else { title.trim() };
    // As TOML writes it: quotes and backslashes escaped.
    include_str!("template.toml").replace("\"TITLE\"", &toml::Value::String(title.to_string()).to_string())
}
