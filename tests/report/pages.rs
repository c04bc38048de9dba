//! What people read: terminal, Markdown, JUnit, the page.

use std::fs;

use collisionbench::judge::Verdict;
use collisionbench::record::{CaseRecord, PartialRecord, Record, moved};
use collisionbench::report::terminal::{LeftOut, Terminal, render};
use collisionbench::report::{Context, Pictures, Place, compose, html, junit, summary_md};

use crate::report::fixture::{environment, record};

#[test]
fn the_terminal_shows_what_failed_and_where() {
    let how = Terminal { place: Some("reports/latest"), seconds: Some(3.75), ..Terminal::default() };
    insta::assert_snapshot!(render(&record(), &how));
}

/// A run of many cases: the hand-made ones ten times over, in two folders.
fn many() -> Record {
    let mut record = record();
    let few = std::mem::take(&mut record.cases);
    for i in 0..10 {
        for case in &few {
            let folder = if i < 3 { "first" } else { "second" };
            record.cases.push(CaseRecord { name: format!("{folder}/{i}/{}", case.name), ..case.clone() });
        }
    }
    record
}

fn only(record: &mut Record, verdicts: &[Verdict]) {
    for case in &mut record.cases {
        case.checks.retain(|check| verdicts.contains(&check.outcome));
    }
}

/// Passed, failed, a gap that closed, skipped and interrupted, in narrow and wide lines.
#[test]
fn the_table_of_a_run_of_many_cases() {
    let left_out = LeftOut { cases: 54, engines: ["lammps", "yade"].map(String::from).to_vec() };
    let before = moved(record().into(), &record().into());
    let partial = PartialRecord { why: "interrupted".to_string(), computed: 12, planned: 400 };
    let of = |verdicts: &[Verdict]| {
        let mut record = many();
        only(&mut record, verdicts);
        record
    };
    use Verdict::{Closed, Error, Fail, Gap, Pass, Skip};
    let runs = [
        ("passed", of(&[Pass])),
        ("failed", of(&[Pass, Fail, Error])),
        ("closed", of(&[Pass, Gap, Closed])),
        ("skipped", of(&[Skip])),
        ("interrupted", Record { partial: Some(partial), ..of(&[Pass, Skip, Gap]) }),
    ];
    for (name, record) in &runs {
        for width in [60, 120] {
            let how = Terminal {
                place: Some("reports/latest"),
                seconds: Some(3.75),
                width,
                left_out: Some(&left_out),
                before: Some(&before),
                ..Terminal::default()
            };
            let text = render(record, &how);
            insta::assert_snapshot!(format!("{name}-{width}"), text);
            assert_eq!(stripped(&render(record, &Terminal { colour: true, ..how })), text, "colour alone");
            let failures = text.matches("reproduce: ").count();
            assert!(failures <= 20, "{name}: {text}");
            assert!(width < 120 || text.lines().count() <= 45 + 2 * failures, "{name}: {text}");
        }
    }
}

#[test]
fn rows_beyond_the_limit_are_counted() {
    let mut record = record();
    let failing = record.cases[1].checks.iter().find(|c| c.outcome.word() == "fail").unwrap().clone();
    record.cases[1].checks.extend(vec![failing; 11]);
    let text = render(&record, &Terminal { rows: 5, ..Terminal::default() });
    assert_eq!(text.matches("0.4200 ").count(), 5, "{text}");
    assert!(text.contains("and 7 more in summary.csv"), "{text}");
}

#[test]
fn colour_changes_nothing_but_colour() {
    let plain = render(&record(), &Terminal::default());
    let coloured = render(&record(), &Terminal { colour: true, ..Terminal::default() });
    assert!(!plain.contains('\u{1b}'));
    assert!(coloured.contains('\u{1b}'));
    assert_eq!(stripped(&coloured), plain);
}

/// A text without its colours.
fn stripped(coloured: &str) -> String {
    let mut stripped = String::new();
    let mut rest = coloured;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        stripped.push_str(before);
        rest = after.split_once('m').unwrap().1;
    }
    stripped + rest
}

#[test]
fn markdown_is_a_table_a_script_cannot_leave() {
    let text = summary_md::text(&record());
    assert!(!text.contains("<script"));
    insta::assert_snapshot!(text);
}

#[test]
fn junit_keeps_failure_error_and_skip_apart() {
    let mut xml = Vec::new();
    junit::write(&record(), &mut xml).unwrap();
    let text = String::from_utf8(xml).unwrap();
    let read = |name: &str| text.matches(&format!("<{name}")).count();
    // One check fails and one gap has closed; the two known gaps are skips with their reason.
    assert_eq!((read("failure"), read("error "), read("skipped")), (2, 1, 3));
    let odd = text.split("<testsuite ").find(|suite| suite.starts_with("name=\"odd")).unwrap();
    insta::assert_snapshot!(odd);
    let requested = text.split("<testsuite ").find(|suite| suite.starts_with("name=\"normal/tsuji")).unwrap();
    insta::assert_snapshot!(requested);
}

