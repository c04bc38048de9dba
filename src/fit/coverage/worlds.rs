//! The study of readings that share errors, as it was run: `tests/worlds`.

/// The whole study: `cargo test --release --test fits worlds:: -- --ignored`.
const STUDY: &str = include_str!("../../../reports/worlds.csv");

/// First line of the table.
pub const WORLDS_HEADER: &str = "world,loss,groups,drops,judged,experiments,held,claimed,width,over_exact";

/// How often printed intervals held the truth in several worlds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Worlds {
    pub worlds: usize,
    /// Of each.
    pub experiments: usize,
    /// Smallest and largest share.
    pub held: [f64; 2],
}

/// The worlds that are judged, with this loss, whose drops are in groups or each on its own; `None` where there are none.
pub fn worlds(loss: &str, grouped: bool) -> Option<Worlds> {
    let mut found: Option<Worlds> = None;
    for line in STUDY.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let &[_, of, groups, drops, judged, experiments, held, ..] = cells.as_slice() else { continue };
        if of != loss || judged != "yes" || (groups != drops) != grouped {
            continue;
        }
        let (Ok(experiments), Ok(held)) = (experiments.parse(), held.parse::<f64>()) else { continue };
        let before = found.unwrap_or(Worlds { worlds: 0, experiments, held: [held; 2] });
        found = Some(Worlds {
            worlds: before.worlds + 1,
            experiments: before.experiments.min(experiments),
            held: [before.held[0].min(held), before.held[1].max(held)],
        });
    }
    found
}
