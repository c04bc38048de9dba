//! Observables of a run as functions of one swept parameter, at fixed values of the other ones.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::index::CollisionIndex;
use super::observed::reading;
use super::planned::PlannedCase;
use crate::collide::observe::Observable;
use crate::judge::SweepCurve;
use crate::law::scene::{ParameterValue, Scene};

/// The values of the other swept parameters of a scene, as text that is equal for equal values.
type OtherValues = Vec<String>;

/// Run, swept parameter and observable.
type CurveKey = (usize, String, &'static str);

/// Cache of the curves, each computed once for all checks that use it.
#[derive(Debug, Default)]
pub(super) struct SweepCurves(RefCell<BTreeMap<CurveKey, Rc<BTreeMap<OtherValues, SweepCurve>>>>);

impl SweepCurves {
    /// An observable of a run against a swept parameter: one curve for each combination of the other swept values.
    pub(super) fn swept(
        &self,
        planned: &PlannedCase,
        run: usize,
        parameter: &str,
        observable: Observable,
        found: &CollisionIndex<'_>,
    ) -> Rc<BTreeMap<OtherValues, SweepCurve>> {
        let asked = (run, parameter.to_string(), observable.word());
        if let Some(known) = self.0.borrow().get(&asked) {
            return Rc::clone(known);
        }
        let mut points: BTreeMap<OtherValues, Vec<(f64, f64)>> = BTreeMap::new();
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
        let made = Rc::new(points.into_iter().map(|(key, points)| (key, SweepCurve::new(points))).collect());
        self.0.borrow_mut().insert(asked, Rc::clone(&made));
        made
    }
}

/// The swept values of a scene except that of `parameter`, given by its path or the last word of it.
pub(super) fn family(scene: &Scene, parameter: &str) -> OtherValues {
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
