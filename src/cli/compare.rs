//! `collisionbench compare A -- B`: two DEM codes in their own words, or two cases, on one pair of bodies.

use std::path::{Path, PathBuf};

use clap::Parser;
use serde_json::{Value, json};

use super::contract::case as named_case;
use super::one_case::one_file;
use super::set::set;
use super::system_parameters::{parse_parameters, refused};
use super::{print, print_json, width};
use crate::bench::record::Number;
use crate::case::Case;
use crate::codes::attribution::{EffectiveContact, Share, shares};
use crate::codes::{self, Code, Parameters, restitution};
use crate::collide::{How, Solution, collide};
use crate::data::Files;
use crate::distinct::distinct;
use crate::error::{Diagnostic, Error, SourceFile};
use crate::law::contract::Convention;
use crate::law::scene::{Body, ImpactKinematics, Scene};
use crate::law::{Contact, Contract, Pair, Side, Stiffness};
use crate::report::OutputFolder;
use crate::report::block::{Block, terminal};
use crate::report::compared::{self, ComparedLines};
use crate::report::numbers::{self, Angle, difference};
use crate::report::quantity::scale_of_both;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A code with its parameters, `lammps damping=tsuji e=0.5`, or a case; then the other. `--` may stand between them
    #[arg(value_name = "A", required = true)]
    words: Vec<String>,
    /// The other, where `--` stands between them
    #[arg(value_name = "B", last = true)]
    after: Vec<String>,
    #[command(flatten)]
    options: Options,
}

#[derive(Debug, clap::Args)]
struct Options {
    /// The bodies, the impact and, where a code is given none, the friction: those of this case (default: a glass ball of 5 mm
    /// radius on a glass plate at 2 m/s and 45 deg, friction 0.3; of two cases those of the first)
    #[arg(long, value_name = "CASE")]
    pair: Option<PathBuf>,
    /// Another value in that case, `body.ball.radius="1.5 mm"`; as often as needed
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// One of the scenes of that case, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    scene: u32,
    /// The conventions of both, too, line by line
    #[arg(long, short)]
    verbose: bool,
    /// Also write a page here, with figures over the restitution asked for and over the angle of impact
    #[arg(long, value_name = "DIR", conflicts_with = "json")]
    out: Option<PathBuf>,
    /// Print one JSON object: SI numbers of both with their uncertainties, shares, conventions
    #[arg(long)]
    json: bool,
    /// A file that declares your own programs as engines, which a case may name (default: engines.toml in the configuration folder)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
}

/// Options behind `--`: for the program they are words of the second side.
#[derive(Debug, Parser)]
#[command(name = "collisionbench compare", no_binary_name = true)]
struct Behind {
    #[command(flatten)]
    options: Options,
}

/// The restitution that a code is asked for where it is given no parameter, if it takes one.
const ASKED: f64 = 0.5;

/// The pair where none is named.
const DEFAULT: &str = r#"
title = "a glass ball and a glass plate"
[material.glass]
density       = "2500 kg/m3"
young_modulus = "60 GPa"
poisson_ratio = 0.25
[body.ball]
sphere   = { radius = "5 mm" }
material = "glass"
[body.plate]
wall     = { normal = "+z" }
material = "glass"
[impact]
speed = "2 m/s"
angle = "45 deg"
[contact]
friction_limit = "total"
[contact.normal.hertz]
[contact.tangential.mindlin]
form     = "incremental"
friction = 0.3
"#;

/// Relative tolerance of the integrator.
const TOLERANCE: f64 = 1e-10;

/// Why nothing is attributed.
const APART: &str = "the bodies or their motion differ, not the contact alone (a common pair: --pair CASE)";

/// What is attributed, of an oblique impact and of one that is head-on.
const OBLIQUE: [&str; 3] = ["restitution", "rebound_angle", "rebound_spin"];
const HEAD_ON: [&str; 3] = ["restitution", "duration", "max_force"];

