//! Tables whose rows stand each for itself: oblique impacts, contact times, balls that roll, loops, ratios.

use std::f64::consts::FRAC_PI_2;

use super::header::is_one;
use super::heights::{after_impact, did_stick, sticks_column};
use super::sheet::Sheet;
use super::{LoopPoint, Measured, ObliqueImpact, Ratios, Rolled, Timed, Uncertain};
use crate::error::{Error, cut};
use crate::units::Dimension::{self, Angle, AngularSpeed, Force, Length, Number, Speed, Time};

/// A column with the one that holds its standard deviation.
#[derive(Debug, Clone, Copy)]
struct Column {
    value: usize,
    sigma: Option<usize>,
    dimension: Dimension,
}

/// Headers of the speed before an impact, and of that after it.
const IMPACT_SPEED: &str = "speed, impact speed, speed before, speed in, velocity, impact velocity, velocity before, velocity in, v in, v before, \
                            incident speed, speed of incidence";
const REBOUND_SPEED: &str = "rebound speed, speed after, speed out, rebound velocity, velocity after, velocity out, v out, v after, speed of rebound";

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
    let angle = column(Angle, &|w| w.contains("angle") && !w.contains("rebound"));
    let e_t = column(Number, &|w| has(w, &["tangential", "restitution"]));
    let before = |w: &str| ["impact spin", "spin before", "initial spin"].contains(&w);
    let spin = column(AngularSpeed, &|w| !before(w) && (w.contains("spin") || has(w, &["angular", "speed"])));
    let spun = column(AngularSpeed, &before);
    let back = column(Angle, &|w| has(w, &["rebound", "angle"]));
    let speed = column(Speed, &|w| is_one(w, IMPACT_SPEED));
    let after = column(Speed, &|w| is_one(w, REBOUND_SPEED));
    if let (Some(speed), Some(after), Some(angle), Some(back)) = (speed, after, angle, back) {
        check(sheet, &[Some(speed), Some(after), Some(angle), Some(back)])?;
        return Ok(Some(Box::new(move |sheet| speeds_and_angles(sheet, [speed, after], [angle, back]))));
    }
    if let Some(components) = components(sheet) {
        components.iter().try_for_each(|of| check(sheet, &[Some(of.before), Some(of.after)]))?;
        let mut normal = None;
        return Ok(Some(Box::new(move |sheet| by_component(sheet, &components, &mut normal))));
    }
    if let Some(bodies) = two_bodies(sheet) {
        check(sheet, &bodies.map(Some))?;
        return Ok(Some(Box::new(move |sheet| collision(sheet, bodies))));
    }
    if let Some(angle) = angle.filter(|_| e_t.is_some() || spin.is_some() || back.is_some()) {
        check(sheet, &[Some(angle), speed, e_t, spin, back, spun])?;
        return Ok(Some(Box::new(move |sheet| oblique(sheet, angle, speed, [e_t, spin, back, spun]))));
    }
    let distance = column(Length, &|w| ["rolling distance", "stopping distance", "distance to rest"].contains(&w));
    let rest = column(Time, &|w| ["rolling time", "stopping time", "time to rest"].contains(&w));
    if distance.is_some() || rest.is_some() {
        let start = column(Speed, &|w| ["rolling speed", "initial speed", "speed", "velocity"].contains(&w));
        let Some(start) = start else {
            return Err(Error::wrong(format!("{}: there is no column `rolling speed (m/s)`", sheet.place())));
        };
        check(sheet, &[Some(start), distance, rest])?;
        return Ok(Some(Box::new(move |sheet| rolled(sheet, start, [distance, rest]))));
    }
    let duration =
        column(Time, &|w| w == "duration" || has(w, &["contact", "time"]) || has(w, &["contact", "duration"]));
    if let (Some(speed), Some(duration)) = (speed, duration) {
        check(sheet, &[Some(speed), Some(duration)])?;
        return Ok(Some(Box::new(move |sheet| timed(sheet, speed, duration))));
    }
    let overlap = column(Length, &|w| w == "overlap" || w == "indentation" || w == "approach");
    let force = column(Force, &|w| w == "force" || w == "normal force");
    if let (Some(overlap), Some(force)) = (overlap, force) {
        check(sheet, &[Some(overlap), Some(force)])?;
        let name = sheet.column(|words| words == "loop" || words == "run");
        return Ok(Some(Box::new(move |sheet| point(sheet, overlap, force, name))));
    }
    let e = column(Number, &|w| w == "restitution" || w == "coefficient of restitution");
    let h = column(Number, &|w| w == "height ratio");
    let v = match column(Number, &|w| w == "velocity ratio" || w == "speed ratio") {
        None if speed.is_some() => after,
        stated => stated,
    };
    if e.is_some() || h.is_some() || v.is_some() {
        check(sheet, &[speed, e, h, v])?;
        let sticks = sticks_column(sheet);
        return Ok(Some(Box::new(move |sheet| ratio(sheet, speed, sticks, [e, h, v]))));
    }
    Ok(None)
}

