//! Laws that users ask about, against integrations by collocation at 30 digits and by a second method (`tests/theory-tables`).

use collisionbench::collide::observe::Observable::{
    self, Duration, MaxForce, MaxOverlap, ReboundSpin, Restitution, TangentialRestitution,
};

use collisionbench::theory::Prediction;
use collisionbench::theory::velocity_friction::VELOCITY_DEPENDENT_FRICTION;

use super::{Row, rows, scenes, seen};

/// What the tables hold to, and the reference is held to.
const WITHIN: f64 = 1e-10;

fn meets(scene_of: &str, row: &Row, columns: &[(Observable, f64)]) {
    let made = scenes(scene_of).unwrap_or_else(|error| panic!("{error}\n{scene_of}"));
    for &(observable, expected) in columns {
        let found = seen(&made[0], observable).unwrap_or_else(|| panic!("no {observable:?}: {scene_of}"));
        let off = (found.value - expected).abs() / expected.abs().max(1e-6);
        assert!(
            off <= WITHIN,
            "{}: {observable:?} = {:e}, expected {expected:e}, off {off:.1e}\n{scene_of}",
            row.table,
            found.value
        );
    }
}

/// A ball of a mass and a radius (m) on a plate, with the elastic law of a row.
fn ball(row: &Row, radius: &str, contact: &str) -> String {
    let [n, K, m] = ["exponent", "stiffness", "mass"].map(|column| row.word(column));
    format!(
        "[body.ball]\nsphere = {{ radius = \"{radius} m\", mass = \"{m} kg\" }}\n[body.plate]\nwall = {{ normal = \"+z\" }}\nrigid = true\n\
         [contact]\n{contact}\n[contact.normal.power-law]\nexponent = {n}\nforce = \"{K} N\"\nat_overlap = \"1 m\"\n"
    )
}

#[test]
fn local_damping_is_that_of_the_table() {
    for row in rows("local_damping", 15) {
        let text = format!(
            "{}[impact]\nspeed = \"{} m/s\"\n[contact.damping.local-damping]\nalpha = {}\n",
            ball(&row, row.word("radius"), ""),
            row.word("speed"),
            row.word("coefficient")
        );
        let columns = [
            (Restitution, row.number("restitution")),
            (Duration, row.number("duration")),
            (MaxOverlap, row.number("max_overlap")),
            (MaxForce, row.number("max_force_and_damping")),
            (Observable::TimeOfMaxOverlap, row.number("time_of_approach")),
        ];
        meets(&text, &row, &columns);
    }
}

/// Clamped where the dashpot would pull, and acting again where it no longer would.
#[test]
fn a_dashpot_that_grows_over_a_depth_is_that_of_the_table() {
    for row in rows("step_dashpot", 16) {
        // No depth is the linear dashpot.
        if row.number("depth") == 0.0 {
            continue;
        }
        // A force that stays at zero leaves the bodies to fly apart.
        let flown = row.number("overlap_at_end") / (row.number("restitution") * row.number("speed"));
        let duration = match row.word("duration_if_it_goes_on") {
            "" => row.number("duration") + flown,
            _ => row.number("duration_if_it_goes_on"),
        };
        let text = format!(
            "{}[impact]\nspeed = \"{} m/s\"\n[contact.damping.step-dashpot]\ncoefficient = \"{} N s/m\"\ndepth = \"{} m\"\n",
            ball(&row, "0.01", ""),
            row.word("speed"),
            row.word("damping"),
            row.word("depth")
        );
        let columns = [
            (Restitution, row.number("restitution_if_it_goes_on")),
            (Duration, duration),
            (MaxOverlap, row.number("max_overlap")),
            (MaxForce, row.number("max_force")),
        ];
        meets(&text, &row, &columns);
    }
}

/// The ends of a contact under a weight: at zero overlap, or where its force is zero.
#[test]
fn a_weight_during_the_impact_is_that_of_the_table() {
    for row in rows("weight_during_impact", 16) {
        let damping = match row.word("dashpot") {
            "linear" => format!("[contact.damping.linear-dashpot]\ncoefficient = \"{} N s/m\"\n", row.word("damping")),
            "tsuji" => format!("[contact.damping.tsuji]\nalpha = {}\n", row.word("damping")),
            _ => String::new(),
        };
        let ends = match (row.word("ends"), damping.is_empty()) {
            (_, true) => "",
            ("overlap", _) => "ends = \"zero-overlap\"",
            _ => "ends = \"zero-force\"",
        };
        let text = format!(
            "{}[impact]\nspeed = \"{} m/s\"\ngravity = \"{} m/s2\"\n{damping}",
            ball(&row, "0.1", ends),
            row.word("speed"),
            row.word("gravity")
        );
        let columns = [
            (Restitution, row.number("restitution")),
            (Duration, row.number("duration")),
            (MaxOverlap, row.number("max_overlap")),
        ];
        meets(&text, &row, &columns);
    }
}

