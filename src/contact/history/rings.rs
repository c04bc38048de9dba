//! Integrals over one ring of a contact, between the roots of the overlaps at which its edges came to touch.

/// `int s^2 d sqrt(g)` from `low` to `high` (m^(1/2)) of a shear `s` linear in `g`, with the values `inner` and `outer` (m)
/// at the edges; m^(5/2).
///
/// Gauss-Legendre with three points is exact: the integrand has degree four in `sqrt(g)`.
pub fn square(low: f64, high: f64, inner: f64, outer: f64) -> f64 {
    if high <= low {
        return 0.0;
    }
    let (mid, half) = (0.5 * (low + high), 0.5 * (high - low));
    let shear = |root: f64| {
        let part = (root - low) * (root + low) / ((high - low) * (high + low));
        inner + (outer - inner) * part
    };
    let off = half * 0.6_f64.sqrt();
    half * (8.0 * shear(mid).powi(2) + 5.0 * (shear(mid - off).powi(2) + shear(mid + off).powi(2))) / 9.0
}

/// `int (delta - g) d sqrt(g)` from `low` to `high = sqrt(delta)`: the friction limit of a ring that slips, m^(3/2).
pub fn held(low: f64, high: f64) -> f64 {
    (high - low).powi(2) * (2.0 * high + low) / 3.0
}
