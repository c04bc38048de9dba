use collisionbench::codes;
use collisionbench::codes::fingerprint::explain::*;
use collisionbench::law::Ends;
use collisionbench::law::achieved::restitution_of_ratio;

fn between(one: &str, other: &str) -> Explained {
    explain(codes::find(one).unwrap(), codes::find(other).unwrap())
}

#[test]
fn shares_add_up_to_the_gap() {
    for (one, other) in [("liggghts", "kratos"), ("lammps", "yade"), ("woo", "mercurydpm"), ("musen", "liggghts")] {
        let found = between(one, other);
        for (i, seen) in SEEN.iter().enumerate() {
            let sum: f64 = found.shares.iter().map(|share| share.numbers[i]).sum();
            assert!((sum - (found.other[i] - found.one[i])).abs() < 1e-12, "{one}, {other}: {seen}");
        }
    }
}

/// LIGGGHTS asks the formula of the full force for 0.5 and gets 0.4999; clamped, the same coefficient gives 0.5502, and
/// Kratos' fit of the clamped contact 0.4999: two lines that cancel.
#[test]
fn two_lines_that_cancel_are_both_named() {
    let found = between("liggghts", "kratos");
    assert!((found.one[0] - 0.5).abs() < 5e-4 && (found.other[0] - 0.5).abs() < 5e-4, "{found:?}");
    let share = |line: &str| found.shares.iter().find(|share| share.convention == line).unwrap().numbers[0];
    let (ends, damping) = (share("end of contact"), share("damping normalisation"));
    assert!(ends > 0.04 && damping < -0.04 && (ends + damping).abs() < 1e-3, "{ends}, {damping}");
    // With the ends alone exchanged: the measured 0.5502 of limitForce, half of what the two orders differ by aside.
    let full = collisionbench::codes::restitution::full_force_ratio(0.5);
    let clamped = restitution_of_ratio(full, Ends::ForceClamped) - restitution_of_ratio(full, Ends::ZeroOverlap);
    assert!((clamped - 0.0503).abs() < 1e-4 && (ends - clamped).abs() < 0.01, "{clamped}, {ends}");
}

/// Woo's wall is a sphere of the same size: 2^0.2.
#[test]
fn the_radius_of_a_wall_is_a_duration() {
    let found = between("mercurydpm", "woo");
    let share = found.shares.iter().find(|share| share.convention == "effective radius").unwrap();
    assert!((share.numbers[2] - (2f64.powf(0.2) - 1.0)).abs() < 1e-12, "{found:?}");
    assert_eq!(share.numbers[0], 0.0);
}

#[test]
fn a_code_parts_in_nothing_from_itself() {
    let found = between("liggghts", "liggghts");
    assert!(found.shares.is_empty() && found.one == found.other);
}
