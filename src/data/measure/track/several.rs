//! A table of several tracks, of which one has to be chosen.

use super::super::sheet::Sheet;
use super::flight::FallSample;
use super::{Columns, quoted_key};
use crate::error::{Error, cut};
use crate::number::significant;
use crate::units::Dimension::{Length, Number};

/// Tracks of one table that are named.
const MOST_TRACKS: usize = 8;

/// Tracks of one table, of which one has to be chosen: how long each is, and how far it goes. `first` was read already.
pub(super) fn several(
    sheet: &mut Sheet,
    (column, columns): (usize, Columns),
    (first, samples): (&str, &[FallSample]),
) -> Error {
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
