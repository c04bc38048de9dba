//! The table under `reference-data/published/maw/`, which another program made by another rule.

use std::path::Path;

use collisionbench::law::memory_diagram::MemoryDiagram;

use crate::tangential::springs::{Motion, SCALED, rebound, strike};
use crate::tangential::table::{Row, rows, rows_of};

fn table() -> Vec<Row> {
    rows_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("reference-data/published/maw/data.csv"))
}

#[test]
fn springs_and_memory_diagram_give_the_table() {
    let motion = Motion::new(2000);
    let table = table();
    assert_eq!(table.len(), 160);
    for row in table {
        let (psi1, chi, psi2) = (row.number("psi1"), row.number("chi"), row.number("psi2"));
        let within = row.number("uncertainty_psi2") + 1e-6;
        assert!(within < 5e-5, "psi1 = {psi1}: the table itself knows too little");
        let springs = rebound(psi1, chi, 1000);
        assert!((springs - psi2).abs() < within, "springs, psi1 = {psi1}: {:e}", springs - psi2);
        let mut law = MemoryDiagram::new(SCALED);
        let found = strike(&motion, psi1, chi, |delta, dw| law.advance(delta, dw));
        assert!((found - psi2).abs() < within, "memory diagram, psi1 = {psi1}, chi = {chi}: {:e}", found - psi2);
        assert!(((psi1 - found) / (4.0 * chi) - row.number("impulse_ratio")).abs() < within);
    }
}

#[test]
fn the_table_has_the_rows_and_the_features_of_theory() {
    let table = table();
    for known in rows("mdr_oblique.csv") {
        let same = |row: &&Row| {
            row.number("poisson_ratio") == known.number("nu")
                && (row.number("psi1") - known.number("psi1")).abs() < 1e-9
        };
        // One row of theory lies at 4 chi - 1, between those of the table.
        let Some(row) = table.iter().find(same) else {
            assert!((known.number("psi1") - 4.764_705_882_352_941).abs() < 1e-9);
            continue;
        };
        assert!((row.number("psi2") - known.number("psi2")).abs() < row.number("uncertainty_psi2"));
    }
    // Minimum of psi2 (its place is between rows), and gross sliding from 4 chi - 1 on: psi2 = psi1 - 4 chi.
    for (nu, minimum) in [(0.0, -1.5545), (0.2, -1.5107), (0.3, -1.481_16), (0.5, -1.3952)] {
        let of_nu: Vec<&Row> = table.iter().filter(|row| row.number("poisson_ratio") == nu).collect();
        let least = of_nu.iter().map(|row| row.number("psi2")).fold(f64::INFINITY, f64::min);
        assert!(least >= minimum - 6e-5 && least < minimum + 5e-3, "nu = {nu}: {least}");
        for row in of_nu {
            let (psi1, chi) = (row.number("psi1"), row.number("chi"));
            let sliding = psi1 >= 4.0 * chi - 1.0;
            let off = (row.number("psi2") - (psi1 - 4.0 * chi)).abs();
            assert_eq!(sliding, off < 1e-5, "nu = {nu}, psi1 = {psi1}: {off:e}");
        }
    }
}
