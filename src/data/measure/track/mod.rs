//! A track: a position a frame, or a time. The impacts of a bouncing ball are where neighbouring parabolas meet.
//!
//! A ratio of speeds needs no scale and no frame rate. Where one of them is known, the other follows from gravity.
//! Tracker writes `mass_A`, then `t x y`, as text between tabs; trackpy `y,x,mass,...,frame,particle`, y in pixels
//! downwards.

pub mod flight;
mod sideways;

use std::collections::HashSet;
use std::fmt::Write as _;

use flight::{FallSample, even, find};
pub use flight::{Flights, TrackImpact};
use sideways::{Sideways, obliques};

use super::besides::Film;
use super::header::{Header, is_one};
use super::layout::BLOCK;
use super::sheet::Sheet;
use super::{Measured, Ratios, Uncertain};
use crate::error::{Diagnostic, Error, cut};
use crate::number::{rounded, significant};
use crate::units::Dimension::{Angle, Length, Number, Time};

/// Standard gravity, m/s2: gives the scale to a track with a frame rate, and the other way round.
const GRAVITY: f64 = 9.80665;
/// How far the acceleration of a track with units may be from gravity.
const NEAR_GRAVITY: f64 = 0.03;
const NO_SPEEDS: &str = "no frame rate and no scale are given: the speeds of the impacts are known but for a factor, which `speed` of the fastest one \
     gives; `frame_rate` or `pixel_size` give it too, \
     --frame-rate or --pixel-size for `fit`";
/// Most samples of a track.
const MOST: usize = 200_000;
/// Most tracks of one table.
const MOST_KEPT: usize = 256;
/// Tracks of one table that are named.
const MOST_TRACKS: usize = 8;
/// Points of a parabola that is drawn.
const POINTS: usize = 60;

/// The columns of a track.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    /// None where a row is a frame.
    time: Option<usize>,
    position: usize,
    /// Position sideways, in the unit of the other.
    x: Option<usize>,
    /// Angle of a mark on the ball.
    turned: Option<usize>,
    particle: Option<usize>,
    /// Which way positions grow, where the header has it: 1 downwards.
    way: Option<f64>,
    seconds: bool,
    metres: bool,
}

/// The columns of a track, if the table has them.
pub(super) fn columns(sheet: &Sheet) -> Option<Columns> {
    // `Slice n°`, `Track no.`
    fn bare(words: &str) -> &str {
        ["n\u{b0}", "no.", "nr.", "no", "nr", "number", "id"]
            .iter()
            .find_map(|end| words.strip_suffix(end)?.strip_suffix(' '))
            .unwrap_or(words)
    }
    const DERIVED: [&str; 4] = ["sigma", "velocity", "speed", "acceleration"];
    let is_place =
        |w: &str| !DERIVED.iter().any(|word| w.contains(word)) && ![" x", " t"].iter().any(|end| w.ends_with(end));
    let time = sheet.column(|w| w == "t" || w == "time" || w.starts_with("time ") || w.ends_with(" t"));
    let frame = sheet.column(|w| is_one(bare(w), "frame, slice, image, step") || w.starts_with("frame "));
    let is_y =
        |w: &str| ["y", "position", "height", "z", "ym"].iter().any(|y| w == *y || w.starts_with(&format!("{y} ")));
    let mapped = sheet.headers.iter().position(|header| header.mapped && header.words == "position");
    let position = mapped
        .or_else(|| sheet.column(|w| w == "y"))
        .or_else(|| sheet.column(|w| is_place(w) && w.ends_with(" y")))
        .or_else(|| sheet.column(|w| is_place(w) && is_y(w)))?;
    let Header { words, original, .. } = sheet.headers.get(position)?;
    let way = match () {
        () if words.contains("down") => Some(1.0),
        () if words.contains("up") || words.starts_with("height") => Some(-1.0),
        () => None,
    };
    let with_unit = |column: &usize| sheet.headers.get(*column).is_some_and(|header| header.unit.is_some());
    let particle = sheet.column(|w| is_one(bare(w), "particle, track")).or_else(|| sheet.column(|w| w == BLOCK));
    let metres = with_unit(&position);
    let own = original.strip_suffix('y').map(|stem| format!("{stem}x"));
    let x = sheet.headers.iter().position(|header| own.as_ref().is_some_and(|own| header.original == *own));
    let x = x.or_else(|| sheet.column(|w| w == "x" || w == "xm" || w.starts_with("x ") || w.ends_with(" x")));
    let time = time.filter(with_unit).or(frame).or(time);
    let x = x.filter(|x| with_unit(x) == metres && Some(*x) != time);
    if time.is_none() && mapped.is_none() && x.is_none() {
        return None;
    }
    let turned = sheet
        .column(|w| ["angle", "rotation", "theta"].iter().any(|word| w == *word || w.starts_with(&format!("{word} "))));
    let turned = turned.filter(|column| x.is_some() && with_unit(column));
    let seconds = time.is_some_and(|time| with_unit(&time));
    Some(Columns { time, position, x, turned, particle, way, seconds, metres })
}

