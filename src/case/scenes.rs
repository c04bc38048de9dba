//! The scenes of a case: its sweeps expanded, each scene built from one value of each of its entries.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bodies::{BodyDraft, MaterialDraft, body, plate};
use super::contact::{
    ContactDraft, LawsDraft, check_limit, contact_of, law_error, no_friction, system_contact, work_of_adhesion,
};
use super::distribution::{MOST, Sample, Sampled};
use super::mixing;
use super::motion::{MotionDraft, approach_speed, motion, sliding};
use super::reader::{Choice, Entry, Reader, quoted};
use super::values::{Built, SceneValues, lacking, placed, refusal};
use crate::distinct::distinct;
use crate::error::{Diagnostic, Error, Origin};
use crate::halt;
use crate::law::damping::{Undamped, ZenerPlate};
use crate::law::normal::OfEngine;
use crate::law::scene::{Body, DataRow, ParameterValue, Scene, SceneParameter};
use crate::law::shear::FrictionLimit;
use crate::law::{Branched, Contact, Damping, LawError, Pair, PowerForce};

/// The bodies, contact and motion of a case file, with the indices of their values.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub materials: Vec<MaterialDraft>,
    pub bodies: [BodyDraft; 2],
    pub contact: ContactDraft,
    pub motion: MotionDraft,
}

/// Builds a scene with these numbers in place of those of the file, without a list of parameters.
pub(super) fn build_with(entries: &[Entry], draft: &Draft, given: &[(usize, f64)]) -> Built<Scene> {
    scene(&SceneValues { entries, pick: &[], given }, draft, &[])
}

