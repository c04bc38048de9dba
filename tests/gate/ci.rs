//! What other people's CI runs: the action, the snippet, the release recipe, JUnit and the manual.

use std::fs;
use std::path::Path;
use std::process::Command;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use tempfile::TempDir;

use crate::gate::docs::{shell, told};
use crate::gate::{copy, root, say};

/// The shell scripts of a YAML file: what stands below `run: |`, or behind `run:`.
fn scripts(yaml: &str) -> Vec<String> {
    let lines: Vec<&str> = yaml.lines().collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let Some(rest) = line.trim_start().trim_start_matches("- ").strip_prefix("run:") else { continue };
        if rest.trim() != "|" {
            found.push(rest.trim().to_string());
            continue;
        }
        let body = lines[number + 1..].iter().take_while(|l| l.trim().is_empty() || depth(l) > depth(line));
        found.push(body.map(|l| l.trim_start()).collect::<Vec<_>>().join("\n"));
    }
    found
}

/// The items of a YAML list.
fn items(yaml: &str, key: &str) -> Vec<String> {
    let after = yaml.lines().skip_while(|line| line.trim() != format!("{key}:")).skip(1);
    let own = after.take_while(|line| line.trim_start().starts_with("- "));
    own.map(|line| line.trim_start().trim_start_matches("- ").to_string()).collect()
}

#[test]
fn the_action_s_steps_run() {
    let here = TempDir::new().unwrap();
    copy(&root().join("examples/gated-code"), here.path());
    let steps = scripts(&fs::read_to_string(root().join("action.yml")).unwrap());
    assert_eq!(steps.len(), 3);
    let summary = here.path().join("summary.md");
    let (shown, folder) = (summary.display().to_string(), root().display().to_string());
    let environment = [
        ("CASES", ""),
        ("ENGINES", "engines.toml"),
        ("OUT", "reports/gate"),
        ("STRICT", "true"),
        ("GITHUB_STEP_SUMMARY", shown.as_str()),
        ("GITHUB_ACTION_PATH", folder.as_str()),
        ("RUNNER_TEMP", "."),
    ];
    for step in &steps {
        let output = shell(here.path(), step, &environment);
        assert!(output.status.success(), "{step}\n{}", told(&output));
    }
    assert!(fs::read_to_string(summary).unwrap().contains("0 moved, "));
    // Cases one a line: all of them are gated.
    let lines =
        environment.map(|(key, value)| (key, if key == "CASES" { "cases\nno-such-case.toml\n" } else { value }));
    let output = shell(here.path(), &steps[1], &lines);
    assert!(told(&output).contains("no-such-case.toml"), "{}", told(&output));
    // It goes red with the code.
    let code = fs::read_to_string(here.path().join("my_dem.py")).unwrap();
    fs::write(here.path().join("my_dem.py"), code.replacen("math.sqrt(5.0)", "2.0", 1)).unwrap();
    assert_eq!(shell(here.path(), &steps[1], &environment).status.code(), Some(1));
}

