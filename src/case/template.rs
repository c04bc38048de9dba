//! What editors and `collisionbench new` are given.

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