/// The scene of one pick, without its name and rows. `order` lists the entries as they stand in the file.
fn scene(picked: &SceneValues, draft: &Draft, order: &EntryParameters) -> Built<Scene> {
    let [one, two] = &draft.bodies;
    let bodies = [body(picked, one, &draft.materials)?, body(picked, two, &draft.materials)?];
    let pair = Pair::new(&bodies[0].side(), &bodies[1].side());
    let plate = plate(picked, &draft.bodies[1], &bodies[1])?;
    let work = work_of_adhesion(picked, &draft.bodies, &draft.materials, &draft.contact)?;
    let further = mixing::of_materials(picked, (&draft.bodies, &bodies), &draft.materials, &draft.contact)?;
    let (mut contact, told) = match &draft.contact {
        ContactDraft::Laws(laws) => {
            let speed = approach_speed(picked, &draft.motion, &bodies)?;
            (contact_of(picked, laws, (work, further), speed, (&pair, &bodies))?, None)
        }
        ContactDraft::System(said) => {
            let told = system_contact(picked, said, &pair, &bodies)?;
            (told.parsed.contact.clone(), Some(told))
        }
    };
    plate.map_or(Ok(()), |(law, place)| bends(&mut contact, law, place, told.is_some()))?;
    let (origin, laws) = match &draft.contact {
        ContactDraft::Laws(laws) => (&laws.normal.given.origin, Some(laws)),
        ContactDraft::System(said) => (&said.given.origin, None),
    };
    let damping = laws.and_then(|laws| laws.damping.as_ref());
    let friction = laws.and_then(|laws| laws.friction.as_ref());
    let (branches, force) = forces(picked, draft, (laws, origin), &contact, (&pair, &bodies))?;
    let (speed, before, kinematics, path) =
        motion(picked, &draft.motion, (&draft.bodies, &bodies), &contact, branches.as_ref())?;
    if let Some(error) = contact.unsuited(&kinematics, path.is_some()) {
        let of_friction = friction.filter(|_| path.is_some()).map(|friction| &friction.tangential.given.origin);
        let damping = laws.and_then(|laws| laws.local.as_deref()).or(damping);
        return Err(placed(error, of_friction.or(damping.map(|law| &law.given.origin)).unwrap_or(origin)));
    }
    if path.is_none() {
        contact.reaches(&pair, speed).map_err(|error| of_normal(picked, (laws, origin), error))?;
    }
    let system = told.as_ref().map(|told| told.system);
    if let (MotionDraft::Path(path), None, None) = (&draft.motion, &branches, &contact.friction) {
        let problem = no_friction(system, "a loading path");
        return Err(Box::new(problem.at(&path.origin)));
    }
    if !kinematics.is_head_on() && contact.friction.is_none() {
        let problem = no_friction(system, "an oblique or spinning impact");
        return Err(Box::new(problem.at(sliding(picked, &draft.motion, &draft.bodies, &kinematics))));
    }
    let shear = match friction {
        Some(friction) => friction.shear(picked, &contact, &pair, &bodies, &kinematics)?,
        None => contact.shear(&pair).map_err(|error| placed(error, origin))?,
    };
    let (shear, kinematics) = kinematics.under(shear, &bodies).map_err(|error| match friction {
        Some(friction) => friction.law_error(picked, error),
        None => placed(error, origin),
    })?;
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

/// The laws of a file, and where its contact is.
type Place<'a> = (Option<&'a LawsDraft>, &'a Origin);

/// An error of the normal law, at its key if it has one.
fn of_normal(picked: &SceneValues, (laws, origin): Place, error: LawError) -> Box<Diagnostic> {
    match laws {
        Some(laws) if error.key.is_some() => law_error(picked, &laws.normal, error),
        _ => placed(error, origin),
    }
}

/// The normal force of a pair: as branches, as a power of the overlap, or neither for a law that only an engine has.
fn forces(
    picked: &SceneValues,
    draft: &Draft,
    (laws, origin): Place,
    contact: &Contact,
    (pair, bodies): (&Pair, &[Body; 2]),
) -> Built<(Option<Branched>, Option<PowerForce>)> {
    let damping = laws.and_then(|laws| laws.damping.as_ref());
    let of_engine = contact.normal.of_engine();
    if let Some(law) = of_engine {
        only_engine(law, &contact.damping, draft, damping.map(|damping| &damping.given.origin).unwrap_or(origin))?;
    }
    let compiled = if of_engine.is_some() { Ok(None) } else { contact.branches(pair) };
    let branches = compiled.map_err(|error| match (damping, error.key) {
        (Some(law), Some(key)) if law.given.find(key).is_some() => law_error(picked, law, error),
        (_, Some(_)) => of_normal(picked, (laws, origin), error),
        _ => lacking(placed(error, origin), bodies),
    })?;
    let power = || {
        contact.force(pair).map_err(|error| match damping {
            Some(law) => law_error(picked, law, error),
            None => placed(error, origin),
        })
    };
    let force = (branches.is_none() && of_engine.is_none()).then(power).transpose()?;
    check_finite(pair, force.as_ref(), origin)?;
    Ok((branches, force))
}

/// Refuses what a law of an engine cannot be beside: a damping law, and a motion that only the reference computes.
fn only_engine(law: &OfEngine, damping: &Damping, draft: &Draft, place: &Origin) -> Built<()> {
    if let Some(error) = law.refuses(damping) {
        return Err(placed(error, place));
    }
    match &draft.motion {
        MotionDraft::Path(path) => {
            Err(placed(law.alone().help("an engine computes impacts: write an [impact]"), &path.origin))
        }
        MotionDraft::Impact(_) => Ok(()),
    }
}

/// A contact on a plate that bends, which has no other damping.
fn bends(contact: &mut Contact, law: ZenerPlate, place: &Origin, of_code: bool) -> Built<()> {
    if contact.damping.card().name != Undamped::CARD.name || of_code {
        let message = "a plate already dissipates energy: remove the normal damping";
        let help = "write  wall = { ... }  for a plate that does not bend, or leave the damping out";
        return Err(refusal(place, message, help));
    }
    contact.damping = Damping::ZenerPlate(law);
    // The real force is the elastic part: the dashpot of the contact coordinate is the motion of the plate.
    if let Some(friction) = contact.friction.as_mut().filter(|friction| !friction.limit.is_adhesive()) {
        friction.limit = FrictionLimit::Elastic;
    }
    Ok(())
}

/// Refuses a combination of valid numbers whose effective quantities overflow.
fn check_finite(pair: &Pair, force: Option<&PowerForce>, origin: &Origin) -> Built<()> {
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
            return Err(refusal(origin, message, "check the sizes, masses and moduli of the case"));
        }
    }
    Ok(())
}

