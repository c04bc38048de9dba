//! A scene from its values under their paths, as the result of a fit has them: nothing is read from a case file.

use std::sync::Arc;

use super::bodies::{BodyDraft, MATERIALS, MaterialDraft, PLATE, SPHERE, ShapeDraft, THICKNESS};
use super::contact::{
    ContactDraft, DialectDraft, END, FRICTION_LIMIT, FrictionDraft, LEVER, LEVERS, LawDraft, LawsDraft, READING,
    ROTATION, parameter_of_formula, parameters,
};
use super::motion::{FrameDraft, IMPACT, ImpactDraft, MotionDraft};
use super::reader::{Choice, Entry, quoted, suggestion};
use super::scalar::{axis, unit};
use super::scenes::{Draft, build_with};
use super::values::TableValues;
use crate::codes;
use crate::distinct::distinct;
use crate::error::{Diagnostic, Error, Origin, SourceFile};
use crate::keys::{Key, Spec};
use crate::law::card::LawKind;
use crate::law::damping::LocalDamping;
use crate::law::scene::{ParameterValue, Scene, SceneParameter};
use crate::law::{Damping, damping, normal, rolling, tangential};

/// The scene of these values of bodies, materials, contact and impact, each under its path; the body that comes first is body 1.
///
/// # Errors
/// A path that no scene has, a value that its key does not allow, and what a case with these values would be refused for.
pub fn scene_of(values: &[Arc<SceneParameter>]) -> Result<Scene, Error> {
    let mut given = Given::new(values);
    let draft = given.draft();
    let asked = || given.asked.iter().map(String::as_str);
    let unknown = values.iter().map(|value| value.path.as_str()).filter(|path| !asked().any(|known| known == *path));
    let unknown = unknown.map(|path| format!("unknown key {}{}", quoted(path), suggestion(path, asked())));
    let unknown: Vec<_> = unknown.map(Diagnostic::new).collect();
    given.problems.extend(unknown);
    let (Some(draft), true) = (draft, given.problems.is_empty()) else {
        given
            .problems
            .extend(given.problems.is_empty().then(|| Diagnostic::new("the bodies or the contact are missing")));
        return Err(Error::Wrong(given.problems));
    };
    let built = build_with(&given.entries, &draft, &[]);
    // There is no file for a message to point at.
    let scene = built.map_err(|problem| Error::Wrong(vec![Diagnostic { origin: None, ..*problem }]))?;
    Ok(Scene { name: "-".to_string(), parameters: values.to_vec(), ..scene })
}

/// The values, the paths that were looked for, and what is wrong.
struct Given {
    entries: Vec<Entry>,
    asked: Vec<String>,
    nowhere: Origin,
    problems: Vec<Diagnostic>,
}

impl Given {
    fn new(values: &[Arc<SceneParameter>]) -> Self {
        let nowhere = Origin::new(&Arc::new(SourceFile { name: String::new(), text: String::new() }), 0..0);
        let entry = |of: &Arc<SceneParameter>| {
            let text = if let ParameterValue::Word(word) = &of.value { word } else { &of.text };
            let choice = Choice { value: of.value.clone(), text: text.clone(), origin: nowhere.clone(), row: None };
            Entry {
                path: of.path.clone(),
                origin: nowhere.clone(),
                spec: None,
                choices: vec![choice],
                sweep: None,
                free: None,
            }
        };
        Self { entries: values.iter().map(entry).collect(), asked: Vec::new(), nowhere, problems: Vec::new() }
    }

