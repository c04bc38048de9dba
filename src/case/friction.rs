//! Friction and rolling: `[contact.tangential.*]`, `[contact.rolling.*]`, `friction_limit`, `lever`, `spring_rotation`.

use super::law::{LawDraft, axis, law, law_error, one_of};
use super::reader::{Node, Reader, Table, quoted};
use super::scene_values::{SceneValues, lacking};
use super::table_values::TableValues;
use crate::error::{Diagnostic, Origin};
use crate::keys::{Key, Keys, Spec, Takes};
use crate::law::rolling::Free;
use crate::law::scene::{Body, ImpactKinematics};
use crate::law::shear::{Arm, FrictionLimit, Levers, SpringRotation};
use crate::law::{Contact, Friction, Pair, Rolling, ShearForce, Tangential, rolling, tangential};

/// The tangential and rolling laws of a file, with the indices of their values.
#[derive(Debug, Clone)]
pub(super) struct FrictionDraft {
    pub tangential: LawDraft<Tangential>,
    pub rolling: Option<LawDraft<Rolling>>,
    /// The friction limit, and how the springs rotate with the contact.
    pub given: TableValues,
    /// Arm of the slip velocity, and of the torque.
    pub lever: [Option<usize>; 2],
}

const ARM: Spec = Spec::Words(Arm::WORDS);

pub(super) const FRICTION_LIMIT: Key =
    Key::word("friction_limit", FrictionLimit::WORDS, "normal force in Coulomb's limit; required with damping");
const LEVER_FORMS: &[Takes] = &[Takes::Value(ARM), Takes::Table(&LEVERS)];

pub(super) const LEVER: Key = Key::new("lever", Takes::Either(LEVER_FORMS), "arms of slip velocity and torque")
    .unless("the nominal radius")
    .example("\"radius\"   or   lever = { slip = \"radius\", torque = \"overlap\" }");

pub(super) const ROTATION: Key =
    Key::word("spring_rotation", SpringRotation::WORDS, "how the springs turn with the contact")
        .unless("`normal-and-spin`");

pub(super) static LEVERS: Keys = Keys {
    header: "contact.lever",
    doc: "arms of slip velocity and torque",
    keys: &[
        Key::word("slip", Arm::WORDS, "arm of the slip velocity").required("\"radius\""),
        Key::word("torque", Arm::WORDS, "arm of the torque").required("\"radius\""),
    ],
    rules: "",
};

/// Reads the tangential and rolling laws; `None` when there are none. `damped`: whether there is a normal dashpot.
pub(super) fn read(reader: &mut Reader, contact: &Table, damped: bool) -> Option<FrictionDraft> {
    let tangential = axis(reader, contact, "tangential", tangential::KINDS);
    let rolling = axis(reader, contact, "rolling", rolling::KINDS).filter(|law| law.kind.card.name != "none");
    let lever = contact.get("lever").map_or([None, None], |node| lever(reader, &node));
    if !contact.has("tangential") {
        for key in ["rolling", "friction_limit", "lever", "spring_rotation"] {
            let help = [&one_of("tangential", tangential::KINDS), "without friction:  [contact.tangential.none]"];
            contact.bars(reader, key, format!("`{key}` requires a tangential law"), &help);
        }
    }
    let given = contact.values(reader, [FRICTION_LIMIT, ROTATION]);
    let tangential = tangential?;
    if damped && !contact.has("friction_limit") && tangential.kind.card.name != "none" {
        limit_missing(reader, &tangential);
    }
    Some(FrictionDraft { tangential, rolling, given, lever })
}

/// `lever = "radius"`, or `lever = { slip = "radius", torque = "overlap" }`.
fn lever(reader: &mut Reader, node: &Node) -> [Option<usize>; 2] {
    let parts = node.value.get_ref().as_table();
    if parts.is_none_or(|table| table.contains_key("sweep")) {
        let both = reader.value(node, ARM);
        return [both, both];
    }
    let Some(table) = node.inner(reader, &LEVER) else { return [None, None] };
    [0, 1].map(|at| table.value(reader, &LEVERS.keys[at]))
}

fn limit_missing(reader: &mut Reader, law: &LawDraft<Tangential>) {
    let mut help = vec![
        "a damped normal law with friction requires `friction_limit`, the normal force in Coulomb's limit. Add to [contact]:".to_string(),
    ];
    for limit in FrictionLimit::PLAIN {
        help.push(format!("  friction_limit = {:<12}# {}", format!("\"{}\"", limit.word()), limit.meaning()));
    }
    let help: Vec<&str> = help.iter().map(String::as_str).collect();
    reader.wrong(&law.given.origin.span, "`contact.friction_limit` is missing", &help);
}

