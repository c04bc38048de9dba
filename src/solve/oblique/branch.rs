//! Which of its equations a contact obeys at the moment.

/// What a slider does: that of friction, or one of the rolling resistance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Slide {
    /// It holds.
    Stick,
    /// It slips, `1` or `-1` the direction.
    Slip(f64),
    /// The spring goes with its limit, `1` or `-1` the direction, and does not slip: slipping, without a dashpot, it would
    /// stick at once, and sticking, with one, slip at once. A part of the dashpot keeps it between the two.
    Held(f64),
    /// There is nothing to hold with.
    Loose,
}

/// The equations that hold between two events.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Branch {
    /// Whether the normal force acts; a clamped one is zero while it would pull.
    pub pushes: bool,
    /// What friction is bounded by, over `mu N`: 1, 0 where a pulling force holds nothing, -1 where its magnitude does.
    pub hold: f64,
    pub slide: Slide,
    /// Whether the spring remembers its stretch; otherwise its force.
    pub stretch: bool,
    /// Rolling resistance: of the pair, or of each body.
    pub roll: [Slide; 2],
}

impl Branch {
    /// The slider of a switch.
    pub fn slider(&self, which: usize) -> Slide {
        match which {
            0 => self.slide,
            1 => self.roll[0],
            _ => self.roll[1],
        }
    }

    /// The same with one slider changed.
    pub fn with(mut self, which: usize, slide: Slide) -> Self {
        match which {
            0 => self.slide = slide,
            1 => self.roll[0] = slide,
            _ => self.roll[1] = slide,
        }
        self
    }
}
