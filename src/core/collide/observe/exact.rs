//! The numbers of a collision of the reference.

use crate::collide::collision::{Collision, Measured, Outcome, Rebound, Works, passive};
use crate::collide::estimate::Estimate;
use crate::collide::trajectory::{TangentialResult, Trajectory};
use crate::law::scene::{Bodies, Scene};

impl Trajectory {
    /// The collision in numbers. One that stays in contact has restitution 0 and no durations.
    pub fn collision(&self, scene: &Scene) -> Collision<Estimate> {
        let mut found = self.head_on(scene);
        if let Some(along) = &self.tangential {
            self.oblique(scene, along, &mut found);
        }
        found
    }

    /// The numbers of the normal motion.
    fn head_on(&self, scene: &Scene) -> Collision<Estimate> {
        let restitution = self.restitution(scene);
        // Bodies that stick go on swinging: what their motion has lost, and what has been done to it, is no number. Nor is what the motion
        // along a contact that holds has lost.
        let parted = self.outcome != Outcome::Sticks;
        let along = self.tangential.is_some() || scene.shear.is_some() || !scene.kinematics.is_head_on();
        let lost = (parted && !along).then(|| energy_lost(scene, restitution));
        let [plastic, adhesive] = self.lost();
        let on_plate = scene.contact.on_plate();
        Collision {
            outcome: self.outcome,
            restitution,
            measured: Measured {
                duration: self.end.map(|end| end.time),
                duration_to_zero_force: self.zero_force(),
                duration_to_zero_overlap: self.zero_overlap.map(|end| end.time),
                time_of_max_overlap: self.turning.map(|turning| turning.time),
                max_overlap: self.turning.map(|turning| turning.overlap),
                max_force: self.max_force.map(|peak| peak.force),
                max_force_elastic: self.turning.map(|turning| turning.force_elastic),
                pull_off: self.losses.and_then(|losses| losses.pull_off),
                residual_overlap: self.losses.and_then(|losses| losses.residual_overlap),
                momentum_residual: lost.map(|_| self.momentum_residual(scene, restitution)),
                energy_residual: lost.map(|lost| self.energy_residual(scene, lost)),
                ..Measured::default()
            },
            works: Works {
                strain: parted.then_some(self.energy_strain),
                dashpot: (parted || on_plate).then_some(self.energy_dashpot),
                plastic,
                adhesive,
                lost,
                ..Works::default()
            },
            rebound: None,
        }
    }

    /// The numbers that a head-on collision lacks or defines otherwise. Velocities of the centre are those in the axes of first touch; the
    /// slip and the rate of separation are in the axes that have turned with the contact.
    fn oblique(&self, scene: &Scene, along: &TangentialResult, found: &mut Collision<Estimate>) {
        let &TangentialResult { velocity, spin, slip_before, slip, separation, impulse, .. } = along;
        found.restitution = separation.over(Estimate::without(scene.speed));
        found.rebound = Some(Rebound { velocity, spin, slip_before, slip, separation, impulse });
        let [slip, created] = passive(along.energy_slip, along.energy_created);
        let lost = lost(scene, along);
        found.works = Works {
            strain: Some(Estimate::sum(&[self.energy_strain, along.energy_shear_strain])),
            dashpot: Some(Estimate::sum(&[self.energy_dashpot, along.energy_shear_dashpot])),
            slip: Some(slip),
            rolling: Some(along.energy_rolling),
            created: along.separable.then_some(created),
            lost: Some(lost),
            ..found.works
        };
        found.measured = Measured {
            momentum_residual: Some(along.momentum_residual),
            angular_momentum_residual: Some(along.angular_momentum_residual),
            energy_residual: Some(self.oblique_residual(scene, along, lost)),
            ..found.measured
        };
    }

    /// Rate of separation over rate of approach.
    fn restitution(&self, scene: &Scene) -> Estimate {
        match self.end.filter(|_| self.outcome == Outcome::Separated) {
            Some(end) => Estimate::new(-end.speed.value / scene.speed, end.speed.uncertainty / scene.speed),
            // The energy that a contact may keep and still count as stuck, 1e-24 of the first, bounds what is left of e.
            None if self.outcome == Outcome::StaysInContact => Estimate::new(0.0, 1e-12),
            None => Estimate::without(0.0),
        }
    }

    /// The time at which the force is zero: an event before zero overlap, or zero overlap itself for a force that is
    /// continuous there. `None` for a force that is still finite at zero overlap.
    fn zero_force(&self) -> Option<Estimate> {
        let apart = self.zero_overlap.filter(|apart| apart.force.value == 0.0);
        self.zero_force.or(apart).map(|event| event.time)
    }

