//! A figure for a paper: with its table, caption and citations.

use std::collections::HashSet;

use crate::bench::record::{CaseRecord, Maker, Record, SourceRecord};
use crate::distinct::{distinct, grouped};
use crate::report::caption::bodies_of;

use super::entity::maker_name;
use super::{Drawn, Pictures, all_cases, plan};
use crate::report::table::SEPARATOR;

/// A figure, and the cases it is drawn from.
pub struct Published<'a> {
    /// `normal/elastic/glass-head-on/force-overlap`, `incidence-kharaz-2001-kratos`
    pub name: String,
    pub title: String,
    pub drawn: Drawn,
    pub cases: Vec<&'a CaseRecord>,
}

/// Every figure of a record: those over several cases, then case by case.
pub fn names(record: &Record) -> Vec<(String, String)> {
    let shared = all_cases::figures(record).into_iter().map(|shared| (shared.name, shared.title));
    let of = |case: &CaseRecord| {
        let named = |picture: plan::Picture| (format!("{}/{}", case.name, picture.name), picture.title);
        plan::plan(case, Pictures::All).into_iter().map(named).collect::<Vec<_>>()
    };
    shared.chain(record.cases.iter().flat_map(of)).collect()
}

/// The figure of that name: one over several cases, one of a case, or the first of the case of that name.
pub fn find<'a>(record: &'a Record, name: &str) -> Option<Published<'a>> {
    for case in &record.cases {
        let Some(rest) = name.strip_prefix(case.name.as_str()) else { continue };
        let wanted = |picture: &plan::Picture| rest.is_empty() || rest.strip_prefix('/') == Some(&*picture.name);
        if let Some(picture) = plan::plan(case, Pictures::All).into_iter().find(wanted) {
            let drawn = picture.draw(case)?;
            let name = format!("{}/{}", case.name, picture.name);
            return Some(Published { name, title: picture.title, drawn, cases: vec![case] });
        }
    }
    let shared = all_cases::figures(record).into_iter().find(|shared| shared.name == name)?;
    let cases = cases_of(record, &shared.drawn);
    Some(Published { name: shared.name, title: shared.title, drawn: shared.drawn, cases })
}

/// The cases that a figure over several is drawn from.
pub(super) fn cases_of<'a>(record: &'a Record, drawn: &Drawn) -> Vec<&'a CaseRecord> {
    let cells = drawn.table.distinct("case");
    let drawn_from: Vec<&str> = cells.iter().flat_map(|cell| cell.split(SEPARATOR)).collect();
    record.cases.iter().filter(|case| drawn_from.contains(&case.name.as_str())).collect()
}

/// Solvers and datasets of a record in the order of first mention: a dataset by the last part of its path.
pub fn makers(record: &Record) -> Vec<&str> {
    let named = record.cases.iter().flat_map(|case| {
        let seen = case.observations().map(|seen| (seen.maker, seen.by));
        let curves = case.curves.iter().map(|curve| (curve.maker, curve.by.as_str()));
        let orders = case.convergences.iter().map(|order| (Maker::Solver, order.who.as_str()));
        seen.chain(curves).chain(orders)
    });
    distinct(named.filter(|(maker, _)| *maker != Maker::Oracle).map(|(_, by)| maker_name(by)))
}

/// Leaves out what other solvers computed, and other datasets where one is named. Theories stay, and all solvers where
/// none is named.
pub fn keep_only(record: &mut Record, wanted: &[String]) {
    let named = |by: &str| wanted.iter().any(|name| name == maker_name(by));
    let any = |maker: Maker| {
        let seen = record.cases.iter().flat_map(|case| case.observations());
        let curves = record.cases.iter().flat_map(|case| &case.curves);
        seen.filter(|seen| seen.maker == maker).any(|seen| named(seen.by))
            || curves.filter(|curve| curve.maker == maker).any(|curve| named(&curve.by))
    };
    let (solvers, data) = (any(Maker::Solver), any(Maker::Data));
    let kept = |maker: Maker, by: &str| match maker {
        Maker::Solver => !solvers || named(by),
        Maker::Data => !data || named(by),
        Maker::Oracle => true,
    };
    for case in &mut record.cases {
        case.collisions.retain(|collision| kept(collision.maker, &collision.by));
        case.curves.retain(|curve| kept(curve.maker, &curve.by));
        case.convergences.retain(|order| kept(Maker::Solver, &order.who));
        case.regimes.retain(|regimes| kept(Maker::Solver, &regimes.by));
        case.checks.retain(|check| kept(Maker::Solver, &check.who));
    }
}