/// A code or a case whose contact is compared.
struct Compared {
    /// `lammps damping=tsuji e=0.5`
    name: String,
    contact: EffectiveContact,
    requested: Option<f64>,
    contract: Contract,
    notes: Vec<String>,
    /// The contact for every restitution that it can be asked for; none where none is.
    asked: Vec<(f64, Contact)>,
    /// Damping ratio between other bodies.
    elsewhere: Option<f64>,
    /// Whether its tangential spring has one stiffness, so that total, incremental and rescaled are one law.
    constant: bool,
    numbers: Vec<Number>,
}

/// Compares both and prints the numbers, what makes the difference, and with `--verbose` the conventions.
pub(super) fn compare(args: &Args) -> Result<(), Error> {
    let (sides, options) = sides(args)?;
    let [one, other] = &sides;
    let options = options.as_ref().unwrap_or(&args.options);
    let case = |words: &[String]| codes::find(&words[0]).is_none().then(|| PathBuf::from(&words[0]));
    let asked = options.pair.clone().or_else(|| case(one)).or_else(|| case(other));
    let (scene, mut about) = pair(asked.as_deref(), options)?;
    // Two cases without a common pair keep their own bodies.
    let second = match (&options.pair, case(one), case(other)) {
        (None, Some(_), Some(other)) => {
            Some(pair(Some(&other), options)?).filter(|(own, _)| !is_same_impact(own, &scene))
        }
        _ => None,
    };
    let (there, apart) = match &second {
        Some((there, other)) => {
            about = format!("{about}; beside {other}");
            (there, true)
        }
        None => (&scene, false),
    };
    let sides = [side(one, other, &scene, options)?, side(other, one, there, options)?];
    let shares = if apart { Err(APART.to_string()) } else { attributed(&sides, &scene) };
    if options.json {
        return print_json(&as_json(&sides, &scene, &about, shares.as_deref().unwrap_or_default()));
    }
    let mut shown = blocks(&sides, &scene, &about, &shares, options.verbose);
    if let Some(folder) = &options.out {
        let place = OutputFolder::new(folder)?;
        place.check()?;
        let lines = [lines(&sides[0], &scene), lines(&sides[1], there)];
        compared::write(concat!("collisionbench ", env!("CARGO_PKG_VERSION")), &shown, &lines, &place)?;
        shown.push(Block::Code { text: folder.join("index.html").display().to_string() });
    }
    print(&terminal(&shown, width()))
}

/// What a side makes of every restitution that it can be asked for, and of every angle of impact at the speed of the scene.
fn lines(side: &Compared, scene: &Scene) -> ComparedLines {
    let scene = &scene.with_wall_radius(side.contact.wall_radius);
    let speed = libm::hypot(scene.speed, scene.kinematics.tangential_speed);
    let at = |angle: f64| {
        let (sin, cos) = libm::sincos(angle);
        let kinematics = ImpactKinematics { tangential_speed: speed * sin, spin: [[0.0; 3]; 2], ..scene.kinematics };
        Scene { speed: speed * cos, kinematics, ..scene.clone() }
    };
    let number = |scene: &Scene, contact: &Contact, word: &str| {
        let found = numbers_of(&scene.with_contact(contact).ok()?, None).ok()?;
        numbers::find(&found, word)?.value
    };
    let head_on = at(0.0);
    let restitution =
        side.asked.iter().filter_map(|(e, contact)| Some((*e, number(&head_on, contact, "restitution")?)));
    let angles = (1..18).map(|k| (5.0 * f64::from(k)).to_radians());
    let tangential =
        angles.filter_map(|angle| Some((angle, number(&at(angle), &side.contact.contact, "tangential_restitution")?)));
    ComparedLines { name: side.name.clone(), restitution: restitution.collect(), tangential: tangential.collect() }
}