    /// Plastic work and energy lost by adhesion.
    fn lost(&self) -> [Option<Estimate>; 2] {
        self.losses.map_or([None; 2], |losses| [Some(losses.plastic), losses.adhesive])
    }

    /// `(1 + e) - (integral of F dt)/(m* v)`.
    fn momentum_residual(&self, scene: &Scene, e: Estimate) -> Estimate {
        let unit = scene.pair.m_star * scene.speed;
        let impulse = self.impulse;
        let rounding = 4.0 * f64::EPSILON * (1.0 + e.value);
        // The weight gives the pair an impulse of its own.
        let pressed = self.end.map_or(0.0, |end| scene.kinematics.gravity * end.time.value / scene.speed);
        Estimate::new(
            1.0 + e.value + pressed - impulse.value / unit,
            e.uncertainty + impulse.uncertainty / unit + rounding,
        )
    }

    /// `(lost - dashpot - strain - plastic - adhesive)/(m* v^2/2)`.
    fn energy_residual(&self, scene: &Scene, lost: Estimate) -> Estimate {
        let energy = scene.impact_energy();
        let (dashpot, strain) = (self.energy_dashpot, self.energy_strain);
        // The weight has worked over the overlap at which a contact was deleted.
        let sunk = self.end.map_or(0.0, |end| scene.pair.m_star * scene.kinematics.gravity * end.overlap.value);
        let lost = Estimate::new(lost.value + sunk, lost.uncertainty);
        let (mut left, mut uncertainty) =
            (lost.value - dashpot.value - strain.value, lost.uncertainty + dashpot.uncertainty + strain.uncertainty);
        for loss in self.lost().into_iter().flatten() {
            left -= loss.value;
            uncertainty += loss.uncertainty + 4.0 * f64::EPSILON * loss.value.abs();
        }
        Estimate::new(left / energy, uncertainty / energy + 4.0 * f64::EPSILON)
    }

    /// `(lost - strain - slip - dashpot - rolling - plastic - adhesive + created)/(kinetic energy before)`.
    fn oblique_residual(&self, scene: &Scene, along: &TangentialResult, lost: Estimate) -> Estimate {
        let (bodies, kinematics) = (Bodies::of(scene), &scene.kinematics);
        let velocity = [scene.speed, kinematics.tangential_speed, 0.0];
        let energy = bodies.kinetic(&velocity.into(), &kinematics.spin.map(Into::into));
        let mut parts = vec![
            lost,
            -self.energy_strain,
            -along.energy_shear_strain,
            -self.energy_dashpot,
            -along.energy_shear_dashpot,
            -along.energy_slip,
            -along.energy_rolling,
            along.energy_created,
        ];
        parts.extend(self.lost().into_iter().flatten().map(|loss| -loss));
        Estimate::sum(&parts).scaled(1.0 / energy)
    }
}

/// `m* v^2 (1 - e^2)/2`.
fn energy_lost(scene: &Scene, e: Estimate) -> Estimate {
    let energy = scene.impact_energy();
    let lost = energy * (1.0 - e.value) * (1.0 + e.value);
    let uncertainty = energy * (2.0 * e.value * e.uncertainty + e.uncertainty * e.uncertainty);
    Estimate::new(lost, uncertainty + 4.0 * f64::EPSILON * lost.abs())
}

/// Kinetic energy of relative motion and spins at first touch minus that after the collision.
///
/// `m* (v^2 - v'^2)/2` and `I (omega^2 - omega'^2)/2`, factored: small differences of large squares stay exact.
fn lost(scene: &Scene, along: &TangentialResult) -> Estimate {
    let bodies = Bodies::of(scene);
    let before = [-scene.speed, scene.kinematics.tangential_speed, 0.0];
    let part = |inertia: f64, before: f64, after: Estimate| {
        let (less, more) = (before - after.value, before + after.value);
        let half = 0.5 * inertia;
        let uncertainty = half * after.uncertainty * (2.0 * after.value.abs() + after.uncertainty);
        Estimate::new(
            half * less * more,
            uncertainty + 4.0 * f64::EPSILON * half * (before * before + after.value * after.value),
        )
    };
    let mut parts: Vec<Estimate> = (0..3).map(|k| part(bodies.m_star, before[k], along.velocity[k])).collect();
    for i in (0..2).filter(|&i| bodies.inertia[i].is_finite()) {
        parts.extend((0..3).map(|k| part(bodies.inertia[i], scene.kinematics.spin[i][k], along.spin[i][k])));
    }
    Estimate::sum(&parts)
}
