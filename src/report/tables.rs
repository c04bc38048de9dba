//! The tables of a run: a row a check, a finding, an observable, a parameter. They are written row by row.

use super::Reporter;
use super::files::write_table;
use super::table::{Cell, cells};
use crate::bench::record::ParameterRecord;
use crate::collide::observe::Observable;
use crate::report::findings::{CaseOutcome, Finding, Findings};

/// Every check of every case.
pub const SUMMARY_CSV: Reporter = Reporter {
    name: "summary.csv",
    about: "one row per check: expected, observed, deviation, allowed, outcome",
    write: |context, folder| {
        let columns = "case scene who variant against observable unit expected expected_uncertainty observed \
                       observed_uncertainty shifted deviation allowed deviation_unit outcome";
        write_table(folder, "summary.csv", columns.split_whitespace(), |out| {
            let checks =
                context.record.cases.iter().flat_map(|case| case.checks.iter().map(move |check| (case, check)));
            checks.into_iter().try_for_each(|(case, check)| {
                out.write_record(cells![
                    &case.name,
                    &check.scene,
                    &check.who,
                    &check.variant,
                    &check.against,
                    &check.observable,
                    &check.unit,
                    check.expected,
                    check.expected_uncertainty,
                    check.observed,
                    check.observed_uncertainty,
                    check.shifted,
                    check.deviation,
                    check.allowed,
                    &check.deviation_unit,
                    check.outcome.word(),
                ])
            })
        })
    },
};

/// What was found, by subject: counts, the check that deviates most, and why.
pub const FINDINGS_CSV: Reporter = Reporter {
    name: "findings.csv",
    about: "the largest deviation of every code, law, scheme, theory and experiment, by question",
    write: |context, folder| {
        let columns = "kind subject version basis computed against question observable recorded agreement agree \
                       known_gaps fail error closed not_run deviation measure unit low high over case scene expected \
                       observed shifted cause";
        write_table(folder, "findings.csv", columns.split_whitespace(), |out| {
            Findings::of(context.record).all.iter().try_for_each(|finding| out.write_record(finding_cells(finding)))
        })
    },
};

fn finding_cells<'a>(finding: &'a Finding<'_>) -> [Cell<'a>; 28] {
    let (worst, tally) = (finding.worst.as_ref(), &finding.tally);
    let check = worst.map(|worst| worst.check);
    let case = worst.map(|worst| worst.case.name.as_str()).or(finding.cases.first().copied());
    cells![
        finding.subject.kind.word(),
        &finding.subject.name,
        &finding.version,
        finding.basis.word(),
        &finding.computed,
        finding.against,
        finding.question.word(),
        finding.observable,
        CaseOutcome::of(tally).word(),
        finding.agreement().word(),
        tally.pass,
        tally.gap,
        tally.fail,
        tally.error,
        tally.closed,
        tally.skip,
        worst.map(|worst| worst.deviation.value),
        worst.map(|worst| worst.deviation.measure.word()),
        finding.unit,
        worst.map(|worst| worst.range[0]),
        worst.map(|worst| worst.range[1]),
        worst.map(|worst| worst.over.as_str()),
        case,
        check.map(|check| &*check.scene),
        check.and_then(|check| check.expected),
        check.and_then(|check| check.observed),
        check.and_then(|check| check.shifted),
        finding.cause(),
    ]
}

/// Solvers, theories and datasets alike. Columns are the observables that this run has, in the order of
/// [`Observable::ALL`], each with the uncertainty of its numbers beside it.
pub const OBSERVATIONS_CSV: Reporter = Reporter {
    name: "observations.csv",
    about: "one row per collision by one solver, theory or dataset: every observable with its uncertainty, SI",
    write: |context, folder| {
        let collisions =
            || context.record.cases.iter().flat_map(|case| case.collisions.iter().map(move |seen| (&case.name, seen)));
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for number in collisions().flat_map(|(_, collision)| &collision.numbers) {
            if !seen.iter().any(|(word, _)| *word == number.observable) {
                seen.push((&number.observable, &number.unit));
            }
        }
        seen.sort_by_key(|(word, _)| Observable::ALL.iter().position(|observable| observable.word() == *word));
        let columns = seen.iter().flat_map(|(word, unit)| {
            let unit = if unit.is_empty() { String::new() } else { format!(" ({unit})") };
            [format!("{word}{unit}"), format!("{word} uncertainty{unit}")]
        });
        let columns = ["case", "scene", "by", "variant"].map(String::from).into_iter().chain(columns);
        write_table(folder, "observations.csv", columns, |out| {
            collisions().try_for_each(|(case, collision)| {
                let numbers = seen.iter().flat_map(|(word, _)| {
                    let number = collision.numbers.iter().find(|number| number.observable == *word);
                    let (value, uncertainty) = number.map_or((None, None), |n| (n.value, n.uncertainty));
                    cells![value, uncertainty]
                });
                let of = cells![case, &collision.scene, &collision.by, &collision.variant];
                out.write_record(of.into_iter().chain(numbers))
            })
        })
    },
};

/// A choice (the name of a material) is written as its word, without a unit. What all scenes of a case share is one row
/// without a scene.
pub const SCENES_CSV: Reporter = Reporter {
    name: "scenes.csv",
    about: "every parameter of every scene, in SI; one row without a scene where all scenes of a case share it",
    write: |context, folder| {
        write_table(folder, "scenes.csv", ["case", "scene", "parameter", "value", "unit"], |out| {
            for case in &context.record.cases {
                let shared = |p: &ParameterRecord| {
                    case.scenes.len() > 1 && case.scenes.iter().all(|scene| scene.parameter(&p.path) == Some(p))
                };
                let mut write = |scene: &str, p: &ParameterRecord| {
                    let value = p.value.map_or(Cell::from(p.word.as_deref()), Cell::from);
                    let [case, scene, path, unit] = cells![&case.name, scene, &p.path, &p.unit];
                    out.write_record([case, scene, path, value, unit])
                };
                let Some(first) = case.scenes.first() else { continue };
                let all: Vec<_> = first.parameters.iter().filter(|p| shared(p)).collect();
                all.iter().try_for_each(|p| write("", p))?;
                for scene in &case.scenes {
                    let own = scene.parameters.iter().filter(|p| !all.iter().any(|shared| shared.path == p.path));
                    own.into_iter().try_for_each(|p| write(&scene.name, p))?;
                }
            }
            Ok(())
        })
    },
};
