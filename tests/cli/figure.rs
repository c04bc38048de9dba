//! A figure for a paper: what is written, and what is not overwritten.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::cli::{case, good, say, wrong};

#[path = "../mistakes/rows.rs"]
mod rows;

const CASE: &str = "normal/elastic/unequal-radii";

#[test]
fn a_figure_is_written_with_table_and_caption() {
    let folder = TempDir::new().unwrap();
    for (file, begins) in [("loop.pdf", "%PDF-"), ("loop.svg", "<svg "), ("loop.png", "\u{fffd}PNG")] {
        say(folder.path(), &["figure", CASE, "--width", "174mm", "-o", file]).well();
        let bytes = fs::read(folder.path().join(file)).unwrap();
        assert!(String::from_utf8_lossy(&bytes).starts_with(begins), "{file}");
    }
    let caption = fs::read_to_string(folder.path().join("loop.txt")).unwrap();
    assert!(caption.contains("Bodies: ") && caption.contains(CASE), "{caption}");
    assert!(fs::read_to_string(folder.path().join("loop.csv")).unwrap().starts_with("scene,by,"));
    let svg = fs::read_to_string(folder.path().join("loop.svg")).unwrap();
    assert!(svg.contains("width=\"174mm\""), "{}", &svg[..200]);
    let names = say(folder.path(), &["figure", "--list", CASE]).out;
    assert!(names.contains(&format!("{CASE}/force-time")), "{names}");
}

/// Each picture of a page has the command below it, which draws it in the folder of the report.
#[test]
fn a_page_has_the_command_of_its_figures() {
    let folder = TempDir::new().unwrap();
    say(folder.path(), &["run", CASE, "normal/elastic/glass-head-on", "-q"]).ends(0);
    let report = folder.path().join("reports/latest");
    let page = fs::read_to_string(report.join("index.html")).unwrap();
    let commands: Vec<&str> =
        page.split("collisionbench figure ").skip(1).map(|rest| rest.split('<').next().unwrap()).collect();
    assert!(!commands.is_empty(), "no figure has a command");
    for (number, command) in commands.iter().enumerate() {
        let out = format!("figure-{number}.svg");
        let words: Vec<&str> = ["figure"].into_iter().chain(command.split(' ')).chain(["-o", &out]).collect();
        let said = say(&report, &words);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{command}");
    }
}

#[test]
fn a_file_that_is_no_figure_is_not_overwritten() {
    let folder = TempDir::new().unwrap();
    for (mine, out) in [("loop.pdf", "loop.pdf"), ("own.csv", "own.svg")] {
        fs::write(folder.path().join(mine), "my notes").unwrap();
        say(folder.path(), &["figure", CASE, "-o", out]).ends(2).complains(["already exists"]);
        assert_eq!(fs::read_to_string(folder.path().join(mine)).unwrap(), "my notes");
    }
    assert!(!folder.path().join("own.svg").exists(), "no part of it is written");
}

#[test]
fn wrong_names_and_widths_are_refused() {
    assert!(wrong(&["figure", CASE, "--width", "1mm"]).contains("from 50mm to 400mm"));
    assert!(wrong(&["figure", &format!("{CASE}/nothing")]).contains("there is no figure"));
    // A figure over several cases, of cases that lack them.
    let lacking = wrong(&["figure", "adhesion-codes", "--cases", CASE]);
    assert!(
        lacking.contains("do not have what the figure `adhesion-codes` needs") && lacking.contains("--cases"),
        "{lacking}"
    );
    assert!(wrong(&["figure", "normal/no-such-case"]).contains("no-such-case"));
    assert!(wrong(&["figure", CASE, "--only", "lammps"]).contains("there are: "));
    assert!(wrong(&["figure", CASE, "--panel", "9"]).contains("no panel 9"));
    for taken in ["own.csv", "own.txt", "own.bib", "own.jpg"] {
        assert!(wrong(&["figure", CASE, "-o", taken]).contains("is not the ending of a figure"));
    }
    let against = wrong(&["figure", CASE, "-o", "own.pdf", "--format", "png"]);
    assert!(against.contains("`.pdf` is not the ending of --format png"), "{against}");
    // A figure that there is, of less than it needs.
    let swept = "normal/damped/tsuji-restitution";
    for words in [["--scene", "3"], ["--only", "reference"]] {
        let name =
            if words[0] == "--scene" { format!("{swept}/restitution") } else { "steppers/hertz/order".to_string() };
        let said = wrong(&["figure", &name, words[0], words[1]]);
        assert!(said.contains("no values or checks for the figure") && said.contains("there are: "), "{said}");
    }
    assert!(good(&["figure", "--help"]).contains("85mm"));
}

