//! A report as a list of blocks, written for a terminal, as Markdown, or as HTML ([`super::html::blocks`]).
//!
//! What a report says is decided once, in its blocks; how it looks is decided here, for all reports alike.

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::columns::{UNBROKEN, columns_marked, wrap};
use crate::error::cut;

/// A part of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "block", rename_all = "lowercase")]
pub enum Block {
    /// A title, level 1 for that of the whole.
    Heading { level: u8, text: String },
    /// A paragraph.
    Text { text: String },
    /// Lines of which each stands on its own.
    List { lines: Vec<String> },
    /// Rows of cells. The first row is the head, which is left out where its cells are empty; lines of a cell after its first
    /// are details.
    Table { about: String, rows: Vec<Vec<String>> },
    /// A picture beside the page, by its file name without ending: HTML alone shows it.
    Figure { name: String, title: String },
    /// Lines to be copied as they are.
    Code { text: String },
}

impl Block {
    /// A title.
    pub fn heading(level: u8, text: impl Into<String>) -> Self {
        Self::Heading { level, text: text.into() }
    }

    /// A paragraph.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// Rows under their head; nothing of no rows.
    pub fn table(about: &str, head: &[&str], rows: Vec<Vec<String>>) -> Option<Self> {
        let head = head.iter().map(|name| name.to_string()).collect();
        (!rows.is_empty()).then(|| Self::Table { about: about.to_string(), rows: [vec![head], rows].concat() })
    }
}

/// The blocks as text in lines of at most `width` characters: each heading two characters further in than that of the level
/// above, and what is under it two more.
pub fn terminal(blocks: &[Block], width: usize) -> String {
    laid_out(blocks, width, str::to_string)
}

/// The same, with the verdict at the beginning of a line or a cell in its colour where there is `colour`.
pub fn coloured(blocks: &[Block], width: usize, colour: bool) -> String {
    laid_out(blocks, width, if colour { painted } else { str::to_string })
}

fn laid_out(blocks: &[Block], width: usize, marked: fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut indent = String::new();
    for block in blocks {
        match block {
            Block::Heading { level, text } => {
                if !out.is_empty() {
                    out.push('\n');
                }
                let own = " ".repeat(2 * (usize::from(*level).max(1) - 1));
                put(&mut out, [&own, &own], text, width, marked);
                indent = own + "  ";
            }
            Block::Text { text } => put(&mut out, [&indent, &indent], text, width, marked),
            Block::List { lines } => {
                let hanging = format!("{indent}  ");
                lines.iter().for_each(|line| put(&mut out, [&indent, &hanging], line, width, marked));
            }
            Block::Table { rows, .. } => {
                let headless = rows.first().is_some_and(|head| head.iter().all(String::is_empty));
                out.push_str(&columns_marked(&rows[usize::from(headless)..], &indent, width, marked));
            }
            Block::Figure { .. } => {}
            Block::Code { text } => text.lines().for_each(|line| out.push_str(&format!("{indent}{line}\n"))),
        }
    }
    out
}

/// A paragraph below the indentations of its first line and of the others; line ends and repeated blanks become single blanks.
fn put(out: &mut String, [first, others]: [&str; 2], text: &str, width: usize, marked: fn(&str) -> String) {
    let text = one_line(text);
    if !text.is_empty() {
        let mut lines = wrap(&text, width.saturating_sub(others.len()));
        lines[0] = marked(&lines[0]);
        out.push_str(&format!("{first}{}\n", lines.join(&format!("\n{others}"))));
    }
}

/// Verdicts as a line or a cell begins with them, and their colours.
const VERDICTS: [(&str, AnsiColor); 16] = [
    ("PARTIAL", AnsiColor::Red),
    ("FAIL", AnsiColor::Red),
    ("ERROR", AnsiColor::Red),
    ("CLOSED", AnsiColor::Magenta),
    ("fail", AnsiColor::Red),
    ("error", AnsiColor::Red),
    ("closed", AnsiColor::Magenta),
    ("red", AnsiColor::Red),
    ("known gap", AnsiColor::Yellow),
    ("gap", AnsiColor::Yellow),
    ("amber", AnsiColor::Yellow),
    ("skipped", AnsiColor::Cyan),
    ("skip", AnsiColor::Cyan),
    ("unchecked", AnsiColor::Cyan),
    ("left out", AnsiColor::Cyan),
    ("pass", AnsiColor::Green),
];

/// A line that begins with a verdict, with the verdict in its colour.
fn painted(line: &str) -> String {
    let begins = |(word, colour): &(&'static str, AnsiColor)| {
        let rest = line.strip_prefix(word).filter(|rest| rest.is_empty() || rest.starts_with([' ', ':']))?;
        let style: Style = colour.on_default();
        let style = if matches!(colour, AnsiColor::Red | AnsiColor::Magenta) { style.bold() } else { style };
        Some(format!("{style}{word}{style:#}{rest}"))
    };
    VERDICTS.iter().find_map(begins).unwrap_or_else(|| line.to_string())
}

fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() && c != '\u{a0}')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The blocks as Markdown, for the summary page of a CI job.
pub fn markdown(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks.iter().filter(|block| !matches!(block, Block::List { lines } if lines.is_empty())) {
        if !out.is_empty() {
            out.push('\n');
        }
        match block {
            Block::Heading { level, text } => {
                out.push_str(&format!("{} {}\n", "#".repeat(usize::from(*level).clamp(1, 6)), escaped(text)));
            }
            Block::Text { text } => out.push_str(&format!("{}\n", escaped(text))),
            Block::List { lines } => lines.iter().for_each(|line| out.push_str(&format!("- {}\n", escaped(line)))),
            Block::Table { rows, .. } => {
                let mut rows = rows.iter();
                let Some(head) = rows.next() else { continue };
                out.push_str(&markdown_row(head));
                out.push_str(&format!("|{}\n", "---|".repeat(head.len())));
                rows.for_each(|row| out.push_str(&markdown_row(row)));
            }
            Block::Figure { name, title } => out.push_str(&format!("![{}]({name}.svg)\n", escaped(title))),
            Block::Code { text } => out.push_str(&format!("```\n{}\n```\n", text.trim_end())),
        }
    }
    out
}

/// A row of a table; each line of a cell is one.
fn markdown_row(cells: &[String]) -> String {
    let cell = |cell: &String| cell.lines().map(escaped).collect::<Vec<_>>().join("<br>");
    format!("| {} |\n", cells.iter().map(cell).collect::<Vec<_>>().join(" | "))
}

/// Text that Markdown and HTML leave as it is, on one line.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in cut(text, 400).replace(UNBROKEN, " ").chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' => out.push(' '),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '#' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}
