//! YADE: `Law2_ScGeom_MindlinPhys_Mindlin` with `en` or `betan`, `Law2_ScGeom_LudingPhys_Basic`. As a Python package: its launcher
//! opens network ports, so it is never started.
//!
//! `en` of release 2023.02 is Thornton's fit of the clamped contact; earlier ones had Antypov and Elliott's formula of
//! the full force. `betan` is the dashpot of the tangent stiffness. Law to words is always `betan`, which is exact.

use std::f64::consts::FRAC_PI_2;
use std::path::Path;

use serde_json::{Value, json};

use super::engine::installed::on_path;
use super::engine::python::{self, Package, bodies_and_parameters};
use super::engine::{Driver, DriverAnswer, Engine, Installation};
use super::export::{BodyMaterial, Input, InputData, Remarks};
use super::keys::{Key, Limits, POSITIVE, Parameters};
use super::normal::{
    alone, damping_shape, hertz, locally_damped, material_keys, only_alone, own_modulus, read_spring, render_hertz,
    render_local, render_spring, spring_contact,
};
use super::restitution::{full_force_ratio, ratio, thornton_gamma};
use super::script::{self, Line, always, given, missing};
use super::tangential::{self, FrictionModel, ShearStrength, both, dashpot_ratio};
use super::{Code, Erratum, Parsed, Reading, Rendered, default_contract};
use crate::law::contract::{Contract, Convention, line};
use crate::law::damping::{Damping, StiffnessDashpot, Strength, Tsuji, Undamped};
use crate::law::normal::Dmt;
use crate::law::scene::Scene;
use crate::law::shear::{Arm, Form, FrictionLimit, Levers, SpringRotation, WhileSliding};
use crate::law::{Card, Contact, Ends, LawError, Normal, Pair};
use crate::number::{NamedNumber, exact};
use crate::units::Dimension;

/// YADE.
pub static YADE: Code = Code {
    friction: FRICTION,
    errata: ERRATA,
    branched: &["dmt", "luding"],
    versions: Some(for_version),
    material: |params| (params.given("law") != Some(LUDING)).then_some([YOUNG, POISSON]),
    remarks,
    driver: Some(DRIVER),
    planes_on_axes: true,
    ..Code::new(CARD, KEYS, contract, (contact, render), Input::script(LINES, &[FRICTION, "betas"]))
};

/// Its Python: the material, and the engines with which two bodies of it have the contact. By default all motion is damped by 0.2, and a
/// wall has `R* = R/2`.
const LINES: &[Line] = &[
    missing(
        SPRING[0],
        "O.materials.append(FrictMat(label=\"{name}\", young={young}, poisson={poisson}, density={density}, frictionAngle={frictionAngle=0}))",
    ),
    given(
        SPRING[0],
        "O.materials.append(LudingMat(label=\"{name}\", density={density}, k1={k1}, kp={kp}, kc={kc}, PhiF={PhiF}, G0={G0=0}, ks=0, frictionAngle=0))",
    ),
    always("O.engines = ["),
    always("    ForceResetter(),"),
    always("    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),"),
    always("    InteractionLoop("),
    always("        [Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom(hertzian={hertzian=True})],"),
    missing(
        SPRING[0],
        "        [Ip2_FrictMat_FrictMat_MindlinPhys({en?, en=}{betan?, betan=}{betas?, betas=}{gamma?, gamma=})],",
    ),
    given(SPRING[0], "        [Ip2_LudingMat_LudingMat_LudingPhys()],"),
    missing(GAMMA, "        [Law2_ScGeom_{law:Mindlin=MindlinPhys_Mindlin|Luding=LudingPhys_Basic}()],"),
    given(GAMMA, "        [Law2_ScGeom_MindlinPhys_Mindlin(includeAdhesion=True)],"),
    always("    ),"),
    always("    NewtonIntegrator(damping={damping=0}),"),
    always("]"),
];

/// The first of [`LINES`] that are not of a material.
const ENGINES: usize = 2;

/// `ScGeom::getIncidentVel` with `avoidGranularRatcheting`, its default.
const RATCHETING: &str = "between spheres YADE takes their translation (r1+r2)/d times, d the distance of \
    the centres: more by delta/d than the law here";

