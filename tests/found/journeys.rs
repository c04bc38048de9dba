//! What a command writes, the next reads: from a table to the lines of a code.

use std::f64::consts::PI;
use std::fs;
use std::path::{Path, PathBuf};

use hound::{SampleFormat, WavSpec, WavWriter};
use tempfile::TempDir;

use crate::common::{Ended, root, run, write};

/// A case that the first command wrote, and what the second made of it.
struct Fitted {
    value: f64,
    /// Of 95 %.
    interval: Option<[f64; 2]>,
    text: String,
}

impl Fitted {
    fn holds(&self, truth: f64) -> bool {
        self.interval.is_some_and(|[low, high]| (low..=high).contains(&truth))
    }
}

/// A case through `fit`, `run` and `export`.
fn fitted(folder: &Path, case: &str) -> Fitted {
    let name = case.trim_end_matches(".toml");
    let fit = run(folder, &["fit", case, "--pictures", "none", "-v"]);
    assert_eq!(fit.code, 0, "fit {case}: {}", fit.text());
    let ran = run(folder, &["run", case]);
    // 3: of one reading a drop neither scatter nor order can be checked.
    let few = ["one reading per drop", "too few residuals"].iter().any(|words| ran.out.contains(words));
    assert!(ran.code <= 1 || ran.code == 3 && few, "run {case}: {}", ran.text());
    let card = fs::read_to_string(folder.join(format!("reports/fit/{name}/fit.json"))).unwrap();
    let card: serde_json::Value = serde_json::from_str(&card).unwrap();
    let number = |of: &serde_json::Value| of.as_f64();
    let parameter = &card["parameters"][0];
    let interval = &parameter["interval"];
    Fitted {
        value: number(&parameter["value"]).unwrap(),
        interval: number(&interval["low"]).zip(number(&interval["high"])).map(|(low, high)| [low, high]),
        text: fit.out,
    }
}

/// The lines of a code, of a fit.
fn exported(folder: &Path, case: &str, code: &str) -> Ended {
    let file = format!("reports/fit/{}/fit.json", case.trim_end_matches(".toml"));
    run(folder, &["export", &file, "--to", code])
}

/// A table through all commands: what the first printed, and each of its cases; or why the table is refused, which leaves no case.
fn journey(folder: &Path, table: &str, more: &[&str]) -> Result<(String, Vec<Fitted>), String> {
    let said = run(folder, &[&["fit", table], more].concat());
    let cases = || fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    if said.code != 0 {
        assert_eq!(said.code, 2, "{table}: {}", said.text());
        assert!(cases().all(|path| path.extension().is_none_or(|ending| ending != "toml")), "{table}: {}", said.text());
        return Err(said.err);
    }
    let next = said.out.lines().filter_map(|line| line.split_once("then fit it:  collisionbench fit "));
    let each = next.flat_map(|(_, cases)| in_shell(cases)).map(|case| {
        let found = fitted(folder, &case);
        let lines = exported(folder, &case, "lammps");
        assert!(lines.code <= 1 || lines.err.contains("the fit is at a bound"), "{table}: {}", lines.text());
        found
    });
    let each = each.collect();
    Ok((said.out, each))
}

/// The words of a command as a shell reads them: a name with blanks stands in quotes.
fn in_shell(words: &str) -> Vec<String> {
    let pieces = words.split('\'').enumerate();
    pieces
        .flat_map(|(k, piece)| match k % 2 {
            0 => piece.split_whitespace().map(String::from).collect(),
            _ => vec![piece.to_string()],
        })
        .collect()
}

/// A table in a folder of its own.
fn alone(name: &str, bytes: impl AsRef<[u8]>, more: &[&str]) -> Result<(String, Vec<Fitted>), String> {
    let folder = TempDir::new().unwrap();
    write(folder.path(), name, bytes);
    journey(folder.path(), name, more)
}

/// Every file of measurements below a folder.
fn tables(folder: &Path, found: &mut Vec<PathBuf>) {
    const ENDINGS: [&str; 8] = ["csv", "tsv", "txt", "wav", "zip", "xlsx", "ods", "xls"];
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            tables(&path, found);
        } else if ENDINGS.contains(&ending.as_str()) {
            found.push(path);
        }
    }
}