/// The tangential motion of a row: from a velocity along x and y, and spins about them.
fn sliding(row: &Row, tangential: &str) -> String {
    let [x, y] = ["velocity_x", "velocity_y"]
        .map(|column| if column == "velocity_y" && !row.cells.contains_key(column) { 0.0 } else { row.number(column) });
    let [sx, sy] =
        ["spin_x", "spin_y"].map(|column| if row.cells.contains_key(column) { row.number(column) } else { 0.0 });
    let spin = if sx == 0.0 && sy == 0.0 {
        String::new()
    } else {
        format!("spin = [\"{sx} rad/s\", \"{sy} rad/s\", \"0 rad/s\"]\n")
    };
    let text = ball(row, row.word("radius"), "").replace("[body.plate]", &format!("{spin}[body.plate]"));
    let direction = if x == 0.0 && y == 0.0 { String::new() } else { format!("direction = [{x:?}, {y:?}, 0.0]\n") };
    format!(
        "{text}[impact]\nnormal_speed = \"{} m/s\"\ntangential_speed = \"{} m/s\"\n{direction}{tangential}",
        row.word("speed"),
        x.hypot(y)
    )
}

/// The velocity of the centre along the initial one, over it, and the normal numbers.
fn slid(row: &Row) -> Vec<(Observable, f64)> {
    let y = |column: &str| if row.cells.contains_key(column) { row.number(column) } else { 0.0 };
    let (before, after) =
        ([row.number("velocity_x"), y("velocity_y")], [row.number("velocity_after_x"), y("velocity_after_y")]);
    if before == [0.0; 2] {
        return vec![(Restitution, row.number("restitution")), (Duration, row.number("duration"))];
    }
    let square = before[0] * before[0] + before[1] * before[1];
    vec![
        (Restitution, row.number("restitution")),
        (Duration, row.number("duration")),
        (TangentialRestitution, (before[0] * after[0] + before[1] * after[1]) / square),
    ]
}

#[test]
fn regularised_friction_is_that_of_the_table() {
    for row in rows("regularised_friction", 20) {
        let function = if row.word("shape") == "tanh" { "tanh" } else { "root" };
        let of = if row.word("split") == "vector" { "slip" } else { "each-component" };
        let tangential = format!(
            "[contact.tangential.regularised]\nfriction = {}\nslip_speed = \"{} m/s\"\nfunction = \"{function}\"\nof = \"{of}\"\n",
            row.word("friction"),
            row.word("slip_scale")
        );
        meets(&sliding(&row, &tangential), &row, &slid(&row));
    }
}

/// The reference, and beside it the theory, which takes the integral in another way than the table.
#[test]
fn friction_by_steps_is_that_of_the_table() {
    for row in rows("stribeck_friction", 14) {
        let falls = ["dynamic_friction", "dynamic_speed"].map(|key| match row.word(key) {
            "" => String::new(),
            number if key == "dynamic_speed" => format!("{key} = \"{number} m/s\"\n"),
            number => format!("{key} = {number}\n"),
        });
        let tangential = format!(
            "[contact.tangential.regularised]\nfriction = {}\nslip_speed = \"{} m/s\"\nfunction = \"{}\"\n{}",
            row.word("friction"),
            row.word("slip_scale"),
            row.word("shape"),
            falls.concat()
        );
        let text = sliding(&row, &tangential);
        meets(&text, &row, &slid(&row));
        let prediction = VELOCITY_DEPENDENT_FRICTION.predict(&scenes(&text).unwrap()[0]);
        let Prediction::Covers { values, .. } = prediction else { panic!("{prediction:?}: {text}") };
        let theory = values.iter().find(|(of, _)| *of == TangentialRestitution).unwrap().1;
        let expected = row.number("velocity_after_x") / row.number("velocity_x");
        assert!((theory.value / expected - 1.0).abs() < 1e-12, "{theory:?}, not {expected}: {text}");
    }
}

#[test]
fn static_and_dynamic_friction_is_that_of_the_table() {
    for row in rows("static_dynamic_friction", 18) {
        let decay = 1.0 / row.number("decay_speed");
        let numbers = format!(
            "friction = {}\ndynamic_friction = {}\nfriction_decay = \"{decay} s/m\"\n",
            row.word("static_friction"),
            row.word("dynamic_friction")
        );
        let spring = row.number("tangential_stiffness");
        let tangential = if spring == 0.0 {
            format!("[contact.tangential.coulomb]\n{numbers}")
        } else {
            format!("[contact.tangential.cundall-strack]\nstiffness = \"{spring} N/m\"\n{numbers}")
        };
        let mut columns = slid(&row);
        let spun = row.number("spin_after_y");
        columns.extend((spun != 0.0).then_some((ReboundSpin, spun)));
        meets(&sliding(&row, &tangential), &row, &columns);
    }
}