/// The rows of `figures/mistakes.txt` are read and judged as those of wrong cases.
#[test]
fn every_mistake_of_a_figure_file_gets_its_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/figures");
    let place = TempDir::new().unwrap();
    let rows = rows::rows(&folder);
    assert!(rows.len() >= 15, "mistakes have gone missing");
    for row in rows {
        let name = format!("{}.toml", row.name);
        fs::write(place.path().join(&name), &row.text).unwrap();
        let said = say(place.path(), &["figure", &name, "-o", "never.pdf"]);
        assert_eq!(said.code, if row.right { 0 } else { 2 }, "{name}: {}", said.err);
        if row.right {
            fs::remove_file(place.path().join("never.pdf")).unwrap();
        } else {
            let message = said.err.strip_prefix("collisionbench: ").unwrap();
            row.judge(message).unwrap_or_else(|why| panic!("{name}: {why}\n{message}"));
        }
    }
    assert!(!place.path().join("never.pdf").exists());
}

/// Runs of several cases, a theory and a dataset on one axis, each in the look it has everywhere.
#[test]
fn a_file_names_the_curves_of_one_figure() {
    let place = TempDir::new().unwrap();
    let curve = |case: &str, by: &str| format!("[[curve]]\ncase = \"oblique/kharaz-kratos-{case}\"\nby = \"{by}\"\n");
    let file = "[figure]\ntitle = \"a < b\"\nx = \"impact.angle\"\ny = \"tangential_restitution\"\n".to_string();
    let curves = [
        curve("total-spring", "reference"),
        curve("memory-diagram", "reference"),
        curve("memory-diagram", "kharaz-2001-kratos"),
    ];
    fs::write(place.path().join("own.toml"), file + &curves.concat()).unwrap();
    say(place.path(), &["figure", "own.toml", "-o", "own.svg"]).well();
    let svg = fs::read_to_string(place.path().join("own.svg")).unwrap();
    let words =
        ["total spring", "Mindlin-Deresiewicz", "Kharaz et al. 2001", "<title>a &lt; b</title>", "#d55e00", "#505050"];
    for word in words {
        assert!(svg.contains(word), "{word}");
    }
    let table = fs::read_to_string(place.path().join("own.csv")).unwrap();
    assert!(table.starts_with("case,scene,by,curve,angle,tangential_restitution,uncertainty\n"), "{table}");
    let caption = fs::read_to_string(place.path().join("own.txt")).unwrap();
    assert!(caption.contains("kharaz-kratos-total-spring") && caption.contains("a < b."), "{caption}");
    assert!(fs::read_to_string(place.path().join("own.bib")).unwrap().contains("kharaz-2001-kratos"));
}

