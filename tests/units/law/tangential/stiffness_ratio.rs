use collisionbench::law::shear::Form;
use collisionbench::law::{Elastic, Pair, Side, Stiffness};

use collisionbench::law::tangential::{StiffnessRatio, TangentialLaw};

fn pair(nu: f64) -> Pair {
    let ball =
        Side { radius: 0.01, mass: 1.0, stiffness: Stiffness::Elastic { young_modulus: 70e9, poisson_ratio: nu } };
    Pair::new(&ball, &ball)
}

/// 8 G* sqrt(R*) delta^(1/2) beside 4/3 E* sqrt(R*) delta^(3/2).
#[test]
fn beside_hertz_it_is_mindlin() {
    let pair = pair(0.3);
    let (E_star, G_star) = (pair.E_star.unwrap(), pair.G_star.unwrap());
    let hertz = Elastic { K: 4.0 / 3.0 * E_star * pair.R_star.sqrt(), alpha: 1.5, reference_gap: 0.0 };
    let law = StiffnessRatio { form: Form::Total, ratio: None, friction: 0.3, dashpot: None };
    let shear = law.spring(Some(&hertz), &pair).unwrap();
    let mindlin = 8.0 * G_star * pair.R_star.sqrt();
    assert!((shear.S / mindlin - 1.0).abs() < 1e-14 && shear.gamma == 0.5, "{shear:?}");
    assert!((StiffnessRatio::of_poisson(0.3) / StiffnessRatio::of_mindlin(&pair).unwrap() - 1.0).abs() < 1e-14);
    // Broken twin: the secant for the tangent stiffness.
    assert!((shear.S / 1.5 / mindlin - 1.0).abs() > 0.3);
}

#[test]
fn beside_a_linear_spring_it_is_constant() {
    let hooke = Elastic { K: 7e5, alpha: 1.0, reference_gap: 0.0 };
    let law = StiffnessRatio { form: Form::Incremental, ratio: Some(2.0 / 7.0), friction: 0.3, dashpot: None };
    let shear = law.spring(Some(&hooke), &pair(0.2)).unwrap();
    assert!((shear.stiffness(1e-9) - 2e5).abs() < 1e-9 && shear.gamma == 0.0);
}
