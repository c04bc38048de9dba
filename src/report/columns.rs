//! Aligns text in columns and wraps lines.

/// Smallest width of a wrapped column.
const NARROWEST: usize = 24;

/// Rows with their columns lined up, two blanks apart; no blanks at the ends of lines. Counts are lined up at their ends.
pub fn columns(rows: &[Vec<String>], indent: &str) -> String {
    columns_within(rows, indent, usize::MAX)
}

/// [`columns`] in lines of at most `width` characters, where words are short enough: the widest columns are wrapped.
pub fn columns_within(rows: &[Vec<String>], indent: &str, width: usize) -> String {
    columns_marked(rows, indent, width, str::to_string)
}

/// The same, each line of a cell `marked` once it has its place.
pub fn columns_marked(rows: &[Vec<String>], indent: &str, width: usize, marked: fn(&str) -> String) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let longest = |column: usize, parts: fn(&str) -> Vec<&str>| {
        let lines = rows.iter().filter_map(|row| row.get(column)).flat_map(|cell| cell.lines());
        lines.flat_map(parts).map(|part| part.chars().count()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..count).map(|column| longest(column, |line| vec![line])).collect();
    // What a column needs: its longest word, but a column of prose some room.
    let words: Vec<usize> = (0..count).map(|column| longest(column, |line| line.split(' ').collect())).collect();
    let needed = |column: usize, widths: &[usize]| words[column].max(widths[column].min(NARROWEST));
    let taken = |widths: &[usize]| indent.len() + 2 * count.saturating_sub(1) + widths.iter().sum::<usize>();
    for least in [&needed as &dyn Fn(usize, &[usize]) -> usize, &|column, _| words[column]] {
        while taken(&widths) > width {
            let wide = (0..count).filter(|&column| widths[column] > least(column, &widths));
            let Some(widest) = wide.max_by_key(|&column| widths[column]) else { break };
            widths[widest] -= 1;
        }
    }
    // A name that leaves no room for what is said of it has a line of its own.
    let [wide, about] = widths[..] else { return laid_out(rows, indent, &widths, marked) };
    if taken(&widths) > width || (wide > about && about < NARROWEST && longest(1, |line| vec![line]) > about) {
        let deeper = format!("{indent}    ");
        let below = |cell: &String| {
            let lines = cell.lines().flat_map(|line| wrap(line, width.saturating_sub(deeper.len())));
            lines.map(|line| format!("{deeper}{line}\n")).collect::<String>()
        };
        let stacked = |row: &Vec<String>| {
            let about: String = row.get(1).map_or(String::new(), below);
            format!("{indent}{}\n{about}", row.first().map_or("", String::as_str))
        };
        return rows.iter().map(stacked).collect();
    }
    laid_out(rows, indent, &widths, marked)
}

/// Rows in columns of these widths.
fn laid_out(rows: &[Vec<String>], indent: &str, widths: &[usize], marked: fn(&str) -> String) -> String {
    let mut text = String::new();
    let counts: Vec<bool> = (0..widths.len()).map(|column| has_counts(rows, column)).collect();
    for row in rows {
        let wrapped = |(cell, width): (&String, &usize)| cell.lines().flat_map(|line| wrap(line, *width)).collect();
        let cells: Vec<Vec<String>> = row.iter().zip(widths).map(wrapped).collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0).max(1) {
            let mut shown = String::new();
            let mut blanks = indent.len();
            for ((cell, &width), counts) in cells.iter().zip(widths).zip(&counts) {
                let part = cell.get(line).map_or("", String::as_str);
                let room = width.saturating_sub(part.chars().count());
                let (before, after) = if *counts { (room, 0) } else { (0, room) };
                if !part.is_empty() {
                    shown.push_str(&format!("{}{}", " ".repeat(blanks + before), marked(part)));
                    blanks = 0;
                }
                blanks += if part.is_empty() { room + 2 } else { after + 2 };
            }
            text.push_str(shown.trim_end());
            text.push('\n');
        }
    }
    text
}

/// Whether every cell of a column below the first row, which may be the head, is a count or empty.
fn has_counts(rows: &[Vec<String>], column: usize) -> bool {
    let cells = || rows.iter().skip(1).filter_map(|row| row.get(column));
    cells().any(|cell| !cell.is_empty()) && cells().all(|cell| cell.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A non-breaking space.
pub const UNBROKEN: &str = "\u{a0}";

/// Words in lines of at most `width` characters; a word that is longer has its own line. `5 %` is one word.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let text = text.replace(" %", "\u{a0}%");
    let mut lines = vec![String::new()];
    let mut long = 0;
    for (k, word) in text.split(' ').enumerate() {
        let own = word.chars().count();
        if k > 0 && long + 1 + own > width {
            lines.push(String::new());
            long = 0;
        } else if k > 0 {
            lines.last_mut().into_iter().for_each(|line| line.push(' '));
            long += 1;
        }
        lines.last_mut().into_iter().for_each(|line| line.push_str(&word.replace(UNBROKEN, " ")));
        long += own;
    }
    lines
}

/// A text with its lines broken to `width` characters: what follows is indented like the second column of the line, or else a little
/// deeper than the line. A command of this program stays in one piece, to be copied.
pub fn within(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        let words = line.trim_start();
        let is_command = words.starts_with("collisionbench ") || words.contains("  collisionbench ");
        if line.chars().count() <= width || is_command {
            out.push_str(line);
        } else {
            let margin = line.len() - words.len();
            let column = words.find("  ").map(|gap| gap + words[gap..].len() - words[gap..].trim_start().len());
            let at = column.filter(|at| margin + words[..*at].chars().count() <= width / 2).unwrap_or(0);
            let deeper = if at > 0 { words[..at].chars().count() } else { 2 };
            let hanging = " ".repeat(margin + deeper);
            let lines = wrap(&words[at..], width.saturating_sub(hanging.len()).max(NARROWEST));
            out.push_str(&line[..margin + at]);
            out.push_str(&lines.join(&format!("\n{hanging}")));
        }
        out.push_str(end);
    }
    out
}