/// A column by its words, and beside it `X sigma`, of its words or of others for the same.
fn column(sheet: &Sheet, dimension: Dimension, wanted: &dyn Fn(&str) -> bool) -> Option<Column> {
    let value = sheet.column(|words| !words.contains("sigma") && wanted(words))?;
    let of = |words: &str| words.strip_suffix(" sigma").map(str::to_string);
    let own = sheet.column(|words| of(words).is_some_and(|words| words == sheet.headers[value].words));
    let sigma = own.or_else(|| sheet.column(|words| of(words).is_some_and(|words| wanted(&words))));
    Some(Column { value, sigma, dimension })
}

/// Refuses a column that is read and has another unit, or none.
fn check(sheet: &Sheet, columns: &[Option<Column>]) -> Result<(), Error> {
    columns.iter().flatten().try_for_each(|Column { value, sigma, dimension }| {
        sheet.check_units([Some(*value), *sigma].into_iter().flatten(), *dimension)
    })
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
    if let ([None, None, Some(after)], Some(before)) = (columns, speed)
        && after.dimension == Speed
        && let Some(velocities) = velocities(sheet, [before, after])?
    {
        return of_velocities(sheet, after.value, velocities);
    }
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
        if let Some(found) = *found
            && gains(sheet, column.value, found, of_speeds)?
        {
            return Ok(None);
        }
    }
    let [restitution, height_ratio, velocity_ratio] = found;
    if restitution.is_none() && height_ratio.is_none() && velocity_ratio.is_none() {
        return Ok(None);
    }
    Ok(Some(Measured::Ratio(Ratios { row, speed, relative_speed: None, restitution, height_ratio, velocity_ratio })))
}

/// Whether a ratio is beyond 1, and so beyond its noise that the row is left out.
///
/// # Errors
/// Where the case does not leave it out.
fn gains(sheet: &mut Sheet, column: usize, found: Uncertain, of_speeds: bool) -> Result<bool, Error> {
    let Uncertain { value, sigma } = found;
    let limit = if of_speeds { "the impact speed" } else { "1" };
    let message = format!("`{}` is not below {limit}", sheet.shown(column));
    if value < 1.0 || sheet.noisy(value - 1.0, sigma.unwrap_or(0.0), &message) {
        return Ok(false);
    }
    let help = match value > 2.0 {
        _ if of_speeds => "are the columns exchanged, or in different units?".to_string(),
        true => "if it is in per cent: write fractions of 1".to_string(),
        false => format!("if it is noise: give its error in a column `{} sigma`", sheet.headers[column].text),
    };
    sheet.misread(column, &(message + ": a bounce cannot gain energy"), &help)?;
    Ok(true)
}

/// Two velocities along one line, which have opposite signs, as speeds; `None` where the first one is not negative, or one is missing.
fn velocities(sheet: &mut Sheet, [before, after]: [Column; 2]) -> Result<Option<[Uncertain; 2]>, Error> {
    let negative = sheet.number(before.value, Speed)?.is_some_and(|before| before < 0.0);
    let back = || "sticks, stuck, 0".split(", ").map(str::to_string).collect::<Vec<_>>();
    if !negative || back().contains(&sheet.text(after.value).to_lowercase()) {
        return Ok(None);
    }
    let (Some(before), Some(back)) = (reading(sheet, before)?, reading(sheet, after)?) else { return Ok(None) };
    if back.value < 0.0 {
        let message = format!(
            "`{}` has the sign of the velocity before the impact: the ball does not come back",
            sheet.shown(after.value)
        );
        return Err(sheet.refused(
            after.value,
            &message,
            "write speeds without signs, or velocities with the sign of their direction",
        ));
    }
    Ok(Some([Uncertain { value: -before.value, ..before }, back]))
}

