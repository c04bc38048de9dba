//! The figures on the front page, each with a sentence as its title.

use std::io;

use crate::bench::record::CaseRecord;
use crate::report::Pictures;
use crate::report::pictures::all_cases::{self, CombinedFigure, ON_FRONT};

use super::super::PictureView;
use super::super::site::{self, Site, bodies};

/// The first figures over several cases, and of a small run those of its cases; whether there are some over several.
pub(super) fn pictures(site: &Site<'_>) -> io::Result<(Vec<PictureView>, bool)> {
    let mut shown = shared(site)?;
    let several = !shown.is_empty();
    shown.truncate(ON_FRONT);
    for case in site.record.cases.iter().filter(|_| site.pictures != Pictures::None) {
        if shown.len() >= ON_FRONT {
            break;
        }
        if let Some(mut view) = site.pictures_of(case)?.into_iter().next() {
            view.caption = site::caption([&view.title, &bodies(case)]);
            view.title = case.title.clone();
            shown.push(view);
        }
    }
    Ok((shown, several))
}

/// Every figure over several cases.
pub(in crate::report::html) fn shared(site: &Site<'_>) -> io::Result<Vec<PictureView>> {
    let mut shown = Vec::new();
    if site.pictures == Pictures::None {
        return Ok(shown);
    }
    for figure in &all_cases::figures(site.record) {
        if let Some(mut view) = PictureView::new(&figure.name, &figure.title, site.folder)? {
            let dataset = dataset(site, figure);
            let sentence = figure.sentence.clone();
            view.caption = caption(site, &figure.title, dataset, sentence.is_some());
            view.title = sentence.unwrap_or(view.title);
            view.figure.clone_from(&figure.name);
            shown.push(view);
        }
    }
    Ok(shown)
}

/// The dataset that a figure is named after.
fn dataset<'a>(site: &Site<'a>, figure: &CombinedFigure) -> Option<&'a str> {
    let sources = site.record.cases.iter().flat_map(|case| &case.sources);
    let names = sources.map(|source| source.name.as_str()).filter(|name| name.contains('/'));
    names.into_iter().find(|name| name.rsplit('/').next().is_some_and(|last| figure.name.ends_with(last)))
}

/// The caption of a figure: title, bodies and source.
fn caption(site: &Site<'_>, title: &str, dataset: Option<&str>, has_sentence: bool) -> String {
    let uses = |case: &&CaseRecord| dataset.is_some_and(|name| case.sources.iter().any(|source| source.name == name));
    let mut parts = Vec::new();
    if has_sentence {
        parts.push(title.to_string());
    }
    if let Some(case) = site.record.cases.iter().find(uses) {
        parts.push(bodies(case));
    }
    parts.extend(dataset.and_then(|name| site.source(name)).map(|(_, source)| format!("Data: {source}")));
    if parts.is_empty() { String::new() } else { format!("{}.", parts.join(". ")) }
}
