//! The tables of wrong cases: each row is a case that is right with some lines of it changed, and what must be named to its writer.
//!
//! ```text
//! case spheres
//! [contact] ends = "force-clamped"
//! [contact.damping.tsuji] restitution = 0.5
//!
//! == two-ways-to-say-damping, well formed
//! [contact.damping.tsuji] restitution = «0.5» ; alpha = 0.3
//! ! `alpha` and `restitution` are alternatives
//!   keep one of them
//! ```
//!
//! - `case` begins a group of rows: `spheres.toml`, with the changes below it, is the case that these rows change. It is right.
//! - `==` begins a row: its name, and `well formed` where the schema of case files cannot see the mistake (names, limits of quantities,
//!   arithmetic). The schema refuses all other rows.
//! - A change is a line of a table; several stand in one line, with ` ; ` between them. It replaces the line with the same key, or is
//!   added. `- key` and `- [table]` remove, `+ [[table]]` adds a second one, and a table that is not there is added at the end.
//! - «Marks» are around what the carets of a message must stand under: one pair a mistake.
//! - `!` is what the first line of the message must name, one a mistake, in order of place; the lines below it, what the
//!   help must name. `…` stands for whatever is between two names. A message has help if and only if its row has.
#![allow(dead_code, reason = "who only reads the cases judges no message")]

use std::fs;
use std::path::{Path, PathBuf};

/// A case with its mistakes. A case that is right has none; nor has a row whose message is whole in `layout/`.
pub struct Row {
    pub name: String,
    pub text: String,
    pub well_formed: bool,
    pub mistakes: Vec<Mistake>,
}

/// A mistake where it is in the text, and what its message must name.
#[derive(Default)]
pub struct Mistake {
    place: String,
    marked: String,
    headline: Vec<String>,
    help: Vec<String>,
}

#[derive(Clone)]
struct Table {
    head: String,
    lines: Vec<String>,
}

/// What the name of a case begins with that is right.
const RIGHT: &str = "case ";

/// The files of a folder with this ending, by name.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == ending));
    files.sort();
    files
}

/// The rows of all tables of a folder, and the cases that they change.
pub fn rows(folder: &Path) -> Vec<Row> {
    files(folder, "txt").iter().flat_map(|path| table(folder, &fs::read_to_string(path).unwrap())).collect()
}

fn table(folder: &Path, text: &str) -> Vec<Row> {
    let mut right = Vec::new();
    let mut rows = Vec::new();
    let mut part: Vec<&str> = Vec::new();
    let starts = |line: &str| line.starts_with("case ") || line.starts_with("== ");
    for line in text.lines().filter(|line| !line.is_empty()).chain(["case "]) {
        if !starts(line) || part.is_empty() {
            part.push(line);
            continue;
        }
        let answers = part.iter().position(|line| line.starts_with("! ")).unwrap_or(part.len());
        let (changes, answers) = (&part[1..answers], &part[answers..]);
        if let Some(name) = part[0].strip_prefix("case ") {
            right = tables(&fs::read_to_string(folder.join(format!("{name}.toml"))).unwrap());
            right = changed(&right, changes);
            rows.push(Row::new(&format!("{RIGHT}{name} {}", part[1..].concat()), &right, answers));
        } else {
            rows.push(Row::new(&part[0][3..], &changed(&right, changes), answers));
        }
        part = vec![line];
    }
    rows
}

fn plain(line: &str) -> String {
    line.replace(['«', '»'], "")
}

/// The header that a line begins with, and the rest of the line.
fn header(line: &str) -> Option<(&str, &str)> {
    plain(line).starts_with('[').then_some(())?;
    let end = line.find(']')?;
    let end = end + line[end..].find(|c| c != ']' && c != '»').unwrap_or(line.len() - end);
    Some((&line[..end], line[end..].trim()))
}

fn key(line: &str) -> String {
    plain(line).split('=').next().unwrap().trim().to_string()
}

fn tables(text: &str) -> Vec<Table> {
    let mut tables = vec![Table { head: String::new(), lines: Vec::new() }];
    for line in text.lines().filter(|line| !line.is_empty()) {
        match header(line) {
            Some(_) => tables.push(Table { head: line.into(), lines: Vec::new() }),
            None => tables.last_mut().unwrap().lines.push(line.into()),
        }
    }
    tables
}