/// A folder of programs that write down how they were started. Those in `working` end well, the others fail.
fn stubs(place: &Path, working: &[&str]) {
    use std::os::unix::fs::{PermissionsExt, symlink};
    fs::create_dir(place).unwrap();
    for name in ["python3", "pipx", "uv", "cargo"] {
        let code = i32::from(!working.contains(&name));
        let text = format!("#!/bin/sh\necho {name} \"$@\" >> \"$STARTED\"\nexit {code}\n");
        fs::write(place.join(name), text).unwrap();
        fs::set_permissions(place.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    for name in ["bash", "sed"] {
        let path = ["/bin", "/usr/bin"].map(|folder| Path::new(folder).join(name));
        symlink(path.iter().find(|path| path.exists()).unwrap(), place.join(name)).unwrap();
    }
}

/// A released version comes as a wheel, by the first installer that works; everything else is compiled.
#[test]
fn the_action_installs_a_wheel_where_there_is_one() {
    let install = scripts(&fs::read_to_string(root().join("action.yml")).unwrap()).remove(0);
    let number = env!("CARGO_PKG_VERSION");
    let released = format!("{number} (2030-01-31)");
    let wheel = format!("collisionbench=={number}");
    let unreleased = format!("{number} (unreleased)");
    // The heading of the changelog, the programs that work, and those that are started.
    let cases: [(&str, &[&str], &[&str]); 7] = [
        (&released, &["python3", "pipx", "uv", "cargo"], &["python3"]),
        (number, &["pipx", "uv", "cargo"], &["python3", "pipx"]),
        (&released, &["uv", "cargo"], &["python3", "pipx", "uv"]),
        (&released, &["cargo"], &["python3", "pipx", "uv", "cargo"]),
        (&unreleased, &["python3", "pipx", "uv", "cargo"], &["cargo"]),
        ("999.0.0", &["python3", "pipx", "uv", "cargo"], &["cargo"]),
        (&released, &[], &["python3", "pipx", "uv", "cargo"]),
    ];
    for (heading, working, started) in cases {
        let here = TempDir::new().unwrap();
        let path = |name: &str| here.path().join(name);
        stubs(&path("programs"), working);
        fs::copy(root().join("Cargo.toml"), path("Cargo.toml")).unwrap();
        fs::write(path("CHANGELOG.md"), format!("# Changelog\n\n## {heading}\n\n## 0.0.1\n")).unwrap();
        let mut command = Command::new(path("programs").join("bash"));
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &install]).current_dir(here.path()).env_clear();
        command.env("PATH", path("programs")).env("GITHUB_ACTION_PATH", here.path()).env("RUNNER_TEMP", path("temp"));
        let output = command.env("GITHUB_PATH", path("path")).env("STARTED", path("started")).output().unwrap();
        let log = fs::read_to_string(path("started")).unwrap();
        let names: Vec<&str> = log.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(names, started, "{heading} {working:?}: {}", told(&output));
        for line in log.lines() {
            assert_eq!(line.contains(&wheel), !line.starts_with("cargo "), "{line}");
            // No installer compiles: that is what cargo is for.
            assert!(["only-binary", "--no-build", "cargo install"].iter().any(|word| line.contains(word)), "{line}");
        }
        assert_eq!(output.status.success(), !working.is_empty(), "{}", told(&output));
        let added = fs::read_to_string(path("path")).unwrap_or_default();
        let bin = format!("{}\n", path("temp/collisionbench/bin").display());
        assert_eq!(added, if working.is_empty() { String::new() } else { bin });
    }
}

#[test]
fn the_gitlab_snippet_s_steps_run() {
    let here = TempDir::new().unwrap();
    copy(&root().join("examples/gated-code"), here.path());
    let yaml = fs::read_to_string(root().join("docs/ci/gitlab.yml")).unwrap();
    let steps = [items(&yaml, "script"), items(&yaml, "after_script")].concat();
    assert_eq!(steps.len(), 2);
    for step in steps {
        let output = shell(here.path(), &step, &[]);
        assert!(output.status.success(), "{step}\n{}", told(&output));
    }
    for kept in items(&yaml, "paths").into_iter().chain(["reports/gate/junit.xml".to_string()]) {
        assert!(here.path().join(&kept).exists(), "{kept}");
    }
}