/// calibration A2, A3: a case that `fit` writes, `fit`, `run` and `export` read, for every file of measurements in the repository.
#[test]
#[ignore = "slow"]
fn every_table_of_the_repository_goes_to_its_export_in_two_commands() {
    let mut all = Vec::new();
    for place in [
        "reference-data/experiments",
        "reference-data/published",
        "src/case/templates",
        "tests/fit",
        "tests/calibration",
    ] {
        tables(&root().join(place), &mut all);
    }
    tables(&root().join("tests/measurements"), &mut all);
    all.retain(|path| path.extension().is_none_or(|ending| ending != "txt"));
    let (mut read, mut refused) = (0, 0);
    for path in &all {
        let ending = path.extension().unwrap().to_string_lossy().into_owned();
        match alone(&format!("table.{ending}"), fs::read(path).unwrap(), &[]) {
            Ok((_, cases)) => read += usize::from(!cases.is_empty()),
            Err(why) => {
                refused += 1;
                assert!(why.starts_with("collisionbench: "), "{}: {why}", path.display());
            }
        }
    }
    println!("{read} of {} are fitted, {refused} refused", all.len());
    assert!(read >= 30, "{read} of {}", all.len());
}

/// A recording of a ball with a restitution of 0.85: a click at each impact, as loud as its speed, and noise.
fn recording(rate: u32, times: &[(f64, f64)]) -> Vec<u8> {
    let spec = WavSpec { channels: 1, sample_rate: rate, bits_per_sample: 16, sample_format: SampleFormat::Int };
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut file = WavWriter::new(&mut bytes, spec).unwrap();
    let end = times.last().unwrap().0 + 0.4;
    for n in 0..(end * f64::from(rate)) as u32 {
        let t = f64::from(n) / f64::from(rate);
        let click = |(at, loud): &(f64, f64)| match t - at {
            late if late < 0.0 => 0.0,
            late => loud * (2.0 * PI * 1500.0 * late).sin() * (-late / 2e-3).exp(),
        };
        let noise = 2e-3 * (f64::from(n) * f64::from(n) * 0.7).sin();
        let sample = 0.5 * times.iter().map(click).sum::<f64>() + noise;
        file.write_sample((sample * 30_000.0) as i16).unwrap();
    }
    file.finalize().unwrap();
    bytes.into_inner()
}

/// The impacts of a ball that falls from 0.5 m on a floor, with their speeds in that of the first.
fn impacts(e: f64, count: i32) -> Vec<(f64, f64)> {
    let first = (2.0 * 0.5 / 9.81_f64).sqrt();
    let at = |k: i32| first + (0..k).map(|j| 2.0 * first * e.powi(j + 1)).sum::<f64>();
    (0..count).map(|k| (at(k), e.powi(k))).collect()
}

/// calibration A2: `time_sigma` has nothing to act on in a table of onsets. A10: the table's own remarks split no data.
#[test]
fn a_recording_gives_its_restitution_in_two_commands() {
    let (said, cases) = alone("ball.wav", recording(8000, &impacts(0.85, 8)), &[]).unwrap();
    let [found] = &cases[..] else { panic!("{said}") };
    assert!((found.value - 0.85).abs() < 0.002 && found.holds(0.85), "{} {:?}", found.value, found.interval);
    assert!(!found.text.contains("remark") && !found.text.contains("level"), "{}", found.text);
}

/// calibration A10: a louder sound 22 ms behind one impact is not taken for it.
#[test]
fn a_louder_sound_behind_an_impact_is_not_the_impact() {
    let mut times = impacts(0.92, 12);
    let (at, loud) = times[3];
    times[3].1 = 0.6 * loud;
    times.insert(4, (at + 0.0223, loud));
    let (said, cases) = alone("ball.wav", recording(44_100, &times), &[]).unwrap();
    assert!((cases[0].value - 0.92).abs() < 0.001, "{} {said}", cases[0].value);
    assert!(said.contains("22.3 ms after an impact"), "{at}: {said}");
}

fn input(name: &str) -> Vec<u8> {
    fs::read(root().join("tests/found/inputs").join(name)).unwrap()
}

