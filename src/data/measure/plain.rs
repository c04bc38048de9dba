//! Tables whose rows stand each for itself: oblique impacts, contact times, balls that roll, loops, ratios.

use std::f64::consts::FRAC_PI_2;

use super::header::is_one;
use super::heights::{after_impact, did_stick, sticks_column};
use super::sheet::Sheet;
use super::{LoopPoint, Measured, ObliqueImpact, Ratios, Rolled, Timed, Uncertain};
use crate::error::Error;
use crate::units::Dimension::{self, Angle, AngularSpeed, Force, Length, Number, Speed, Time};

/// A column with the one that holds its standard deviation.
#[derive(Debug, Clone, Copy)]
struct Column {
    value: usize,
    sigma: Option<usize>,
    dimension: Dimension,
}

/// Headers of the speed before an impact, and of that after it.
const IMPACT_SPEED: &str = "speed, impact speed, speed before, speed in, velocity, impact velocity, velocity before, velocity in, v in, v before";
const REBOUND_SPEED: &str =
    "rebound speed, speed after, speed out, rebound velocity, velocity after, velocity out, v out, v after";

/// A reader of one kind of row.
type Row<'s> = Box<dyn FnMut(&mut Sheet) -> Result<Option<Measured>, Error> + 's>;

/// Reads the table, if its headers are those of one of these kinds.
pub(super) fn read(sheet: &mut Sheet) -> Option<Result<(), Error>> {
    Some(kind(sheet).transpose()?.and_then(|row| rows(sheet, row)))
}

fn rows(sheet: &mut Sheet, mut row: Row) -> Result<(), Error> {
    while sheet.advance()? {
        match row(sheet)? {
            Some(measured) => sheet.hand_on(measured)?,
            None => sheet.skip(),
        }
    }
    Ok(())
}

fn kind<'s>(sheet: &Sheet) -> Result<Option<Row<'s>>, Error> {
    let has = |words: &str, parts: &[&str]| parts.iter().all(|part| words.contains(part));
    let column = |dimension, wanted: &dyn Fn(&str) -> bool| column(sheet, dimension, wanted);
    let angle = column(Angle, &|w| w.contains("angle") && !w.contains("rebound"))?;
    let e_t = column(Number, &|w| has(w, &["tangential", "restitution"]))?;
    let before = |w: &str| ["impact spin", "spin before", "initial spin"].contains(&w);
    let spin = column(AngularSpeed, &|w| !before(w) && (w.contains("spin") || has(w, &["angular", "speed"])))?;
    let spun = column(AngularSpeed, &before)?;
    let back = column(Angle, &|w| has(w, &["rebound", "angle"]))?;
    let speed = column(Speed, &|w| is_one(w, IMPACT_SPEED))?;
    if let Some(angle) = angle.filter(|_| e_t.is_some() || spin.is_some() || back.is_some()) {
        return Ok(Some(Box::new(move |sheet| oblique(sheet, angle, speed, [e_t, spin, back, spun]))));
    }
    let distance = column(Length, &|w| ["rolling distance", "stopping distance", "distance to rest"].contains(&w))?;
    let rest = column(Time, &|w| ["rolling time", "stopping time", "time to rest"].contains(&w))?;
    if distance.is_some() || rest.is_some() {
        let start = column(Speed, &|w| ["rolling speed", "initial speed", "speed", "velocity"].contains(&w))?;
        let Some(start) = start else {
            return Err(Error::wrong(format!("{}: there is no column `rolling speed (m/s)`", sheet.place())));
        };
        return Ok(Some(Box::new(move |sheet| rolled(sheet, start, [distance, rest]))));
    }
    let duration =
        column(Time, &|w| w == "duration" || has(w, &["contact", "time"]) || has(w, &["contact", "duration"]))?;
    if let (Some(speed), Some(duration)) = (speed, duration) {
        return Ok(Some(Box::new(move |sheet| timed(sheet, speed, duration))));
    }
    let overlap = column(Length, &|w| w == "overlap" || w == "indentation" || w == "approach")?;
    let force = column(Force, &|w| w == "force" || w == "normal force")?;
    if let (Some(overlap), Some(force)) = (overlap, force) {
        let name = sheet.column(|words| words == "loop" || words == "run");
        return Ok(Some(Box::new(move |sheet| point(sheet, overlap, force, name))));
    }
    let e = column(Number, &|w| w == "restitution" || w == "coefficient of restitution")?;
    let h = column(Number, &|w| w == "height ratio")?;
    let v = match column(Number, &|w| w == "velocity ratio" || w == "speed ratio")? {
        None if speed.is_some() => column(Speed, &|w| is_one(w, REBOUND_SPEED))?,
        stated => stated,
    };
    if e.is_some() || h.is_some() || v.is_some() {
        let sticks = sticks_column(sheet);
        return Ok(Some(Box::new(move |sheet| ratio(sheet, speed, sticks, [e, h, v]))));
    }
    Ok(None)
}

