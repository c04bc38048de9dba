use collisionbench::collide::reference::scaled::*;
use collisionbench::law::{Ends, PowerForce};

fn scaled(alpha: f64, beta: f64, g: f64) -> Scaled {
    let law = PowerForce { K: 1.0, alpha, C: g, beta, reference_gap: 0.0, ends: Ends::ZeroOverlap };
    Scaled::new(&law, g, States::All)
}

#[test]
fn the_smallest_power_that_makes_exponents_whole_is_taken() {
    for (alpha, beta, p) in
        [(1.5, 0.25, 4.0), (1.0, 0.0, 1.0), (1.5, 0.5, 2.0), (4.0 / 3.0, 0.5, 6.0), (1.1, 0.05, 8.0)]
    {
        assert_eq!(States::All.power(alpha, Some(beta)), p, "{alpha} {beta}");
    }
    assert_eq!(States::All.power(1.5, None), 2.0, "an absent dashpot has no say");
    for (alpha, beta, p) in
        [(1.5, 0.25, 0.8), (1.0, 0.0, 1.0), (1.5, 0.5, 2.0), (1.5, 1.5, 0.4), (1.1, 0.05, 2.0 / 2.1)]
    {
        assert!((States::Motion.power(alpha, Some(beta)) - p).abs() < 1e-15, "{alpha} {beta}");
    }
}

#[test]
fn the_right_side_is_the_equation_of_motion() {
    for (alpha, beta, g) in [(1.5, 0.25, 0.7), (1.0, 0.0, -0.4), (1.5, 1.5, 2.0), (1.1, 0.05, 0.3), (1.5, 0.5, 0.0)] {
        let flow = scaled(alpha, beta, g);
        let (q, w): (f64, f64) = (0.83, -0.41);
        let xi = q.powf(flow.p);
        let force = xi.powf(alpha) + g * xi.powf(beta) * w;
        let clock = flow.p * q.powf(flow.p - 1.0);
        assert!((flow.clock(q) - clock).abs() < 1e-14);
        assert!((flow.pull(q, w) + clock * force).abs() < 1e-14);
        assert!((flow.force(q, w)[0] - force).abs() < 1e-14);
        assert!((flow.divided_force(q, w) * xi.powf(alpha.min(beta)) - force).abs() < 1e-14);
    }
}

#[test]
fn only_the_over_damped_contact_is_trapped() {
    // z = g/sqrt(5) for Tsuji, g/2 for the linear dashpot; at rest at the turning point, and at touch.
    for (q, w) in [(0.9, 0.0), (0.0, 1.0)] {
        assert!(!scaled(1.5, 0.25, 0.999 * 5f64.sqrt()).trapped(q, w, 0.0));
        assert!(scaled(1.5, 0.25, 1.001 * 5f64.sqrt()).trapped(q, w, 0.0));
        assert!(!scaled(1.0, 0.0, 1.999).trapped(q, w, 0.0));
        assert!(scaled(1.0, 0.0, 2.001).trapped(q, w, 0.0));
    }
    // Viscoelastic spheres always let go in the end.
    assert!(!scaled(1.5, 0.5, 100.0).trapped(0.9, 0.0, 0.0));
}
