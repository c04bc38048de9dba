//! Errors that readings share: what is claimed where drops of a height, a session or a ruler are off together.

use std::fs;
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::fit::calibrate::result::Describes;
use collisionbench::fit::calibrate::{Calibrated, Depth, Unwatched, calibrate};
use collisionbench::fit::random::Stream;
use collisionbench::fit::statistics::student;
use collisionbench::report::fit::text;

/// A case of a ball whose restitution is the same at every speed; `experiment` has its kind on the first line.
pub(super) fn read(table: &str, experiment: &str, fit: &str) -> Result<Case, String> {
    let (kind, own) = experiment.split_once('\n').unwrap_or((experiment, ""));
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("drops.csv"), table).unwrap();
    let text = format!(
        "title = \"T\"\n[body.ball]\nsphere = {{ radius = \"20 mm\", mass = \"30 g\" }}\n[body.floor]\n\
         wall = {{ normal = \"+z\" }}\nrigid = true\n[contact]\nends = \"force-clamped\"\n[contact.normal.hooke]\n\
         stiffness = \"50 kN/m\"\n[contact.damping.linear-dashpot]\nrestitution = {{ fit = 0.7, between = [0.1, 1.5] }}\n\
         [experiment.{kind}]\ndata = \"drops.csv\"\nheight_to = \"bottom\"\ngravity = \"9.81 m/s2\"\n{own}\n[fit]\n{fit}\n\
         [[expect]]\nthat = \"fit\"\nagrees_with = \"residuals\"\nbirge_ratio = {{ within_sigma = 4 }}\n"
    );
    let file = SourceFile { name: "case.toml".into(), text };
    Case::read(Arc::new(file), "case", &Files::Folder(dir.path().into())).map_err(|error| error.to_string())
}

pub(super) fn found(table: &str, experiment: &str, fit: &str) -> Calibrated {
    let case = read(table, experiment, fit).unwrap_or_else(|error| panic!("{error}"));
    calibrate(&case, Depth::Full, &Unwatched).unwrap_or_else(|e| panic!("{e}"))
}

fn close(found: f64, expected: f64, part: f64) {
    assert!((found / expected - 1.0).abs() < part, "{found} {expected}");
}

/// Six heights of eight drops, of restitutions 0.90, 0.30, 0.85, 0.25, 0.90 and 0.40: standard deviation 0.318 about the mean of 0.6,
/// so that a setting that explains it is off by twice 53 %. There is no trend, and no constant restitution describes them.
#[test]
fn heights_that_differ_by_half_of_the_value_are_not_described() {
    let e: [f64; 6] = [0.90, 0.30, 0.85, 0.25, 0.90, 0.40];
    let mut table = "drop height (cm),rebound height (cm)\n".to_string();
    for (k, e) in e.iter().enumerate() {
        let height = 20.0 * (k + 1) as f64;
        for part in [-3.5, -2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5] {
            table.push_str(&format!("{height},{:.4}\n", height * (e * (1.0 + 1e-3 * part)).powi(2)));
        }
    }
    let agreement = found(&table, "drop-height", "").agreement.unwrap();
    assert_eq!(agreement.describes, Describes::No, "{}", agreement.words);
    // The standard deviation of the six: sqrt(0.495/5).
    close(agreement.lack.unwrap().between, 0.099_f64.sqrt(), 1e-2);
    assert!(agreement.words.contains("does not predict single heights"), "{}", agreement.words);
}

/// One reading of a ruler repeated is a measurement: 64 of 100 cm are a restitution of 0.8.
#[test]
fn equal_readings_are_a_measurement() {
    let table = format!("drop height (cm),rebound height (cm)\n{}", "100,64\n".repeat(4));
    let right = found(&table, "drop-height\nheight_sigma = \"5 mm\"", "");
    close(right.parameters[0].value, 0.8, 1e-6);
    assert!(text::text(&right).contains("equal readings"), "{}", text::text(&right));
}