/// Reads a track, or several that all show a ball that bounces, and hands on their impacts.
pub(super) fn read(sheet: &mut Sheet, columns: Columns) -> Result<(), Error> {
    let mut all = samples(sheet, columns)?;
    let count = all.len();
    let mut tracks = Vec::new();
    let rounded: Vec<Option<[f64; 2]>> = all.iter_mut().map(|of| even(&mut of.samples)).collect();
    for (of, rounded) in all.iter().zip(rounded) {
        let name = if count > 1 { format!("track {}: ", cut(&of.name, 40)) } else { String::new() };
        if let Some([digit, frame]) = rounded {
            sheet.note(format!(
                "{name}times are rounded to {digit} and even but for that: frames are taken {frame:.6} apart, with which all agree"
            ));
        }
        match Track::new(&of.samples, columns.way) {
            Ok(track) => tracks.push((name, of, track)),
            Err(why) if count == 1 => return Err(refused(sheet, columns, &why)),
            Err(why) => return Err(several(sheet, columns, &all, (&of.name, &why))),
        }
    }
    if count > 1 {
        let header = columns.particle.and_then(|column| sheet.headers.get(column)).map_or("", |header| &header.text);
        let one = format!("--where '{}={}'", cut(header, 40), cut(&all[0].name, 40));
        sheet.note(format!("{count} tracks are fitted together, as of one ball; one of them alone:  {one} for `fit`"));
    }
    let fastest =
        tracks.iter().flat_map(|(.., track)| track.impacts()).map(|impact| impact.before.value).fold(0.0, f64::max);
    let mut whole = Film::default();
    for (name, of, track) in &tracks {
        hand_on(sheet, columns, (name, of, track), fastest)?;
        let Film { frames, flights, impacts } = film(&of.samples, track);
        whole.frames.extend(frames);
        whole.flights.extend(flights);
        whole.impacts.extend(impacts);
    }
    sheet.keep(whole);
    Ok(())
}

/// Hands on the impacts of a track.
fn hand_on(
    sheet: &mut Sheet,
    columns: Columns,
    (name, of, track): (&str, &Samples, &Track),
    fastest: f64,
) -> Result<(), Error> {
    let Samples { samples, rows, sideways, .. } = of;
    let bare = bare(sheet, columns, samples, track);
    let units = Units::new(sheet, columns, track, bare.as_ref().and_then(|bare| bare.metre));
    for note in track.notes(samples, &units) {
        sheet.note(format!("{name}{note}"));
    }
    if let Some(problem) = units.wrong(track) {
        sheet.note(format!("{}: {name}{problem}", sheet.name()));
    }
    if let Some(bare) = bare {
        sheet.note(bare.note);
    }
    let place = |time: f64| {
        let at = samples.iter().take_while(|sample| sample.t <= time).count();
        rows.get(at.saturating_sub(1)).copied().unwrap_or(1)
    };
    let times: Vec<f64> = samples.iter().map(|sample| sample.t).collect();
    let (obliques, words) = obliques(track, &times, sideways, &units, &place);
    words.into_iter().for_each(|note| sheet.note(format!("{name}{note}")));
    for impact in track.impacts() {
        let row = place(impact.time.value);
        // The error of its speed is in that of the restitution.
        let speed = units.speed.map(|speed| Uncertain { value: speed * impact.before.value, sigma: None });
        let restitution = Some(impact.restitution);
        let relative_speed = speed.is_none().then_some(impact.before.value / fastest);
        let (height_ratio, velocity_ratio) = (None, None);
        let ratio = Ratios { row, speed, relative_speed, restitution, height_ratio, velocity_ratio };
        sheet.hand_on(Measured::Ratio(ratio))?;
    }
    // They are of the same impacts, which count once.
    let measured = sheet.tally.measured;
    obliques.into_iter().try_for_each(|oblique| sheet.hand_on(Measured::Oblique(oblique)))?;
    sheet.tally.measured = measured;
    Ok(())
}

