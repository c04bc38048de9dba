//! Oblique impacts made from a seed.

use crate::exact::built;
use crate::random::Random;
use collisionbench::law::damping::{
    HuntCrossley, KuwabaraKono, LinearDashpot, StiffnessDashpot, Strength, Tsuji, Undamped,
};
use collisionbench::law::normal::{Hertz, Hooke, PowerLaw};
use collisionbench::law::scene::{Body, ImpactKinematics, Material, Scene, Shape};
use collisionbench::law::shear::{Arm, Form, FrictionLimit, Levers, ShearForce, WhileSliding};
use collisionbench::law::tangential::ShearStrength as Along;
use collisionbench::law::tangential::{Coulomb, CundallStrack, Mindlin, ShearDamping, StiffnessRatio, TangentialLaw};
use collisionbench::law::{Contact, Damping, Elastic, Ends, Normal, Numbers, Pair, PowerForce};

fn sphere(radius: f64, material: &Material) -> Body {
    let mass = material.density.unwrap_or(1.0) * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
    let shape = Shape::Sphere { radius, inertia_factor: 0.4 };
    Body { name: "ball".into(), shape, mass, material: Some(material.clone()), rigid: false, held: false }
}

fn wall(material: &Material) -> Body {
    let shape = Shape::Wall { normal: [0.0, 0.0, 1.0] };
    let material = Some(material.clone());
    Body { name: "wall".into(), shape, mass: f64::INFINITY, material, rigid: false, held: true }
}

fn damping(random: &mut Random, g: f64, alpha: f64, unit: [f64; 3]) -> Damping {
    let [m, T, speed] = unit;
    let numbers = |key: &'static str, value: f64| Numbers::new(vec![(key, value)]);
    match random.of(8) {
        0 => Damping::LinearDashpot(LinearDashpot::Coefficient(g * m / T)),
        1 => Damping::Tsuji(Tsuji(Strength::Coefficient(g))),
        2 => Damping::KuwabaraKono(built(KuwabaraKono::build(&numbers("relaxation_time", g * T / alpha)))),
        3 => Damping::HuntCrossley(built(HuntCrossley::build(&numbers("lambda", g / speed)))),
        4 => {
            let ratio = g / (2.0 * alpha.sqrt());
            Damping::StiffnessDashpot(StiffnessDashpot { ratio, exponent: 0.0, reference_length: speed * T })
        }
        _ => Damping::Undamped(Undamped),
    }
}

/// What the integration takes of a scene, made from E, nu, rho, the radii and the numbers of the laws without the program: effective
/// mass, radius and moduli, the stiffness, and in the units of the impact the dashpot, the tangential spring and its dashpot.
pub(super) struct Own {
    pair: [f64; 4],
    K: f64,
    strengths: [f64; 3],
    units: [f64; 3],
}

impl Own {
    /// The program's numbers are these but for their rounding, which the integration takes over.
    pub fn are_those_of(&self, scene: &Scene) {
        let (force, shear, pair) = (scene.power().unwrap(), scene.shear.unwrap(), &scene.pair);
        let [L, T, m] = self.units;
        let of_springs = [force.C * L.powf(force.beta) * T / m, shear.S * L.powf(shear.gamma) * T * T / m];
        let dashpot = shear.dashpot.C * L.powf(shear.dashpot.beta) * T / m;
        let program = [pair.m_star, pair.R_star, pair.E_star.unwrap(), pair.G_star.unwrap(), force.K];
        let program = program.into_iter().chain(of_springs).chain([dashpot]);
        for (at, (own, program)) in self.pair.into_iter().chain([self.K]).chain(self.strengths).zip(program).enumerate()
        {
            assert!((own - program).abs() <= 1e-13 * own, "{at}: {program:e}, not {own:e}: {:?}", scene.contact);
        }
    }
}

