//! Partial slip that remembers rings, against the tables of theory.

use std::path::Path;

use collisionbench::law::shear::Form;

use crate::oblique::table::{at, unit};
use crate::oblique::tangential;

#[test]
fn the_memory_diagram_is_the_exact_reference() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/theory-tables/oblique_dem_models_vs_mdr.csv");
    for record in csv::Reader::from_path(path).unwrap().records().map(Result::unwrap) {
        let (psi1, psi2): (f64, f64) = (record[0].parse().unwrap(), record[1].parse().unwrap());
        let scene = at(psi1, Form::MemoryDiagram);
        let slip = tangential(&scene).slip[0];
        let (found, known) = (slip.value * unit(&scene), slip.uncertainty * unit(&scene));
        assert!((found - psi2).abs() < known + 1e-6, "psi1 = {psi1}: {found} +- {known:e}, not {psi2}");
        assert!(known < 1e-4, "psi1 = {psi1}: known to {known:e}");
    }
}

/// In gross sliding the force is the limit from first touch to the end, and the samples say so.
#[test]
fn all_of_a_gross_slide_is_told_as_one() {
    let samples = tangential(&at(9.0, Form::MemoryDiagram)).samples;
    let pressed: Vec<_> = samples.iter().filter(|sample| sample.limit > 0.0).collect();
    assert!(pressed.len() > 100);
    let stuck = pressed.iter().filter(|sample| !sample.sliding).count();
    assert_eq!(stuck, 0, "of {}", pressed.len());
    for sample in &pressed {
        let off = sample.force[0].abs() / sample.limit - 1.0;
        assert!(off.abs() < 1e-9, "{} s: {:?} N of {} N", sample.time, sample.force, sample.limit);
    }
    // And a contact that sticks is not told as one that slides.
    let samples = tangential(&at(0.05, Form::MemoryDiagram)).samples;
    assert!(samples.iter().filter(|sample| !sample.sliding).count() > 100);
}
