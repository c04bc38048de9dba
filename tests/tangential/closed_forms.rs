//! Mindlin & Deresiewicz under constant load.

use collisionbench::theory::partial_slip::ConstantLoad;

use crate::tangential::table::{Row, rows};

/// `1 - (1-x)^(p)` for `p = thirds/3` and `x <= 1`, without cancellation at small `x`.
fn fall(x: f64, thirds: f64) -> f64 {
    if x >= 1.0 { 1.0 } else { -((-x).ln_1p() * thirds / 3.0).exp_m1() }
}

/// Displacement on unloading from `T1`, m: `(3/2) mu N C [2(1-(T1-T)/(2muN))^(2/3) - (1-T1/muN)^(2/3) - 1]`.
///
/// Holds down to `T = -T1`.
pub fn unload(contact: &ConstantLoad, T1: f64, T: f64) -> f64 {
    let back = fall((T1 - T) / (2.0 * contact.limit), 2.0);
    1.5 * contact.limit * contact.compliance * (fall(T1 / contact.limit, 2.0) - 2.0 * back)
}

/// Displacement on loading again from `-T1`, m: by symmetry `-unload(-T)`.
pub fn reload(contact: &ConstantLoad, T1: f64, T: f64) -> f64 {
    -unload(contact, T1, -T)
}

/// Force on the first loading at a displacement (m), N: the inverse of [`ConstantLoad::load`]; `mu N` once all slips.
fn force_on_loading(contact: &ConstantLoad, u: f64) -> f64 {
    contact.limit * fall((u / (1.5 * contact.limit * contact.compliance)).min(1.0), 4.5)
}

/// What one cycle between `+T1` and `-T1` dissipates, J:
/// `(36/5)(mu N)^2 C {1-(1-q)^(5/3) - (5q/6)[1+(1-q)^(2/3)]}`, `q = T1/muN`.
///
/// Taken as `(6/5)(mu N)^2 C (1-c)^3 (1 + 3c + c^2)` with `c = (1-q)^(1/3)`, which is the same and does not cancel
/// for small cycles, where it tends to `(2/9) (mu N)^2 C q^3`.
pub fn loop_energy(contact: &ConstantLoad, T1: f64) -> f64 {
    let slipped = fall(T1 / contact.limit, 1.0);
    let c = 1.0 - slipped;
    1.2 * contact.limit * contact.limit * contact.compliance * slipped.powi(3) * (1.0 + 3.0 * c + c * c)
}

pub fn contact(row: &Row) -> (ConstantLoad, f64) {
    let load = ConstantLoad::new(row.number("G_star_dem"), row.number("a"), row.number("mu"), row.number("N"));
    let T1 = row.number("Tstar_over_muN") * load.limit;
    (load, T1)
}

#[test]
fn every_row_of_the_table_comes_out() {
    for row in rows("md_loop.csv") {
        let (contact, T1) = contact(&row);
        let T = row.number("T");
        let found = match row.text("leg") {
            "load" => contact.load(T),
            "unload" => unload(&contact, T1, T),
            "reload" => reload(&contact, T1, T),
            other => panic!("{other}"),
        };
        let expected = row.number("delta_t");
        assert!((found / expected - 1.0).abs() < 1e-12, "row {}: {:e}", row.text("id"), found / expected - 1.0);
        let energy = row.number("loop_energy_full_cycle");
        let found = loop_energy(&contact, T1);
        assert!((found / energy - 1.0).abs() < 1e-12, "row {}: {:e}", row.text("id"), found / energy - 1.0);
    }
}

/// The small loop: `(2/9)(mu N)^2 C q^3` of the series, which the printed form loses to cancellation.
#[test]
fn a_small_loop_keeps_its_digits() {
    let contact = ConstantLoad { limit: 3.0, compliance: 2e-8 };
    let q = 1e-6;
    let series = 2.0 / 9.0 * 9.0 * 2e-8 * q * q * q;
    assert!((loop_energy(&contact, q * 3.0) / series - 1.0).abs() < 1e-5);
}

#[test]
fn the_legs_meet_and_the_force_is_the_inverse() {
    let contact = ConstantLoad { limit: 3.0, compliance: 2e-8 };
    for q in [1e-4, 0.2, 0.7, 0.999] {
        let T1 = q * 3.0;
        let top = contact.load(T1);
        assert!((unload(&contact, T1, T1) / top - 1.0).abs() < 1e-14);
        assert!((unload(&contact, T1, -T1) / top + 1.0).abs() < 1e-12);
        assert!((reload(&contact, T1, T1) / top - 1.0).abs() < 1e-12);
        assert!((force_on_loading(&contact, top) / T1 - 1.0).abs() < 1e-12);
        assert!((contact.stick_radius(T1).powi(3) - (1.0 - q)).abs() < 1e-15);
    }
    assert_eq!(force_on_loading(&contact, 1.0), 3.0);
}