/// The tangential law, and the strength of its spring and of its dashpot in the units of the impact.
fn along(
    random: &mut Random,
    [L, T, m]: [f64; 3],
    [R, G]: [f64; 2],
    pair: &Pair,
    force: &PowerForce,
) -> (ShearForce, [f64; 2]) {
    let friction = random.decades(-2.0, 0.3);
    let ratio = random.decades(-1.5, 1.0);
    let sliding = [WhileSliding::Capped, WhileSliding::Added, WhileSliding::Dropped][random.of(3)];
    let strength = [
        Along::Ratio(random.decades(-3.0, 0.0)),
        Along::Beta(random.decades(-3.0, 0.0)),
        Along::Coefficient(random.decades(-3.0, 0.0) * m / T),
    ][random.of(3)];
    let dashpot = (random.next() < 0.5).then_some(ShearDamping { strength, sliding });
    let form = [Form::Total, Form::Incremental, Form::Rescaled][random.of(3)];
    let elastic = Elastic { K: force.K, alpha: force.alpha, reference_gap: force.reference_gap };
    let (law, spring): (&dyn TangentialLaw, f64) = match random.of(6) {
        0 => (&Coulomb { friction, dynamic: None }, 0.0),
        1 => (&CundallStrack { stiffness: ratio * m / (T * T), friction, dashpot, dynamic: None }, ratio),
        2 | 3 => (
            &Mindlin { form, friction, dashpot, dynamic: None, effective_shear_modulus: None },
            8.0 * G * (R * L).sqrt() * T * T / m,
        ),
        _ => (&StiffnessRatio { form, ratio: Some(ratio), friction, dashpot, dynamic: None }, ratio * force.alpha),
    };
    let beside = match strength {
        _ if dashpot.is_none() || spring == 0.0 => 0.0,
        Along::Beta(b) => 2.0 * (5.0f64 / 6.0).sqrt() * b * spring.sqrt(),
        Along::Coefficient(c) => c * T / m,
        Along::Ratio(z) => 2.0 * z * spring.sqrt(),
        other => panic!("{other:?}"),
    };
    let mut shear = built(law.spring(Some(&elastic), pair));
    shear.limit = FrictionLimit::PLAIN[random.of(3)];
    let slip = Arm::ALL[random.of(5)];
    let torque = if random.next() < 0.5 { slip } else { Arm::ALL[random.of(5)] };
    shear.levers = Levers { slip, torque };
    (shear, [spring, beside])
}

pub(super) fn case(seed: u64) -> (Scene, Own) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x0b11);
    let radius = random.decades(-6.0, 0.0);
    let density = random.decades(2.0, 4.3);
    let speed = random.decades(-5.0, 2.0);
    let poisson_ratio = 0.45 * random.next();
    // An overlap of about a millionth to a twentieth of the radius.
    let young_modulus = density * speed * speed / random.decades(-6.0, -1.3).powf(2.5);
    let material = Material {
        name: "solid".into(),
        density: Some(density),
        young_modulus: Some(young_modulus),
        poisson_ratio: Some(poisson_ratio),
        yield_stress: None,
    };
    let ball = sphere(radius, &material);
    let other = radius * random.decades(-0.5, 0.5);
    let other = if random.next() < 0.4 { wall(&material) } else { sphere(other, &material) };
    let pair = Pair::new(&ball.side(), &other.side());
    let (m, R) = (1.0 / (1.0 / ball.mass + 1.0 / other.mass), 1.0 / (1.0 / radius + 1.0 / other.radius()));
    let E = 0.5 * young_modulus / (1.0 - poisson_ratio * poisson_ratio);
    let G = 0.25 * young_modulus / ((1.0 + poisson_ratio) * (2.0 - poisson_ratio));
    let (normal, alpha, K) = match random.of(4) {
        0 => {
            let stiffness = E * R * (density * speed * speed / E).powf(0.2);
            (Normal::Hooke(Hooke { stiffness }), 1.0, stiffness)
        }
        1 => {
            let alpha = [1.25, 1.75, 2.0][random.of(3)];
            let (force, at_overlap) = (0.03 * E * R * R, 0.1 * R);
            let law = PowerLaw { exponent: alpha, force, at_overlap, reference_gap: 0.0 };
            (Normal::PowerLaw(law), alpha, force / at_overlap.powf(alpha))
        }
        _ => (Normal::Hertz(Hertz::default()), 1.5, 4.0 / 3.0 * E * R.sqrt()),
    };
    let L = (m * speed * speed / K).powf(1.0 / (alpha + 1.0));
    let T = L / speed;
    let g = random.decades(-9.0, 0.3);
    let damping = damping(&mut random, g, alpha, [m, T, speed]);
    let contact = Contact { normal, damping, ends: Ends::ALL[random.of(3)], friction: None };
    let force = built(contact.force(&pair));
    let undamped = matches!(contact.damping, Damping::Undamped(_));
    let (shear, strengths) = along(&mut random, [L, T, m], [R, G], &pair, &force);
    let strengths = [if undamped { 0.0 } else { g }, strengths[0], strengths[1]];
    let tangential_speed = speed * (89f64.to_radians() * random.next()).tan();
    let mut spin = || {
        let size = speed * random.decades(-1.0, 0.7) / radius;
        if random.next() < 0.5 { 0.0 } else { size * if random.next() < 0.5 { 1.0 } else { -1.0 } }
    };
    let mut kinematics = ImpactKinematics { tangential_speed, ..ImpactKinematics::HEAD_ON };
    kinematics.spin[0][2] = spin();
    if !other.is_wall() {
        kinematics.spin[1][2] = spin();
    }
    let scene = Scene {
        before: None,
        name: "-".into(),
        parameters: Vec::new(),
        bodies: [ball, other],
        speed,
        contact,
        pair,
        force: Some(force),
        kinematics,
        path: None,
        shear: Some(shear),
        rows: Vec::new(),
        system: None,
    };
    (scene, Own { pair: [m, R, E, G], K, strengths, units: [L, T, m] })
}
