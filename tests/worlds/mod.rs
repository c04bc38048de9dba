//! How often printed intervals hold the truth in worlds whose readings are not independent of one another.

mod friction;
mod world;

use collisionbench::fit::calibrate::{Depth, FitOptions, Unwatched, calibrate};
use collisionbench::fit::random::Stream;
use rayon::prelude::*;
use world::{TRUTH, World, worlds};

/// First line of the table.
const HEADER: &str = "world,loss,groups,drops,judged,experiments,held,claimed,width,over_exact";

/// What was seen of one world.
#[derive(Debug)]
struct Seen {
    /// Shares of the experiments whose interval holds the truth, and in which one was claimed.
    held: f64,
    claimed: f64,
    /// Median width, and over that of the exact interval.
    width: f64,
    over_exact: f64,
}

const HOW: FitOptions = FitOptions { depth: Depth::Quoted, resamples: None };

fn seen(world: &World, experiments: u64) -> Seen {
    let first = world.case(&world.draw(&mut Stream::new(world.seed, 0)));
    let once = |index: u64| {
        let drawn = world.draw(&mut Stream::new(world.seed, index));
        let mut case = first.clone();
        World::put(&drawn, &mut case);
        let found = calibrate(&case, HOW, &Unwatched).unwrap_or_else(|error| panic!("{}: {error}", world.name));
        (found.parameters[0].interval, world.exact(&drawn))
    };
    let all: Vec<_> = (0..experiments).into_par_iter().map(once).collect();
    let claimed: Vec<_> = all.iter().filter_map(|(interval, _)| *interval).collect();
    let median = |mut of: Vec<f64>| {
        of.sort_by(f64::total_cmp);
        of.get(of.len() / 2).copied().unwrap_or(f64::NAN)
    };
    let width = median(claimed.iter().map(|interval| interval.high - interval.low).collect());
    Seen {
        held: claimed.iter().filter(|interval| interval.covers(TRUTH)).count() as f64 / claimed.len() as f64,
        claimed: claimed.len() as f64 / experiments as f64,
        width,
        over_exact: width / median(all.iter().map(|(_, exact)| *exact).collect()),
    }
}

/// What the list asks of a world, with `slack` for the chance of a finite number of experiments.
fn wrong(world: &World, seen: &Seen, slack: f64) -> Option<String> {
    let few = world.holds && seen.held < 0.94 - slack;
    let many = world.at_most && seen.held > 0.97 + slack;
    let wide = world.width && seen.over_exact > 1.3;
    (few || many || wide).then(|| format!("{}: {seen:?}", world.name))
}

/// A world whose 2000 experiments miss 94 %, 93.95 %, by chance: Student's interval of three means is exact, and 12 000 other
/// experiments hold 95.25 %.
const KNOWN_GAP: &str = "session of 3";

/// [`wrong`] without slack, and the known gap when it closes.
fn verdict(world: &World, seen: &Seen) -> Option<String> {
    let found = wrong(world, seen, 0.0);
    if world.name != KNOWN_GAP {
        return found;
    }
    if found.is_none() { Some(format!("{KNOWN_GAP}: a known gap has closed: {seen:?}")) } else { None }
}

/// `cargo test --release --test fits worlds:: -- --ignored --nocapture`, with `WORLDS_FILE=reports/worlds.csv` to publish it, and
/// `WORLDS_ONLY="per height"` for those that begin like it, `WORLDS_SEEDS=1` for other experiments.
#[test]
#[ignore = "nightly: 2000 experiments of every world"]
fn nightly_printed_intervals_hold_what_they_say() {
    let experiments = std::env::var("WORLDS").ok().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let mut off = Vec::new();
    let mut table = format!("{HEADER}\n");
    let only = std::env::var("WORLDS_ONLY").unwrap_or_default();
    let seeds: u64 = std::env::var("WORLDS_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    for mut world in worlds().into_iter().filter(|world| world.name.starts_with(&only)) {
        world.seed += 1000 * seeds;
        let seen = seen(&world, experiments);
        let Seen { held, claimed, width, over_exact } = &seen;
        let World { name, loss, .. } = &world;
        let (groups, drops) = (world.groups(), world.drops.iter().sum::<usize>());
        let judged = if world.holds { "yes" } else { "no" };
        let line = format!(
            "{name},{loss},{groups},{drops},{judged},{experiments},{held:.4},{claimed:.4},{width:.3e},{over_exact:.2}\n"
        );
        print!("{line}");
        table.push_str(&line);
        off.extend(if seeds == 0 { verdict(&world, &seen) } else { wrong(&world, &seen, 0.0) });
    }
    if let Some(file) = std::env::var_os("WORLDS_FILE") {
        std::fs::write(file, table).unwrap();
    }
    assert!(off.is_empty(), "{}", off.join("\n"));
}

/// A few worlds, few experiments: what the nightly study asks, with four binomial standard deviations of slack.
#[test]
fn printed_intervals_hold_what_they_say_in_a_few_worlds() {
    let few = ["simple 3 x 10", "per height 5 x 5", "rebound zero declared 5 x 6", "session of 6"];
    let all = worlds();
    for name in few {
        let world = all.iter().find(|world| world.name == name).unwrap();
        let seen = seen(world, 100);
        assert_eq!(wrong(world, &seen, 4.0 * 0.0218), None);
    }
}

/// What is quoted is what the list asks for.
#[test]
fn the_published_study_keeps_its_promises() {
    let published: Vec<Vec<&str>> =
        include_str!("../../reports/worlds.csv").lines().skip(1).map(|line| line.split(',').collect()).collect();
    let all = worlds();
    // As long as nothing is published nothing is quoted.
    assert!(published.is_empty() || published.len() == all.len(), "{}", published.len());
    for (cells, world) in published.iter().zip(&all) {
        assert_eq!(cells[0], world.name);
        let number = |at: usize| cells[at].parse::<f64>().unwrap();
        let seen = Seen { held: number(6), claimed: number(7), width: number(8), over_exact: number(9) };
        assert_eq!(verdict(world, &seen), None);
    }
}
