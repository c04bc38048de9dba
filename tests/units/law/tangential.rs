use collisionbench::law::card::Numbers;
use collisionbench::law::shear::{Form, WhileSliding};
use collisionbench::law::tangential::*;
use collisionbench::law::{Elastic, Pair, Side, Stiffness};

/// 1 kg against a wall, 10 mm.
fn pair() -> Pair {
    let ball = Side { radius: 0.01, mass: 1.0, stiffness: Stiffness::Unknown };
    let wall = Side { radius: f64::INFINITY, mass: f64::INFINITY, stiffness: Stiffness::Rigid };
    Pair::new(&ball, &wall)
}

fn damping(key: &'static str, value: f64) -> ShearDamping {
    let numbers = Numbers::new(vec![(key, value)]).with_words(vec![("while_sliding", "added".into())]);
    ShearDamping::build(&numbers, "mindlin").unwrap().unwrap()
}

/// A mass on a spring is critically damped at 2 sqrt(m k): 2 sqrt(1 x 400) = 40.
#[test]
fn ratio_one_is_critical() {
    let dashpot = damping("dashpot_ratio", 1.0).force(400.0, 0.0, &pair());
    assert_eq!((dashpot.C, dashpot.beta, dashpot.sliding), (40.0, 0.0, WhileSliding::Added));
}

/// k_t = S sqrt(delta): the coefficient goes with its root, delta^(1/4). 2 sqrt(5/6) x 0.5 x 20 = 18.2574...
#[test]
fn the_coefficient_follows_the_stiffness() {
    let dashpot = damping("dashpot_beta", 0.5).force(400.0, 0.5, &pair());
    assert_eq!(dashpot.beta, 0.25);
    assert!((dashpot.C - 18.257_418_583_505_537).abs() < 1e-14, "{}", dashpot.C);
    // Broken twin: sqrt(5/6) left out.
    assert!((damping("dashpot_ratio", 0.5).force(400.0, 0.5, &pair()).C - dashpot.C).abs() > 1.0);
}

#[test]
fn what_it_does_while_sliding_is_asked_for() {
    let alone = Numbers::new(vec![("dashpot_ratio", 0.1)]);
    assert_eq!(ShearDamping::build(&alone, "mindlin").unwrap_err().key, Some("dashpot_ratio"));
    let twice = Numbers::new(vec![("dashpot_ratio", 0.1), ("dashpot_coefficient", 1.0)]);
    assert_eq!(ShearDamping::build(&twice, "mindlin").unwrap_err().key, Some("dashpot_coefficient"));
    let nothing = Numbers::default().with_words(vec![("while_sliding", "added".into())]);
    assert_eq!(ShearDamping::build(&nothing, "mindlin").unwrap_err().key, Some("while_sliding"));
    assert_eq!(ShearDamping::build(&Numbers::default(), "mindlin"), Ok(None));
}

/// Two equal spheres, 10 mm.
fn spheres(nu: f64) -> Pair {
    let ball =
        Side { radius: 0.01, mass: 1.0, stiffness: Stiffness::Elastic { young_modulus: 70e9, poisson_ratio: nu } };
    Pair::new(&ball, &ball)
}

/// 8 G* sqrt(R*) delta^(1/2) beside 4/3 E* sqrt(R*) delta^(3/2).
#[test]
fn beside_hertz_it_is_mindlin() {
    let pair = spheres(0.3);
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
    let shear = law.spring(Some(&hooke), &spheres(0.2)).unwrap();
    assert!((shear.stiffness(1e-9) - 2e5).abs() < 1e-9 && shear.gamma == 0.0);
}
