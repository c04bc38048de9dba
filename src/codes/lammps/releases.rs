//! Differences between releases of LAMMPS.

use super::LAMMPS;
use crate::codes::Parameters;
pub use crate::codes::restitution::lammps_tsuji_alpha;
use crate::law::LawError;
use crate::law::scene::Scene;
use crate::numerics::{Bracket, root};

/// From this release on there is `coeff_restitution`.
const RESTITUTION_SINCE: Release = (2024, 0, 0);

/// From this release on friction beside `dmt` is bounded by the pull-off force; before, by a cohesion that is never set
/// (pair_granular.cpp of 29Sep2021 reads `coh` there and sets it beside `jkr` only; rewritten by LAMMPS pull request 3512 of March
/// 2023).
const DMT_SLIDES_SINCE: Release = (2023, 3, 0);

/// From this release on `tsuji` is refused beside `dmt` and `jkr` (`allow_cohesion` of gran_sub_mod_damping.cpp).
const NO_TSUJI_BESIDE_A_PULL_SINCE: Release = (2023, 3, 0);
/// What a reader of its results is to know.
pub(super) const TSUJI_BESIDE_A_PULL: &str = "damping tsuji beside dmt and jkr: releases of 2023 and later stop there";

/// Year, month, day.
type Release = (u32, usize, u32);

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Whether a release is older than `coeff_restitution`; an unknown one is not.
pub(super) fn is_old(version: &str) -> bool {
    release(version).is_some_and(|release| release < RESTITUTION_SINCE)
}

/// Adapts the parameters to a release: one without `coeff_restitution` gets the same coefficient through `velocity`
/// with `hooke`, and through `tsuji` with `hertz/material`.
pub(super) fn exchange(parameters: Parameters, scene: &Scene, version: &str) -> Result<Parameters, LawError> {
    if !version.is_empty() && release(version).is_none() {
        let message = format!("`{version}` is not a LAMMPS release");
        return Err(LawError::table(message).help("write it as LAMMPS does, 29Sep2021"));
    }
    let slides = parameters.given("normal") == Some("dmt") && parameters.numbers.get("mu_t").is_some();
    if slides && release(version).is_some_and(|release| release < DMT_SLIDES_SINCE) {
        let message = format!("{version} bounds friction beside `dmt` by a number it never sets");
        return Err(LawError::key("mu_t", message).help("use a release of March 2023 or later, or `jkr`"));
    }
    let damping = parameters.given("damping").unwrap_or_default();
    let pulls = matches!(parameters.given("normal"), Some("dmt" | "jkr"));
    if damping == "tsuji" && pulls && release(version).is_some_and(|release| release >= NO_TSUJI_BESIDE_A_PULL_SINCE) {
        let message = format!("{version} does not take `tsuji` beside a cohesive normal model");
        return Err(LawError::key("damping", message).help("use viscoelastic, velocity or mass_velocity"));
    }
    if damping == "tsuji" && parameters.given("release") == Some("develop") && !version.is_empty() {
        return Err(LawError::key("release", "its `damping tsuji` differs from that of the later source"));
    }
    if damping != "coeff_restitution" || !is_old(version) {
        return Ok(parameters);
    }
    let force = LAMMPS.contact(&parameters, LAMMPS.in_use, &scene.pair)?.contact.force(&scene.pair)?;
    let parameters = parameters.without(&["e"]);
    if force.beta == 0.0 || force.C == 0.0 {
        return Ok(parameters.with_word("damping", "velocity").with("eta_n0", force.C));
    }
    // The same shape, C delta^(1/4) v, under a polynomial that is asked for what gives this C.
    let e = tsuji_request(force.C / (scene.pair.m_star * force.K).sqrt())?;
    Ok(parameters.with_word("damping", "tsuji").with("e", e))
}

/// The argument of `tsuji` for which its polynomial gives the coefficient `alpha`. It may be negative: the program does
/// not check that it is a restitution, and the coefficient is right.
pub fn tsuji_request(alpha: f64) -> Result<f64, LawError> {
    let [a, b] = super::TSUJI;
    let excess = |e: f64| Ok::<_, LawError>(lammps_tsuji_alpha(e) - alpha);
    let (fa, fb) = (excess(a)?, excess(b)?);
    if fa < 0.0 || fb > 0.0 {
        return Err(LawError::table(format!("its tsuji has no coefficient of {alpha}")));
    }
    root(excess, Bracket { a, fa, b, fb }, 0.0)
}

/// (2021, 9, 29) of `29Sep2021`.
pub fn release(version: &str) -> Option<Release> {
    let after_day = version.trim_start_matches(|c: char| c.is_ascii_digit());
    let month = MONTHS.iter().position(|name| after_day.starts_with(name))?;
    let year: String = after_day[3..].chars().take_while(char::is_ascii_digit).collect();
    let day = version[..version.len() - after_day.len()].parse().ok()?;
    Some((year.parse().ok()?, month + 1, day))
}
