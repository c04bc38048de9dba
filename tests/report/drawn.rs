//! What is drawn is what is there: areas are energies, no curve is lost without a word, and a deviation is that of who
//! deviates.
#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

use std::collections::BTreeSet;
use std::f64::consts::PI;
use std::fs;

use collisionbench::bench::record::{CaseRecord, Record};
use collisionbench::bench::{Plan, Silent, execute, find};
use collisionbench::collide::collide;
use collisionbench::report::Pictures;
use collisionbench::report::pictures::drawing::Mark;
use collisionbench::report::pictures::entity::look;
use collisionbench::report::pictures::figure::{Entry, Figure, Item};
use collisionbench::report::pictures::layout::units;
use collisionbench::report::pictures::style::SOLID;
use collisionbench::report::pictures::{Drawn, force_overlap, order, plan, publication, sweep};
use plotters::style::RGBColor;

use crate::report::figures::clipped_or_covered_text;

/// The record of a case of this text.
fn run(text: &str) -> Record {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("case.toml");
    fs::write(&path, text).unwrap();
    let plan = Plan::new(find(&[path], place.path()).unwrap()).unwrap();
    Record::new(&plan, &mut execute(&plan, &collide, &Silent).unwrap())
}

/// Two glass beads of 50 um.
fn beads(contact: &str) -> String {
    format!(
        "title = \"beads\"\n[material.glass]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"70 GPa\"\npoisson_ratio = 0.22\n\
         [body.a]\nsphere = {{ radius = \"25 um\" }}\nmaterial = \"glass\"\n\
         [body.b]\nsphere = {{ radius = \"25 um\" }}\nmaterial = \"glass\"\n{contact}\n[run.reference]\n\
         [[expect]]\nthat = \"reference\"\nagrees_with = \"conserved\"\nmomentum_residual = {{ within = \"1e-9 absolute\" }}\n"
    )
}

fn labels(figure: &Figure) -> Vec<String> {
    figure.legend.iter().map(|entry| entry.label.plain()).collect()
}

fn rows(drawn: &Drawn) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(drawn.table.csv().unwrap().as_slice()).into_records().map(Result::unwrap).collect()
}

/// The area of a colour above and below zero.
fn areas(figure: &Figure, colour: RGBColor) -> [f64; 2] {
    let bands = figure.panels[0].items.iter().filter_map(|item| match item {
        Item::Band { points, colour: own } if *own == colour => Some(points),
        _ => None,
    });
    let mut sums = [0.0; 2];
    for pair in bands.flat_map(|points| points.windows(2)) {
        let width = pair[1].0 - pair[0].0;
        for (x, low, high) in pair {
            assert!(low <= high, "at {x}");
            sums[0] += 0.5 * width * (high.max(0.0) - low.max(0.0));
            sums[1] += 0.5 * width * (high.min(0.0) - low.min(0.0));
        }
    }
    sums
}

fn entry<'a>(figure: &'a Figure, word: &str) -> &'a Entry {
    figure.legend.iter().find(|entry| entry.label.plain().starts_with(word)).expect(word)
}

fn close(found: f64, wanted: f64, part: f64) {
    assert!((found / wanted - 1.0).abs() < part, "{found} {wanted}");
}

