//! Formulas: values and derivatives against the same written in Rust, and the sides of what switches.

use collisionbench::formula::{Formula, Parameter, Sides, Variable};
use collisionbench::units::{Dimension, parse, unit_of};

// src/core/formula
const PLAIN: [f64; 3] = [0.0; 3];
const XY: &[Variable] =
    &[Variable { name: "x", meaning: "", powers: PLAIN }, Variable { name: "y", meaning: "", powers: PLAIN }];

fn read(text: &str) -> &'static Formula {
    let parameters = [Parameter { name: "a", dimension: Dimension::Number }];
    Formula::read(text, XY, &parameters, PLAIN).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

#[test]
fn a_formula_is_what_the_same_is_in_rust() {
    type Same = fn(f64, f64, f64) -> f64;
    let same: &[(&str, Same)] = &[
        ("-x^2", |x, _, _| -(x * x)),
        ("2^3^2 + x", |x, _, _| 512.0 + x),
        ("2^-1*x", |x, _, _| 0.5 * x),
        ("1e5*x", |x, _, _| 1e5 * x),
        ("x - y - a", |x, y, a| x - y - a),
        ("x/y/a", |x, y, a| x / y / a),
        ("-x*-y", |x, y, _| x * y),
        ("(x + y)*(x - y)", |x, y, _| (x + y) * (x - y)),
        ("4/3*pi*x^3", |x, _, _| 4.0 / 3.0 * std::f64::consts::PI * x.powi(3)),
        ("x^1.5 + x^0.25*y", |x, y, _| x.powf(1.5) + x.powf(0.25) * y),
        ("x^y", |x, y, _| x.powf(y)),
        ("sqrt(x)*exp(-y) + ln(x) + sin(x) - cos(y)", |x, y, _| x.sqrt() * (-y).exp() + x.ln() + x.sin() - y.cos()),
        ("tanh(x/a) + atan(y)", |x, y, a| (x / a).tanh() + y.atan()),
        ("max(x, y) + 2*min(x, a)", |x, y, a| x.max(y) + 2.0 * x.min(a)),
        ("abs(y - x)*step(x - a) + .5", |x, y, a| (y - x).abs() * if x >= a { 1.0 } else { 0.0 } + 0.5),
    ];
    for (text, rust) in same {
        let formula = read(text);
        for (x, y, a) in [(0.3, 0.7, 0.9), (1.7, 0.2, 0.4), (2.0, 3.0, 5.0)] {
            let found = formula.value(&[x, y], &[a], Sides::FREE);
            let expected = rust(x, y, a);
            assert!(
                (found.value - expected).abs() <= 4e-16 * (1.0 + expected.abs()),
                "{text}: {} {expected}",
                found.value
            );
            // A difference of both sides, exact to h^2.
            let h = 1e-5;
            let slopes = [(rust(x + h, y, a) - rust(x - h, y, a)), (rust(x, y + h, a) - rust(x, y - h, a))];
            for (by, slope) in found.by.into_iter().zip(slopes) {
                assert!(
                    (by - slope / (2.0 * h)).abs() <= 1e-8 * (1.0 + by.abs()),
                    "{text}: {by} {}",
                    slope / (2.0 * h)
                );
            }
        }
    }
}

#[test]
fn a_side_that_is_held_stays() {
    let formula = read("max(x - a, 0)");
    assert_eq!(formula.switches(&[2.0, 0.0], &[0.5], Sides::FREE)[0], 1.5);
    let [above, below] = [true, false].map(|positive| Sides::FREE.hold(0, positive));
    assert_eq!(formula.value(&[0.0, 0.0], &[0.5], above).value, -0.5);
    assert_eq!(formula.value(&[2.0, 0.0], &[0.5], below).value, 0.0);
}

#[test]
fn deep_and_long_formulas_are_refused_not_followed() {
    let refused = |text: &str| Formula::read(text, XY, &[], PLAIN).expect_err("it is too large").message;
    assert!(refused(&format!("{}x{}", "(".repeat(200), ")".repeat(200))).contains("inside each other"));
    assert!(refused(&format!("{}x", "-".repeat(400))).contains("inside each other"));
    assert!(refused(&vec!["x"; 230].join("+")).contains("terms in a row"));
    assert!(refused(&vec!["abs(x)"; 40].join("+")).contains("at most 12"));
    assert!(refused("1e999*x").contains("is not a finite number"));
}

// src/core/units.rs
#[test]
fn a_composed_unit_is_read_and_said() {
    let stiffness = Dimension::of_text("2e9 N/m^1.5");
    assert_eq!(stiffness, Dimension::Composed("N/m^1.5"));
    assert_eq!(parse("2e9 N/m^1.5", stiffness), Ok(2e9));
    assert_eq!(parse("3 kg/m^0.5/s2", stiffness), Ok(3.0));
    assert!(parse("3 N/m", stiffness).is_err());
    assert_eq!(Dimension::of_text("70 GPa"), Dimension::Pressure);
    assert_eq!(Dimension::of_text("0.3"), Dimension::Number);
    assert_eq!(unit_of([1.0, 0.0, -1.0]), "N s/m");
    assert_eq!(unit_of([0.0, 2.0, -1.0]), "m^2/s");
    assert_eq!(unit_of([0.0; 3]), "");
}