    fn draft(&mut self) -> Option<Draft> {
        let materials = self.names("material");
        let materials = materials.into_iter().map(|name| MaterialDraft {
            given: self.table(&format!("material.{name}"), &MATERIALS),
            name,
            span: 0..0,
        });
        let materials: Vec<_> = materials.collect();
        let bodies: Vec<_> = self.names("body").into_iter().filter_map(|name| self.body(name, &materials)).collect();
        let impact = ImpactDraft {
            given: self.table("impact", &IMPACT),
            axis: None,
            direction: None,
            frame: FrameDraft::Usual,
            again: None,
        };
        let contact = match self.word("contact.dialect") {
            Some(code) => ContactDraft::System(self.dialect(&code)?),
            None => ContactDraft::Laws(self.laws()?),
        };
        let bodies = <[BodyDraft; 2]>::try_from(bodies).ok()?;
        let [one, two] = [&bodies[0], &bodies[1]].map(|body| matches!(body.shape, ShapeDraft::Wall { .. }));
        let walls_first = one || (two && bodies[0].held);
        (!walls_first).then_some(Draft { materials, bodies, contact, motion: MotionDraft::Impact(impact) })
    }

    fn body(&mut self, name: String, materials: &[MaterialDraft]) -> Option<BodyDraft> {
        let path = format!("body.{name}");
        let [rigid, held] =
            ["rigid", "held"].map(|flag| self.word(&format!("{path}.{flag}")).is_some_and(|word| word == "true"));
        let spin = ["x", "y", "z"].map(|axis| self.find(&format!("{path}.spin_{axis}")));
        let shape = match self.word(&format!("{path}.normal")) {
            Some(normal) => {
                let given = self.table(&path, &PLATE);
                let plate = given.find(THICKNESS.name).map(|_| self.nowhere.clone());
                let normal = axis(&normal).or_else(|| unit(serde_json::from_str(&normal).ok()?))?;
                ShapeDraft::Wall { normal, given, plate }
            }
            None => ShapeDraft::Sphere(self.table(&path, &SPHERE)),
        };
        let material = self.find(&format!("{path}.material"));
        if let Some(id) = material
            && !materials.iter().any(|material| material.name == self.entries[id].choices[0].text)
        {
            let text = &self.entries[id].choices[0].text;
            self.problems.push(Diagnostic::new(format!("there is no material {}", quoted(text))));
        }
        let spin = if let [Some(x), Some(y), Some(z)] = spin { Some([x, y, z]) } else { None };
        Some(BodyDraft { name, origin: self.nowhere.clone(), shape, material, rigid, held, spin })
    }

    fn laws(&mut self) -> Option<LawsDraft> {
        let normal = self.law("normal", normal::KINDS)?;
        let damping = self.law("damping", damping::KINDS).filter(|law| law.kind.card.name != "none");
        let friction = self.law("tangential", tangential::KINDS).map(|tangential| {
            let rolling = self.law("rolling", rolling::KINDS).filter(|law| law.kind.card.name != "none");
            let given = self.table("contact", [FRICTION_LIMIT, ROTATION]);
            let both = self.table("contact", [Key { name: LEVER.name, ..LEVERS.keys[0] }]).find(LEVER.name);
            let lever = self.table("contact.lever", &LEVERS);
            let arm = |key: &str| lever.find(key).or(both);
            if damping.is_some() && tangential.kind.card.name != "none" && given.find(FRICTION_LIMIT.name).is_none() {
                self.missing("contact.friction_limit");
            }
            Box::new(FrictionDraft { tangential, rolling, given, lever: [arm("slip"), arm("torque")] })
        });
        let ends = self.table("contact", [END]).find(END.name);
        let local = damping.as_ref().and_then(|damping| self.local_beside(damping)).map(Box::new);
        let laws = LawsDraft { normal, damping, local, ends, friction };
        if laws.damping.is_some() && laws.ends.is_none() && laws.ends_by_itself().is_none() {
            self.missing("contact.ends");
        }
        Some(laws)
    }

    /// Local damping beside this dashpot, of which only the numbers are listed.
    fn local_beside(&mut self, damping: &LawDraft<Damping>) -> Option<LawDraft<Damping>> {
        let kind = damping::KINDS.iter().find(|kind| kind.card.name == LocalDamping::CARD.name)?;
        let path = format!("contact.damping.{}", kind.card.name);
        let listed = kind.keys.iter().any(|key| self.find(&format!("{path}.{}", key.name)).is_some());
        (listed && damping.kind.card.name != kind.card.name).then(|| LawDraft {
            kind,
            given: self.table(&path, kind.keys.iter().copied()),
            curve: None,
        })
    }

