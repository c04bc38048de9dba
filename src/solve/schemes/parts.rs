//! A step in parts, for motion in three dimensions.

/// One part of a step; a scheme is a list of them, carried out for both bodies, their translation and their rotation.
///
/// Fractions are of the time step. The force is taken once a step, with the velocities of that moment, and kept for the
/// kicks after it, those at the start of the next step too.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Part {
    /// Positions go on at the velocities of now.
    Drift(f64),
    /// Velocities and spins change by the force that was taken last.
    Kick(f64),
    /// The force of the positions and velocities of now.
    Force,
    /// The same with the dashpot along the normal taken at the end of the kick that follows, whose fraction this is.
    ImplicitForce(f64),
}