fn remarks(data: &InputData) -> Remarks {
    let slides = !data.wall() && data.params.numbers.get(FRICTION).is_some_and(|angle| angle != 0.0);
    let approximations = slides.then(|| format!("slip: {RATCHETING}")).into_iter().collect();
    Remarks { approximations, ..Remarks::default() }
}

const YOUNG: &str = "young";
const POISSON: &str = "poisson";
const FRICTION: &str = "frictionAngle";
const GAMMA: &str = "gamma";
const LUDING: &str = "Luding";
/// `k1`, `k_p`, `k_c`, `phi_f`.
const SPRING: [&str; 4] = ["k1", "kp", "kc", "PhiF"];
const DASHPOT: &str = "G0";
/// Of `NewtonIntegrator`.
const LOCAL: &str = "damping";
const MATERIAL: [Key; 2] = material_keys(YOUNG, POISSON);

const KEYS: &[Key] = &[
    Key::choice("law", &["Mindlin", LUDING], "Law2_ScGeom_MindlinPhys_Mindlin or Law2_ScGeom_LudingPhys_Basic"),
    MATERIAL[0],
    MATERIAL[1],
    Key::quantity(
        "en",
        Dimension::Number,
        Limits::RESTITUTION,
        "normal coefficient of restitution; no damping unless given",
    ),
    Key::quantity("betan", Dimension::Number, Limits::NOT_NEGATIVE, "normal damping ratio; not together with en"),
    Key::quantity(
        FRICTION,
        Dimension::Angle,
        Limits::NOT_NEGATIVE,
        "atan(mu), the smaller of the two bodies; no tangential force unless given",
    ),
    Key::quantity(
        "betas",
        Dimension::Number,
        Limits::NOT_NEGATIVE,
        "tangential damping ratio; that of betan unless given",
    ),
    Key::quantity(
        LOCAL,
        Dimension::Number,
        Limits::FRACTION,
        "local damping of NewtonIntegrator, 0.2 in a script that does not set it; without friction",
    )
    .or(0.0),
    Key::choice("release", &["2023.02", "earlier"], "what en means"),
    Key::quantity(
        GAMMA,
        Dimension::SurfaceEnergy,
        POSITIVE,
        "surface energy of one surface, with includeAdhesion: w = 2 gamma",
    ),
    Key::quantity(SPRING[0], Dimension::Stiffness, POSITIVE, "Luding: stiffness of loading"),
    Key::quantity(SPRING[1], Dimension::Stiffness, POSITIVE, "Luding: largest stiffness of unloading"),
    Key::quantity(SPRING[2], Dimension::Stiffness, Limits::NOT_NEGATIVE, "Luding: stiffness of the attraction"),
    Key::quantity(SPRING[3], Dimension::Number, POSITIVE, "Luding: plasticity depth, as a fraction of 2 R*"),
    Key::quantity(DASHPOT, Dimension::Damping, Limits::NOT_NEGATIVE, "Luding: dashpot, normal and tangential").or(0.0),
];

/// `Law2_ScGeom_MindlinPhys_Mindlin`: `ks` of the step times the slip of the step; no dashpot while it slides. The force acts in
/// the middle of the overlap: at a wall, which it takes for a sphere that ends in it, at its surface.
const SHEAR: FrictionModel = FrictionModel {
    form: Form::Incremental,
    factor: 1.0,
    limit: FrictionLimit::Total,
    levers: Levers { slip: Arm::Radius, torque: Arm::HalfOverlap },
    at_wall: Levers { slip: Arm::Radius, torque: Arm::Overlap },
    rotation: SpringRotation::NormalAndSpin,
    sliding: WhileSliding::Dropped,
};

const CARD: Card = Card {
    name: "yade",
    title: "YADE: Hertz-Mindlin with en or betan",
    formula: "F = kno delta^(3/2) + 2 betan sqrt(m kn) v,  kno = 4/3 E sqrt(R),  kn = 3/2 kno sqrt(delta)\n\
              2023.02:  betan = gamma(en) of Thornton's fit;  earlier:  alpha(en) sqrt(m kno) delta^(1/4) v",
    symbols: &[
        ("kn", "tangent stiffness", "N/m"),
        ("betan", "damping ratio, sqrt(5/6) z", "-"),
        ("m", "effective mass", "kg"),
    ],
    holds: "en is achieved to 4e-4 from 0.1 to 0.9; above, the fit is inaccurate",
    source: "YADE 2023.02, HertzMindlin; Thornton, Cummins & Cleary 2013, Powder Technology 233, 30",
    known_as: &[],
};