fn changed(right: &[Table], changes: &[&str]) -> Vec<Table> {
    let mut case = right.to_vec();
    let mut at = 0;
    for change in changes {
        let last = |case: &[Table], head: &str| case.iter().rposition(|table| plain(&table.head) == plain(head));
        if change.starts_with("- [") {
            let gone = last(&case, &change[2..]).unwrap_or_else(|| panic!("no table {change}"));
            case.remove(gone);
            at = 0;
            continue;
        }
        let (added, change) = change.strip_prefix("+ ").map_or((false, *change), |change| (true, change));
        let mut lines = change;
        if let Some((head, rest)) = header(change) {
            at = last(&case, head).filter(|_| !added).unwrap_or(case.len());
            if at == case.len() {
                case.push(Table { head: String::new(), lines: Vec::new() });
            }
            case[at].head = head.into();
            lines = rest;
        }
        for line in lines.split(" ; ").filter(|line| !line.is_empty()) {
            let lines = &mut case[at].lines;
            let removed = line.strip_prefix("- ");
            let there = lines.iter().position(|old| key(old) == key(removed.unwrap_or(line)));
            match (there, removed) {
                (Some(there), None) => lines[there] = line.into(),
                (None, None) => lines.push(line.into()),
                (Some(there), Some(_)) => drop(lines.remove(there)),
                (None, Some(key)) => panic!("no `{key}` to remove"),
            }
        }
    }
    case
}

impl Row {
    fn new(name: &str, case: &[Table], answers: &[&str]) -> Self {
        let (name, well_formed) = name.strip_suffix(", well formed").map_or((name, false), |name| (name, true));
        let whole = |table: &Table| {
            let head = Some(&table.head).filter(|head| !head.is_empty());
            head.into_iter().chain(&table.lines).map(|line| format!("{line}\n")).collect::<String>()
        };
        let marked = case.iter().map(whole).filter(|table| !table.is_empty()).collect::<Vec<_>>().join("\n");
        let mut mistakes = Vec::new();
        for (number, line) in marked.lines().enumerate() {
            for (start, _) in line.match_indices('«') {
                let inside = line[start..].trim_start_matches('«').split('»').next().unwrap();
                let column = plain(&line[..start]).chars().count() + 1;
                let place = format!("{}:{column}", number + 1);
                mistakes.push(Mistake { place, marked: inside.into(), ..Mistake::default() });
            }
        }
        let pieces = |text: &str| text.trim().split(" … ").map(String::from).collect::<Vec<_>>();
        let mut named = mistakes.iter_mut();
        let mut at = None;
        for line in answers {
            if let Some(headline) = line.strip_prefix("! ") {
                let mistake = named.next().unwrap_or_else(|| panic!("{name}: more answers than marks"));
                mistake.headline = pieces(headline);
                at = Some(mistake);
            } else {
                at.as_mut().unwrap().help.extend(pieces(line));
            }
        }
        assert!(named.next().is_none(), "{name}: more marks than answers");
        Self { name: name.into(), text: plain(&marked), well_formed, mistakes }
    }

    pub fn is_right(&self) -> bool {
        self.name.starts_with(RIGHT)
    }

    /// What is missing in the message about this row, or is too much.
    pub fn judge(&self, message: &str) -> Result<(), String> {
        let parts: Vec<&str> = message.trim_end().split("\n\n").collect();
        if parts.len() != self.mistakes.len() {
            return Err(format!("{} mistakes in the row, {} in the message", self.mistakes.len(), parts.len()));
        }
        self.mistakes.iter().zip(parts).try_for_each(|(mistake, part)| mistake.judge(&self.name, part))
    }
}

impl Mistake {
    fn judge(&self, name: &str, message: &str) -> Result<(), String> {
        let place = format!("{name}.toml:{}: ", self.place);
        let mut lines = message.lines();
        let headline = lines.next().unwrap_or_default();
        let headline = headline.strip_prefix(&place).ok_or(format!("not at {place}"))?;
        let (shown, carets) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        let under: String = shown.chars().zip(carets.chars()).filter(|pair| pair.1 == '^').map(|pair| pair.0).collect();
        if under != self.marked || !carets.contains('^') {
            return Err(format!("the carets stand under `{under}`, not under `{}`", self.marked));
        }
        let help = lines.collect::<Vec<_>>().join("\n");
        if help.is_empty() != self.help.is_empty() {
            return Err("it says what to write instead, or the row does, and the other does not".into());
        }
        let named = |mut text: &str, pieces: &[String]| {
            pieces.iter().try_for_each(|piece| {
                let at = text.find(piece.as_str()).ok_or(format!("it does not name `{piece}` there"))?;
                text = &text[at + piece.len()..];
                Ok(())
            })
        };
        named(headline, &self.headline)?;
        named(&help, &self.help)
    }
}
