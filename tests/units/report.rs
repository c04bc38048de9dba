//! Reports and pictures.

use std::collections::BTreeSet;

use collisionbench::bench::record::SourceRecord;
use collisionbench::data::checked;
use collisionbench::data::dataset::Article;
use collisionbench::fit::calibrate::result::{Fate, Measurement};
use collisionbench::fit::problem::Target;
use collisionbench::report::block::{self, Block};
use collisionbench::report::environment::*;
use collisionbench::report::files::*;
use collisionbench::report::html;
use collisionbench::report::pictures::axis::*;
use collisionbench::report::pictures::comparison::*;
use collisionbench::report::pictures::drawing::font::*;
use collisionbench::report::pictures::drawing::png::*;
use collisionbench::report::pictures::drawing::svg::*;
use collisionbench::report::pictures::drawing::{Align, Drawing};
use collisionbench::report::pictures::entity::*;
use collisionbench::report::pictures::fit::framing::*;
use collisionbench::report::pictures::fit::profile::*;
use collisionbench::report::pictures::label::*;
use collisionbench::report::pictures::layout::*;
use collisionbench::report::pictures::legend::spread as apart_by;
use collisionbench::report::pictures::names::*;
use collisionbench::report::pictures::place::*;
use collisionbench::report::pictures::publication::*;
use collisionbench::report::pictures::selection::*;
use collisionbench::report::pictures::style::{DASHED, INK, Stroke, contrast};
use collisionbench::report::quantity::*;
use plotters::style::RGBColor;

// src/report/environment.rs
#[test]
fn dates_are_the_calendar_s() {
    assert_eq!(utc(0).as_deref(), Some("1970-01-01T00:00:00Z"));
    assert_eq!(utc(951_782_400).as_deref(), Some("2000-02-29T00:00:00Z"));
    assert_eq!(utc(1_234_567_890).as_deref(), Some("2009-02-13T23:31:30Z"));
    assert_eq!(utc(4_107_542_399).as_deref(), Some("2100-02-28T23:59:59Z"));
    assert_eq!(utc(4_107_542_400).as_deref(), Some("2100-03-01T00:00:00Z"));
    assert_eq!(utc(u64::MAX), None);
}

// src/report/files.rs
#[test]
fn a_name_never_leaves_the_folder() {
    for name in ["", "/etc/passwd", "a//b", "../a", "a/../b", "a/.hidden", "a\\b", "c:a", "a\nb", "a/"] {
        assert!(checked(name).is_err(), "{name:?}");
    }
    for name in ["a", "normal/glass-head-on", "größe/µ 2", "a..b"] {
        assert!(checked(name).is_ok(), "{name:?}");
    }
}

#[test]
fn a_slug_is_never_hidden_or_empty() {
    assert_eq!(slug("../x"), "-x");
    assert_eq!(slug(".."), "-");
    assert_eq!(slug("Chung & Ooi"), "Chung---Ooi");
}

// src/report/pictures/axis.rs
const OVERLAP: Quantity<'_> = Quantity { name: "overlap", symbol: "δ", unit: "m" };

fn texts(axis: &Axis) -> Vec<&str> {
    axis.ticks.iter().map(|(_, text)| text.as_str()).collect()
}

#[test]
fn ticks_are_round_and_carry_a_prefix() {
    let axis = Axis::linear(OVERLAP, (0.0, 274e-6));
    assert_eq!(texts(&axis), ["0", "50", "100", "150", "200", "250"]);
    assert_eq!(axis.label, Label::axis("overlap", "δ", "µm"));
    assert_eq!(axis.position(0.0), 0.0);
}

#[test]
fn tiny_plain_numbers_get_a_power_of_ten() {
    let axis = Axis::linear(Quantity { name: "deviation", symbol: "", unit: "" }, (-4e-13, 4e-13));
    assert_eq!(texts(&axis), ["−4", "−2", "0", "2", "4"]);
    assert_eq!(axis.label, Label::axis("deviation", "", "10⁻¹³"));
}

#[test]
fn a_logarithmic_axis_names_its_first_decade() {
    let axis = Axis::log(OVERLAP, (1e-6, 1e-3));
    assert_eq!(texts(&axis).len(), 4);
    let wide = Axis::log(Quantity { name: "ratio", symbol: "", unit: "" }, (1.0, 1e6));
    assert_eq!(texts(&wide), ["10⁰", "10¹", "10²", "10³", "10⁴", "10⁵", "10⁶"]);
    assert!(axis.position(0.0) < 0.0);
}

