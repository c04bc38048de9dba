//! One world: its case, and experiments drawn from it.

use std::fmt::Write as _;

use collisionbench::case::Case;
use collisionbench::fit::flight::{Air, Ball, Drag, Flight};
use collisionbench::fit::random::Stream;
use collisionbench::fit::statistics::student;

use crate::common::fitted::{G, deviation, of_ball, read};

pub const TRUTH: f64 = 0.8;
/// Between drops, of the restitution.
const BETWEEN: f64 = 0.004;
/// Of a height, m, and of an interval, s.
const READ: f64 = 1e-3;
const RADIUS: f64 = 0.02;
const MASS: f64 = 0.005;
const INTERVALS: usize = 4;

/// A line of the list.
#[derive(Debug, Clone)]
pub struct World {
    pub name: String,
    pub times: bool,
    pub drops: Vec<usize>,
    pub cause: String,
    /// How many groups share a cause that is not shared by a height.
    pub sessions: usize,
    pub size: f64,
    pub declared: bool,
    pub set: String,
    pub seed: u64,
    pub holds: bool,
    pub at_most: bool,
    pub width: bool,
}

pub fn worlds() -> Vec<World> {
    let of = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let heights: usize = cells[2].parse().unwrap();
        let each: Vec<usize> = cells[3].split(';').map(|n| n.parse().unwrap()).collect();
        let (cause, sessions) = cells[4].split_once(';').unwrap_or((cells[4], "0"));
        World {
            name: cells[0].into(),
            times: cells[1] == "times",
            drops: if each.len() == 1 { vec![each[0]; heights] } else { each },
            cause: cause.into(),
            sessions: sessions.parse().unwrap(),
            size: cells[5].parse().unwrap(),
            declared: cells[6] == "yes",
            set: cells[7].into(),
            seed: cells[8].parse().unwrap(),
            holds: cells[9] == "yes",
            at_most: cells[10] == "yes",
            width: cells[11] == "yes",
        }
    };
    include_str!("list.csv").lines().skip(1).map(of).collect()
}

/// One drop or throw as it was read.
#[derive(Debug, Clone)]
pub struct Read {
    height: f64,
    session: usize,
    /// A rebound height, or intervals.
    after: Vec<f64>,
}

impl World {
    fn heights(&self) -> impl Iterator<Item = f64> {
        let k = self.drops.len();
        (0..k).map(move |j| 0.2 * 7.5f64.powf(j as f64 / (k - 1) as f64)).map(|h| (h * 1e3).round() / 1e3)
    }

    fn flight(&self, factor: f64) -> Flight {
        if self.cause != "drag" {
            return Flight::in_vacuum(G).unwrap();
        }
        let ball = Ball { radius: RADIUS, mass: MASS };
        let air = Air { density: 1.2, viscosity: 18.2e-6, drag: Drag::CliftGauvin { factor }, buoyancy: true };
        Flight::in_air(G, ball, air).unwrap()
    }

    pub fn draw(&self, stream: &mut Stream) -> Vec<Read> {
        let shared = self.size * stream.normal();
        let is = |cause: &str| self.cause == cause;
        let flight = self.flight((1.0 + if is("drag") { shared } else { 0.0 }).max(0.05));
        let sessions: Vec<f64> = (0..self.sessions).map(|_| self.size * stream.normal()).collect();
        let mut all = Vec::new();
        for (nominal, &n) in self.heights().zip(&self.drops) {
            let of_height = if is("height") { self.size * stream.normal() } else { 0.0 };
            for _ in 0..n {
                let session = if sessions.is_empty() { 0 } else { all.len() % sessions.len() };
                let mut e = TRUTH + BETWEEN * stream.normal() + of_height;
                e += sessions.get(session).copied().unwrap_or(0.0);
                if is("outlier") && stream.uniform() < 0.05 {
                    e -= self.size;
                }
                // What is read is off by the zero: the true height is less.
                let zero = if is("ruler") { shared } else { 0.0 };
                let before = flight.fall_speed(nominal - zero + READ * stream.normal()).unwrap();
                let after = if self.times {
                    let factor = if is("clock") { 1.0 + shared } else { 1.0 };
                    let speeds = (1..=INTERVALS).map(|k| before * e.powi(k as i32));
                    speeds.map(|speed| (flight.hop(speed).unwrap().time + READ * stream.normal()) / factor).collect()
                } else {
                    let zero = zero + if is("rebound") { shared } else { 0.0 };
                    let read = flight.rise_height(before * e).unwrap() + zero + READ * stream.normal();
                    vec![if is("rounding") { (read / self.size).round() * self.size } else { read }]
                };
                all.push(Read { height: nominal, session, after });
            }
        }
        all
    }

