//! `[contact]`: a normal law, a damping law, the end of contact, friction and rolling; or the parameters of one DEM code,
//! `[contact.pfc]`, in place of all of it.

use std::ops::Range;

use toml::de::DeValue;

use super::Word;
use super::bodies::{BodyDraft, MaterialDraft, SURFACE_ENERGY};
use super::reader::{Node, Reader, Table, later, not_yet, quoted, suggestion};
use super::rebound::{self, Further, SpeedCurve};
use super::values::{Built, SceneValues, TableValues, key_lines, lacking, placed, refusal};
use crate::codes::{self, Code, Parameters, Reading};
use crate::error::{Diagnostic, Origin, cut};
use crate::formula;
use crate::keys::{Default, Key, Keys, Spec, Takes};
use crate::law::card::LawKind;
use crate::law::damping::{LocalDamping, Undamped};
use crate::law::normal::OfEngine;
use crate::law::rolling::Free;
use crate::law::scene::{Body, ImpactKinematics, SystemContact};
use crate::law::shear::{Arm, FrictionLimit, Levers, SpringRotation};
use crate::law::{
    Branched, Contact, Damping, Ends, Friction, LawError, Normal, Numbers, Pair, Rolling, ShearForce, Tangential,
    damping, normal, rolling, tangential,
};
use crate::limits::ANY;
use crate::units::Dimension;
use crate::words::kept;

/// The contact of a file, with the indices of its values.
#[derive(Debug, Clone)]
pub(super) enum ContactDraft {
    Laws(LawsDraft),
    /// In the parameters of a DEM code.
    System(DialectDraft),
}

/// The laws of this program.
#[derive(Debug, Clone)]
pub(super) struct LawsDraft {
    pub normal: LawDraft<Normal>,
    pub damping: Option<LawDraft<Damping>>,
    /// Local damping beside that law, a dashpot.
    pub local: Option<Box<LawDraft<Damping>>>,
    pub ends: Option<usize>,
    pub friction: Option<Box<FrictionDraft>>,
}

impl ContactDraft {
    /// The law of an engine, as the file names it, with the place of its table; `None` for any other.
    pub fn of_engine(&self, reader: &Reader) -> Option<Word> {
        let Self::Laws(LawsDraft { normal, .. }) = self else { return None };
        if normal.kind.card.name != OfEngine::CARD.name {
            return None;
        }
        let named = normal.given.find(OfEngine::KEYS[0].name)?;
        let text = reader.entries.get(named)?.choices.first()?.text.clone();
        Some(Word { text, origin: normal.given.origin.clone() })
    }
}

impl LawsDraft {
    /// The law that defines where the contact ends, so that a case must not.
    pub fn ends_by_itself(&self) -> Option<&'static str> {
        ends_by_itself(Some(&self.normal), self.damping.as_ref())
    }
}

pub(super) const END: Key = Key::of("ends", Takes::words(Ends::WORDS))
    .doc("when the contact is over; required beside damping; the parameters of a code include it");

