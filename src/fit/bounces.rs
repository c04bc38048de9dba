//! What heights are measured to.

use super::flight::NoFlight;

/// Which point of the ball a height is measured to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeightTo {
    Bottom,
    Centre,
}

impl HeightTo {
    /// How far the ball is above the ground, m, from a measured height and its radius (both m).
    ///
    /// # Errors
    /// When the ball would touch the ground.
    pub fn clearance(self, height: f64, radius: f64) -> Result<f64, NoFlight> {
        let clear = match self {
            Self::Bottom => height,
            Self::Centre => height - radius,
        };
        if clear > 0.0 { Ok(clear) } else { Err(NoFlight::Number { name: "height", value: height }) }
    }
}
