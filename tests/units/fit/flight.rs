use collisionbench::law::damping::{LinearDashpot, Strength, Tsuji};

use collisionbench::collide::reference::{Approach, collide_branched};
use collisionbench::fit::flight::*;
use collisionbench::law::normal::{BreaksAt, Jkr, Normal, WaltonBraun};
use collisionbench::law::{Damping, Ends, Pair, PowerForce, Stiffness};

/// A plastic spring that unloads as it loads is a linear spring, whose weighed impact has a solver of its own.
#[test]
fn a_weight_presses_branches_as_it_presses_a_power() {
    let k = 1e4;
    let law = WaltonBraun { loading_stiffness: k, unloading_stiffness: k, stiffening: 0.0 };
    let pair = Pair {
        m_star: 1.0,
        R_star: 1.0,
        E_star: None,
        G_star: None,
        dundurs_beta: None,
        wall: true,
        stiffness: [Stiffness::Unknown; 2],
        radii: [f64::INFINITY; 2],
    };
    for (C, tolerance) in [(0.0, 1e-10), (10.0, 1e-9)] {
        let damping = Damping::LinearDashpot(LinearDashpot::Coefficient(C));
        let contact = Normal::WaltonBraun(law).branches(&pair, &damping).unwrap().unwrap();
        let power = PowerForce { K: k, alpha: 1.0, C, beta: 0.0, reference_gap: 0.0, ends: Ends::ZeroOverlap };
        for acceleration in [0.0, 9.81] {
            let of = |held: DropContact| held.weighed(1.0, 0.7, acceleration).unwrap();
            let (found, wanted) = (of(DropContact::Branches(contact.clone())), of(DropContact::Power(power)));
            assert!((found.restitution - wanted.restitution).abs() < tolerance, "{C} {found:?} {wanted:?}");
            assert!((found.duration / wanted.duration - 1.0).abs() < tolerance, "{C} {found:?} {wanted:?}");
        }
    }
}

/// The dashpot of JKR sees the contact radius, and goes on doing so under a weight: without one the impact is that of the law.
#[test]
fn a_weight_leaves_the_dashpot_what_it_sees() {
    let law = Normal::Jkr(Jkr { work_of_adhesion: 0.5, breaks_at: BreaksAt::Displacement });
    let pair = Pair {
        m_star: 1e-6,
        R_star: 1e-3,
        E_star: Some(1e8),
        G_star: None,
        dundurs_beta: None,
        wall: true,
        stiffness: [Stiffness::Unknown; 2],
        radii: [f64::INFINITY; 2],
    };
    let contact = law.branches(&pair, &Damping::Tsuji(Tsuji(Strength::Coefficient(0.3)))).unwrap().unwrap();
    let own = collide_branched(&contact, None, &Approach::head_on(pair.m_star, 1.0), 1e-12).unwrap();
    let wanted = -own.end.unwrap().speed.value;
    let found = DropContact::Branches(contact).weighed(pair.m_star, 1.0, 0.0).unwrap().restitution;
    assert!((found - wanted).abs() < 1e-9, "{found} for {wanted}");
}