/// Entries in the order of the file, each with a parameter for every value it takes, shared by the scenes.
type EntryParameters = [(usize, Vec<Arc<SceneParameter>>)];

/// The scene parameter of an entry, for every value it takes.
fn parameters_of(entry: &Entry) -> Vec<Arc<SceneParameter>> {
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

/// Most scenes of a case that are built, computed and shown at once. A case with more is computed a block after the other.
pub const MOST_AT_ONCE: usize = 10_000;

/// Scenes of a block.
pub const BLOCK: usize = 1_000;

/// Number of failed scenes after which the others are not built: their errors would repeat.
const MOST_FAILURES: usize = 100;

/// Sweeps that advance together.
#[derive(Debug, Clone)]
struct Group {
    /// Entries, in the order of the file.
    members: Vec<usize>,
    steps: Vec<Step>,
}

/// The values of a group at one step.
#[derive(Debug, Clone)]
struct Step {
    /// Index of the choice of each member.
    choices: Vec<usize>,
    rows: Vec<DataRow>,
}

/// The sweeps of a case, from which any of its scenes is built: one for every combination; the sweep that stands first varies slowest.
#[derive(Debug, Clone)]
pub struct Sweeps {
    entries: Vec<Entry>,
    draft: Draft,
    groups: Vec<Group>,
    /// Samples of the entries that have a distribution.
    sample: Option<(Sample, Vec<usize>)>,
    /// The swept entries, and what they are called in the name of a scene.
    short: Vec<(usize, String)>,
    parameters: Vec<(usize, Vec<Arc<SceneParameter>>)>,
    /// Paths of the swept parameters, in the order of the file.
    pub paths: Vec<String>,
    /// Number of scenes.
    pub count: usize,
}

impl Sweeps {
    /// The sweeps of a file; `None` when one of them is wrong, which is then reported.
    pub(super) fn read(reader: &mut Reader, draft: &Draft, sample: Option<Sample>) -> Option<Self> {
        let before = reader.count();
        let mut order: Vec<usize> = (0..reader.entries.len()).collect();
        order.sort_by_key(|&id| reader.entries[id].origin.span.start);
        let swept: Vec<usize> = order.iter().copied().filter(|&id| reader.entries[id].sweep.is_some()).collect();
        let is_sampled = |id: &usize| reader.entries[*id].sweep.as_ref().is_some_and(|sweep| sweep.sampled.is_some());
        let (drawn, stepped): (Vec<usize>, Vec<usize>) = swept.iter().copied().partition(is_sampled);
        let sample = samples(reader, sample, drawn)?;
        let groups: Vec<Group> =
            gather(reader, &stepped).into_iter().filter_map(|members| group(reader, members)).collect();
        if reader.count() > before {
            return None;
        }
        let drawn = sample.as_ref().map_or(1, |(sample, _)| sample.count);
        let count = groups.iter().try_fold(drawn, |product, group| product.checked_mul(group.steps.len()));
        let Some(count) = count else {
            let sizes: Vec<String> = groups.iter().map(|group| group.steps.len().to_string()).collect();
            let place = swept.last().map_or(0..0, |&id| reader.entries[id].origin.span.clone());
            let message = format!("the sweeps give more scenes than can be counted: {}", sizes.join(" x "));
            let help = "sweep fewer values, or let sweeps advance together: { sweep = ..., together = \"name\" }";
            return reader.refuse(&place, message, &[help]);
        };
        Some(Self {
            short: short_names(reader, &stepped),
            parameters: order.into_iter().map(|id| (id, parameters_of(&reader.entries[id]))).collect(),
            paths: swept.iter().map(|&id| reader.entries[id].path.clone()).collect(),
            entries: reader.entries.clone(),
            draft: draft.clone(),
            groups,
            sample,
            count,
        })
    }

    /// Whether the case is computed block after block.
    pub fn is_large(&self) -> bool {
        self.count > MOST_AT_ONCE
    }

    /// All scenes; of a large case those in which one group of sweeps takes each of its values and the others their first, and the
    /// one of all last values. Wrong scenes are reported.
    pub(super) fn built(&self, reader: &mut Reader) -> Option<Vec<Scene>> {
        let before = reader.count();
        let mut scenes = Vec::new();
        let mut failures = 0;
        for number in if self.is_large() { self.samples() } else { (0..self.count).collect() } {
            match self.scene(number) {
                Ok(scene) => scenes.push(scene),
                Err(problem) => {
                    reader.report(*problem);
                    failures += 1;
                }
            }
            if failures >= MOST_FAILURES || reader.is_full() || halt::is_asked() {
                break;
            }
        }
        (reader.count() == before).then_some(scenes)
    }

    /// Numbers of scenes in which every swept value occurs.
    fn samples(&self) -> Vec<usize> {
        let mut numbers = vec![0];
        let mut stride = 1;
        if let Some((sample, _)) = &self.sample {
            numbers.extend(1..sample.count.min(SAMPLES));
            stride = sample.count;
        }
        for group in self.groups.iter().rev() {
            numbers.extend((1..group.steps.len()).map(|step| step * stride));
            stride *= group.steps.len();
        }
        numbers.push(self.count - 1);
        distinct(numbers)
    }

    /// Some of the scenes, by their numbers, counted from 0.
    ///
    /// # Errors
    /// Everything that is wrong with the first of them that cannot be built.
    pub fn scenes(&self, numbers: impl Iterator<Item = usize>) -> Result<Vec<Scene>, Error> {
        numbers.map(|number| self.scene(number).map_err(|problem| Error::Wrong(vec![*problem]))).collect()
    }

    /// Where a scene stands in each group of sweeps, and last in the samples, which vary fastest.
    pub fn place(&self, number: usize) -> Vec<SweepPlace> {
        let mut left = number;
        let mut place: Vec<SweepPlace> = Vec::with_capacity(self.groups.len() + 1);
        let mut put = |count: usize, is_sample: bool| {
            place.push(SweepPlace { step: left % count, count, is_sample });
            left /= count;
        };
        if let Some((sample, _)) = &self.sample {
            put(sample.count, true);
        }
        self.groups.iter().rev().for_each(|group| put(group.steps.len(), false));
        place.reverse();
        place
    }

    fn scene(&self, number: usize) -> Built<Scene> {
        let mut pick = vec![0; self.entries.len()];
        let mut rows: Vec<DataRow> = Vec::new();
        let place = self.place(number);
        for (group, place) in self.groups.iter().zip(&place) {
            let step = &group.steps[place.step];
            for (&member, &choice) in group.members.iter().zip(&step.choices) {
                pick[member] = choice;
            }
            rows.extend(step.rows.iter().filter(|row| !rows.contains(row)).cloned().collect::<Vec<_>>());
        }
        let parts: Vec<String> = self
            .short
            .iter()
            .map(|(id, name)| format!("{name}={}", self.entries[*id].choices[pick[*id]].text))
            .collect();
        let drawn = place.last().filter(|place| place.is_sample).map(|place| format!("sample={}", place.step + 1));
        let parts: Vec<String> = parts.into_iter().chain(drawn).collect();
        let name = if parts.is_empty() { "-".to_string() } else { parts.join(", ") };
        let given = self.drawn(place.last().map_or(0, |place| place.step))?;
        let numbers: Vec<(usize, f64)> = given.iter().map(|(id, value, _)| (*id, *value)).collect();
        let picked = SceneValues { entries: &self.entries, pick: &pick, given: &numbers };
        let mut scene = scene(&picked, &self.draft, &self.parameters)?;
        for (id, value, sampled) in given {
            let path = &self.entries[id].path;
            let place = scene.parameters.iter().position(|parameter| parameter.path == *path);
            let Some(parameter) = place.map(|place| &mut scene.parameters[place]) else { continue };
            let number = ParameterValue::Number(value, sampled.dimension());
            let (path, text) = (path.clone(), sampled.text(value));
            *parameter = Arc::new(SceneParameter { path, value: number, text, swept: true });
        }
        Ok(Scene { name, rows, ..scene })
    }

    /// The values of a sample, with their entries and distributions.
    fn drawn(&self, index: usize) -> Built<Vec<(usize, f64, &Sampled)>> {
        let Some((sample, ids)) = &self.sample else { return Ok(Vec::new()) };
        let of = |(place, &id): (usize, &usize)| {
            let entry = &self.entries[id];
            let sampled = entry.sweep.as_ref().and_then(|sweep| sweep.sampled.as_ref())?;
            let value = sampled.value(sample.fraction(index, place));
            if sampled.holds(value) {
                return Some(Ok((id, value, sampled)));
            }
            let message = format!("sample {} of {} is {}", index + 1, quoted(&entry.path), sampled.text(value));
            Some(Err(refusal(&entry.origin, message, "cut the distribution off:  from = ..., to = ...")))
        };
        ids.iter().enumerate().filter_map(of).collect()
    }
}

/// Where a scene stands in a group of sweeps, or in the samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SweepPlace {
    /// Counted from 0.
    pub step: usize,
    pub count: usize,
    pub is_sample: bool,
}

