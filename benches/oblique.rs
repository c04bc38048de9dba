//! Planar oblique impacts a second on one thread, to 1e-12: the rebound alone, whose floor is 20 thousand, and everything, whose floor is
//! 3 thousand.

use std::f64::consts::PI;
use std::hint::black_box;

use collisionbench::collide::rebound;
use collisionbench::collide::reference::solve as collide;
use collisionbench::law::damping::{Strength, Tsuji, Undamped};
use collisionbench::law::normal::Hertz;
use collisionbench::law::scene::{Body, ImpactKinematics, Material, Scene, Shape};
use collisionbench::law::shear::{Form, ShearForce};
use collisionbench::law::{Contact, Damping, Ends, Normal, Pair};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// A sphere of 2.5 mm on a wall of its own material at 3.9 m/s, 10 degrees from the normal: it sticks and slips.
fn scene(damping: Damping, form: Form) -> Scene {
    let solid = Material {
        name: "solid".into(),
        density: Some(4000.0),
        young_modulus: Some(380e9),
        poisson_ratio: Some(0.23),
        yield_stress: None,
    };
    let radius: f64 = 2.5e-3;
    let ball = Body {
        name: "ball".into(),
        shape: Shape::Sphere { radius, inertia_factor: 0.4 },
        mass: 4000.0 * 4.0 / 3.0 * PI * radius.powi(3),
        material: Some(solid.clone()),
        rigid: false,
        held: false,
    };
    let wall = Body {
        name: "wall".into(),
        shape: Shape::Wall { normal: [0.0, 0.0, 1.0] },
        mass: f64::INFINITY,
        material: Some(solid),
        rigid: false,
        held: true,
    };
    let pair = Pair::new(&ball.side(), &wall.side());
    let contact =
        Contact { normal: Normal::Hertz(Hertz::default()), damping, ends: Ends::ForceClamped, friction: None };
    let force = contact.force(&pair).expect("moduli are given");
    let stiffness = 8.0 * pair.G_star.expect("moduli are given") * pair.R_star.sqrt();
    let (sin, cos) = 10f64.to_radians().sin_cos();
    Scene {
        before: None,
        name: "-".into(),
        parameters: Vec::new(),
        bodies: [ball, wall],
        speed: 3.9 * cos,
        kinematics: ImpactKinematics { tangential_speed: 3.9 * sin, ..ImpactKinematics::HEAD_ON },
        contact,
        pair,
        force: Some(force),
        shear: Some(ShearForce { S: stiffness, gamma: 0.5, ..ShearForce::new(form, 0.092) }),
        path: None,
        rows: Vec::new(),
        system: None,
    }
}

fn impacts(c: &mut Criterion) {
    let mut group = c.benchmark_group("oblique");
    group.throughput(Throughput::Elements(1));
    let elastic = Damping::Undamped(Undamped);
    let damped = Damping::Tsuji(Tsuji(Strength::Restitution(0.7)));
    for form in [Form::Total, Form::Incremental] {
        for (name, damping) in [("elastic", &elastic), ("damped", &damped)] {
            let scene = scene(damping.clone(), form);
            let Some(shear) = scene.shear else { continue };
            let [_, found, _, _] = rebound(&scene, &shear, 1e-12).expect("it separates");
            let exact = collide(&scene, 1e-13).ok().and_then(|t| t.tangential).expect("it separates").velocity[1].value;
            assert!((found - exact).abs() < 1e-11 * 3.9, "what is timed must be right: {found} {exact}");
            group.bench_function(format!("{form:?}, {name}: rebound to 1e-12"), |b| {
                b.iter(|| rebound(black_box(&scene), &shear, 1e-12));
            });
            group.bench_function(format!("{form:?}, {name}: everything with uncertainty"), |b| {
                b.iter(|| collide(black_box(&scene), 1e-13));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, impacts);
criterion_main!(benches);
