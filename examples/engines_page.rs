//! Writes `docs/engines.md` and `docs/engines.png` from a run of `cases/engines`.
//!
//! `cargo run --release --example engines_page reports/latest`

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use collisionbench::bench::record::file;
use collisionbench::bench::record::{Record, Tally, Verdict};
use collisionbench::report::pictures::all_cases;

type Failed = Box<dyn Error>;

/// A case in a code's own words, its installation, the parameter that asks for a restitution, and what it is called.
const OWN: [(&str, &str, &str, &str); 7] = [
    ("lammps-coeff-restitution", "22Jul2025", "LAMMPS coeff_restitution", "zero overlap"),
    ("lammps-limit-damping", "22Jul2025", "LAMMPS coeff_restitution, limit_damping", "clamped at zero force"),
    ("lammps-tsuji", "22Jul2025", "LAMMPS tsuji", "zero overlap"),
    ("liggghts-restitution", "3.8.0", "LIGGGHTS", "zero overlap"),
    ("liggghts-limit-force", "3.8.0", "LIGGGHTS limitForce", "clamped at zero force"),
    ("yade-en", "2023.02a", "YADE en", "clamped at zero force"),
    ("kratos-restitution", "10.4.4", "Kratos", "clamped at zero force"),
];

/// Requested restitutions that the table shows.
const SHOWN: [f64; 5] = [0.1, 0.5, 0.9, 0.98, 0.999];

const STEPS: [u32; 4] = [20, 50, 100, 400];

fn main() -> Result<(), Failed> {
    let report = env::args().nth(1).unwrap_or_else(|| "reports/latest".to_string());
    let report = Path::new(&report);
    let record: Record = file::read(fs::File::open(report.join("run.jsonl"))?, "run.jsonl")?;
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    put(&docs.join("engines.md"), page(&record)?.as_bytes())?;
    let figure = all_cases::figures(&record).into_iter().find(|figure| figure.name == "asked-got");
    let figure = figure.ok_or("the run has no code that was asked for restitutions")?.drawn.figure;
    put(&docs.join("engines.png"), &figure.png().map_err(|error| error.to_string())?)
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), Failed> {
    let beside = path.with_extension("new");
    fs::write(&beside, bytes)?;
    Ok(fs::rename(&beside, path)?)
}

/// Mean over the onset phases of an observable, by the variant's beginning and the scene.
fn values(record: &Record, case: &str, starts: &str, observable: &str) -> Result<Vec<(String, f64)>, Failed> {
    let name = format!("engines/{case}");
    let case = record.cases.iter().find(|case| case.name.ends_with(&name) || case.name == name);
    let case = case.ok_or_else(|| format!("the run has no case {name}"))?;
    let mine = case.observations().filter(|o| o.observable == observable && o.variant.starts_with(starts));
    // Where there are several onset phases, their mean; worst and mean stand one after the other.
    let mut found: Vec<(String, f64)> = Vec::new();
    for o in mine {
        let Some(value) = o.value else { continue };
        match found.iter_mut().find(|(scene, _)| *scene == o.scene) {
            Some((_, known)) if o.variant.contains("mean") => *known = value,
            Some(_) => {}
            None => found.push((o.scene.to_string(), value)),
        }
    }
    if found.is_empty() { Err(format!("{name} has no {observable} of {starts}").into()) } else { Ok(found) }
}

/// Requested and achieved restitution of a code in its own words.
fn answers(record: &Record, case: &str, version: &str) -> Result<Vec<(f64, f64)>, Failed> {
    let rows = values(record, case, &format!("{version}, "), "restitution")?;
    let pair = |(scene, got): (String, f64)| {
        let asked = scene.rsplit('=').next().unwrap_or_default().parse::<f64>()?;
        Ok((asked, got))
    };
    let mut all = rows.into_iter().map(pair).collect::<Result<Vec<_>, Failed>>()?;
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(all)
}

