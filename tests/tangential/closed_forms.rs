//! Mindlin & Deresiewicz under constant load.

use collisionbench::oracle::mindlin_deresiewicz::ConstantLoad;

use crate::tangential::table::{Row, rows};

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
            "unload" => contact.unload(T1, T),
            "reload" => contact.reload(T1, T),
            other => panic!("{other}"),
        };
        let expected = row.number("delta_t");
        assert!((found / expected - 1.0).abs() < 1e-12, "row {}: {:e}", row.text("id"), found / expected - 1.0);
        let energy = row.number("loop_energy_full_cycle");
        let found = contact.loop_energy(T1);
        assert!((found / energy - 1.0).abs() < 1e-12, "row {}: {:e}", row.text("id"), found / energy - 1.0);
    }
}

/// The small loop: `(2/9)(mu N)^2 C q^3` of the series, which the printed form loses to cancellation.
#[test]
fn a_small_loop_keeps_its_digits() {
    let contact = ConstantLoad { limit: 3.0, compliance: 2e-8 };
    let q = 1e-6;
    let series = 2.0 / 9.0 * 9.0 * 2e-8 * q * q * q;
    assert!((contact.loop_energy(q * 3.0) / series - 1.0).abs() < 1e-5);
}

#[test]
fn the_legs_meet_and_the_force_is_the_inverse() {
    let contact = ConstantLoad { limit: 3.0, compliance: 2e-8 };
    for q in [1e-4, 0.2, 0.7, 0.999] {
        let T1 = q * 3.0;
        let top = contact.load(T1);
        assert!((contact.unload(T1, T1) / top - 1.0).abs() < 1e-14);
        assert!((contact.unload(T1, -T1) / top + 1.0).abs() < 1e-12);
        assert!((contact.reload(T1, T1) / top - 1.0).abs() < 1e-12);
        assert!((contact.force_on_loading(top) / T1 - 1.0).abs() < 1e-12);
        assert!((contact.stick_radius(T1).powi(3) - (1.0 - q)).abs() < 1e-15);
    }
    assert_eq!(contact.force_on_loading(1.0), 3.0);
}
