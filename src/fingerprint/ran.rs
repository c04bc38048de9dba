//! The numbers that conventions are held against, as an engine itself makes them.

use super::along::frictions;
use super::damping::ask;
use super::explain::{REQUESTED, SEEN, ends};
use super::measured::seen;
use super::probes::{Asked, Bench, like_spheres, on_wall, scene};
use super::{Inference, fingerprint};
use crate::contact::shear::FrictionLimit;
use crate::contact::{Ends, Friction};
use crate::scene::Scene;
use crate::solve::stepper::undamped_duration;
use crate::system::engine::{Bounce, Engine, Folders};

/// Steps in the undamped duration.
const STEPS: f64 = 2000.0;

/// Each of [`SEEN`]; `None` where the engine does not run it.
pub type Ran = [Option<f64>; SEEN.len()];

/// The fingerprint of an engine, and each of [`SEEN`] as it runs it. `stop` is asked whether to give up.
pub fn fingerprint_and_run(engine: &dyn Engine, folders: &Folders, stop: &dyn Fn() -> bool) -> (Vec<Inference>, Ran) {
    let findings = fingerprint(engine, folders, stop);
    let ran = ran(&Bench { engine, folders, stop }, ends(&findings));
    (findings, ran)
}

fn ran(bench: &Bench<'_>, ends: Option<Ends>) -> Ran {
    let one = |name: &str, scene: Result<Scene, String>| -> Option<(Scene, Bounce)> {
        let scene = scene.ok()?;
        let (_, bounces) = bench.run(name, std::slice::from_ref(&scene), STEPS, &[0.5]).ok()?;
        Some((scene, bounces.into_iter().flatten().next()?))
    };
    let damped = |name: &str, bodies| Some(one(name, ask(bench, bodies, REQUESTED))?.1.restitution);
    let [spheres, wall] = [damped("seen-spheres", &like_spheres()), damped("seen-wall", &on_wall())];
    let elastic = scene(&on_wall(), &Asked::ELASTIC, 0.0).ok_or_else(String::new);
    let duration = one("seen-duration", elastic).and_then(|(scene, bounce)| {
        let expected = undamped_duration(&scene.force?, scene.pair.m_star, scene.speed);
        Some(bounce.duration_to_zero_overlap? / expected)
    });
    let oblique = |angle: f64, damping: Option<(f64, Ends)>| {
        let asked = |friction: Friction| {
            let friction = move |limit| Some(Friction { limit, ..friction.clone() });
            let of = move |limit| scene(&on_wall(), &Asked { damping, friction: friction(limit) }, angle.to_radians());
            FrictionLimit::PLAIN.into_iter().filter_map(of)
        };
        let scene = bench.first(frictions().into_iter().flat_map(asked));
        let (scene, bounce) = one(&format!("seen-{angle}-deg"), scene)?;
        Some(seen(&scene, &bounce)[0])
    };
    // With friction the engine is asked in our words, for what it gave in its own.
    let slid = wall.filter(|e| *e > 0.0 && *e < 1.0).zip(ends).and_then(|damping| oblique(80.0, Some(damping)));
    [spheres, wall, duration, oblique(12.0, None), oblique(30.0, None), slid]
}
