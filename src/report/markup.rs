//! Text inside HTML and SVG.

/// Text inside an element or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#x27;"),
            other if other.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// The same as it was before it was written there.
pub(crate) fn unescaped(text: &str) -> String {
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&amp;", "&")];
    marks.iter().fold(text.to_string(), |text, (escaped, mark)| text.replace(escaped, mark))
}
