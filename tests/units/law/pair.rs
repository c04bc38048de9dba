use collisionbench::law::pair::*;

#[test]
fn a_wall_leaves_radius_and_mass_of_the_sphere() {
    let steel = Stiffness::Elastic { young_modulus: 210e9, poisson_ratio: 0.3 };
    let ball = Side { radius: 0.01, mass: 0.1, stiffness: steel };
    let wall = Side { radius: f64::INFINITY, mass: f64::INFINITY, stiffness: Stiffness::Rigid };
    let pair = Pair::new(&ball, &wall);
    assert_eq!((pair.m_star, pair.R_star), (0.1, 0.01));
    assert_eq!(pair.E_star, Some(1.0 / ((1.0 - 0.3 * 0.3) / 210e9)));
    // Rigid wall: beta = (1-2nu)/(2(1-nu)).
    assert!((pair.dundurs_beta.unwrap() - 0.4 / 1.4).abs() < 1e-15);
}

#[test]
fn equal_spheres_have_no_dundurs_mismatch() {
    let glass = Stiffness::Elastic { young_modulus: 48e9, poisson_ratio: 0.2 };
    let ball = Side { radius: 0.01, mass: 0.1, stiffness: glass };
    let pair = Pair::new(&ball, &ball);
    assert_eq!(pair.dundurs_beta, Some(0.0));
    assert!((pair.E_star.unwrap() / 25e9 - 1.0).abs() < 1e-15);
}