/// The samples of one track, the row of each, and what else they show.
#[derive(Default)]
struct Samples {
    name: String,
    samples: Vec<FallSample>,
    rows: Vec<u64>,
    sideways: Sideways,
}

/// The samples of each track.
fn samples(sheet: &mut Sheet, columns: Columns) -> Result<Vec<Samples>, Error> {
    let (mut all, mut count): (Vec<Samples>, usize) = Default::default();
    let dimension = |known, dimension| if known { dimension } else { Number };
    sheet.check_units(columns.time, dimension(columns.seconds, Time))?;
    sheet.check_unit(columns.position, dimension(columns.metres, Length))?;
    sheet.check_units(columns.turned, Angle)?;
    while sheet.advance()? {
        // A column of blocks is left for `group_by`.
        let name = columns.particle.map_or(String::new(), |column| match sheet.headers[column].text == BLOCK {
            true => sheet.text(column).to_string(),
            false => sheet.key(column),
        });
        let at = all.iter().rposition(|of| of.name == name).unwrap_or(all.len());
        if at == all.len() {
            all.push(Samples { name, ..Samples::default() });
        }
        let t = match columns.time {
            Some(time) => sheet.number(time, dimension(columns.seconds, Time))?,
            None => Some(sheet.row() as f64),
        };
        let z = sheet.number(columns.position, dimension(columns.metres, Length))?;
        let (Some(t), Some(z)) = (t, z) else {
            sheet.skip();
            continue;
        };
        let Samples { samples, rows, sideways, .. } = &mut all[at];
        if let Some(time) = columns.time.filter(|_| samples.last().is_some_and(|before: &FallSample| t <= before.t)) {
            let message = format!("`{}` is not later than the row before", sheet.shown(time));
            let help = "write one track a file, in the order of time; or choose rows with  where = { ... }";
            return Err(sheet.refused(time, &message, help));
        }
        if let Some(x) = columns.x {
            let x = sheet.number(x, dimension(columns.metres, Length))?;
            let turned = sheet.finite(columns.turned, Angle)?;
            sideways.x.push(x.unwrap_or(f64::NAN));
            sideways.turned.push(turned.unwrap_or(f64::NAN));
        }
        samples.push(FallSample { t, z });
        rows.push(sheet.row());
        count += 1;
        if count > MOST || all.len() > MOST_KEPT {
            return Err(Error::wrong(format!("{}: more than {MOST} frames or {MOST_KEPT} tracks", sheet.place())));
        }
    }
    if columns.time.is_none() {
        sheet.note("there is no column of frames or times: each row is read as a frame".to_string());
    }
    Ok(all)
}

/// Tracks of one table, not all of which bounce, so that one has to be chosen: how long each is, and how far it goes.
fn several(sheet: &Sheet, columns: Columns, all: &[Samples], (name, why): (&str, &str)) -> Error {
    let header = columns.particle.and_then(|column| sheet.headers.get(column)).map_or("", |header| &header.text);
    let far = |of: &Samples| {
        let places = of.samples.iter().map(|sample| sample.z);
        let [low, high] = places.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], z| [low.min(z), high.max(z)]);
        (high - low).max(0.0)
    };
    let ball = all.iter().max_by(|a, b| far(a).total_cmp(&far(b))).map_or("", |of| &of.name);
    let (shown, key) = (cut(ball, 40), quoted_key(header));
    let help =
        format!("choose one:  where = {{ {key} = \"{shown}\" }}, --where '{}={shown}' for `fit`", cut(header, 40));
    let line =
        |of: &Samples| format!("`{}`: {} rows, over {}", cut(&of.name, 40), of.samples.len(), significant(far(of), 3));
    let here = Diagnostic::new(format!(
        "{}: column `{}`: the table has several tracks, and `{}` is no ball that bounces: {why}",
        sheet.name(),
        cut(header, 80),
        cut(name, 40)
    ));
    let named = all.iter().take(MOST_TRACKS).fold(here, |problem, of| problem.help(line(of)));
    let more = all.len() > MOST_TRACKS;
    let named = if more { named.help(format!("only the first {MOST_TRACKS} tracks are listed")) } else { named };
    named.help(help).into()
}

/// What a time without a unit is taken for.
struct Bare {
    note: String,
    /// Length of the unit of positions, m, where times and positions are in s and in it.
    metre: Option<f64>,
}

