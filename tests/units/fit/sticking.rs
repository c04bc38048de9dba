use collisionbench::fit::sticking::{FAR, ln_phi, mills};

/// Abramowitz & Stegun table 26.2 for `Phi(-1)` and `-log10 Phi(-30) = 197.30921`, and a slope by differences.
#[test]
fn the_normal_distribution_is_that_of_the_tables() {
    assert!((ln_phi(-1.0) - 0.158_655_253_931_457_f64.ln()).abs() < 1e-13);
    assert!((ln_phi(-30.0) / -std::f64::consts::LN_10 - 197.309_21).abs() < 1e-5);
    assert!((ln_phi(FAR + 1e-9) - ln_phi(FAR - 1e-9)).abs() < 1e-7);
    for z in [-40.0, -20.0, -3.0, 0.0, 2.0, 6.0] {
        let slope = (ln_phi(z + 1e-4) - ln_phi(z - 1e-4)) / 2e-4;
        assert!((mills(z) - slope).abs() < 1e-6 * (1.0 + slope), "{z}");
    }
}