/// The release recipe packs what it says.
#[test]
fn the_release_is_packed() {
    let here = TempDir::new().unwrap();
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(name), here.path().join(name)).unwrap();
    }
    let steps = scripts(&fs::read_to_string(root().join(".github/workflows/release.yml")).unwrap());
    let pack = steps.iter().find(|step| step.contains("tar ")).unwrap();
    let output =
        shell(here.path(), pack, &[("BINARY", env!("CARGO_BIN_EXE_collisionbench")), ("GITHUB_REF_NAME", "v0.1.0")]);
    assert!(output.status.success(), "{}", told(&output));
    let dist = here.path().join("dist");
    let check = shell(&dist, "sha256sum -c *.sha256 && tar tzf *.tar.gz", &[]);
    let list = told(&check);
    for name in ["collisionbench", "collisionbench.bash", "LICENSE-MIT"] {
        assert!(check.status.success() && list.contains(name), "{name}: {list}");
    }
    // cargo-binstall looks for it under its name.
    let manifest: toml::Table = fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    let package = &manifest["package"];
    let overrides = package["metadata"]["binstall"]["overrides"].as_table().unwrap();
    assert_eq!(overrides.len(), 2);
    for (target, said) in overrides {
        assert!(target.starts_with("x86_64-unknown-linux-"), "{target}");
        let filled = |key: &str| {
            let text = said[key].as_str().unwrap().replace("{ repo }", package["repository"].as_str().unwrap());
            let text = text.replace("{ version }", "0.1.0").replace("{ bin }", "collisionbench");
            text.replace("{ binary-ext }", "")
        };
        let (address, inside) = (filled("pkg-url"), filled("bin-dir"));
        let (folder, file) = address.rsplit_once('/').unwrap();
        assert!(folder.starts_with("https://") && folder.ends_with("/releases/download/v0.1.0"), "{folder}");
        assert!(dist.join(file).is_file() && list.lines().any(|line| line == inside), "{file} {inside}: {list}");
    }
}

/// Cargo.toml, pyproject.toml and CITATION.cff say the same of the program.
#[test]
fn what_describes_the_program_agrees() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let cargo: toml::Table = read("Cargo.toml").parse().unwrap();
    let python: toml::Table = read("pyproject.toml").parse().unwrap();
    let (package, project) = (&cargo["package"], &python["project"]);
    for key in ["name", "description", "license", "readme", "keywords"] {
        assert_eq!(package[key], project[key], "{key}");
    }
    assert_eq!(package["repository"], project["urls"]["Repository"]);
    // The version of the wheel is that of its crate.
    let module: toml::Table = read("python/Cargo.toml").parse().unwrap();
    assert_eq!(module["package"]["version"], package["version"]);
    assert!(project.get("version").is_none() && project["dynamic"].as_array().unwrap()[0].as_str() == Some("version"));
    let citation = read("CITATION.cff");
    for (key, value) in [("version", &package["version"]), ("repository-code", &package["repository"])] {
        let line = format!("{key}: {}", value.as_str().unwrap());
        assert!(citation.lines().any(|own| own == line), "{line}");
    }
    for name in project["license-files"].as_array().unwrap() {
        assert!(root().join(name.as_str().unwrap()).is_file(), "{name}");
    }
}

/// What the image is built from is handed to Docker: the files that are compiled, and every target of Cargo.toml.
#[test]
fn docker_gets_what_is_compiled() {
    let ignored = fs::read_to_string(root().join(".dockerignore")).unwrap();
    let kept: Vec<&str> = ignored.lines().filter_map(|line| line.strip_prefix('!')).collect();
    assert!(ignored.lines().any(|line| line == "*") && kept.iter().all(|name| root().join(name).exists()), "{kept:?}");
    let manifest: toml::Table = fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    for name in ["build", "readme"].map(|key| manifest["package"][key].as_str().unwrap()) {
        assert!(kept.contains(&name), "{name}");
    }
    // Cargo reads every member of the workspace, and compiles the program alone.
    let member = ["python/Cargo.toml", "python/src"];
    for name in
        ["Cargo.toml", "Cargo.lock", "src", "cases", "reference-data", "tests", "benches"].into_iter().chain(member)
    {
        assert!(kept.contains(&name), "{name}");
    }
    // What the source takes in from outside of src/.
    let mut found = 0;
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = fs::read_to_string(&path) else { continue };
            for word in
                text.split("include_str!(\"").chain(text.split("include_bytes!(\"")).filter(|t| t.starts_with("../"))
            {
                let name = path.parent().unwrap().join(word.split('"').next().unwrap()).canonicalize().unwrap();
                let name = name.strip_prefix(root().canonicalize().unwrap()).unwrap().to_str().unwrap().to_string();
                let is_kept = |own: &&str| name == **own || name.starts_with(&format!("{own}/"));
                assert!(kept.iter().any(is_kept), "{name}");
                found += usize::from(!name.starts_with("src/"));
            }
        }
    }
    assert!(found >= 2, "{found}");
}