/// What a time without a unit is taken for: one that is no count is in s, where the ball then falls with gravity.
fn bare(sheet: &Sheet, columns: Columns, samples: &[FallSample], track: &Track) -> Option<Bare> {
    let time = sheet.headers.get(columns.time?)?;
    if columns.seconds || !(time.words == "t" || time.words.starts_with("time")) {
        return None;
    }
    let text = format!("`{}` has no unit and is read as a count of frames", cut(&time.text, 40));
    let position = sheet.headers.get(columns.position)?;
    let g = track.flights.gravity().value;
    let metre =
        [(1.0, "m"), (1e-2, "cm"), (1e-3, "mm")].into_iter().filter(|(_, unit)| !columns.metres || *unit == "m");
    let near = metre.into_iter().find(|(metre, _)| (g * metre / GRAVITY - 1.0).abs() < NEAR_GRAVITY);
    let Some((metre, unit)) = near else { return Some(Bare { note: text, metre: None }) };
    let mut units = vec![(&time.text, "s")];
    units.extend((!columns.metres).then_some((&position.text, unit)));
    let keys: Vec<String> = units.iter().map(|(text, unit)| format!("{} = \"{unit}\"", quoted_key(text))).collect();
    let options: Vec<String> = units.iter().map(|(text, unit)| format!("--units '{}={unit}'", cut(text, 40))).collect();
    let units = format!("units = {{ {} }}, {} for `fit`", keys.join(", "), options.join(" "));
    let falls = format!("the ball falls with {g:.3} per square of it, which is gravity in {unit} and s");
    if samples.iter().all(|sample| sample.t.fract() == 0.0) || columns.metres {
        let note = format!("{text}; {falls}: if so, say  {units}, and speeds are known");
        return Some(Bare { note, metre: None });
    }
    let note = format!(
        "`{}` has no unit, is no count of frames, and {falls}: read as that; to be sure say  {units}",
        cut(&time.text, 40)
    );
    Some(Bare { note, metre: Some(metre) })
}

/// A header as a key of TOML.
fn quoted_key(header: &str) -> String {
    let plain = !header.is_empty() && header.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if plain { header.to_string() } else { toml::Value::String(header.to_string()).to_string() }
}

fn refused(sheet: &Sheet, columns: Columns, why: &str) -> Error {
    let header = |column: usize| sheet.headers.get(column).map_or("", |header| &header.text);
    let message = format!(
        "{}: no restitution from the track `{}` over `{}`: {why}",
        sheet.name(),
        cut(header(columns.position), 80),
        columns.time.map_or("the rows".to_string(), |time| cut(header(time), 80))
    );
    Diagnostic::new(message)
        .help("a track needs a fall, an impact and a rise, each with five frames or more in free flight")
        .help("a table of heights has the columns: drop height (m), rebound height (m)")
        .into()
}

/// The flights of a track, and which way its positions grow.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    pub flights: Flights,
    /// 1 where positions grow downwards, -1 upwards.
    pub way: f64,
    /// Whether that was found from the curvature of the flights.
    pub way_found: bool,
}

impl Track {
    /// Finds the flights; `way` is 1 where positions grow downwards, -1 upwards, `None` where it is not known.
    ///
    /// # Errors
    /// With the reason where there is no impact between two flights.
    pub fn new(samples: &[FallSample], way: Option<f64>) -> Result<Self, String> {
        let along = |way: f64| {
            let turned: Vec<FallSample> =
                samples.iter().map(|&FallSample { t, z }| FallSample { t, z: way * z }).collect();
            find(&turned).map(|flights| Self { flights, way, way_found: false })
        };
        if let Some(way) = way {
            return along(way).map_err(|why| match along(-way) {
                Ok(_) => "positions grow the other way than the header has it".to_string(),
                Err(_) => why,
            });
        }
        let used = |track: &Self| track.flights.flights.iter().map(|flight| flight.used.len()).sum::<usize>();
        let track = match (along(1.0), along(-1.0)) {
            (Ok(down), Ok(up)) if used(&down) < used(&up) => up,
            (Ok(down), _) => down,
            (Err(_), Ok(up)) => up,
            (Err(why), Err(_)) => return Err(why),
        };
        Ok(Self { way_found: true, ..track })
    }

    fn impacts(&self) -> impl Iterator<Item = TrackImpact> {
        (0..self.flights.flights.len() - 1).map(|k| self.flights.impact(k))
    }