/// The words of both sides: the second begins after `--`, or with the second word that is no `name=value`. Options that follow the words
/// of the second side are options.
fn sides(args: &Args) -> Result<([Vec<String>; 2], Option<Options>), Error> {
    let is_name = |word: &String| !word.contains('=');
    let behind = args.after.iter().position(|word| word.starts_with("--"));
    let (after, late) = args.after.split_at(behind.unwrap_or(args.after.len()));
    let options = match late {
        [] => None,
        late => Some(Behind::try_parse_from(late).map_err(|error| Error::wrong(error.to_string().trim_end()))?.options),
    };
    let second = args.words.iter().skip(1).position(is_name).map_or(args.words.len(), |at| at + 1);
    let (one, other) = args.words.split_at(if after.is_empty() { second } else { args.words.len() });
    let other = if after.is_empty() { other } else { after };
    let example = "for example:  collisionbench compare lammps damping=tsuji e=0.5 -- yade en=0.5";
    if other.is_empty() {
        return Err(Error::with_help("there is nothing to compare with", example));
    }
    for side in [one, other] {
        if let Some(word) = side.iter().skip(1).find(|word| is_name(word)) {
            return Err(Error::with_help(format!("`{word}` is a third name: two are compared"), example));
        }
    }
    Ok(([one.to_vec(), other.to_vec()], options))
}

/// The bodies and their motion, and what they are called.
fn pair(asked: Option<&Path>, options: &Options) -> Result<(Scene, String), Error> {
    let case = match asked {
        Some(path) => changed(path, options)?,
        None => {
            let file = SourceFile { name: "the default pair".to_string(), text: set(DEFAULT, &options.set)? };
            Case::read_unjudged(file.into(), "default", &Files::Embedded, &[])?
        }
    };
    let number = options.scene as usize;
    let Some(scene) = case.scenes.get(number - 1) else {
        let scenes = case.scenes.len();
        return Err(Error::wrong(format!("the case `{}` has {scenes} scenes, and no scene {number}", case.name)));
    };
    if scene.path.is_some() {
        return Err(Error::wrong(format!("the case `{}` is a loading path, not an impact", case.name)));
    }
    let [one, two] = &scene.bodies;
    let place = if asked.is_some() {
        format!("{} and {} of {}", one.name, two.name, case.name)
    } else {
        "a glass ball of 5 mm radius and a glass plate".to_string()
    };
    let impact = scene.parameters.iter().filter(|value| value.path.starts_with("impact."));
    let impact: Vec<String> =
        impact.map(|value| format!("{} {}", value.path.rsplit('.').next().unwrap_or_default(), value.text)).collect();
    Ok((scene.clone(), format!("{place}, {}", impact.join(", "))))
}

/// Whether the same bodies meet in the same way: names do not count.
fn is_same_impact(one: &Scene, other: &Scene) -> bool {
    let body = |body: &Body| (body.shape, body.mass, body.side().stiffness, body.held);
    let bodies = one.bodies.iter().zip(&other.bodies).all(|(a, b)| body(a) == body(b));
    bodies && (one.speed, one.kinematics) == (other.speed, other.kinematics)
}

/// A case with the values of `--set`; it needs no check.
fn changed(path: &Path, options: &Options) -> Result<Case, Error> {
    if options.set.is_empty() {
        return named_case(&path.display().to_string(), options.engines.as_deref());
    }
    let own = super::compute::config(options.engines.as_deref())?.names();
    let (name, mut file, data) = one_file(path)?;
    file.text = set(&file.text, &options.set)?;
    Case::read_unjudged(file.into(), &name, &data, &own)
}

/// A side with its numbers.
fn side(words: &[String], beside: &[String], scene: &Scene, options: &Options) -> Result<Compared, Error> {
    let mut side = match codes::find(&words[0]) {
        Some(code) => of_code(code, &words[1..], codes::find(&beside[0]).is_none(), scene)?,
        None if words.len() > 1 => {
            let message = format!("`{}` is no DEM code, and a case takes no parameters", words[0]);
            return Err(Error::unknown(message, &words[0], &codes::names().collect::<Vec<_>>(), ""));
        }
        None => of_case(&words[0], scene, options)?,
    };
    let wrong = |why: String| Error::from(Diagnostic::new(format!("{}: {why}", side.name)));
    let scene = scene_with(scene, &side.contact).map_err(wrong)?;
    side.constant = scene.shear.is_some_and(|law| law.is_constant());
    side.numbers = numbers_of(&scene, side.requested).map_err(wrong)?;
    Ok(side)
}

