//! Parts of the record made by hand: validity sheets, conventions, a dialect, ladders of time steps.

use collisionbench::bench::Verdict;
use collisionbench::bench::record::{
    Bad, CaseRecord, Comparison, ContractRecord, ConvergenceRecord, CriterionRecord, DialectRecord, LeftOutRecord,
    Light, Maker, SceneRecord, Thresholds, ValidityRecord,
};
use collisionbench::number::NamedNumber;
use collisionbench::report::sheet;

use crate::report::fixture::{case, check, record, scene, seen};

pub fn criteria() -> Vec<CriterionRecord> {
    let criterion = |word: &str, assumes: &str, limits| CriterionRecord {
        word: word.to_string(),
        assumes: assumes.to_string(),
        formula: "p_0/(1.6 Y)".to_string(),
        limits,
        source: "Johnson 1985, section 4.2".to_string(),
    };
    vec![
        criterion(
            "peak-pressure",
            "the bodies stay elastic",
            Some(Thresholds { bad: Bad::Above, amber: None, red: Some(1.0) }),
        ),
        criterion(
            "wave-travel",
            "the collision is slow against waves in the bodies",
            Some(Thresholds { bad: Bad::Below, amber: Some(10.0), red: Some(2.0) }),
        ),
        criterion("thin-plate", "a wall is a half-space", None),
    ]
}

pub fn lines() -> Vec<ValidityRecord> {
    let pressure = NamedNumber::new("peak pressure", 2.6e9, "Pa");
    vec![
        line("peak-pressure", Some(3.25), Some(Light::Red), vec![pressure], None),
        line("wave-travel", Some(8.35), Some(Light::Amber), Vec::new(), None),
        line("thin-plate", None, None, Vec::new(), Some("the thickness of <plate> is not known")),
    ]
}

fn line(
    word: &str,
    value: Option<f64>,
    light: Option<Light>,
    details: Vec<NamedNumber>,
    note: Option<&str>,
) -> ValidityRecord {
    ValidityRecord { word: word.to_string().into(), value, light, details, note: note.map(String::from) }
}

pub fn left_out(dataset: &str) -> Vec<LeftOutRecord> {
    let left = |row, reason: &str| LeftOutRecord { dataset: dataset.to_string(), row, reason: reason.to_string() };
    vec![left(3, "printed twice"), left(7, "printed twice"), left(9, "beside the axis")]
}

/// A ladder for two schemes: one of order 5/2, one that meets no expectation, one that diverges.
pub fn stepped() -> CaseRecord {
    let mut made = CaseRecord { title: "What a time step costs".to_string(), ..case("steppers/hertz") };
    made.scenes.push(SceneRecord {
        dialect: Some(Box::new(DialectRecord {
            system: "pfc".to_string(),
            reading: "corrected".to_string(),
            derived: vec![NamedNumber::new("h_n", 2.4e9, "N/m^(3/2)")],
            notes: vec!["alpha_d is taken as 0 & said so".to_string()],
        })),
        ..scene("-", &[])
    });
    made.contracts.push(ContractRecord {
        system: "pfc".to_string(),
        lines: vec![["end of contact".to_string(), "force-clamped: never pulls".to_string()]],
        paragraph: "Conventions of pfc. end of contact: force-clamped: never pulls.".to_string(),
    });
    let ladder = [
        ("velocity-verlet", "restitution", 0.5, 2.5),
        ("velocity-verlet", "max_overlap", 0.9, 2.0),
        ("leapfrog", "restitution", 0.5, 2.5),
        ("leapfrog", "max_overlap", 0.9, 2.0),
        ("forward-euler", "restitution", 4.0, 1.0),
    ];
    for (who, observable, constant, order) in ladder {
        let steps = [50.37, 100.37, 200.37, 400.37, 800.37, 1600.37];
        let worst = steps.map(|n: f64| constant * n.powf(-order));
        made.convergences.push(ConvergenceRecord {
            scene: "-".to_string(),
            who: who.to_string(),
            variant: String::new(),
            observable: observable.to_string(),
            steps: steps.to_vec(),
            worst: worst.iter().map(|w| Some(*w)).collect(),
            mean: worst.iter().map(|w| Some(0.4 * w)).collect(),
            order: Some(order),
            order_uncertainty: Some(0.01),
            constant: Some(constant),
        });
        let expected = if who == "forward-euler" { 2.0 } else { order };
        let mut row = check("-", "reference", observable, "", expected, order, 0.1, 20);
        row.who = who.into();
        row.comparison = Comparison::Convergence;
        row.variant = "steps=50.37 .. 1600.37".into();
        row.deviation_unit = "order".into();
        row.deviation = Some((order - expected).abs());
        row.observed_uncertainty = Some(0.01);
        row.outcome = if who == "forward-euler" { Verdict::Gap } else { Verdict::Pass };
        row.reason = (who == "forward-euler").then(|| "a control that must fail".into());
        made.checks.push(row);
        made.observe(seen("-", who, Maker::Solver, observable, Some(0.5), "", Some(0.0)));
    }
    // A run that was lost has errors without bounds, and no order.
    made.convergences.push(ConvergenceRecord {
        scene: "-".to_string(),
        who: "forward-euler".to_string(),
        variant: String::new(),
        observable: "max_overlap".to_string(),
        steps: vec![50.37, 100.37, 200.37],
        worst: vec![None, Some(0.1), Some(0.05)],
        mean: vec![None, Some(0.02), Some(0.01)],
        order: None,
        order_uncertainty: None,
        constant: None,
    });
    made
}

#[test]
fn the_scene_that_stands_worst_is_shown() {
    let mut record = record();
    let case = &mut record.cases[2];
    for (i, (value, light)) in
        [(20.0, Light::Green), (9.0, Light::Amber), (3.0, Light::Amber), (4.0, Light::Amber)].into_iter().enumerate()
    {
        case.scenes[i].validity.push(line("wave-travel", Some(value), Some(light), Vec::new(), None).into());
    }
    case.scenes[4].validity.push(line("wave-travel", None, None, Vec::new(), None).into());
    let case = &record.cases[2];
    let rows = sheet::rows(&record.criteria, case);
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].worst.value, rows[0].scene), (Some(3.0), "speed=0.1 m/s"));
    assert_eq!(rows[0].scenes.words(), "3 amber, 1 green, 1 unknown");
    assert_eq!(sheet::limits(rows[0].criterion), "amber below 10, red below 2");
    // Two scenes of the case have no sheet at all.
    assert_eq!(sheet::scenes([case]).words(), "3 amber, 1 green, 3 unknown");
}

#[test]
fn rows_that_are_left_out_are_named_with_their_reason() {
    let left = sheet::left_out(&record().cases[0]);
    assert_eq!(
        left,
        [
            "rows 3, 7 of chung-ooi-test-1-glass not compared: printed twice",
            "row 9 of chung-ooi-test-1-glass not compared: beside the axis"
        ]
    );
}
