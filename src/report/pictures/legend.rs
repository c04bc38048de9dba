//! Where the names of lines and points stand: beside the ends of lines, inside a frame where they cover nothing, or above.

use plotters::style::RGBColor;

use super::drawing::font::{width, wrapped};
use super::drawing::{Align, Drawing};
use super::figure::{Entry, Figure, Item, Panel, Stroke};
use super::label::Label;
use super::names::Rectangle;
use super::place::{LEGEND, NOTE, PanelPlace};
use super::style::{INK, PAPER, SOLID, legible};

/// Of a legend line's sample, beside its words, and of the same inside a frame.
const SAMPLE: f64 = 84.0;
const SHORT: f64 = 70.0;
/// From one line of a legend to the next, above and inside.
pub(super) const LINE: f64 = 54.0;
const CLOSE: f64 = 44.0;
/// Between two entries side by side.
const BETWEEN: f64 = 44.0;
/// Between the sample and its words.
const GAP: f64 = 16.0;

/// Lines at whose ends there can be names, at most, and how far right they have to end, of the frame.
const MOST: usize = 8;
const FAR: f64 = 0.72;
/// Width of such a name, of the paper, unless one word of it is wider.
const NAMED: f64 = 0.25;
const WORD: f64 = 0.36;
/// From the frame to the name, where a short line leads from one to the other.
const LEADER: f64 = 34.0;
/// Distance between two such names, in heights of a line.
const STEP: f64 = 1.16;

/// Width of a legend inside a frame, of the frame, and the room between it and everything else.
const INSIDE: f64 = 0.62;
const CLEAR: f64 = 12.0;
/// From a frame to a legend in it: longer than a tick.
const EDGE: f64 = 24.0;

/// Names beside the ends of lines.
pub(super) struct Ends<'a> {
    named: Vec<End>,
    entries: Vec<&'a Entry>,
}

/// One of them: the place of its panel, the end of the line as data, and the lines of the name. Without a line it is a
/// name of a height.
struct End {
    panel: usize,
    x: Option<f64>,
    y: f64,
    colour: RGBColor,
    name: Vec<Label>,
}

impl<'a> Ends<'a> {
    /// Those that panels name, and those of the legend where the figure wants them there; none of these where a line ends
    /// too early, or where there are too many.
    pub(super) fn of(figure: &'a Figure, paper: f64) -> Self {
        let mut found = Self { named: Vec::new(), entries: Vec::new() };
        let room = |label: &Label| {
            let parts = label.0.iter().flat_map(|(text, _)| text.split(' '));
            let longest = parts.map(|word| width(&Label::text(word), NOTE)).fold(0.0, f64::max);
            (NAMED * paper).max(longest.min(WORD * paper) + 1.0)
        };
        let name = |label: &Label| wrapped(label, NOTE, room(label));
        for entry in figure.legend.iter().filter(|entry| figure.style.ends && entry.stroke.is_some()) {
            let of_panel = |(panel, own): (usize, &Panel)| {
                let ends = own.items.iter().filter(|item| entry.is_of(item)).filter_map(|item| match item {
                    Item::Line { points, stroke } => Some((end(figure, own, points)?, stroke.colour)),
                    _ => None,
                });
                let ((x, y), colour) = ends.max_by(|a, b| a.0.0.total_cmp(&b.0.0))?;
                Some(End { panel, x: Some(x), y, colour, name: name(&entry.label) })
            };
            if let Some(end) = figure.panels.iter().enumerate().find_map(of_panel) {
                found.named.push(end);
                found.entries.push(entry);
            }
        }
        let early = |end: &End| end.x.is_some_and(|x| figure.x.position(x) < FAR);
        if found.named.len() > MOST || found.named.iter().any(early) {
            found = Self { named: Vec::new(), entries: Vec::new() };
        }
        for (panel, own) in figure.panels.iter().enumerate() {
            for (x, y, label, colour) in own.items.iter().flat_map(|item| match item {
                Item::Ends(ends) => &ends[..],
                _ => &[],
            }) {
                found.named.push(End { panel, x: *x, y: *y, colour: *colour, name: name(label) });
            }
        }
        found
    }

    /// Whether an entry of the legend is said at the end of its line.
    pub(super) fn has(&self, entry: &Entry) -> bool {
        self.entries.iter().any(|own| std::ptr::eq(*own, entry))
    }

    /// From the frame to the edge of the paper.
    pub(super) fn margin(&self) -> f64 {
        let widths = self.named.iter().flat_map(|end| end.name.iter().map(|line| width(line, NOTE) + end.leader()));
        widths.reduce(f64::max).map_or(0.0, |widest| widest + 20.0)
    }