#[test]
fn no_range_is_too_odd() {
    let quantity = Quantity { name: "x", symbol: "", unit: "N" };
    let odd = [0.0, 5e-324, -5e-324, 1.0, 1.0 + f64::EPSILON, f64::MAX, f64::MIN, 1e-300, -1e300, f64::NAN];
    for low in odd {
        for high in odd {
            for axis in [Axis::linear(quantity, (low, high)), Axis::log(quantity, (low, high))] {
                assert!(axis.ticks.len() < 20, "{low} to {high}: {} ticks", axis.ticks.len());
            }
        }
    }
}

#[test]
fn a_constant_is_in_the_middle() {
    let axis = Axis::linear(Quantity { name: "restitution", symbol: "e", unit: "" }, (1.0 - 1e-13, 1.0));
    assert!((axis.position(1.0) - 0.5).abs() < 1e-9);
}

// src/report/pictures/comparison.rs
#[test]
fn a_curve_is_interpolated_only_where_it_is() {
    let line = [(0.0, 0.0), (1.0, 2.0), (3.0, 0.0)];
    assert_eq!(interpolated(&line, 0.0), Some(0.0));
    assert_eq!(interpolated(&line, 0.5), Some(1.0));
    assert_eq!(interpolated(&line, 2.0), Some(1.0));
    assert_eq!(interpolated(&line, 3.0), Some(0.0));
    assert_eq!(interpolated(&line, -0.1), None);
    assert_eq!(interpolated(&line, 3.1), None);
}

// src/report/pictures/drawing/font.rs
#[test]
fn widths_are_those_of_the_font() {
    // DejaVu Sans: a digit is 1303 of 2048 units wide, an m 1995.
    assert!((advance("10", Face::Upright, 2048.0) - 2606.0).abs() < 1e-6);
    assert!((advance("m", Face::Upright, 2048.0) - 1995.0).abs() < 1e-6);
}

#[test]
fn a_text_that_is_too_long_is_cut() {
    let long = Label::text("computed and published force against time");
    let cut = fitted(&long, 35.0, 300.0);
    assert!(width(&cut, 35.0) <= 300.0 && cut.0[0].0.ends_with('…'), "{cut:?}");
    assert_eq!(fitted(&long, 35.0, 3000.0), long);
}

#[test]
fn a_text_is_broken_between_words() {
    let long = Label::axis("tangential restitution", "e_t", "10⁻³");
    let lines = wrapped(&long, 35.0, 260.0);
    let words: Vec<String> = lines.iter().map(Label::plain).collect();
    assert_eq!(words, ["tangential", "restitution et", "(10⁻³)"]);
    assert!(lines.iter().all(|line| width(line, 35.0) <= 260.0));
    assert_eq!(wrapped(&long, 35.0, 3000.0), [trimmed(&long)]);
    assert_eq!(wrapped(&Label::text(""), 35.0, 260.0), []);
    assert!(wrapped(&Label::text("W".repeat(90)), 35.0, 260.0)[0].plain().ends_with('…'));
}

// src/report/pictures/drawing/png.rs
#[test]
fn a_dashed_line_covers_its_share() {
    let pieces = dashes(&[(0.0, 0.0), (50.0, 0.0), (100.0, 0.0)], &[20.0, 20.0]);
    let ends: Vec<(f64, f64)> = pieces.iter().map(|p| (p[0].0, p[p.len() - 1].0)).collect();
    assert_eq!(ends, [(0.0, 20.0), (40.0, 60.0), (80.0, 100.0)]);
}

#[test]
fn averaging_takes_the_mean() {
    let mut large = vec![255_u8; 3 * 3 * 3];
    large[..9].fill(0); // one of three lines is black
    assert_eq!(averaged(&large, 3), [170, 170, 170]);
}

