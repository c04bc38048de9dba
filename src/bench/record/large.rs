//! A case with more scenes than a report shows: of each block of them what is shown, counted and worst is kept, and all of it becomes rows
//! of tables at once.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CaseRecord, ContractRecord, SceneRecord, rows, shared};
use crate::bench::check::{Check, Tally, Verdict, severity};
use crate::case::{SweepPlace, Sweeps};
use crate::collide::observe::Observable;
use crate::law::scene::validity::{Light, ValidityRecord, is_worse};

/// Most scenes of a large case that are shown: the steps of each sweep are thinned alike.
const SHOWN: usize = 1_600;

/// Checks of one kind that are kept because they are nearest to their limit, or beyond it.
const WORST: usize = 20;

/// What is known of all scenes of a large case, of which the record itself holds some.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LargeRecord {
    /// Scenes that were computed.
    pub scenes: usize,
    /// Counts of all checks, a line for each `[[expect]]` and observable.
    pub checks: Vec<CountRecord>,
    /// Why checks were not made, or are known to fail, with their number.
    pub reasons: Vec<ReasonRecord>,
    /// Scenes by the worst of their assumptions: green, amber, red and unknown.
    pub lights: [usize; 4],
    /// What the validity sheets of all scenes say.
    pub validity: Vec<WorstRecord>,
    /// Columns of the table of collisions, after those of the scene: an observable each, and its uncertainty.
    pub columns: Vec<String>,
}

/// How checks of one kind came out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CountRecord {
    /// Line of the `[[expect]]` in the case file.
    pub line: usize,
    pub who: Arc<str>,
    pub against: Arc<str>,
    pub observable: Cow<'static, str>,
    pub tally: Tally,
}

impl CountRecord {
    /// Whether a check is of this kind.
    pub fn is_of(&self, check: &Check) -> bool {
        (self.line, &self.who, &self.against, &self.observable)
            == (check.line, &check.who, &check.against, &check.observable)
    }
}

/// One reason of checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReasonRecord {
    pub outcome: Verdict,
    pub reason: Arc<str>,
    pub checks: usize,
}

/// One assumption over all scenes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorstRecord {
    /// Scenes by light: green, amber, red and unknown.
    pub lights: [usize; 4],
    /// The worst scene; the first of equals.
    pub scene: String,
    pub worst: ValidityRecord,
}

/// What is kept of a block of scenes, and its rows of the tables of the case.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    pub case: CaseRecord,
    /// Rows of the table of collisions, without a header.
    pub collisions: String,
    /// Rows of the table of checks.
    pub checks: String,
}

impl Block {
    /// Of these scenes of a case. Nothing but the sweeps decides which scenes are shown; curves are kept of those `drawn`.
    pub fn of(mut case: CaseRecord, sweeps: &Sweeps, numbers: Range<usize>, drawn: &[usize]) -> Self {
        let numbered: HashMap<&str, usize> =
            case.scenes.iter().zip(numbers.clone()).map(|(scene, number)| (scene.name.as_str(), number)).collect();
        let columns = rows::columns(&case);
        let collisions = rows::of_collisions(&case, &numbered, &columns);
        let checks = rows::of_checks(&case, &numbered);
        let grid = Grid::of(sweeps);
        let shown: Vec<bool> = numbers.map(|number| grid.shows(&sweeps.place(number))).collect();
        let drawn: Vec<String> = drawn.iter().map(|&scene| case.scenes[scene].name.clone()).collect();
        case.curves.retain(|curve| drawn.contains(&curve.scene));
        let large = LargeRecord {
            scenes: case.scenes.len(),
            checks: counted(&case.checks),
            reasons: reasons(&case.checks),
            lights: lights(&case.scenes),
            validity: validity(&case.scenes),
            columns,
        };
        Self { case: thinned(case, &shown, large), collisions, checks }
    }
}

/// The scenes that pages and figures show: of each sweep so many steps, its ends among them.
struct Grid {
    /// Steps of the sweeps, the shortest first, and how many of them are shown.
    most: Vec<(usize, usize)>,
}