    /// Draws those of one panel: as near to their ends as they can be without covering one another.
    pub(super) fn draw(&self, pen: &mut Drawing, at: usize, place: &PanelPlace<'_>) {
        let frame = place.frame;
        let mut own: Vec<&End> = self.named.iter().filter(|end| end.panel == at).collect();
        own.sort_by(|a, b| place.y(a.y).total_cmp(&place.y(b.y)));
        let heights: Vec<f64> = own.iter().map(|end| STEP * NOTE * end.name.len() as f64 + 8.0).collect();
        let wanted: Vec<f64> = own.iter().map(|end| place.y(end.y)).collect();
        for (end, middle) in own.into_iter().zip(spread(&wanted, &heights, frame)) {
            if let Some(x) = end.x {
                let (x, y) = (place.x(x).min(frame.right), place.y(end.y));
                let thin = Stroke { colour: end.colour, width: 2.4, dash: SOLID };
                let before = if x < frame.right - 2.0 { vec![(x + 8.0, y)] } else { Vec::new() };
                pen.line(&[before, vec![(frame.right + 8.0, y), (frame.right + LEADER - 8.0, middle)]].concat(), thin);
            }
            let mut base = middle - 0.5 * STEP * NOTE * end.name.len() as f64 + 0.86 * NOTE;
            for line in &end.name {
                pen.text(line, (frame.right + end.leader(), base), NOTE, legible(end.colour), Align::Left);
                base += STEP * NOTE;
            }
        }
    }
}

impl End {
    /// From the frame to the name.
    fn leader(&self) -> f64 {
        if self.x.is_some() { LEADER } else { 14.0 }
    }
}

/// The last point of a line inside its panel.
fn end(figure: &Figure, panel: &Panel, points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let inside = |point: &&(f64, f64)| {
        let inside = |position: f64| (-0.01..=1.01).contains(&position);
        inside(figure.x.position(point.0)) && inside(panel.y.position(point.1))
    };
    points.iter().filter(inside).copied().max_by(|a, b| a.0.total_cmp(&b.0))
}

/// Middles as near to the wanted ones as they can be, in their order, none over the next and all inside the frame: the
/// least squares of what may only rise, by pooling neighbours that stand too close.
pub fn spread(wanted: &[f64], heights: &[f64], frame: Rectangle) -> Vec<f64> {
    let mut before = 0.0;
    let mut offsets = Vec::with_capacity(wanted.len());
    for height in heights {
        offsets.push(before + 0.5 * height);
        before += height;
    }
    // Pools of neighbours: the mean of what they want, and how many they are.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (wanted, offset) in wanted.iter().zip(&offsets) {
        pools.push((wanted - offset, 1));
        while let [.., (a, n), (b, m)] = pools[..] {
            if a < b {
                break;
            }
            pools.truncate(pools.len() - 2);
            pools.push(((a * n as f64 + b * m as f64) / (n + m) as f64, n + m));
        }
    }
    let (low, high) = (frame.top, (frame.bottom - before).max(frame.top));
    let starts = pools.into_iter().flat_map(|(at, count)| std::iter::repeat_n(at.clamp(low, high), count));
    starts.zip(offsets).map(|(start, offset)| start + offset).collect()
}

/// Entries of a legend, one under another, in a frame.
pub(super) struct Inside<'a> {
    /// Place of the panel.
    pub panel: usize,
    at: (f64, f64),
    size: (f64, f64),
    rows: Vec<(&'a Entry, Vec<Label>)>,
}

