//! Every row of the theory tables: forty-digit integration or closed forms.

use collisionbench::collide;
use collisionbench::collide::estimate::Estimate;
use collisionbench::collide::trajectory::{Moment, Trajectory};
use collisionbench::law::{Ends, PowerForce};

use crate::reference::{Row, assert_meets, law, restitution, rows, solved};

impl Row {
    fn name(&self, column: &str) -> String {
        format!("{} row {}: {column}", self.table, self.word("id"))
    }

    /// `4/3 E* sqrt(R*)`
    fn hertz(&self) -> f64 {
        4.0 / 3.0 * self.number("E_star") * self.number("R_star").sqrt()
    }

    fn meets(&self, moment: Option<Moment>, quantity: fn(&Moment) -> Estimate, column: &str, within: f64) {
        let moment = moment.unwrap_or_else(|| panic!("{}: no such event", self.name(column)));
        assert_meets(&self.name(column), quantity(&moment), self.number(column), within);
    }

    fn solve(&self, law: &PowerForce) -> Trajectory {
        let (m_star, speed) = (self.number("m_star"), self.number("v0"));
        let trajectory = solved(law, m_star, speed);
        // The pass for restitution alone goes through other variables.
        let alone = collide::restitution(law, m_star, speed, 1e-12).unwrap();
        let e = restitution(&trajectory, speed).value;
        assert!((alone / e - 1.0).abs() < 2e-12, "{} row {}: {alone} alone, {e} with all", self.table, self.word("id"));
        trajectory
    }

    fn restitution_meets(&self, trajectory: &Trajectory, column: &str) {
        assert_meets(&self.name(column), restitution(trajectory, self.number("v0")), self.number(column), 1e-12);
    }
}

#[test]
fn elastic() {
    for row in rows("elastic", 5) {
        for ends in Ends::ALL {
            let got = row.solve(&law(1.5, row.hertz(), 0.0, 0.0, ends));
            assert_meets(&row.name("restitution"), restitution(&got, row.number("v0")), 1.0, 1e-12);
            row.meets(got.end, |end| end.time, "tau", 1e-12);
            row.meets(got.zero_overlap, |end| end.time, "tau", 1e-12);
            row.meets(got.turning, |turning| turning.overlap, "delta_max", 1e-12);
            row.meets(got.max_force, |peak| peak.force, "F_max", 1e-11);
            assert_eq!(got.zero_force, None);
        }
    }
}

/// `F = K delta^(3/2) + alpha sqrt(m K) delta^(1/4) v`
fn tsuji(row: &Row, ends: Ends) -> PowerForce {
    let K = row.hertz();
    law(1.5, K, 0.25, row.number("alpha") * (row.number("m_star") * K).sqrt(), ends)
}

fn linear(row: &Row, ends: Ends) -> PowerForce {
    law(1.0, row.number("k"), 0.0, row.number("c"), ends)
}

fn full(row: &Row, law: &PowerForce) {
    let got = row.solve(law);
    row.restitution_meets(&got, "e");
    row.meets(got.end, |end| end.time, "t_contact", 1e-12);
    row.meets(got.turning, |turning| turning.overlap, "delta_max", 1e-12);
    row.meets(got.turning, |turning| turning.time, "t_delta_max", 1e-12);
    row.meets(got.max_force, |peak| peak.force, "F_max", 1e-11);
}

fn clamped(row: &Row, law: fn(&Row, Ends) -> PowerForce) {
    let got = row.solve(&law(row, Ends::ForceClamped));
    row.restitution_meets(&got, "e");
    row.meets(got.end, |end| end.time, "t_contact", 1e-12);
    row.meets(got.turning, |turning| turning.overlap, "delta_max", 1e-12);
    row.meets(got.turning, |turning| turning.time, "t_delta_max", 1e-12);
    row.meets(got.zero_force, |event| event.time, "t_force_zero", 1e-12);
    row.meets(got.zero_force, |event| event.overlap, "delta_at_force_zero", 1e-11);
    row.meets(got.max_force, |peak| peak.force, "F_max", 1e-11);

    let deleted = row.solve(&law(row, Ends::ZeroForce));
    row.restitution_meets(&deleted, "e");
    row.meets(deleted.end, |end| end.time, "t_force_zero", 1e-12);
    row.meets(deleted.zero_overlap, |event| event.time, "t_contact", 1e-12);
}

#[test]
fn tsuji_full() {
    rows("tsuji_full", 10).iter().for_each(|row| full(row, &tsuji(row, Ends::ZeroOverlap)));
}

#[test]
fn tsuji_clipped() {
    rows("tsuji_clipped", 10).iter().for_each(|row| clamped(row, tsuji));
}

#[test]
fn linear_full() {
    rows("linear_full", 5).iter().for_each(|row| full(row, &linear(row, Ends::ZeroOverlap)));
}

#[test]
fn linear_clipped() {
    rows("linear_clipped", 5).iter().for_each(|row| clamped(row, linear));
}

#[test]
fn viscoelastic() {
    for row in rows("viscoelastic", 5) {
        let of = |ends| law(1.5, row.hertz(), 0.5, 1.5 * row.number("A") * row.hertz(), ends);
        let got = row.solve(&of(Ends::ForceClamped));
        row.restitution_meets(&got, "e_clipped");
        row.meets(got.zero_force, |event| event.time, "t_force_zero", 1e-12);
        row.meets(got.zero_overlap, |event| event.time, "t_overlap_zero", 1e-12);
        row.meets(got.turning, |turning| turning.overlap, "delta_max", 1e-12);
        row.meets(got.max_force, |peak| peak.force, "F_max", 1e-11);
        row.meets(got.zero_force, |event| event.overlap, "delta_at_force_zero", 1e-11);
        row.restitution_meets(&row.solve(&of(Ends::ZeroOverlap)), "e_full_attractive");
        row.restitution_meets(&row.solve(&of(Ends::ZeroForce)), "e_clipped");
    }
}

#[test]
fn uncertainty_covers_the_error_at_every_tolerance() {
    type Law = fn(&Row, Ends) -> PowerForce;
    let laws: [(&str, usize, Law, Ends); 4] = [
        ("tsuji_full", 10, tsuji, Ends::ZeroOverlap),
        ("tsuji_clipped", 10, tsuji, Ends::ForceClamped),
        ("linear_full", 5, linear, Ends::ZeroOverlap),
        ("linear_clipped", 5, linear, Ends::ForceClamped),
    ];
    for (table, count, law, ends) in laws {
        for row in rows(table, count) {
            let (m_star, speed) = (row.number("m_star"), row.number("v0"));
            for tolerance in [1e-14, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4] {
                let got = super::head_on(&law(&row, ends), m_star, speed, tolerance).unwrap();
                for (column, Estimate { value, uncertainty }) in [
                    ("e", restitution(&got, speed)),
                    ("t_contact", got.end.unwrap().time),
                    ("delta_max", got.turning.unwrap().overlap),
                    ("t_delta_max", got.turning.unwrap().time),
                    ("F_max", got.max_force.unwrap().force),
                ] {
                    let off = (value - row.number(column)).abs();
                    assert!(off <= uncertainty, "{} at {tolerance:e}: {off:e} of {uncertainty:e}", row.name(column));
                }
            }
        }
    }
}
