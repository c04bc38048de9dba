//! Laws as system documents write them, integrated elsewhere by other means to 9 and 12 digits.

use std::f64::consts::PI;

use collisionbench::collide;
use collisionbench::law::Ends;

use crate::reference::{law, restitution, rows, solved};

fn ends(word: &str) -> Ends {
    if word == "full" { Ends::ZeroOverlap } else { Ends::ForceClamped }
}

/// `-ln e/sqrt(ln^2 e + pi^2)`
fn ratio(e: f64) -> f64 {
    -e.ln() / e.ln().hypot(PI)
}

/// Each document's dashpot over `sqrt(m K) delta^beta v`, and beta.
fn dashpot(name: &str, z: f64) -> (f64, f64) {
    let five = 5f64.sqrt();
    match name {
        "Woo" | "EDEM/LIGGGHTS" | "PFC beta_n=sqrt(5/6)*(..), alpha_d=0" => (five * z, 0.25),
        "PFC beta_n=sqrt(5/6)*(..), alpha_d=1/4 (m)" => (five * z, 0.5),
        "PFC beta_n=-ln e/sqrt(..), alpha_d=0" => (2.0 * 1.5f64.sqrt() * z, 0.25),
        "Mercury literal sign" => (-2.0 * (5.0 / 6.0f64).sqrt() * z, 0.25),
        "Mercury sign fixed" => (2.0 * (5.0 / 6.0f64).sqrt() * z, 0.25),
        "HYBIRD literal" => (2.0 * five * z, 0.25),
        other => panic!("unknown law {other}"),
    }
}

#[test]
fn documented_laws_achieve_what_was_found() {
    let (m1, m2) = (2500.0 * 4.0 / 3.0 * PI * 8e-9, 2500.0 * 4.0 / 3.0 * PI * 27e-9);
    let m_star: f64 = m1 * m2 / (m1 + m2);
    let K = 4.0 / 3.0 * (70e9 / (2.0 * (1.0 - 0.22 * 0.22))) * (6e-6 / 5e-3f64).sqrt();
    for row in rows("documented_restitution", 80) {
        let e = row.number("e_requested");
        let (alpha, beta) = dashpot(row.word("law"), ratio(e));
        let law = law(1.5, K, beta, alpha * (m_star * K).sqrt(), ends(row.word("force")));
        for (column, speed) in [("e_v0.01", 0.01), ("e_v0.1", 0.1), ("e_v1", 1.0), ("e_v10", 10.0)] {
            let expected = row.number(column);
            let got = collide::restitution(&law, m_star, speed, 1e-12).unwrap();
            assert!(
                (got - expected).abs() < 6e-10,
                "{} {e} {}: {got}, not {expected}",
                row.word("law"),
                row.word("force")
            );
        }
    }
}

#[test]
fn the_dashpot_that_counts_the_overlap_twice() {
    let m_star = 0.5 * 2500.0 * 4.0 / 3.0 * PI * 8e-9;
    let K = 4.0 / 3.0 * 3.8e10 * 1e-3f64.sqrt();
    for row in rows("pfc_alpha_d_literal", 20) {
        let (e, speed) = (row.number("e_requested"), row.number("v0_m_s"));
        let C = 5f64.sqrt() * ratio(e) * (m_star * K).sqrt();
        for (unit, length) in [("SI", 1.0f64), ("mm", 1e-3), ("um", 1e-6)] {
            for (ends, column) in [(Ends::ZeroOverlap, "full"), (Ends::ForceClamped, "clip")] {
                let law = law(1.5, K, 0.5, C / length.powf(0.25), ends);
                let expected = row.number(&format!("e_alpha_d0.25_{unit}_{column}"));
                let got = restitution(&solved(&law, m_star, speed), speed).value;
                assert!((got - expected).abs() < 2e-12, "{e} {speed} {unit} {column}: {got}, not {expected}");
            }
        }
    }
}