/// Without a dashpot all that JKR loses is lost after the overlap is zero again, where the force pulls:
/// `7.09220 (w^5 R*^4/E*^2)^(1/3)`. The rest of `m* V^2/2` comes back: the area above zero less those below it.
#[test]
fn areas_where_the_force_pulls_are_energies_too() {
    let law = "[impact]\nspeed = \"10 mm/s\"\n[contact.normal.jkr]\nwork_of_adhesion = \"50 mJ/m2\"\n\
               breaks_at = \"displacement\"\nequilibrium_separation = \"0.3 nm\"";
    let figure = force_overlap::draw(&run(&beads(law)).cases[0]).unwrap().figure;
    let (R, E) = (12.5e-6_f64, 70e9 / (2.0 * (1.0 - 0.22 * 0.22)));
    let kinetic = 0.25 * 2500.0 * 4.0 / 3.0 * PI * 25e-6_f64.powi(3) * 0.01_f64.powi(2);
    let lost = 7.092_195_971_863_959 * (0.05_f64.powi(5) * R.powi(4) / (E * E)).cbrt();
    let [dissipated, recovered] =
        ["dissipated", "recovered"].map(|word| areas(&figure, entry(&figure, word).area.unwrap()));
    close(dissipated[0] + dissipated[1], lost, 2e-3);
    // All of it is below zero, as the force is.
    assert!(dissipated[0] < 0.02 * lost, "{dissipated:?}");
    let (above, below) = (recovered[0] + dissipated[0], recovered[1] + dissipated[1]);
    close(above - below, kinetic - lost, 2e-3);
    // 1.2624 of 4.0906 fJ, in a unit that can be read.
    assert_eq!((format!("{:.2}", 1e15 * lost), format!("{:.1}", 1e15 * kinetic)), ("1.26".into(), "4.1".into()));
    assert_eq!(entry(&figure, "dissipated").label.plain(), "dissipated: 1.26 fJ (31 %)");
    let parts = format!(" = {:.2} fJ above − {:.2} fJ below zero", 1e15 * above, 1e15 * below);
    assert_eq!(entry(&figure, "recovered").label.plain(), format!("recovered: 2.83 fJ (69 %){parts}"));
    let names: Vec<String> = figure.panels[0]
        .items
        .iter()
        .flat_map(|item| match item {
            Item::Names { points, .. } => points.iter().map(|(.., name)| name.plain()).collect(),
            _ => Vec::new(),
        })
        .collect();
    assert_eq!(names, ["loading and unloading", "attraction"], "both are one line");
}

/// Bodies that stick swing to and fro: nothing comes back.
#[test]
fn a_contact_that_holds_has_no_areas() {
    let law = "[impact]\nspeed = \"3 mm/s\"\n[contact.normal.jkr]\nwork_of_adhesion = \"50 mJ/m2\"\n\
               breaks_at = \"displacement\"\nequilibrium_separation = \"0.3 nm\"";
    let figure = force_overlap::draw(&run(&beads(law)).cases[0]).unwrap().figure;
    assert_eq!(labels(&figure), ["reference"]);
    assert!(!figure.panels[0].items.iter().any(|item| matches!(item, Item::Band { .. })));
}

/// Restitution over 13 speeds, for so many requested restitutions.
fn many(groups: usize) -> CaseRecord {
    let speeds: Vec<String> = (1..=13).map(|k| format!("{k}")).collect();
    let values: Vec<String> = (0..groups).map(|k| format!("{:.2}", 0.3 + 0.05 * k as f64)).collect();
    let text = format!(
        "[impact]\nspeed = {{ sweep = \"{} cm/s\" }}\n[contact]\nends = \"force-clamped\"\nnormal.hertz = {{}}\n\
         damping.tsuji = {{ restitution = {{ sweep = [{}] }} }}",
        speeds.join(" "),
        values.join(", ")
    );
    let expect = "[[expect]]\nthat = \"reference\"\nagrees_with = \"antypov-elliott\"\n\
                  restitution = { within = \"1e-9 relative\" }\n";
    run(&format!("{}{expect}", beads(&text))).cases.remove(0)
}

/// Every series is drawn as long as it can be told from the others; what is not is counted, and is in the table.
#[test]
fn no_series_of_a_sweep_is_lost_without_a_word() {
    for (groups, drawn) in [(6, 6), (10, 10), (12, 10)] {
        let case = many(groups);
        let picture = sweep::draw(&case, "restitution").unwrap();
        let of_series: Vec<&Entry> =
            picture.figure.legend.iter().filter(|entry| entry.label.plain().starts_with("restitution = ")).collect();
        let looks: BTreeSet<String> = of_series.iter().map(|entry| format!("{:?}", entry.dot)).collect();
        assert_eq!((of_series.len(), looks.len()), (drawn, drawn), "each has a look of its own");
        let lines = picture.figure.panels[0].items.iter().filter(|item| matches!(item, Item::Line { .. })).count();
        assert_eq!(lines, 2 * drawn, "and a line of theory");
        let rows = rows(&picture);
        let of_reference = rows.iter().filter(|row| &row[1] == "reference");
        assert_eq!(of_reference.count(), 13 * drawn, "the table has what is drawn");
        let counted = labels(&picture.figure).into_iter().find(|label| label.starts_with("drawn: "));
        assert_eq!(counted, (drawn < groups).then(|| format!("drawn: {drawn} of {groups} series")));
    }
}

