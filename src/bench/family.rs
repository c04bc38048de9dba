//! Scenes that differ in one swept parameter only: along it a measured point may be moved.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::index::Index;
use super::observed::reading;
use super::planned::PlannedCase;
use crate::judge::Swept;
use crate::observe::Observable;
use crate::scene::{ParameterValue, Scene};

/// The other swept values of a scene, as text that is equal for equal values.
type Key = Vec<String>;

/// A run's readings of one observable along one parameter.
type Asked = (usize, String, &'static str);

/// Readings along a parameter, made once for all checks that ask for them.
#[derive(Debug, Default)]
pub(super) struct Families(RefCell<BTreeMap<Asked, Rc<BTreeMap<Key, Swept>>>>);

impl Families {
    /// What a run makes of an observable along a parameter, by family.
    pub(super) fn swept(
        &self,
        planned: &PlannedCase,
        run: usize,
        parameter: &str,
        observable: Observable,
        found: &Index<'_>,
    ) -> Rc<BTreeMap<Key, Swept>> {
        let asked = (run, parameter.to_string(), observable.word());
        if let Some(known) = self.0.borrow().get(&asked) {
            return Rc::clone(known);
        }
        let mut points: BTreeMap<Key, Vec<(f64, f64)>> = BTreeMap::new();
        for (at, scene) in planned.case.scenes.iter().enumerate() {
            let point = || {
                let observed = found.first(run, at)?.result.as_ref().ok()?;
                let phase = observed.variants.first()?.phases.first()?;
                Some((scene.number(parameter)?, reading(phase, observable)?.value))
            };
            if let Some(point) = point() {
                points.entry(family(scene, parameter)).or_default().push(point);
            }
        }
        let made = Rc::new(points.into_iter().map(|(key, points)| (key, Swept::new(points))).collect());
        self.0.borrow_mut().insert(asked, Rc::clone(&made));
        made
    }
}

/// What all scenes of a family share: every swept value but that of `parameter`, a path or its last word.
pub(super) fn family(scene: &Scene, parameter: &str) -> Key {
    let others = scene.parameters.iter().filter(|other| {
        let abscissa = other.path == parameter || other.path.rsplit('.').next() == Some(parameter);
        other.swept && !abscissa
    });
    let value = |value: &ParameterValue| match value {
        // -0 and 0 are equal.
        ParameterValue::Number(value, _) => format!("{:?}", value + 0.0),
        ParameterValue::Word(word) => word.clone(),
    };
    others.map(|other| value(&other.value)).collect()
}