impl FrictionDraft {
    /// The friction laws of one scene. Without a dashpot the three friction limits are equal, and `total` is used.
    pub fn friction(&self, picked: &SceneValues) -> Result<Friction, Box<Diagnostic>> {
        let limit = self.given.one_of(picked, &FRICTION_LIMIT, FrictionLimit::from_word);
        let rotation = self.given.one_of(picked, &ROTATION, SpringRotation::from_word);
        let arm = |id: Option<usize>| id.and_then(|id| Arm::from_word(&picked.choice(id).text)).unwrap_or(Arm::Radius);
        Ok(Friction {
            tangential: law(picked, &self.tangential)?,
            rolling: self.rolling.as_ref().map_or(Ok(Rolling::Free(Free)), |rolling| law(picked, rolling))?,
            limit: limit.unwrap_or(FrictionLimit::Total),
            levers: Levers { slip: arm(self.lever[0]), torque: arm(self.lever[1]) },
            rotation: rotation.unwrap_or(SpringRotation::NormalAndSpin),
        })
    }

    fn limit(&self) -> Option<usize> {
        self.given.find(FRICTION_LIMIT.name)
    }

    /// The place of the friction limit in the file, or that of the tangential law if there is no limit.
    pub fn limit_origin<'a>(&'a self, picked: &'a SceneValues) -> &'a Origin {
        self.limit().map_or(&self.tangential.given.origin, |id| &picked.choice(id).origin)
    }

    /// The error for a friction limit that requires an adhesive normal law.
    fn without_attraction(&self, picked: &SceneValues, contact: &Contact) -> Diagnostic {
        let name = contact.normal.card().name;
        let text = self.limit().map_or("", |id| &picked.choice(id).text);
        let message =
            format!("friction_limit = \"{text}\" requires an adhesive normal law; `{name}` has no attraction");
        Diagnostic::new(message).at(self.limit_origin(picked)).help("write friction_limit = \"elastic\"")
    }

    /// The tangential force of a scene. Refuses laws that the scene does not allow.
    pub fn shear(
        &self,
        picked: &SceneValues,
        contact: &Contact,
        pair: &Pair,
        bodies: &[Body; 2],
        kinematics: &ImpactKinematics,
    ) -> Result<Option<ShearForce>, Box<Diagnostic>> {
        let shear = contact.shear(pair).map_err(|error| {
            let moduli = pair.G_star.is_none() && error.help.is_empty();
            let problem = law_error(picked, &self.tangential, error);
            if moduli { lacking(problem, bodies) } else { problem }
        })?;
        if shear.is_some_and(|shear| shear.form.is_planar()) && !kinematics.is_planar() {
            let name = self.tangential.kind.card.name;
            let message = format!("`{name}` is valid for one fixed tangential direction, and this spin rotates it");
            let help =
                "use a spin axis perpendicular to the direction of travel: about y for travel along x over a wall +z";
            let problem = Diagnostic::new(message).at(&self.tangential.given.origin).help(help);
            return Err(problem.help("or write [contact.tangential.mindlin]").into());
        }
        if shear.is_some_and(|shear| shear.limit.is_adhesive()) && contact.force(pair).is_ok() {
            return Err(Box::new(self.without_attraction(picked, contact)));
        }
        let rings = shear.is_some_and(|shear| shear.form.is_planar() && shear.limit != FrictionLimit::Elastic);
        if rings && contact.force(pair).is_ok_and(|force| force.C != 0.0) {
            let message = "`mindlin-deresiewicz` is only valid with Coulomb's limit on the elastic normal force";
            let help = "with a normal dashpot write friction_limit = \"elastic\"";
            let problem = Diagnostic::new(message).at(self.limit_origin(picked)).help(help);
            return Err(problem.help("or use another tangential law").into());
        }
        Ok(shear)
    }
}

/// The error for a scene with tangential motion or spin and without a friction law.
pub(super) fn no_friction(told: Option<&str>, scene: &str) -> Diagnostic {
    match told {
        Some(system) => Diagnostic::new(format!("no friction given in {} for {scene}", quoted(system)))
            .help("give its friction parameter, or make the impact head-on and without spin"),
        None => Diagnostic::new(format!("no tangential law given for {scene}"))
            .help(one_of("tangential", tangential::KINDS))
            .help("without friction:  [contact.tangential.none]"),
    }
}