fn page(record: &Record) -> Result<String, Failed> {
    let mut text = String::from(
        "# Production codes on the bench\n\n\
         Written by `cargo run --release --example engines_page` from a run of `cases/engines`; every number is one of that\n\
         run. A code is compared with its own law integrated exactly, to which it must converge, and with theory.\n\n\
         ![Restitution achieved against the one asked for](engines.png)\n\n\
         ## Requested and achieved restitution\n\n\
         Two spheres head on at 1 m/s, a step of a thousandth of the undamped duration, mean of the onset phases. Each code is\n\
         given the restitution as its own parameter.\n\n| code | version | contact ends at |",
    );
    for e in SHOWN {
        let _ = write!(text, " {e} |");
    }
    let _ = write!(text, "\n|---|---|---|{}\n", "---|".repeat(SHOWN.len()));
    for (case, version, name, ends) in OWN {
        let all = answers(record, case, version)?;
        let _ = write!(text, "| {name} | {version} | {ends} |");
        for e in SHOWN {
            match all.iter().find(|(asked, _)| *asked == e) {
                Some((_, got)) => drop(write!(text, " {got:.4} |")),
                None => text.push_str(" |"),
            }
        }
        text.push('\n');
    }
    text.push_str(
        "\nLAMMPS' `coeff_restitution` and LIGGGHTS use the formula of the full force: it is exact while the force may be\n\
         attractive, and wrong when the attraction is removed and the coefficient kept. The polynomial of `tsuji` is too small by sqrt(2).\n\
         YADE and Kratos use the same fit of the clamped contact, which is inaccurate above 0.9; their agreement is no confirmation.\n\n\
         ## Error against time step\n\n\
         Two elastic spheres, deviation from Hertz, mean of 16 onset phases.\n\n\
         | code | version | observable |",
    );
    for steps in STEPS {
        let _ = write!(text, " tau/{steps} |");
    }
    let _ = write!(text, " order |\n|---|---|---|{}\n", "---|".repeat(STEPS.len() + 1));
    ladder(record, &mut text)?;
    text.push_str(
        "\n## A wall of the sphere's own material\n\nElastic, a step of 1/400 of the duration: ratio of the observed value to Hertz.\n\n",
    );
    walls(record, &mut text)?;
    text.push_str(
        "\n## Oblique impacts\n\n\
         An elastic sphere on a wall, 5 to 85 degrees from the normal: the largest error in the tangential restitution, against\n\
         each code's own law.\n\n| code | version | tangential law | arms of slip and torque | steps | largest error |\n\
         |---|---|---|---|---|---|\n",
    );
    for (case, version, name, law, arms, steps) in [
        ("glancing-lammps", "22Jul2025", "LAMMPS", "total spring", "r, r", 1000),
        ("glancing-liggghts", "3.8.0", "LIGGGHTS", "total spring", "r - delta/2, r - delta/2", 1000),
        ("glancing-yade", "2023.02a", "YADE", "incremental", "r, r - delta", 4000),
        ("glancing-kratos", "10.4.4", "Kratos", "incremental, rescaled on unloading", "r - delta, r - delta", 4000),
    ] {
        let largest = checks(record, case, version, "tangential_restitution").fold(0.0, f64::max);
        let _ = writeln!(text, "| {name} | {version} | {law} | {arms} | {steps} | {largest:.1e} |");
    }
    text.push_str(
        "\n## Known gaps\n\nChecks that fail, with the reason given in the case; after a fix of the code they show as `closed`.\n\n",
    );
    let mut gaps: BTreeMap<String, usize> = BTreeMap::new();
    let engines = || record.cases.iter().filter(|case| case.name.starts_with("engines/"));
    for case in engines() {
        for check in case.checks.iter().filter(|check| check.outcome == Verdict::Gap) {
            let version = check.variant.split(',').next().unwrap_or_default();
            let reason = check.reason.as_deref().unwrap_or_default();
            *gaps.entry(format!("{} {version}: {reason}", check.who)).or_default() += 1;
        }
    }
    for (gap, count) in gaps {
        let _ = writeln!(text, "- {gap} ({count} {})", if count == 1 { "check" } else { "checks" });
    }
    let tally = Tally::of(engines().flat_map(|case| &case.checks));
    let _ = writeln!(
        text,
        "\nThe run that this page was written from: {} cases, {} checks, {} failed; cases that came later are not in it.",
        engines().count(),
        tally.total(),
        tally.fail
    );
    Ok(text)
}