const ERRATA: &[Erratum] = &[
    Erratum {
        id: "Y1",
        says: "en is the restitution",
        is: "a polynomial fit is used, which is inaccurate above 0.9",
        number: "0.999 gives 0.984071",
    },
    Erratum {
        id: "Y2",
        says: "LudingMat is Luding's contact of any two bodies",
        is: "a wall enters the plasticity depth with the radius 0: the contact is a spring kp without loss",
        number: "",
    },
];

/// What bounds friction beside the surface energy.
const LIMIT: &str = "mu (|F| + 4 pi R* gamma), F the total normal force";

fn contract() -> Contract {
    let own = SHEAR.on(Contract {
        effective_radius: Convention::WallRadius(1.0)
            .worded("1/R* = 1/R1 + 1/R2; at a Wall R* = R with hertzian set, else R/2"),
        damping: "F_d = 2 betan sqrt(m* k_tangent) v, betan = sqrt(5/6) z".into(),
        adhesion: format!("{} (includeAdhesion); a stiffness kc (LudingMat)", line::TWICE).into(),
        memory: "the largest overlap (LudingMat)".into(),
        ..default_contract("YADE", Ends::ForceClamped)
    });
    let friction_limit = own.friction_limit.and(&format!("; with includeAdhesion {}", LIMIT));
    Contract { friction_limit, ..own }
}

/// Releases before the first with Thornton's fit took `en` for another formula; `betan` means the same in all.
fn for_version(parameters: Parameters, scene: &Scene, version: &str) -> Result<Parameters, LawError> {
    if !version.is_empty() {
        return Err(LawError::table("versions of yade are distinguished by its `release`").help("write `yade` alone"));
    }
    if parameters.given("release") != Some("earlier") {
        return Ok(parameters);
    }
    let force = scene.power()?;
    let z = ratio(&force, scene.pair.m_star).ok_or_else(|| damping_shape(&force, "YADE"))?;
    Ok(parameters.without(&["en", "release"]).with("betan", (5.0f64 / 6.0).sqrt() * z))
}

fn contact(params: &Parameters, _: Reading, pair: &Pair) -> Result<Parsed, LawError> {
    if params.word(KEYS, "law")? == LUDING {
        return hysteretic(params, pair);
    }
    params.refuse(&[SPRING[0], SPRING[1], SPRING[2], SPRING[3], DASHPOT], "only `law = \"Luding\"` has it")?;
    if let Some(gamma) = params.number(KEYS, GAMMA)? {
        return adhesive(params, gamma, pair);
    }
    let normal = Normal::Hertz(hertz(params, KEYS, YOUNG, POISSON)?);
    let alpha = params.require(KEYS, LOCAL, "yade")?;
    let ends = Ends::ForceClamped;
    let tangent = |ratio| Damping::StiffnessDashpot(StiffnessDashpot { ratio, exponent: 0.0, reference_length: 1.0 });
    let en = params.number(KEYS, "en")?;
    let betan = params.number(KEYS, "betan")?;
    let mut notes = Vec::new();
    if betan.is_some() {
        params.refuse(&["release"], "betan means the same in every release")?;
    }
    let damping = match (en, betan) {
        (Some(_), Some(_)) => {
            return Err(LawError::key("betan", "`en` and `betan` both set the damping; YADE refuses them together")
                .help("keep one of them"));
        }
        (None, None) => Damping::Undamped(Undamped),
        (None, Some(betan)) => tangent(betan),
        (Some(e), None) if params.word(KEYS, "release")? == "earlier" => {
            Damping::Tsuji(Tsuji(Strength::Coefficient(5f64.sqrt() * full_force_ratio(e))))
        }
        (Some(e), None) => {
            if e > 0.9 {
                notes.push("Y1: above 0.9 the polynomial fit of en is inaccurate".to_string());
            }
            tangent(thornton_gamma(e)?)
        }
    };
    let mut contact = Contact { normal, damping, ends, friction: None };
    let force = contact.force(pair)?;
    let ratio = 0.5 * force.C / (1.5 * pair.m_star * force.K).sqrt();
    let betas = params.number(KEYS, "betas")?;
    let friction_model = SHEAR.for_pair(pair);
    if let Some(angle) = params.number(KEYS, FRICTION)? {
        if angle >= FRAC_PI_2 {
            return Err(LawError::key(FRICTION, format!("`{FRICTION}` must be below 90 deg")));
        }
        let kappa = tangential::mindlin(params.number(KEYS, POISSON)?, pair)?;
        let z = betas.unwrap_or(ratio);
        contact.friction = Some(friction_model.friction(libm::tan(angle), kappa, Some(ShearStrength::Ratio(z))));
        notes.extend((!pair.wall && angle != 0.0).then(|| format!("slip velocity: {RATCHETING}")));
    } else {
        params.refuse(&["betas"], "there is no friction")?;
    }
    let (contact, contract) = match (contact, friction_model.on(contract())) {
        both if alpha > 0.0 => locally_damped(both, alpha, FRICTION)?,
        both => both,
    };
    let contract = contract.for_law(&contact, line::TWICE);
    Ok(Parsed {
        restitution_requested: en.filter(|_| alpha == 0.0),
        derived: vec![NamedNumber::new("kno", force.K, "N/m^(3/2)"), NamedNumber::new("betan", ratio, "")],
        notes,
        ..Parsed::new(contact, contract)
    })
}

