//! Twelve questions, each answered within two clicks from the front page by what a run computed: `questions.toml`.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

use collisionbench::bench::record::Record;
use collisionbench::bench::{Plan, Silent, execute, find};
use collisionbench::collide::collide;
use collisionbench::report::Pictures;
use serde::Deserialize;

use crate::report::site::{Files, links, made, text};

#[derive(Deserialize)]
struct Questions {
    question: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    asked: String,
    asked_in: Option<String>,
    cases: Vec<String>,
    /// An installation without which there is no answer.
    needs: Option<String>,
    page: String,
    clicks: usize,
    answer: Vec<String>,
}

/// How many links lead from the front page to every page.
fn clicks(files: &Files) -> BTreeMap<String, usize> {
    let mut reached = BTreeMap::from([("index.html".to_string(), 0)]);
    let mut next = VecDeque::from(["index.html".to_string()]);
    while let Some(page) = next.pop_front() {
        let so_far = reached[&page];
        for (file, _) in links(&page, text(files, &page)) {
            if file.ends_with(".html") && !reached.contains_key(&file) {
                reached.insert(file.clone(), so_far + 1);
                next.push_back(file);
            }
        }
    }
    reached
}

#[test]
#[ignore = "slow"]
fn every_question_is_answered_within_two_clicks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let written = std::fs::read_to_string(root.join("tests/report/questions.toml")).unwrap();
    let Questions { question: questions } = toml::from_str(&written).unwrap();
    assert_eq!(questions.len(), 12);
    assert_eq!(questions.iter().filter(|question| question.asked_in.is_some()).count(), 6);
    let docs = std::fs::read_to_string(root.join("docs/reading-a-report.md")).unwrap();
    for question in &questions {
        let row = format!("| {} | `{}` |", question.asked, question.page);
        assert!(docs.contains(&row), "docs/reading-a-report.md has no row {row}");
    }
    let mut plan = Plan::new(find(&[], root).unwrap()).unwrap();
    let wanted = |name: &str| questions.iter().flat_map(|q| &q.cases).any(|case| name.starts_with(case.as_str()));
    plan.cases.retain(|planned| wanted(&planned.case.name));
    let mut run = execute(&plan, &collide, &Silent).unwrap();
    let record = Record::new(&plan, &mut run);
    let files = made(&record, Pictures::None, 2);
    let reached = clicks(&files);
    for question in &questions {
        let installed = |needs: &String| record.engines.iter().any(|e| format!("{} {}", e.name, e.version) == *needs);
        if question.needs.as_ref().is_some_and(|needs| !installed(needs)) {
            eprintln!("not asked, no {}: {}", question.needs.as_deref().unwrap_or_default(), question.asked);
            continue;
        }
        assert!(question.clicks <= 2);
        assert_eq!(reached.get(&question.page), Some(&question.clicks), "{}: {}", question.asked, question.page);
        let page = text(&files, &question.page);
        for answer in &question.answer {
            let plain = answer.replace('<', "&lt;");
            assert!(page.contains(&plain), "{}: {} has no `{answer}`", question.asked, question.page);
        }
    }
}
