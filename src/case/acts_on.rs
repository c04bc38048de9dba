//! What the keys of an experiment act on: one without anything to act on in its table would do nothing, and is refused.

use super::drop_groups::HEIGHT_SET;
use super::experiment_keys::{
    CLOCK, CONTACT_DURATION, DROP_HEIGHT, HEIGHT_OFFSET, HEIGHT_SIGMA, REBOUND_OFFSET, REBOUND_SIGMA, SCALE, THROWN,
    TIME_SIGMA,
};
use super::mapping::{FRAME_RATE, PIXEL_SIZE, WIDE};
use super::reader::{Reader, Table};
use crate::data::measure::Measurements;
use crate::keys::Key;

/// A key, what it acts on, whether a table has that, and what may be meant instead.
struct ActsOn {
    key: Key,
    what: &'static str,
    has: fn(&Read) -> bool,
    instead: &'static str,
}

/// A table, and the heights that its case gives in its place.
struct Read<'a> {
    table: &'a Measurements,
    drop_height: bool,
    rebound_sigma: bool,
}

const fn of(key: Key, what: &'static str, has: fn(&Read) -> bool) -> ActsOn {
    ActsOn { key, what, has, instead: "" }
}

const TIMES: &str = "times between bounces";
const HEIGHTS: &str = "drop heights";
const REBOUNDS: &str = "a column of rebound heights";
const TRACK: &str = "a track: a table of frames or times and positions";

/// The keys that do not act on every table of their kind.
const ACT_ON: [ActsOn; 14] = [
    of(THROWN, "drop heights without a release speed of their own", |read| read.drops_from_rest()),
    of(DROP_HEIGHT, "throws without a drop height of their own", |read| {
        read.table.throws.iter().any(|throw| throw.drop.is_none())
    }),
    of(SCALE, "heights or distances", |read| read.heights() || !read.table.rolled.is_empty()),
    of(CLOCK, TIMES, |read| read.times() || !read.table.timed.is_empty() || !read.table.rolled.is_empty()),
    of(HEIGHT_SIGMA, "heights without a standard deviation of their own", |read| read.heights_without_sigma()),
    ActsOn { instead: HEIGHT_SIGMA.name, ..of(REBOUND_SIGMA, REBOUNDS, |read| read.rebounds()) },
    of(TIME_SIGMA, "times between bounces without a standard deviation of their own", |read| {
        read.table.throws.iter().any(|throw| throw.sigmas.iter().any(Option::is_none))
    }),
    of(HEIGHT_OFFSET, HEIGHTS, |read| read.heights()),
    ActsOn { instead: HEIGHT_OFFSET.name, ..of(REBOUND_OFFSET, REBOUNDS, |read| read.rebounds()) },
    of(CONTACT_DURATION, TIMES, |read| read.times()),
    of(HEIGHT_SET, HEIGHTS, |read| read.heights()),
    of(WIDE, "several columns of rebounds", |read| read.wide()),
    of(FRAME_RATE, TRACK, |read| read.track()),
    of(PIXEL_SIZE, TRACK, |read| read.track()),
];

impl Read<'_> {
    fn rebounds(&self) -> bool {
        !self.table.drops.is_empty()
    }

    fn times(&self) -> bool {
        !self.table.throws.is_empty()
    }

    fn heights(&self) -> bool {
        self.rebounds() || self.times() && self.drop_height || self.table.throws.iter().any(|t| t.drop.is_some())
    }

    fn drops_from_rest(&self) -> bool {
        let height = |drop: Option<f64>| drop.is_some() || self.drop_height;
        self.table.drops.iter().any(|drop| drop.release_speed.is_none())
            || self.table.throws.iter().any(|throw| throw.release_speed.is_none() && height(throw.drop))
    }

    fn heights_without_sigma(&self) -> bool {
        let read = self.table.drops.iter().any(|drop| {
            let mut rebounds = drop.further.iter().map(|rebound| rebound.sigma).chain([drop.rebound_sigma]);
            drop.drop_sigma.is_none() || !self.rebound_sigma && rebounds.any(|sigma| sigma.is_none())
        });
        read || !self.rebounds() && self.heights()
    }

    fn wide(&self) -> bool {
        let drops = &self.table.drops;
        drops.iter().any(|drop| !drop.further.is_empty()) || drops.windows(2).any(|two| two[0].row == two[1].row)
    }

    fn track(&self) -> bool {
        self.table.besides.track.is_some()
    }
}

/// Refuses keys that act on nothing in this table.
pub(super) fn check(reader: &mut Reader, table: &Table, measured: &Measurements) {
    let read = Read {
        table: measured,
        drop_height: table.has(DROP_HEIGHT.name),
        rebound_sigma: table.has(REBOUND_SIGMA.name),
    };
    for ActsOn { key, what, has, instead } in ACT_ON {
        if !has(&read) {
            let help = match instead {
                "" => "leave it out".to_string(),
                instead => format!("leave it out, or write  {instead}  for the height of the drop"),
            };
            table.bars(reader, key.name, format!("`{}` requires {what}", key.name), &[&help]);
        }
    }
}
