use collisionbench::report::quantity::*;

#[test]
fn a_prefix_makes_the_number_readable() {
    assert_eq!(Scale::of("s", 4.034e-5).show(4.034e-5, 4), "40.34 µs");
    assert_eq!(Scale::of("N", 10_696.9).show(10_696.9, 4), "10.70 kN");
    assert_eq!(Scale::of("m", 1e-3).show(1e-3, 2), "1.0 mm");
    assert_eq!(Scale::of("Pa", 48e9).show(48e9, 2), "48 GPa");
    assert_eq!(Scale::of("kg", 0.0415).show(0.0415, 3), "41.5 g");
    assert_eq!(Scale::of("kg/m3", 2800.0).show(2800.0, 4), "2800 kg/m³");
    assert_eq!(Scale::of("rad", std::f64::consts::PI).show(std::f64::consts::PI, 3), "180 °");
    assert_eq!(Scale::of("", 0.5).show(0.5, 2), "0.50");
    assert_eq!(Scale::of("s", 4e5).unit, "s");
}

#[test]
fn a_value_that_reads_well_keeps_its_unit() {
    assert_eq!(shown(10_696.889, "N", 8), "10696.889 N");
    assert_eq!(shown(0.0, "m", 8), "0 m");
    assert_eq!(deviation(4e-13, "relative"), "4e-13");
    assert_eq!(deviation(0.013, "relative"), "1.3 %");
    assert_eq!(deviation(13.5, "rad/s"), "14 rad/s");
    assert_eq!(deviation(1.3, "sigma"), "1.3 σ");
}