impl Published<'_> {
    /// The datasets that are drawn.
    fn datasets(&self) -> Vec<&SourceRecord> {
        let table = &self.drawn.table;
        let drawn: Vec<&str> = table.distinct("by").into_iter().chain(table.distinct("dataset")).collect();
        let all = self.cases.iter().flat_map(|case| &case.sources);
        let named = all.filter(|source| source.name.contains('/') && drawn.contains(&source.name.as_str()));
        grouped(named.map(|source| (&source.name, source))).into_iter().map(|(_, alike)| alike[0]).collect()
    }

    /// Bodies, material, speed, what is shown, and the sources: one sentence a line, below what was typed after `figure`.
    pub fn caption(&self, typed: &str, program: &str) -> String {
        let mut lines = vec![format!("{CAPTION} {typed}")];
        let finding = self.drawn.figure.finding.iter().map(|finding| format!("{}.", finding.trim_end_matches('.')));
        lines.extend(finding.chain([format!("{}.", self.title)]));
        let drawn: HashSet<&str> = self.drawn.table.column("scene").collect();
        let is_drawn = |scene: &str| drawn.is_empty() || drawn.contains(scene);
        let bodies = self.cases.iter().map(|case| bodies_of(case, is_drawn));
        let bodies = distinct(bodies).into_iter().filter(|text| !text.is_empty());
        lines.extend(bodies.map(|bodies| format!("Bodies: {bodies}.")));
        let shown: Vec<String> = self.drawn.figure.legend.iter().map(|entry| entry.label.plain()).collect();
        if !shown.is_empty() {
            lines.push(format!("Shown: {}.", shown.join("; ")));
        }
        let names: Vec<&str> = self.cases.iter().map(|case| case.name.as_str()).collect();
        lines.push(format!("Cases: {}.", names.join(", ")));
        let mut sources: Vec<&str> = self.cases.iter().filter_map(|case| case.source.as_deref()).collect();
        sources.sort_unstable();
        sources.dedup();
        lines.extend(sources.into_iter().map(|source| format!("Source: {}.", source.trim_end_matches('.'))));
        for dataset in self.datasets() {
            lines.push(format!("Data {}: {}.", dataset.name, dataset.source.trim_end_matches('.')));
        }
        let measured =
            self.cases.iter().filter_map(|case| case.calibration.as_ref()).filter(|fit| !fit.data.is_empty());
        lines.extend(measured.map(|fit| format!("Data: {}.", fit.data)));
        lines.push(format!("Computed by {program}."));
        lines.join("\n") + "\n"
    }

    /// What is to be cited for the data, as BibTeX; `None` where there is none.
    pub fn bibtex(&self) -> Option<String> {
        let datasets = self.datasets();
        if datasets.is_empty() {
            return None;
        }
        let entries: Vec<String> = datasets.iter().map(|dataset| entry(dataset)).collect();
        Some(format!("{BIBTEX} {}\n\n{}", self.name, entries.join("\n")))
    }
}

/// First words of a caption's file, and of one of citations.
pub const CAPTION: &str = "collisionbench figure";
pub const BIBTEX: &str = "% Data of collisionbench figure";

/// One citation: the article of a journal, with what was read in it as a note. Of anything else author and year are what
/// stands before the first comma after a year, and the whole is the note.
pub fn entry(dataset: &SourceRecord) -> String {
    let slug = dataset.name.rsplit('/').next().unwrap_or(&dataset.name);
    if let Some(article) = &dataset.article {
        let known = [
            ("title", Some(&article.title)),
            ("author", Some(&article.authors)),
            ("year", Some(&article.year)),
            ("journal", Some(&article.journal)),
            ("volume", Some(&article.volume)),
            ("number", article.number.as_ref()),
            ("pages", Some(&article.pages)),
            ("doi", article.doi.as_ref()),
            ("note", Some(&dataset.title)),
        ];
        let fields = known.into_iter().filter_map(|(key, value)| {
            // A DOI is read as it stands.
            let value = if key == "doi" { value?.clone() } else { escaped(value?) };
            Some(format!("  {key} = {{{value}}}"))
        });
        return format!("@article{{{slug},\n{}\n}}\n", fields.collect::<Vec<_>>().join(",\n"));
    }
    let is_year = |word: &&str| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    let words: Vec<&str> = dataset.source.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let year = words.iter().copied().find(is_year);
    let authors = year.and_then(|year| dataset.source.split_once(year)).map(|(authors, _)| {
        let names = authors.split([',', '&']).map(str::trim).filter(|name| !name.is_empty());
        names.map(escaped).collect::<Vec<_>>().join(" and ")
    });
    let mut fields = vec![format!("  title = {{{}}}", escaped(&dataset.title))];
    fields.extend(authors.filter(|names| !names.is_empty()).map(|names| format!("  author = {{{names}}}")));
    fields.extend(year.map(|year| format!("  year = {{{year}}}")));
    fields.push(format!("  note = {{{}}}", escaped(&dataset.source)));
    format!("@misc{{{slug},\n{}\n}}\n", fields.join(",\n"))
}

/// Text inside a field of BibTeX: braces go, and what LaTeX would read as a command is escaped.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '{' | '}' | '\\' => out.push(' '),
            '&' | '%' | '#' | '_' | '$' => out.extend(['\\', letter]),
            other if other.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