/// The contact of `LudingMat` (`LudingPM.cpp`), head on.
fn hysteretic(params: &Parameters, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(
        &[YOUNG, POISSON, "en", "betan", "betas", "release", LOCAL, GAMMA],
        "LudingMat has stiffnesses of its own",
    )?;
    params.refuse(&[FRICTION], "friction beside LudingMat is not supported")?;
    if pair.wall {
        let message = "Y2: at a wall LudingMat has no plasticity depth: the contact is a spring kp without loss";
        return Err(LawError::table(message).help("use two spheres"));
    }
    let spring = read_spring(params, KEYS, SPRING, "yade")?;
    let contact = spring_contact(spring, params.require(KEYS, DASHPOT, "yade")?);
    let arms = both(Arm::HalfOverlap);
    let friction_model = FrictionModel { limit: FrictionLimit::Absolute, levers: arms, at_wall: arms, ..SHEAR };
    let contract = Contract { damping: "F_d = G0 v".into(), ..friction_model.on(contract()) };
    let contract = contract.ending(Ends::ZeroOverlap).for_law(&contact, line::TWICE);
    Ok(Parsed::new(contact, contract))
}

/// The contact of `gamma` (`HertzMindlin.cpp`), `4 pi R* gamma`: undamped and without friction.
fn adhesive(params: &Parameters, gamma: f64, pair: &Pair) -> Result<Parsed, LawError> {
    params.refuse(&["en", "betan", "betas", "release", LOCAL], "damping beside gamma is not supported")?;
    params.refuse(&[FRICTION], "friction beside gamma is not supported")?;
    own_modulus(params, KEYS, [YOUNG, POISSON], pair, "yade")?;
    let contact = alone(Normal::Dmt(Dmt { work_of_adhesion: 2.0 * gamma }));
    let own = SHEAR.for_pair(pair).on(contract());
    let contract = Contract { damping: "none beside adhesion".into(), friction_limit: LIMIT.into(), ..own };
    let contract = contract.for_law(&contact, line::TWICE);
    Ok(Parsed::new(contact, contract))
}

fn render(contact: &Contact, _: Reading, pair: &Pair) -> Result<Rendered, LawError> {
    if let Normal::Dmt(law) = &contact.normal {
        only_alone(contact, "`dmt`", "YADE")?;
        return Ok(Parameters::numbers(&[(GAMMA, 0.5 * law.work_of_adhesion)]).into());
    }
    if let Some((spring, C)) = render_spring(contact, pair, "YADE")? {
        let numbers = SPRING.into_iter().zip(spring).chain([(DASHPOT, C)]).collect();
        return Ok(Parameters::new(numbers, &[("law", LUDING)]).into());
    }
    if let Some((bare, alpha, oblique)) = render_local(contact, "YADE")? {
        let Rendered { mut params, notes } = render(&bare, Reading::Corrected, pair)?;
        params.numbers.set(LOCAL, alpha);
        params.numbers.set_given(FRICTION, oblique.then_some(0.0));
        return Ok(Rendered { params, notes });
    }
    let (mut numbers, z, notes) = render_hertz(contact, pair, "YADE", [YOUNG, POISSON], Ends::ForceClamped)?;
    if z != 0.0 {
        numbers.push(("betan", (5.0f64 / 6.0).sqrt() * z));
    }
    if let Some(shear) = tangential::friction_to_render(contact, pair)? {
        numbers.push((FRICTION, libm::atan(shear.friction)));
        numbers.push(("betas", dashpot_ratio(&shear, pair).unwrap_or(0.0)));
    }
    Ok(Rendered { params: Parameters::new(numbers, &[]), notes })
}

