use collisionbench::fit::root::*;

fn line(x: f64) -> Point {
    Point { x, f: x - 0.3 }
}

#[test]
fn both_sides_of_a_jump_are_returned() {
    let step = |x: f64| Ok::<f64, String>(if x < 0.25 { -0.5 } else { 0.125 });
    let found = root(step, Point { x: 0.0, f: -0.5 }, Point { x: 1.0, f: 0.125 }, 1e-12).unwrap();
    assert_eq!(found.bracket.map(|point| point.f), [-0.5, 0.125]);
    assert!(found.bracket[1].x - found.bracket[0].x <= 4.0 * f64::EPSILON);
    assert!(found.bracket[0].x < 0.25 && 0.25 <= found.bracket[1].x);
    assert_eq!(found.best.f, 0.125);
}

#[test]
fn a_failure_is_reported_with_its_place() {
    let fails = |x: f64| if x > 0.2 && x < 0.9 { Err("stuck") } else { Ok(x - 0.3) };
    assert!(matches!(root(fails, line(0.0), line(1.0), 0.0), Err(NoRoot::Failed { why: "stuck", .. })));
    let nan = |_| Ok::<f64, String>(f64::NAN);
    assert!(matches!(root(nan, line(0.0), line(1.0), 0.0), Err(NoRoot::NotANumber(_))));
    assert!(matches!(root(nan, line(0.5), line(1.0), 0.0), Err(NoRoot::NoBracket(..))));
    let infinite = Point { x: f64::INFINITY, f: 1.0 };
    assert!(matches!(root(nan, line(0.0), infinite, 0.0), Err(NoRoot::NotANumber(_))));
}

#[test]
fn the_ends_are_not_computed_again() {
    let mut asked = Vec::new();
    let f = |x: f64| {
        asked.push(x);
        Ok::<f64, String>(x - 0.3)
    };
    let found = root(f, line(0.0), line(1.0), 1e-15).unwrap();
    assert!((found.best.x - 0.3).abs() < 1e-15);
    assert_eq!(found.evaluations, asked.len());
    assert!(asked.iter().all(|&x| x != 0.0 && x != 1.0), "{asked:?}");
}