/// calibration A3, A4: intervals with the height of the drop; a restitution of 0.877 +- 0.007, and one that has no slope.
#[test]
fn intervals_with_a_drop_height_are_fitted_in_two_commands() {
    let (said, cases) = alone("long.csv", input("intervals-of-drops.csv"), &[]).unwrap();
    assert!(said.contains("experiment.bounce-times.height_to = \"bottom\""), "{said}");
    assert!((cases[0].value - 0.877).abs() < 0.007, "{}", cases[0].value);
    let (_, cases) = alone("one.csv", input("one-restitution.csv"), &[]).unwrap();
    assert!(cases[0].holds(0.76) && !cases[0].text.contains("excludes zero"), "{}", cases[0].text);
}

/// calibration A3: what the next command would refuse is refused by the first, and nothing is left.
#[test]
fn values_that_no_case_can_have_are_refused_before_a_case_is_written() {
    let table = "drop height (cm),rebound height (cm)\n80,64\n80,65\n60,48\n60,49\n";
    for (set, words) in [
        ("contact.damping=x", "`contact.damping` is a table of the case, not a value"),
        ("body.ball.radius=2", "no case is written"),
        ("experiment.drop-height.gravty=1", "did you mean `gravity`"),
    ] {
        let why = alone("drops.csv", table, &["--set", set]).err().unwrap_or_default();
        assert!(why.contains(words), "{set}: {why}");
        let folder = TempDir::new().unwrap();
        let new = run(folder.path(), &["new", "a", "--fit", "--set", set]);
        assert!(new.code == 2 && new.err.contains(words), "{set}: {}", new.text());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{set}");
    }
    // newcomer A3: a key that the fit itself advises is taken where the case does not have it yet.
    let (_, cases) = alone("drops.csv", table, &["--set", "experiment.drop-height.height_set=each drop"]).unwrap();
    assert_eq!(cases.len(), 1);
    // Every row has its standard deviations: there is none to ask for.
    let complete = "drop height (cm),drop height sigma (cm),rebound height (cm),rebound height sigma (cm)\n\
                    80,0.1,64,0.2\n80,0.1,65,0.2\n60,0.1,48,0.2\n60,0.1,49,0.2\n";
    let (said, _) = alone("drops.csv", complete, &[]).unwrap();
    assert!(!said.contains("height_sigma"), "{said}");
    let two = "restitution,height ratio,speed (m/s)\n0.8,0.64,1\n0.81,0.65,1\n0.79,0.63,2\n";
    assert!(alone("two.csv", two, &[]).err().unwrap_or_default().contains("of = \"restitution\""));
    assert!(alone("two.csv", two, &["--set", "experiment.restitution.of=restitution"]).is_ok());
}

/// calibration A1: templates hold for a ball of any size.
#[test]
fn the_friction_of_a_film_does_not_depend_on_the_size_of_the_ball() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), "film.csv", input("film-of-a-bead.csv"));
    let sets = ["--set", "body.ball.radius=2.5 mm", "--set", "body.ball.mass=0.26 g"];
    let new = run(folder.path(), &[&["new", "film", "--fit=friction", "--data", "film.csv"], &sets[..]].concat());
    assert_eq!(new.code, 0, "{}", new.text());
    let found = fitted(folder.path(), "film.toml");
    assert!((found.value - 0.1).abs() < 0.001, "{}", found.value);
    let lines = exported(folder.path(), "film.toml", "lammps");
    assert_eq!(lines.code, 0, "{}", lines.text());
    // Made impacts of the template scaled to other balls: rebounds at one angle are those of the template's ball, spins are over R.
    for (radius, mass) in [("1 mm", "0.033 g"), ("33 mm", "57 g")] {
        let table = "impact angle (deg),tangential restitution,tangential restitution sigma\n\
                     60,0.80255,0.001\n65,0.84052,0.001\n70,0.87552,0.001\n75,0.90836,0.001\n";
        let sets = [
            "--set".to_string(),
            format!("body.ball.radius={radius}"),
            "--set".into(),
            format!("body.ball.mass={mass}"),
        ];
        let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
        let (_, cases) = alone("impacts.csv", table, &sets).unwrap();
        // Sliding to the end: e_t = 1 - mu (1 + e) cot(angle), 0.342/1.9 = 0.18.
        assert!((cases[0].value - 0.18).abs() < 5e-4, "{radius}: {}", cases[0].value);
    }
}