/// Eight heights of eight drops, made so that `F = 50.8` and the mean of the heights has the standard error 0.0079; of 64
/// drops taken as independent it would have 0.0028. The twin, whose drops are said to be independent by a column that
/// gives each a group of its own, has that.
#[test]
fn heights_that_differ_are_what_an_interval_counts() {
    let table = include_str!("shared/tennis-like.csv");
    let right = found(table, "drop-height", "");
    let [restitution] = &right.parameters[..] else { panic!() };
    close(restitution.sigma_data.unwrap(), 0.0079, 2e-3);
    let interval = restitution.interval_data.unwrap();
    close(interval.high - interval.low, 2.0 * student::two_sided(0.95, 7.0) * 0.0079, 2e-3);
    assert!((restitution.value - 0.75).abs() < 2e-5, "{}", restitution.value);
    let agreement = right.agreement.as_ref().unwrap();
    let lack = agreement.lack.unwrap();
    close(lack.F, 50.8, 2e-3);
    assert_eq!((lack.dof, agreement.describes), ([7.0, 56.0], Describes::WithExtraScatter));
    close(lack.between, 0.0079 * 8f64.sqrt() * (1.0 - 1.0 / 50.8f64).sqrt(), 2e-3);
    let shown = text::text(&right).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        shown.contains("The law describes the mean of the heights, with extra scatter: 0.022 between heights"),
        "{shown}"
    );
    assert!(shown.contains("height_set = \"each"), "{shown}");
    assert!(!shown.contains("does not describe"), "{shown}");

    // A stated tolerance that the misfit is not shown to exceed is no reason to reject the law; one below the misfit is none to spare it.
    for (tolerance, describes) in
        [(0.05, Describes::Yes), (0.03, Describes::Undecided), (0.02, Describes::WithExtraScatter)]
    {
        let agreement = found(table, "drop-height", &format!("misfit_tolerance = {tolerance}")).agreement.unwrap();
        assert_eq!(agreement.describes, describes, "{tolerance}: {}", agreement.words);
    }

    let each: String = table
        .lines()
        .enumerate()
        .map(|(at, line)| match at {
            0 => format!("{line},drop\n"),
            _ => format!("{line},{at}\n"),
        })
        .collect();
    let twin = found(&each, "drop-height\ngroups = \"drop\"\nheight_set = \"each drop\"", "");
    close(twin.parameters[0].sigma_data.unwrap(), 0.0028, 0.02);
}

/// Rebounds that are all read 5 mm too high. A slope is seen, and the offset is named beside it, with its size; once it is
/// declared the interval holds the truth, and the slope is gone.
#[test]
fn an_offset_is_named_beside_a_slope() {
    let table = include_str!("shared/offset-of-5-mm.csv");
    let hidden = found(table, "drop-height\nheight_sigma = \"1 mm\"", "");
    let slope = hidden.slope.as_ref().unwrap();
    assert!(slope.words.starts_with("the restitution falls with speed"), "{}", slope.words);
    // Its size is known as well as the slope is, whose interval has five standard errors on each side of zero: to a fifth.
    let named = slope.words.split("rebounds that were all read ").nth(1).unwrap_or_else(|| panic!("{}", slope.words));
    let (size, rest) = named.split_once(" mm too high").unwrap_or_else(|| panic!("{named}"));
    assert!((size.parse::<f64>().unwrap() - 5.0).abs() < 1.0 && rest.contains("rebound_offset ="), "{named}");
    assert!(slope.words.contains("the drag of the air, which is not corrected for"), "{}", slope.words);
    let alike = "drops alone cannot distinguish viscoelasticity from waves in the plate";
    assert!(slope.words.contains(alike), "{}", slope.words);
    assert_eq!(hidden.agreement.as_ref().unwrap().describes, Describes::No);
    assert!(text::text(&hidden).contains("The law does not describe the data"));

    let declared = "drop-height\nheight_sigma = \"1 mm\"\nrebound_offset = { value = \"0 mm\", sigma = \"5 mm\" }";
    let declared = found(table, declared, "");
    assert!(declared.parameters[0].interval.unwrap().covers(0.8), "{:?}", declared.parameters[0]);
    assert!(declared.slope.as_ref().unwrap().corrected.interval.covers(0.0));
    assert_eq!(declared.agreement.as_ref().unwrap().describes, Describes::NoMisfitDetected);

    let known = "drop-height\nheight_sigma = \"1 mm\"\nrebound_offset = \"-5 mm\"";
    let known = found(table, known, "misfit_tolerance = 0.01");
    assert!((known.parameters[0].value - 0.8).abs() < 1e-3, "{}", known.parameters[0].value);
    assert_eq!(known.agreement.as_ref().unwrap().describes, Describes::Yes);
    assert!(text::text(&known).contains("The law describes the data: the 95 % upper bound of its misfit is"));
    // The twin with the wrong sign doubles the error.
    let wrong = found(table, "drop-height\nheight_sigma = \"1 mm\"\nrebound_offset = \"5 mm\"", "");
    assert!(wrong.parameters[0].value - known.parameters[0].value > 0.01);
}

