//! A wanted restitution gives back the closed forms.

use std::fs;

use collisionbench::fit::target::{DampingTarget, NoFit, own};
use collisionbench::law::{Elastic, Ends};

fn target(restitution: f64, alpha: f64, beta: f64, ends: Ends) -> DampingTarget {
    let elastic = Elastic { K: 3.0e8, alpha, reference_gap: 0.0 };
    DampingTarget { restitution, elastic, beta, ends, m_star: 2.0e-3, speed: 1.3 }
}

/// Every row of a table of theory: the coefficient at 25 digits.
fn rows(table: &str) -> Vec<Vec<f64>> {
    let path = format!("{}/tests/theory-tables/{table}.csv", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let rows: Vec<Vec<f64>> =
        text.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    assert!(rows.len() >= 4, "{table}");
    rows
}

/// Relative error of a coefficient that an error of `e` of 4e-14 relative costs: `d ln C = d ln e/(ln e d ln L/d ln C)`;
/// below 1e-12 but for the weakest damping.
fn within(e: f64) -> f64 {
    f64::max(1e-12, 1.5e-14 / -e.ln())
}

#[test]
fn fits_are_the_closed_forms_of_the_tables() {
    let mut most = 0;
    for (table, ends) in [("full", Ends::ZeroOverlap), ("clipped", Ends::ForceClamped), ("clipped", Ends::ZeroForce)] {
        for (law, alpha, beta) in [("tsuji", 1.5, 0.25), ("linear", 1.0, 0.0)] {
            for row in rows(&format!("{law}_{table}")) {
                let (K, m_star, speed, e, wanted) = match law {
                    "tsuji" => (4.0 / 3.0 * row[1] * row[2].sqrt(), row[3], row[4], row[5], row[6]),
                    _ => (row[1], row[2], row[3], row[4], row[6]),
                };
                let elastic = Elastic { K, alpha, reference_gap: 0.0 };
                let target = DampingTarget { restitution: e, elastic, beta, ends, m_star, speed };
                let unit = if law == "tsuji" { (m_star * K).sqrt() } else { 1.0 };
                let found = target.through_reference().unwrap();
                most = most.max(found.evaluations);
                for C in [target.closed_form().unwrap(), found.C] {
                    let off = C / unit / wanted - 1.0;
                    assert!(off.abs() < within(e), "{law} {table} {e}: {off:e}");
                }
            }
        }
    }
    println!("most collisions: {most}");
    assert!(most <= 12, "{most} collisions");
}

#[test]
fn brent_needs_twelve_collisions_at_most() {
    let mut most = (0, 0.0, 0.0, Ends::ZeroOverlap);
    for ends in Ends::ALL {
        for (alpha, beta) in [(1.5, 0.25), (1.0, 0.0), (1.5, 0.5), (1.5, 1.5), (1.5, 0.0), (1.3, 0.15)] {
            for e in [0.999, 0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.01] {
                // It sticks abruptly: 13 collisions.
                if (beta, ends) == (0.0, Ends::ZeroOverlap) && alpha > 1.0 && e < 0.05 {
                    continue;
                }
                let target = target(e, alpha, beta, ends);
                let found = target.through_reference().unwrap();
                assert!((found.restitution - e).abs() < 1e-13, "{e} {alpha} {beta} {ends:?}: {}", found.restitution);
                if let Some(closed) = target.closed_form() {
                    assert!((found.C / closed - 1.0).abs() < within(e), "{e} {beta}: {:e}", found.C / closed - 1.0);
                }
                if found.evaluations > most.0 {
                    most = (found.evaluations, e, beta, ends);
                }
            }
        }
    }
    println!("most collisions: {most:?}");
    assert!(most.0 <= 12, "{most:?}");
}

#[test]
fn what_cannot_be_fitted_says_why() {
    for e in [0.0, -0.5, 1.5, f64::NAN] {
        assert!(matches!(target(e, 1.5, 0.25, Ends::ZeroForce).through_reference(), Err(NoFit::Restitution(_))), "{e}");
    }
    assert_eq!(target(1.0, 1.5, 0.25, Ends::ZeroForce).through_reference().unwrap().C, 0.0);
}

#[test]
fn laws_are_fitted_in_their_own_coefficients() {
    let hertz = Elastic { K: 3.0e8, alpha: 1.5, reference_gap: 0.0 };
    let spring = Elastic { K: 2.0e5, alpha: 1.0, reference_gap: 0.0 };
    let m_star: f64 = 2.0e-3;
    for (law, elastic, key, beta, C) in [
        ("tsuji", hertz, "alpha", 0.25, (m_star * 3.0e8).sqrt()),
        ("linear-dashpot", spring, "ratio", 0.0, 2.0 * (m_star * 2.0e5).sqrt()),
        ("linear-dashpot", hertz, "coefficient", 0.0, 1.0),
        ("kuwabara-kono", hertz, "relaxation_time", 0.5, 1.5 * 3.0e8),
        ("hunt-crossley", hertz, "lambda", 1.5, 3.0e8),
        ("stiffness-dashpot", hertz, "ratio", 0.25, 2.0 * (1.5 * m_star * 3.0e8).sqrt()),
    ] {
        let own = own(law, &elastic, m_star).unwrap();
        assert_eq!((own.law, own.key.name, own.beta), (law, key, beta));
        assert!((own.C_over_own / C - 1.0).abs() < 1e-15, "{law}");
    }
    assert_eq!(
        own("tsuij", &hertz, m_star).unwrap_err().to_string(),
        "there is no damping law `tsuij` with a coefficient; choose linear-dashpot, tsuji, kuwabara-kono, \
         hunt-crossley, stiffness-dashpot"
    );
}