#[test]
fn a_palette_has_what_fills_and_the_edge_of_grey_is_grey() {
    let (white, grid, tint, edge) = ([255; 3], [226; 3], [253, 240, 232], [245; 3]);
    let pixels: Vec<[u8; 3]> = [(white, 8000), (grid, 1000), (tint, 900), (edge, 2)]
        .iter()
        .flat_map(|(colour, count)| std::iter::repeat_n(*colour, *count))
        .collect();
    let (palette, indices) = indexed(pixels.as_flattened());
    assert_eq!(palette, [white, grid, tint]);
    assert_eq!((indices.len(), palette[usize::from(indices[9901])]), (9902, white));
}

// src/report/pictures/drawing/svg.rs
#[test]
fn a_course_ends_where_it_should() {
    let points: Vec<(f64, f64)> =
        (0..300).map(|i| (f64::from(i) * 1.0 / 3.0, 200.0 * (f64::from(i) * 0.37).sin())).collect();
    let text = course(&points).replace('l', " ").replace('-', " -").replace('M', "");
    let mut numbers = Vec::new();
    // SVG reads `.5.3` as two numbers; here a space or a sign separates them.
    for word in text.split_whitespace() {
        numbers.push(word.parse::<f64>().unwrap());
    }
    assert_eq!(numbers.len(), 600, "{text}");
    let end = numbers.chunks(2).fold((0.0, 0.0), |at, step| (at.0 + step[0], at.1 + step[1]));
    let last = points[299];
    assert!((end.0 - last.0).abs() < 0.06 && (end.1 - last.1).abs() < 0.06, "{end:?} {last:?}");
    assert_eq!(course(&[(10.5, 0.04), (21.0, -0.5)]), "M10.5 0l10.5-.5");
    let ticks: [&[(f64, f64)]; 3] =
        [&[(1.0, 9.0), (1.0, 2.0)], &[(3.0, 9.0), (5.0, 9.0)], &[(0.0, 0.0), (1.0, 1.5), (2.0, 1.0)]];
    assert_eq!(courses(ticks, TENTHS), "M1 9v-7m2 7h2m-5-9 1 1.5 1-.5");
    // A point by itself.
    assert_eq!(course(&[(1.0, 1.0), (1.0, 1.0), (2.0, 2.0)]), "M1 1h0l1 1");
}

#[test]
fn lines_are_single_paths_and_texts_are_escaped() {
    let mut drawing = Drawing::new(100.0, 80.0);
    drawing.line(&[(0.0, 0.0), (50.0, 1.0 / 3.0), (100.0, 0.0)], Stroke { colour: INK, width: 5.0, dash: DASHED });
    drawing.text(&Label::text("<script>&"), (50.0, 40.0), 35.0, INK, Align::Centre);
    let file = svg(&drawing, "a < b", false);
    assert_eq!(file.matches("<path").count(), 1);
    assert!(file.contains("d=\"M0 0l50 .3 50-.3\"") && file.contains("stroke-dasharray=\"26 16\""), "{file}");
    assert!(file.contains("&lt;script&gt;&amp;</text>") && file.contains("<title>a &lt; b</title>"), "{file}");
    assert!(file.contains("width=\"7.5mm\"") && !file.contains("<style>"), "{file}");
    let file = svg(&drawing, "a < b", true);
    for rule in ["[stroke=\"#000000\"]{stroke:#e6e8eb}", "[fill=\"#ffffff\"]{fill:#14171b}"] {
        assert!(file.contains(rule), "{file}");
    }
}

// src/report/pictures/entity.rs
#[test]
fn no_two_of_a_kind_look_the_same() {
    for table in TABLES {
        let looks: BTreeSet<(usize, usize, usize)> = table.iter().map(|row| (row.2, row.3, row.4)).collect();
        assert_eq!(looks.len(), table.len(), "{table:?}");
    }
    for system in ["hybird", "pfc", "woo"] {
        let pages = collisionbench::theory::printed_formulas::PRINTED_FORMULAS.iter().map(|page| page.card.name);
        let pages: Vec<&str> = pages.filter(|name| name.starts_with(system)).collect();
        let colours: BTreeSet<[u8; 3]> = pages.iter().map(|name| colour(name)).map(|c| [c.0, c.1, c.2]).collect();
        assert!(!pages.is_empty() && colours.len() == pages.len(), "{pages:?}");
    }
    let colours: BTreeSet<usize> = SCHEMES.iter().chain(&CODES[..9]).map(|row| row.2).collect();
    assert_eq!(colours.len(), 9, "codes have colours of their own as long as there are some");
}

