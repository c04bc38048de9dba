//! The pages of a report: links, sizes, what a reader must not overlook, and what a title may not do.

use std::collections::BTreeMap;
use std::fs;
use std::sync::OnceLock;

use collisionbench::bench::Verdict;
use collisionbench::bench::record::{NotRunRecord, PartialRecord, Record};
use collisionbench::report::{Context, OutputFolder, Pictures, compose};

use crate::report::fixture::{environment, record};

/// Every file of a report, text or not.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A whole report, made by this many threads.
pub fn made(record: &Record, pictures: Pictures, threads: usize) -> Files {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("latest");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let environment = environment();
    let context = Context::new(record, &environment, pictures);
    let put = pool.install(|| compose::write(&context, &OutputFolder::new(&place).unwrap())).unwrap();
    put.iter().map(|name| (name.clone(), fs::read(place.join(name)).unwrap())).collect()
}

fn report() -> &'static Files {
    static REPORT: OnceLock<Files> = OnceLock::new();
    REPORT.get_or_init(|| made(&record(), Pictures::Default, 2))
}

pub fn text<'a>(files: &'a Files, name: &str) -> &'a str {
    std::str::from_utf8(files.get(name).unwrap_or_else(|| panic!("there is no {name}"))).unwrap()
}

/// The pages by name.
fn pages(files: &Files) -> impl Iterator<Item = (&str, &str)> {
    files.keys().filter(|name| name.ends_with(".html")).map(|name| (name.as_str(), text(files, name)))
}

/// Where the links of a page lead: the file, seen from the report's folder, and the place in it.
pub fn links(name: &str, page: &str) -> Vec<(String, String)> {
    let found = page.split("href=\"").skip(1).chain(page.split("src=\"").skip(1));
    let targets = found.map(|rest| rest.split('"').next().unwrap().to_string());
    let resolve = |target: String| {
        let (file, place) = target.split_once('#').unwrap_or((&target, ""));
        let mut parts: Vec<String> = name.split('/').map(str::to_string).collect();
        if !file.is_empty() {
            parts.pop();
            for part in file.split('/') {
                match part {
                    ".." => drop(parts.pop()),
                    part => parts.push(percent(part)),
                }
            }
        }
        (parts.join("/"), place.to_string())
    };
    targets.map(resolve).collect()
}

