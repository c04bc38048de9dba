//! `fingerprint` over small engines with one quirk each: no line may be certain and wrong.
//!
//! This program is its own engine: started with `as-engine QUIRK` it runs the `scene.json` of the folder it stands in.

mod engine;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use collisionbench::codes::fingerprint::{WRONG_AT_MOST, ZOO};

type Truth = BTreeMap<String, Vec<String>>;

/// Engines that have no line of their own: without a quirk that an impact shows, or with one that no line has words for.
const WITHOUT_A_LINE: [&str; 5] = ["heavier", "limit-previous-step", "nine-digits", "noisy", "plain"];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, verb, quirk] = &arguments[..]
        && verb == "as-engine"
    {
        return engine::run(quirk);
    }
    // Anything else a test runner passes is a filter: there is one test.
    if arguments.iter().any(|argument| argument == "--list") {
        return println!("no_quirk_is_named_wrongly: test");
    }
    // A fourth of the engines, but where slow tests are asked for.
    let whole = ["--ignored", "--include-ignored"].iter().any(|all| arguments.iter().any(|argument| argument == all));
    no_quirk_is_named_wrongly(whole);
}

fn read(name: &str) -> toml::Table {
    let path = format!("{}/tests/fingerprint_zoo/{name}", env!("CARGO_MANIFEST_DIR"));
    toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn truth(value: &toml::Value) -> Truth {
    value.clone().try_into().unwrap()
}

/// Title with place, strength and words of each line that `fingerprint` prints.
fn lines(text: &str) -> Vec<(String, String, String)> {
    let line = |line: &str| {
        let (title, rest) = line.strip_prefix("    ")?.split_once("  ")?;
        let (place, rest) = rest.trim().split_once("  ").filter(|(place, _)| ["pairs", "walls"].contains(place))?;
        let strengths = ["certain", "likely", "number", "no match", "cannot tell"];
        let strength = strengths.into_iter().find(|strength| rest.starts_with(strength))?;
        Some((format!("{title} ({place})"), strength.to_string(), rest[strength.len()..].trim().to_string()))
    };
    text.lines().filter_map(line).collect()
}

/// Whether a line may begin so; `$` ends a phrase that must be whole.
fn begins(phrase: &str, says: &str) -> bool {
    phrase.strip_suffix('$').map_or(says.starts_with(phrase), |whole| says == whole)
}

/// Whether what a line says is true, be it undecided (`~`) or not.
fn holds(true_phrases: &[String], says: &str) -> bool {
    true_phrases.iter().any(|phrase| begins(phrase.trim_start_matches('~'), says))
}

/// Whether it also names the quirk.
fn names(true_phrases: &[String], says: &str) -> bool {
    true_phrases.iter().any(|phrase| !phrase.starts_with('~') && begins(phrase, says))
}

/// The line that must name what an engine does wrong, and a word or number that has to stand there.
fn listed(zoo: &toml::Table, quirk: &str) -> Option<(String, String)> {
    let entry = zoo.values().find_map(|part| part.get(quirk))?.as_table()?;
    let text = |key: &str| entry[key].as_str().unwrap().to_string();
    Some((text("line"), text("says"))).filter(|(line, _)| !line.is_empty())
}

fn no_quirk_is_named_wrongly(whole: bool) {
    let (zoo, truths) = (read("zoo.toml"), read("truth.toml"));
    let quirks: Vec<String> = zoo.values().flat_map(|part| part.as_table().unwrap().keys().cloned()).collect();
    let later: Vec<&String> = zoo["found"].as_table().unwrap().keys().collect();
    let counted = quirks.len() - later.len();
    assert_eq!(counted, ZOO as usize, "the bound that the command prints is that of another number of engines");
    let bound = format!("1 - 0.05^(1/{ZOO}) = {:.1} %", 100.0 * WRONG_AT_MOST(ZOO));
    assert!(
        include_str!("../../docs/adding-an-engine.md").contains(&bound),
        "the documentation does not print {bound}"
    );
    let plain = truth(&truths["plain"]);
    let special = truths["engine"].as_table().unwrap();
    let mut without: Vec<&str> =
        quirks.iter().map(String::as_str).filter(|quirk| !special.contains_key(*quirk)).collect();
    without.sort_unstable();
    assert_eq!(without, WITHOUT_A_LINE, "each other engine of zoo.toml has its lines in truth.toml");
    for (name, lines) in special {
        assert!(quirks.contains(name), "truth.toml: {name} is no engine of zoo.toml");
        assert!(truth(lines).keys().all(|line| plain.contains_key(line)), "truth.toml: {name} has an unknown line");
    }
    let quirks: Vec<String> = quirks.into_iter().step_by(if whole { 1 } else { 4 }).collect();
    let folder = tempfile::tempdir().unwrap();
    let program = std::env::current_exe().unwrap();
    let mut declared = String::new();
    for quirk in &quirks {
        let covers = "{ normal = [\"hertz\"], damping = [\"none\", \"tsuji\"], ends = [\"zero-overlap\"], tangential = [\"mindlin\"] }";
        let command = format!("[{:?}, \"as-engine\", {quirk:?}]", program.display().to_string());
        let _ = write!(declared, "[engine.zoo-{quirk}]\ncommand = {command}\nversion = \"1\"\ncovers = {covers}\n\n");
    }
    let file = folder.path().join("engines.toml");
    std::fs::write(&file, declared).unwrap();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(quirk) = quirks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut command = Command::new(env!("CARGO_BIN_EXE_collisionbench"));
                    command.args(["fingerprint", &format!("zoo-{quirk}"), "--engines"]).arg(&file);
                    let output = command.env("NO_COLOR", "1").env("COLUMNS", "4000").output().unwrap();
                    let text = String::from_utf8(output.stdout).unwrap();
                    assert!(output.status.success(), "{quirk}: {}", String::from_utf8_lossy(&output.stderr));
                    let verdict = text.lines().nth(1).unwrap_or_default();
                    assert!(verdict.trim().starts_with("verdict: "), "{quirk}: no verdict below the name: {verdict}");
                    let bound = format!("below {:.1} % with 95 % confidence", 100.0 * WRONG_AT_MOST(ZOO));
                    assert!(text.contains(&bound), "{quirk}: the bound is not printed");
                    found.lock().unwrap().insert(quirk.clone(), lines(&text));
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    let (mut certain, mut likely, mut named, mut open) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut missed = Vec::new();
    for quirk in &quirks {
        let own = special.get(quirk).map(truth).unwrap_or_default();
        let said = &found[quirk];
        assert_eq!(said.len(), plain.len(), "{quirk}: lines are missing");
        let mut all_named = !own.is_empty();
        for (line, strength, says) in said {
            let holds = holds(own.get(line).unwrap_or(&plain[line]), says);
            let decided = ["certain", "likely"].contains(&strength.as_str());
            if decided && !holds {
                let wrong = format!("{quirk}, {line}: {says}");
                if strength == "certain" { certain.push(wrong) } else { likely.push(wrong) }
            }
            all_named &= own.get(line).is_none_or(|phrases| decided && names(phrases, says));
        }
        if later.contains(&quirk) {
            for (line, strength, says) in
                said.iter().filter(|(line, ..)| own.get(line).is_some_and(|own| !own.is_empty()))
            {
                let found = ["certain", "likely"].contains(&strength.as_str()) && names(&own[line], says);
                assert!(found, "{quirk}, {line}: {strength} {says}");
            }
            continue;
        }
        if let Some((line, says)) = listed(&zoo, quirk) {
            let (_, strength, found) = said.iter().find(|(title, ..)| *title == line).expect(&line);
            let told = ["certain", "likely", "number"].contains(&strength.as_str());
            if !told || !found.contains(&says) {
                missed.push(format!("{quirk}, {line}: {strength} {found}, without `{says}`"));
            }
        }
        if all_named {
            named.push(quirk.as_str());
        } else if !own.is_empty() {
            open.push(quirk.as_str());
        }
    }
    println!(
        "{} engines of {counted}: {} quirks named, {} left at \"cannot tell\", a number or a tie {open:?}, {} without a line \
         {WITHOUT_A_LINE:?}; wrong: {} certain, {} likely {likely:?}",
        quirks.iter().filter(|quirk| !later.contains(quirk)).count(),
        named.len(),
        open.len(),
        WITHOUT_A_LINE.len(),
        certain.len(),
        likely.len()
    );
    assert!(missed.is_empty(), "not named in their lines:\n{}", missed.join("\n"));
    assert!(certain.is_empty(), "certain and wrong:\n{}", certain.join("\n"));
    if !whole {
        return;
    }
    let counts = format!(
        "{} quirks are named, {} end in a number, a tie or `cannot tell`, and {} have no line",
        named.len(),
        open.len(),
        WITHOUT_A_LINE.len()
    );
    let page = include_str!("../../docs/adding-an-engine.md").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(&counts), "the documentation does not print: {counts}");
}
