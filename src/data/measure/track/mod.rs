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
/// Tracks of one table that are named.
const MOST_TRACKS: usize = 8;
/// Points of a parabola that is drawn.
const POINTS: usize = 60;

/// The columns of a track.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    time: usize,
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
    let time = sheet.column(|w| w == "t" || w == "time" || w.starts_with("time "));
    let frame = sheet.column(|w| w == "frame" || w.starts_with("frame ") || w == "step" || w == "slice");
    let is_y =
        |w: &str| ["y", "position", "height", "z", "ym"].iter().any(|y| w == *y || w.starts_with(&format!("{y} ")));
    let position = sheet.column(|w| is_y(w) && !w.contains("sigma")).or_else(|| sheet.column(|w| w.ends_with(" y")))?;
    let words = &sheet.headers.get(position)?.words;
    let way = match () {
        () if words.contains("down") => Some(1.0),
        () if words.contains("up") || words.starts_with("height") => Some(-1.0),
        () => None,
    };
    let with_unit = |column: &usize| sheet.headers.get(*column).is_some_and(|header| header.unit.is_some());
    let time = time.filter(with_unit).or(frame).or(time)?;
    let particle = sheet.column(|w| w == "particle" || w == "track" || w == "track id");
    let metres = with_unit(&position);
    let x = sheet.column(|w| w == "x" || w == "xm" || w.starts_with("x ") || w.ends_with(" x"));
    let x = x.filter(|x| with_unit(x) == metres && *x != time);
    let turned = sheet
        .column(|w| ["angle", "rotation", "theta"].iter().any(|word| w == *word || w.starts_with(&format!("{word} "))));
    let turned = turned.filter(|column| x.is_some() && with_unit(column));
    Some(Columns { time, position, x, turned, particle, way, seconds: with_unit(&time), metres })
}

/// Reads a track and hands on its impacts.
pub(super) fn read(sheet: &mut Sheet, columns: Columns) -> Result<(), Error> {
    let (mut samples, rows, sideways) = samples(sheet, columns)?;
    if let Some([digit, frame]) = even(&mut samples) {
        sheet.note(format!(
            "times are rounded to {digit} and even but for that: frames are taken {frame:.6} apart, with which all agree"
        ));
    }
    let track = Track::new(&samples, columns.way).map_err(|why| refused(sheet, columns, &why))?;
    let units = Units::new(sheet, columns, &track);
    let name = sheet.name().to_string();
    for note in track.notes(&samples, &units) {
        sheet.note(note);
    }
    if let Some(problem) = units.wrong(&track) {
        sheet.note(format!("{name}: {problem}"));
    }
    if let Some(note) = bare(sheet, columns, &track) {
        sheet.note(note);
    }
    let place = |time: f64| {
        let at = samples.iter().take_while(|sample| sample.t <= time).count();
        rows.get(at.saturating_sub(1)).copied().unwrap_or(1)
    };
    let times: Vec<f64> = samples.iter().map(|sample| sample.t).collect();
    let (obliques, words) = obliques(&track, &times, &sideways, &units, &place);
    words.into_iter().for_each(|note| sheet.note(note));
    let impacts: Vec<TrackImpact> = (0..track.flights.flights.len() - 1).map(|k| track.flights.impact(k)).collect();
    let fastest = impacts.iter().map(|impact| impact.before.value).fold(0.0, f64::max);
    for impact in impacts {
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
    sheet.keep(film(&samples, &track));
    Ok(())
}

/// The samples, the row of each, and what else they show.
type Samples = (Vec<FallSample>, Vec<u64>, Sideways);

fn samples(sheet: &mut Sheet, columns: Columns) -> Result<Samples, Error> {
    let (mut samples, mut rows, mut sideways): Samples = Default::default();
    let mut first: Option<String> = None;
    let dimension = |known, dimension| if known { dimension } else { Number };
    sheet.check_unit(columns.time, dimension(columns.seconds, Time))?;
    sheet.check_unit(columns.position, dimension(columns.metres, Length))?;
    sheet.check_units(columns.turned, Angle)?;
    while sheet.advance()? {
        if let Some(column) = columns.particle {
            let key = sheet.key(column);
            let known = first.get_or_insert_with(|| key.clone());
            if *known != key {
                return Err(several(sheet, (column, columns), (known, &samples)));
            }
        }
        let t = sheet.number(columns.time, dimension(columns.seconds, Time))?;
        let z = sheet.number(columns.position, dimension(columns.metres, Length))?;
        let (Some(t), Some(z)) = (t, z) else {
            sheet.skip();
            continue;
        };
        if samples.last().is_some_and(|before: &FallSample| t <= before.t) {
            let message = format!("`{}` is not later than the row before", sheet.shown(columns.time));
            let help = "write one track a file, in the order of time; or choose rows with  where = { ... }";
            return Err(sheet.refused(columns.time, &message, help));
        }
        if let Some(x) = columns.x {
            let x = sheet.number(x, dimension(columns.metres, Length))?;
            let turned = sheet.finite(columns.turned, Angle)?;
            sideways.x.push(x.unwrap_or(f64::NAN));
            sideways.turned.push(turned.unwrap_or(f64::NAN));
        }
        samples.push(FallSample { t, z });
        rows.push(sheet.row());
        if samples.len() > MOST {
            return Err(Error::wrong(format!("{}: more than {MOST} frames in one track", sheet.place())));
        }
    }
    Ok((samples, rows, sideways))
}

/// Tracks of one table, of which one has to be chosen: how long each is, and how far it goes. `first` was read already.
fn several(sheet: &mut Sheet, (column, columns): (usize, Columns), (first, samples): (&str, &[FallSample])) -> Error {
    let here = sheet.wrong(column, "the table has several tracks");
    let range = samples.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], s| [l.min(s.z), h.max(s.z)]);
    let mut tracks: Vec<(String, usize, [f64; 2])> = vec![(first.to_string(), samples.len(), range)];
    let dimension = if columns.metres { Length } else { Number };
    let mut more = false;
    loop {
        let (key, place) = (sheet.key(column), sheet.number(columns.position, dimension).ok().flatten());
        let at = tracks.iter().position(|(other, ..)| *other == key).unwrap_or(tracks.len());
        if at == tracks.len() {
            match at < MOST_TRACKS {
                true => tracks.push((key, 0, [f64::INFINITY, f64::NEG_INFINITY])),
                false => more = true,
            }
        }
        if let (Some((_, count, [low, high])), Some(place)) = (tracks.get_mut(at), place) {
            (*count, *low, *high) = (*count + 1, low.min(place), high.max(place));
        }
        if !sheet.advance().is_ok_and(|there| there) {
            break;
        }
    }
    let header = sheet.headers.get(column).map_or("", |header| &header.text).to_string();
    let far = |(_, _, [low, high]): &(String, usize, [f64; 2])| high - low;
    let ball = tracks.iter().max_by(|a, b| far(a).total_cmp(&far(b))).map_or(first, |(key, ..)| key);
    let (shown, key) = (cut(ball, 40), quoted_key(&header));
    let help =
        format!("choose one:  where = {{ {key} = \"{shown}\" }}, --where '{}={shown}' for `fit`", cut(&header, 40));
    let line = |track: &(String, usize, [f64; 2])| {
        format!("`{}`: {} rows, over {}", cut(&track.0, 40), track.1, significant(far(track), 3))
    };
    let named = tracks.iter().fold(here, |problem, track| problem.help(line(track)));
    let named = if more { named.help(format!("only the first {MOST_TRACKS} tracks are listed")) } else { named };
    named.help(help).into()
}