const fn law_of(axis: &'static str, doc: &'static str) -> Key {
    Key::new(axis, Takes::Other("a table with the name of a law", r#"{"type": "object"}"#), doc)
}

pub(super) static KEYS: Keys = Keys::new(
    "[contact]",
    "one normal law, at most one damping law (a dashpot and local damping may stand beside each other) and what acts along the contact, or the words of one system",
)
.keys(&[
    END.with("normal"),
    law_of("normal", "one elastic law"),
    law_of("damping", "one damping law").with("normal"),
    law_of("tangential", "one tangential law").with("normal"),
    law_of("rolling", "one rolling law").with("tangential"),
    FRICTION_LIMIT.with("tangential"),
    LEVER.with("tangential"),
    ROTATION.with("tangential"),
])
.one_of(&["normal"]);

/// Reads the contact; `None` when the normal law is missing or cannot be read.
pub(super) fn contact(reader: &mut Reader, root: &Table) -> Option<ContactDraft> {
    let Some(node) = root.get("contact") else {
        if !root.misspells("contact") {
            no_normal_law(reader, 0..0);
        }
        return None;
    };
    let table = node.table(reader, "[contact.normal.hertz]")?;
    let known: Vec<&str> = KEYS.names().into_iter().chain(codes::names()).collect();
    table.only(reader, &known);
    if let Some(said) = dialect(reader, &table)? {
        return Some(ContactDraft::System(said));
    }
    let before = reader.count();
    let normal = axis(reader, &table, "normal", normal::KINDS);
    // A table of another system stands for all the laws: asking for a normal law beside it would mislead.
    let nodes = table.nodes();
    let foreign = nodes
        .iter()
        .any(|node| later(&table.path, node.key).is_some() || !suggestion(node.key, codes::names()).is_empty());
    if normal.is_none() && reader.count() == before && !foreign {
        no_normal_law(reader, node.key_span.clone());
    }
    let (damping, local) = dampings(reader, &table);
    let ends = table.value(reader, &END);
    let own_end = ends_by_itself(normal.as_ref(), damping.as_ref());
    match (own_end, &damping) {
        (Some(law), _) => {
            let message = format!("`ends` has no effect here: `{law}` defines where its contact ends");
            table.bars(reader, "ends", message, &["leave it out"]);
        }
        (None, Some(law)) if !table.has("ends") => {
            let name = law.kind.card.name;
            let why = format!(
                "`{name}` requires `contact.ends`, the end of contact: a damped force can turn attractive on separation.\nAdd to [contact]:"
            );
            word_missing(reader, &law.given.origin, &END, &why, Ends::ALL.map(|ends| (ends.word(), ends.meaning())));
        }
        _ => {}
    }
    let friction = self::friction(reader, &table, damping.is_some() || has_own_dashpot(&table)).map(Box::new);
    let local = local.map(Box::new);
    Some(ContactDraft::Laws(LawsDraft { normal: normal?, damping, local, ends, friction }))
}

/// Whether the normal law is a formula of the rate too, or that of an engine, which may be.
fn has_own_dashpot(contact: &Table) -> bool {
    let law = |name: &str| {
        contact.get("normal").and_then(|node| node.value.get_ref().as_table().and_then(|laws| laws.get(name)))
    };
    if law(OfEngine::CARD.name).is_some() {
        return true;
    }
    let force = law("formula").and_then(|formula| formula.get_ref().as_table().and_then(|table| table.get("force")));
    force.and_then(|force| force.get_ref().as_str()).is_some_and(formula::names_rate)
}

/// The law of two that defines where the contact ends, so that a case must not.
fn ends_by_itself(normal: Option<&LawDraft<Normal>>, damping: Option<&LawDraft<Damping>>) -> Option<&'static str> {
    let normal = normal.map(|law| law.kind.card.name).filter(|name| normal::ends_by_itself(name));
    normal.or_else(|| damping.map(|law| law.kind.card.name).filter(|name| damping::ends_by_itself(name)))
}

fn no_normal_law(reader: &mut Reader, place: Range<usize>) {
    reader.wrong(&place, "there is no normal law", &[&one_of("normal", normal::KINDS)]);
}

/// Reports that a key with these words is missing, at the law that requires it.
fn word_missing<const N: usize>(reader: &mut Reader, law: &Origin, key: &Key, why: &str, words: [(&str, &str); N]) {
    let mut help: Vec<&str> = why.lines().collect();
    let choices = choices(key, words.map(|(word, meaning)| (word, meaning.to_string())));
    help.extend(choices.iter().map(String::as_str));
    reader.wrong(&law.span, format!("`contact.{}` is missing", key.name), &help);
}

/// The lines that give a key each of its words, with their meanings.
fn choices<const N: usize>(key: &Key, words: [(&str, String); N]) -> Vec<String> {
    let width = words.iter().map(|(word, _)| word.len() + 4).max().unwrap_or_default();
    words.map(|(word, meaning)| format!("  {} = {:<width$}# {meaning}", key.name, format!("\"{word}\""))).to_vec()
}

/// A law of a file, with the indices of its numbers and words.
#[derive(Debug, Clone)]
pub(super) struct LawDraft<L: 'static> {
    pub kind: &'static LawKind<L>,
    /// The values of its table.
    pub given: TableValues,
    /// In place of the `restitution` of a damping law: one that depends on the impact speed.
    pub curve: Option<SpeedCurve>,
}