/// A table of one's own beside a run: units of its headers, colour, marker, label, limits and size as the file wants them.
#[test]
fn a_file_has_a_table_and_a_style_of_its_own() {
    let place = TempDir::new().unwrap();
    let file = "[figure]\nkind = \"sweep\"\nx = \"impact.angle\"\ny = \"tangential_restitution\"\nx_limits = \"0 60 deg\"\n\
                y_limits = [0.5, 1]\nwidth = \"100 mm\"\nheight = \"80 mm\"\nfont_size = 9\n\
                [[curve]]\ncase = \"oblique/kharaz-kratos-memory-diagram\"\nby = \"reference\"\nline = \"dotted\"\ncolour = \"violet\"\n\
                [[curve]]\ndata = \"mine.csv\"\nlabel = \"this work\"\nmarker = \"up\"\ncolour = \"#a50026\"\n";
    fs::write(place.path().join("own.toml"), file).unwrap();
    fs::write(place.path().join("mine.csv"), "angle (deg),e_t,u\n5,0.9,0.01\n18,0.6,\n").unwrap();
    say(place.path(), &["figure", "own.toml", "-o", "own.svg"]).well();
    let svg = fs::read_to_string(place.path().join("own.svg")).unwrap();
    for word in
        ["width=\"100mm\"", "height=\"80mm\"", "this work", "#a50026", "#6a3d9a", "stroke-dasharray", "difference"]
    {
        assert!(svg.contains(word), "{word}");
    }
    let table = fs::read_to_string(place.path().join("own.csv")).unwrap();
    // 18 degrees are pi/10.
    let own = table.lines().filter(|line| line.contains("mine.csv")).collect::<Vec<_>>();
    assert!(own.len() == 2 && own[1].contains("0.3141592653589793,0.6,"), "{own:?}");
    // A cell that is no number is refused at its place.
    fs::write(place.path().join("mine.csv"), "angle (deg),e_t\nfive,0.9\n18,0.6\n").unwrap();
    say(place.path(), &["figure", "own.toml", "-o", "own.svg"]).ends(2).complains(["mine.csv:2", "five"]);
    // Without a case nothing is computed.
    let alone =
        "[figure]\nx = \"angle\"\ny = \"e_t\"\n[[curve]]\ndata = \"mine.csv\"\n[[panel]]\ny = \"e_t\"\ny_log = true\n";
    fs::write(place.path().join("alone.toml"), alone).unwrap();
    fs::write(place.path().join("mine.csv"), "angle (deg);e_t\n5;0,9\n18;0,6\n").unwrap();
    say(place.path(), &["figure", "alone.toml", "-o", "alone.svg"]).well();
}

/// The figures over several cases are files: listed, printed, and drawn again from a changed copy.
#[test]
fn a_shipped_figure_is_a_file_that_can_be_changed() {
    let place = TempDir::new().unwrap();
    let list = good(&["figure", "--list"]);
    assert!(
        list.contains("asked-got")
            && list.contains("order-atlas")
            && list.lines().all(|line| line.chars().count() <= 80),
        "{list}"
    );
    let file = good(&["figure", "--print", "yielding"]);
    assert!(file.contains("series = \"yielding\"") && file.contains("[select]"), "{file}");
    let changed = file.replace("y_limits = [0, 1.1]", "y_limits = [0.2, 1.0]\ny_label = \"rebound\"");
    assert_ne!(changed, file);
    fs::write(place.path().join("mine.toml"), changed).unwrap();
    say(place.path(), &["figure", "mine.toml", "--cases", "normal/plastic", "-o", "mine.svg"]).well();
    let svg = fs::read_to_string(place.path().join("mine.svg")).unwrap();
    assert!(svg.contains("rebound") && svg.contains("Thornton 1997"), "{svg}");
    assert!(wrong(&["figure", "--print", "yieldin"]).contains("do you mean `yielding`?"));
}

/// Of one collision the loop shows the work that comes back and the work that does not: shares 1 - e^2 and e^2.
#[test]
fn a_single_loop_shows_what_is_lost() {
    let place = TempDir::new().unwrap();
    let case = "normal/damped/tsuji-restitution";
    say(place.path(), &["figure", &format!("{case}/force-overlap"), "--scene", "9", "-o", "loop.svg"]).well();
    let [table, svg] =
        ["csv", "svg"].map(|ending| fs::read_to_string(place.path().join(format!("loop.{ending}"))).unwrap());
    let restitution: f64 = table
        .lines()
        .nth(1)
        .unwrap()
        .split("restitution=")
        .nth(1)
        .unwrap()
        .split(['"', ','])
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let share = format!("({:.0} %)", 100.0 * (1.0 - restitution * restitution));
    assert!(svg.contains("dissipated: ") && svg.contains("recovered: ") && svg.contains(&share), "{share}\n{svg}");
    assert!(wrong(&["figure", case, "--scene", "999"]).contains("and no scene 999"));
}

/// A ball on a plate at three frictions, as a file.
fn oblique(folder: &Path) {
    let tangential =
        "\n[contact.tangential.mindlin]\nform = \"total-spring\"\nfriction = { sweep = [0.1, 0.2, 0.3] }\n";
    let text = case("0.8", "").replace("speed = \"1 m/s\"", "speed = \"1 m/s\"\nangle = { sweep = \"10 30 50 deg\" }");
    let text = text
        .replace("[run.reference]", &format!("{tangential}[run.reference]"))
        .replace("antypov-elliott", "conserved");
    let text = text
        .replace("restitution = { within = \"1e-9 relative\" }", "momentum_residual = { within = \"1e-9 absolute\" }");
    let text = text.replace("[contact]\n", "[contact]\nfriction_limit = \"total\"\nlever = \"radius\"\n");
    fs::write(folder.join("ball.toml"), text).unwrap();
}

