//! Names and titles of a case as they may stand in an input: never code, never the end of a comment.

/// Longest name that is written.
const LONGEST_NAME: usize = 40;
/// Longest comment that is made from a case.
const LONGEST_TEXT: usize = 120;

/// A name made of ASCII letters, digits and `_`, beginning with a letter: one token, unquoted, in every input language.
///
/// Whatever else stands in `name` becomes `_`.
pub fn identifier(name: &str) -> String {
    let kept = name.chars().take(LONGEST_NAME).map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    let text: String = kept.collect();
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) { text } else { format!("m_{text}") }
}

/// A text for a comment: ASCII letters, digits and a few marks; whatever else stands in it becomes a blank.
///
/// A line break would end the comment, and `\` and `&` at the end of a line continue it in C++ and in LAMMPS.
pub fn words(text: &str) -> String {
    let kept = text
        .chars()
        .take(LONGEST_TEXT)
        .map(|c| if c.is_ascii_alphanumeric() || " .,:;()[]+-_=/%".contains(c) { c } else { ' ' });
    let kept: String = kept.collect();
    kept.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_token_in_every_language() {
        assert_eq!(identifier("soda-lime glass"), "soda_lime_glass");
        assert_eq!(identifier("304"), "m_304");
        assert_eq!(identifier(""), "m_");
        assert_eq!(identifier("x\"); import os #"), "x____import_os__");
        assert_eq!(identifier(&"a".repeat(200)).len(), 40);
    }

    #[test]
    fn a_comment_stays_one_line() {
        assert_eq!(words("ball\nrun 1 & \\"), "ball run 1");
        assert_eq!(words("a \"quoted\" ${var} `x` */ title, e = 0.5"), "a quoted var x / title, e = 0.5");
        assert_eq!(words("\u{2028}\r\n"), "");
    }
}