/// bug 15: flights of their own accelerations are fitted with them, and better data give no worse reading; by own slopes.
#[test]
fn flights_that_do_not_share_an_acceleration_have_their_own() {
    for (name, truth, accelerations) in [
        ("own-accelerations.csv", &[0.6529, 0.6672, 0.7175, 0.6342][..], &["9.56", "10.23", "9.70", "9.77"][..]),
        ("own-accelerations-short.csv", &[0.6672, 0.7176], &["10.23", "9.71", "9.77"]),
    ] {
        let folder = TempDir::new().unwrap();
        write(folder.path(), "track.csv", input(name));
        let (said, _) = journey(folder.path(), "track.csv", &[]).unwrap();
        assert!(said.contains("the flights do not share one acceleration") && !said.contains("all flights"), "{said}");
        assert!(accelerations.iter().all(|own| said.contains(own)), "{said}");
        let drops = fs::read_to_string(folder.path().join("reports/fit/track/drops.csv")).unwrap();
        let lines: Vec<&str> = drops.lines().filter(|line| !line.starts_with('#')).collect();
        let at = lines[0].split(',').position(|header| header == "value").unwrap();
        let found: Vec<f64> = lines[1..].iter().map(|line| line.split(',').nth(at).unwrap().parse().unwrap()).collect();
        assert_eq!(found.len(), truth.len(), "{drops}");
        assert!(found.iter().zip(truth).all(|(found, truth)| (found - truth).abs() < 2e-3), "{found:?}");
    }
}

/// bug 16: a bounce that gains speed is measured, and named as what it is.
#[test]
fn a_bounce_that_creates_energy_is_a_result() {
    let (g, e, top) = (9.81_f64, 1.01_f64, 2.0229);
    let fall = (2.0 * top / g).sqrt();
    let mut rows = String::from("t (s),y (m)\n");
    for n in 0..360 {
        let (mut t, mut up, mut from) = (f64::from(n) * 0.02, 0.0, top);
        let mut long = fall;
        while t > long {
            t -= long;
            up = if from > 0.0 { e * g * fall } else { e * up };
            (from, long) = (0.0, 2.0 * up / g);
        }
        rows.push_str(&format!("{:.3},{:.4}\n", f64::from(n) * 0.02, from + up * t - 0.5 * g * t * t));
    }
    let folder = TempDir::new().unwrap();
    write(folder.path(), "track.csv", &rows);
    let said = run(folder.path(), &["fit", "track.csv"]);
    assert_eq!(said.code, 0, "{}", said.text());
    said.prints(["energy is created", "restitution 1.0100"]);
    assert!(!folder.path().join("track.toml").exists());
    run(folder.path(), &["new", "a", "--fit=restitution", "--data", "track.csv"])
        .ends(2)
        .complains(["the bounces create energy"]);
}

/// calibration A5: of a track without a frame rate the speeds are known but for a factor.
#[test]
fn a_track_without_a_frame_rate_has_relative_speeds() {
    let mut rows = String::from("frame,y (px)\n");
    for n in 0..240 {
        let t = f64::from(n);
        let y = match t {
            t if t < 63.25 => 100.0 + 0.15 * t * t,
            t if t < 164.44 => 700.0 - 15.18 * (t - 63.25) + 0.15 * (t - 63.25).powi(2),
            t => 700.0 - 12.14 * (t - 164.44) + 0.15 * (t - 164.44).powi(2),
        };
        rows.push_str(&format!("{n},{y:.2}\n"));
    }
    let (said, cases) = alone("track.csv", rows, &[]).unwrap();
    assert!(said.contains("of the fastest impact; those of the others follow from the track"), "{said}");
    assert!(!cases[0].text.contains("one speed"), "{}", cases[0].text);
}