/// Whether it has a row in a table or not, no other of its kind looks the same.
#[test]
fn every_code_scheme_and_theory_that_ships_has_a_look_of_its_own() {
    let theories = collisionbench::theory::ORACLES.iter().map(|oracle| oracle.card.name);
    let kinds: [Vec<&str>; 3] = [
        collisionbench::codes::names().collect(),
        collisionbench::collide::schemes::SCHEMES.iter().map(|scheme| scheme.name()).collect(),
        theories.filter(|name| !name.contains("-page-")).collect(),
    ];
    for names in kinds {
        let seen = |id: &&str| {
            let Look { colour, shape, dash, .. } = look(id);
            format!("{:?} {shape:?} {dash:?}", [colour.0, colour.1, colour.2])
        };
        let looks: BTreeSet<String> = names.iter().map(seen).collect();
        assert!(names.len() >= 5 && looks.len() == names.len(), "{names:?}");
    }
}

/// A code that is in no table yet gets the first look that is free, and a second one the next.
#[test]
fn what_is_in_no_table_looks_like_nothing_else() {
    let names: Vec<&str> = CODES.iter().map(|row| row.0).chain(["grainbox", "sandbox"]).collect();
    let taken: Vec<_> = CODES.iter().map(|row| (row.2, row.3, row.4)).collect();
    let [one, two] = ["grainbox", "sandbox"].map(|id| place_beside(CODES, &names, id).unwrap());
    assert!(one != two && !taken.contains(&one) && !taken.contains(&two), "{one:?} {two:?}");
    assert_eq!(place_beside(CODES, &names, "lammps"), None, "it has a row");
    assert_eq!(place_beside(CODES, &names, "elsewhere"), None, "it does not ship");
}

#[test]
fn colours_stand_out_from_paper() {
    for colour in PALETTE.iter().chain([&EXACT, &INK]) {
        assert!(contrast(*colour) >= 3.0, "{colour:?}: {}", contrast(*colour));
    }
    assert!(contrast(RGBColor(0xE6, 0x9F, 0x00)) < 3.0, "the orange of Okabe and Ito is too pale");
}

#[test]
fn names_of_datasets_are_authors_and_year() {
    let cite = "Kharaz, Gorham & Salman 2001, Powder Technology 120, 281";
    assert_eq!(cited("kharaz-2001-mfix", cite).as_deref(), Some("Kharaz et al. 2001 (read in MFIX)"));
    assert_eq!(cited("chung-ooi-2011-test-4", "Chung & Ooi 2011, x").as_deref(), Some("Chung & Ooi 2011, test 4"));
    assert_eq!(cited("woo-documented", "Woo 2020"), None);
}

// src/report/pictures/fit/framing.rs
fn measured(fate: Fate) -> Measurement {
    Measurement {
        name: String::new(),
        drop: 0,
        number: 1,
        row: 1,
        quantity: Target::Restitution,
        height: None,
        speed: None,
        angle: None,
        overlap: None,
        value: 0.9,
        sigma: None,
        sigma_used: None,
        predicted: None,
        rebound: None,
        effects: Default::default(),
        fate,
        doubt: None,
    }
}

#[test]
fn what_was_left_out_far_away_does_not_choose_the_frame() {
    let (used, left) = (measured(Fate::Used), measured(Fate::LeftOut("wrong".into())));
    let points =
        [(1.0, 0.90, None, &used), (2.0, 0.92, None, &used), (3.0, 0.925, None, &left), (4.0, 1.2, None, &left)];
    let kept: Vec<f64> = framing(&points).iter().map(|point| point.0).collect();
    assert_eq!(kept, [1.0, 2.0, 3.0]);
    assert_eq!(framing(&points[2..]).len(), 2, "where nothing else is, they are shown");
}

// src/report/pictures/fit/profile.rs
#[test]
fn the_curve_goes_through_its_points_and_never_back() {
    let points = [(0.0, -2.0), (1.0, -1.2), (1.2, 0.0), (3.0, 2.1), (3.1, 2.2)];
    let line = smooth(&points);
    for point in points {
        assert!(line.iter().any(|p| (p.0 - point.0).hypot(p.1 - point.1) < 1e-12));
    }
    assert!(line.windows(2).all(|w| w[1].1 >= w[0].1 - 1e-12 && w[1].0 >= w[0].0));
}