impl Grid {
    /// Short sweeps are shown whole, and leave more to the others.
    fn of(sweeps: &Sweeps) -> Self {
        let mut sizes: Vec<usize> = sweeps.place(0).iter().map(|place| place.count).collect();
        sizes.sort_unstable();
        let (mut room, mut most) = (SHOWN, Vec::new());
        for (k, size) in sizes.iter().enumerate() {
            let share = root(room, sizes.len() - k).max(2).min(*size);
            most.push((*size, share));
            room /= share;
        }
        Self { most }
    }

    fn shows(&self, place: &[SweepPlace]) -> bool {
        place.iter().all(|SweepPlace { step, count, is_sample }| {
            let shown = self.most.iter().find(|(size, _)| size == count).map_or(*count, |(_, shown)| *shown);
            // The first of a sequence fill the space as all of them do.
            if *is_sample {
                return *step < shown;
            }
            (0..shown).any(|k| k * (count - 1) / (shown - 1).max(1) == *step)
        })
    }
}

/// The largest whole number whose power is not above `room`.
fn root(room: usize, power: usize) -> usize {
    (1..=room)
        .take_while(|k| u32::try_from(power).ok().and_then(|n| k.checked_pow(n)).is_some_and(|all| all <= room))
        .last()
        .unwrap_or(1)
}

/// Checks of one kind: an observable of one `[[expect]]`.
fn kind(check: &Check) -> (usize, Arc<str>, Arc<str>, Cow<'static, str>) {
    (check.line, Arc::clone(&check.who), Arc::clone(&check.against), check.observable.clone())
}

fn counted(checks: &[Check]) -> Vec<CountRecord> {
    let mut counts: BTreeMap<_, Tally> = BTreeMap::new();
    checks.iter().for_each(|check| counts.entry(kind(check)).or_default().add(&Tally::of([check])));
    let record = |((line, who, against, observable), tally)| CountRecord { line, who, against, observable, tally };
    counts.into_iter().map(record).collect()
}

/// Reasons of the checks that did not pass.
fn reasons(checks: &[Check]) -> Vec<ReasonRecord> {
    let mut all: Vec<ReasonRecord> = Vec::new();
    let not_passed = checks.iter().filter(|check| check.outcome != Verdict::Pass);
    for (check, reason) in not_passed.filter_map(|check| Some((check, check.reason.as_ref()?))) {
        add_reason(&mut all, ReasonRecord { outcome: check.outcome, reason: Arc::clone(reason), checks: 1 });
    }
    all
}

fn add_reason(all: &mut Vec<ReasonRecord>, more: ReasonRecord) {
    match all.iter_mut().find(|known| (known.outcome, &known.reason) == (more.outcome, &more.reason)) {
        Some(known) => known.checks += more.checks,
        None => all.push(more),
    }
}

/// Place of a light in the counts.
fn lit(light: Option<Light>) -> usize {
    match light {
        Some(Light::Green) => 0,
        Some(Light::Amber) => 1,
        Some(Light::Red) => 2,
        None => 3,
    }
}

fn lights(scenes: &[SceneRecord]) -> [usize; 4] {
    let mut counts = [0; 4];
    let worst = |scene: &SceneRecord| scene.validity.iter().filter_map(|line| line.light).max();
    scenes.iter().for_each(|scene| counts[lit(worst(scene))] += 1);
    counts
}

fn validity(scenes: &[SceneRecord]) -> Vec<WorstRecord> {
    let mut all: Vec<WorstRecord> = Vec::new();
    for scene in scenes {
        for line in &scene.validity {
            let mut lights = [0; 4];
            lights[lit(line.light)] = 1;
            match all.iter_mut().find(|known| known.worst.word == line.word) {
                None => all.push(WorstRecord { lights, scene: scene.name.clone(), worst: ValidityRecord::clone(line) }),
                Some(known) => {
                    known.lights.iter_mut().zip(lights).for_each(|(sum, one)| *sum += one);
                    if is_worse(line, &known.worst) {
                        (known.scene, known.worst) = (scene.name.clone(), ValidityRecord::clone(line));
                    }
                }
            }
        }
    }
    all
}