/// Reads the law of an axis (normal, damping, tangential, rolling).
fn axis<L>(reader: &mut Reader, contact: &Table, axis: &str, kinds: &'static [LawKind<L>]) -> Option<LawDraft<L>> {
    let node = contact.get(axis)?;
    let names = law_names(kinds);
    let meant = node.value.get_ref().as_str().filter(|word| names.contains(word));
    let example = meant.or(names.first().copied()).unwrap_or_default();
    let table = node.table(reader, &format!("[contact.{axis}.{example}]"))?;
    let nodes = table.nodes();
    let laws: Vec<Option<LawDraft<L>>> = nodes.iter().map(|node| law_table(reader, node, axis, kinds)).collect();
    let known = |node: &Node| names.contains(&node.key);
    if let [first, second, ..] = &nodes[..]
        && known(first)
        && known(second)
    {
        let message =
            format!("only one {axis} law is allowed, and there are {} and {}", quoted(first.key), quoted(second.key));
        reader.wrong(&second.key_span, message, &["keep one; to compare laws, write one case for each"]);
    }
    laws.into_iter().next()?
}

/// Reads the damping law, and local damping where it stands beside a dashpot: it acts on the motion of a body.
fn dampings(reader: &mut Reader, contact: &Table) -> (Option<LawDraft<Damping>>, Option<LawDraft<Damping>>) {
    let local = LocalDamping::CARD.name;
    let node = contact.get("damping").filter(|node| node.value.get_ref().is_table());
    let table = node.as_ref().and_then(|node| node.table(reader, "[contact.damping.tsuji]"));
    if let Some([one, two]) = table.as_ref().map(Table::nodes).as_deref()
        && (one.key == local) != (two.key == local)
    {
        let (beside, dashpot) = if one.key == local { (one, two) } else { (two, one) };
        let before = reader.count();
        let dashpot = law_table(reader, dashpot, "damping", damping::KINDS);
        let beside = law_values(reader, beside, "damping", damping::KINDS);
        return if reader.count() == before { (dashpot, beside) } else { (None, None) };
    }
    (axis(reader, contact, "damping", damping::KINDS).filter(|law| law.kind.card.name != "none"), None)
}

/// Reads the table of a law, and states the law as the word of its axis.
fn law_table<L>(reader: &mut Reader, node: &Node, axis: &str, kinds: &'static [LawKind<L>]) -> Option<LawDraft<L>> {
    if let Some(kind) = kinds.iter().find(|kind| kind.card.name == node.key) {
        reader.word(format!("contact.{axis}"), kind.card.name, node.key_span.clone());
    }
    law_values(reader, node, axis, kinds)
}

fn law_values<L>(reader: &mut Reader, node: &Node, axis: &str, kinds: &'static [LawKind<L>]) -> Option<LawDraft<L>> {
    let Some(kind) = kinds.iter().find(|kind| kind.card.name == node.key) else {
        unknown_law(reader, node, axis, &law_names(kinds));
        return None;
    };
    let table = node.table(reader, &format!("[contact.{axis}.{}]", node.key))?;
    let free = formula_parameters(reader, &table, kind);
    let keys: Vec<&str> = kind.keys.iter().chain(&free).map(|key| key.name).collect();
    for node in table.nodes() {
        if keys.contains(&node.key) {
            continue;
        }
        if keys.is_empty() && later(&table.path, node.key).is_none() {
            let message = format!("unknown key {}", quoted(node.key));
            reader.wrong(&node.key_span, message, &[&format!("`{}` has no parameters", kind.card.name)]);
        } else {
            table.unknown(reader, &node, &keys);
        }
    }
    let before = reader.count();
    let bent = table.get("restitution").filter(|node| axis == "damping" && rebound::is_curve(node));
    let curve = bent.as_ref().and_then(|node| rebound::curve(reader, node));
    let keys = kind.keys.iter().chain(&free).copied().filter(|key| bent.is_none() || key.name != "restitution");
    let given = table.values(reader, keys).at(reader.origin(node.key_span.clone()));
    // A law with a number that could not be read would complain about the lack of it.
    (reader.count() == before).then_some(LawDraft { kind, given, curve })
}