/// The contact of a code between the bodies of a scene. What it is not given of friction is that of the scene; beside a case and without
/// parameters it has the contact of the case, as far as it can.
fn of_code(code: &'static Code, words: &[String], beside_case: bool, scene: &Scene) -> Result<Compared, Error> {
    let (reading, pair) = (code.in_use, &scene.pair);
    let typed = match (words, code.restitution_key()) {
        ([], _) if beside_case => {
            let help = "give its parameters: `collisionbench explain` lists them";
            code.rendered(scene).map_err(|why| Error::with_help(format!("{}: {why}", code.name()), help))?.params
        }
        ([], Some(key)) => {
            Parameters::new(vec![(key, ASKED)], code.restitution_models().first().copied().unwrap_or_default())
        }
        _ => parse_parameters(words, code.name(), code.keys)?,
    };
    let (mut params, mut notes) = (typed.clone(), Vec::new());
    let slides = code.contact(&typed, reading, pair).is_ok_and(|parsed| parsed.contact.friction.is_some());
    if let (Some(friction), false) = (&scene.contact.friction, slides) {
        params = code.with_friction(typed.clone(), friction.tangential.friction());
        notes.push(format!("{}: {}, the friction of the case", code.name(), params.besides(&typed).join(" ")));
    }
    let parsed = code.contact(&params, reading, pair).map_err(refused)?;
    let wall_radius = match parsed.contract.effective_radius.meaning() {
        Some(Convention::WallRadius(part)) if pair.wall => *part,
        _ => 1.0,
    };
    let key = code.restitution_key().filter(|key| params.numbers.get(key).is_some());
    let asked = |e: f64| Some((e, code.contact(&params.clone().with(key?, e), reading, pair).ok()?.contact));
    let asked = (1..20).map(|k| 0.05 * f64::from(k)).filter_map(asked).collect();
    let elsewhere = elsewhere(scene);
    let there = code.contact(&params, reading, &elsewhere).ok();
    notes.extend(parsed.departures().map(|note| format!("{}: {note}", code.name())));
    let name = if words.is_empty() { typed.besides(&Parameters::default()) } else { words.to_vec() };
    Ok(Compared {
        name: [vec![code.name().to_string()], name].concat().join(" "),
        requested: parsed.restitution_requested,
        contract: parsed.contract.clone(),
        contact: EffectiveContact { contact: parsed.contact, wall_radius },
        asked,
        elsewhere: there.and_then(|there| ratio_of(&there.contact, &elsewhere)),
        notes,
        constant: false,
        numbers: Vec::new(),
    })
}

/// The contact of a case, between the bodies of a scene that may be another's.
fn of_case(name: &str, scene: &Scene, options: &Options) -> Result<Compared, Error> {
    let case = named_case(name, options.engines.as_deref())?;
    let Some(first) = case.scenes.get(options.scene as usize - 1).or(case.scenes.first()) else {
        return Err(Error::wrong(format!("the case `{}` has no scene", case.name)));
    };
    let code = first.system.as_ref().and_then(|native| codes::find(native.system));
    let (contact, requested, contract) = match code.and_then(|code| Some((code, code.case_parameters(first)?))) {
        Some((code, params)) => {
            let parsed = code.contact(&params, code.in_use, &scene.pair).map_err(refused)?;
            (parsed.contact, parsed.restitution_requested, parsed.contract)
        }
        None => (first.contact.clone(), first.restitution_requested(), first.contract()),
    };
    let several = case.scenes.len() > 1 && options.scene == 1;
    let note = several.then(|| format!("{}: scene 1 of {}: {}", case.name, case.scenes.len(), first.name));
    Ok(Compared {
        name: name.to_string(),
        asked: Vec::new(),
        elsewhere: ratio_of(&contact, &elsewhere(scene)),
        contact: EffectiveContact { contact, wall_radius: 1.0 },
        requested,
        contract,
        notes: note.into_iter().collect(),
        constant: false,
        numbers: Vec::new(),
    })
}

/// The scene with this contact between its bodies.
fn scene_with(scene: &Scene, of: &EffectiveContact) -> Result<Scene, String> {
    scene.with_wall_radius(of.wall_radius).with_contact(&of.contact).map_err(|error| error.message)
}

