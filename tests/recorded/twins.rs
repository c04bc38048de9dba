//! What no frame, clock or unit changes, and what is caught.

use collisionbench::bench::Verdict;
use collisionbench::collide::observe::Observable;

use super::table::Table;
use super::{Rounding, alike, judge, shipped_case, shipped_table};

/// A rotation about (1, 2, 3).
fn turned([x, y, z]: [f64; 3]) -> [f64; 3] {
    let (axis, angle) = ([1.0, 2.0, 3.0].map(|c| c / 14f64.sqrt()), 0.7_f64);
    let (sin, cos) = angle.sin_cos();
    let [a, b, c] = axis;
    let along = (a * x + b * y + c * z) * (1.0 - cos);
    [
        x * cos + (b * z - c * y) * sin + a * along,
        y * cos + (c * x - a * z) * sin + b * along,
        z * cos + (a * y - b * x) * sin + c * along,
    ]
}

/// The numbers of two tables are those of one impact.
fn same(one: &Table, other: &str, far: f64, late: f64) {
    let rounding = Rounding { far, reach: 1e-2, speed: 8f64.sqrt(), late };
    let (one, other) = (judge(&shipped_case(), &one.text()).unwrap(), judge(&shipped_case(), other).unwrap());
    assert!(one.passes() && other.passes(), "{:?}", other.checks);
    alike(&one.readings(0), &other.readings(0), rounding);
}

#[test]
fn no_frame_changes_a_number() {
    let table = shipped_table();
    let mut other = table.clone();
    for name in ["x", "v", "w"] {
        other.each(name, turned);
    }
    same(&table, &other.text(), table.farthest(), 0.0);
    // Another origin, and a box in which body 2 is at rest at first.
    let drift = table.vector("v", 2).map(|column| table.rows[0][column]);
    other = table.clone();
    for row in &mut other.rows {
        let time = row[0];
        for body in [1, 2] {
            for (axis, (x, v)) in table.vector("x", body).into_iter().zip(table.vector("v", body)).enumerate() {
                row[x] += 0.05 * axis as f64 - drift[axis] * time;
                row[v] -= drift[axis];
            }
        }
    }
    let far = other.farthest();
    same(&table, &other.text(), far, 0.0);
}

#[test]
fn no_clock_changes_a_number() {
    let table = shipped_table();
    let mut other = table.clone();
    other.rows.iter_mut().for_each(|row| row[0] += 0.125);
    same(&table, &other.text(), table.farthest(), other.last_time());
    other.rows.iter_mut().for_each(|row| row[0] -= 0.25);
    same(&table, &other.text(), table.farthest(), other.last_time());
}

#[test]
fn no_unit_changes_a_number() {
    let table = shipped_table();
    let mut other = table.clone();
    for (index, name) in other.header.iter_mut().enumerate() {
        let (unit, size) = match name.trim_end_matches(['1', '2']) {
            "time" => ("us", 1e6),
            "x" | "y" => ("mm", 1e3),
            "vx" => ("mm/s", 1e3),
            "vy" => ("cm/s", 1e2),
            "wz" => ("deg/s", 180.0 / std::f64::consts::PI),
            "wx" => ("rpm", 30.0 / std::f64::consts::PI),
            "force" => ("mN", 1e3),
            _ => continue,
        };
        *name = if index % 2 == 0 { format!("{name} [{unit}]") } else { format!("{name} ({unit})") };
        other.rows.iter_mut().for_each(|row| row[index] *= size);
    }
    same(&table, &format!("# a comment\n\n{}", other.text()), 4.0 * table.farthest(), 0.0);
}

/// Nine digits are enough to know the start, and cost what they cut off.
#[test]
fn few_digits_are_uncertain_and_fewer_are_refused() {
    let table = shipped_table();
    let nine = judge(&shipped_case(), &table.written(|value| format!("{value:.8e}"))).unwrap();
    // The overlap is 7e-5 m of coordinates of 5e-3 m: half a unit of nine digits is 5e-12 m of four of them.
    let (off, exact) = (nine.number(Observable::MaxOverlap).unwrap(), judge(&shipped_case(), &table.text()).unwrap());
    assert!((off - exact.number(Observable::MaxOverlap).unwrap()).abs() < 4.0 * 5e-12);
    assert!(nine.passes(), "{:?}", nine.checks);
    let residual = |readings: Vec<(Observable, collisionbench::collide::estimate::Estimate)>| {
        readings.into_iter().find(|(word, _)| *word == Observable::MomentumResidual).unwrap().1.uncertainty
    };
    assert!(residual(nine.readings(0)) > 1e4 * residual(exact.readings(0)));
    let six = judge(&shipped_case(), &table.written(|value| format!("{value:.5e}"))).unwrap();
    let why = six.refused();
    assert!(why.contains("the case at 2.82842712 m/s; it is printed with too few digits"), "{why}");
}

