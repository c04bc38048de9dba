//! The motion alone, which searches of fits integrate, against the reference with everything in it.

use collisionbench::collide::rebound;
use collisionbench::fit::random::Stream;
use collisionbench::law::Ends;
use collisionbench::law::shear::{Form, ShearDashpot, WhileSliding};

use super::scenes::{HARD, ball, change, on_wall, scene, tsuji, wall};
use super::tangential;

/// Angles from sticking to sliding, all forms of a spring, with and without a dashpot.
#[test]
fn the_motion_alone_parts_as_the_reference_does() {
    let mut stream = Stream::new(15, 1);
    for form in [Form::Total, Form::Incremental, Form::Rescaled] {
        for sliding in [WhileSliding::Capped, WhileSliding::Added, WhileSliding::Dropped] {
            for k in 0..8 {
                let degrees = 3.0 + 10.0 * f64::from(k) + 5.0 * stream.uniform();
                let friction = 0.05 + 0.5 * stream.uniform();
                let dashpot = ShearDashpot { C: f64::from(k % 3) * 20.0, beta: 0.0, sliding };
                let speeds = [2.0 * degrees.to_radians().cos(), 2.0 * degrees.to_radians().sin()];
                let elastic = on_wall(&HARD, form, friction, speeds);
                let damped =
                    scene([ball(&HARD, 2.5e-3), wall(&HARD)], tsuji(0.7), Ends::ForceClamped, form, friction, speeds);
                let scene = change(if k % 2 == 0 { elastic } else { damped }, |shear| shear.dashpot = dashpot);
                let what = format!("{form:?}, {sliding:?}, mu = {friction}, {dashpot:?}, {degrees} deg");
                let [away, along, spin, _] =
                    rebound(&scene, &scene.shear.unwrap(), 1e-11).unwrap_or_else(|e| panic!("{what}: {e}"));
                let known = tangential(&scene);
                let near = |got: f64, known: f64, unit: f64| {
                    assert!((got - known).abs() < 1e-9 * unit, "{what}: {got} {known}")
                };
                near(away, known.separation.value, scene.speed);
                near(along, known.velocity[1].value, scene.speed);
                near(spin, known.spin[0][2].value, scene.speed / scene.bodies[0].radius());
            }
        }
    }
}
