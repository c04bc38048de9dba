//! One collision in numbers, whatever computed it: the reference, a scheme or an engine.

use super::estimate::Estimate;

/// What becomes of two bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outcome {
    #[default]
    Separated,
    /// The contact is over-damped and may pull: the bodies never separate. Of a scheme or an engine: no end was seen.
    StaysInContact,
    /// Attraction keeps the bodies together: they oscillate about their equilibrium overlap, or come to rest there.
    Sticks,
    /// The numbers of a scheme diverged: the step is far too large.
    Diverged,
}

/// One collision in numbers: `T` is an [`Estimate`] of the reference and of an engine, whose printed digits are known, and a plain number of
/// a scheme, which states no uncertainty. What is not known is absent.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Collision<T = f64> {
    pub outcome: Outcome,
    /// Rate of separation over rate of approach; 0 when the bodies stay in contact.
    pub restitution: T,
    pub measured: Measured<T>,
    pub works: Works<T>,
    /// The motion along the contact after it; absent head-on.
    pub rebound: Option<Rebound<T>>,
}

/// The motion of both bodies after an oblique collision; vectors in `n`, `t`, `b` of first touch.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rebound<T = f64> {
    /// Of body 1 relative to body 2, m/s.
    pub velocity: [T; 3],
    /// rad/s
    pub spin: [[T; 3]; 2],
    /// Slip velocity at first touch along `t` and `b`, m/s.
    pub slip_before: [T; 2],
    /// The same at the end, along `t` and `b` as they have turned with the normal, m/s.
    pub slip: [T; 2],
    /// Rate of separation along `n` as it has turned, m/s.
    pub separation: T,
    /// On body 1, N s.
    pub impulse: [T; 3],
}

macro_rules! numbers {
    ($(#[$doc:meta])* $Name:ident { $($(#[$note:meta])* $field:ident,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct $Name<T = f64> { $($(#[$note])* pub $field: Option<T>,)* }

        impl $Name {
            fn estimates(&self) -> $Name<Estimate> {
                $Name { $($field: self.$field.map(Estimate::without),)* }
            }
        }
    };
}

numbers! {
    /// Times, overlaps, forces and balances of a collision.
    Measured {
        /// From first touch to the end of contact, which `contact.ends` defines, s.
        duration,
        /// From first touch to the zero of the force on separation, s; of a scheme absent without damping, and when no step lies between
        /// that zero and the end.
        duration_to_zero_force,
        /// From first touch until the overlap is zero again, s; of a scheme by linear interpolation.
        duration_to_zero_overlap,
        /// Number of steps in contact times the time step, s.
        duration_counted,
        /// s
        time_of_max_overlap,
        /// Of a scheme and an engine the largest sample, m.
        max_overlap,
        /// Maximum of the parabola through the largest sample and its neighbours, m.
        max_overlap_interpolated,
        /// Largest total force, of a scheme among those that it evaluated, N.
        max_force,
        /// Elastic part at the largest overlap, N.
        max_force_elastic,
        /// Largest tension on separation, N.
        pull_off,
        /// The overlap at which a plastic contact ended, m.
        residual_overlap,
        /// Largest `|E/E_in - 1|` during an undamped contact.
        energy_in_contact,
        /// Change of momentum less the impulse, over `m*` times the speed at first touch.
        momentum_residual,
        /// Change of the angular momentum about the common centre of mass (a wall: about the point of first touch) less the torque of the
        /// support of a wall, over `m* |v1 - v2|` times the distance of the centres (a wall: the radius).
        angular_momentum_residual,
        /// Kinetic energy lost less all works, over that before.
        energy_residual,
    }
}

numbers! {
    /// Where the kinetic energy went, J.
    Works {
        /// Elastic energy that is deleted with the contact, normal and tangential.
        strain,
        /// Of the dashpots, normal and tangential.
        dashpot,
        plastic,
        /// Lost as the contact formed and as it broke.
        adhesive,
        /// Of friction.
        slip,
        rolling,
        /// Spurious energy of the tangential law: negative where it destroys energy without a physical process.
        created,
        /// Loss of kinetic energy of the relative motion and of the spins.
        lost,
    }
}

impl Collision {
    /// The same numbers, without uncertainties.
    pub fn estimates(&self) -> Collision<Estimate> {
        let known = Estimate::without;
        Collision {
            outcome: self.outcome,
            restitution: known(self.restitution),
            measured: self.measured.estimates(),
            works: self.works.estimates(),
            rebound: self.rebound.map(|Rebound { velocity, spin, slip_before, slip, separation, impulse }| Rebound {
                velocity: velocity.map(known),
                spin: spin.map(|spin| spin.map(known)),
                slip_before: slip_before.map(known),
                slip: slip.map(known),
                separation: known(separation),
                impulse: impulse.map(known),
            }),
        }
    }
}

/// The works of friction and of the law: friction takes energy, and where it gives some (a spring that a dashpot beyond the limit has turned
/// round), that is energy created.
pub fn passive(slip: Estimate, created: Estimate) -> [Estimate; 2] {
    if slip.value >= -slip.uncertainty {
        return [slip, created];
    }
    [Estimate::new(0.0, slip.uncertainty), Estimate::sum(&[created, -slip])]
}
