//! Builds a scene from one value of each entry of a case.

use std::f64::consts::PI;
use std::sync::Arc;

use super::body::{BodyDraft, EDGE_DISTANCE, INERTIA, MASS, RADIUS, ShapeDraft, THICKNESS};
use super::branch_friction::check_limit;
use super::contact::{ContactDraft, LawsDraft};
use super::dialect::DialectDraft;
use super::entry::Entry;
use super::friction;
use super::impact::{ANGLE, ImpactDraft, MEMORY_KEPT, OFFSET, SECOND_SPEED, TANGENTIAL_SPEED};
use super::kinematics::impact_kinematics;
use super::law::{law, law_error, law_with};
use super::material::{DENSITY, MaterialDraft, POISSON_RATIO, YIELD_STRESS, YOUNG_MODULUS};
use super::path::PathDraft;
use super::reader::{Reader, quoted};
use super::scalar::SOLID;
use super::scene_values::{SceneValues, lacking, placed};
use super::surface;
use crate::error::{Diagnostic, Origin};
use crate::law::damping::{Undamped, ZenerPlate};
use crate::law::scene::path::LoadingPath;
use crate::law::scene::{Body, ImpactKinematics, Material, Scene, SceneParameter, Shape, SystemContact};
use crate::law::shear::FrictionLimit;
use crate::law::{Branched, Contact, Damping, Ends, Normal, Pair, PowerForce};

/// The bodies, contact and motion of a case file, with the indices of their values.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub materials: Vec<MaterialDraft>,
    pub bodies: [BodyDraft; 2],
    pub contact: ContactDraft,
    pub motion: MotionDraft,
}

/// The impact or loading path of a case file.
#[derive(Debug, Clone)]
pub(super) enum MotionDraft {
    Impact(ImpactDraft),
    Path(PathDraft),
}

/// Builds the scene of one pick, without its name and rows; what is wrong with it is reported.
///
/// `order` lists the entries as they stand in the file, each with the parameters it may become.
pub(super) fn build(reader: &mut Reader, draft: &Draft, order: &EntryParameters, pick: &[usize]) -> Option<Scene> {
    match scene(&SceneValues { entries: &reader.entries, pick, given: &[] }, draft, order) {
        Ok(scene) => Some(scene),
        Err(problem) => {
            reader.report(*problem);
            None
        }
    }
}

/// Builds a scene with these numbers in place of those of the file, without a list of parameters.
pub(super) fn build_with(entries: &[Entry], draft: &Draft, given: &[(usize, f64)]) -> Result<Scene, Box<Diagnostic>> {
    scene(&SceneValues { entries, pick: &[], given }, draft, &[])
}