/// A run keeps the trajectories of three scenes; a figure file has any.
#[test]
fn a_file_draws_the_trajectory_of_any_scene() {
    let place = TempDir::new().unwrap();
    oblique(place.path());
    let names: Vec<String> =
        [10, 30, 50].iter().flat_map(|a| [0.1, 0.2, 0.3].map(|mu| format!("angle={a} deg, friction={mu}"))).collect();
    let curve = |scene: &String| format!("[[curve]]\ncase = \"ball.toml\"\nby = \"reference\"\nscene = \"{scene}\"\n");
    let head = "[figure]\nx = \"time\"\ny = \"overlap\"\n".to_string();
    fs::write(place.path().join("all.toml"), head + &names.iter().map(curve).collect::<String>()).unwrap();
    say(place.path(), &["figure", "all.toml", "-o", "all.svg"]).well();
    let table = fs::read_to_string(place.path().join("all.csv")).unwrap();
    for name in &names {
        assert!(table.contains(&format!("\"{name}\"")), "{name}");
    }
    // A report has those of its run alone, and the message names them.
    say(place.path(), &["run", "ball.toml", "-q"]).ends(0);
    let said = say(place.path(), &["figure", "all.toml", "-o", "all.svg", "--reports", "reports/latest"]).ends(2);
    said.complains(["has no trajectory of such a scene"]);
    let offered =
        said.err.lines().find_map(|line| line.trim().strip_prefix("there are: ")).unwrap().split("; ").count();
    assert_eq!(offered, 3, "{}", said.err);
}

/// The first line of a caption is the command, which draws the same again; what is one value in the figure has that value.
#[test]
fn a_caption_holds_for_what_is_drawn() {
    let place = TempDir::new().unwrap();
    oblique(place.path());
    say(place.path(), &["figure", "ball.toml/force-overlap", "--scene", "2", "-o", "a b.svg"]).well();
    let caption = fs::read_to_string(place.path().join("a b.txt")).unwrap();
    let command = caption.lines().next().unwrap();
    assert_eq!(command, "collisionbench figure ball.toml/force-overlap --scene 2 -o 'a b.svg'");
    let bodies = caption.lines().find(|line| line.starts_with("Bodies: ")).unwrap();
    assert!(bodies.contains("angle = ") && bodies.contains("friction = ") && !bodies.contains("varies"), "{bodies}");
    say(place.path(), &["figure", "ball.toml/force-overlap", "-o", "all.svg"]).ends(0);
    assert!(fs::read_to_string(place.path().join("all.txt")).unwrap().contains("angle varies; friction varies."));
}

/// Curves of one case are told apart by their scenes; and a file that is changed draws over its own figure, whatever
/// columns the table had before, but over no other table.
#[test]
fn curves_of_one_case_are_named_by_their_scenes() {
    let place = TempDir::new().unwrap();
    oblique(place.path());
    let curve = |mu: &str| format!("[[curve]]\ncase = \"ball.toml\"\nby = \"reference\"\nscene = \"friction={mu}\"\n");
    let write = |y: &str| {
        let head = format!("[figure]\nx = \"impact.angle\"\ny = \"{y}\"\n");
        fs::write(place.path().join("two.toml"), head + &curve("0.1") + &curve("0.3")).unwrap();
        say(place.path(), &["figure", "two.toml", "-o", "two.svg"])
    };
    assert_eq!(write("tangential_restitution").code, 0);
    let caption = fs::read_to_string(place.path().join("two.txt")).unwrap();
    assert!(caption.contains("Shown: total spring, friction = 0.1; total spring, friction = 0.3."), "{caption}");
    assert!(caption.contains("angle varies; friction varies."), "{caption}");
    let table = || fs::read_to_string(place.path().join("two.csv")).unwrap();
    assert!(table().starts_with("case,scene,by,curve,angle,tangential_restitution,"), "{}", table());
    write("rebound_angle").well();
    assert!(table().contains("rebound_angle"));
    fs::write(place.path().join("two.txt"), "my notes").unwrap();
    let refused = write("tangential_restitution");
    assert!(refused.code == 2 && table().contains("rebound_angle"), "{}", refused.err);
}