/// A column by its words, its unit checked, and beside it `X sigma`, of its words or of others for the same.
fn column(sheet: &Sheet, dimension: Dimension, wanted: &dyn Fn(&str) -> bool) -> Result<Option<Column>, Error> {
    let Some(value) = sheet.column(|words| !words.contains("sigma") && wanted(words)) else { return Ok(None) };
    let of = |words: &str| words.strip_suffix(" sigma").map(str::to_string);
    let own = sheet.column(|words| of(words).is_some_and(|words| words == sheet.headers[value].words));
    let sigma = own.or_else(|| sheet.column(|words| of(words).is_some_and(|words| wanted(&words))));
    sheet.check_units([Some(value), sigma].into_iter().flatten(), dimension)?;
    Ok(Some(Column { value, sigma, dimension }))
}

/// The reading of a column in the present row; `None` for a gap.
fn reading(sheet: &mut Sheet, column: Column) -> Result<Option<Uncertain>, Error> {
    let sigma = sheet.optional(column.sigma, column.dimension)?;
    Ok(sheet.number(column.value, column.dimension)?.map(|value| Uncertain { value, sigma }))
}

fn maybe(sheet: &mut Sheet, column: Option<Column>) -> Result<Option<Uncertain>, Error> {
    column.map_or(Ok(None), |column| reading(sheet, column))
}

/// A reading above zero.
fn positive(sheet: &mut Sheet, column: Column) -> Result<Option<Uncertain>, Error> {
    sheet.positive(column.value, column.dimension)?;
    reading(sheet, column)
}

fn oblique(
    sheet: &mut Sheet,
    angle: Column,
    speed: Option<Column>,
    [e_t, spin, back, spun]: [Option<Column>; 4],
) -> Result<Option<Measured>, Error> {
    let row = sheet.row();
    let at = reading(sheet, angle)?;
    if at.is_some_and(|at| !(0.0..FRAC_PI_2).contains(&at.value)) {
        let message =
            format!("`{}` is not an angle from the normal, at least 0 and below 90 deg", sheet.shown(angle.value));
        return Err(sheet.wrong(angle.value, &message).into());
    }
    let speed = speed.map_or(Ok(None), |speed| positive(sheet, speed))?.map(|speed| speed.value);
    let tangential_restitution = maybe(sheet, e_t)?;
    if let (Some(column), Some(value)) = (e_t, tangential_restitution)
        && value.value.abs() > 1.0
    {
        let message = format!("a tangential restitution of `{}` is beyond 1", sheet.shown(column.value));
        return Err(sheet.refused(column.value, &message, "it is v_t after over v_t before, of the centre"));
    }
    let (rebound_spin, rebound_angle, spin) = (maybe(sheet, spin)?, maybe(sheet, back)?, maybe(sheet, spun)?);
    let Some(angle) = at else { return Ok(None) };
    if tangential_restitution.is_none() && rebound_spin.is_none() && rebound_angle.is_none() {
        return Ok(None);
    }
    Ok(Some(Measured::Oblique(ObliqueImpact {
        row,
        angle,
        speed,
        spin,
        tangential_restitution,
        rebound_spin,
        rebound_angle,
    })))
}