fn scene(picked: &SceneValues, draft: &Draft, order: &EntryParameters) -> Result<Scene, Box<Diagnostic>> {
    let [one, two] = &draft.bodies;
    let bodies = [body(picked, one, &draft.materials)?, body(picked, two, &draft.materials)?];
    let pair = Pair::new(&bodies[0].side(), &bodies[1].side());
    let plate = plate(picked, draft, &bodies[1])?;
    let work = surface::work_of_adhesion(picked, &draft.bodies, &draft.materials, &draft.contact)?;
    let (mut contact, told) = match &draft.contact {
        ContactDraft::Laws(laws) => (self::laws(picked, laws, work, &pair, &bodies)?, None),
        ContactDraft::System(said) => {
            let told = self::system_contact(picked, said, &pair, &bodies)?;
            (told.parsed.contact.clone(), Some(told))
        }
    };
    if let Some((law, place)) = plate {
        let given = contact.damping.card().name;
        if given != Undamped::CARD.name || told.is_some() {
            let message = "a plate already dissipates energy: remove the normal damping";
            let help = "write  wall = { ... }  for a plate that does not bend, or leave the damping out";
            return Err(Box::new(Diagnostic::new(message).at(place).help(help)));
        }
        contact.damping = Damping::ZenerPlate(law);
        // The real force is the elastic part: the dashpot of the contact coordinate is the motion of the plate.
        if let Some(friction) = contact.friction.as_mut().filter(|friction| !friction.limit.is_adhesive()) {
            friction.limit = FrictionLimit::Elastic;
        }
    }
    let (origin, laws) = match &draft.contact {
        ContactDraft::Laws(laws) => (&laws.normal.given.origin, Some(laws)),
        ContactDraft::System(said) => (&said.given.origin, None),
    };
    let damping = laws.and_then(|laws| laws.damping.as_ref());
    let friction = laws.and_then(|laws| laws.friction.as_ref());
    let branches = contact.branches(&pair).map_err(|error| match (damping, error.key) {
        (Some(law), Some(_)) => law_error(picked, law, error),
        _ => lacking(placed(error, origin), &bodies),
    })?;
    let force = match &branches {
        Some(_) => None,
        None => Some(contact.force(&pair).map_err(|error| match damping {
            Some(law) => law_error(picked, law, error),
            None => placed(error, origin),
        })?),
    };
    check_finite(&pair, force.as_ref(), origin)?;
    let (speed, before, kinematics, path) = motion(picked, draft, &bodies, &contact, branches.as_ref())?;
    if let (MotionDraft::Path(path), None, None) = (&draft.motion, &branches, &contact.friction) {
        let problem = friction::no_friction(told.as_ref().map(|told| told.system), "a loading path");
        return Err(Box::new(problem.at(&path.origin)));
    }
    if !kinematics.is_head_on() && contact.friction.is_none() {
        let problem = friction::no_friction(told.as_ref().map(|told| told.system), "an oblique or spinning impact");
        return Err(Box::new(problem.at(sliding(picked, draft, &kinematics))));
    }
    let shear = match friction {
        Some(friction) => friction.shear(picked, &contact, &pair, &bodies, &kinematics)?,
        None => contact.shear(&pair).map_err(|error| placed(error, origin))?,
    };
    if let Some(branches) = &branches {
        let place = friction.map_or(origin, |friction| friction.limit_origin(picked));
        check_limit(branches, &contact, shear.as_ref(), path.is_some()).map_err(|problem| problem.at(place))?;
    }
    let parameters = parameters(picked, order, &bodies);
    Ok(Scene {
        name: String::new(),
        parameters,
        bodies,
        speed,
        kinematics,
        path,
        contact,
        pair,
        before,
        force,
        shear,
        rows: Vec::new(),
        system: told.map(Box::new),
    })
}

/// Impact speed, speed of a remembered earlier impact, impact kinematics, and the path instead of an impact.
type Motion = (f64, Option<f64>, ImpactKinematics, Option<LoadingPath>);

fn motion(
    picked: &SceneValues,
    draft: &Draft,
    bodies: &[Body; 2],
    contact: &Contact,
    branches: Option<&Branched>,
) -> Result<Motion, Box<Diagnostic>> {
    let impact = match &draft.motion {
        MotionDraft::Path(path) => return Ok((0.0, None, ImpactKinematics::HEAD_ON, Some(path.path(picked)))),
        MotionDraft::Impact(impact) => impact,
    };
    let (speed, kinematics) = impact_kinematics(picked, impact, &draft.bodies, bodies)?;
    let Some(again) = &impact.again else { return Ok((speed, None, kinematics, None)) };
    if !branches.is_some_and(Branched::remembers) {
        let name = contact.normal.card().name;
        let problem = Diagnostic::new(format!("`again` has no effect here: `{name}` has no memory of earlier impacts"));
        let help = match &contact.normal {
            Normal::Luding(_) | Normal::Eepa(_) => {
                "leave it out: what this law remembers falls to zero with the overlap, before the bodies part"
            }
            _ => "leave it out",
        };
        return Err(Box::new(problem.at(&again.origin).help(help)));
    }
    let kept = again.one_of(picked, &MEMORY_KEPT, |word| (word == "kept").then_some(()));
    let before = kept.map(|()| speed);
    let (second, along) = (again.number(picked, &SECOND_SPEED).unwrap_or(f64::NAN), kinematics.tangential_speed);
    // At the angle of the first.
    let part = second / speed.hypot(along);
    let second = if along == 0.0 { second } else { speed * part };
    Ok((second, before, ImpactKinematics { tangential_speed: along * part, ..kinematics }, None))
}

