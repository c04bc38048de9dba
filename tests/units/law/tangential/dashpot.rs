use collisionbench::law::card::Numbers;
use collisionbench::law::shear::WhileSliding;
use collisionbench::law::tangential::dashpot::*;
use collisionbench::law::{Pair, Side, Stiffness};

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