/// The numbers of the collision of a scene, with the restitution that was asked for.
fn numbers_of(scene: &Scene, requested: Option<f64>) -> Result<Vec<Number>, String> {
    let mut found = match collide(scene, &How::Exact { tolerance: TOLERANCE }).map_err(|error| error.to_string())? {
        Solution::Exact(trajectory) => numbers::of(scene, &trajectory.collision(scene)),
        _ => return Err("this is no impact".to_string()),
    };
    if let Some(asked) = requested {
        found.retain(|number| number.observable != "restitution_requested");
        found.push(Number {
            observable: "restitution_requested".into(),
            value: Some(asked),
            uncertainty: None,
            unit: "".into(),
        });
    }
    Ok(found)
}

/// What is attributed to the parts of the contacts.
fn words(scene: &Scene) -> [&'static str; 3] {
    if scene.kinematics.is_head_on() { HEAD_ON } else { OBLIQUE }
}

fn attributed([one, other]: &[Compared; 2], scene: &Scene) -> Result<Vec<Share<3>>, String> {
    let words = words(scene);
    shares(&one.contact, &other.contact, |mixed| {
        let mixed = scene_with(scene, mixed);
        let found =
            mixed.and_then(|scene| numbers_of(&scene, None)).map_err(|why| format!("with parts of both {why}"))?;
        let mut values = [0.0; 3];
        for (value, word) in values.iter_mut().zip(words) {
            let known = numbers::find(&found, word).and_then(|number| number.value);
            *value = known.ok_or_else(|| format!("with parts of both there is no {}", word.replace('_', " ")))?;
        }
        Ok(values)
    })
}

fn blocks(
    sides: &[Compared; 2],
    scene: &Scene,
    about: &str,
    shares: &Result<Vec<Share<3>>, String>,
    verbose: bool,
) -> Vec<Block> {
    let [one, other] = sides;
    let asked = scene.parameter("impact.angle").map(|value| value.text.as_str());
    let rows = numbers::beside(&one.numbers, &other.numbers, Angle::of(asked));
    let mut blocks = vec![Block::heading(1, format!("{}  against  {}", one.name, other.name)), Block::text(about)];
    let names = [one, other].map(|side| side.name.split(' ').next().unwrap_or_default().to_string());
    let head = if names[0] == names[1] {
        ["", "first", "second", "difference"]
    } else {
        ["", &names[0], &names[1], "difference"]
    };
    blocks.extend(Block::table("numbers of both", &head, rows));
    match shares {
        Ok(shares) if !shares.is_empty() => blocks.extend(share_table(sides, scene, shares)),
        Ok(_) if one.contact == other.contact => blocks.push(Block::text("The two contacts are the same.")),
        Ok(_) => blocks.push(Block::text("The two contacts differ in nothing that acts in this impact.")),
        Err(why) => blocks.push(Block::text(format!("The difference is not attributed: {why}."))),
    }
    let notes = sides.iter().flat_map(|side| constancy(side, scene).into_iter().chain(side.notes.iter().cloned()));
    let notes: Vec<String> = distinct(notes);
    if !notes.is_empty() {
        blocks.push(Block::List { lines: notes });
    }
    if verbose {
        blocks.extend(conventions(sides));
    }
    blocks
}

/// Whether the restitution is the same whatever the speed, the size and the modulus, where one is asked for.
fn constancy(side: &Compared, scene: &Scene) -> Option<String> {
    side.requested?;
    let here = ratio_of(&side.contact.contact, &scene.pair);
    let of = match (here, side.elsewhere) {
        (None, _) => "changes with the speed",
        (Some(here), Some(there)) if (here - there).abs() <= 1e-9 * here.abs() => {
            "is the same at every speed, size and modulus"
        }
        (Some(_), Some(_)) => "is the same at every speed, and changes with size or modulus",
        (Some(_), None) => "is the same at every speed",
    };
    Some(format!("{}: the restitution {of}", side.name.split(' ').next().unwrap_or_default()))
}

/// The damping ratio of a contact whose restitution is the same at every speed.
fn ratio_of(contact: &Contact, pair: &Pair) -> Option<f64> {
    restitution::ratio(&contact.force(pair).ok()?, pair.m_star)
}