#[test]
fn a_straight_line_stays_one() {
    let line = smooth(&[(0.0, -1.0), (0.7, 0.4), (2.0, 3.0)]);
    assert!(line.iter().all(|p| (p.1 - (2.0 * p.0 - 1.0)).abs() < 1e-12));
}

// src/report/pictures/label.rs
#[test]
fn symbols_are_set_as_in_print() {
    let label = Label::axis("", "|ΔF_max|/F_max", "10⁻³");
    let pieces: Vec<(&str, Face)> = label.0.iter().map(|(text, face)| (text.as_str(), *face)).collect();
    let (u, o, i, p) = (Face::Upright, Face::Oblique, Face::Index, Face::Power);
    let power = [(" (10", u), ("−3", p), (")", u)];
    let symbol = [("|Δ", u), ("F", o), ("max", i), ("|", u), ("/", u), ("F", o), ("max", i)];
    assert_eq!(pieces, [&symbol[..], &power[..]].concat());
    assert_eq!(label.plain(), "|ΔFmax|/Fmax (10⁻³)");
}

/// Units are products of powers, as journals print them.
#[test]
fn units_are_products_of_powers() {
    let unit = |unit: &str| Label::axis("", "x", unit).plain();
    let all = ["m/s", "rad/s", "kg/m³", "N", "1/s", "%"].map(unit);
    assert_eq!(all, ["x (m s⁻¹)", "x (rad s⁻¹)", "x (kg m⁻³)", "x (N)", "x (1 s⁻¹)", "x (%)"]);
}

// src/report/pictures/legend.rs
/// Names at the ends of lines push each other apart by no more than they must: pairs about their middle.
#[test]
fn names_push_each_other_apart() {
    let frame = Rectangle { left: 0.0, right: 10.0, top: 0.0, bottom: 1000.0 };
    let of = |wanted: &[f64]| apart_by(wanted, &vec![40.0; wanted.len()], frame);
    assert_eq!(of(&[100.0, 500.0]), [100.0, 500.0], "where there is room they stand still");
    assert_eq!(of(&[500.0, 500.0]), [480.0, 520.0]);
    let pooled = of(&[500.0, 510.0, 530.0]);
    assert!(
        pooled.iter().zip([-40.0, 0.0, 40.0]).all(|(at, off)| (at - 1540.0 / 3.0 - off).abs() < 1e-9),
        "{pooled:?}"
    );
    assert_eq!(of(&[0.0, 0.0, 1000.0]), [20.0, 60.0, 980.0], "inside the frame");
}

// src/report/pictures/layout.rs
#[test]
fn a_line_is_cut_at_the_frame() {
    let pieces = inside([(-1.01, 0.5), (0.99, 0.5), (0.99, 2.0), (0.5, 2.0), (0.5, 0.5)].into_iter());
    assert_eq!(pieces.len(), 2, "{pieces:?}");
    assert!((pieces[0][0].0 + 0.01).abs() < 1e-12 && pieces[0].len() == 3, "{pieces:?}");
    assert!((pieces[1][0].1 - 1.01).abs() < 1e-12, "{pieces:?}");
    assert_eq!(inside([(0.0, 0.0), (f64::NAN, 0.5), (1.0, 1.0)].into_iter()), Vec::<Vec<_>>::new());
}

#[test]
fn numbers_of_an_axis_do_not_touch() {
    let ticks: Vec<(f64, String)> = (0..=8).map(|i| (f64::from(i) / 8.0, format!("{i}"))).collect();
    let texts = |room| spaced(&ticks, room, |_| 50.0).iter().map(|(_, text)| text.as_str()).collect::<String>();
    assert_eq!(texts(600.0), "012345678");
    assert_eq!(texts(300.0), "02468");
    assert_eq!(texts(10.0), "0");
}

// src/report/pictures/names.rs
const FRAME: Rectangle = Rectangle { left: 0.0, top: 0.0, right: 1000.0, bottom: 1000.0 };

#[test]
fn names_of_one_point_do_not_cover_one_another() {
    let at = (500.0, 500.0);
    let mut taken = vec![Rectangle::round(at, 12.0)];
    for _ in 0..4 {
        let (room, _) = spot(at, (200.0, 30.0), &FRAME, &taken, &[]).unwrap();
        assert!(taken.iter().all(|other| !room.overlaps(other)));
        taken.push(room);
    }
    assert_eq!(spot(at, (200.0, 30.0), &FRAME, &taken, &[]), None);
}