    /// What was found and what was passed over, in sentences.
    fn notes(&self, samples: &[FallSample], units: &Units) -> Vec<String> {
        let Flights { flights, agree, strange, .. } = &self.flights;
        let (time, position) = (units.time, units.position);
        let mut text = format!("the track has {} impacts, at {time}", flights.len() - 1);
        for k in 0..flights.len() - 1 {
            let _ = write!(text, "{} {}", if k == 0 { "" } else { "," }, shown(self.flights.impact(k).time));
        }
        let way = if self.way > 0.0 { "downwards" } else { "upwards" };
        let how = if self.way_found { " (found from the curvature of the flights)" } else { "" };
        let mut notes = vec![format!("{text}; positions grow {way}{how}")];
        if flights.len() > 2 {
            let pairs = flights.len() - 2;
            let mean = (0..pairs).map(|k| self.flights.correlation(k, k + 1)).sum::<f64>() / pairs as f64;
            notes.push(format!(
                "neighbouring restitutions share a flight, and their errors have a correlation of {mean:.2}; the fit counts \
                 impacts as independent{}",
                if mean < 0.0 { ", which makes the interval of one restitution for all of them wider than it need be" } else { "" }
            ));
        }
        let g = self.flights.gravity();
        if self.flights.drag {
            notes.push(
                "the ball rises with more and falls with less than gravity: drag of the air is seen, and fitted".into(),
            );
        }
        let unit = format!("{position}/{time}^2");
        let (own, farthest) = self.flights.own();
        notes.push(match (*agree, own.len()) {
            (false, _) => {
                let each: Vec<String> = own.iter().map(|(k, own)| format!("flight {k} {}", shown(*own))).collect();
                let farthest = farthest.map_or(String::new(), |(flight, part)| {
                    format!("; flight {flight} is farthest from the others, by {:+.2} %", 100.0 * part)
                });
                format!(
                    "the flights do not share one acceleration: {} {unit}{farthest}; air drag, a camera that is not level, a ball that \
                     comes nearer or lost frames do that; the speeds at an impact are those of each flight's own",
                    each.join(", ")
                )
            }
            (true, 0 | 1) => format!("the acceleration is taken to be one for all flights: {} {unit}", shown(g)),
            (true, _) if self.flights.drag => {
                format!("beside the drag all flights share one acceleration, {} {unit}", shown(g))
            }
            (true, _) => format!("all flights share one acceleration, {} {unit}", shown(g)),
        });
        notes.extend(self.gain(units));
        notes.extend(self.flights.gained.iter().map(|turn| {
            format!(
                "at {time} {} the ball leaves faster than it came, with a restitution of {}: energy is created there, by a hand, a moving floor \
                 or a wrong contact; it is not used as an impact",
                shown(turn.time),
                shown(turn.restitution)
            )
        }));
        let at = |index: usize| rounded(samples.get(index).map_or(0.0, |sample| sample.t), 7);
        notes.extend(strange.iter().map(|&(from, to, other)| {
            format!(
                "{time} {} to {} are not used: the acceleration there is {:.3} of the others; lost frames, a hand or a \
                 collision with something else do that",
                at(from),
                at(to),
                other / g.value
            )
        }));
        let ends = flights.first().and_then(|f| f.used.first()).zip(flights.last().and_then(|f| f.used.last()));
        if let Some((&first, &last)) = ends {
            if first > 0 {
                notes.push(format!("{time} {} to {} are before the first flight that is used", at(0), at(first - 1)));
            }
            if last + 1 < samples.len() {
                let end = at(samples.len() - 1);
                notes.push(format!("{time} {} to {end} are after the last flight and not used", at(last + 1)));
            }
        }
        let lost: usize = flights.iter().map(|flight| flight.lost).sum();
        if lost > 0 {
            notes.push(format!("{lost} samples within the flights are far from the parabolas and not used"));
        }
        notes.push(units.words.clone());
        notes
    }

    /// What is said of impacts that all return more than they took.
    fn gain(&self, units: &Units) -> Option<String> {
        let each = self.flights.gains()?.into_iter();
        let each = each.map(|i| format!("{} at {} {}", shown(i.restitution), units.time, shown(i.time)));
        let each = each.collect::<Vec<_>>().join(", ");
        Some(format!(
            "energy is created: the ball leaves every impact faster than it came, with the restitutions {each}"
        ))
    }
}