/// The case with the scenes that are shown, and the worst checks of the others.
fn thinned(mut case: CaseRecord, shown: &[bool], large: LargeRecord) -> CaseRecord {
    let names: HashSet<String> =
        case.scenes.iter().zip(shown).filter(|(_, shown)| **shown).map(|(scene, _)| scene.name.clone()).collect();
    let is_shown = |scene: &str| names.contains(scene);
    case.checks = worst(std::mem::take(&mut case.checks), &is_shown);
    let mut kept = shown.iter().copied();
    case.scenes.retain(|_| kept.next().unwrap_or(false));
    case.collisions.retain(|collision| is_shown(&collision.scene));
    case.convergences.retain(|convergence| is_shown(&convergence.scene));
    case.regimes.retain(|regime| is_shown(&regime.scene));
    case.partings.retain(|parting| is_shown(&parting.scene));
    case.curves.retain(|curve| is_shown(&curve.scene));
    // What is kept for the whole run has no room for the rest of the block.
    case.checks.shrink_to_fit();
    case.scenes.shrink_to_fit();
    case.collisions.shrink_to_fit();
    case.curves.shrink_to_fit();
    case.convergences.shrink_to_fit();
    case.regimes.shrink_to_fit();
    CaseRecord { large: Some(Box::new(large)), ..case }
}

/// Checks of the scenes that are shown, and the worst of each kind among the others, in their order.
fn worst(checks: Vec<Check>, is_shown: &dyn Fn(&str) -> bool) -> Vec<Check> {
    let mut hidden: BTreeMap<_, Vec<(usize, usize, f64)>> = BTreeMap::new();
    let mut kept: Vec<bool> = Vec::with_capacity(checks.len());
    for (place, check) in checks.iter().enumerate() {
        let shown = is_shown(&check.scene);
        kept.push(shown);
        if !shown {
            let rank = severity(check.outcome);
            hidden.entry(kind(check)).or_default().push((place, rank, check.rank()));
        }
    }
    for mut of_kind in hidden.into_values() {
        of_kind.sort_by(|a, b| (a.1.cmp(&b.1)).then(b.2.total_cmp(&a.2)).then(a.0.cmp(&b.0)));
        of_kind.iter().take(WORST).for_each(|(place, ..)| kept[*place] = true);
    }
    let mut kept = kept.into_iter();
    checks.into_iter().filter(|_| kept.next().unwrap_or(false)).collect()
}

/// The record of a large case from those of its blocks, in their order; `None` where there is none.
pub fn joined(blocks: Vec<CaseRecord>) -> Option<CaseRecord> {
    let mut blocks = blocks.into_iter();
    let mut case = blocks.next()?;
    for block in blocks {
        join(&mut case, block);
    }
    let shown: HashSet<String> = case.scenes.iter().map(|scene| scene.name.clone()).collect();
    case.checks = worst(std::mem::take(&mut case.checks), &|scene| shown.contains(scene));
    // As a case has them that is judged at once.
    case.checks.sort_by_key(|check| check.line);
    Some(case)
}