/// Beside a rising line a name is to its left or its right, not across it.
#[test]
fn names_cover_lines_only_where_nothing_else_is_free() {
    let at = (500.0, 500.0);
    let line: Vec<Rectangle> =
        (-20..20).map(|k| Rectangle::round((500.0 + 10.0 * f64::from(k), 500.0 - 10.0 * f64::from(k)), 6.0)).collect();
    let covers = |room: &Rectangle| line.iter().any(|part| room.overlaps(part));
    let (free, count) = spot(at, (200.0, 30.0), &FRAME, &[], &line).unwrap();
    assert!(!covers(&free) && count == 0, "{free:?}");
    let beside = [Rectangle::round((400.0, 450.0), 40.0), Rectangle::round((600.0, 550.0), 40.0)];
    let (room, count) = spot(at, (200.0, 30.0), &FRAME, &beside, &line).unwrap();
    assert!(covers(&room) && count > 0);
    // Further away it covers nothing.
    let far = around(at, (200.0, 30.0), &FRAME, &beside, &line).unwrap();
    assert!(!covers(&far) && beside.iter().all(|other| !far.overlaps(other)) && far.inside(&FRAME), "{far:?}");
}

/// Of two lines a name stands beside its own.
#[test]
fn no_line_parts_a_name_from_its_point() {
    let at = (500.0, 500.0);
    let rising = |up: f64| {
        let place = move |k: i32| (500.0 + 10.0 * f64::from(k), 500.0 - up - 10.0 * f64::from(k));
        (-20..20).map(move |k| Rectangle::round(place(k), 6.0))
    };
    let lines: Vec<Rectangle> = rising(0.0).chain(rising(60.0)).collect();
    let (room, _) = spot(at, (200.0, 30.0), &FRAME, &[], &lines).unwrap();
    assert!(room.top > 500.0 && room.left > 500.0, "{room:?}");
}

#[test]
fn a_name_at_the_edge_stays_inside() {
    for at in [(0.0, 0.0), (1000.0, 0.0), (1000.0, 1000.0), (0.0, 1000.0)] {
        assert!(spot(at, (300.0, 30.0), &FRAME, &[], &[]).unwrap().0.inside(&FRAME));
    }
    assert_eq!(spot((10.0, 10.0), (1200.0, 30.0), &FRAME, &[], &[]), None);
}

// src/report/pictures/publication.rs
#[test]
fn a_citation_has_authors_year_and_the_whole_source() {
    let dataset = SourceRecord {
        name: "reference-data/published/kharaz-2001-kratos".to_string(),
        title: "Oblique impacts".to_string(),
        source: "Kharaz, Gorham & Salman 2001, Powder Technology 120, 281".to_string(),
        experiment: true,
        article: None,
    };
    let expected = "@misc{kharaz-2001-kratos,\n  title = {Oblique impacts},\n  \
                    author = {Kharaz and Gorham and Salman},\n  year = {2001},\n  \
                    note = {Kharaz, Gorham \\& Salman 2001, Powder Technology 120, 281}\n}\n";
    assert_eq!(entry(&dataset), expected);
    // What is in a journal is cited as that.
    let words =
        ["Kharaz, A. H. and Gorham, D. A.", "An experimental study", "Powder Technology", "2001", "120", "281--291"];
    let [authors, title, journal, year, volume, pages] = words.map(str::to_string);
    let (number, doi) = (None, Some("10.1016/S0032-5910(01)00283-2".to_string()));
    let article = Article { authors, title, journal, year, volume, number, pages, doi };
    let expected = "@article{kharaz-2001-kratos,\n  title = {An experimental study},\n  \
                    author = {Kharaz, A. H. and Gorham, D. A.},\n  year = {2001},\n  journal = {Powder Technology},\n  \
                    volume = {120},\n  pages = {281--291},\n  doi = {10.1016/S0032-5910(01)00283-2},\n  \
                    note = {Oblique impacts}\n}\n";
    assert_eq!(entry(&SourceRecord { article: Some(article), ..dataset }), expected);
}