/// The frames, the parabolas and the impacts of a track.
fn film(samples: &[FallSample], track: &Track) -> Film {
    let (found, way) = (&track.flights, track.way);
    let flights = &found.flights;
    let used: HashSet<usize> = flights.iter().flat_map(|flight| flight.used.iter().copied()).collect();
    let hit = |k: usize| found.impact(k);
    let impacts: Vec<(f64, f64)> =
        (0..flights.len().saturating_sub(1)).map(|k| (hit(k).time.value, way * hit(k).depth.value)).collect();
    // A parabola reaches from impact to impact, or to its last frame.
    let frame = |at: Option<&usize>| at.and_then(|at| samples.get(*at)).map_or(f64::NAN, |sample| sample.t);
    let flights = flights.iter().enumerate().map(|(k, flight)| {
        let before = k.checked_sub(1).and_then(|k| impacts.get(k)).map(|impact| impact.0);
        let from = before.unwrap_or(frame(flight.used.first()));
        let until = impacts.get(k).map_or(frame(flight.used.last()), |impact| impact.0);
        let at = |j: usize| from + (until - from) * j as f64 / (POINTS - 1) as f64;
        (0..POINTS).map(|j| (at(j), way * flight.depth(at(j)))).collect()
    });
    let frames = samples.iter().enumerate().map(|(at, sample)| (sample.t, sample.z, used.contains(&at)));
    Film { frames: frames.collect(), flights: flights.collect(), impacts }
}

fn shown(reading: Uncertain) -> String {
    let Uncertain { value, sigma } = reading;
    match sigma.filter(|sigma| *sigma > 0.0 && sigma.is_finite()) {
        Some(sigma) => {
            let places = (1.0 - libm::log10(sigma).floor()).clamp(0.0, 12.0) as usize;
            format!("{value:.places$} ± {sigma:.places$}")
        }
        None => format!("{value}"),
    }
}

/// What turns the numbers of the track into metres and seconds.
struct Units {
    time: &'static str,
    position: &'static str,
    /// m/s in a unit of speed of the track, where it is known.
    speed: Option<f64>,
    /// s in a unit of time of the track, where it is known.
    second: Option<f64>,
    /// m/s2 in a unit of acceleration of the track, where both are known.
    acceleration: Option<f64>,
    words: String,
}

impl Units {
    /// `bare` is the length of the unit of positions where times are in s and neither has a unit.
    fn new(sheet: &Sheet, columns: Columns, track: &Track, bare: Option<f64>) -> Self {
        let mapping = sheet.mapping();
        let seconds = columns.seconds || bare.is_some();
        let second = if seconds { Some(1.0) } else { mapping.frame_rate.map(|rate| 1.0 / rate) };
        let metre = if columns.metres { Some(1.0) } else { bare.or(mapping.pixel_size) };
        let g = track.flights.gravity().value;
        let (speed, words) = match (metre, second) {
            (Some(metre), Some(second)) => (Some(metre / second), "speeds are in the units of the track".to_string()),
            // m g_px / s^2 = gravity
            (None, Some(second)) => (
                Some(GRAVITY * second / g),
                format!("no scale is given: speeds follow from the frame rate and {GRAVITY} m/s2"),
            ),
            (Some(metre), None) => (
                Some((metre * GRAVITY / g).sqrt()),
                format!("no frame rate is given: speeds follow from the scale and {GRAVITY} m/s2"),
            ),
            (None, None) => (None, NO_SPEEDS.to_string()),
        };
        let acceleration = metre.zip(second).map(|(metre, second)| metre / (second * second));
        let time = if seconds { "s" } else { "frame" };
        let position = match bare {
            None if columns.metres => "m",
            None => "px",
            Some(metre) if metre < 1e-2 => "mm",
            Some(metre) if metre < 1.0 => "cm",
            Some(_) => "m",
        };
        let second = second.or(metre.zip(speed).map(|(metre, speed)| metre / speed));
        Self { time, position, speed, second, acceleration, words }
    }

    /// A scale and a frame rate that do not give gravity.
    fn wrong(&self, track: &Track) -> Option<String> {
        let g = self.acceleration? * track.flights.gravity().value;
        let off = g / GRAVITY - 1.0;
        (off.abs() > NEAR_GRAVITY).then(|| {
            format!(
                "the ball falls with {g:.3} m/s2, {:+.0} % off gravity: check scale and frame rate; ratios of speeds do not \
                 depend on them, speeds do",
                100.0 * off
            )
        })
    }
}