/// The keys of the parameters of a formula, or of a law of an engine: every key of its table that the law does not have. Their dimensions
/// are those of their units.
fn formula_parameters<L>(reader: &mut Reader, table: &Table, kind: &LawKind<L>) -> Vec<Key> {
    if !kind.keys.iter().filter_map(Key::spec).any(Spec::leaves_open) {
        return Vec::new();
    }
    let mut keys = Vec::new();
    for node in table.nodes() {
        if kind.keys.iter().any(|key| key.name == node.key) {
            continue;
        }
        if !formula::is_name(node.key) {
            let message = format!("{} cannot be the name of a parameter", quoted(node.key));
            reader.wrong(&node.key_span, message, &["a name is a letter, then letters, digits and _: at most 24"]);
        }
        let dimension = Dimension::of_text(first_text(node.value.get_ref()));
        keys.push(parameter_of_formula(node.key, dimension));
    }
    keys
}

/// The key of a parameter of a formula, or of a law of an engine.
pub(super) fn parameter_of_formula(name: &str, dimension: Dimension) -> Key {
    Key::parameter(kept(name), dimension)
}

/// The first text in a value or in a table of values.
fn first_text<'v>(value: &'v DeValue<'_>) -> &'v str {
    match value {
        DeValue::String(text) => text,
        DeValue::Array(items) => first_of(items.iter().map(|item| item.get_ref())),
        DeValue::Table(table) => first_of(table.iter().map(|(_, item)| item.get_ref())),
        _ => "",
    }
}

fn first_of<'v, 'a: 'v>(values: impl Iterator<Item = &'v DeValue<'a>>) -> &'v str {
    values.map(first_text).find(|text| !text.is_empty()).unwrap_or_default()
}

fn unknown_law(reader: &mut Reader, node: &Node, axis: &str, names: &[&str]) {
    if not_yet(reader, (&format!("contact.{axis}"), node.key), node.key_span.clone(), &node.path) {
        return;
    }
    let axes = [
        ("normal", law_names(normal::KINDS)),
        ("damping", law_names(damping::KINDS)),
        ("tangential", law_names(tangential::KINDS)),
        ("rolling", law_names(rolling::KINDS)),
    ];
    if let Some((other, _)) = axes.iter().find(|(other, laws)| *other != axis && laws.contains(&node.key)) {
        let message = format!("{} is a {other} law, not a {axis} law", quoted(node.key));
        reader.wrong(&node.key_span, message, &[&format!("write:  [contact.{other}.{}]", node.key)]);
        return;
    }
    let message = format!("there is no {axis} law {}{}", quoted(node.key), suggestion(node.key, names.iter().copied()));
    reader.wrong(&node.key_span, message, &[&format!("{axis} laws: {}", names.join(", "))]);
}

/// The names of the laws of an axis.
pub(super) fn law_names<L>(kinds: &[LawKind<L>]) -> Vec<&'static str> {
    kinds.iter().map(|kind| kind.card.name).collect()
}

/// Help for a contact without a law of an axis.
fn one_of<L>(axis: &str, kinds: &[LawKind<L>]) -> String {
    format!("add [contact.{axis}.LAW], LAW one of: {}", law_names(kinds).join(", "))
}

