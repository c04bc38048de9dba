//! Heights of drops and rebounds, a row each. Several columns of rebounds in one row are drops that were repeated, or successive rebounds of
//! one drop: the headers say, or the case does.

use super::header::{Header, REPEATED, is_one, is_rebound};
use super::mapping::Wide;
use super::sheet::Sheet;
use super::{Drop, Measured, Uncertain};
use crate::error::{Diagnostic, Error, cut};
use crate::units::Dimension::{self, Length, Speed};

/// Words of bounces that follow one another.
const SUCCESSIVE: &str = "first, second, third, fourth, fifth, sixth, 1st, 2nd, 3rd, 4th, 5th, 6th";

/// The column of release speeds.
pub(super) fn release(sheet: &Sheet) -> Result<Option<usize>, Error> {
    let column = sheet.column(|words| words.contains("release") && words.contains("speed"));
    sheet.check_units(column, Speed).map(|()| column)
}

pub(super) fn read(sheet: &mut Sheet, drop: usize, rebounds: &[usize]) -> Result<(), Error> {
    let sigmas = sheet.columns(|words| words.contains("rebound") && words.contains("sigma"));
    let drop_sigma = sheet.column(|words| words.contains("drop") && words.contains("sigma"));
    sheet.check_units([drop].iter().chain(rebounds).chain(&sigmas).chain(&drop_sigma).copied(), Length)?;
    let release = release(sheet)?;
    let repeats = rebounds.len() > 1 && meaning(sheet, rebounds)? == Wide::Repeats;
    // One sigma stands for all the rebounds of a row.
    let sigma_of = |k: usize| sigmas.get(k).or(sigmas.last().filter(|_| sigmas.len() == 1)).copied();
    let sticks = sticks_column(sheet);
    let (mut first, mut differ) = (None, false);
    while sheet.advance()? {
        let row = sheet.row();
        let mut readings: Vec<Uncertain> = Vec::new();
        let from = sheet.positive(drop, Length)?;
        let given_sigma = sheet.optional(drop_sigma, Length)?;
        let release_speed = sheet.finite(release, Speed)?;
        let stuck = did_stick(sheet, sticks)?;
        for (k, &column) in rebounds.iter().enumerate() {
            let value = after_impact(sheet, column, Length, stuck)?;
            let over = !repeats && readings.last().is_some_and(|reading| reading.value == 0.0);
            if over && value.is_none_or(|value| value == 0.0) {
                continue;
            }
            let sigma = if value == Some(0.0) { None } else { sheet.optional(sigma_of(k), Length)? };
            let (Some(value), true, Some(from)) = (value, repeats || readings.len() == k, from) else {
                sheet.skip();
                continue;
            };
            let whence = readings.last().filter(|_| !repeats).map(|reading| reading.value);
            let before = whence.unwrap_or(from);
            let noise = libm::hypot(sigma.unwrap_or(0.0), given_sigma.filter(|_| whence.is_none()).unwrap_or(0.0));
            let gained = value >= before && release_speed.is_none_or(|speed| speed == 0.0 || whence.is_some());
            if gained && !sheet.noisy(value - before, noise, "the rebound is not below what it fell from") {
                let whence = if whence.is_none() { "a drop of" } else { "a rebound to" };
                let (shown, high) = (sheet.shown(column), if value > before { "higher than" } else { "as high as" });
                let message = format!(
                    "a rebound to {value} m from {whence} {before} m: `{shown}` is {high} it fell from, and a bounce cannot gain height"
                );
                sheet.misread(column, &message, "are the columns exchanged, or in different units?")?;
                readings.clear();
                break;
            }
            readings.push(Uncertain { value, sigma });
        }
        let Some(drop) = from else { continue };
        for of in readings.chunks(if repeats { 1 } else { readings.len().max(1) }) {
            let [Uncertain { value: rebound, sigma: rebound_sigma }, ref further @ ..] = *of else { continue };
            differ |= *first.get_or_insert((drop, rebound)) != (drop, rebound);
            let (drop_sigma, further) = (given_sigma, further.to_vec());
            let measured = Drop { row, drop, drop_sigma, rebound, rebound_sigma, further, release_speed };
            sheet.hand_on(Measured::Drop(measured))?;
        }
    }
    match sheet.tally.measured {
        1 if rebounds.len() == 1 => Err(Error::wrong(format!(
            "{}: one drop is not enough to estimate the scatter: at least two are needed",
            sheet.name()
        ))),
        count if !differ && count > 2 => {
            if first.is_some_and(|(drop, rebound)| ![drop, rebound].into_iter().all(is_reading)) {
                let message =
                    "heights with more digits than a ruler or a film has: copied values or a mean, not measurements";
                return Err(Error::wrong(format!("{}: all {count} drops are equal, {message}", sheet.name())));
            }
            sheet.note(format!(
                "all {count} drops have equal readings: they scatter by less than the step of the readings, and the uncertainty \
                 is that of `height_sigma`"
            ));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The finest step of a height that is read, m: an eighth of a micrometre, of which millimetres and parts of an inch are
/// multiples.
const STEP: f64 = 1.25e-7;

/// Whether a height may have been read: it has no more digits than that.
fn is_reading(height: f64) -> bool {
    let steps = height / STEP;
    (steps - steps.round()).abs() < 1e-3
}

/// Columns that are headed as repeated measurements, beside a drop height: `trial 1`, `trial 2`.
pub(super) fn trials(sheet: &Sheet) -> Vec<usize> {
    sheet.columns(|words| {
        words.rsplit_once(' ').is_some_and(|(word, number)| is_one(word, REPEATED) && number.parse::<u16>().is_ok())
    })
}

/// What these columns are.
///
/// # Errors
/// Where neither the headers nor the case say so.
fn meaning(sheet: &mut Sheet, columns: &[usize]) -> Result<Wide, Error> {
    let headers: Vec<Header> = columns.iter().filter_map(|&at| sheet.headers.get(at).cloned()).collect();
    let any = |known| headers.iter().all(|h| h.words.split(' ').any(|word| is_one(word, known)));
    let numbered = |h: &Header| (1..=9).any(|k| format!("{} ", h.words).contains(&format!("bounce {k} ")));
    let names: Vec<String> = headers.iter().map(|header| format!("`{}`", cut(&header.text, 40))).collect();
    let by_headers = match (any(REPEATED), any(SUCCESSIVE) || headers.iter().all(numbered)) {
        _ if headers.iter().all(|header| header.mapped) => Some(Wide::Bounces),
        (true, false) => Some(Wide::Repeats),
        (false, true) => Some(Wide::Bounces),
        _ => None,
    };
    let (shown, more) = (names.iter().take(3).cloned().collect::<Vec<_>>().join(", "), names.len().saturating_sub(3));
    let shown = if more > 0 { format!("{shown} and {more} more") } else { shown };
    let Some(wide) = sheet.mapping().wide.or(by_headers) else {
        let first = headers.first().map_or(String::new(), |header| cut(&header.text, 40));
        let message = format!(
            "{}: {shown} are columns of rebounds, and the headers do not say whether they are repeated drops, \
             successive bounces or several balls",
            sheet.place()
        );
        let balls = format!(
            "a ball each:               columns = {{ rebound = \"{first}\" }}, --wide balls for `fit` (a case each)"
        );
        let balls = headers.iter().all(|header| is_rebound(&header.words)).then_some(balls);
        let problem = Diagnostic::new(message)
            .help("drops from one height:     wide = \"repeats\", --wide repeats for `fit`")
            .help("rebounds of one drop:      wide = \"bounces\", --wide bounces for `fit`");
        return Err(balls.into_iter().fold(problem, Diagnostic::help).into());
    };
    sheet.note(match wide {
        Wide::Repeats => format!("{shown} are read as repeated drops from the height of their row"),
        Wide::Bounces => format!("{shown} are read as successive rebounds of one drop"),
    });
    Ok(wide)
}

/// The column that says which balls did not come back.
pub(super) fn sticks_column(sheet: &Sheet) -> Option<usize> {
    sheet.column(|words| words == "sticks" || words == "stuck")
}

/// Whether that column says so of the present row.
pub(super) fn did_stick(sheet: &mut Sheet, column: Option<usize>) -> Result<bool, Error> {
    let Some(column) = column else { return Ok(false) };
    match sheet.key(column).to_lowercase().as_str() {
        "yes" | "true" | "1" | "sticks" | "stuck" => Ok(true),
        "no" | "false" | "0" | "" => Ok(false),
        _ => {
            let message = format!("`{}` is neither yes nor no", sheet.shown(column));
            Err(sheet.refused(column, &message, "write yes where the ball did not come back, no where it did"))
        }
    }
}

/// What was read after an impact, above zero; 0 of a ball that did not come back: `sticks`, a zero, or what another column says.
pub(super) fn after_impact(
    sheet: &mut Sheet,
    column: usize,
    dimension: Dimension,
    stuck: bool,
) -> Result<Option<f64>, Error> {
    let word = sheet.key(column).to_lowercase();
    let zero = word == "sticks" || word == "stuck";
    let found = if zero { Some(0.0) } else { sheet.number(column, dimension)? };
    match found {
        Some(value) if stuck && value != 0.0 => {
            let message = format!("`{}`, and another column has that the ball did not come back", sheet.shown(column));
            Err(sheet.refused(column, &message, "leave this cell empty, or write no in the other column"))
        }
        None if stuck => Ok(Some(0.0)),
        Some(value) if value != 0.0 => sheet.positive(column, dimension),
        other => Ok(other),
    }
}
