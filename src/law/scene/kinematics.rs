//! Impact kinematics: directions, tangential velocity and spin at first touch.

/// Directions, sliding and spin at first touch.
///
/// `n` points from body 2 to body 1, `t` is the direction of the initial tangential velocity of body 1 relative to body 2
/// (of the case, whether or not there is one), `b = n x t`. The approach along `-n` is the scene's `speed`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ImpactKinematics {
    /// Unit vectors `n`, `t`, `b` in the axes of the case.
    pub frame: [[f64; 3]; 3],
    /// Tangential velocity of body 1 relative to body 2, along `t`, m/s; not negative.
    pub tangential_speed: f64,
    /// Spin of each body along `n`, `t`, `b`, rad/s. Along `b` it is positive for forward rolling of body 1.
    pub spin: [[f64; 3]; 2],
    /// Velocity of the frame the speeds are meant in, in the axes of the case, m/s: no result depends on it.
    pub drift: [f64; 3],
}

impl ImpactKinematics {
    /// A head-on impact along z without spin.
    pub const HEAD_ON: Self = Self {
        frame: [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        tangential_speed: 0.0,
        spin: [[0.0; 3]; 2],
        drift: [0.0; 3],
    };

    /// Whether the motion stays in the plane of `n` and `t`: all spin is along `b`.
    pub fn is_planar(&self) -> bool {
        self.spin.iter().all(|[n, t, _]| *n == 0.0 && *t == 0.0)
    }

    /// Whether there is neither tangential velocity nor spin.
    pub fn is_head_on(&self) -> bool {
        self.tangential_speed == 0.0 && self.spin.iter().flatten().all(|spin| *spin == 0.0)
    }
}