/// Builds the law of one scene, with numbers in addition to those of its table.
fn law<L>(picked: &SceneValues, law: &LawDraft<L>, beside: impl IntoIterator<Item = (&'static str, f64)>) -> Built<L> {
    let numbers = law.given.numbers(picked).into_iter().chain(beside).collect();
    let words = law.given.words(picked).into_iter().map(|(key, word)| (key, word.to_string())).collect();
    let numbers = Numbers::new(numbers).with_words(words).with_dimensions(law.given.dimensions(picked));
    (law.kind.build)(&numbers).map_err(|error| {
        let incomplete = error.key.is_none();
        let mut problem = law_error(picked, law, error);
        if incomplete {
            problem.help.extend(key_lines(law.kind.keys.iter().copied()));
        }
        problem
    })
}

/// The error of a law, at the place of the wrong value.
pub(super) fn law_error<L>(picked: &SceneValues, law: &LawDraft<L>, error: LawError) -> Box<Diagnostic> {
    let place = law.given.place(picked, error.key);
    placed(error, place)
}

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

pub(super) static LEVERS: Keys = Keys::new("contact.lever", "arms of slip velocity and torque").keys(&[
    Key::word("slip", Arm::WORDS, "arm of the slip velocity").required("\"radius\""),
    Key::word("torque", Arm::WORDS, "arm of the torque").required("\"radius\""),
]);

/// Reads the tangential and rolling laws; `None` when there are none. `damped`: whether there is a normal dashpot.
fn friction(reader: &mut Reader, contact: &Table, damped: bool) -> Option<FrictionDraft> {
    let tangential = axis(reader, contact, "tangential", tangential::KINDS);
    let rolling = axis(reader, contact, "rolling", rolling::KINDS).filter(|law| law.kind.card.name != "none");
    let lever = contact.get("lever").map_or([None, None], |node| lever(reader, &node));
    for node in contact.without("tangential", &KEYS) {
        let help = [&one_of("tangential", tangential::KINDS), "without friction:  [contact.tangential.none]"];
        reader.wrong(&node.key_span, format!("`{}` requires a tangential law", node.key), &help);
    }
    let given = contact.values(reader, [FRICTION_LIMIT, ROTATION]);
    let tangential = tangential?;
    let given = given.at(tangential.given.origin.clone());
    if damped && !contact.has("friction_limit") && tangential.kind.card.name != "none" {
        let why = "a damped normal law with friction requires `friction_limit`, the normal force in Coulomb's limit. Add to [contact]:";
        let limits = FrictionLimit::PLAIN.map(|limit| (limit.word(), limit.meaning()));
        word_missing(reader, &given.origin, &FRICTION_LIMIT, why, limits);
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

impl FrictionDraft {
    /// The friction laws of one scene. Without a dashpot the three friction limits are equal, and `total` is used.
    pub fn friction(&self, picked: &SceneValues, of_materials: Further) -> Built<Friction> {
        let limit = self.given.one_of(picked, &FRICTION_LIMIT, FrictionLimit::from_word);
        let rotation = self.given.one_of(picked, &ROTATION, SpringRotation::from_word);
        let arm = |id: Option<usize>| id.and_then(|id| Arm::from_word(&picked.choice(id).text)).unwrap_or(Arm::Radius);
        Ok(Friction {
            tangential: law(picked, &self.tangential, of_materials)?,
            rolling: self.rolling.as_ref().map_or(Ok(Rolling::Free(Free)), |rolling| law(picked, rolling, None))?,
            limit: limit.unwrap_or(FrictionLimit::Total),
            levers: Levers { slip: arm(self.lever[0]), torque: arm(self.lever[1]) },
            rotation: rotation.unwrap_or(SpringRotation::NormalAndSpin),
        })
    }

    /// An error of the tangential law, at its key.
    pub fn law_error(&self, picked: &SceneValues, error: LawError) -> Box<Diagnostic> {
        law_error(picked, &self.tangential, error)
    }

    /// The place of the friction limit in the file, or that of the tangential law if there is no limit.
    pub fn limit_origin<'a>(&'a self, picked: &'a SceneValues) -> &'a Origin {
        self.given.place(picked, Some(FRICTION_LIMIT.name))
    }

    /// The tangential force of a scene. Refuses laws that the scene does not allow.
    pub fn shear(
        &self,
        picked: &SceneValues,
        contact: &Contact,
        pair: &Pair,
        bodies: &[Body; 2],
        kinematics: &ImpactKinematics,
    ) -> Built<Option<ShearForce>> {
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
            let (name, limit) = (contact.normal.card().name, self.given.find(FRICTION_LIMIT.name));
            let text = limit.map_or("", |id| &picked.choice(id).text);
            let message =
                format!("friction_limit = \"{text}\" requires an adhesive normal law; `{name}` has no attraction");
            return Err(refusal(self.limit_origin(picked), message, "write friction_limit = \"elastic\""));
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

/// Refuses a friction limit that a normal law with branches does not define, in an impact or on a path.
pub(super) fn check_limit(
    branches: &Branched,
    contact: &Contact,
    shear: Option<&ShearForce>,
    path: bool,
) -> Result<(), Diagnostic> {
    let (Some(shear), name) = (shear, contact.normal.card().name) else { return Ok(()) };
    let (touch, q) = branches.law.touch(0.0);
    if !path
        && shear.limit == FrictionLimit::Absolute
        && branches.law.pulls()
        && branches.law.spot(&touch, q).force == 0.0
    {
        let message = format!(
            "friction_limit = \"absolute\" is not supported with `{name}`: its attraction starts at zero overlap"
        );
        return Err(Diagnostic::new(message).help("write friction_limit = \"total\""));
    }
    let lacks = match shear.limit {
        FrictionLimit::PullOff => branches.law.pull_off().is_none().then_some("a pull-off force, `jkr` or `dmt`"),
        FrictionLimit::Repulsive => branches.law.attraction(&touch, q).is_none().then_some("an attraction"),
        _ => None,
    };
    if let Some(lacks) = lacks {
        let message = format!("friction_limit = \"{}\" requires a normal law with {lacks}", shear.limit.word());
        return Err(Diagnostic::new(message).help("write friction_limit = \"total\""));
    }
    if shear.limit == FrictionLimit::Elastic && branches.law.pulls() {
        let message =
            format!("friction_limit = \"elastic\" is not valid with `{name}`: its elastic force can be attractive");
        return Err(Diagnostic::new(message)
            .help("write friction_limit = \"total\", \"absolute\", \"pull-off\" or \"repulsive\""));
    }
    Ok(())
}

/// `work_of_adhesion` from the surface energies of the materials, J/m2; `None` if the law gives it or has none.
///
/// # Errors
/// When it is given twice, for one body only, without a mixing rule, or for a law without adhesion.
pub(super) fn work_of_adhesion(
    picked: &SceneValues,
    bodies: &[BodyDraft; 2],
    materials: &[MaterialDraft],
    contact: &ContactDraft,
) -> Built<Option<f64>> {
    let materials = bodies.each_ref().map(|body| {
        let name = body.material.map(|id| picked.choice(id).text.as_str());
        materials.iter().find(|material| Some(material.name.as_str()) == name)
    });
    let energies = materials.map(|material| material.and_then(|material| material.given.find(SURFACE_ENERGY.name)));
    let given = energies.into_iter().flatten().next();
    let wrong = |id: usize, message: String, help: &str| refusal(&picked.choice(id).origin, message, help);
    let law = match contact {
        ContactDraft::Laws(laws) => &laws.normal,
        ContactDraft::System(said) => {
            return given.map_or(Ok(None), |id| {
                let message =
                    format!("`surface_energy` has no effect here: [contact.{}] says the adhesion", said.name());
                Err(wrong(id, message, "leave it out"))
            });
        }
    };
    let name = law.kind.card.name;
    let [work, rule] = ["work_of_adhesion", "mixing_rule"].map(|key| law.given.find(key));
    if let Some(id) = given.filter(|_| !law.kind.keys.iter().any(|key| key.name == "mixing_rule")) {
        let message = format!("`surface_energy` has no effect here: `{name}` has no work of adhesion");
        return Err(wrong(id, message, "leave it out"));
    }
    let twice = |id: usize, key: &str| {
        let message = format!("`{key}` and `work_of_adhesion` are alternatives: only one of them can be used");
        Err(wrong(id, message, "keep one of them"))
    };
    match (work, given, rule) {
        (Some(_), Some(id), _) => twice(id, "surface_energy"),
        (Some(_), None, Some(id)) => twice(id, "mixing_rule"),
        (None, Some(id), None) => {
            let message = format!("`surface_energy` requires `mixing_rule` in [contact.normal.{name}]");
            let help = "write  mixing_rule = \"geometric\"   w = 2 sqrt(gamma1 gamma2),   or  \"arithmetic\"   w = gamma1 + gamma2";
            Err(wrong(id, message, help))
        }
        (None, _, Some(id)) => {
            let [Some(one), Some(two)] = energies else { return Err(without_energy(picked, bodies, materials, id)) };
            let gammas = [picked.number(one), picked.number(two)];
            Ok(Some(normal::work_of_adhesion(&picked.choice(id).text, gammas)))
        }
        _ => Ok(None),
    }
}

/// Which body has no surface energy.
fn without_energy(
    picked: &SceneValues,
    bodies: &[BodyDraft; 2],
    materials: [Option<&MaterialDraft>; 2],
    rule: usize,
) -> Box<Diagnostic> {
    let mut problem = Diagnostic::new("`mixing_rule` requires the `surface_energy` of both materials")
        .at(&picked.choice(rule).origin);
    for (body, material) in bodies.iter().zip(materials) {
        problem = match material {
            Some(material) if material.given.find(SURFACE_ENERGY.name).is_some() => problem,
            Some(material) => problem.help(format!("material {} has no `surface_energy`", quoted(&material.name))),
            None => problem.help(format!("{} has no material", quoted(&body.name))),
        };
    }
    Box::new(problem.help("or replace `mixing_rule` by the `work_of_adhesion` of the pair"))
}

/// Longest line about an erratum in a message, in characters.
const WIDEST: usize = 150;

/// The parameters of one DEM code in a file, with the indices of their values.
#[derive(Clone)]
pub(super) struct DialectDraft {
    pub dialect: &'static Code,
    /// Absent for a system with one reading.
    pub reading: Option<usize>,
    pub given: TableValues,
}

/// Required for a code whose documentation has a mathematical error.
pub(super) const READING: Key = Key::word("reading", Reading::WORDS, "how its documentation is read");

/// Reads the one dialect of a contact; `None` when something is wrong with it, and `Some(None)` when there is none.
fn dialect(reader: &mut Reader, contact: &Table) -> Option<Option<DialectDraft>> {
    let nodes = contact.nodes();
    let mut said = nodes.iter().filter_map(|node| Some((node, codes::find(node.key)?)));
    let Some((node, dialect)) = said.next() else { return Some(None) };
    let before = reader.count();
    for (second, _) in said {
        let message = format!(
            "{} and {} both define the contact: use the parameters of one code",
            quoted(second.key),
            quoted(node.key)
        );
        reader.wrong(&second.key_span, message, &["keep one of them; write one case for each"]);
    }
    for key in &KEYS {
        let (name, node) = (key.name, node.key);
        if let Takes::Other(..) = key.takes {
            let message = format!("{} defines the whole contact: the {name} law would be ignored", quoted(node));
            contact.bars(reader, name, message, &[&format!("leave out [contact.{name}.*], or [contact.{node}]")]);
        } else {
            let what = if name == END.name { "the end of contact" } else { "it" };
            let message = format!("`{name}` has no effect here: {} defines {what}", quoted(node));
            contact.bars(reader, name, message, &[&format!("leave `{name}` out")]);
        }
    }
    let draft = dialect_of(reader, node, dialect);
    (reader.count() == before).then_some(draft)
}

fn dialect_of(reader: &mut Reader, node: &Node, dialect: &'static Code) -> Option<DialectDraft> {
    let table = node.table(reader, &format!("[contact.{}]", node.key))?;
    let two = dialect.readings.len() > 1;
    let mut known: Vec<&str> = dialect.keys.iter().map(|key| key.name).collect();
    if two {
        known.push(READING.name);
    }
    for node in table.nodes() {
        if !known.contains(&node.key) && node.key != READING.name {
            table.unknown(reader, &node, &known);
        }
    }
    reader.word("contact.dialect".to_string(), dialect.name(), node.key_span.clone());
    let reading = match table.get(READING.name) {
        Some(_) if two => table.value(reader, &READING),
        Some(reading) => {
            let message =
                format!("`reading` has no effect here: the parameters of {} have a single reading", quoted(node.key));
            reading.refuse_key(reader, message, &["leave `reading` out"])
        }
        None => {
            if two && !table.misspells(READING.name) {
                reading_missing(reader, node, dialect);
            }
            None
        }
    };
    let given = table.values(reader, parameters(dialect));
    let given = given.at(reader.origin(node.key_span.clone()));
    Some(DialectDraft { dialect, reading, given })
}

/// The keys of a system's parameters, without ranges and defaults, which the system checks itself.
pub(super) fn parameters(system: &Code) -> impl Iterator<Item = Key> {
    system.keys.iter().map(|key| {
        let number = |dimension| Takes::Value(Spec::Quantity(dimension, ANY));
        Key { takes: key.dimension().map_or(key.takes, number), default: Default::None, ..*key }
    })
}

fn reading_missing(reader: &mut Reader, node: &Node, dialect: &Code) {
    let mut help = vec![format!("choose how its documentation is read; add to [contact.{}]:", node.key)];
    help.extend(choices(
        &READING,
        Reading::ALL.map(|reading| {
            let meaning = match reading {
                Reading::Corrected => "with the errors of the documentation corrected",
                Reading::AsDocumented => "as the documentation is printed",
            };
            let follows = if dialect.in_use == reading { "; the code itself computes this" } else { "" };
            (reading.word(), format!("{meaning}{follows}"))
        }),
    ));
    help.push("known errors of the documentation:".to_string());
    // The others are slips of wording, which no reading changes.
    for erratum in dialect.errata.iter().filter(|erratum| !erratum.number.is_empty()) {
        help.push(cut(&format!("  {}  {}; in fact: {}", erratum.id, erratum.says, erratum.is), WIDEST));
    }
    let help: Vec<&str> = help.iter().map(String::as_str).collect();
    reader.wrong(&node.key_span, format!("`contact.{}.reading` is missing", node.key), &help);
}

impl DialectDraft {
    /// The name of the system.
    pub fn name(&self) -> &'static str {
        self.dialect.name()
    }

    /// The contact of one scene.
    pub fn system_contact(&self, picked: &SceneValues, pair: &Pair) -> Result<SystemContact, LawError> {
        let said = Parameters::new(self.given.numbers(picked), &self.given.words(picked));
        let reading = self.reading.and_then(|id| Reading::from_word(&picked.choice(id).text));
        let reading = reading.or(self.dialect.readings.first().copied()).unwrap_or(Reading::Corrected);
        let parsed = self.dialect.contact(&said, reading, pair)?;
        Ok(SystemContact { system: self.dialect.name(), reading, parsed })
    }

    /// One line for each parameter, for the message about a missing one.
    pub fn keys(&self) -> Vec<String> {
        key_lines(parameters(self.dialect))
    }
}

impl std::fmt::Debug for DialectDraft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DialectDraft").field("dialect", &self.dialect.name()).finish_non_exhaustive()
    }
}

/// The laws of a contact at an impact speed (m/s), with the work of adhesion, the damping and the friction of the materials. Refuses a normal law without the moduli it needs.
pub(super) fn contact_of(
    picked: &SceneValues,
    draft: &LawsDraft,
    (work, [mut of_damping, of_friction]): (Option<f64>, [Further; 2]),
    speed: f64,
    (pair, bodies): (&Pair, &[Body; 2]),
) -> Built<Contact> {
    let normal = law(picked, &draft.normal, work.map(|w| ("work_of_adhesion", w)))?;
    let damping = match &draft.damping {
        Some(damping) => {
            if let Some(curve) = &damping.curve {
                of_damping.extend(curve.at(damping.kind, speed, pair)?);
            }
            let damping = law(picked, damping, of_damping)?;
            match &draft.local {
                Some(local) => beside(picked, local, damping)?,
                None => damping,
            }
        }
        None => Damping::Undamped(Undamped),
    };
    let ends = draft.ends.and_then(|id| Ends::from_word(&picked.choice(id).text)).unwrap_or(Ends::ZeroOverlap);
    // A law with branches is compiled with its damping.
    if !draft.normal.kind.marked {
        normal.elastic(pair).map_err(|error| lacking(law_error(picked, &draft.normal, error), bodies))?;
    }
    let friction = draft.friction.as_ref().map(|friction| friction.friction(picked, of_friction)).transpose()?;
    Ok(Contact { normal, damping, ends, friction })
}

/// Local damping beside a dashpot.
fn beside(picked: &SceneValues, draft: &LawDraft<Damping>, dashpot: Damping) -> Built<Damping> {
    let Damping::LocalDamping(local) = law(picked, draft, None)? else { return Ok(dashpot) };
    let both = local.beside(dashpot).map_err(|error| law_error(picked, draft, error))?;
    Ok(Damping::LocalDamping(both))
}

/// The contact that is given in the parameters of a DEM code, for these bodies.
pub(super) fn system_contact(
    picked: &SceneValues,
    said: &DialectDraft,
    pair: &Pair,
    bodies: &[Body; 2],
) -> Built<SystemContact> {
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