/// The bodies of a scene three times as large and ten times as soft.
fn elsewhere(scene: &Scene) -> Pair {
    let side = |body: &Body| {
        let Side { radius, mass, stiffness } = body.side();
        let stiffness = match stiffness {
            Stiffness::Elastic { young_modulus, poisson_ratio } => {
                Stiffness::Elastic { young_modulus: 0.1 * young_modulus, poisson_ratio }
            }
            other => other,
        };
        Side { radius: 3.0 * radius, mass: 27.0 * mass, stiffness }
    };
    Pair::new(&side(&scene.bodies[0]), &side(&scene.bodies[1]))
}

/// The shares, the largest in the restitution first.
fn share_table(sides: &[Compared; 2], scene: &Scene, shares: &[Share<3>]) -> Vec<Block> {
    let words = words(scene);
    let value = |side: usize, word: &str| numbers::find(&sides[side].numbers, word).and_then(|number| number.value);
    let unit =
        |word: &str| numbers::find(&sides[0].numbers, word).map_or(String::new(), |found| found.unit.to_string());
    let cell = |(word, share): (&&str, f64)| {
        let (a, b) = (value(0, word), value(1, word));
        let scale = scale_of_both(a, b, &unit(word));
        let size = [a, b].into_iter().flatten().fold(0.0, |top: f64, x| top.max(x.abs()));
        if share.abs() <= 1e-7 * size { "0".to_string() } else { difference(&scale, 0.0, share) }
    };
    let row = |share: &Share<3>| -> Vec<String> {
        let cells = words.iter().zip(share.numbers).map(cell);
        [share.part.to_string()].into_iter().chain(cells).collect()
    };
    let (idle, rows): (Vec<Vec<String>>, Vec<Vec<String>>) =
        shares.iter().map(row).partition(|row| row[1..].iter().all(|cell| cell == "0"));
    let idle: Vec<String> = idle.into_iter().map(|row| row[0].clone()).collect();
    let idle = (!idle.is_empty()).then(|| Block::text(format!("without an effect here: {}", idle.join(", "))));
    let titles = words.map(|word| word.replace('_', " "));
    let head = ["", &titles[0], &titles[1], &titles[2]];
    let table = Block::table("shares of the difference", &head, rows);
    [Block::heading(2, "What makes the difference")].into_iter().chain(table).chain(idle).collect()
}

/// Every line of both contracts: those in which they differ one above the other.
fn conventions([one, other]: &[Compared; 2]) -> Vec<Block> {
    let (mut here, mut there) = (one.contract.clone(), other.contract.clone());
    let spring = |line: &Convention| matches!(line, Convention::Spring { form, .. } if form.is_spring());
    if one.constant && other.constant && [&here, &there].iter().all(|contract| spring(&contract.history)) {
        let same = "F_t changes by k_t ds; k_t is constant: total, incremental and rescaled are one law";
        (here.history, there.history) = (same.into(), same.into());
    }
    let (lines, others) = (here.lines(), there.lines());
    let title = match here.differences(&there).len() {
        0 => format!("They share all {} conventions", lines.len()),
        parted => format!("They differ in {parted} of {} conventions", lines.len()),
    };
    let mut rows = Vec::new();
    let row = |cells: [&str; 3]| cells.map(str::to_string).to_vec();
    for ((title, here), (_, there)) in lines.iter().zip(&others) {
        if here == there {
            rows.push(row([title, "both", here]));
        } else {
            rows.extend([row([title, "first", here]), row(["", "second", there])]);
        }
    }
    let table = Block::table("conventions", &["", "", ""], rows);
    [Block::heading(2, title)].into_iter().chain(table).collect()
}

fn as_json(sides: &[Compared; 2], scene: &Scene, about: &str, shares: &[Share<3>]) -> Value {
    let words = words(scene);
    let side = |side: &Compared| json!({ "name": side.name, "numbers": side.numbers, "conventions": side.contract.lines(), "notes": side.notes });
    let share = |share: &Share<3>| {
        let numbers: serde_json::Map<String, Value> =
            words.iter().zip(share.numbers).map(|(word, x)| (word.to_string(), json!(x))).collect();
        json!({ "part": share.part, "numbers": numbers })
    };
    json!({
        "pair": about,
        "sides": sides.iter().map(side).collect::<Vec<_>>(),
        "shares": shares.iter().map(share).collect::<Vec<_>>(),
    })
}