/// The place in the file of the tangential velocity or spin of a scene.
fn sliding<'d>(picked: &'d SceneValues, draft: &'d Draft, kinematics: &ImpactKinematics) -> &'d Origin {
    let slides = match &draft.motion {
        MotionDraft::Path(_) => None,
        MotionDraft::Impact(impact) => {
            [ANGLE, OFFSET, TANGENTIAL_SPEED].iter().find_map(|key| impact.given.find(key.name))
        }
    };
    let spins = draft.bodies.iter().flat_map(|body| body.spin.into_iter().flatten());
    let spins = spins.into_iter().find(|&id| picked.number(id) != 0.0);
    let place = slides.filter(|_| kinematics.tangential_speed > 0.0).or(spins);
    place.map_or(&draft.bodies[0].origin, |id| &picked.choice(id).origin)
}

/// The loss to bending waves of a plate, and the place of its thickness in the file.
fn plate<'d>(
    picked: &SceneValues,
    draft: &'d Draft,
    body: &Body,
) -> Result<Option<(ZenerPlate, &'d Origin)>, Box<Diagnostic>> {
    let ShapeDraft::Wall { given, plate: Some(place), .. } = &draft.bodies[1].shape else { return Ok(None) };
    let of = |key: &str, value: Option<f64>| {
        value.ok_or_else(|| {
            let message = format!("the plate {} requires a material with `{key}`", quoted(&body.name));
            let help = "a plate needs `young_modulus`, `poisson_ratio` and `density`: it bends and is accelerated";
            Box::new(Diagnostic::new(message).at(place).help(help))
        })
    };
    let material = body.material.as_ref();
    let law = ZenerPlate {
        thickness: given.number(picked, &THICKNESS).unwrap_or(f64::NAN),
        young_modulus: of("young_modulus", material.and_then(|m| m.young_modulus))?,
        poisson_ratio: of("poisson_ratio", material.and_then(|m| m.poisson_ratio))?,
        density: of("density", material.and_then(|m| m.density))?,
        edge_distance: given.number(picked, &EDGE_DISTANCE),
    };
    Ok(Some((law, place)))
}

fn body(picked: &SceneValues, draft: &BodyDraft, materials: &[MaterialDraft]) -> Result<Body, Box<Diagnostic>> {
    let named = draft.material.map(|id| picked.choice(id).text.as_str());
    let material = materials.iter().find(|m| Some(m.name.as_str()) == named).map(|m| Material {
        name: m.name.clone(),
        density: m.given.number(picked, &DENSITY),
        young_modulus: m.given.number(picked, &YOUNG_MODULUS),
        poisson_ratio: m.given.number(picked, &POISSON_RATIO),
        yield_stress: m.given.number(picked, &YIELD_STRESS),
    });
    let (shape, mass) = match &draft.shape {
        ShapeDraft::Wall { normal, .. } => (Shape::Wall { normal: *normal }, f64::INFINITY),
        ShapeDraft::Sphere(given) => {
            let origin = &given.origin;
            let radius = given.number(picked, &RADIUS).unwrap_or(f64::NAN);
            let density = material.as_ref().and_then(|m| m.density);
            let mass = match (given.number(picked, &MASS), density) {
                (Some(mass), _) => mass,
                (None, Some(density)) => density * (4.0 / 3.0 * PI * radius.powi(3)),
                (None, None) => return Err(no_mass(draft, origin, material.as_ref())),
            };
            if !(mass.is_finite() && mass > 0.0) {
                let message = format!("the mass of {} is not finite: {mass} kg", quoted(&draft.name));
                return Err(Box::new(Diagnostic::new(message).at(origin).help("check radius and density")));
            }
            (Shape::Sphere { radius, inertia_factor: given.number(picked, &INERTIA).unwrap_or(SOLID) }, mass)
        }
    };
    Ok(Body { name: draft.name.clone(), shape, mass, material, rigid: draft.rigid, held: draft.held })
}

fn no_mass(draft: &BodyDraft, origin: &Origin, material: Option<&Material>) -> Box<Diagnostic> {
    let message = format!("the mass of {} is missing", quoted(&draft.name));
    let density = match material {
        Some(material) => format!(",   or  density = \"2500 kg/m3\"  in [material.{}]", material.name),
        None => String::new(),
    };
    Box::new(Diagnostic::new(message).at(origin).help(format!("add  mass = \"41.5 g\"  to the sphere{density}")))
}

