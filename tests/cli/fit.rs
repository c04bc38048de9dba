//! `fit CASE`: what it prints and leaves, and how it ends.

use tempfile::TempDir;

use crate::cli::say;

const QUICK: [&str; 4] = ["fit", "calibration/synthetic-drops", "--pictures=none", "-v"];

#[test]
fn a_fit_leaves_its_result_and_can_be_exported() {
    let folder = TempDir::new().unwrap();
    let said = say(folder.path(), &QUICK).well();
    said.prints(["restitution = 0.", "95 %: 0.", "profile likelihood", "scatter between 30 drops", "Interpretation"]);
    let place = folder.path().join("reports/fit/synthetic-drops");
    let read = |name: &str| std::fs::read_to_string(place.join(name)).unwrap();
    let (fit, drops) = (read("fit.json"), read("drops.csv"));
    let result: serde_json::Value = serde_json::from_str(&fit).unwrap();
    let parameter = &result["parameters"][0];
    let value = parameter["value"].as_f64().unwrap();
    let [low, high] = ["low", "high"].map(|end| parameter["interval"][end].as_f64().unwrap());
    assert!(low < value && value < high);
    assert_eq!(result["command"].as_str().unwrap(), format!("collisionbench {}", QUICK.join(" ")));
    assert!(result["data"].as_array().unwrap().iter().all(|file| file["sha256"].as_str().unwrap().len() == 64));
    assert_eq!(drops.lines().count(), 31);
    assert!(drops.starts_with("drop,impact,row,height,speed,"));
    // The same again is the same, byte for byte, in place of the earlier one.
    let again = say(folder.path(), &QUICK);
    assert_eq!((again.code, again.out), (0, said.out));
    assert_eq!((read("fit.json"), read("drops.csv")), (fit, drops));
    // And the result is what an engine is told.
    say(folder.path(), &["export", "reports/fit/synthetic-drops/fit.json", "--to", "yade"])
        .well()
        .prints(["NewtonIntegrator"]);
}

/// `[export]` of the case: the lines that `export` makes of the result stand below it.
#[test]
fn the_lines_of_the_codes_that_a_case_names_stand_below_the_result() {
    let folder = TempDir::new().unwrap();
    let case = "calibration/golf-on-marble-heights";
    let said = say(folder.path(), &["fit", case, "--pictures=none", "-v"]).well();
    for code in ["lammps", "yade", "liggghts", "kratos"] {
        assert!(said.out.contains(&format!(" {code}: {case}\n")), "{code}: {}", said.out);
        let lines = say(folder.path(), &["export", "reports/fit/golf-on-marble-heights/fit.json", "--to", code]);
        let input: Vec<&str> =
            lines.out.lines().filter(|line| !line.starts_with('#') && !line.starts_with("//")).collect();
        assert!(input.len() > 2, "{}", lines.out);
        for line in input {
            assert!(said.out.contains(line), "{code}: {line}\n{}", said.out);
        }
    }
    assert!(!said.out.contains(" musen: "), "{}", said.out);
}

#[test]
fn what_cannot_be_fitted_or_written_says_why() {
    let folder = TempDir::new().unwrap();
    say(folder.path(), &["fit", "normal/elastic/glass-head-on"]).refused(2).complains(["has no measurements to fit"]);
    say(folder.path(), &["fit"]).ends(2);
    // What is not ours is never replaced, and that is known before anything is computed.
    let place = folder.path().join("reports/fit/synthetic-drops");
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("mine.txt"), "mine").unwrap();
    say(folder.path(), &QUICK).refused(5).complains(["mine.txt"]);
    assert_eq!(std::fs::read_dir(&place).unwrap().count(), 1);
}

/// A ball and its throws; `time` is how well an interval was read.
fn throws(time: &str) -> String {
    format!(
        "title = \"T\"\n[body.ball]\nsphere = {{ radius = \"8 mm\", mass = \"5.4 g\" }}\n[body.floor]\n\
         wall = {{ normal = \"+z\" }}\nrigid = true\n[contact]\nends = \"force-clamped\"\n[contact.normal.hooke]\n\
         stiffness = \"50 kN/m\"\n[contact.damping.linear-dashpot]\nrestitution = {{ fit = 0.7, between = [0.05, 1] }}\n\
         [experiment.bounce-times]\ndata = \"throws.csv\"\ngravity = \"9.81 m/s2\"\n{time}\n[[expect]]\nthat = \"fit\"\n\
         agrees_with = \"residuals\"\nbirge_ratio = {{ within_sigma = 3 }}\n"
    )
}

