use collisionbench::report::pictures::names::*;

const FRAME: Rectangle = Rectangle { left: 0.0, top: 0.0, right: 1000.0, bottom: 1000.0 };

#[test]
fn names_of_one_point_do_not_cover_one_another() {
    let mut taken = vec![(Rectangle::round((500.0, 500.0), 12.0), POINT)];
    for _ in 0..6 {
        let found = spot((500.0, 500.0), (200.0, 30.0), &FRAME, &taken).unwrap();
        assert!(taken.iter().all(|(other, _)| !found.room.overlaps(other)));
        taken.push((found.room, NAME));
    }
}

/// The room beside the point is taken: the thin line goes round a name, not through it.
#[test]
fn thin_lines_do_not_cross_names() {
    let at = (500.0, 500.0);
    let name = Rectangle { left: 540.0, right: 560.0, top: 470.0, bottom: 500.0 };
    let crosses = |price: f64| {
        let found = spot(at, (160.0, 30.0), &FRAME, &[(name, price), (Rectangle::round(at, 60.0), 50.0)]).unwrap();
        assert!(found.distance > DISTANCES[0], "{found:?}");
        name.crossed(at, found.room.nearest(at))
    };
    assert!(!crosses(NAME));
    assert!(crosses(POINT), "a twin for which it is no name goes straight through");
}

#[test]
fn a_name_at_the_edge_stays_inside() {
    for at in [(0.0, 0.0), (1000.0, 0.0), (1000.0, 1000.0), (0.0, 1000.0)] {
        assert!(spot(at, (300.0, 30.0), &FRAME, &[]).unwrap().room.inside(&FRAME));
    }
    assert_eq!(spot((10.0, 10.0), (1200.0, 30.0), &FRAME, &[]), None);
}
