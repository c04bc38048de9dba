//! A figure: panels one under another over a common abscissa, and what their lines and points are called.

use plotters::style::RGBColor;

use super::axis::{Axis, extent};
use super::drawing::Align;
use super::label::Label;
pub use super::style::{Dot, Stroke};

/// Height of a figure without its panels, in units.
const AROUND: f64 = 260.0;

/// A figure with data in SI; axes convert them.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Small title in the corner, which identifies the file.
    pub title: String,
    /// What the numbers that are drawn say, as a sentence.
    pub finding: Option<String>,
    /// Where the entries stand the layout decides: at the ends of lines, inside a frame, or above.
    pub legend: Vec<Entry>,
    pub x: Axis,
    pub panels: Vec<Panel>,
    /// Units of the drawing, with one line of legend; more lines make the picture higher, not the panels lower.
    pub height: u32,
    pub style: Style,
}

/// How a figure is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// Names of lines stand beside their right ends, where all of them end there and there is room.
    pub ends: bool,
    /// Lines with points have their names beside them: the legend has the others alone.
    pub named: bool,
    /// The legend stands above, even where there is room inside.
    pub above: bool,
    /// Size of text and lines over the usual one.
    pub scale: f64,
    /// Of the whole figure, in units, whatever its panels need.
    pub height: Option<f64>,
}

impl Default for Style {
    fn default() -> Self {
        Self { ends: false, named: false, above: false, scale: 1.0, height: None }
    }
}

/// One frame of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    pub y: Axis,
    /// Share of the height.
    pub weight: f64,
    pub items: Vec<Item>,
}

/// The items of a panel, from back to front.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// An area between two lines: abscissa, lower, upper. Cut at the frame.
    Band {
        points: Vec<(f64, f64, f64)>,
        colour: RGBColor,
    },
    /// A filled area of these corners.
    Area {
        outline: Vec<(f64, f64)>,
        colour: RGBColor,
    },
    /// Places that show a text on hover, where a screen can.
    Tips(Vec<(f64, f64, String)>),
    /// A thin line across at one value, where it is inside.
    Level {
        value: f64,
        colour: RGBColor,
    },
    Line {
        points: Vec<(f64, f64)>,
        stroke: Stroke,
    },
    /// Points with error bars. Points above or below the frame are marked at its edge.
    Points {
        points: Vec<(f64, f64, Option<f64>)>,
        dot: Dot,
    },
    /// Filled rectangles, each from a lower to an upper abscissa and ordinate. Cut at the frame.
    Cells(Vec<FilledCell>),
    /// What is written in the cells of a map or table.
    Texts(Vec<CellText>),
    /// What the panel is, in its upper right corner, and coloured lines in the lower left one.
    Notes {
        title: Label,
        lines: Vec<(Label, RGBColor)>,
    },
    /// Names beyond the right edge of the frame, at the heights of the ends of lines or of rows: abscissa where a line ends,
    /// ordinate, name and colour.
    Ends(Vec<(Option<f64>, f64, Label, RGBColor)>),
    /// Names beside points, where they cover neither points nor one another; further away with a line to the point.
    Names {
        points: Vec<(f64, f64, Label)>,
        colour: RGBColor,
    },
}

impl Figure {
    /// One in the usual style.
    pub fn new(title: impl Into<String>, legend: Vec<Entry>, x: Axis, panels: Vec<Panel>, height: u32) -> Self {
        Self { title: title.into(), finding: None, legend, x, panels, height, style: Style::default() }
    }

    /// With what its numbers say.
    #[must_use]
    pub fn finding(self, finding: Option<String>) -> Self {
        Self { finding, ..self }
    }

    /// The panels of these places, counted from 1, and the legend of what is in them. Places that are not there are left
    /// out.
    #[must_use]
    pub fn only_panels(mut self, places: &[usize]) -> Self {
        let whole: f64 = self.panels.iter().map(|panel| panel.weight).sum();
        let kept = std::mem::take(&mut self.panels).into_iter().enumerate();
        self.panels = kept.filter(|(i, _)| places.contains(&(i + 1))).map(|(_, panel)| panel).collect();
        let share: f64 = self.panels.iter().map(|panel| panel.weight).sum();
        // A panel keeps its size.
        self.height = (AROUND + (f64::from(self.height) - AROUND) * share / whole) as u32;
        let items: Vec<&Item> = self.panels.iter().flat_map(|panel| &panel.items).collect();
        self.legend.retain(|entry| entry.is_plain() || items.iter().any(|item| entry.is_of(item)));
        self
    }
}