/// What a time without a unit is taken for, and what it looks like.
fn bare(sheet: &Sheet, columns: Columns, track: &Track) -> Option<String> {
    let time = sheet.headers.get(columns.time)?;
    if columns.seconds || !(time.words == "t" || time.words.starts_with("time")) {
        return None;
    }
    let mut text = format!("`{}` has no unit and is read as a count of frames", cut(&time.text, 40));
    let position = sheet.headers.get(columns.position)?;
    let g = track.flights.gravity().value;
    let metre =
        [(1.0, "m"), (1e-2, "cm"), (1e-3, "mm")].into_iter().filter(|(_, unit)| !columns.metres || *unit == "m");
    let near = metre.into_iter().find(|(metre, _)| (g * metre / GRAVITY - 1.0).abs() < NEAR_GRAVITY);
    if let Some((_, unit)) = near {
        let mut units = vec![(&time.text, "s")];
        units.extend((!columns.metres).then_some((&position.text, unit)));
        let keys: Vec<String> = units.iter().map(|(text, unit)| format!("{} = \"{unit}\"", quoted_key(text))).collect();
        let options: Vec<String> =
            units.iter().map(|(text, unit)| format!("--units '{}={unit}'", cut(text, 40))).collect();
        let _ = write!(
            text,
            "; the ball falls with {g:.3} per square of it, which is gravity in {unit} and s: if so, say  units = {{ {} }}, {} for \
             `fit`, and speeds are known",
            keys.join(", "),
            options.join(" ")
        );
    }
    Some(text)
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
        cut(header(columns.time), 80)
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
            let places = (1.0 - sigma.log10().floor()).clamp(0.0, 12.0) as usize;
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
    fn new(sheet: &Sheet, columns: Columns, track: &Track) -> Self {
        let mapping = sheet.mapping();
        let second = if columns.seconds { Some(1.0) } else { mapping.frame_rate.map(|rate| 1.0 / rate) };
        let metre = if columns.metres { Some(1.0) } else { mapping.pixel_size };
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
        let time = if columns.seconds { "s" } else { "frame" };
        let position = if columns.metres { "m" } else { "px" };
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
