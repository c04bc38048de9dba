//! Messages, titles, `--help`, reports and docs are in plain English: the phrases of `words/list.toml` are not in them.
//!
//! The list has each phrase as a regular expression, the wording to use, and a sentence that the expression must find.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex::{Regex, RegexBuilder};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    phrase: Vec<Phrase>,
    /// Files or folders that are not searched.
    #[serde(default)]
    exception: Vec<Exception>,
    /// Files that are being rewritten: not searched, and no error when they have become clean.
    #[serde(default)]
    rewriting: Vec<Exception>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrase {
    pattern: String,
    bad: String,
    write: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    file: String,
    reason: String,
}

/// A line of text that a reader meets.
struct Text {
    file: String,
    line: usize,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn list() -> List {
    toml::from_str(&fs::read_to_string(root().join("tests/words/list.toml")).unwrap()).unwrap()
}

fn expression(pattern: &str) -> Regex {
    RegexBuilder::new(pattern).case_insensitive(true).build().unwrap()
}

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, ending, found);
            } else if path.to_str().unwrap().ends_with(ending) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join(folder), ending, &mut found);
    found.sort();
    found
}

/// The string literals of Rust source, each with its line; comments, characters and everything else are left out.
fn literals(source: &str) -> Vec<(usize, String)> {
    let chars: Vec<char> = source.chars().collect();
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    let is = |at: usize, text: &str| text.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c));
    while at < chars.len() {
        if is(at, "//") {
            while at < chars.len() && chars[at] != '\n' {
                at += 1;
            }
            continue;
        }
        let word_before = at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_');
        let hashes = if chars[at] == 'r' && !word_before {
            chars[at + 1..].iter().take_while(|&&c| c == '#').count()
        } else {
            0
        };
        let raw = chars[at] == 'r' && !word_before && chars.get(at + 1 + hashes) == Some(&'"');
        if raw || chars[at] == '"' {
            let first = line;
            let end = format!("\"{}", "#".repeat(hashes));
            at += if raw { hashes + 2 } else { 1 };
            let mut text = String::new();
            while !is(at, &end) {
                if !raw && chars[at] == '\\' {
                    // A break of the line in the source, with the blanks after it, is no part of the text.
                    if chars[at + 1] == '\n' {
                        while chars[at + 1].is_whitespace() {
                            at += 1;
                            line += usize::from(chars[at] == '\n');
                        }
                        at += 1;
                        continue;
                    }
                    text.push(if chars[at + 1] == 'n' { '\n' } else { chars[at + 1] });
                    at += 2;
                    continue;
                }
                line += usize::from(chars[at] == '\n');
                text.push(chars[at]);
                at += 1;
            }
            at += end.chars().count();
            found.push((first, text));
            continue;
        }
        // '"', '\n' and '\'' are characters; 'a in a type is not.
        if chars[at] == '\'' && chars.get(at + 1) == Some(&'\\') {
            at += 3;
            while chars[at] != '\'' {
                at += 1;
            }
        } else if chars[at] == '\'' && chars.get(at + 2) == Some(&'\'') {
            at += 2;
        }
        line += usize::from(chars[at] == '\n');
        at += 1;
    }
    found
}

/// Literals; in `src/cli` the doc comments as well, since `--help` prints them.
fn source_texts(file: &str, source: &str) -> Vec<Text> {
    let place = expression(r"\{[a-z0-9_]*(:[^{}]*)?\}");
    let mut texts: Vec<Text> = literals(source)
        .into_iter()
        .map(|(line, text)| Text { file: file.into(), line, text: place.replace_all(&text, "{}").into_owned() })
        .collect();
    if file.starts_with("src/cli/") {
        texts.extend(source.lines().enumerate().filter_map(|(i, line)| {
            let text = line.trim().strip_prefix("///")?.into();
            Some(Text { file: file.into(), line: i + 1, text })
        }));
    }
    texts
}

/// A message without the line of the case that it shows, and without the name of the file.
fn message_line(line: &str) -> &str {
    let excerpt = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    if excerpt.starts_with(" |") || excerpt.starts_with('|') {
        return "";
    }
    line.split_once(": ").filter(|(place, _)| place.contains(".toml:")).map_or(line, |(_, text)| text)
}

fn lines_of(file: &str, content: &str, keep: impl Fn(&str) -> String) -> Vec<Text> {
    content.lines().enumerate().map(|(i, line)| Text { file: file.into(), line: i + 1, text: keep(line) }).collect()
}

