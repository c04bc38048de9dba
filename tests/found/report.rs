//! What a report is made of.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use collisionbench::bench::record::{CaseRecord, file};
use flate2::read::GzDecoder;
use tempfile::TempDir;

use crate::common::{process, run, write};

const LADDER: &str = "steppers/hertz";
const SWEEP: &str = "normal/elastic/unequal-radii";

/// A sweep of so many speeds that its tables are large, with a scheme that is drawn dashed.
const MANY: &str = r#"title = "A ball falls on a plate at many speeds"

[material.glass]
density       = "2500 kg/m3"
young_modulus = "60 GPa"
poisson_ratio = 0.25

[body.ball]
sphere   = { radius = "5 mm" }
material = "glass"

[body.plate]
wall  = { normal = "+z" }
rigid = true

[impact]
speed = { sweep = { from = "0.1 m/s", to = "1 m/s", steps = 800 } }

[contact]
ends = "force-clamped"

[contact.normal.hertz]

[run.reference]

[run.velocity-verlet]
steps_per_contact = 50.37

[[expect]]
that        = "reference"
agrees_with = "hertz-impact"
duration    = { within = "1e-12 relative" }
"#;

/// The report of two shipped cases and the large one.
static RUN: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "many.toml", MANY);
    run(folder.path(), &["run", "many.toml", LADDER, SWEEP, "-q"]).well();
    folder
});

/// Every file of a report with its bytes, by its path.
fn files(report: &Path) -> BTreeMap<String, Vec<u8>> {
    let manifest = fs::read_to_string(report.join("manifest.txt")).unwrap();
    let names = manifest.lines().skip(1).map(|line| line.split_once("  ").unwrap().1.to_string());
    names.map(|name| (name.clone(), fs::read(report.join(&name)).unwrap())).collect()
}

fn table(bytes: &[u8]) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(bytes).records().map(Result::unwrap).collect()
}

/// Issue 52, point 1: every table is a plain CSV with a row for each number; each case and each figure over several
/// cases has a PNG of indexed colours, some 1000 pixels wide.
#[test]
fn a_report_has_plain_tables_and_a_png_of_each_case() {
    let files = files(&RUN.path().join("reports/latest"));
    assert!(files.keys().all(|name| !name.ends_with(".csv.gz")), "{:?}", files.keys());
    let record = files.get("run.jsonl").cloned().unwrap_or_else(|| {
        let mut whole = Vec::new();
        std::io::copy(&mut GzDecoder::new(files["run.jsonl.gz"].as_slice()), &mut whole).unwrap();
        whole
    });
    let record = file::read(record.as_slice(), "run.jsonl").unwrap();
    let count = |of: fn(&CaseRecord) -> usize| record.cases.iter().map(of).sum::<usize>();
    let observations = crate::common::observations(&files["observations.csv"]);
    assert_eq!(observations.len(), count(|case| case.observations().filter(|o| o.value.is_some()).count()));
    assert!(observations.len() > 20_000, "{}", observations.len());
    assert_eq!(table(&files["summary.csv"]).len(), count(|case| case.checks.len()));
    // Curves are those of the scenes that are drawn: a page of many speeds draws three.
    let mut scenes: Vec<String> =
        table(&files["many/trajectory.reference.csv"]).iter().map(|row| row[0].into()).collect();
    scenes.dedup();
    assert_eq!(scenes.len(), 3, "{scenes:?}");
    for name in files.keys().filter(|name| name.ends_with(".csv")) {
        assert!(!table(&files[name]).is_empty(), "{name}");
    }
    let (drawn, pictures): (Vec<&String>, Vec<&String>) =
        files.keys().filter(|name| name.ends_with(".png") || name.ends_with(".svg")).partition(|n| n.ends_with(".png"));
    for case in ["many", LADDER, SWEEP] {
        let own = drawn.iter().filter(|name| name.rsplit_once('/').is_some_and(|(folder, _)| folder == case));
        assert_eq!(own.count(), 1, "{case}: {drawn:?}");
    }
    // Other pictures are SVG alone; a figure over several cases that is on the front page is not.
    assert!(pictures.len() > drawn.len() && files.contains_key("order-atlas.png"), "{drawn:?}");
    for name in drawn {
        assert!(files.contains_key(&name.replace(".png", ".svg")), "{name}");
        let header = png::Decoder::new(std::io::Cursor::new(&files[name])).read_info().unwrap();
        let header = header.info();
        assert_eq!((header.color_type, header.width), (png::ColorType::Indexed, 1000), "{name}");
        assert!(files[name].len() < 100_000, "{name}: {} bytes", files[name].len());
    }
}

