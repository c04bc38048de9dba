//! Failing checks, with all that is needed to look at them.

use anstyle::Style;

use crate::distinct::grouped;
use crate::error::cut;
use crate::judge::Verdict;
use crate::number::counted;
use crate::record::{CaseRecord, Check, Comparison};

use super::super::expectation::{Expectation, expectations, used};
use super::super::pictures::entity::maker_name;
use super::super::pictures::plan::picture_of;
use super::super::quantity::scale_for;
use super::{Terminal, off};

/// Columns of the detail tables; the first is as wide as its names, within limits.
const NARROWEST: usize = 24;
const WIDEST: usize = 60;
const NUMBER: usize = 17;
const OFF: usize = 13;
const RULE: usize = 100;

/// Rows shown of a failing expectation; the rest are counted.
const ROWS: usize = 8;

/// Writes what failed in a case; nothing when nothing did.
pub fn write(out: &mut String, case: &CaseRecord, how: &Terminal<'_>) {
    let all = expectations(case);
    let failing: Vec<(&Expectation<'_>, Vec<&Check>)> =
        all.iter().map(|e| (e, bad(e))).filter(|(_, checks)| !checks.is_empty()).collect();
    if failing.is_empty() {
        return;
    }
    let title = format!("-- {} ", cut(&case.name, 80));
    out.push_str(&format!("\n  {title}{}\n", "-".repeat(RULE.saturating_sub(title.chars().count()))));
    for (expectation, checks) in failing {
        let should = match expectation.comparison {
            Comparison::Convergence => "should converge to",
            _ => "should agree with",
        };
        let said = format!("{} {should} {}", expectation.who, maker_name(expectation.against));
        let said = how.styled(&format!("{said:<62}"), Style::new().bold());
        out.push_str(&format!("     {said}  {}:{}\n", case.file, expectation.line));
        rows(out, &checks);
        let picture = checks.first().and_then(|worst| picture_of(case, how.pictures, &worst.observable));
        if let (Some(place), Some(picture)) = (how.place, picture) {
            out.push_str(&format!("     {place}/{picture}\n"));
        }
    }
}

/// What failed or could not be judged, the worst first.
fn bad<'a>(expectation: &Expectation<'a>) -> Vec<&'a Check> {
    let is_bad = |c: &&&Check| matches!(c.outcome, Verdict::Fail | Verdict::Error);
    let mut checks: Vec<&Check> = expectation.checks.iter().filter(is_bad).copied().collect();
    checks.sort_by(|a, b| used(b).total_cmp(&used(a)));
    checks
}

fn rows(out: &mut String, checks: &[&Check]) {
    let measured: Vec<&&Check> = checks.iter().filter(|c| c.outcome == Verdict::Fail).take(ROWS).collect();
    let longest = measured.iter().map(|check| check.scene.chars().count() + 4).max().unwrap_or(0);
    let wide = longest.clamp(NARROWEST, WIDEST);
    if !measured.is_empty() {
        let [expected, observed, deviation, allowed] = ["expected", "observed", "deviation", "allowed"];
        let head = format!("{:wide$}{expected:>NUMBER$}{observed:>NUMBER$}{deviation:>OFF$}{allowed:>OFF$}", "");
        out.push_str(&format!("     {head}\n"));
    }
    let mut last = "";
    for check in &measured {
        if check.observable != last {
            out.push_str(&format!("     {}\n", check.observable));
            last = &check.observable;
        }
        // Expected and observed in one scale, so that they can be compared by eye.
        let scale = scale_for(check.expected.or(check.observed).unwrap_or(0.0), &check.unit);
        let value = |v: Option<f64>| v.map_or("unknown".to_string(), |v| scale.show(v, digits(check)));
        let name = format!("  {}", cut(&check.scene, wide - 4));
        out.push_str(&format!(
            "     {name:wide$}{:>NUMBER$}{:>NUMBER$}{:>OFF$}{:>OFF$}\n",
            value(check.expected),
            value(check.observed),
            off(check.deviation, check),
            off(check.allowed, check),
        ));
        if let Some(reason) = &check.reason {
            out.push_str(&format!("         {}\n", cut(reason, RULE)));
        }
    }
    // An engine that stops has one reason for all its checks.
    let reason = |check: &'_ &Check| check.reason.as_deref().unwrap_or("the check could not be made").to_string();
    let mut errors =
        grouped(checks.iter().filter(|check| check.outcome == Verdict::Error).map(|check| (reason(check), check)));
    errors.truncate(ROWS);
    for (reason, alike) in &errors {
        let (check, count) = (alike[0], alike.len());
        let others = if count > 1 { format!(" and {}", counted(count - 1, "other check")) } else { String::new() };
        let scene = if &*check.scene == "-" { String::new() } else { format!(", {}", cut(&check.scene, 60)) };
        let which = format!("{}{scene}{others}", check.observable);
        out.push_str(&format!("     {which}: {}\n", cut(reason, 4 * RULE)));
    }
    let rest = checks.len() - measured.len() - errors.iter().map(|(_, alike)| alike.len()).sum::<usize>();
    if rest > 0 {
        out.push_str(&format!("       and {rest} more in summary.csv\n"));
    }
}

/// As many digits as it takes to see the deviation, from four to nine.
pub(super) fn digits(check: &Check) -> usize {
    match (check.deviation, check.deviation_unit.as_str(), check.expected) {
        (Some(part), "relative", _) if part > 0.0 => (2.0 - part.log10()).ceil().clamp(4.0, 9.0) as usize,
        (Some(off), _, Some(expected)) if off > 0.0 && expected != 0.0 => {
            (2.0 - (off / expected.abs()).log10()).ceil().clamp(4.0, 9.0) as usize
        }
        _ => 6,
    }
}