/// The restitution of a speed before and one after an impact, under the column of the second one.
fn of_velocities(sheet: &mut Sheet, column: usize, [before, after]: [Uncertain; 2]) -> Result<Option<Measured>, Error> {
    let (row, ratio) = (sheet.row(), over(after, before));
    if gains(sheet, column, ratio, true)? {
        return Ok(None);
    }
    let (restitution, height_ratio, velocity_ratio) = (None, None, Some(ratio));
    let ratio = Ratios { row, speed: Some(before), relative_speed: None, restitution, height_ratio, velocity_ratio };
    Ok(Some(Measured::Ratio(ratio)))
}

/// Speeds with their angles from the normal: the restitution is that of the components along it.
fn speeds_and_angles(
    sheet: &mut Sheet,
    [speed, after]: [Column; 2],
    [angle, back]: [Column; 2],
) -> Result<Option<Measured>, Error> {
    let mut normal = |speed: Column, angle: Column| -> Result<Option<Uncertain>, Error> {
        let (speed, at) = (positive(sheet, speed)?, reading(sheet, angle)?);
        if at.is_some_and(|at| !(0.0..FRAC_PI_2).contains(&at.value.abs())) {
            let message = format!("`{}` is not an angle from the normal, below 90 deg", sheet.shown(angle.value));
            return Err(sheet.wrong(angle.value, &message).into());
        }
        Ok(speed.zip(at).map(|(speed, at)| {
            let (sin, cos) = libm::sincos(at.value);
            let sigma = (speed.sigma.is_some() || at.sigma.is_some())
                .then(|| libm::hypot(cos * speed.sigma.unwrap_or(0.0), speed.value * sin * at.sigma.unwrap_or(0.0)));
            Uncertain { value: speed.value * cos, sigma }
        }))
    };
    let (Some(v), Some(w)) = (normal(speed, angle)?, normal(after, back)?) else { return Ok(None) };
    if sheet.row() == 1 {
        sheet.note("speeds and angles from the normal are read as the restitution of the speeds along it".to_string());
    }
    of_velocities(sheet, after.value, [v, w])
}

/// Velocities before and after an impact, along one direction.
struct Component {
    name: String,
    before: Column,
    after: Column,
}

/// `vx_in`, `vy_in`, `vx_out`, `vy_out` and the like: two directions at least, each before and after.
fn components(sheet: &Sheet) -> Option<Vec<Component>> {
    const DIRECTIONS: &str = "x, y, z, n, t, normal, tangential, horizontal, vertical";
    let parsed = |words: &str| {
        let spread = ["vx", "vy", "vz", "vn", "vt"].iter().find(|v| words.split(' ').any(|word| word == **v));
        let words = spread.map_or(words.to_string(), |v| words.replace(v, &format!("v {}", &v[1..])));
        let (mut direction, mut after, mut speed) = (None, None, false);
        for word in words.split(' ') {
            match word {
                "v" | "velocity" | "speed" | "component" => speed = true,
                "in" | "before" | "impact" | "incident" | "initial" => after = Some(false),
                "out" | "after" | "rebound" | "final" => after = Some(true),
                word if is_one(word, DIRECTIONS) => direction = Some(word.to_string()),
                _ => return None,
            }
        }
        direction.zip(after).filter(|_| speed)
    };
    let mut found: Vec<Component> = Vec::new();
    for header in &sheet.headers {
        let Some((name, false)) = parsed(&header.words) else { continue };
        let of = |when: bool| {
            column(sheet, Speed, &|words| parsed(words).is_some_and(|(other, after)| other == name && after == when))
        };
        let (Some(before), Some(after)) = (of(false), of(true)) else { continue };
        found.push(Component { name: name.clone(), before, after });
    }
    (found.len() > 1).then_some(found)
}