const THROWS: &str =
    "throw,interval (s)\n1,0.700\n1,0.631\n1,0.566\n2,0.690\n2,0.620\n2,0.559\n3,0.710\n3,0.638\n3,0.576\n";

/// The table lies beside the case, wherever the program is started.
#[test]
fn data_are_found_beside_their_case() {
    let folder = TempDir::new().unwrap();
    let place = folder.path().join("balls");
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("throws.csv"), THROWS).unwrap();
    std::fs::write(place.join("ball.toml"), throws("time_sigma = \"1 ms\"")).unwrap();
    say(folder.path(), &["fit", "balls/ball.toml", "--pictures=none"]).well();
    std::fs::remove_file(place.join("throws.csv")).unwrap();
    say(folder.path(), &["fit", "balls/ball.toml"]).ends(2).complains(["relative to the case file"]);
}

/// Nothing but the case can say how well times were read.
#[test]
fn the_uncertainty_of_times_is_asked_for() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("throws.csv"), THROWS).unwrap();
    std::fs::write(folder.path().join("ball.toml"), throws("")).unwrap();
    say(folder.path(), &["fit", "ball.toml", "--pictures=none"]).refused(2).complains(["time_sigma = \"1 ms\""]);
    // A column of them is as good.
    let table = THROWS.replace("(s)\n", "(s),interval sigma (s)\n");
    let line = |line: &str| if line.contains("sigma") { format!("{line}\n") } else { format!("{line},0.001\n") };
    std::fs::write(folder.path().join("throws.csv"), table.lines().map(line).collect::<String>()).unwrap();
    say(folder.path(), &["fit", "ball.toml", "--pictures=none"]).ends(0);
}

/// Each file for programs has its schema; that of a case file comes unless another is asked for.
#[test]
fn schemas_are_printed() {
    for (words, key) in [
        (&["new", "--schema"][..], "/properties/body"),
        // Of the third kind of line.
        (&["new", "--schema", "run"], "/oneOf/2/properties/scenes"),
        (&["new", "--schema", "fit"], "/properties/parameters"),
    ] {
        let schema: serde_json::Value = serde_json::from_str(&crate::cli::good(words)).unwrap();
        assert!(schema.pointer(key).is_some(), "{words:?}: {schema:#}");
    }
}

/// What a table without a case gives: what was understood, what is asked for, and a case that can be fitted.
#[test]
fn a_table_is_shown_asked_about_and_made_a_case() {
    let folder = TempDir::new().unwrap();
    let table = "Ball;Fallhöhe (cm);Rückprallhöhe (cm);Bemerkung\ngolf;80;63,7;\ngolf;80;64,1;\ngolf;60;48,1;\ngolf;60;;x\n\
                 golf;60;47,9;\nmarble;80;30;\nmarble;60;22;\n";
    std::fs::write(folder.path().join("balls.csv"), table).unwrap();
    let said = say(folder.path(), &["fit", "balls.csv", "--group-by", "Ball", "--set", "body.ball.mass=46 g"]).well();
    said.prints([
        "balls.csv: drop and rebound heights, 4 measurements",
        "Fallhöhe (cm)                drop height, in cm",
        "Bemerkung                    not read",
        "line 5  not used, or not all of it: empty: Rückprallhöhe (cm)",
        "2 rows are not read: where = { Ball = \"golf\" }; they have marble",
        "body.ball.radius = \"20 mm\"",
        "collisionbench fit balls-golf.toml balls-marble.toml",
    ]);
    assert!(!said.out.contains("body.ball.mass ="), "{}", said.out);
    say(folder.path(), &["fit", "balls-golf.toml", "--pictures=none"]).well();
    // Never overwritten.
    let again = say(folder.path(), &["fit", "balls.csv", "--group-by", "Ball"]);
    assert!(again.code != 0 && again.err.contains("balls-golf.toml already exists"), "{}", again.err);
    say(folder.path(), &["fit", "balls.csv", "--columns", "drop"])
        .ends(2)
        .complains(["--columns 'drop=Fallhöhe (mm)'"]);
}

