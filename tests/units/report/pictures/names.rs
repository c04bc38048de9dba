use collisionbench::report::pictures::names::*;

const FRAME: Rectangle = Rectangle { left: 0.0, top: 0.0, right: 1000.0, bottom: 1000.0 };

#[test]
fn names_of_one_point_do_not_cover_one_another() {
    let at = (500.0, 500.0);
    let mut taken = vec![Rectangle::round(at, 12.0)];
    for _ in 0..4 {
        let room = spot(at, (200.0, 30.0), &FRAME, &taken, &[]).unwrap();
        assert!(taken.iter().all(|other| !room.overlaps(other)));
        taken.push(room);
    }
    assert_eq!(spot(at, (200.0, 30.0), &FRAME, &taken, &[]), None);
}

/// Beside a rising line a name is to its left or its right, not across it.
#[test]
fn names_cover_lines_only_where_nothing_else_is_free() {
    let at = (500.0, 500.0);
    let line: Vec<Rectangle> =
        (-20..20).map(|k| Rectangle::round((500.0 + 10.0 * f64::from(k), 500.0 - 10.0 * f64::from(k)), 6.0)).collect();
    let covers = |room: &Rectangle| line.iter().any(|part| room.overlaps(part));
    let free = spot(at, (200.0, 30.0), &FRAME, &[], &line).unwrap();
    assert!(!covers(&free), "{free:?}");
    let beside = [Rectangle::round((400.0, 450.0), 40.0), Rectangle::round((600.0, 550.0), 40.0)];
    assert!(covers(&spot(at, (200.0, 30.0), &FRAME, &beside, &line).unwrap()));
}

/// Of two lines a name stands beside its own.
#[test]
fn no_line_parts_a_name_from_its_point() {
    let at = (500.0, 500.0);
    let rising = |up: f64| {
        let place = move |k: i32| (500.0 + 10.0 * f64::from(k), 500.0 - up - 10.0 * f64::from(k));
        (-20..20).map(move |k| Rectangle::round(place(k), 6.0))
    };
    let lines: Vec<Rectangle> = rising(0.0).chain(rising(60.0)).collect();
    let room = spot(at, (200.0, 30.0), &FRAME, &[], &lines).unwrap();
    assert!(room.top > 500.0 && room.left > 500.0, "{room:?}");
}

#[test]
fn a_name_at_the_edge_stays_inside() {
    for at in [(0.0, 0.0), (1000.0, 0.0), (1000.0, 1000.0), (0.0, 1000.0)] {
        assert!(spot(at, (300.0, 30.0), &FRAME, &[], &[]).unwrap().inside(&FRAME));
    }
    assert_eq!(spot((10.0, 10.0), (1200.0, 30.0), &FRAME, &[], &[]), None);
}
