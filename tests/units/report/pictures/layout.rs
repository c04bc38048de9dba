use collisionbench::report::pictures::layout::*;

#[test]
fn a_line_is_cut_at_the_frame() {
    let pieces = inside([(-1.01, 0.5), (0.99, 0.5), (0.99, 2.0), (0.5, 2.0), (0.5, 0.5)].into_iter());
    assert_eq!(pieces.len(), 2, "{pieces:?}");
    assert!((pieces[0][0].0 + 0.01).abs() < 1e-12 && pieces[0].len() == 3, "{pieces:?}");
    assert!((pieces[1][0].1 - 1.01).abs() < 1e-12, "{pieces:?}");
    assert_eq!(inside([(0.0, 0.0), (f64::NAN, 0.5), (1.0, 1.0)].into_iter()), Vec::<Vec<_>>::new());
}

#[test]
fn numbers_of_an_axis_do_not_touch() {
    let ticks: Vec<(f64, String)> = (0..=8).map(|i| (f64::from(i) / 8.0, format!("{i}"))).collect();
    let texts = |room| spaced(&ticks, room, |_| 50.0).iter().map(|(_, text)| text.as_str()).collect::<String>();
    assert_eq!(texts(600.0), "012345678");
    assert_eq!(texts(300.0), "02468");
    assert_eq!(texts(10.0), "0");
}