/// Every value that nobody gave is named, as the case has it; one that was given is not, nor one of the same name instead of it.
#[test]
fn a_case_for_a_table_names_all_it_assumes() {
    let folder = TempDir::new().unwrap();
    let drops = "drop height (m),rebound height (m)\n0.8,0.64\n0.8,0.63\n0.6,0.48\n0.6,0.47\n";
    let impacts = "impact angle (deg),tangential restitution\n40,0.71\n50,0.74\n60,0.8\n70,0.88\n";
    std::fs::write(folder.path().join("drops.csv"), drops).unwrap();
    std::fs::write(folder.path().join("impacts.csv"), impacts).unwrap();
    let said = say(folder.path(), &["fit", "drops.csv", "--set", "material.plate.young_modulus=60 GPa"]).well();
    said.prints([
        "material.ball.young_modulus = \"1 GPa\"      of the ball",
        "material.plate.poisson_ratio = 0.22\n",
        "experiment.drop-height.gravity = { value = \"9.81 m/s2\", sigma = \"0.01 m/s2\" }\n",
        "experiment.drop-height.drag = \"sphere\"\n",
        "[contact.normal.hertz], [contact.damping.tsuji]\n",
    ]);
    assert!(!said.out.contains("material.plate.young_modulus"), "{}", said.out);
    let fitted = say(folder.path(), &["fit", "drops.toml", "--pictures=none", "-v"]);
    let words: Vec<&str> = fitted.out.split_whitespace().collect();
    let words = words.join(" ");
    assert!(words.contains("material.plate.poisson_ratio = 0.22") && !words.contains("60 GPa"), "{words}");
    let said = say(folder.path(), &["fit", "impacts.csv"]);
    let case = std::fs::read_to_string(folder.path().join("impacts.toml")).unwrap();
    for (words, of_case) in [
        ("body.ball.radius = \"10 mm\"      of the ball", "radius = \"10 mm\""),
        ("contact.damping.linear-dashpot.restitution = 0.9      of the normal impact", "restitution = 0.9 "),
        ("experiment.oblique.speed = \"2 m/s\"      of the impacts", "speed = \"2 m/s\""),
        ("contact.tangential.stiffness-ratio.ratio = 0.12\n", "= 0.12"),
    ] {
        assert!(said.out.contains(words) && case.contains(of_case), "{words}: {}\n{case}", said.out);
    }
}

/// One ball with a single drop is named and stops none of the others; nothing is written before all is read.
#[test]
fn groups_that_cannot_be_fitted_stop_no_other() {
    let folder = TempDir::new().unwrap();
    let table = "Ball,drop height (m),rebound height (m)\ngolf,0.8,0.64\ngolf,0.6,0.49\nsteel,0.8,0.5\nmarble,0.8,0.3\n\
                 marble,0.6,0.22\n";
    std::fs::write(folder.path().join("balls.csv"), table).unwrap();
    say(folder.path(), &["fit", "balls.csv", "--out", "one.toml"]).ends(0).prints([
        "column Ball has 3 values, golf, steel, marble",
        "--group-by 'Ball'",
        "--where 'Ball=golf'",
    ]);
    say(folder.path(), &["fit", "balls.csv", "--group-by", "Ball"]).well().prints([
        "wrote balls-golf.toml",
        "wrote balls-marble.toml",
        "no case for Ball = steel:",
        "one drop is not enough",
    ]);
    assert!(!folder.path().join("balls-steel.toml").exists());
    std::fs::remove_file(folder.path().join("balls-golf.toml")).unwrap();
    let again = say(folder.path(), &["fit", "balls.csv", "--group-by", "Ball"]);
    assert!(again.code != 0 && again.err.contains("balls-marble.toml already exists"), "{}", again.err);
    assert!(!folder.path().join("balls-golf.toml").exists(), "nothing is written where one is in the way");
}

/// A column a ball: asked about, and a case for each.
#[test]
fn balls_beside_one_another_are_a_case_each() {
    let folder = TempDir::new().unwrap();
    let table = "Drop height (m),Rebound golf (m),Rebound marble (m)\n0.8,0.64,0.3\n0.6,0.48,0.22\n0.8,0.63,0.31\n";
    std::fs::write(folder.path().join("balls.csv"), table).unwrap();
    say(folder.path(), &["fit", "balls.csv"])
        .ends(2)
        .complains(["repeated drops, successive bounces or several balls"]);
    say(folder.path(), &["fit", "balls.csv", "--wide", "balls"]).well();
    let case = std::fs::read_to_string(folder.path().join("balls-marble.toml")).unwrap();
    assert!(case.contains("columns = { rebound = \"Rebound marble (m)\" }"), "{case}");
    assert!(folder.path().join("balls-golf.toml").exists());
    say(folder.path(), &["fit", "balls.csv", "--wide", "repeats"]).prints(["6 measurements"]);
    let case = std::fs::read_to_string(folder.path().join("balls.toml")).unwrap();
    assert!(case.contains("wide = \"repeats\""), "{case}");
}