/// Issue 52: the links stand on the page of the case, on the front page and on that of the figures.
#[test]
fn pages_lead_to_each_picture_and_table() {
    let report = RUN.path().join("reports/latest");
    for page in [format!("{LADDER}/index.html"), "index.html".into(), "figures.html".into()] {
        let text = fs::read_to_string(report.join(&page)).unwrap();
        let folder = report.join(&page).parent().unwrap().to_path_buf();
        for (word, ending) in [("PNG", ".png"), ("SVG", ".svg"), ("CSV", ".csv")] {
            let links: Vec<&str> = text
                .split("<a href=\"")
                .skip(1)
                .filter_map(|rest| rest.split_once("\">"))
                .filter(|(_, after)| {
                    after.starts_with(&format!("{word}</a>")) || after.starts_with(&format!("{word} 1</a>"))
                })
                .map(|(link, _)| link)
                .collect();
            assert!(!links.is_empty(), "{page} has no {word}");
            for link in links {
                assert!(link.ends_with(ending) && folder.join(link).is_file(), "{page}: {link}");
            }
        }
        assert!(!text.contains(".csv.gz"), "{page}");
    }
}

/// The first dashed sample of a legend in an SVG: where it begins, its length, its dashes and its colour.
fn sample(svg: &str) -> ([f64; 3], [f64; 2], [u8; 3]) {
    for path in svg.split("<path d=\"M").skip(1).filter(|path| path.contains("stroke-dasharray")) {
        let attribute = |name: &str| path.split_once(&format!(" {name}=\"")).unwrap().1.split('"').next().unwrap();
        let course: Vec<&str> = path.split('"').next().unwrap().split([' ', 'h']).collect();
        let numbers: Option<Vec<f64>> = course.iter().map(|word| word.parse().ok()).collect();
        let (Some([x, y, length]), colour) = (numbers.as_deref(), attribute("stroke")) else { continue };
        let dashes: Vec<f64> = attribute("stroke-dasharray").split(' ').map(|word| word.parse().unwrap()).collect();
        let byte = |at: usize| u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
        return ([*x, *y, *length], [dashes[0], dashes[1]], [byte(1), byte(3), byte(5)]);
    }
    panic!("no dashed sample in the legend");
}

