//! A step in parts, for motion in three dimensions.

/// One part of a step; a scheme is a list of them, carried out for both bodies, their translation and their rotation.
///
/// Fractions are of the time step. The force is evaluated once per step, with the velocities of that moment, and used
/// for all kicks after it, also those at the start of the next step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Part {
    /// Positions move at the present velocities.
    Drift(f64),
    /// Velocities and spins change by the last evaluated force.
    Kick(f64),
    /// The force is evaluated at the present positions and velocities.
    Force,
    /// The same, with the normal dashpot evaluated at the end of the following kick of this fraction.
    ImplicitForce(f64),
}