/// Metres for centimetres: in the air of the case such rebounds ask for more than the ball had, and the restitution ends at 1.
#[test]
fn a_restitution_at_its_bound_is_said_without_numbers_that_are_none() {
    let folder = TempDir::new().unwrap();
    let table = "drop height (m),rebound height (m)\n65,50\n65,51\n60,47\n60,46\n55,43\n55,42\n";
    std::fs::write(folder.path().join("t.csv"), table).unwrap();
    let metres = ["fit", "t.csv", "--units", "drop height (m)=m", "--units", "rebound height (m)=m"];
    say(folder.path(), &metres).ends(0);
    let said = say(folder.path(), &["fit", "t.toml", "--pictures=none"]).well();
    assert!(said.out.contains("at a bound") || said.out.contains("at its bound"), "{}", said.out);
    assert!(!said.out.contains("NaN"), "{}", said.out);
    let place = folder.path().join("reports/fit/t");
    for file in ["index.html", "fit.json"] {
        let text = std::fs::read_to_string(place.join(file)).unwrap();
        assert!(!text.contains("NaN") && !text.contains(" nan"), "{file}");
    }
}

/// One case, and a fit of each group of its rows: where it has rows chosen already, both count.
#[test]
fn a_case_with_groups_is_a_fit_of_each() {
    let folder = TempDir::new().unwrap();
    let mut table = "floor,day,drop height (m),rebound height (m)\n".to_string();
    for k in 0..6 {
        let (h, off) = (0.3 + 0.1 * f64::from(k), [0.001, -0.001][k as usize % 2]);
        table += &format!("oak,1,{h},{}\nstone,1,{h},{}\nstone,2,{h},{}\n", 0.49 * h + off, 0.64 * h + off, 0.1 * h);
    }
    std::fs::write(folder.path().join("drops.csv"), table).unwrap();
    for rows in ["[experiment.bounce-times.where]\nday = \"1\"", "where = { day = \"1\" }"] {
        let case = throws(&format!("height_to = \"bottom\"\nheight_sigma = \"1 mm\"\ngroup_by = \"floor\"\n{rows}"))
            .replace("bounce-times", "drop-height")
            .replace("throws.csv", "drops.csv");
        std::fs::write(folder.path().join("ball.toml"), case).unwrap();
        say(folder.path(), &["fit", "ball.toml", "--pictures=none"]).well();
        for (group, e) in [("oak", 0.7), ("stone", 0.8)] {
            let fit = folder.path().join(format!("reports/fit/ball-{group}/fit.json"));
            let fit: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(fit).unwrap()).unwrap();
            let value = fit["parameters"][0]["value"].as_f64().unwrap();
            assert!((value - e).abs() < 0.003, "{group}: {value}");
        }
    }
    say(folder.path(), &["run", "ball.toml"]).ends(2).complains(["a fit of each group"]);
}

