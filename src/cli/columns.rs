//! Aligned columns for standard output.

/// Rows with their columns lined up, indented by two.
pub(super) fn columns(rows: &[Vec<String>]) -> String {
    crate::report::columns::columns(rows, "  ")
}

/// A row of owned cells.
pub(super) fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_string).to_vec()
}
