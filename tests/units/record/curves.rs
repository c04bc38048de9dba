use collisionbench::record::curves::*;

#[test]
fn a_column_with_an_unknown_value_is_left_out() {
    let columns = vec![("time", vec![0.0, 1.0]), ("force_elastic", vec![0.0, f64::NAN])];
    assert_eq!(known(columns), [("time", vec![0.0, 1.0])]);
}

#[test]
fn a_line_keeps_what_any_of_its_columns_needs() {
    let time: Vec<f64> = (0..1000).map(f64::from).collect();
    let mut force: Vec<f64> = time.iter().map(|t| 2.0 * t).collect();
    assert_eq!(needed(&[("time", time.clone()), ("force", force.clone())]), [0, 999]);
    force[500] += 10.0;
    assert_eq!(needed(&[("time", time.clone()), ("force", force)]), [0, 499, 500, 501, 999]);
    let noise: Vec<f64> = time.iter().map(|t| (t * t * 0.7).sin()).collect();
    assert!(needed(&[("time", time), ("force", noise)]).len() <= MOST_POINTS);
}
