//! Oblique elastic impact with partial slip, from a table.

use std::sync::OnceLock;

use super::Oracle;
use super::oblique::ObliqueCollision;
use super::scales::undamped;
use crate::collide::observe::Observable;
use crate::collide::trajectory::Estimate;
use crate::law::scene::Scene;
use crate::law::{Card, Normal};

/// Maw, Barber & Fawcett: tangential restitution of an elastic sphere with friction at any angle of incidence.
pub static MAW_BARBER_FAWCETT: Oracle = Oracle::of_impacts(
    Card {
        name: "maw-barber-fawcett",
        title: "Oblique elastic impact with partial slip",
        formula: "psi = 4 G* v_s/(mu E* v_n),  chi = (2 G*/E*) m*/m_t;  psi2 = f(psi1, chi) from a table\n\
                  psi1 >= 4 chi - 1:  psi2 = psi1 - 4 chi\n\
                  P_t = m_t (v_s - v_s'),  v_t' = v_t - P_t/m*,  omega_1' = omega_1 + r_1 P_t/I_1",
        symbols: &[
            ("psi", "slip in units of the velocity change by friction", "-"),
            ("chi", "stiffness ratio times mass ratio; (7/2)(1-nu)/(2-nu) for a solid sphere on its own material", "-"),
            ("v_s, v_n", "slip and approach", "m/s"),
            ("mu", "friction", "-"),
        ],
        holds: "elastic spheres, pressure and shear uncoupled (exact for like materials); chi of a solid sphere of nu = 0, 0.2, 0.3 or 0.5, psi1 up to 8 or sliding throughout",
        source: "Maw, Barber & Fawcett 1976, Wear 38, 101; table: reference-data/published/maw",
        known_as: &[],
    },
    &[
        Observable::TangentialRestitution,
        Observable::TangentialRestitutionContact,
        Observable::ReboundSpin,
        Observable::TangentialImpulseRatio,
        Observable::Psi1,
        Observable::Psi2,
    ],
    |scene| predict(scene).into(),
);

const TABLE: &str = include_str!("../../reference-data/published/maw/data.csv");

/// One incidence of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Row {
    chi: f64,
    psi1: f64,
    psi2: f64,
    uncertainty: f64,
}

fn table() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let row = |line: &str| {
            let cells: Vec<f64> = line.split(',').map(|cell| cell.trim().parse().ok()).collect::<Option<_>>()?;
            match cells[..] {
                [_, chi, psi1, psi2, _, uncertainty] => Some(Row { chi, psi1, psi2, uncertainty }),
                _ => None,
            }
        };
        TABLE.lines().skip(1).filter_map(row).collect()
    })
}

/// Two values of chi that are the same but for rounding.
const SAME_CHI: f64 = 1e-9;

/// `psi2` at `psi1 >= 0`; `None` beyond the table and before gross sliding.
///
/// Between rows by the cubic through the four nearest; its difference to the parabola through three is part of the
/// uncertainty. The curve has kinks at 1 and at `4 chi - 1`: no row beyond one is used before it.
pub fn psi2(psi1: f64, chi: f64) -> Option<Estimate> {
    let slides = 4.0 * chi - 1.0;
    if psi1 >= slides {
        return Some(Estimate::new(psi1 - 4.0 * chi, 16.0 * f64::EPSILON * (psi1 + 4.0 * chi)));
    }
    let mut rows: Vec<Row> = table().iter().filter(|row| (row.chi / chi - 1.0).abs() < SAME_CHI).copied().collect();
    if rows.is_empty() || psi1 < 0.0 {
        return None;
    }
    if let Some(row) = rows.iter().find(|row| (row.psi1 - psi1).abs() <= 1e-9 * psi1.max(1.0)) {
        return Some(Estimate::new(row.psi2, row.uncertainty));
    }
    // Both ends of the branch are known: nothing comes of nothing, and sliding throughout.
    rows.retain(|row| (row.psi1 - slides).abs() > 1e-9);
    rows.push(Row { chi, psi1: 0.0, psi2: 0.0, uncertainty: 0.0 });
    rows.push(Row { chi, psi1: slides, psi2: -1.0, uncertainty: 0.0 });
    let inside = |psi: f64| if psi1 < 1.0 { psi <= 1.0 } else { (1.0..=slides).contains(&psi) };
    rows.retain(|row| inside(row.psi1));
    rows.sort_by(|a, b| (a.psi1 - psi1).abs().total_cmp(&(b.psi1 - psi1).abs()));
    let near = rows.get(..4)?;
    let (three, four) = (lagrange(&near[..3], psi1), lagrange(near, psi1));
    let own = near.iter().map(|row| row.uncertainty).fold(0.0, f64::max);
    Some(Estimate::new(four, 2.0 * own + (four - three).abs()))
}