type Words = &'static [&'static str];
type Element = (&'static str, Words, Words, Words);

/// What the schema that Jenkins publishes (junit-10.xsd) asks of the elements we write: attributes that must be there,
/// those that may, and what may stand inside.
const SCHEMA: &[Element] = &[
    ("testsuites", &[], &["name", "time", "tests", "failures", "disabled", "errors"], &["testsuite"]),
    (
        "testsuite",
        &["name", "tests"],
        &["failures", "errors", "time", "disabled", "skipped", "timestamp", "hostname", "id", "package"],
        &["testcase", "properties", "system-out", "system-err"],
    ),
    (
        "testcase",
        &["name"],
        &["assertions", "time", "classname", "status"],
        &["skipped", "error", "failure", "system-out", "system-err"],
    ),
    ("skipped", &[], &["type", "message"], &[]),
    ("error", &[], &["type", "message"], &[]),
    ("failure", &[], &["type", "message"], &[]),
];

/// What is wrong with a JUnit file.
fn faults(xml: &str) -> Vec<String> {
    let mut reader = Reader::from_str(xml);
    let (mut open, mut wrong): (Vec<(String, u64, u64)>, Vec<String>) = (Vec::new(), Vec::new());
    let enter = |element: &BytesStart<'_>, open: &mut Vec<(String, u64, u64)>, wrong: &mut Vec<String>| {
        let name = String::from_utf8_lossy(element.name().as_ref()).into_owned();
        let Some((_, must, may, _)) = SCHEMA.iter().find(|rule| rule.0 == name) else {
            wrong.push(format!("<{name}> is unknown"));
            return;
        };
        let inside = open.last().and_then(|(parent, ..)| SCHEMA.iter().find(|rule| rule.0 == *parent));
        if !inside.map_or(name == "testsuites", |rule| rule.3.contains(&name.as_str())) {
            wrong.push(format!("<{name}> may not stand here"));
        }
        let attributes: Vec<(String, String)> = element
            .attributes()
            .flatten()
            .map(|a| {
                (String::from_utf8_lossy(a.key.as_ref()).into_owned(), String::from_utf8_lossy(&a.value).into_owned())
            })
            .collect();
        let missing = must.iter().filter(|key| !attributes.iter().any(|(name, _)| name == *key));
        wrong.extend(missing.map(|key| format!("<{name}> lacks {key}")));
        let strange =
            attributes.iter().filter(|(key, _)| !must.contains(&key.as_str()) && !may.contains(&key.as_str()));
        wrong.extend(strange.map(|(key, _)| format!("<{name}> has {key}")));
        if let Some(parent) = open.last_mut().filter(|_| name == "testcase") {
            parent.2 += 1;
        }
        let tests = attributes.iter().find(|(key, _)| key == "tests").and_then(|(_, n)| n.parse().ok());
        open.push((name, tests.unwrap_or(u64::MAX), 0));
    };
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => enter(&element, &mut open, &mut wrong),
            Ok(Event::Empty(element)) => {
                enter(&element, &mut open, &mut wrong);
                open.pop();
            }
            Ok(Event::End(_)) => {
                if let Some((name, said, seen)) = open.pop()
                    && name == "testsuite"
                    && said != seen
                {
                    wrong.push(format!("a suite says {said} tests and has {seen}"));
                }
            }
            Ok(Event::Eof) => return wrong,
            Ok(_) => {}
            Err(error) => return vec![error.to_string()],
        }
    }
}

