//! Walls, held bodies, scenes and spins, on impacts that are known in closed form.

use collisionbench::bench::NoResult;
use collisionbench::collide::observe::Observable;

use super::{judge, message};

/// A steel ball on a wall without damping.
fn case(wall: &str, impact: &str, recorded: &str) -> String {
    format!(
        "title = \"A ball on a wall\"\n[material.steel]\ndensity = \"7800 kg/m3\"\nyoung_modulus = \"200 GPa\"\n\
         poisson_ratio = 0.3\n[body.ball]\nsphere = {{ radius = \"1 mm\" }}\nmaterial = \"steel\"\n[body.plate]\n{wall}\n\
         [impact]\n{impact}\n[contact]\nfriction_limit = \"absolute\"\n[contact.normal.hertz]\n\
         [contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.1\n[run.reference]\n\
         [run.recorded]\ndata = \"t.csv\"\ncode = \"by hand\"\n{recorded}\n[[expect]]\nthat = \"recorded\"\n\
         agrees_with = \"reference\"\nrestitution = {{ within = \"1e-9 relative\" }}\n"
    )
}

const PLATE: &str = "wall = { normal = \"+z\" }\nmaterial = \"steel\"";

const HEADER: &str = "time,x1,y1,z1,vx1,vy1,vz1";

/// 1 um before first touch at 1 m/s, and 1 um after: the duration is what is between.
#[test]
fn a_wall_may_be_left_out_and_turned() {
    let head_on = case(PLATE, "speed = \"1 m/s\"", "").replace("friction_limit = \"absolute\"\n", "");
    let head_on = head_on.replace("[contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.1\n", "");
    let up = format!("{HEADER}\n5,0,0,1.001e-3,0,0,-1\n5.000012,0,0,1.001e-3,0,0,1\n");
    let judged = judge(&head_on, &up).unwrap();
    assert!(judged.failing().is_empty(), "{:?}", judged.checks);
    let duration = judged.number(Observable::DurationToZeroOverlap).unwrap();
    assert!((duration - 10e-6).abs() < 1e-14, "{duration:e}");
    assert_eq!(judged.number(Observable::DurationCounted), None);
    // A wall at x = -2 mm that the ball meets along -x, in a simulation of its own axes.
    let across = format!("{HEADER},x2,y2,z2\n0,-0.999e-3,7,0,-1,0,0,-2e-3,0,0\n1.2e-5,-0.999e-3,7,0,1,0,0,-2e-3,0,0\n");
    let why = judge(&head_on, &across).unwrap().refused();
    assert!(why.contains("`wall_normal` gives another"), "{why}");
    let turned = head_on.replace("code = \"by hand\"", "code = \"by hand\"\nwall_normal = \"+x\"");
    let judged = judge(&turned, &across).unwrap();
    assert_eq!(judged.number(Observable::Restitution).map(|e| (e * 1e9).round()), Some(1e9));
    let duration = judged.number(Observable::DurationToZeroOverlap).unwrap();
    assert!((duration - 10e-6).abs() < 1e-14, "{duration:e}");
}

/// A held sphere without columns is at the origin; a ball that meets it along y is a recording in other axes.
#[test]
fn a_held_sphere_may_be_left_out() {
    let held = "sphere = { radius = \"2 mm\" }\nmaterial = \"steel\"\nheld = true";
    let text = case(held, "speed = \"1 m/s\"", "").replace("friction_limit = \"absolute\"\n", "");
    let text = text.replace("[contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.1\n", "");
    let table = format!("{HEADER}\n0,0,3.001e-3,0,0,-1,0\n1.2e-5,0,3.001e-3,0,0,0.5,0\n");
    let judged = judge(&text, &table).unwrap();
    let e = judged.number(Observable::Restitution).unwrap();
    assert!((e - 0.5).abs() < 1e-12, "{e}");
    assert_eq!(judged.failing(), ["restitution"]);
}

/// Nothing slides: the direction is that in which the spin lies. The ball leaves along it at a tenth of its speed, as sliding
/// friction has it: v_t = mu (1 + e) v, and the spin falls by 5/2 of it over the radius.
#[test]
fn a_spin_gives_the_direction_where_nothing_slides() {
    let spinning = case(PLATE, "speed = \"1 m/s\"", "").replace(
        "sphere = { radius = \"1 mm\" }",
        "sphere = { radius = \"1 mm\" }\nspin = [\"0 rad/s\", \"5000 rad/s\", \"0 rad/s\"]",
    );
    let header = format!("{HEADER},wx1,wy1,wz1");
    let table = format!("{header}\n0,0,0,1.001e-3,0,0,-1,-5000,0,0\n1.2e-5,0,0,1.001e-3,0,0.2,1,-4500,0,0\n");
    let number = |table: &str, observable| judge(&spinning, table).unwrap().number(observable).unwrap();
    assert!((number(&table, Observable::TangentialImpulseRatio) + 0.1).abs() < 1e-9);
    assert!((number(&table, Observable::ReboundSpin) - 4500.0).abs() < 1e-6);
    let backwards = table.replace("-4500", "4500");
    assert!((number(&backwards, Observable::ReboundSpin) + 4500.0).abs() < 1e-6);
    // Spins are needed where they matter.
    let without = message(&spinning, &format!("{HEADER}\n0,0,0,1.001e-3,0,0,-1\n1.2e-5,0,0,1.001e-3,0,0.2,1\n"));
    assert!(without.contains("t.csv:1:1: there is no column `wx1`"), "{without}");
}

/// A row says which scene it is of; a scene without rows is skipped, and says why.
#[test]
fn scenes_are_found_by_their_names() {
    let text = case(PLATE, "speed = { sweep = \"1 2 3 m/s\" }", "").replace("friction_limit = \"absolute\"\n", "");
    let text = text.replace("[contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = 0.1\n", "");
    let rows = "\"speed=1 m/s\",0,0,0,1.001e-3,0,0,-1\nspeed=2 m/s,0,0,0,1.001e-3,0,0,-2\n\
                speed=1 m/s,1.2e-5,0,0,1.001e-3,0,0,1\nspeed=2 m/s,1.2e-5,0,0,1.001e-3,0,0,1\n";
    let judged = judge(&text, &format!("scene,{HEADER}\n{rows}")).unwrap();
    let e: Vec<Option<f64>> = (0..2)
        .map(|scene| judged.readings(scene).iter().find(|(o, _)| *o == Observable::Restitution).map(|(_, e)| e.value))
        .collect();
    assert!((e[0].unwrap() - 1.0).abs() < 1e-12 && (e[1].unwrap() - 0.5).abs() < 1e-12, "{e:?}");
    let Err(NoResult::Skipped(why)) = &judged.results[2] else { panic!("{:?}", judged.results[2]) };
    assert!(why.starts_with("by hand: ") && why.ends_with("t.csv has no row of this scene"), "{why}");
    let unknown = message(&text, &format!("scene,{HEADER}\n{}", rows.replace("=2", "=4")));
    assert!(unknown.contains("t.csv:3:1: the case has no scene `speed=4 m/s`"), "{unknown}");
    assert!(unknown.contains("^^^^^^^^^^^") && unknown.contains("did you mean `speed="), "{unknown}");
    let none = message(&text, &format!("{HEADER}\n0,0,0,1.001e-3,0,0,-1\n"));
    assert!(none.contains("the case has 3 scenes, and the table no column `scene`"), "{none}");
}
