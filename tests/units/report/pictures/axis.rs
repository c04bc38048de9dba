use collisionbench::report::pictures::axis::*;
use collisionbench::report::pictures::label::Label;

const OVERLAP: Quantity<'_> = Quantity { name: "overlap", symbol: "δ", unit: "m" };

fn texts(axis: &Axis) -> Vec<&str> {
    axis.ticks.iter().map(|(_, text)| text.as_str()).collect()
}

#[test]
fn ticks_are_round_and_carry_a_prefix() {
    let axis = Axis::linear(OVERLAP, (0.0, 274e-6));
    assert_eq!(texts(&axis), ["0", "50", "100", "150", "200", "250"]);
    assert_eq!(axis.label, Label::axis("overlap", "δ", "µm"));
    assert_eq!(axis.position(0.0), 0.0);
}

#[test]
fn tiny_plain_numbers_get_a_power_of_ten() {
    let axis = Axis::linear(Quantity { name: "deviation", symbol: "", unit: "" }, (-4e-13, 4e-13));
    assert_eq!(texts(&axis), ["−4", "−2", "0", "2", "4"]);
    assert_eq!(axis.label, Label::axis("deviation", "", "10⁻¹³"));
}

#[test]
fn a_logarithmic_axis_names_its_first_decade() {
    let axis = Axis::log(OVERLAP, (1e-6, 1e-3));
    assert_eq!(texts(&axis).len(), 4);
    let wide = Axis::log(Quantity { name: "ratio", symbol: "", unit: "" }, (1.0, 1e6));
    assert_eq!(texts(&wide), ["10⁰", "10¹", "10²", "10³", "10⁴", "10⁵", "10⁶"]);
    assert!(axis.position(0.0) < 0.0);
}

#[test]
fn no_range_is_too_odd() {
    let quantity = Quantity { name: "x", symbol: "", unit: "N" };
    let odd = [0.0, 5e-324, -5e-324, 1.0, 1.0 + f64::EPSILON, f64::MAX, f64::MIN, 1e-300, -1e300, f64::NAN];
    for low in odd {
        for high in odd {
            for axis in [Axis::linear(quantity, (low, high)), Axis::log(quantity, (low, high))] {
                assert!(axis.ticks.len() < 20, "{low} to {high}: {} ticks", axis.ticks.len());
            }
        }
    }
}

#[test]
fn a_constant_is_in_the_middle() {
    let axis = Axis::linear(Quantity { name: "restitution", symbol: "e", unit: "" }, (1.0 - 1e-13, 1.0));
    assert!((axis.position(1.0) - 0.5).abs() < 1e-9);
}