/// Issue 52: dashes of a PNG end where those of the SVG do. What they cover of the paper is added up pixel by pixel.
#[test]
fn dashes_of_a_png_end_as_in_the_svg() {
    let report = RUN.path().join("reports/latest");
    for ending in ["png", "svg"] {
        let out = format!("drawn.{ending}");
        let words = ["figure", "many/force-overlap", "--reports", "reports/latest", "-o", &out];
        run(RUN.path(), &words).ends(0);
    }
    for stem in [RUN.path().join("drawn"), report.join("many/force-overlap")] {
        let svg = fs::read_to_string(stem.with_extension("svg")).unwrap();
        let ([x, y, length], dashes, colour) = sample(&svg);
        let mut file = png::Decoder::new(std::io::Cursor::new(fs::read(stem.with_extension("png")).unwrap()));
        file.set_transformations(png::Transformations::EXPAND);
        let mut file = file.read_info().unwrap();
        let mut pixels = vec![0; file.output_buffer_size().unwrap()];
        let shape = file.next_frame(&mut pixels).unwrap();
        let units: f64 = svg.split("viewBox=\"0 0 ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        let scale = f64::from(shape.width) / units;
        let row = (y * scale) as usize * shape.line_size;
        // How much of a pixel is the colour of the line.
        let covered = |at: usize| {
            let pixel = &pixels[row + 3 * at..row + 3 * at + 3];
            let off = |i: usize| (f64::from(255 - pixel[i]), f64::from(255 - colour[i]));
            (0..3).map(|i| off(i).0).sum::<f64>() / (0..3).map(|i| off(i).1).sum::<f64>()
        };
        let mut runs: Vec<f64> = Vec::new();
        let mut inside = false;
        for at in (x * scale) as usize - 8..((x + length) * scale) as usize + 8 {
            let part = covered(at);
            if part > 0.02 && !inside {
                runs.push(0.0);
            }
            inside = part > 0.02;
            runs.iter_mut().last().into_iter().for_each(|run| *run += part);
        }
        let whole = ((length + dashes[1]) / (dashes[0] + dashes[1])) as usize;
        assert!(whole >= 2 && runs.len() >= whole, "{}: {runs:?}", stem.display());
        for run in &runs[..whole] {
            let found = run / scale;
            assert!((found - dashes[0]).abs() < 1.5, "{}: {found} of {dashes:?}: {runs:?}", stem.display());
        }
    }
}

/// Issue 52: the same bytes on one thread and on two; and what `--pictures` says holds.
#[test]
fn threads_change_no_byte_and_pictures_are_a_choice() {
    let folder = TempDir::new().unwrap();
    let report = |name: &str, words: &[&str]| {
        let words = [&["run", LADDER, SWEEP, "-q", "--out", name], words].concat();
        run(folder.path(), &words).ends(0);
        let mut files = files(&folder.path().join(name));
        files.remove("environment.toml").unwrap();
        files
    };
    let [one, two] = ["1", "2"].map(|threads| report(threads, &["--threads", threads]));
    assert!(one == two && one.keys().any(|name| name.ends_with(".png")));
    let (none, all) = (report("none", &["--pictures", "none"]), report("all", &["--pictures", "all"]));
    assert!(none.keys().all(|name| !name.ends_with(".svg") && !name.ends_with(".png")));
    for name in ["summary.csv", "observations.csv", "scenes.csv", "findings.csv"] {
        assert!(none[name] == one[name] && all[name] == one[name], "{name}");
    }
    assert!(none.keys().any(|name| name.starts_with(&format!("{SWEEP}/trajectory."))), "{:?}", none.keys());
    let count = |files: &BTreeMap<String, Vec<u8>>, ending| files.keys().filter(|name| name.ends_with(ending)).count();
    assert!(count(&all, ".svg") > count(&one, ".svg") && count(&all, ".png") == count(&one, ".png"));
}

/// All mathematics is that of the program: a system's library chooses its own by the processor, and glibc can be made to choose as on an old one.
/// Not so where a third method decides, whose library takes the system's `pow`: `oblique/adams-friction` differs in uncertainties.
#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
#[test]
fn an_older_processor_changes_no_byte() {
    let folder = TempDir::new().unwrap();
    let old = "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F";
    let report = |name: &str, tunables: &str| {
        let cases = [LADDER, SWEEP, "oblique/formula", "oblique/kharaz-mfix-total-spring", "oblique/jkr-ball-on-wall"];
        let mut run = process(folder.path());
        run.arg("run").args(cases).args(["-q", "--out", name]).env("GLIBC_TUNABLES", tunables);
        assert!(run.status().unwrap().success());
        let mut files = files(&folder.path().join(name));
        files.remove("environment.toml").unwrap();
        files
    };
    let [new, old] = [report("new", ""), report("old", old)];
    let differ: Vec<&String> = new.keys().filter(|name| new.get(*name) != old.get(*name)).collect();
    assert!(differ.is_empty() && new.len() == old.len(), "{differ:?}");
}

/// Newcomer 0.9: `--list CASE` prints the figures of that case, from a report too; a figure file names a case beside it
/// without its ending.
#[test]
fn figures_of_one_case_are_listed_and_a_case_needs_no_ending() {
    let list = |words: &[&str]| run(RUN.path(), &[&["figure", "--list"], words].concat());
    for words in [&[SWEEP, "--reports", "reports/latest"][..], &[SWEEP]] {
        let ended = list(words);
        let lines: Vec<&str> = ended.out.lines().collect();
        assert!(lines.len() > 2, "{}", ended.text());
        assert!(lines.iter().all(|line| line.trim().starts_with(&format!("{SWEEP}/"))), "{}", ended.out);
    }
    let atlas = list(&["order-atlas", "--reports", "reports/latest"]).out;
    assert!(atlas.lines().count() == 1 && atlas.contains("order-atlas"), "{atlas}");
    list(&["normal/elastic/no-such", "--reports", "reports/latest"])
        .ends(2)
        .complains(["there is no figure `normal/elastic/no-such`"]);

    let folder = TempDir::new().unwrap();
    write(folder.path(), "mine-total.toml", MANY.replace("steps = 800", "steps = 4"));
    let figure =
        "[figure]\nx = \"impact.speed\"\ny = \"duration\"\n\n[[curve]]\ncase = \"mine-total\"\nby = \"reference\"\n";
    write(folder.path(), "own.toml", figure);
    run(folder.path(), &["figure", "own.toml", "-o", "own.svg"]).well();
    assert_eq!(table(&fs::read(folder.path().join("own.csv")).unwrap()).len(), 4);
}

/// Reliability 18: a message names the record as it was written.
#[test]
fn a_compressed_record_is_called_by_its_name() {
    let folder = TempDir::new().unwrap();
    crate::common::copy(&RUN.path().join("reports/latest"), &folder.path().join("report"));
    let packed = folder.path().join("report/run.jsonl.gz");
    let mut bytes = fs::read(&packed).unwrap();
    bytes.truncate(1000);
    fs::write(&packed, bytes).unwrap();
    for words in [&["verify", "report/run.jsonl"][..], &["figure", "--list", "--reports", "report"]] {
        let ended = run(folder.path(), words);
        assert!(ended.code == 2 && ended.err.contains("report/run.jsonl.gz"), "{words:?}: {}", ended.text());
    }
}
