//! Explanations of solvers, engines, reports, cases and datasets.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use super::{Entry, Explanation};
use crate::bench;
use crate::bench::Verdict;
use crate::case::{Case, RECORDED, RECORDED_TITLE};
use crate::codes;
use crate::collide::REFERENCE;
use crate::data::titles;
use crate::error::{Error, cut};
use crate::report::REPORTERS;

/// Longest line that is shown of a case or a dataset.
const WIDEST: usize = 200;

fn listed(kind: &'static str, name: impl Into<Cow<'static, str>>, lines: Vec<String>) -> Entry {
    Entry { kind, name: name.into(), about: Explanation::Listed(lines) }
}

pub(super) fn known() -> Vec<Entry> {
    // A scheme is a solver too, and has a card of its own.
    let mut entries = vec![listed("run", REFERENCE.0, vec![REFERENCE.1.into()])];
    let recorded = [
        RECORDED_TITLE,
        "[run.recorded]: `data` names the table, `code` names the code that computed it; `time_step` and `wall_normal` where known",
        "columns: time, x1 y1 z1 vx1 vy1 vz1 wx1 wy1 wz1, the same of body 2, and force and scene where wanted",
        "docs/recorded.md has an example",
    ];
    entries.push(listed("run", RECORDED, recorded.map(String::from).to_vec()));
    entries.extend(codes::drivers().map(|(name, driver)| {
        let how = format!("available from: {}", driver.get);
        listed(
            "engine",
            name,
            vec![driver.title.into(), how, "`collisionbench doctor` shows whether it is installed".into()],
        )
    }));
    entries.extend(Verdict::ALL.iter().map(|v| listed("outcome", v.word(), vec![v.meaning().into()])));
    let scene = "one collision of a case: one value of each swept parameter";
    entries.push(listed("case", "scene", vec![scene.into()]));
    entries.extend(REPORTERS.iter().map(|r| listed("report", r.name, vec![r.about.into()])));
    entries
}

/// Cases and datasets.
pub(super) fn files() -> Result<Vec<Entry>, Error> {
    let found = bench::find(&[], Path::new("."))?;
    let data = Arc::new(found.data);
    let cases = found.cases.into_iter().map(|(name, file)| {
        let (file, data) = (Arc::new(file), data.clone());
        let about = Explanation::Case(Box::new(move |name| case(Case::read(file.clone(), name, &data).ok().as_ref())));
        Entry { kind: "case", name: name.into(), about }
    });
    let datasets = titles(&bench::datasets(Path::new(".")))?.into_iter().map(|set| {
        let (cite, folder) = (format!("cite: {}", cut(&set.cite, WIDEST)), format!("folder: {}", set.folder));
        listed("dataset", set.name, vec![cut(&set.title, WIDEST), cite, folder])
    });
    Ok(cases.chain(datasets).collect())
}

fn case(read: Option<&Case>) -> Vec<String> {
    let Some(case) = read else {
        return vec!["it cannot be read: `collisionbench run` shows the reason".to_string()];
    };
    let source = case.source.as_deref().map(|source| format!("source: {}", cut(source, WIDEST)));
    std::iter::once(cut(&case.title, WIDEST)).chain(source).collect()
}
