//! Imports shared by all figures.

pub(super) use super::Drawn;
pub(super) use super::axis::{Axis, Quantity, extent};
pub(super) use super::entity::{Look, PALETTE, colour, look};
pub(super) use super::figure::{CellText, Dot, Entry, Figure, FilledCell, Item, Panel, Stroke, ranges};
pub(super) use super::label::{Face, Label};
pub(super) use super::layers::Layers;
pub(super) use super::style::{DASHED, DOTTED, DOUBTFUL, INK, MEASURED, Marker, QUIET, SOLID, faded, shade, tint};
pub(super) use crate::report::table::{Cell, Table, cells};
