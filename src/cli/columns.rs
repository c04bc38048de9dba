//! Aligned columns for standard output.

use super::width;
use crate::report::columns::columns_within;

/// Rows with their columns lined up, indented by two; the widest columns are wrapped.
pub(super) fn columns(rows: &[Vec<String>]) -> String {
    columns_within(rows, "  ", width())
}

/// A row of owned cells.
pub(super) fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_string).to_vec()
}