impl<'a> Inside<'a> {
    /// Where the block covers nothing: in the largest panel first, near a corner.
    pub(super) fn of(entries: &[&'a Entry], figure: &Figure, frames: &[Rectangle]) -> Option<Self> {
        let mut order: Vec<usize> = (0..frames.len()).collect();
        order.sort_by(|a, b| figure.panels[*b].weight.total_cmp(&figure.panels[*a].weight));
        order.into_iter().find_map(|at| Self::block(entries, figure, at, frames[at]))
    }

    fn block(entries: &[&'a Entry], figure: &Figure, panel: usize, frame: Rectangle) -> Option<Self> {
        let items = &figure.panels[panel].items;
        if entries.is_empty() || items.iter().any(|item| matches!(item, Item::Cells(_) | Item::Texts(_))) {
            return None;
        }
        let room = INSIDE * (frame.right - frame.left) - SHORT - GAP;
        let row = |entry: &&'a Entry| (*entry, wrapped(&entry.label, NOTE, room));
        let rows: Vec<(&Entry, Vec<Label>)> = entries.iter().map(row).collect();
        let lines = || rows.iter().flat_map(|(_, lines)| lines);
        let cut = |line: &Label| line.plain().ends_with('…');
        if lines().any(cut) {
            return None;
        }
        let size =
            (SHORT + GAP + lines().map(|line| width(line, NOTE)).fold(0.0, f64::max), CLOSE * lines().count() as f64);
        let place = PanelPlace { x: &figure.x, y: &figure.panels[panel].y, frame };
        let taken: Vec<Rectangle> = place.covered(items).into_iter().flatten().chain(place.noted(items)).collect();
        let free = |(left, top): &(f64, f64)| {
            let own = Rectangle { left: *left, top: *top, right: left + size.0, bottom: top + size.1 };
            own.inside(&frame.widened(-EDGE)) && !taken.iter().any(|other| own.widened(CLEAR).overlaps(other))
        };
        let (wide, high) = (frame.right - frame.left - 2.0 * EDGE, frame.bottom - frame.top - 2.0 * EDGE);
        let steps = |room: f64, size: f64| {
            let (last, count) = (room - size, 12);
            (0..=count).map(move |k| last * f64::from(k) / f64::from(count))
        };
        let mut places: Vec<(f64, f64)> = steps(wide, size.0)
            .flat_map(|x| steps(high, size.1).map(move |y| (frame.left + EDGE + x, frame.top + EDGE + y)))
            .collect();
        // Near a corner, and rather above than below, and at the right.
        let off = |&(x, y): &(f64, f64)| {
            let (x, y) = (x - frame.left - EDGE, y - frame.top - EDGE);
            let (right, below) = (wide - size.0 - x, high - size.1 - y);
            x.min(right) + y.min(below) + if y > below { 3.0 } else { 0.0 } + if x < right { 1.0 } else { 0.0 }
        };
        places.sort_by(|a, b| off(a).total_cmp(&off(b)));
        let at = places.into_iter().find(free)?;
        Some(Self { panel, at, size, rows })
    }

    pub(super) fn draw(&self, pen: &mut Drawing) {
        let ((left, top), (wide, high)) = (self.at, self.size);
        // Over the grid.
        let own = Rectangle { left, top, right: left + wide, bottom: top + high }.widened(0.5 * CLEAR);
        let Rectangle { left: l, top: t, right: r, bottom: b } = own;
        pen.area(vec![(l, t), (r, t), (r, b), (l, b)], PAPER);
        let mut base = top + 0.5 * CLOSE + 0.36 * NOTE;
        for (entry, lines) in &self.rows {
            sample(pen, entry, (left, base - 0.34 * NOTE), SHORT);
            for line in lines {
                let x = if entry.is_plain() { left } else { left + SHORT + GAP };
                pen.text(line, (x, base), NOTE, INK, Align::Left);
                base += CLOSE;
            }
        }
    }
}

/// A line, point or patch as it is in the figure, from a point on so wide.
fn sample(pen: &mut Drawing, entry: &Entry, (from, middle): (f64, f64), wide: f64) {
    let to = from + wide;
    if let Some(colour) = entry.area {
        let (top, foot) = (middle - 14.0, middle + 14.0);
        pen.area(vec![(from, top), (to, top), (to, foot), (from, foot)], colour);
    }
    if let Some(stroke) = entry.stroke {
        pen.line(&[(from, middle), (to, middle)], stroke);
    }
    if let Some(dot) = entry.dot {
        pen.marker((0.5 * (from + to), middle), dot);
    }
}

/// Entries of a legend side by side: where each begins, and the lines of its words.
type Row<'a> = Vec<(f64, Vec<Label>, &'a Entry)>;

/// A legend above the frames.
pub(super) struct Above<'a> {
    rows: Vec<Row<'a>>,
    size: f64,
    line: f64,
}

/// Lines of a legend beyond which its letters are smaller.
const MANY: usize = 3;

impl<'a> Above<'a> {
    /// As many entries in a row as there is room for.
    pub(super) fn of(entries: &[&'a Entry], room: f64) -> Self {
        let usual = Self::set(entries, room, (LEGEND, LINE));
        if usual.lines() > MANY { Self::set(entries, room, (NOTE, CLOSE)) } else { usual }
    }

    fn set(entries: &[&'a Entry], room: f64, (size, line): (f64, f64)) -> Self {
        let mut rows: Vec<Row<'_>> = Vec::new();
        let mut x = f64::INFINITY;
        for entry in entries {
            let lead = lead(entry);
            let lines = wrapped(&entry.label, size, room - lead);
            let needed = lead + lines.iter().map(|line| width(line, size)).fold(0.0, f64::max);
            if x + needed > room {
                rows.push(Vec::new());
                x = 0.0;
            }
            if let Some(row) = rows.last_mut() {
                row.push((x, lines, *entry));
            }
            x += needed + BETWEEN;
        }
        Self { rows, size, line }
    }

    fn lines(&self) -> usize {
        self.rows.iter().map(lines_of).sum()
    }

    pub(super) fn height(&self) -> f64 {
        self.line * self.lines() as f64
    }

    /// Draws it below a height.
    pub(super) fn draw(&self, pen: &mut Drawing, left: f64, top: f64) {
        let (size, step) = (self.size, self.line);
        let mut base = top + step;
        for row in &self.rows {
            for (x, lines, entry) in row {
                sample(pen, entry, (left + x, base - 0.32 * size), SAMPLE);
                for (i, line) in lines.iter().enumerate() {
                    let at = (left + x + lead(entry), base + step * i as f64);
                    pen.text(line, at, size, INK, Align::Left);
                }
            }
            base += step * lines_of(row) as f64;
        }
    }
}

/// What stands before the words: a remark has no sample.
fn lead(entry: &Entry) -> f64 {
    if entry.is_plain() { 0.0 } else { SAMPLE + GAP }
}

fn lines_of(row: &Row<'_>) -> usize {
    row.iter().map(|(_, lines, _)| lines.len()).max().unwrap_or(0)
}
