use collisionbench::fit::plain_mean::*;
use collisionbench::fit::student;

/// Equal variances: Student's. One number that is exact beside one that is not: `u^T y` and the scatter are the same, `|T| = 1`.
/// 1, 1, 2, 10 and 20 drops: 2.405 (`tests/theory-tables/groups.py`, by another integral).
#[test]
fn it_is_students_where_variances_are_equal() {
    for (k, t) in [(2, 3.0), (3, 4.302_652_729_7), (5, 2.776_445_105_2), (9, 1.0)] {
        let outside = 1.0 - student::within(t, k as f64 - 1.0);
        assert!((beyond(t, &vec![1.0; k], &vec![0.3; k]) - outside).abs() < 1e-9, "{k} {t}");
    }
    assert!((dof(&[1.0; 5], &[2.0; 5]) - 4.0).abs() < 1e-6);
    assert!(beyond(1.001, &[1.0, 1.0], &[1.0, 1e-12]) < 1e-3 && beyond(0.999, &[1.0, 1.0], &[1.0, 1e-12]) > 0.999);
    let unequal = dof(&[1.0; 5], &[1.0, 1.0, 0.5, 0.1, 0.05]);
    assert!((student::two_sided(0.95, unequal) - 2.405).abs() < 1e-3, "{unequal}");
}
