use collisionbench::fit::birge::*;

/// Nothing is clipped far out: the moments of a normal error. At the usual constant: 0.7102, Huber 1981.
#[test]
fn clipping_far_out_is_none() {
    let (mean, efficiency) = clipped(30.0);
    assert!((mean - 1.0).abs() < 1e-12 && (efficiency - 1.0).abs() < 1e-12);
    let (mean, efficiency) = clipped(collisionbench::fit::loss::HUBER);
    assert!((mean - 0.7102).abs() < 1e-4 && (0.6..0.7).contains(&efficiency), "{mean} {efficiency}");
}
