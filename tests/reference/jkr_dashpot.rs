//! JKR with a dashpot at its own contact radius, against small steps of the fourth order. `E* = R* = m* = w = 1`.

use std::f64::consts::PI;

use collisionbench::collide::reference::{Approach, collide_branched};
use collisionbench::law::card::Numbers;
use collisionbench::law::damping::{Damping, KuwabaraKono};
use collisionbench::law::normal::{BreaksAt, Jkr, NormalLaw};

use super::TOLERANCE;
use super::branched::pair;

/// Restitution by the motion `a' = v`, `v' = -(F + c v) d delta/da`; `c` of a contact radius.
fn by_hand(speed: f64, c: impl Fn(f64) -> f64) -> f64 {
    let rates = |[a, v]: [f64; 2]| {
        let rate = 2.0 * a - (0.5 * PI / a).sqrt();
        let force = 4.0 * a.powi(3) / 3.0 - (8.0 * PI * a.powi(3)).sqrt();
        [v, -(force + c(a) * v) * rate]
    };
    let step = |y: [f64; 2], h: f64| {
        let along = |k: [f64; 2], h: f64| [y[0] + h * k[0], y[1] + h * k[1]];
        let a = rates(y);
        let b = rates(along(a, 0.5 * h));
        let c = rates(along(b, 0.5 * h));
        let d = rates(along(c, h));
        [0, 1].map(|i| y[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]))
    };
    // Made at a^3 = 2 pi, broken at the largest tension, a^3 = 9 pi/8.
    let end = (9.0 * PI / 8.0).cbrt();
    let (mut y, h) = ([(2.0 * PI).cbrt(), speed], 1e-5);
    loop {
        let next = step(y, h);
        if next[1] < 0.0 && next[0] <= end {
            let (mut low, mut high) = (0.0, h);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if step(y, middle)[0] > end { low = middle } else { high = middle }
            }
            return -step(y, high)[1] / speed;
        }
        y = next;
    }
}

#[test]
fn a_dashpot_beside_jkr_sees_the_contact_radius_of_jkr() {
    let A = 0.01;
    let damping = KuwabaraKono::build(&Numbers::new(vec![("relaxation_time", A)])).unwrap();
    let law = Jkr { work_of_adhesion: 1.0, breaks_at: BreaksAt::Force };
    let contact = law.branches(&pair(1.0, 1.0), &Damping::KuwabaraKono(damping)).unwrap().unwrap();
    for speed in [5.0, 10.0, 40.0] {
        let t = collide_branched(&contact, None, &Approach::head_on(1.0, speed), TOLERANCE).unwrap();
        let e = -t.end.unwrap().speed.value / speed;
        // A dF/d(delta) of Hertz is 2 A E* a.
        let own = by_hand(speed, |a| 2.0 * A * a);
        assert!((e - own).abs() < 1e-9, "{speed}: {e} {own}");
        // The contact radius of Hertz at the same overlap is none across the neck.
        let hertz = by_hand(speed, |a| 2.0 * A * (a * a - (2.0 * PI * a).sqrt()).max(0.0).sqrt());
        assert!((e - hertz).abs() > 1e-4, "{speed}: {e} {hertz}");
    }
}
