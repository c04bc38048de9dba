//! A failing case, made as small as it can be while it still fails for the same reason.
//!
//! What is taken away or made simpler is tried one piece after another, always in the same order, until nothing more can
//! be: expectations, runs, steps, scenes, laws, bodies' words, digits. The reason is who was held against what, in which
//! observable, and to which side it was off. A deviation may not leave a factor of two, so that one mistake is not
//! exchanged for another; against measured numbers the collision itself stays as it is. Zeller & Hildebrandt 2002, IEEE
//! Trans. Softw. Eng. 28, 183, for the idea.

mod candidates;
mod reason;
mod tree;

use std::path::Path;
use std::sync::Arc;

use crate::bench::Check;
use crate::bench::{CaseFiles, ExtraEngines, Plan, Silent, execute};
use crate::case::{Case, RECORDED};
use crate::codes::engine::{Config, Engines, Folders};
use crate::collide::Collide;
use crate::data::Files;
use crate::distinct::distinct;
use crate::error::{Diagnostic, Error, SourceFile, cut, nearest};
use crate::halt;

pub use reason::{DeviationSide, Reason};
use tree::Tree;

/// Trials after which the smallest case so far is kept.
const MOST_TRIALS: usize = 3000;

/// What a case was shrunk to.
#[derive(Debug, Clone)]
pub struct Shrunk {
    /// The text of the case file.
    pub text: String,
    pub reason: Reason,
    /// The check that fails, in the case as it was and as it is.
    pub before: Check,
    pub after: Check,
    /// Cases that were tried.
    pub trials: usize,
    /// The case as read.
    pub case: Case,
}

/// What a trial needs.
struct Trial<'a> {
    name: String,
    /// Path of the smaller case, as its reader knows it.
    place: String,
    data: &'a Files,
    collide: &'a Collide<'a>,
    config: Config,
    /// Looked for once, lent to each trial.
    engines: Engines,
    count: usize,
}

/// Shrinks one case: the first failing check, or where none fails the first that is a known gap. `observable` names
/// another. What an engine is handed for the smallest case, and what it leaves, stays in `folders`.
///
/// # Errors
/// When the case cannot be read, or nothing in it fails.
pub fn shrink(
    file: &SourceFile,
    name: &str,
    data: &Files,
    collide: &Collide<'_>,
    config: Config,
    folders: Folders,
    observable: Option<&str>,
) -> Result<Shrunk, Error> {
    let engines = Engines::new(config.clone(), Folders::temporary());
    // What a case names is beside it.
    let place = Path::new(&file.name).with_file_name("shrunk.toml").display().to_string();
    let mut trial = Trial {
        name: name.to_string(),
        place: place.clone(),
        data,
        collide,
        config: config.clone(),
        engines,
        count: 0,
    };
    let checks = trial.run(&file.text)?;
    let Some(before) = reason::failing(&checks, observable).cloned() else {
        return Err(nothing_to_shrink(name, &checks, observable).into());
    };
    if &*before.who == RECORDED {
        let error = Diagnostic::new(format!(
            "the failing check of `{name}` is of a recording, which cannot be computed with other values"
        ));
        return Err(error.help("record a smaller impact, or shrink a case of an engine that can be started").into());
    }
    let reason = Reason::of(&before);
    let mut tree = Tree::parse(&file.text)?;
    tree.retitle(&format!("{name}, shrunk: {reason}"));
    // A gap is opened: what was known to fail fails.
    let mut after = before.clone();
    let mut changed = true;
    while changed && trial.count < MOST_TRIALS && !halt::is_asked() {
        changed = false;
        for step in candidates::STEPS {
            let mut at = 0;
            // A step that was taken makes the next one stand in its place; one that was not is passed by.
            while let Some(smaller) = step(&tree, &before, at) {
                if trial.count >= MOST_TRIALS || halt::is_asked() {
                    break;
                }
                let kept = (smaller != tree).then(|| trial.still(&smaller, &reason, &before)).flatten();
                match kept {
                    Some(check) => {
                        tree = smaller;
                        after = check;
                        changed = true;
                    }
                    None => at += 1,
                }
            }
        }
    }
    if halt::is_asked() {
        tree.retitle(&format!("{name}, shrunk in part (interrupted): {reason}"));
    }
    let text = tree.write();
    let case = Case::read_with(Arc::new(source(place, &text)), name, data, &trial.engines.own())?;
    if case.runs.iter().any(|run| run.is_engine()) {
        // Once more where it is kept: the engine's own input for the bug report, and none of the trials'.
        trial.engines = Engines::new(config, folders);
        trial.run(&text)?;
    }
    Ok(Shrunk { text, reason, before, after, trials: trial.count, case })
}

/// Why there is nothing to shrink: no check fails, or only checks of other observables do, or no check is of this observable.
fn nothing_to_shrink(name: &str, checks: &[Check], observable: Option<&str>) -> Diagnostic {
    let failing: Vec<&Check> = checks.iter().filter(|check| Reason::fails(check)).collect();
    let (Some(word), false) = (observable, failing.is_empty()) else {
        let error = Diagnostic::new(format!("no check of `{name}` fails: nothing to shrink"));
        return error.help("name a failing case: `collisionbench run` lists them");
    };
    let words = |checks: &[&Check]| distinct(checks.iter().map(|check| check.observable.to_string()));
    let (checked, failing) = (words(&checks.iter().collect::<Vec<_>>()), words(&failing));
    let error = if checked.iter().any(|known| known == word) {
        Diagnostic::new(format!("no check of `{word}` fails in `{name}`"))
    } else {
        let guess = nearest(word, checked.iter().map(String::as_str));
        let guess = guess.map(|near| format!(", did you mean `{near}`?")).unwrap_or_default();
        Diagnostic::new(format!("no check of `{name}` is of `{}`{guess}", cut(word, 80)))
    };
    error.help(format!("--observable takes one that fails: {}", failing.join(", ")))
}

fn source(name: String, text: &str) -> SourceFile {
    SourceFile { name, text: text.to_string() }
}

impl Trial<'_> {
    fn run(&mut self, text: &str) -> Result<Vec<Check>, Error> {
        self.count += 1;
        let cases = vec![(self.name.clone(), source(self.place.clone(), text))];
        let found = CaseFiles { from: self.name.clone(), cases, data: self.data.clone(), judged: true };
        let unlooked = Engines::new(self.config.clone(), Folders::temporary());
        let mut plan = Plan::with(found, unlooked, &ExtraEngines::default())?;
        std::mem::swap(&mut plan.engines, &mut self.engines);
        let run = execute(&plan, self.collide, &Silent);
        std::mem::swap(&mut plan.engines, &mut self.engines);
        let run = run?;
        if run.interrupted {
            return Err(Error::Interrupted);
        }
        Ok(run.cases.into_iter().flat_map(|case| case.checks).collect())
    }

    /// The check that still fails for the same reason.
    fn still(&mut self, tree: &Tree, reason: &Reason, before: &Check) -> Option<Check> {
        let checks = self.run(&tree.write()).ok()?;
        checks.into_iter().find(|check| reason.holds(check, before))
    }
}