/// Four heights, two drops each, rebounds of 0.64 of them: 0.8. `@` is the separator, `,` the decimal mark.
fn drops(head: &str, separator: char, point: char) -> String {
    let rows = [(80, [51.0, 51.4]), (60, [38.2, 38.6]), (40, [25.5, 25.7]), (20, [12.7, 12.9])];
    let line = |(drop, back): (i32, f64)| format!("{drop}{separator}{back:.1}\n").replace('.', &point.to_string());
    rows.iter()
        .flat_map(|(drop, back)| back.map(|back| line((*drop, back))))
        .fold(head.to_string(), |all, line| all + &line)
}

/// newcomer 0.4 and task 3; the tables of twenty strangers. All have a restitution of 0.8.
#[test]
#[ignore = "slow"]
fn tables_of_strangers_go_to_their_export_in_two_commands() {
    let german = "Fallhöhe (cm);Rückprallhöhe (cm)\n";
    let titled = |titles: &str| drops(&format!("{titles}{german}"), ';', ',');
    let gaps =
        drops("drop height (cm),rebound height (cm)\n", ',', '.') + "80,n. m.\n60,k. A.\n40,n/a\n20,?\n80,\u{2014}\n";
    let intervals = |unit: &str, scale: f64| {
        let one = |throw: i32| {
            let long =
                |k: i32| format!("{throw},{:.4}\n", scale * 0.6 * (1.0 + 0.002 * f64::from(throw)) * 0.8_f64.powi(k));
            (0..5).map(long).collect::<String>()
        };
        format!("throw,interval ({unit})\n") + &(1..4).map(one).collect::<String>()
    };
    let times: String = impacts(0.8, 7).iter().map(|(t, _)| format!("{t:.5}\n")).collect();
    let polish = drops("Wysokość spadku (cm);Wysokość odbicia (cm)\n", ';', ',');
    let mapped = ["--columns", "drop=Wysokość spadku (cm)", "--columns", "rebound=Wysokość odbicia (cm)"];
    let speeds = "High-speed camera, 2024-05-03\nOperator: J. Doe\n\nspeed before (cm/s)\tspeed after (cm/s)\n100\t80\n150\t119.5\n\
                  200\t160.5\n250\t200\n300\t239\n";
    let tables: Vec<(&str, String, &[&str])> = vec![
        ("two titles", titled("Lab book 3\nOperator: A. B.\n"), &[]),
        (
            "five titles and a blank line",
            titled("Lab book 3\nOperator: A. B., C. D.\nRoom 12\n\nball on plate\nsecond day\n"),
            &[],
        ),
        ("titles in two cells", titled("Operator;A. B.\nDatum;03.05.2024\nMasse (g);46\n"), &[]),
        (
            "titles above units",
            drops("Lab book 3\nOperator: A. B.\ndrop height;rebound height\n(cm);(cm)\n", ';', ','),
            &[],
        ),
        ("a mark and a separator", titled("\u{feff}sep=;\nLab book 3\nOperator: A. B.\n"), &[]),
        ("line ends of Windows", titled("Lab book 3\nOperator: A. B.\n").replace('\n', "\r\n"), &[]),
        (
            "commas in titles",
            drops("Lab book 3, page 4\nA. B., C. D.\ndrop height (cm),rebound height (cm)\n", ',', '.'),
            &[],
        ),
        ("Dutch", drops("valhoogte (cm)\tstuithoogte (cm)\n", '\t', ','), &[]),
        ("French", drops("Essai du 3 mai\nSalle 4\nhauteur de chute (cm);hauteur de rebond (cm)\n", ';', ','), &[]),
        ("Spanish", drops("altura de caída (cm);altura de rebote (cm)\n", ';', ','), &[]),
        ("Italian", drops("altezza di caduta (cm);altezza di rimbalzo (cm)\n", ';', ','), &[]),
        ("Polish, mapped", format!("Laboratorium\nKowalski, Nowak\n{polish}"), &mapped),
        ("gaps in words", gaps, &[]),
        ("millimetres", drops("drop height (mm)|rebound height (mm)\n", '|', '.').replace('|', ","), &[]),
        ("intervals in milliseconds", intervals("ms", 1e3), &[]),
        ("intervals in seconds", intervals("s", 1.0), &[]),
        ("event times below a title", format!("Stopwatch of my phone\nkitchen floor\nTime (s)\n{times}"), &[]),
        ("speeds", speeds.to_string(), &[]),
        (
            "heights and remarks",
            drops("no,drop height (cm),rebound height (cm)\n", ',', '.')
                .replace("\n80", "\n1,80")
                .replace("\n60", "\n2,60")
                .replace("\n40", "\n3,40")
                .replace("\n20", "\n4,20"),
            &[],
        ),
        (
            "ratios",
            "Messung vom 3. Mai\nTisch\nStoßzahl;Geschwindigkeit (m/s)\n0,80;1\n0,79;1\n0,81;2\n0,80;2\n".to_string(),
            &[],
        ),
    ];
    for (name, table, more) in tables {
        let (said, cases) = alone("table.csv", table, more).unwrap_or_else(|why| panic!("{name}: {why}"));
        let [found] = &cases[..] else { panic!("{name}: {said}") };
        assert!((found.value - 0.8).abs() < 0.005, "{name}: {}", found.value);
    }
}