/// The polynomial through the rows.
fn lagrange(rows: &[Row], psi1: f64) -> f64 {
    let term = |i: usize| {
        let other = rows.iter().enumerate().filter(|(j, _)| *j != i);
        rows[i].psi2 * other.map(|(_, row)| (psi1 - row.psi1) / (rows[i].psi1 - row.psi1)).product::<f64>()
    };
    (0..rows.len()).map(term).sum()
}

fn predict(scene: &Scene) -> Result<Vec<(Observable, Estimate)>, String> {
    let friction = scene.contact.friction.as_ref().ok_or("there is no tangential force")?;
    let mu = friction.tangential.friction();
    if !matches!(scene.contact.normal, Normal::Hertz(_)) || !undamped(&scene.contact) {
        return Err("the normal law is not `hertz` without damping".into());
    }
    let bodies = ObliqueCollision::of(scene)?;
    if bodies.distance.is_finite() {
        return Err("the contact of two spheres turns, and the theory takes it as fixed".into());
    }
    let (stiffness_ratio, chi) =
        bodies.stiffness_ratio().zip(bodies.chi()).ok_or("the bodies have no effective moduli")?;
    if mu <= 0.0 || bodies.v_s == 0.0 {
        return Err("there is no friction, or nothing slides at first touch".into());
    }
    let unit = mu * bodies.v_n / stiffness_ratio;
    let psi1 = bodies.v_s.abs() / unit;
    let found = psi2(psi1, chi).ok_or_else(|| format!("psi1 = {psi1:.3}, chi = {chi:.6} is not in the table"))?;

    let sign = bodies.v_s.signum();
    let v_s_after = sign * unit * found.value;
    let (J, J_off) =
        ((bodies.v_s - v_s_after) / bodies.slip_per_impulse, unit * found.uncertainty / bodies.slip_per_impulse);
    let normal_impulse = 2.0 * bodies.m_star * bodies.v_n;
    let rounding = 16.0 * f64::EPSILON;
    let mut list = vec![
        (Observable::Psi1, Estimate::new(sign * psi1, rounding * psi1)),
        (Observable::Psi2, Estimate::new(sign * found.value, found.uncertainty)),
        (Observable::TangentialRestitutionContact, Estimate::new(-found.value / psi1, found.uncertainty / psi1)),
        (Observable::TangentialImpulseRatio, Estimate::new(J / normal_impulse, J_off / normal_impulse + rounding)),
    ];
    if bodies.v_t != 0.0 {
        let after = bodies.v_t - J / bodies.m_star;
        list.push((
            Observable::TangentialRestitution,
            Estimate::new(after / bodies.v_t, J_off / (bodies.m_star * bodies.v_t) + rounding),
        ));
    }
    if bodies.nominal {
        let spun = bodies.spin[0] + bodies.spin_per_impulse[0] * J;
        list.push((
            Observable::ReboundSpin,
            Estimate::new(spun, bodies.spin_per_impulse[0] * J_off + rounding * spun.abs()),
        ));
    }
    Ok(list)
}