#[test]
fn a_faster_start_is_not_that_of_the_case() {
    let mut table = shipped_table();
    table.each("v", |v| v.map(|v| 1.01 * v));
    let judged = judge(&shipped_case(), &table.text()).unwrap();
    assert!(judged.checks.iter().all(|check| check.outcome == Verdict::Error), "{:?}", judged.checks);
    let why = judged.refused();
    assert!(
        why.contains("the recording starts at 2.8567114 m/s along the normal, the case at 2.82842712 m/s"),
        "{why}"
    );
    // Along the contact alone, and spin: by two parts in a million of the impact speed, and by half a part.
    let sliding = |by: f64| {
        let mut table = shipped_table();
        table.each("v", |[x, y, z]| [x, by * y, z]);
        judge(&shipped_case(), &table.text()).unwrap()
    };
    assert!(sliding(1.0 + 4e-6).refused().contains("along the contact, the case at 2.82842712 m/s"));
    assert!(sliding(1.0 + 1e-6).passes());
    let spinning = |spin: f64| {
        let mut table = shipped_table();
        table.each("w", |[x, y, z]| [x + spin, y, z]);
        judge(&shipped_case(), &table.text()).unwrap()
    };
    let why = spinning(2e-3).refused();
    assert!(why.contains("with body 1 turning at 0.002 rad/s about the normal, the case at 0 rad/s"), "{why}");
    assert!(spinning(0.4e-3).passes());
}

/// Only what comes after first touch, by 1 %.
#[test]
fn a_faster_end_fails() {
    let mut table = shipped_table();
    // Velocities that the positions do not follow are refused.
    let mut torn = table.clone();
    let columns = [table.vector("v", 1), table.vector("v", 2)].concat();
    torn.rows[1..].iter_mut().for_each(|row| columns.iter().for_each(|&column| row[column] *= 1.01));
    let why = judge(&shipped_case(), &torn.text()).unwrap().refused();
    assert!(why.contains("times, positions and velocities do not belong together"), "{why}");
    table.end_faster(1.01);
    let failing = judge(&shipped_case(), &table.text()).unwrap();
    let failing = failing.failing();
    for observable in ["restitution", "tangential_restitution"] {
        assert!(failing.contains(&observable), "{failing:?}");
    }
}

#[test]
fn spins_of_the_other_sign_fail() {
    let mut table = shipped_table();
    table.each("w", |w| w.map(|w| -w));
    let judged = judge(&shipped_case(), &table.text()).unwrap();
    let failing = judged.failing();
    assert!(failing.contains(&"rebound_spin") && failing.contains(&"angular_momentum_residual"), "{failing:?}");
}

/// Swapped, two equal bodies without spin are the same impact seen from the other side; two unequal ones do not keep their
/// momentum.
#[test]
fn swapped_bodies_lose_momentum_unless_they_are_alike() {
    let swap = |table: &Table| {
        let mut other = table.clone();
        for name in &mut other.header {
            let (bare, body) = name.split_at(name.len() - 1);
            *name = match body {
                "1" => format!("{bare}2"),
                "2" => format!("{bare}1"),
                _ => continue,
            };
        }
        other
    };
    let table = shipped_table();
    same(&table, &swap(&table).text(), table.farthest(), 0.0);

    let folder = super::root().join("tests/engines/recorded");
    let case = std::fs::read_to_string(folder.join("case.toml")).unwrap();
    let dump = std::fs::read_to_string(folder.join("lammps-2021/dump.txt")).unwrap();
    let case = format!(
        "{}[run.recorded]\ndata = \"t.csv\"\ncode = \"lammps\"\n[[expect]]\nthat = \"recorded\"\n\
         agrees_with = \"reference\"\nrestitution = {{ within = \"1 %\" }}\n",
        &case[..case.find("[run.lammps]").unwrap()]
    );
    let table = Table::of_dump(&dump, 6.771928852221548e-7, 0);
    let good = judge(&case, &table.text()).unwrap();
    assert!(good.failing().is_empty(), "{:?}", good.checks);
    // Without a time step the energy is not judged, and this is said.
    let skipped = good.checks.iter().find(|check| check.outcome == Verdict::Skip).unwrap();
    assert_eq!(skipped.reason.as_deref(), Some("without a `time_step` no bound of the energy error is known"));
    let bad = judge(&case, &swap(&table).text()).unwrap();
    assert_eq!(bad.failing(), ["momentum_residual"]);
}

/// Spheres that start apart touch at another angle than the one they fly at: the message has the speeds at first touch, and a
/// case with these is met.
#[test]
fn a_start_at_another_angle_is_told_with_its_speeds() {
    let case = shipped_case().replace("angle = \"45 deg\"", "angle = \"45.01 deg\"");
    let why = judge(&case, &shipped_table().text()).unwrap().refused();
    assert!(why.contains("but not the angle at first touch"), "{why}");
    // 4 m/s at 45 degrees.
    let speeds = "normal_speed = \"2.82842712 m/s\", tangential_speed = \"2.82842712 m/s\"";
    assert!(why.ends_with(speeds), "{why}");
    let speeds = format!("[impact]\n{}", speeds.replace(", ", "\n"));
    let case = shipped_case().replace("[impact]\nspeed = \"4 m/s\"\nangle = \"45 deg\"", &speeds);
    assert!(case.contains("tangential_speed") && judge(&case, &shipped_table().text()).unwrap().passes());
}
