//! Sentences with numbers at the head of the front page: what becomes of a restitution in each code, or the numbers of an own case.

use minijinja::{Value, context};

use super::super::site::{Site, case_link};
use crate::bench::record::CaseRecord;
use crate::distinct::distinct;
use crate::number::rounded;
use crate::report::findings::{Kind, Subject};
use crate::report::numbers;
use crate::report::pictures::all_cases::asked_got::{OfOneHalf, of_one_half};

/// So many sentences are read.
const MOST: usize = 3;

/// Less is what was asked for.
const SAME: f64 = 5e-3;

/// Of whom, what, and where it leads.
type Statement = (String, String, Option<String>);

/// The sentences there are numbers for.
pub(super) fn statements(site: &Site<'_>) -> Value {
    let codes = of_codes(site);
    let all = if codes.is_empty() { of_cases(site) } else { codes };
    all.into_iter().map(|(name, text, link)| context! { name, text, link }).collect()
}

/// The codes in which one half becomes something else, and those in which it does not.
fn of_codes(site: &Site<'_>) -> Vec<Statement> {
    let found = of_one_half(site.record);
    let (as_asked, others): (Vec<_>, Vec<_>) = found.iter().partition(|of| is_as_asked(of));
    let link = |system: &str| site.link(&Subject::new(Kind::Code, system));
    let mut sentences: Vec<Statement> = Vec::new();
    for of in others {
        // One sentence a code.
        if sentences.len() < MOST && !sentences.iter().any(|(.., known)| *known == link(&of.system)) {
            let text = format!("{} gives {}", rounded(of.asked, 3), rounded(of.got, 3));
            sentences.push((of.name.clone(), text, link(&of.system)));
        }
    }
    let right =
        as_asked.iter().filter(|of| !found.iter().any(|other| other.system == of.system && !is_as_asked(other)));
    let right = distinct(right.map(|of| Subject::new(Kind::Code, &*of.system).title()));
    if !right.is_empty() {
        sentences.push((right.join(", "), format!("0.5 as asked, within {SAME}"), None));
    }
    sentences
}

fn is_as_asked(of: &OfOneHalf) -> bool {
    (of.got - of.asked).abs() < SAME
}

/// The numbers of the first scene of the first cases.
fn of_cases(site: &Site<'_>) -> Vec<Statement> {
    let of = |case: &CaseRecord| {
        let scene = case.scenes.first()?;
        let place = if scene.name == "-" { String::new() } else { format!(" ({})", scene.name) };
        Some((case.title.clone(), format!("{}{place}", numbers::sentence(case, scene)?), Some(case_link(&case.name))))
    };
    site.record.cases.iter().filter_map(of).take(MOST).collect()
}
