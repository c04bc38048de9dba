use collisionbench::judge::order::*;

fn ladder(error: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    [50.0, 100.0, 200.0, 400.0, 800.0, 1600.0].map(|n| (n, error(n))).to_vec()
}

#[test]
fn a_power_law_is_its_own_order() {
    let fit = order(&ladder(|n| 3.0 * n.powf(-1.25))).unwrap();
    assert!((fit.slope - 1.25).abs() < 1e-12 && fit.uncertainty < 1e-12 && (fit.constant - 3.0).abs() < 1e-9);
    assert_eq!(fit.asymptotic, Asymptotic::Yes);
    assert_eq!(fit.local.len(), 5);
}

#[test]
fn the_uncertainty_is_the_textbook_one() {
    // Residuals +d, -d, -d, +d about a line over x = 0, 1, 2, 3: s^2 = 4 d^2/2, sum (x - 1.5)^2 = 5.
    let d: f64 = 0.01;
    let points: Vec<(f64, f64)> =
        [d, -d, -d, d].iter().enumerate().map(|(i, r)| ((i as f64).exp(), (r - 2.0 * i as f64).exp())).collect();
    let fit = order(&points).unwrap();
    assert!((fit.slope - 2.0).abs() < 1e-12);
    assert!((fit.uncertainty - (2.0 * d * d / 5.0).sqrt()).abs() < 1e-12);
}

#[test]
fn a_ladder_that_is_not_asymptotic_says_why() {
    let bending = order(&ladder(|n| n.powi(-1) + 100.0 * n.powi(-2))).unwrap();
    assert!(matches!(bending.asymptotic, Asymptotic::Bending { coarse, fine } if coarse > fine), "{bending:?}");
    let rounding = order(&ladder(|n| 1e-10 * n.powi(-2) + 1e-16)).unwrap();
    assert!(matches!(rounding.asymptotic, Asymptotic::Rounding { .. }));
    let mut sign = 1.0;
    let scattered: Vec<(f64, f64)> = ladder(|n| n.powi(-2))
        .into_iter()
        .map(|(n, e)| {
            sign = -sign;
            (n, e * (1.0 + 0.3 * sign))
        })
        .collect();
    assert!(matches!(order(&scattered).unwrap().asymptotic, Asymptotic::Scattered { .. }));
}

#[test]
fn what_has_no_order_is_refused() {
    assert_eq!(order(&[(1.0, 1.0), (2.0, 0.5)]), Err(NoOrder::TooFew(2)));
    assert_eq!(order(&[(1.0, 1.0), (2.0, 0.0), (4.0, 0.1)]), Err(NoOrder::NotPositive(2.0, 0.0)));
    assert!(matches!(order(&[(1.0, 1.0), (2.0, f64::NAN), (4.0, 0.1)]), Err(NoOrder::NotPositive(..))));
    assert_eq!(order(&[(1.0, 1.0), (1.0, 0.5), (4.0, 0.1)]), Err(NoOrder::NotGrowing));
}