// src/report/pictures/selection.rs
#[test]
fn a_spread_has_both_ends() {
    let items: Vec<u32> = (0..11).collect();
    assert_eq!(spread(&items, 5), [0, 2, 5, 7, 10]);
    assert_eq!(spread(&items[..3], 5), [0, 1, 2]);
}

// src/report/quantity.rs
#[test]
fn a_prefix_makes_the_number_readable() {
    assert_eq!(Scale::of("s", 4.034e-5).show(4.034e-5, 4), "40.34 µs");
    assert_eq!(Scale::of("N", 10_696.9).show(10_696.9, 4), "10.70 kN");
    assert_eq!(Scale::of("m", 1e-3).show(1e-3, 2), "1.0 mm");
    assert_eq!(Scale::of("Pa", 48e9).show(48e9, 2), "48 GPa");
    assert_eq!(Scale::of("kg", 0.0415).show(0.0415, 3), "41.5 g");
    assert_eq!(Scale::of("kg/m3", 2800.0).show(2800.0, 4), "2800 kg/m³");
    assert_eq!(Scale::of("rad", std::f64::consts::PI).show(std::f64::consts::PI, 3), "180 °");
    assert_eq!(Scale::of("", 0.5).show(0.5, 2), "0.50");
    assert_eq!(Scale::of("s", 4e5).unit, "s");
}

#[test]
fn a_value_that_reads_well_keeps_its_unit() {
    assert_eq!(shown(10_696.889, "N", 8), "10696.889 N");
    assert_eq!(shown(0.0, "m", 8), "0 m");
    assert_eq!(deviation(4e-13, "relative"), "4e-13");
    assert_eq!(deviation(0.013, "relative"), "1.3 %");
    assert_eq!(deviation(13.5, "rad/s"), "14 rad/s");
    assert_eq!(deviation(1.3, "sigma"), "1.3 σ");
}

// src/report/block.rs
fn some_blocks() -> Vec<Block> {
    let row = |cells: [&str; 2]| cells.map(String::from).to_vec();
    let rows =
        vec![row(["restitution", "0.5 | 0.6"]), row(["note", "a line that is longer than there is room for it"])];
    [
        Some(Block::heading(1, "A <title>")),
        Some(Block::text("One  paragraph\nof two lines.")),
        Some(Block::heading(2, "Below")),
        Block::table("numbers", &["", "value"], rows),
        Some(Block::List { lines: vec!["one".to_string(), "two".to_string()] }),
        Some(Block::Figure { name: "angle".to_string(), title: "Over the angle".to_string() }),
        Some(Block::Code { text: "collisionbench run".to_string() }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[test]
fn blocks_fit_a_terminal() {
    let text = block::terminal(&some_blocks(), 44);
    assert!(text.lines().all(|line| line.chars().count() <= 44), "{text}");
    assert_eq!(
        text,
        "A <title>\n  One paragraph of two lines.\n\n  Below\n                 value\n    restitution  0.5 | 0.6\n    note         a line that is longer than\n                 there is room for it\n    one\n    two\n    collisionbench run\n"
    );
}

#[test]
fn counts_are_lined_up_at_their_ends() {
    let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
    let table = Block::table("", &["part", "checks", "fail"], vec![row(["a", "3", ""]), row(["b", "12000", "x1"])]);
    let text = block::terminal(&table.into_iter().collect::<Vec<_>>(), 80);
    assert_eq!(text, "part  checks  fail\na          3\nb      12000  x1\n");
}

#[test]
fn blocks_are_markdown_and_html_that_a_text_cannot_leave() {
    let markdown = block::markdown(&some_blocks());
    for line in ["# A &lt;title&gt;", "| restitution | 0.5 \\| 0.6 |", "- two", "![Over the angle](angle.svg)", "```"] {
        assert!(markdown.lines().any(|shown| shown == line), "{line}: {markdown}");
    }
    let page = html::document("collisionbench", "a page", &some_blocks(), std::path::Path::new("")).unwrap();
    assert!(page.contains("<h1>A &lt;title&gt;</h1>") && page.contains("<td>0.5 | 0.6</td>"), "{page}");
    // A picture that was not drawn is left out.
    assert!(!page.contains("angle.svg"), "{page}");
}

#[test]
fn a_table_of_nothing_is_none() {
    assert_eq!(Block::table("nothing", &["head"], Vec::new()), None);
}
