use collisionbench::collide::bounce::vertex;

#[test]
fn the_vertex_of_a_parabola_is_found_between_its_samples() {
    let parabola = |x: f64| 3.0 - 2.0 * (x - 0.3) * (x - 0.3);
    assert!((vertex(parabola(-1.0), parabola(0.0), parabola(1.0)) - 3.0).abs() < 1e-15);
    assert_eq!(vertex(1.0, 1.0, 1.0), 1.0);
}