/// The laws of a contact, with the work of adhesion of the materials. Refuses a normal law without the moduli it needs.
fn laws(
    picked: &SceneValues,
    draft: &LawsDraft,
    work: Option<f64>,
    pair: &Pair,
    bodies: &[Body; 2],
) -> Result<Contact, Box<Diagnostic>> {
    let normal = law_with(picked, &draft.normal, work.map(|w| ("work_of_adhesion", w)))?;
    let damping = match &draft.damping {
        Some(damping) => law(picked, damping)?,
        None => Damping::Undamped(Undamped),
    };
    let ends = draft.ends.and_then(|id| Ends::from_word(&picked.choice(id).text)).unwrap_or(Ends::ZeroOverlap);
    // A law with branches is compiled with its damping.
    if !draft.normal.kind.marked {
        normal.elastic(pair).map_err(|error| lacking(law_error(picked, &draft.normal, error), bodies))?;
    }
    let friction = draft.friction.as_ref().map(|friction| friction.friction(picked)).transpose()?;
    Ok(Contact { normal, damping, ends, friction })
}

/// The contact that is given in the parameters of a DEM code, for these bodies.
fn system_contact(
    picked: &SceneValues,
    said: &DialectDraft,
    pair: &Pair,
    bodies: &[Body; 2],
) -> Result<SystemContact, Box<Diagnostic>> {
    said.system_contact(picked, pair).map_err(|error| {
        let moduli = pair.require_E_star("hertz").err().is_some_and(|lack| lack.message == error.message);
        let incomplete = error.key.is_none() && error.help.is_empty();
        let mut problem = placed(error.clone(), said.given.place(picked, error.key));
        if moduli {
            return lacking(problem, bodies);
        }
        if incomplete {
            problem.help = said.keys();
        }
        problem
    })
}

/// Refuses a combination of valid numbers whose effective quantities overflow.
fn check_finite(pair: &Pair, force: Option<&PowerForce>, origin: &Origin) -> Result<(), Box<Diagnostic>> {
    let proper = |x: f64| x.is_finite() && x > 0.0;
    let checks = [
        ("the effective mass", pair.m_star, "kg", proper(pair.m_star)),
        ("the effective radius", pair.R_star, "m", proper(pair.R_star)),
    ];
    // The sign of a coefficient is the law's own to check: a page taken at its word may feed energy.
    let of_force = force.map(|force| {
        [
            ("the stiffness", force.K, "N/m^n", proper(force.K)),
            ("the damping coefficient", force.C, "N s/m^n", force.C.is_finite()),
        ]
    });
    for (what, value, unit, good) in checks.into_iter().chain(of_force.into_iter().flatten()) {
        if !good {
            let message = format!("{what} is not a finite positive number: {value} {unit}");
            return Err(Diagnostic::new(message)
                .at(origin)
                .help("check the sizes, masses and moduli of the case")
                .into());
        }
    }
    Ok(())
}

/// Entries in the order of the file, each with a parameter for every value it takes, shared by the scenes.
pub(super) type EntryParameters = [(usize, Vec<Arc<SceneParameter>>)];

/// The scene parameter of an entry, for every value it takes.
pub(super) fn parameters_of(entry: &Entry) -> Vec<Arc<SceneParameter>> {
    let made = entry.choices.iter().map(|choice| {
        let (path, value, text) = (entry.path.clone(), choice.value.clone(), choice.text.clone());
        Arc::new(SceneParameter { path, value, text, swept: entry.sweep.is_some() })
    });
    made.collect()
}

/// The parameters of a scene, without materials that it does not use.
fn parameters(picked: &SceneValues, order: &EntryParameters, bodies: &[Body; 2]) -> Vec<Arc<SceneParameter>> {
    let made_of = |name: &str| bodies.iter().any(|body| body.material.as_ref().is_some_and(|m| m.name == name));
    let mut parameters = Vec::with_capacity(order.len());
    for (id, choices) in order {
        let mut words = picked.entries[*id].path.split('.');
        if words.next() == Some("material") && !words.next().is_some_and(made_of) {
            continue;
        }
        parameters.extend(choices.get(picked.pick[*id]).map(Arc::clone));
    }
    parameters
}