/// YADE, `Law2_ScGeom_MindlinPhys_Mindlin`.
///
/// Its `NewtonIntegrator` damps by 0.2 and its wall is not Hertz's unless told otherwise; both are. The variants
/// `default-damping` and `default-wall` leave them as they are.
const DRIVER: Driver = Driver {
    title: "YADE, as a Python package",
    get: "Debian: yade",
    programs: &["/usr/bin/python3"],
    ask,
    written: engine,
};

/// Where Debian keeps the package, which is on no interpreter's own path and made for the system's interpreter.
const FOLDER: &str = "/usr/lib/x86_64-linux-gnu/yade-double/py";

/// Its script, which imports the package.
const SCRIPT: &str = include_str!("yade.py");

/// Texts for places of its lines.
type Settings = &'static [(&'static str, &'static str)];

/// Defaults that someone may have left on.
const VARIANTS: &[(&str, Settings)] =
    &[("default-damping", &[("damping", "0.2")]), ("default-wall", &[("hertzian", "False")])];

/// Says whether the package can be found, and its version as the launcher has it, without starting either.
const ASK: &str = "import importlib.util as u, re, sys
sys.path.insert(1, sys.argv[1])
if u.find_spec('yade') is None:
    sys.exit(0)
try:
    text = open(sys.argv[2], encoding='utf-8').read()
except OSError:
    text = ''
found = re.search(r\"'(20[0-9]{2}\\.[0-9A-Za-z.-]+)'\", text)
print('yade', found.group(1) if found else '')
";

fn ask(place: &Path) -> DriverAnswer {
    let launcher = on_path("yade".as_ref()).unwrap_or_default().display().to_string();
    Ok(python::ask("yade", place, &[ASK, FOLDER, &launcher])?.map(engine))
}

fn engine(installation: Installation) -> Box<dyn Engine> {
    Box::new(Package::<Settings> { installation, script: SCRIPT, settings: &[], variants: VARIANTS, input })
}

/// The lines of each scene as export writes them: with `en` where the case is written in YADE's parameters and asks for it, or
/// else `betan = sqrt(5/6) z`, which is exact. `betas` is always there: left out, it would be `betan`.
fn input(scenes: &[&Scene], settings: Settings) -> Result<Value, String> {
    let lines = |scene: &&Scene| {
        let local = matches!(scene.contact.damping, Damping::LocalDamping(_));
        if local && !scene.kinematics.is_head_on() {
            return Err(
                "local damping of an oblique impact is not run: the pairs have axes of their own there".to_string()
            );
        }
        let (materials, parameters) = bodies_and_parameters(scene, &YADE)?;
        let (material, engines) = LINES.split_at(ENGINES);
        let settings: Vec<_> = settings.iter().map(|&(place, text)| (place, text.to_string())).collect();
        let mut lines = Vec::new();
        for BodyMaterial { name, young, poisson, density } in materials {
            let numbers = [("young", young), ("poisson", poisson), ("density", density)];
            let values = numbers.map(|(place, number)| (place, exact(number))).into_iter().chain([("name", name)]);
            let values: Vec<_> = values.collect();
            lines.extend(script::write(material, &parameters, &values).map_err(|error| error.message)?);
        }
        lines.extend(script::write(engines, &parameters, &settings).map_err(|error| error.message)?);
        Ok(lines)
    };
    let lines = scenes.iter().map(lines).collect::<Result<Vec<_>, String>>()?;
    Ok(json!({ "package": FOLDER, "contacts": lines }))
}
