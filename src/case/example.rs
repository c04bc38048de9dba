//! Values that a written case has for want of better ones.

/// What a comment of them begins with.
const MARK: &str = "# example, not measured: ";

/// The assignments of a line: `radius = "20 mm"` of `sphere = { radius = "20 mm", mass = "46 g" }`.
fn assignments(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let code = line.split('#').next().unwrap_or_default();
    code.split(['{', '}', ',']).filter_map(|part| part.split_once('=')).map(|(key, value)| (key.trim(), value.trim()))
}

/// The text of a case with a comment at each value of these keys: that it is an example.
pub fn mark_examples(text: &str, keys: &[&str]) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let wanted = assignments(line).filter(|(key, value)| keys.contains(key) && !value.is_empty());
        let examples: Vec<String> = wanted.map(|(key, value)| format!("{key} = {value}")).collect();
        out.push_str(line);
        if !examples.is_empty() {
            out.push_str(&format!("    {MARK}{}", examples.join("; ")));
        }
        out.push('\n');
    }
    out
}

/// The examples that are still in the text of a case, `radius = "20 mm"`: a value that was changed is none any more,
/// whatever its comment says.
pub fn examples(text: &str) -> Vec<String> {
    let mut left = Vec::new();
    for (line, marked) in text.lines().filter_map(|line| line.split_once(MARK)) {
        let now: Vec<String> = assignments(line).map(|(key, value)| format!("{key} = {value}")).collect();
        left.extend(marked.split("; ").filter(|example| now.iter().any(|known| known == example)).map(String::from));
    }
    left
}
