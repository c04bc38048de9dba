//! `oblique_dem_models_vs_mdr.csv`: the three springs in the scaled problem, nu = 0.3.

use std::path::Path;

use collisionbench::law::scene::Scene;
use collisionbench::law::shear::Form;

use crate::oblique::scenes::{HARD, Solid, on_wall};
use crate::oblique::tangential;

pub const CHI: f64 = 1.441_176_470_588_235_3;

pub struct Row {
    pub psi1: f64,
    pub psi2: [f64; 3],
}

pub fn rows() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/theory-tables/oblique_dem_models_vs_mdr.csv");
    let mut reader = csv::Reader::from_path(path).unwrap();
    let number = |record: &csv::StringRecord, k: usize| record[k].parse::<f64>().unwrap();
    let rows: Vec<Row> = reader
        .records()
        .map(Result::unwrap)
        .map(|r| Row { psi1: number(&r, 0), psi2: [number(&r, 2), number(&r, 3), number(&r, 4)] })
        .collect();
    assert_eq!(rows.len(), 12, "the table has been changed");
    rows
}

pub const FORMS: [Form; 3] = [Form::Total, Form::Incremental, Form::Rescaled];

/// What turns a slip velocity into `psi`: `4 G*/(mu E* v_n)`.
pub fn unit(scene: &Scene) -> f64 {
    let pair = &scene.pair;
    4.0 * pair.G_star.unwrap() / (scene.shear.unwrap().friction * pair.E_star.unwrap() * scene.speed)
}

pub fn at(psi1: f64, form: Form) -> Scene {
    let solid = Solid { poisson_ratio: 0.3, ..HARD };
    let mut scene = on_wall(&solid, form, 0.3, [1.3, 0.0]);
    scene.kinematics.tangential_speed = psi1 / unit(&scene);
    scene
}

#[test]
fn the_springs_are_those_of_the_table() {
    for row in rows() {
        for (form, psi2) in FORMS.into_iter().zip(row.psi2) {
            let scene = at(row.psi1, form);
            let found = tangential(&scene).slip[0].value * unit(&scene);
            assert!((found - psi2).abs() < 1e-5, "{form:?}, psi1 = {}: {found}, not {psi2}", row.psi1);
        }
    }
}

#[test]
fn gross_sliding_is_exact_above_each_threshold() {
    for (form, least) in [
        (Form::Incremental, 4.0 * CHI - 1.0),
        (Form::Total, 4.0 * CHI - 2.0 / 3.0),
        (Form::Rescaled, 4.0 * CHI - 2.0 / 3.0),
    ] {
        for psi1 in [least + 1e-6, least + 0.2, 6.0, 9.0, 40.0] {
            let scene = at(psi1, form);
            let tangential = tangential(&scene);
            let found = tangential.slip[0].value * unit(&scene);
            assert!((found - (psi1 - 4.0 * CHI)).abs() < 1e-9 * psi1, "{form:?}, psi1 = {psi1}: {found}");
            let ratio = -tangential.impulse[1].value / tangential.impulse[0].value;
            assert!((ratio - 0.3).abs() < 1e-9 * 0.3, "{form:?}, psi1 = {psi1}: J_t/J_n = {ratio}");
        }
        let scene = at(least - 0.01, form);
        let found = tangential(&scene).slip[0].value * unit(&scene);
        assert!((found - (least - 0.01 - 4.0 * CHI)).abs() > 1e-9, "{form:?}: the threshold is not at {least}");
    }
}