impl Panel {
    /// Whether it is a table: cells with texts in them, without frame, grid and ticks.
    pub(super) fn is_table(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Texts(_)))
    }
}

impl Item {
    /// Points without error bars.
    pub fn dots(points: impl IntoIterator<Item = (f64, f64)>, dot: Dot) -> Self {
        Self::Points { points: points.into_iter().map(|(x, y)| (x, y, None)).collect(), dot }
    }

    /// What the panel is.
    pub fn note(title: impl Into<Label>) -> Self {
        Self::Notes { title: title.into(), lines: Vec::new() }
    }

    /// How many error bars it has.
    pub(super) fn bars(&self) -> usize {
        match self {
            Self::Points { points, .. } => points.iter().filter(|point| point.2.is_some()).count(),
            _ => 0,
        }
    }
}

/// A rectangle of a map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilledCell {
    pub x: (f64, f64),
    pub y: (f64, f64),
    pub colour: RGBColor,
}

/// Text in the middle of a rectangle, broken into lines that are no wider.
#[derive(Debug, Clone, PartialEq)]
pub struct CellText {
    pub x: (f64, f64),
    pub y: (f64, f64),
    pub head: Label,
    /// Smaller, under it.
    pub below: Label,
    /// From the left edge, or in the middle.
    pub align: Align,
}

/// One line of the legend.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub stroke: Option<Stroke>,
    pub dot: Option<Dot>,
    /// A patch of colour, for areas.
    pub area: Option<RGBColor>,
    pub label: Label,
}

impl Entry {
    /// A sample of a line, a point, or both.
    pub fn new(label: impl Into<Label>, stroke: Option<Stroke>, dot: Option<Dot>) -> Self {
        Self { stroke, dot, area: None, label: label.into() }
    }

    /// A sample of a line.
    pub fn line(label: impl Into<Label>, stroke: Stroke) -> Self {
        Self::new(label, Some(stroke), None)
    }

    /// A sample of a point.
    pub fn dot(label: impl Into<Label>, dot: Dot) -> Self {
        Self::new(label, None, Some(dot))
    }

    /// Whether it is a remark on the whole figure, without a sample.
    pub(super) fn is_plain(&self) -> bool {
        self.stroke.is_none() && self.dot.is_none() && self.area.is_none()
    }

    /// Whether it is the sample of an item.
    pub(super) fn is_of(&self, item: &Item) -> bool {
        match item {
            Item::Line { stroke, .. } => self.stroke.is_some_and(|own| own == *stroke),
            // The line of a solver in several groups of points has none of their shapes.
            Item::Points { dot, .. } => self.dot.map_or_else(
                || self.stroke.is_some_and(|own| own.colour == dot.colour),
                |own| (own.shape, own.colour) == (dot.shape, dot.colour),
            ),
            Item::Band { colour, .. } | Item::Area { colour, .. } => self.area == Some(*colour),
            Item::Cells(cells) => cells.iter().any(|cell| self.area == Some(cell.colour)),
            Item::Level { .. }
            | Item::Notes { .. }
            | Item::Names { .. }
            | Item::Ends(_)
            | Item::Tips(_)
            | Item::Texts(_) => false,
        }
    }

    /// A patch of colour.
    pub fn area(label: impl Into<Label>, colour: RGBColor) -> Self {
        Self { stroke: None, dot: None, area: Some(colour), label: label.into() }
    }
}

/// What the lines and points of a panel span, each way, error bars included.
pub fn ranges(items: &[Item]) -> Option<((f64, f64), (f64, f64))> {
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for item in items {
        match item {
            Item::Line { points, .. } => points.iter().for_each(|p| {
                x.push(p.0);
                y.push(p.1);
            }),
            Item::Points { points, .. } => points.iter().for_each(|p| {
                x.push(p.0);
                y.extend([p.1 - p.2.unwrap_or(0.0), p.1 + p.2.unwrap_or(0.0)]);
            }),
            Item::Cells(cells) => cells.iter().for_each(|cell| {
                x.extend([cell.x.0, cell.x.1]);
                y.extend([cell.y.0, cell.y.1]);
            }),
            Item::Band { .. }
            | Item::Area { .. }
            | Item::Tips(_)
            | Item::Level { .. }
            | Item::Notes { .. }
            | Item::Names { .. }
            | Item::Ends(_)
            | Item::Texts(_) => {}
        }
    }
    Some((extent(x)?, extent(y)?))
}
