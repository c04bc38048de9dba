//! What README.md shows is what the program prints.

use collisionbench::bench::{Plan, find};
use tempfile::TempDir;

use super::good;
use crate::common::run_with;

/// The commands of a README with what is shown of each: stretches of lines, `...` between them.
fn samples(text: &str) -> Vec<(String, Vec<Vec<String>>)> {
    let mut samples = Vec::new();
    for block in text.split("```").skip(1).step_by(2) {
        let mut lines = block.lines().skip(1);
        let Some(command) = lines.next().and_then(|line| line.strip_prefix("$ collisionbench ")) else { continue };
        let shown: Vec<String> = lines.map(String::from).collect();
        let stretches = shown.split(|line| line == "...").filter(|lines| !lines.is_empty());
        samples.push((command.to_string(), stretches.map(<[String]>::to_vec).collect()));
    }
    samples
}

/// Lines that the program does not print in one piece.
fn missing(printed: &str, stretches: &[Vec<String>]) -> Vec<String> {
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let shown = |lines: &&Vec<String>| !printed.windows(lines.len()).any(|window| window == lines.as_slice());
    stretches.iter().filter(shown).map(|lines| lines.join("\n")).collect()
}

#[test]
fn the_samples_of_the_readme_are_real() {
    let mut run = 0;
    for (command, stretches) in samples(include_str!("../../README.md")) {
        // The whole run is compared in CI, where it is made; the gate needs a code of one's own.
        if !(command.starts_with("compare") || command.starts_with("fit")) {
            continue;
        }
        run += 1;
        let words: Vec<&str> = command.split(' ').collect();
        let here = TempDir::new().unwrap();
        let said = run_with(here.path(), &words, &[("COLUMNS", "80")]);
        assert_eq!(missing(&said.out, &stretches), Vec::<String>::new(), "{command}");
    }
    assert_eq!(run, 2);
}

/// The run that is shown leaves out as many cases as there are with a DEM code.
#[test]
fn the_sample_of_a_run_counts_what_it_leaves_out() {
    let mut plan = Plan::new(find(&[], TempDir::new().unwrap().path()).unwrap()).unwrap();
    let (count, codes) = plan.leave_engines_out();
    let line = format!("  left out: {count} cases with {} (collisionbench run --all)", codes.join(", "));
    assert!(include_str!("../../README.md").lines().any(|shown| shown == line), "{line}");
}

/// docs/models.md names every law, scheme and theory; those of a vendor's page stand there as "its page".
#[test]
fn the_page_of_models_is_complete() {
    let page = include_str!("../../docs/models.md");
    let mut seen = 0;
    for what in ["laws", "schemes", "theories"] {
        for line in good(&["list", what]).lines().filter(|line| line.starts_with("  ")) {
            let name = line.split_whitespace().next().and_then(|path| path.rsplit('.').next()).unwrap();
            assert!(name.contains("-page-") || page.contains(&format!("`{name}`")), "{what}: {name}");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn another_number_is_seen() {
    let sample = samples("a\n```\n$ collisionbench fit x\n  e = 0.95\n...\nend\n```\n");
    assert_eq!(sample[0].1.len(), 2);
    assert_eq!(missing("  e = 0.95  \nmore\nend\n", &sample[0].1), Vec::<String>::new());
    assert_eq!(missing("  e = 0.96\nend\n", &sample[0].1), ["  e = 0.95"]);
}