#[test]
fn junit_is_what_its_schema_says() {
    let here = TempDir::new().unwrap();
    copy(&root().join("examples/gated-code"), here.path());
    let code = fs::read_to_string(here.path().join("my_dem.py")).unwrap();
    for (constant, failures) in [("math.sqrt(5.0)", 0), ("2.0", 1)] {
        fs::write(here.path().join("my_dem.py"), code.replacen("math.sqrt(5.0)", constant, 1)).unwrap();
        say(here.path(), &["gate", "--engines", "engines.toml"]);
        let xml = fs::read_to_string(here.path().join("reports/gate/junit.xml")).unwrap();
        assert_eq!(faults(&xml), Vec::<String>::new(), "{xml}");
        assert_eq!(usize::from(xml.contains("<failure ")), failures, "{xml}");
    }
    say(here.path(), &["run", "--engines", "engines.toml", "--pictures", "none"]);
    let xml = fs::read_to_string(here.path().join("reports/latest/junit.xml")).unwrap();
    assert_eq!(faults(&xml), Vec::<String>::new(), "{xml}");
    // The check sees what is wrong.
    for (from, to) in
        [("<testcase name=", "<testcase nome="), ("<testsuite ", "<suite "), ("tests=\"6\"", "tests=\"4\"")]
    {
        assert!(xml.contains(from), "{from}: {xml}");
        assert!(!faults(&xml.replace(from, to)).is_empty(), "{to}");
    }
}

/// What CI fetches is what was looked at: actions by commit, tools and packages by version, crates by Cargo.lock; and no job may write but
/// the one that publishes.
#[test]
fn what_ci_fetches_is_pinned() {
    let mut texts = Vec::new();
    for folder in [".github/workflows", ".ci"] {
        let all = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        texts.extend(all.map(|path| (path.display().to_string(), fs::read_to_string(path).unwrap())));
    }
    assert!(texts.len() >= 6);
    for (name, text) in &texts {
        let loose = text
            .lines()
            .map(|line| line.trim_start_matches([' ', '-']))
            .filter(|line| !line.starts_with('#'))
            .filter(|line| {
                let action = line.strip_prefix("uses: ").is_some_and(|used| {
                    let commit = used.split_once('@').map_or("", |(_, rest)| rest.split(' ').next().unwrap());
                    !(used.starts_with("./") || commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit()))
                });
                let cargo = [
                    "cargo test",
                    "cargo build",
                    "cargo clippy",
                    "cargo doc",
                    "cargo install",
                    "cargo deny",
                    "maturin build",
                ];
                let unlocked = cargo.iter().any(|verb| line.contains(verb))
                    && !line.contains("--locked")
                    && !line.contains("--version >");
                let tool = line.contains("cargo install") && !line.contains("--version");
                let pip = line.contains("pip install") || line.contains("pip\" install");
                let package = pip && !line.contains("==") && !line.contains("--no-index") && !line.contains("\"$@\"");
                action || unlocked || tool || package
            });
        assert_eq!(loose.collect::<Vec<_>>(), Vec::<&str>::new(), "{name}");
        if name.ends_with(".yml") {
            let head = text.split("\njobs:").next().unwrap();
            assert!(head.contains("permissions:\n  contents: read\n"), "{name}");
        }
    }
    let run = &texts.iter().find(|(name, _)| name.ends_with(".ci/run")).unwrap().1;
    assert!(run.lines().filter(|line| line.trim_start().starts_with("fetched ")).all(|line| line.contains("==")));
    // The action tells its own version from another on the path.
    assert!(fs::read_to_string(root().join("action.yml")).unwrap().contains("\"collisionbench $version\""));
}