fn timed(sheet: &mut Sheet, speed: Column, duration: Column) -> Result<Option<Measured>, Error> {
    let row = sheet.row();
    let (Some(speed), Some(duration)) = (positive(sheet, speed)?, positive(sheet, duration)?) else { return Ok(None) };
    Ok(Some(Measured::Timed(Timed { row, speed, duration })))
}

fn rolled(sheet: &mut Sheet, speed: Column, [distance, time]: [Option<Column>; 2]) -> Result<Option<Measured>, Error> {
    let row = sheet.row();
    let speed = positive(sheet, speed)?;
    let mut way = |column: Option<Column>| column.map_or(Ok(None), |column| positive(sheet, column));
    let (distance, time) = (way(distance)?, way(time)?);
    let Some(speed) = speed.filter(|_| distance.is_some() || time.is_some()) else { return Ok(None) };
    Ok(Some(Measured::Rolled(Rolled { row, speed, distance, time })))
}

fn point(sheet: &mut Sheet, overlap: Column, force: Column, name: Option<usize>) -> Result<Option<Measured>, Error> {
    let row = sheet.row();
    let name = name.map_or_else(|| "1".to_string(), |name| sheet.key(name));
    let (Some(overlap), Some(force)) = (reading(sheet, overlap)?, reading(sheet, force)?) else { return Ok(None) };
    Ok(Some(Measured::LoopPoint(LoopPoint { row, name, overlap, force })))
}

fn ratio(
    sheet: &mut Sheet,
    speed: Option<Column>,
    sticks: Option<usize>,
    columns: [Option<Column>; 3],
) -> Result<Option<Measured>, Error> {
    let row = sheet.row();
    let speed = speed.map_or(Ok(None), |speed| positive(sheet, speed))?;
    let stuck = did_stick(sheet, sticks)?;
    let mut found = [None; 3];
    for (found, column) in found.iter_mut().zip(columns) {
        let Some(column) = column else { continue };
        let after = match after_impact(sheet, column.value, column.dimension, stuck)? {
            Some(0.0) => Some(Uncertain { value: 0.0, sigma: None }),
            _ => reading(sheet, column)?,
        };
        let of_speeds = column.dimension == Speed;
        *found = match after {
            Some(after) if of_speeds && after.value != 0.0 => speed.map(|before| over(after, before)),
            other => other,
        };
        let Some(Uncertain { value, sigma }) = found.filter(|found| found.value >= 1.0) else { continue };
        let limit = if of_speeds { "the impact speed" } else { "1" };
        let message = format!("`{}` is not below {limit}", sheet.shown(column.value));
        if !sheet.noisy(value - 1.0, sigma.unwrap_or(0.0), &message) {
            let help = match value > 2.0 {
                _ if of_speeds => "are the columns exchanged, or in different units?".to_string(),
                true => "if it is in per cent: write fractions of 1".to_string(),
                false => {
                    format!("if it is noise: give its error in a column `{} sigma`", sheet.headers[column.value].text)
                }
            };
            sheet.misread(column.value, &(message + ": a bounce cannot gain energy"), &help)?;
            return Ok(None);
        }
    }
    let [restitution, height_ratio, velocity_ratio] = found;
    if restitution.is_none() && height_ratio.is_none() && velocity_ratio.is_none() {
        return Ok(None);
    }
    Ok(Some(Measured::Ratio(Ratios { row, speed, relative_speed: None, restitution, height_ratio, velocity_ratio })))
}

/// The ratio of two speeds that were read one by one: the relative errors add in squares.
fn over(after: Uncertain, before: Uncertain) -> Uncertain {
    let value = after.value / before.value;
    let sigma = (after.sigma.is_some() || before.sigma.is_some())
        .then(|| (after.sigma.unwrap_or(0.0) / before.value).hypot(value * before.sigma.unwrap_or(0.0) / before.value));
    Uncertain { value, sigma }
}