fn percent(part: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = part.as_bytes();
    while let Some(&first) = rest.first() {
        let hex = (first == b'%').then(|| u8::from_str_radix(std::str::from_utf8(&rest[1..3]).unwrap(), 16).unwrap());
        bytes.push(hex.unwrap_or(first));
        rest = &rest[if hex.is_some() { 3 } else { 1 }..];
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn every_link_leads_somewhere_and_every_page_is_reached() {
    let files = report();
    let mut reached = vec!["index.html".to_string()];
    for (name, page) in pages(files) {
        for (file, place) in links(name, page) {
            assert!(files.contains_key(&file) || file == "manifest.txt", "{name} links to {file}");
            assert!(
                place.is_empty() || text(files, &file).contains(&format!("id=\"{place}\"")),
                "{name}: {file}#{place}"
            );
            reached.push(file);
        }
    }
    for (name, _) in pages(files) {
        assert!(reached.iter().any(|known| known == name), "nothing links to {name}");
    }
}

#[test]
fn a_page_fetches_nothing_and_runs_nothing_of_a_case() {
    for (name, page) in pages(report()) {
        for bad in ["http://", "https://", "@import", "url(", "onerror=alert(1)>", "javascript:", "alert('"] {
            assert!(!page.contains(bad), "{name}: {bad}");
        }
        let scripts = page.matches("<script").count();
        assert_eq!(scripts, usize::from(name == "cases.html"), "{name}");
        assert!(page.contains(if scripts == 0 { "script-src 'none'" } else { "script-src 'sha256-" }), "{name}");
    }
    let case = text(report(), "normal/glass-head-on/index.html");
    assert!(case.contains("&lt;script&gt;alert("));
    let odd = text(report(), "odd/größe µ/index.html");
    assert!(odd.contains("&lt;/code&gt;&lt;/pre&gt;&lt;img src=x"), "case text is not escaped");
    assert!(text(report(), "normal/glass-head-on/collision.html").contains("&lt;script&gt;alert("));
}

#[test]
fn pages_are_small() {
    let front = text(report(), "index.html");
    assert!(front.len() < 200_000 && front.matches('<').count() < 2 * 2000, "{} bytes", front.len());
    for (name, page) in pages(report()) {
        assert!(page.len() < 1_000_000, "{name}: {} bytes", page.len());
    }
}

#[test]
fn a_case_says_what_a_reader_must_not_overlook() {
    let all: String = pages(report()).map(|(_, page)| page).collect();
    for said in [
        "validity: <span class=\"red\">1 red</span>",
        "the thickness of &lt;plate&gt; is not known",
        "peak pressure 2.60 GPa",
        "red above 1",
        "Conventions of pfc.",
        "pfc parameters (corrected)",
        "alpha_d is taken as 0 &amp; said so",
        "rows 3, 7 of chung-ooi-test-1-glass not compared: printed twice",
        " convergence to ",
        "not that they describe a material correctly",
        "± 75 N</small>",
        "Elastic spheres. Source: Hertz 1881, eq. &lt;9&gt;.",
    ] {
        assert!(all.contains(said), "{said}");
    }
    // Pictures are the files beside the page, each with its size, so that nothing jumps while they come.
    assert!(!all.contains("data:image") && all.contains("width=\"1600\" height=\""));
}

#[test]
fn what_did_not_come_out_as_recorded_is_named_first() {
    let page = text(report(), "index.html");
    let (attention, lists) = (page.find("Not as expected").unwrap(), page.find("<h2 id=\"cases\">").unwrap());
    assert!(attention < lists);
    // One fails, one is an error, one gap has closed.
    let named = &page[attention..lists];
    assert_eq!(named.split("</section>").next().unwrap().matches("<li>").count(), 3);
    assert!(page.contains("3 of 40 checks fail or have changed."), "{page}");
}

/// What fails in the same way in several scenes or steps has one line, with its worst number; a case whose failing scenes have
/// no trajectory shows another collision, and the page names that.
#[test]
fn failures_of_one_kind_are_one_line() {
    let mut record = record();
    let mut failing = record.cases[1].checks.iter().find(|c| c.outcome == Verdict::Fail).unwrap().clone();
    failing.variant = "steps=20.37, worst of 16 phases".into();
    (failing.observed, failing.deviation) = (Some(0.46), Some(0.15));
    record.cases[1].checks.push(failing.clone());
    failing.scene = "a scene without a trajectory".into();
    record.cases[0].checks = vec![failing];
    let files = made(&record, Pictures::None, 1);
    let page = text(&files, "index.html");
    let line = "restitution of reference against requested-restitution, 2 checks, worst at material=cast-iron, restitution=0.4, \
                steps=20.37: expected 0.4000, observed 0.4600, off 15 %, allowed 1 %";
    assert_eq!(page.matches(line).count(), 1, "{page}");
    let collision = text(&files, "normal/glass-head-on/collision.html");
    assert!(collision.contains("no trajectory of a scene that fails is kept"), "{collision}");
}

/// One check agrees and fifteen are known gaps: a gap, and no pass.
#[test]
fn a_case_of_known_gaps_is_not_badged_as_one_that_agrees() {
    let mut record = record();
    record.cases.truncate(1);
    let check = record.cases[0].checks[0].clone();
    record.cases[0].checks = vec![check; 16];
    for check in &mut record.cases[0].checks[1..] {
        check.outcome = Verdict::Gap;
        check.reason = Some("the stiffness of the wall is not squared".into());
    }
    let files = made(&record, Pictures::None, 1);
    let case = text(&files, "normal/glass-head-on/index.html");
    let badges = case.split("<h1>").nth(1).unwrap().split("</header>").next().unwrap();
    assert!(!badges.contains(">gap<") && badges.contains("known gap"), "{badges}");
    assert!(badges.contains("1 agrees, 15 known gaps"), "{badges}");
    assert!(!badges.contains("mark pass"), "{badges}");
    assert!(text(&files, "index.html").contains("No check failed. 15 of 16 deviate"));
}

#[test]
fn what_was_not_run_is_named_on_the_front_page() {
    let mut record = record();
    record.not_run = Some(NotRunRecord { cases: 54, engines: vec!["lammps".to_string(), "mine".to_string()] });
    record.partial = Some(PartialRecord { computed: 12, planned: 400 });
    let files = made(&record, Pictures::None, 1);
    let page = text(&files, "index.html");
    assert!(page.contains("1 check was not run: liggghts is not installed (1)."), "{page}");
    assert!(page.contains("54 cases that start LAMMPS, mine were not run; run --all runs them."), "{page}");
    assert!(page.contains("<b>PARTIAL: interrupted; 12 of 400 collisions computed</b>"), "{page}");
}

#[test]
fn the_bytes_of_a_report_do_not_depend_on_threads_or_on_when_it_is_made() {
    let (one, two) = (made(&record(), Pictures::None, 1), made(&record(), Pictures::None, 2));
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(bytes == &two[name], "{name} differs");
    }
}