/// A picture of curves counts its scenes, and the caption repeats it: a run keeps the curves of three.
#[test]
fn no_scene_is_lost_without_a_word() {
    let record = run(&beads("[impact]\nspeed = { sweep = \"1 2 3 4 5 6 7 cm/s\" }\n[contact]\nnormal.hertz = {}"));
    for name in ["force-overlap", "force-time"] {
        let found = publication::find(&record, &format!("case/{name}")).unwrap();
        let drawn: BTreeSet<String> = rows(&found.drawn).iter().map(|row| row[0].to_string()).collect();
        let counted = format!("drawn: {} of 7 scenes.", drawn.len());
        assert!(drawn.len() < 7 && found.caption("", "").contains(&counted), "{}", found.caption("", ""));
    }
    let all = run(&beads("[impact]\nspeed = { sweep = \"1 2 3 cm/s\" }\n[contact]\nnormal.hertz = {}"));
    let found = publication::find(&all, "case/force-overlap").unwrap();
    assert!(!found.caption("", "").contains("drawn: "));
}

/// A scheme that is held against the reference: the deviation is in its row, and in its look below.
#[test]
fn a_deviation_is_of_who_deviates() {
    let text = "[impact]\nspeed = { sweep = \"1 2 4 8 cm/s\" }\n[contact]\nends = \"force-clamped\"\nnormal.hertz = {}\n\
                damping.tsuji = { restitution = 0.6 }";
    let expect = "[run.velocity-verlet]\nsteps_per_contact = 30.37\n\
                  [[expect]]\nthat = \"velocity-verlet\"\nagrees_with = \"reference\"\nrestitution = { within = \"10 %\" }\n";
    let record = run(&format!("{}{expect}", beads(text)));
    let drawn = sweep::draw(&record.cases[0], "restitution").unwrap();
    for row in rows(&drawn) {
        let deviation = row[6].parse::<f64>().ok();
        match &row[1] {
            "reference" => assert_eq!((&row[5], deviation), ("", None)),
            who => {
                let off = row[3].parse::<f64>().unwrap() / 0.6 - 1.0;
                assert_eq!((who, &row[5]), ("velocity-verlet", "reference"));
                // The restitution asked for is reached to 1e-9.
                assert!((deviation.unwrap() - off.abs()).abs() < 1e-8 && off.abs() > 1e-4, "{row:?}");
            }
        }
    }
    let below = &drawn.figure.panels[1].items;
    let colours: Vec<RGBColor> = below
        .iter()
        .filter_map(|item| match item {
            Item::Points { dot, .. } => Some(dot.colour),
            _ => None,
        })
        .collect();
    assert_eq!(colours, [look("velocity-verlet").colour]);
}

/// Two schemes over four time steps, one held against the reference and one judged by its order, at three restitutions and
/// four speeds.
fn stepped() -> CaseRecord {
    let text = "[impact]\nspeed = { sweep = \"1 2 4 8 cm/s\" }\n[contact]\nends = \"force-clamped\"\nnormal.hertz = {}\n\
                damping.tsuji = { restitution = { sweep = [0.2, 0.55, 0.93] } }";
    let scheme = |name| format!("[run.{name}]\nsteps_per_contact = {{ sweep = [20.37, 50.37, 100.37, 200.37] }}\n");
    let expect = "[[expect]]\nthat = \"reference\"\nagrees_with = \"requested-restitution\"\nrestitution = { within = \"1e-9 relative\" }\n\
                  [[expect]]\nthat = \"velocity-verlet\"\nagrees_with = \"reference\"\nrestitution = { within = \"30 %\" }\n\
                  [[expect]]\nthat = \"leapfrog\"\nconverges_to = \"reference\"\nrestitution = { order_at_least = 0.8 }\n";
    let runs = [scheme("velocity-verlet"), scheme("leapfrog")].concat();
    run(&format!("{}{runs}{expect}", beads(text))).cases.remove(0)
}