/// Samples of a large case that are built before it is computed.
const SAMPLES: usize = 100;

/// The samples of the entries that have a distribution; `Some(None)` where there are none.
#[allow(clippy::option_option, reason = "wrong, none, or some")]
fn samples(reader: &mut Reader, sample: Option<Sample>, drawn: Vec<usize>) -> Option<Option<(Sample, Vec<usize>)>> {
    match (sample, drawn.first()) {
        (None, None) => Some(None),
        (Some(sample), Some(_)) if drawn.len() <= MOST => Some(Some((sample, drawn))),
        (Some(_), Some(&id)) => {
            let message = format!("{} values have a distribution, and {MOST} can be sampled together", drawn.len());
            reader.refuse(&reader.entries[id].origin.span.clone(), message, &["give some of them a value"])
        }
        (None, Some(&id)) => {
            let message = format!(
                "{} has a distribution, and the case does not say how many samples",
                quoted(&reader.entries[id].path)
            );
            let help = "add:  [sample]\n      scenes = 4096";
            reader.refuse(&reader.entries[id].origin.span.clone(), message, &[help])
        }
        (Some(_), None) => {
            reader.absent(
                "[sample] has no effect: no value has a distribution",
                &["write, for example:  speed = { sample = \"uniform\", from = \"1 m/s\", to = \"2 m/s\" }"],
            );
            None
        }
    }
}