/// newcomer 0.5: what the table has of each ball is read, or said to be not read with what to write; an impossible density is questioned.
#[test]
fn what_a_table_has_of_the_balls_is_read() {
    let table = "Messung\nStahlplatte\nKugel;Ø [mm];Masse [g];Fallhöhe (cm);Rückprallhöhe (cm)\nGlas;6;0,283;80;64\nGlas;6;0,283;60;48,5\n\
                 Stahl;8;2,10;80;51\nStahl;8;2,10;60;38\nBlei;12;1,28;80;5\nBlei;12;1,28;60;4\n";
    let (said, cases) = alone("balls.csv", table, &["--group-by", "Kugel"]).unwrap();
    for words in ["body.ball.radius = \"3 mm\" is read from the column Ø [mm]", "body.ball.mass = \"2.1 g\" is read"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(
        cases.len() == 3 && !said.contains("20 mm") && !said.contains("46 g") && !said.contains("does not have"),
        "{said}"
    );
    // A plate has no name that nobody gave it.
    assert!(!said.contains("glass"), "{said}");
    let (said, _) = alone("balls.csv", table, &["--set", "body.ball.mass=46 g"]).unwrap();
    assert!(
        said.contains("the column Ø [mm] has 3 values and a case has one ball: not read")
            && said.contains("--group-by 'Kugel'"),
        "{said}"
    );
    // 46 g in 3 mm: 46e-6 kg/mm3 / (4/3 pi 27) = 407 000 kg/m3.
    let sets = ["--group-by", "Kugel", "--set", "body.ball.radius=3 mm", "--set", "body.ball.mass=46 g"];
    let (said, cases) = alone("balls.csv", table, &sets).unwrap();
    assert!(said.contains("407000 kg/m3") && cases[0].text.contains("407000 kg/m3"), "{said}");
}

/// calibration A8, A9: a table that is not understood, or no train of bounces, is refused with what it has, and no advice beyond that.
#[test]
fn advice_is_about_what_the_table_has() {
    let refused = |name: &str, table: &str, more: &[&str]| alone(name, table, more).err().unwrap_or_default();
    let why = refused("a.csv", "Count,Time\n1,0.5\n2,1.1\n3,1.6\n", &[]);
    assert!(why.contains("`Count`, `Time`") && !why.contains("drop=Count"), "{why}");
    let why = refused("a.csv", "0.000,0.5\n1,0.4\n", &[]);
    assert!(!why.contains("drop=0.000"), "{why}");
    let why = refused("a.csv", "throw,interval\n1,186\n1,177\n1,168\n", &[]);
    assert!(why.contains("`interval (ms)`") && !why.contains("(s)`"), "{why}");
    let why = refused("a.csv", "throw,interval (s)\n1,186\n1,177\n1,168\n", &[]);
    assert!(why.contains("read as ms it is 0.186 s") && why.contains("--units 'interval (s)=ms'"), "{why}");
    let why = refused("ball.trk", "<?xml version=\"1.0\"?>\n<object>\n</object>\n", &[]);
    assert!(why.contains("no project of Tracker") && why.lines().count() < 4, "{why}");
    let why = refused("ball.xyz", "1 2 3\n4 5 6\n", &[]);
    assert!(why.contains("neither a case (.toml) nor a table") && why.lines().count() < 4, "{why}");
    // Rows of one height: three intervals of ten throws in columns, of which one column is taken for a train.
    let wide = "H (cm),T0 (s),T1 (s)\n200,1.06,0.93\n200,1.05,0.94\n200,1.07,0.92\n200,1.06,0.93\n200,1.08,0.95\n200,1.05,0.93\n";
    let why = refused("a.csv", wide, &["--columns", "interval=T0 (s)", "--columns", "drop=H (cm)"]);
    assert!(why.contains("are longer than the one before: as those of one throw they would create energy"), "{why}");
    let track = "step,pos (m)\n".to_string() + &(0..40).map(|n| format!("{n},{}\n", n % 7)).collect::<String>();
    assert!(!refused("a.csv", &track, &["--columns", "y=pos (m)"]).contains("unknown column type"));
}

/// reliability 11: what a workbook hides is not read and named, and what it could not compute is not called empty.
#[test]
fn hidden_rows_and_failed_cells_of_a_workbook_are_named() {
    // Sheets: a name, `visible` or `hidden`, and rows of cells as XML, of which a leading `!` hides one.
    let book = |sheets: &[(&str, &str, &[&str])]| {
        use std::io::Write as _;
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let mut part = |name: &str, text: String| {
            zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        };
        let list = sheets
            .iter()
            .zip(1..)
            .map(|((name, state, _), k)| format!("<sheet name=\"{name}\" state=\"{state}\" id=\"r{k}\"/>"));
        part("xl/workbook.xml", format!("<workbook><sheets>{}</sheets></workbook>", list.collect::<String>()));
        let links =
            (1..=sheets.len()).map(|k| format!("<Relationship Id=\"r{k}\" Target=\"worksheets/sheet{k}.xml\"/>"));
        part("xl/_rels/workbook.xml.rels", format!("<Relationships>{}</Relationships>", links.collect::<String>()));
        for ((_, _, rows), k) in sheets.iter().zip(1..) {
            let row = |text: &&str| match text.strip_prefix('!') {
                Some(text) => format!("<row hidden=\"1\">{text}</row>"),
                None => format!("<row>{text}</row>"),
            };
            let rows = rows.iter().map(row).collect::<String>();
            part(
                &format!("xl/worksheets/sheet{k}.xml"),
                format!("<worksheet><sheetData>{rows}</sheetData></worksheet>"),
            );
        }
        zip.finish().unwrap().into_inner()
    };
    let head = "<c t=\"inlineStr\"><is><t>drop height (cm)</t></is></c><c t=\"inlineStr\"><is><t>rebound height (cm)</t></is></c>";
    let rows = [
        "<c><v>80</v></c><c><v>64</v></c>",
        "<c><v>80</v></c><c><v>65</v></c>",
        "<c><v>60</v></c><c><v>48</v></c>",
        "<c><v>60</v></c><c><v>49</v></c>",
    ];
    let failed = [
        "!<c><v>80</v></c><c><v>10</v></c>",
        "<c><v>40</v></c><c t=\"e\"><v>#DIV/0!</v></c>",
        "<c><v>40</v></c><c><f>A7/2</f></c>",
    ];
    let sheet: Vec<&str> = [&[head][..], &rows, &failed].concat();
    let other: Vec<&str> = [&[head][..], &rows].concat();
    let (said, cases) =
        alone("drops.xlsx", book(&[("Drops", "visible", &sheet), ("Old", "veryHidden", &other)]), &[]).unwrap();
    for words in ["1 row of the sheet hidden", "Old (hidden)", "`#DIV/0!`", "`#formula in B8 without a stored value!`"]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(!said.contains("empty"), "{said}");
    // sqrt(64.5/80) and sqrt(48.5/60): 0.8979 and 0.8991.
    assert!((cases[0].value - 0.8985).abs() < 0.005, "{}", cases[0].value);
    let why = alone("drops.xlsx", book(&[("Drops", "hidden", &other)]), &[]).err().unwrap_or_default();
    assert!(why.contains("the sheet `Drops` is hidden"), "{why}");
}
