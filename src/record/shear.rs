//! What acts along the contact, as the record has it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::law::ShearForce;
use crate::law::shear::RollingForce;

/// `k_t = S delta^gamma` within `friction` times the normal force of `friction_limit`, a dashpot `C delta^beta v_s`, and
/// what resists rolling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShearRecord {
    /// `incremental`
    pub form: String,
    /// N/m^(1+gamma)
    pub S: f64,
    pub gamma: f64,
    pub friction: f64,
    pub friction_limit: String,
    /// N s/m^(1+beta); 0 for no dashpot.
    pub C: f64,
    pub beta: f64,
    /// What the dashpot does while the surfaces slide; absent where there is none.
    pub while_sliding: Option<String>,
    /// Arm of the slip velocity.
    pub lever_slip: String,
    /// Arm of the torque.
    pub lever_torque: String,
    /// How the springs turn with the contact.
    pub spring_rotation: String,
    /// Absent where nothing resists rolling.
    pub rolling: Option<RollingRecord>,
}

/// What resists rolling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RollingRecord {
    /// `spring-dashpot`
    pub law: String,
    /// N m/rad; absent for a law without a spring.
    pub stiffness: Option<f64>,
    /// N m s/rad
    pub damping: Option<f64>,
    pub friction: f64,
}

pub(super) fn record(shear: &ShearForce) -> ShearRecord {
    ShearRecord {
        form: shear.form.word().to_string(),
        S: shear.S,
        gamma: shear.gamma,
        friction: shear.friction,
        friction_limit: shear.limit.word().to_string(),
        C: shear.dashpot.C,
        beta: shear.dashpot.beta,
        while_sliding: (shear.dashpot.C != 0.0).then(|| shear.dashpot.sliding.word().to_string()),
        lever_slip: shear.levers.slip.word().to_string(),
        lever_torque: shear.levers.torque.word().to_string(),
        spring_rotation: shear.rotation.word().to_string(),
        rolling: rolling(shear.rolling),
    }
}

fn rolling(force: RollingForce) -> Option<RollingRecord> {
    let (law, friction, [stiffness, damping]) = force.numbers()?;
    Some(RollingRecord { law: law.to_string(), stiffness, damping, friction })
}
