//! Aligns text in columns and wraps lines.

/// Smallest width of a wrapped column.
const NARROWEST: usize = 24;

/// Rows with their columns lined up, two blanks apart; no blanks at the ends of lines.
pub fn columns(rows: &[Vec<String>], indent: &str) -> String {
    columns_within(rows, indent, usize::MAX)
}

/// [`columns`] in lines of at most `width` characters, if wrapping the widest column is enough.
pub fn columns_within(rows: &[Vec<String>], indent: &str, width: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let longest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.flat_map(|cell| cell.lines()).map(|line| line.chars().count()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..count).map(longest).collect();
    let taken = indent.len() + 2 * count.saturating_sub(1) + widths.iter().sum::<usize>();
    if let Some(widest) = widths.iter_mut().max() {
        *widest = (*widest).min(width.saturating_sub(taken - *widest).max(NARROWEST));
    }
    let mut text = String::new();
    for row in rows {
        let wrapped = |(cell, width): (&String, &usize)| cell.lines().flat_map(|line| wrap(line, *width)).collect();
        let cells: Vec<Vec<String>> = row.iter().zip(&widths).map(wrapped).collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0).max(1) {
            let cells = cells.iter().zip(&widths);
            let cells = cells.map(|(lines, &width)| format!("{:width$}", lines.get(line).map_or("", String::as_str)));
            text.push_str(format!("{indent}{}", cells.collect::<Vec<_>>().join("  ")).trim_end());
            text.push('\n');
        }
    }
    text
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