/// The members of each group, in the order of their first members.
fn gather(reader: &Reader, swept: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Option<String>, Vec<usize>)> = Vec::new();
    for &id in swept {
        let name = reader.entries[id].sweep.as_ref().and_then(|s| s.together.as_ref()).map(|word| word.text.clone());
        match groups.iter_mut().find(|(other, _)| name.is_some() && *other == name) {
            Some((_, members)) => members.push(id),
            None => groups.push((name, vec![id])),
        }
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

/// The steps of one group; sweeps that do not go together are reported.
fn group(reader: &mut Reader, members: Vec<usize>) -> Option<Group> {
    let entries: Vec<Entry> = members.iter().map(|&id| reader.entries[id].clone()).collect();
    let (first, rest) = entries.split_first()?;
    let together = first.sweep.as_ref().and_then(|sweep| sweep.together.clone());
    if let (Some(word), true) = (&together, rest.is_empty()) {
        let message = format!("only one sweep has the group name {}", quoted(&word.text));
        return reader.refuse(&word.origin.span, message, &["give another sweep the same name, or remove `together`"]);
    }
    if rest.is_empty()
        && let Some(other) = same_dataset_elsewhere(reader, members[0])
    {
        let message = format!(
            "{} and {} sweep over the same dataset and must advance together",
            quoted(&other),
            quoted(&first.path)
        );
        let help = "give both the same name:  { sweep = ..., together = \"rows\" }";
        return reader.refuse(&first.origin.span, message, &[help]);
    }
    for entry in rest {
        if entry.choices.len() != first.choices.len() {
            let (n, m) = (first.choices.len(), entry.choices.len());
            let message = format!(
                "{} has {m} values and {} has {n}: they cannot advance together",
                quoted(&entry.path),
                quoted(&first.path)
            );
            return reader.refuse(&entry.origin.span, message, &["give both the same number of values"]);
        }
        if datasets(first) == datasets(entry) && datasets(first).is_some() && rows(first) != rows(entry) {
            let message = format!(
                "{} and {} have values in different rows of the dataset",
                quoted(&first.path),
                quoted(&entry.path)
            );
            return reader.refuse(&entry.origin.span, message, &["name the rows to leave out in its source.toml"]);
        }
    }
    let mut steps: Vec<Step> = Vec::new();
    let mut seen: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for number in 0..first.choices.len() {
        let identity: Vec<String> = entries.iter().map(|entry| identity(&entry.choices[number])).collect();
        let rows: Vec<DataRow> = entries.iter().filter_map(|entry| data_row(entry, number)).collect();
        if let Some(&earlier) = seen.get(&identity) {
            if rows.is_empty() {
                let (choice, other) = (&first.choices[number], &first.choices[steps[earlier].choices[0]]);
                let (text, path) = (quoted(&choice.text), quoted(&first.path));
                let message = if choice.text == other.text {
                    format!("duplicate value {text} in the sweep over {path}")
                } else {
                    format!("duplicate value {text} in the sweep over {path}: equal to {}", quoted(&other.text))
                };
                let help = "remove one of them: two scenes would have the same name";
                return reader.refuse(&choice.origin.span, message, &[help]);
            }
            // Two measurements of one collision: one scene that both are compared with.
            steps[earlier].rows.extend(rows);
            continue;
        }
        seen.insert(identity, steps.len());
        steps.push(Step { choices: vec![number; entries.len()], rows: distinct(rows) });
    }
    Some(Group { members, steps })
}

/// The path of an earlier sweep over the same dataset that `id` does not advance with: multiplied, the two would make
/// up rows the dataset does not have.
fn same_dataset_elsewhere(reader: &Reader, id: usize) -> Option<String> {
    let entry = &reader.entries[id];
    let dataset = datasets(entry)?;
    let other = reader.entries.iter().enumerate().find(|(other, e)| {
        *other != id && datasets(e) == Some(dataset) && e.origin.span.start < entry.origin.span.start
    })?;
    Some(other.1.path.clone())
}

fn datasets(entry: &Entry) -> Option<&str> {
    entry.sweep.as_ref()?.dataset.as_deref()
}

fn rows(entry: &Entry) -> Vec<Option<usize>> {
    entry.choices.iter().map(|choice| choice.row).collect()
}

fn data_row(entry: &Entry, number: usize) -> Option<DataRow> {
    Some(DataRow { dataset: datasets(entry)?.to_string(), row: entry.choices[number].row? })
}

/// Equal for equal values, however they are written.
fn identity(choice: &Choice) -> String {
    match &choice.value {
        ParameterValue::Number(value, _) => format!("{value:e}"),
        ParameterValue::Word(word) => word.clone(),
    }
}

/// The swept entries with the names they have in scenes: the last word of the path, or all of it where two share it.
fn short_names(reader: &Reader, swept: &[usize]) -> Vec<(usize, String)> {
    let path = |id: usize| reader.entries[id].path.as_str();
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_string();
    swept
        .iter()
        .map(|&id| {
            let shared = swept.iter().any(|&other| other != id && last(path(other)) == last(path(id)));
            (id, if shared { path(id).to_string() } else { last(path(id)) })
        })
        .collect()
}