/// The impact of velocities by component: the normal is the one direction whose velocity changes its sign, in every row.
fn by_component(
    sheet: &mut Sheet,
    components: &[Component],
    normal: &mut Option<usize>,
) -> Result<Option<Measured>, Error> {
    let mut all = Vec::new();
    for Component { before, after, .. } in components {
        all.push(reading(sheet, *before)?.zip(reading(sheet, *after)?));
    }
    let turns = |pair: &Option<(Uncertain, Uncertain)>| pair.is_some_and(|(v, w)| v.value * w.value < 0.0);
    let by_name = components.iter().position(|component| is_one(&component.name, "n, normal"));
    let at = match (*normal, by_name) {
        (Some(at), _) | (None, Some(at)) => at,
        (None, None) if all.iter().any(Option::is_none) => return Ok(None),
        (None, None) => {
            let turned: Vec<usize> = (0..all.len()).filter(|at| turns(&all[*at])).collect();
            let [at] = turned[..] else {
                let Component { before, after, .. } = &components[0];
                let [v, w] = [before, after].map(|column| cut(&sheet.headers[column.value].text, 40));
                let message = format!(
                    "{} of {} velocities change their sign: which is along the normal?",
                    turned.len(),
                    all.len()
                );
                let help = format!("say it, for example  --columns 'speed={v}' --columns 'rebound_speed={w}'");
                return Err(sheet.refused(before.value, &message, &help));
            };
            let name = components[at].name.clone();
            sheet.note(format!("the normal is along {name}: of the velocities that one changes its sign"));
            at
        }
    };
    *normal = Some(at);
    let (Some((v, w)), column) = (all[at], components[at].after.value) else { return Ok(None) };
    if v.value * w.value >= 0.0 {
        let message = format!("`{}`: the velocity along the normal does not change its sign", sheet.shown(column));
        sheet.misread(column, &message, "write velocities with the sign of their direction")?;
        return Ok(None);
    }
    let speed = |of: Uncertain| Uncertain { value: of.value.abs(), ..of };
    of_velocities(sheet, column, [speed(v), speed(w)])
}

/// Velocities of two bodies along one line, before and after: `u1`, `u2`, `v1`, `v2`, or `v1 before`, `v2 before`, `v1 after`, `v2 after`.
fn two_bodies(sheet: &Sheet) -> Option<[Column; 4]> {
    const NAMES: [[&str; 4]; 5] = [
        ["u1", "u2", "v1", "v2"],
        ["v1 before", "v2 before", "v1 after", "v2 after"],
        ["v1 initial", "v2 initial", "v1 final", "v2 final"],
        ["v1i", "v2i", "v1f", "v2f"],
        ["v1 in", "v2 in", "v1 out", "v2 out"],
    ];
    NAMES.into_iter().find_map(|names| {
        let of = |name: &str| {
            column(sheet, Speed, &|words| words.replace("v 1", "v1").replace("v 2", "v2").replace("u ", "u") == name)
        };
        let found: Option<Vec<Column>> = names.into_iter().map(of).collect();
        found?.try_into().ok()
    })
}

/// The restitution of two bodies: the speed at which they part over that at which they approach.
fn collision(sheet: &mut Sheet, columns: [Column; 4]) -> Result<Option<Measured>, Error> {
    let mut read = Vec::new();
    for column in columns {
        read.extend(reading(sheet, column)?);
    }
    let [u1, u2, v1, v2] = read[..] else { return Ok(None) };
    let between = |a: Uncertain, b: Uncertain| Uncertain {
        value: a.value - b.value,
        sigma: (a.sigma.is_some() || b.sigma.is_some())
            .then(|| libm::hypot(a.sigma.unwrap_or(0.0), b.sigma.unwrap_or(0.0))),
    };
    let (approach, parting) = (between(u1, u2), between(v2, v1));
    let sign = approach.value.signum();
    if approach.value == 0.0 || sign * parting.value < 0.0 {
        let (message, help) = match approach.value == 0.0 {
            true => (
                "the bodies have one velocity before: they do not meet",
                "write velocities along one axis, with their signs",
            ),
            false => (
                "the bodies pass through each other",
                "write velocities along one axis, with their signs, of body 1 and of body 2",
            ),
        };
        sheet.misread(columns[3].value, message, help)?;
        return Ok(None);
    }
    if sheet.row() == 1 {
        sheet.note("velocities of two bodies: speeds are those between them".to_string());
    }
    let along = |of: Uncertain| Uncertain { value: sign * of.value, ..of };
    of_velocities(sheet, columns[3].value, [along(approach), along(parting)])
}

/// The ratio of two speeds that were read one by one: the relative errors add in squares.
fn over(after: Uncertain, before: Uncertain) -> Uncertain {
    let value = after.value / before.value;
    let sigma = (after.sigma.is_some() || before.sigma.is_some()).then(|| {
        libm::hypot(after.sigma.unwrap_or(0.0) / before.value, value * before.sigma.unwrap_or(0.0) / before.value)
    });
    Uncertain { value, sigma }
}