/// What is drawn below of a scheme is its deviation at the step that is drawn above and named, each in a row of the table; an order
/// of convergence is no deviation.
#[test]
fn a_sweep_shows_one_time_step_and_no_order() {
    let drawn = sweep::draw(&stepped(), "restitution").unwrap();
    let rows = rows(&drawn);
    assert!(rows.iter().all(|row| &row[7] != "order"));
    let mut tabled: Vec<String> = Vec::new();
    for row in rows.iter().filter(|row| !row[5].is_empty() && &row[1] != "reference") {
        let (value, asked) =
            (row[3].parse::<f64>().unwrap(), row[0].rsplit('=').next().unwrap().parse::<f64>().unwrap());
        assert_eq!((&row[1], row[9].split(',').next()), ("velocity-verlet", Some("steps=20.37")));
        assert!((row[6].parse::<f64>().unwrap() - (value / asked - 1.0).abs()).abs() < 1e-8, "{row:?}");
        tabled.push(format!("{:.9}", (value / asked - 1.0).abs()));
    }
    let ink = look("velocity-verlet").colour;
    let below = drawn.figure.panels[1].items.iter().filter_map(|item| match item {
        Item::Points { points, dot } if dot.colour == ink => Some(points),
        Item::Points { dot, .. } => {
            assert_ne!(dot.colour, look("leapfrog").colour, "an order");
            None
        }
        _ => None,
    });
    let mut seen: Vec<String> = below.flatten().map(|point| format!("{:.9}", point.1.abs())).collect();
    seen.sort();
    tabled.sort();
    assert_eq!((seen.len(), seen), (12, tabled));
    for name in ["velocity Verlet, steps=20.37", "leapfrog, steps=20.37", "restitution = 0.93"] {
        assert_eq!(labels(&drawn.figure).iter().filter(|label| *label == name).count(), 1, "{name}");
    }
}

/// Leapfrog and the restitution asked for are both ochre elsewhere; schemes of one collision are broken in different ways.
#[test]
fn a_colour_has_one_meaning_and_no_scheme_hides_another() {
    let case = stepped();
    let figure = sweep::draw(&case, "restitution").unwrap().figure;
    let [theory, leapfrog, verlet] =
        ["restitution requested", "leapfrog", "velocity Verlet"].map(|name| entry(&figure, name).stroke.unwrap());
    assert_eq!(look("leapfrog").colour, look("requested-restitution").colour);
    assert_eq!(leapfrog.colour, look("leapfrog").colour);
    assert!(theory.colour != leapfrog.colour && theory.colour != verlet.colour, "{theory:?}");
    let curves = force_overlap::draw(&case).unwrap().figure;
    for figure in [&figure, &curves] {
        let dashes = ["leapfrog", "velocity Verlet"].map(|name| entry(figure, name).stroke.unwrap().dash);
        assert!(dashes[0] != dashes[1] && !dashes.contains(&SOLID), "{dashes:?}");
    }
    let one = figure.only_panels(&[1]);
    assert!(labels(&one).iter().any(|label| label == "restitution requested"), "{:?}", labels(&one));
}

/// Orders of many scenes: every text is inside the picture, and none is over another or over a point.
#[test]
fn orders_of_many_scenes_cover_nothing() {
    let figure = order::draw(&stepped()).unwrap().figure;
    for width in [units(85.0), units(174.0)] {
        let drawing = figure.drawing(width, false);
        assert_eq!(clipped_or_covered_text(&drawing), Vec::<String>::new());
        for ([left, top, right, bottom], text) in drawing.text_boxes() {
            let covers = |mark: &Mark| match mark {
                Mark::Marker { centre: (x, y), .. } => left < *x && *x < right && top < *y && *y < bottom,
                _ => false,
            };
            assert!(!drawing.marks.iter().any(covers), "{text}");
        }
    }
    let labels = labels(&figure);
    assert!(
        labels.contains(&"drawn: 5 of 12 scenes".to_string())
            && labels.contains(&"speed = 1 cm/s, restitution = 0.2".into())
    );
}

