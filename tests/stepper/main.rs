mod exact;

use collisionbench::contact::{Dashpot, Elastic, Ends, PowerForce};
use collisionbench::solve::schemes::{self, Scheme};
use collisionbench::solve::stepper::*;
use exact::Scaled;

#[test]
fn explore() {
    let s5 = 5f64.sqrt();
    let laws = [
        ("elastic", Scaled { alpha: 1.5, b: 0.0, beta: 0.0, clipped: false }),
        ("tsuji .5 full", Scaled { alpha: 1.5, b: s5 * 0.21545376196624678, beta: 0.25, clipped: false }),
        ("tsuji .5 clip", Scaled { alpha: 1.5, b: 0.57081367878199015, beta: 0.25, clipped: true }),
        ("tsuji .1 clip", Scaled { alpha: 1.5, b: 2.7798525436686935, beta: 0.25, clipped: true }),
        ("visco .5 clip", Scaled { alpha: 1.5, b: 0.5, beta: 0.5, clipped: true }),
        ("linear .5 full", Scaled { alpha: 1.0, b: 2.0 * 0.21545376196624678, beta: 0.0, clipped: false }),
    ];
    for (name, law) in laws {
        let x = law.solve();
        println!("{name} {x:?}");
        let force = PowerForce::new(
            Elastic { K: 1.0, alpha: law.alpha, reference_gap: 0.0 },
            Dashpot { C: law.b, beta: law.beta },
            if law.clipped { Ends::ForceClamped } else { Ends::ZeroOverlap },
        );
        let enc = Encounter { force, m_star: 1.0 };
        let ex = Exact { restitution: x.e, duration_to_zero_overlap: x.tau, max_overlap: x.d_max, max_force: x.f_max };
        for scheme in schemes::SCHEMES {
            for q in Quantity::ALL {
                let mut line = format!("  {:26}{:26}", scheme.name(), q.word());
                let mut w = vec![];
                for n in [20.0, 50.0, 100.0, 200.0, 400.0, 800.0, 1600.0] {
                    let p = Stepper { scheme: *scheme, step: Step::PerOwnContact(n + 0.37), phases: 64 }
                        .run(&enc, 1.0, Some(x.tau))
                        .unwrap();
                    let s = p.errors(q, &ex);
                    if n <= 100.0 {
                        line += &format!(" {:.2e}/{:.2e}", s.worst, s.mean);
                    }
                    w.push((n + 0.37, s.worst));
                }
                let w = &w[1..];
                let mx: f64 = w.iter().map(|a| a.0.ln()).sum::<f64>() / 6.0;
                let my: f64 = w.iter().map(|a| a.1.ln()).sum::<f64>() / 6.0;
                let sl: f64 = w.iter().map(|a| (a.0.ln() - mx) * (a.1.ln() - my)).sum::<f64>()
                    / w.iter().map(|a| (a.0.ln() - mx).powi(2)).sum::<f64>();
                println!("{line}  slope {:.3}", -sl);
            }
            if law.b == 0.0 {
                let mut line = format!("  {:26}{:26}", scheme.name(), "energy");
                for n in [20.0, 50.0, 100.0] {
                    let p = Stepper { scheme: *scheme, step: Step::PerOwnContact(n + 0.37), phases: 64 }
                        .run(&enc, 1.0, Some(x.tau))
                        .unwrap();
                    let s = p.energy_errors(*scheme, &enc).unwrap();
                    line += &format!(" {:.2e}/{:.2e}", s.worst, s.mean);
                }
                println!("{line}");
            }
        }
    }
}