/// A track without scale and frame rate: the case that is written can be fitted, and says what is made up.
#[test]
fn a_track_without_speeds_ends_in_a_case_that_fits() {
    let folder = TempDir::new().unwrap();
    let mut table = String::from("frame,y (px)\n");
    // Three flights under 0.3 px/frame^2: 15, 12, 9.6 px a frame after the impacts, e = 0.8.
    let impacts = [(0.0, 18.75), (62.5, 15.0), (162.5, 12.0), (242.5, 9.6), (306.5, 0.0)];
    for n in 0..300 {
        let t = f64::from(n);
        let at = impacts.iter().rposition(|(from, _)| *from <= t).unwrap();
        let (from, up) = impacts[at];
        let y = if at == 0 { 585.9375 - 0.15 * t * t } else { up * (t - from) - 0.15 * (t - from).powi(2) };
        table += &format!("{n},{:.2}\n", 700.0 - y);
    }
    std::fs::write(folder.path().join("track.csv"), table).unwrap();
    say(folder.path(), &["fit", "track.csv"])
        .well()
        .prints(["--frame-rate or --pixel-size", "experiment.restitution.speed = \"2 m/s\""]);
    let said = say(folder.path(), &["fit", "track.toml", "--pictures=none", "-v"]).well();
    let value = said.out.split("restitution = ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<f64>().ok());
    assert!((value.unwrap() - 0.8).abs() < 1e-4 && said.out.contains("speed = \"2"), "{}", said.out);
    std::fs::remove_file(folder.path().join("track.toml")).unwrap();
    let said = say(folder.path(), &["fit", "track.csv", "--frame-rate", "240"]);
    assert!(said.code == 0 && !said.out.contains("experiment.restitution.speed"), "{}", said.out);
}

/// Times that are read so well that the duration of the contact counts: that its modulus is a guess is said, until it has a sigma.
#[test]
fn a_contact_time_that_counts_asks_how_well_the_modulus_is_known() {
    let folder = TempDir::new().unwrap();
    let throw = |k: u32, t: f64| format!("{k},{t}\n{k},{}\n{k},{}\n", 0.81 * t, 0.81 * 0.81 * t);
    let table: String = [0.62, 0.60, 0.66].into_iter().zip(1..).map(|(t, k)| throw(k, t)).collect();
    std::fs::write(folder.path().join("throws.csv"), format!("throw,interval (s)\n{table}")).unwrap();
    let words = "The duration of the contact moves the restitution by";
    for (modulus, said_so) in [("\"1 GPa\"", true), ("{ value = \"1 GPa\", sigma = \"0.2 GPa\" }", false)] {
        let modulus = format!("material.ball.young_modulus={modulus}");
        let sigma = "experiment.bounce-times.time_sigma=10 us";
        say(folder.path(), &["fit", "throws.csv", "--set", sigma, "--set", &modulus]).well();
        let said = say(folder.path(), &["fit", "throws.toml", "--pictures=none", "-v"]).well();
        assert_eq!(said.out.contains(words), said_so, "{}", said.out);
        std::fs::remove_file(folder.path().join("throws.toml")).unwrap();
    }
}

/// A table of contact times has no template: the case that is named to begin from is there, and is one of contact times. Rows that are
/// grouped by their wall are not given the glass of the template.
#[test]
fn a_table_without_a_template_names_a_case_that_is_there() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("ct.csv", "impact speed (cm/s);contact time (us)\n10;70,4\n10;70,3\n20;61,0\n20;60,4\n");
    let said = say(folder.path(), &["fit", "ct.csv"]);
    let case = said.out.split_once("new NAME --from ").unwrap_or_else(|| panic!("{} {}", said.out, said.err)).1.trim();
    say(folder.path(), &["new", "mine", "--from", case]).ends(0);
    let mine = std::fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    assert!(mine.contains("[experiment.contact-time]"), "{mine}");
    write(
        "w.csv",
        "wall,drop height (cm),rebound (cm)\nglass,50,36\nglass,50,36.2\nglass,80,58\nsteel,50,40\nsteel,80,64\nsteel,80,64.2\n",
    );
    let said = say(folder.path(), &["fit", "w.csv", "--group-by", "wall"]).ends(0);
    let steel = std::fs::read_to_string(folder.path().join("w-steel.toml")).unwrap();
    assert!(!steel.contains("glass") && steel.contains("[material.plate]"), "{steel}");
    said.prints(["material.plate.young_modulus = \"70 GPa\"      of the plate of these rows"]);
}

/// A case whose data cannot be fitted is named at the end; those after it are fitted.
#[test]
fn one_case_that_cannot_be_fitted_stops_no_other() {
    let folder = TempDir::new().unwrap();
    let place = folder.path().join("cases");
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("throws.csv"), THROWS).unwrap();
    let sigma = "time_sigma = \"1 ms\"";
    let left = ["1", "2", "3"].map(|throw| format!("{{ throw = \"{throw}\", reason = \"wind\" }}")).join(", ");
    std::fs::write(place.join("a.toml"), throws(&format!("{sigma}\nleft_out = [{left}]"))).unwrap();
    std::fs::write(place.join("b.toml"), throws(sigma)).unwrap();
    let said = say(folder.path(), &["fit", "cases", "--pictures=none"]).ends(2);
    said.complains(["a: nothing is left to be fitted"]);
    assert!(
        said.out.contains("restitution = 0.") && folder.path().join("reports/fit/b/fit.json").exists(),
        "{}",
        said.out
    );
}
