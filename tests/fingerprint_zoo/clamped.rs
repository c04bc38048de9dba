//! The restitution of a contact that never pulls, in closed form.

/// The damping ratio with which a contact that never pulls has this restitution: of `x'' + 2 z x' + x = 0` up to the time at
/// which the force is zero, which is that of Hertz with `delta^(1/4) v` as well (Antypov & Elliott 2011).
pub fn clamped_ratio(e: f64) -> f64 {
    let restitution = |z: f64| {
        let w = (1.0 - z * z).abs().sqrt();
        let phase = if z < 1.0 { (2.0 * z * w).atan2(2.0 * z * z - 1.0) } else { ((z + w) / (z - w)).ln() };
        (-z / w * phase).exp()
    };
    let (mut low, mut high) = (0.0, 50.0);
    for _ in 0..100 {
        let z = 0.5 * (low + high);
        if restitution(z) > e { low = z } else { high = z }
    }
    low
}