fn join(case: &mut CaseRecord, block: CaseRecord) {
    let CaseRecord { scenes, collisions, checks, convergences, curves, regimes, partings, contracts, .. } = block;
    let places = contracts.into_iter().map(|contract| placed(&mut case.contracts, contract)).collect::<Vec<_>>();
    for mut scene in scenes {
        scene.contract = places.get(scene.contract).copied().unwrap_or(0);
        if let Some(before) = case.scenes.last() {
            let own = std::mem::take(&mut scene.parameters).into_iter().map(Arc::unwrap_or_clone);
            scene.parameters = shared(own, &before.parameters);
            let own = std::mem::take(&mut scene.validity).into_iter().map(Arc::unwrap_or_clone);
            scene.validity = shared(own, &before.validity);
        }
        case.scenes.push(scene);
    }
    case.collisions.extend(collisions);
    case.checks.extend(checks);
    case.convergences.extend(convergences);
    case.curves.extend(curves);
    case.regimes.extend(regimes);
    case.partings.extend(partings);
    let new: Vec<String> = block.unchecked.into_iter().filter(|note| !case.unchecked.contains(note)).collect();
    case.unchecked.extend(new);
    case.nothing_checked &= block.nothing_checked;
    if let (Some(large), Some(of_block)) = (&mut case.large, block.large) {
        large.add(*of_block);
    }
}

/// Place of a contract among those that are known.
fn placed(known: &mut Vec<ContractRecord>, contract: ContractRecord) -> usize {
    known.iter().position(|other| *other == contract).unwrap_or_else(|| {
        known.push(contract);
        known.len() - 1
    })
}

impl LargeRecord {
    fn add(&mut self, block: Self) {
        self.scenes += block.scenes;
        for count in block.checks {
            let same = |known: &&mut CountRecord| {
                (known.line, &known.who, &known.against, &known.observable)
                    == (count.line, &count.who, &count.against, &count.observable)
            };
            match self.checks.iter_mut().find(same) {
                Some(known) => known.tally.add(&count.tally),
                None => self.checks.push(count),
            }
        }
        block.reasons.into_iter().for_each(|reason| add_reason(&mut self.reasons, reason));
        self.lights.iter_mut().zip(block.lights).for_each(|(sum, more)| *sum += more);
        for line in block.validity {
            match self.validity.iter_mut().find(|known| known.worst.word == line.worst.word) {
                None => self.validity.push(line),
                Some(known) => {
                    known.lights.iter_mut().zip(line.lights).for_each(|(sum, more)| *sum += more);
                    if is_worse(&line.worst, &known.worst) {
                        (known.scene, known.worst) = (line.scene, line.worst);
                    }
                }
            }
        }
        let new: Vec<String> = block.columns.into_iter().filter(|column| !self.columns.contains(column)).collect();
        if !new.is_empty() {
            self.columns.extend(new);
            let place = |column: &String| {
                let word = column.split(' ').next().unwrap_or_default();
                Observable::ALL.iter().position(|observable| observable.word() == word)
            };
            // An observable comes before its uncertainty.
            self.columns.sort_by_key(|column| (place(column), column.contains(" uncertainty")));
        }
    }

    /// Counts of all checks.
    pub fn tally(&self) -> Tally {
        let mut sum = Tally::default();
        self.checks.iter().for_each(|count| sum.add(&count.tally));
        sum
    }
}

impl CaseRecord {
    /// Counts of all its checks.
    pub fn tally(&self) -> Tally {
        self.large.as_ref().map_or_else(|| Tally::of(&self.checks), |large| large.tally())
    }

    /// Why checks have this outcome, with their number, in order of first appearance.
    pub fn reasons(&self, outcome: Verdict) -> Vec<(&str, usize)> {
        if let Some(large) = &self.large {
            let given = large.reasons.iter().filter(|known| known.outcome == outcome);
            return given.map(|known| (&*known.reason, known.checks)).collect();
        }
        let mut all: Vec<(&str, usize)> = Vec::new();
        for check in self.checks.iter().filter(|check| check.outcome == outcome) {
            let reason = check.reason.as_deref().unwrap_or("no reason given");
            match all.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => all.push((reason, 1)),
            }
        }
        all
    }

    /// Number of all checks of the kind of this one with its outcome.
    pub fn alike(&self, check: &Check) -> Option<usize> {
        Some(self.large.as_ref()?.checks.iter().find(|known| known.is_of(check))?.tally.count(check.outcome))
    }

    /// Number of its scenes.
    pub fn count(&self) -> usize {
        self.large.as_ref().map_or(self.scenes.len(), |large| large.scenes)
    }
}