    pub fn case(&self, drawn: &[Read]) -> Case {
        let mut table = String::new();
        if self.times {
            table.push_str("throw,drop height (m),interval (s)\n");
            for (throw, read) in drawn.iter().enumerate() {
                read.after.iter().for_each(|t| writeln!(table, "{},{},{t:?}", throw + 1, read.height).unwrap());
            }
        } else {
            table.push_str("drop height (m),rebound height (m),session\n");
            for read in drawn {
                writeln!(table, "{},{:?},s{}", read.height, read.after[0], read.session).unwrap();
            }
        }
        read(&self.lines(), &[&table]).unwrap_or_else(|error| panic!("{error}"))
    }

    fn lines(&self) -> String {
        let kind = if self.times { "bounce-times" } else { "drop-height" };
        let mut own = String::new();
        let mut add = |line: String| writeln!(own, "{line}").unwrap();
        add(format!("height_sigma = \"{READ} m\""));
        if self.cause == "rounding" {
            add(format!("rebound_sigma = \"{} m\"", READ.hypot(self.size / 12f64.sqrt())));
        }
        if self.times {
            add(format!("time_sigma = \"{READ} s\"\ncontact_duration = false"));
        }
        if self.set != "unknown" {
            add(format!("height_set = \"{}\"", self.set));
        }
        match (self.cause.as_str(), self.declared) {
            ("rebound", true) => add(format!("rebound_offset = {{ value = \"0 m\", sigma = \"{} m\" }}", self.size)),
            ("ruler", true) => add(format!("height_offset = {{ value = \"0 m\", sigma = \"{} m\" }}", self.size)),
            ("session", true) => add("groups = \"session\"".into()),
            ("clock", true) => add(format!("clock = {{ value = 1, sigma = {} }}", self.size)),
            ("drag", true) => add(format!(
                "air = {{ density = \"1.2 kg/m3\", viscosity = \"18.2 uPa s\" }}\ndrag = \"sphere\"\n\
                 drag_factor = {{ value = 1, sigma = {} }}",
                self.size
            )),
            _ => {}
        }
        of_ball(kind, &own).replace("30 g", "5 g")
    }

    /// How many groups are independent of one another.
    pub fn groups(&self) -> usize {
        match (self.sessions, self.set.as_str()) {
            (0, "unknown") => self.drops.len(),
            (0, _) => self.drops.iter().sum(),
            (sessions, _) => sessions,
        }
    }

    /// The readings of another experiment in a case that was read already.
    pub fn put(drawn: &[Read], case: &mut Case) {
        let measured = &mut case.calibration.as_mut().unwrap().experiment.measured;
        for (drop, read) in measured.drops.iter_mut().zip(drawn) {
            drop.rebound = read.after[0];
        }
        for (throw, read) in measured.throws.iter_mut().zip(drawn) {
            throw.intervals.clone_from(&read.after);
        }
        measured.doubts.clear();
    }

    /// Student's interval of the means of what is independent, where the cause is one of groups: its width.
    pub fn exact(&self, drawn: &[Read]) -> f64 {
        let e = |read: &Read| if self.times { f64::NAN } else { (read.after[0] / read.height).sqrt() };
        let key = |at: usize, read: &Read| match (self.sessions, self.set.as_str()) {
            (0, "unknown") => (read.height * 1e3) as usize,
            (0, _) => at,
            _ => read.session,
        };
        let mut keys: Vec<(usize, f64)> = drawn.iter().enumerate().map(|(at, read)| (key(at, read), e(read))).collect();
        keys.sort_by_key(|(key, _)| *key);
        let means: Vec<f64> = keys
            .chunk_by(|a, b| a.0 == b.0)
            .map(|of| of.iter().map(|(_, e)| e).sum::<f64>() / of.len() as f64)
            .collect();
        let (k, (_, s)) = (means.len() as f64, deviation(&means));
        2.0 * student::two_sided(0.95, k - 1.0) * s / k.sqrt()
    }
}