/// Rebounds that are all read 3 mm too high, which nobody states: at 2.5 % each `F` sees 57 % of such experiments, the slope over speed beside
/// it 84 %, one of the two 85 % (`tests/theory-tables/groups.py`). Of experiments without it no more than 5 % have a misfit.
#[test]
fn a_hidden_zero_is_seen_by_the_slope() {
    let share = |zero: f64, seed: u64| {
        let significant = (0..200).filter(|index| {
            let mut stream = Stream::new(seed, *index);
            let mut table = "drop height (m),rebound height (m)\n".to_string();
            for h in [0.2, 0.3, 0.45, 0.7, 1.0, 1.5].into_iter().cycle().take(36) {
                let (e, fallen) = (0.8 + 0.004 * stream.normal(), h + 1e-3 * stream.normal());
                table.push_str(&format!("{h},{:?}\n", e * e * fallen + zero + 1e-3 * stream.normal()));
            }
            let case = read(&table, "drop-height\nheight_sigma = \"1 mm\"", "").unwrap();
            let found = calibrate(&case, Depth::Quick, &Unwatched).unwrap();
            found.agreement.unwrap().lack.unwrap().significant()
        });
        significant.count() as f64 / 200.0
    };
    let (hidden, none) = (share(3e-3, 31), share(0.0, 32));
    assert!(hidden > 0.85 - 3.0 * 0.0252 && none < 0.05 + 4.0 * 0.0154, "{hidden} {none}");
}

/// A scatter of 0.01 from height to height, five drops each: the interval holds the truth, and counts six heights.
#[test]
fn scatter_of_heights_is_stated() {
    let right = found(include_str!("shared/scatter-of-heights.csv"), "drop-height\nheight_sigma = \"0.5 mm\"", "");
    assert!(right.parameters[0].interval.unwrap().covers(0.8));
    let between = right.estimate.between.as_ref().unwrap();
    assert_eq!((between.groups, between.dof), (6, 5.0));
    assert!((0.004..0.025).contains(&between.sigma), "{between:?}");
    let budget = right.budget.as_ref().unwrap();
    assert!(budget.lines.iter().any(|line| line.source.name == "scatter between 6 heights" && line.share[0] > 0.5));
    assert!((budget.lines.iter().map(|line| line.share[0]).sum::<f64>() - 1.0).abs() < 1e-9);
}

/// Times between bounces whose error nobody states are refused; the Birge ratio of a stand-in would be in the thousands.
#[test]
fn times_without_their_error_are_refused() {
    let refused = read(include_str!("shared/bounces.csv"), "bounce-times", "").unwrap_err();
    assert!(refused.contains("`experiment.bounce-times.time_sigma` is missing"), "{refused}");
    assert!(refused.contains("one standard deviation of an interval"), "{refused}");
}