/// Everything that is searched.
fn texts() -> Vec<Text> {
    let mut texts = Vec::new();
    let mut add = |folder: &str, ending: &str, read: &dyn Fn(&str, &str) -> Vec<Text>| {
        for path in files(folder, ending) {
            let name = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
            texts.extend(read(&name, &fs::read_to_string(&path).unwrap()));
        }
    };
    let template = expression(r"\{\{.*?\}\}|\{%.*?%\}");
    let key = expression(r"^\s*(title|known_gap|reason)\s*=|known_gap\s*=|#");
    add("src", ".rs", &|name, text| {
        if name.contains("/tests/") || name.ends_with("tests.rs") { Vec::new() } else { source_texts(name, text) }
    });
    add("tests/mistakes", ".txt", &|name, text| lines_of(name, text, |line| message_line(line).into()));
    add("docs", ".md", &|name, text| lines_of(name, text, |line| line.to_string()));
    add("src/report", ".html", &|name, text| lines_of(name, text, |line| template.replace_all(line, "").into_owned()));
    add("cases", ".toml", &|name, text| {
        lines_of(name, text, |line| if key.is_match(line) { line.into() } else { String::new() })
    });
    let title = expression(r"^\s*(title|cite|reason)\s*=|#");
    add("reference-data", "source.toml", &|name, text| {
        lines_of(name, text, |line| if title.is_match(line) { line.into() } else { String::new() })
    });
    add("src/case/templates", ".toml", &|name, text| lines_of(name, text, |line| line.to_string()));
    for name in ["README.md", "reference-data/README.md", "CONTRIBUTING.md", "CHANGELOG.md", "action.yml"] {
        texts.extend(lines_of(name, &fs::read_to_string(root().join(name)).unwrap(), |line| line.to_string()));
    }
    texts
}

/// What is found: file, line and what to do about it; and the exceptions that were needed.
fn search<'a>(list: &'a List, texts: &[Text]) -> (Vec<String>, BTreeSet<&'a str>) {
    let phrases: Vec<(Regex, &Phrase)> =
        list.phrase.iter().map(|phrase| (expression(&phrase.pattern), phrase)).collect();
    let (mut found, mut needed) = (Vec::new(), BTreeSet::new());
    for Text { file, line, text } in texts {
        for (expression, phrase) in &phrases {
            let Some(hit) = expression.find(text) else { continue };
            let excepted = list.exception.iter().chain(&list.rewriting).find(|e| file.starts_with(&e.file));
            match excepted {
                Some(exception) => _ = needed.insert(exception.file.as_str()),
                None => found.push(format!("{file}:{line}: `{}`\n  write: {}", hit.as_str(), phrase.write)),
            }
        }
    }
    (found, needed)
}

#[test]
fn texts_are_in_plain_english() {
    let (list, texts) = (list(), texts());
    assert!(texts.len() > 5_000, "only {} texts were read", texts.len());
    let (found, needed) = search(&list, &texts);
    assert!(found.is_empty(), "{} phrases of tests/words/list.toml:\n{}", found.len(), found.join("\n"));
    for exception in &list.exception {
        let name = &exception.file;
        assert!(needed.contains(name.as_str()), "{name} is clean: remove its exception from tests/words/list.toml");
    }
}

#[test]
fn every_exception_has_a_file_and_a_reason() {
    let list = list();
    for exception in list.exception.iter().chain(&list.rewriting) {
        assert!(root().join(&exception.file).exists(), "no such file: {}", exception.file);
        assert!(exception.reason.len() > 10, "no reason: {}", exception.file);
    }
}

#[test]
fn every_expression_finds_its_bad_sentence() {
    for phrase in list().phrase {
        assert!(expression(&phrase.pattern).is_match(&phrase.bad), "{} does not find: {}", phrase.pattern, phrase.bad);
        assert!(!phrase.write.is_empty(), "{} has no better wording", phrase.pattern);
    }
}

#[test]
fn a_bad_sentence_is_found_in_source_and_messages() {
    let source =
        "/// nobody\nfn f() {\n    // nobody\n    g('\"', \"no solver: \\\n        nobody computes it\");\n}\n";
    assert_eq!(literals(source), [(4, "no solver: nobody computes it".to_string())]);
    let (list, texts) = (list(), source_texts("src/case/run.rs", source));
    let (found, _) = search(&list, &texts);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("src/case/run.rs:4: `nobody`"), "{found:?}");
    assert_eq!(source_texts("src/cli/x.rs", source).len(), 2, "doc comments of the command line are texts");

    assert_eq!(message_line("of-nobody.toml:3:1: `x` stands twice"), "`x` stands twice");
    assert_eq!(message_line("3 | nobody = 1"), "");
    assert_eq!(message_line("  | ^^^"), "");
    assert_eq!(message_line("  leave it out"), "  leave it out");
    let clean = Text { file: "docs/x.md".into(), line: 1, text: "No solver is configured.".into() };
    assert!(search(&list, &[clean]).0.is_empty());
}