/// Magnitude of the deviations that were judged.
fn checks<'a>(record: &'a Record, case: &str, version: &'a str, observable: &'a str) -> impl Iterator<Item = f64> + 'a {
    let name = format!("engines/{case}");
    let cases = record.cases.iter().filter(move |c| c.name.ends_with(&name));
    let rows = cases.flat_map(|case| &case.checks);
    rows.filter(move |row| row.variant.starts_with(version) && row.observable == observable)
        .filter_map(|row| Some((row.observed? - row.expected?).abs()))
}

fn ladder(record: &Record, text: &mut String) -> Result<(), Failed> {
    let case = record.cases.iter().find(|case| case.name.ends_with("engines/elastic-ladder"));
    let case = case.ok_or("the run has no elastic-ladder")?;
    let exact = |observable: &str| {
        let found = case.observations().find(|o| o.by == "reference" && o.observable == observable);
        found.and_then(|o| o.value).ok_or_else(|| format!("the reference has no {observable}"))
    };
    let mut installations: Vec<(&str, &str)> = Vec::new();
    for o in case.observations().filter(|o| o.variant.contains(", steps=")) {
        let one = (o.by, o.variant.split(',').next().unwrap_or_default());
        if !installations.contains(&one) {
            installations.push(one);
        }
    }
    for (by, version) in installations {
        for (shown, observable, of) in [
            ("duration", "duration_to_zero_overlap", "duration_to_zero_overlap"),
            ("largest overlap", "max_overlap_interpolated", "max_overlap"),
        ] {
            let _ = write!(text, "| {by} | {version} | {shown} |");
            for steps in STEPS {
                let mean = case.observations().find(|o| {
                    o.by == by
                        && o.observable == observable
                        && o.variant.starts_with(&format!("{version}, steps={steps},"))
                        && o.variant.contains("mean")
                });
                match mean.and_then(|o| o.value) {
                    Some(value) => drop(write!(text, " {:+.2e} |", value / exact(of)? - 1.0)),
                    None => text.push_str(" |"),
                }
            }
            let order =
                case.convergences.iter().find(|c| c.who == by && c.variant == version && c.observable == observable);
            let _ = writeln!(text, " {:.2} |", order.and_then(|c| c.order).unwrap_or(f64::NAN));
        }
    }
    Ok(())
}

fn walls(record: &Record, text: &mut String) -> Result<(), Failed> {
    let case = record.cases.iter().find(|case| case.name.ends_with("engines/walls-over-poisson-ratio"));
    let case = case.ok_or("the run has no walls-over-poisson-ratio")?;
    let scenes: Vec<&str> = case.scenes.iter().map(|scene| scene.name.as_str()).collect();
    text.push_str("| code | version | observable |");
    for scene in &scenes {
        let _ = write!(text, " nu = {} |", scene.rsplit('=').next().unwrap_or_default());
    }
    let _ = write!(text, "\n|---|---|---|{}\n", "---|".repeat(scenes.len()));
    let mut rows: Vec<(&str, &str, &str, Vec<f64>)> = Vec::new();
    // No energy is lost in an elastic impact: there is no ratio to that.
    for check in case.checks.iter().filter(|check| check.observable != "energy_lost") {
        let (Some(observed), Some(expected)) = (check.observed, check.expected) else { continue };
        let version = check.variant.split(',').next().unwrap_or_default();
        let key = (&*check.who, version, &*check.observable);
        match rows.iter_mut().find(|row| (row.0, row.1, row.2) == key) {
            Some(row) => row.3.push(observed / expected),
            None => rows.push((key.0, key.1, key.2, vec![observed / expected])),
        }
    }
    for (who, version, observable, ratios) in rows {
        let cells: Vec<String> = ratios.iter().map(|ratio| format!("{ratio:.5}")).collect();
        let _ = writeln!(text, "| {who} | {version} | {observable} | {} |", cells.join(" | "));
    }
    text.push_str("\n(1 + nu)^-0.4 is ");
    let nu = |scene: &&str| scene.rsplit('=').next().and_then(|nu| nu.parse::<f64>().ok()).unwrap_or(f64::NAN);
    let factors: Vec<String> = scenes.iter().map(|scene| format!("{:.5}", (1.0 + nu(scene)).powf(-0.4))).collect();
    let _ = writeln!(text, "{}: the effect of 1 - nu instead of 1 - nu^2 in E*.", factors.join(", "));
    Ok(())
}