/// Heights set anew: the drops are independent, and chance explains how the heights differ.
#[test]
fn drops_that_were_set_anew_are_independent() {
    let table = include_str!("shared/offset-of-5-mm.csv");
    let own = "drop-height\nheight_sigma = \"1 mm\"\nrebound_offset = \"-5 mm\"\n";
    let anew = found(table, &format!("{own}height_set = \"each drop\""), "");
    assert_eq!((anew.estimate.units(), anew.estimate.drops), (36, 36));
    assert!(anew.agreement.as_ref().unwrap().words.starts_with("no misfit detected: F(5, 30)"));
    assert_eq!(found(table, own, "").estimate.units(), 6);
    // Where they differ by more than chance has it, the law is off, and heights are what counts.
    let off = found(table, "drop-height\nheight_sigma = \"1 mm\"\nheight_set = \"each drop\"", "");
    assert_eq!((off.estimate.units(), off.agreement.as_ref().unwrap().describes), (6, Describes::No));
}

/// A column of the table says which drops share an effect; the slips of the key are pointed at.
#[test]
fn a_column_of_groups_is_named() {
    // Heights of a session, in mm, which differ from session to session by so much.
    let sessions = |apart: u32| {
        let mut table = "drop height (mm),rebound height (mm),session\n".to_string();
        for (of, (session, e)) in [("mon", 0.80), ("tue", 0.82), ("wed", 0.79)].into_iter().enumerate() {
            for (at, h) in [400, 800, 1200].into_iter().enumerate() {
                let (e, h): (f64, f64) = (e + 1e-4 * at as f64, f64::from(h + apart * of as u32));
                table.push_str(&format!("{h},{:?},{session}\n", h * e * e));
            }
        }
        table
    };
    let table = sessions(0);
    // Every session has every height: whether these were set anew for it has to be said.
    let crossed = read(&table, "drop-height\ngroups = \"session\"", "").unwrap_err();
    assert!(crossed.contains("drops of 0.4 m are in several groups of `session`"), "{crossed}");
    assert_eq!(found(&sessions(10), "drop-height\ngroups = \"session\"", "").estimate.units(), 3);
    let right = found(&table, "drop-height\ngroups = \"session\"\nheight_set = \"each group\"", "");
    assert_eq!((right.estimate.units(), right.agreement.as_ref().unwrap().groups.as_str()), (3, "values of session"));
    let slip = read(&table, "drop-height\ngroups = \"sesion\"", "").unwrap_err();
    assert!(slip.contains("did you mean `session`?"), "{slip}");
    let slip = read(&table, "drop-height\nheight_set = \"every drop\"", "").unwrap_err();
    assert!(slip.contains("height_set = \"each drop\""), "{slip}");
}

/// Four heights whose restitution falls with speed by more than a line of slope zero allows, at 5 %: such a law does not describe them
/// with scatter alone. The drops are those of docs/calibrating.md.
#[test]
fn a_trend_is_no_extra_scatter() {
    let table = "drop height (cm),rebound height (cm)\n20,16.5\n20,16.6\n20,16.4\n20,16.5\n40,32.6\n40,32.8\n40,32.5\n40,32.7\n\
                 60,48.4\n60,48.7\n60,48.3\n60,48.6\n80,64.1\n80,64.6\n80,64.2\n80,64.4\n";
    let right = found(table, "drop-height\nheight_sigma = \"2 mm\"\n", "");
    let slope = right.slope.unwrap();
    let agreement = right.agreement.unwrap();
    assert!(!slope.corrected.interval.covers(0.0), "{slope:?}");
    assert_eq!(agreement.describes, Describes::No, "{}", agreement.words);
    assert!(agreement.words.contains("the residuals of the heights depend on speed"), "{}", agreement.words);
}