#[test]
fn the_page_needs_nothing_from_elsewhere_and_runs_nothing() {
    let root = tempfile::tempdir().unwrap();
    let place = Place::new(&root.path().join("latest")).unwrap();
    let (record, environment) = (record(), environment());
    let context = Context::new(&record, &environment, Pictures::Default);
    compose::write(&context, &place).unwrap();
    let page = fs::read_to_string(root.path().join("latest/index.html")).unwrap();
    for bad in ["<script", "http://", "https://", "<link", "@import", "url(", "onerror=alert(1)>", "javascript:"] {
        assert!(!page.contains(bad), "{bad}");
    }
    assert!(page.contains("&lt;script&gt;alert("));
    // The text of the case file stays inside its element.
    assert!(page.contains("&lt;&#x2f;code&gt;&lt;&#x2f;pre&gt;&lt;img src=x"), "case text is not escaped");
    // Pictures are the files beside the page, each with its size, so that nothing jumps while they come.
    assert_eq!(page.matches("<img src=\"").count(), 9);
    assert!(!page.contains("data:image"));
    assert!(page.contains("width=\"1600\" height=\""));
    // What a reader must not overlook: the sheet, the conventions, the dialect, what was left out.
    for said in [
        "validity: <span class=\"red\">1 red</span>",
        "the thickness of &lt;plate&gt; is not known",
        "peak pressure 2.60 GPa",
        "red above 1",
        "Conventions of pfc.",
        "pfc parameters (corrected)",
        "alpha_d is taken as 0 &amp; said so",
        "rows 3, 7 of chung-ooi-test-1-glass not compared: printed twice",
        "leapfrog converges to reference",
        "not that they describe a material correctly",
    ] {
        assert!(page.contains(said), "{said}");
    }
    // Every link of the page leads to a file of the report or to a place on the page.
    for link in page
        .split("href=\"")
        .skip(1)
        .chain(page.split("<img src=\"").skip(1))
        .map(|rest| rest.split('"').next().unwrap())
    {
        let link = &link.replace("&#x2f;", "/");
        let there = match link.strip_prefix('#') {
            Some(id) => page.contains(&format!("id=\"{id}\"")),
            None => root.path().join("latest").join(link).is_file(),
        };
        assert!(there, "{link}");
    }
}

#[test]
fn the_page_does_without_pictures() {
    let root = tempfile::tempdir().unwrap();
    let page = html::text(&record(), Pictures::None, root.path()).unwrap();
    assert!(!page.contains("<img src=\""));
}

fn page() -> String {
    let root = tempfile::tempdir().unwrap();
    html::text(&record(), Pictures::None, root.path()).unwrap()
}

/// What can be chosen hides what does not fit, by names that no word of a case can be.
#[test]
fn the_page_offers_every_outcome_and_everybody() {
    let page = page();
    for offered in ["fail", "error", "closed", "gap", "skip", "pass"] {
        assert!(page.contains(&format!("id=\"o-{offered}\"")), "{offered}");
    }
    for (by, who) in ["reference", "velocity-verlet", "leapfrog", "forward-euler"].into_iter().enumerate() {
        assert!(page.contains(&format!("id=\"by-{by}\"> {who}</label>")), "{who}");
    }
    assert!(page.contains("main:has(#o-gap:checked):has(#by-3:checked) .f:not(.gap-3) { display: none; }"));
    // Only forward Euler has a gap among the schemes: its expectation has the class, those of the others do not.
    let classes: Vec<&str> =
        page.split("class=\"expectation f ").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(classes.iter().filter(|classes| classes.split(' ').any(|class| class == "gap-3")).count(), 1);
    assert!(classes.iter().all(|classes| !classes.contains("gap-1") && !classes.contains("gap-2")));
    // Each hidden thing carries the class that hides it.
    assert_eq!(page.matches("<section class=\"case f ").count(), record().cases.len());
}

#[test]
fn numbers_carry_their_uncertainty_and_what_they_are_held_against_its_source() {
    let page = page();
    assert!(page.contains("10650 N <span class=\"pm\">± 75 N</span>") || page.contains("± 75 N</span>"), "no ± 75 N");
    assert!(page.contains("Elastic spheres. Source: Hertz 1881, eq. &lt;9&gt;."), "no source");
}

#[test]
fn what_needs_attention_comes_first() {
    let page = page();
    let (attention, cases) = (page.find("What needs attention").unwrap(), page.find("<h2 id=\"cases\">").unwrap());
    assert!(attention < cases);
    // One fails, one is an error, one gap has closed.
    assert_eq!(page[attention..cases].matches("<li class=\"f ").count(), 3);
}