/// A total spring that sticks gives the tangential velocity back as it came at nu = 0.25, where 3.5 times its stiffness is
/// 4.5 times that of the normal force: a spin of zero is computed as 1e-12 rad/s, and does not make the axis 12 decades longer.
#[test]
fn what_is_zero_within_its_uncertainty_makes_no_axis_longer() {
    let text = "title = \"spin\"\nmaterial.glass = { density = \"2500 kg/m3\", young_modulus = \"60 GPa\", poisson_ratio = 0.25 }\n\
                body.ball = { sphere = { radius = \"2 mm\" }, material = \"glass\" }\n\
                body.plate = { wall = { normal = \"+z\" }, material = \"glass\" }\n\
                [impact]\nspeed = \"2 m/s\"\nangle = { sweep = \"3 10 60 deg\" }\n\
                [contact]\nlever = { slip = \"radius\", torque = \"radius\" }\nfriction_limit = \"total\"\nnormal.hertz = {}\n\
                tangential.mindlin = { form = \"total-spring\", friction = { sweep = \"0.02 0.05 0.2 0.5 1.2\" } }\n[run.reference]\n\
                [[expect]]\nthat = \"reference\"\nagrees_with = \"rigid-body-sliding\"\nrebound_spin = { within = \"1 %\" }\n";
    let drawn = sweep::draw(&run(text).cases[0], "rebound_spin").unwrap();
    let of_reference = |row: &&csv::StringRecord| &row[1] == "reference";
    let numbers = |row: csv::StringRecord| [3, 4].map(|at| row[at].parse::<f64>().unwrap().abs());
    let all: Vec<[f64; 2]> = rows(&drawn).into_iter().filter(|row| of_reference(&row)).map(numbers).collect();
    let (zeros, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|[value, uncertainty]| value < uncertainty);
    assert!(zeros.len() > 3 && zeros.iter().all(|[value, _]| *value < 1e-9), "{zeros:?}");
    let least = others.iter().map(|[value, _]| *value).fold(f64::INFINITY, f64::min);
    let axis = &drawn.figure.panels[0].y;
    assert!(least > 1.0 && axis.position(least) > 0.0 && axis.position(0.5 * least) < 0.0, "{least}");
}

/// The bars of a fit are what its legend calls them, in every panel.
#[test]
fn bars_are_what_the_legend_says() {
    let plan = Plan::new(find(&["shipped:calibration/golf-on-marble-heights".into()], "/".as_ref()).unwrap()).unwrap();
    let record = Record::new(&plan, &mut execute(&plan, &collide, &Silent).unwrap());
    let case = &record.cases[0];
    let picture =
        plan::plan(case, Pictures::All).into_iter().find(|picture| picture.name == "restitution-speed").unwrap();
    let figure = picture.draw(case).unwrap().figure;
    assert!(labels(&figure).iter().any(|label| label.ends_with("error bars: reading uncertainty (1σ)")));
    let bars = |panel: usize| {
        let points = figure.panels[panel].items.iter().filter_map(|item| match item {
            Item::Points { points, .. } => Some(points),
            _ => None,
        });
        points.flatten().filter_map(|point| Some((point.0, point.2?))).collect::<Vec<(f64, f64)>>()
    };
    assert!(bars(0).len() > 5);
    assert_eq!(bars(0), bars(1));
    // Of a case with measurements too it has the bodies, and where the data are.
    let found = publication::find(&record, "calibration/golf-on-marble-heights/restitution-speed").unwrap();
    let caption = found.caption("", "");
    assert!(caption.contains("Bodies: ball of radius ") && caption.contains("\nData: "), "{caption}");
}