    fn law<L>(&mut self, axis: &str, kinds: &'static [LawKind<L>]) -> Option<LawDraft<L>> {
        let path = format!("contact.{axis}");
        let name = self.word(&path)?;
        let Some(kind) = kinds.iter().find(|kind| kind.card.name == name) else {
            let guess = suggestion(&name, kinds.iter().map(|kind| kind.card.name));
            self.problems.push(Diagnostic::new(format!("there is no {axis} law {}{guess}", quoted(&name))));
            return None;
        };
        let table = format!("{path}.{name}");
        let keys: Vec<Key> = kind.keys.iter().copied().chain(self.formula_parameters(&table, kind.keys)).collect();
        Some(LawDraft { kind, given: self.table(&table, keys), curve: None })
    }

    /// The keys of the parameters of a formula: every number of its table that the law does not have.
    fn formula_parameters(&self, table: &str, keys: &[Key]) -> Vec<Key> {
        if !keys.iter().filter_map(Key::spec).any(Spec::leaves_open) {
            return Vec::new();
        }
        let parameter = |entry: &Entry| {
            let name = entry.path.strip_prefix(table)?.strip_prefix('.')?;
            let ParameterValue::Number(_, dimension) = entry.choices[0].value else { return None };
            (!keys.iter().any(|key| key.name == name)).then(|| parameter_of_formula(name, dimension))
        };
        self.entries.iter().filter_map(parameter).collect()
    }

    fn dialect(&mut self, code: &str) -> Option<DialectDraft> {
        let dialect = codes::find(code)?;
        let path = format!("contact.{code}");
        let reading = self.table(&path, [READING]).find(READING.name);
        if reading.is_none() && dialect.readings.len() > 1 {
            self.missing(&format!("{path}.reading"));
        }
        Some(DialectDraft { dialect, reading, given: self.table(&path, parameters(dialect)) })
    }

    /// The values under the keys of a table, each of its kind and in its range.
    fn table(&mut self, path: &str, keys: impl IntoIterator<Item = Key>) -> TableValues {
        let mut values = Vec::new();
        for key in keys {
            let Some((spec, id)) = key.spec().zip(self.find(&format!("{path}.{}", key.name))) else { continue };
            values.push((key.name, id));
            let given = &self.entries[id].choices[0];
            let wrong = match (spec, &given.value) {
                (Spec::Quantity(_, limits), ParameterValue::Number(number, _)) if !limits.hold(*number) => {
                    limits.demand()
                }
                (Spec::Words(words) | Spec::Choice(words), ParameterValue::Word(word))
                    if !words.contains(&word.as_str()) =>
                {
                    format!("must be one of {}", words.join(", "))
                }
                (Spec::Quantity(..), ParameterValue::Word(_)) => "must be a number".to_string(),
                _ => continue,
            };
            let message = format!("{} {wrong}, not {}", quoted(&self.entries[id].path), given.text);
            self.problems.push(Diagnostic::new(message));
        }
        TableValues::new(self.nowhere.clone(), values)
    }

    fn missing(&mut self, path: &str) {
        self.problems.push(Diagnostic::new(format!("`{path}` is missing")));
    }

    fn find(&mut self, path: &str) -> Option<usize> {
        self.asked.push(path.to_string());
        self.entries.iter().position(|entry| entry.path == path)
    }

    fn word(&mut self, path: &str) -> Option<String> {
        self.find(path).map(|id| self.entries[id].choices[0].text.clone())
    }

    /// The names of materials or bodies, in their order.
    fn names(&self, table: &str) -> Vec<String> {
        let inside = self.entries.iter().filter_map(|entry| entry.path.strip_prefix(table)?.strip_prefix('.'));
        distinct(inside.map(|path| path.split('.').next().unwrap_or_default().to_string()))
    }
}
