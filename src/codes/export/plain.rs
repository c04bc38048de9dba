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

/// A text for a comment: ASCII letters, digits and a few marks; another letter or digit becomes `_`, whatever else stands in it a
/// blank.
///
/// A line break would end the comment, and `\` and `&` at the end of a line continue it in C++ and in LAMMPS.
pub fn words(text: &str) -> String {
    let kept = text.chars().take(LONGEST_TEXT).map(|c| match c {
        c if c.is_ascii_alphanumeric() || " .,:;()[]+-_=/%".contains(c) => c,
        c if c.is_alphanumeric() => '_',
        _ => ' ',
    });
    let kept: String = kept.collect();
    kept.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
