//! Tables as tests read them: all that is measured in one, by kind, or the refusal.

use std::io::Read;

use collisionbench::data::measure::{
    self, Besides, Drop, LoopPoint, Mapping, Measured, ObliqueImpact, Ratios, Throw, Totals, Wide,
};

#[derive(Debug, Default)]
pub struct Readings {
    pub drops: Vec<Drop>,
    pub throws: Vec<Throw>,
    pub ratios: Vec<Ratios>,
    pub obliques: Vec<ObliqueImpact>,
    pub loops: Vec<LoopPoint>,
    pub totals: Totals,
    pub besides: Besides,
}

impl Readings {
    pub fn notes(&self) -> String {
        self.besides.notes.join("\n")
    }

    /// Drop heights and the first rebounds, m.
    pub fn pairs(&self) -> Vec<(f64, f64)> {
        self.drops.iter().map(|drop| (drop.drop, drop.rebound)).collect()
    }

    /// Rebound heights of each drop.
    pub fn rebounds(&self) -> Vec<Vec<f64>> {
        let of = |drop: &Drop| [drop.rebound].into_iter().chain(drop.further.iter().map(|r| r.value)).collect();
        self.drops.iter().map(of).collect()
    }

    pub fn intervals(&self) -> Vec<Vec<f64>> {
        self.throws.iter().map(|throw| throw.intervals.clone()).collect()
    }

    /// Restitutions with their standard deviations.
    pub fn restitutions(&self) -> Vec<(f64, f64)> {
        let of = |ratio: &Ratios| {
            ratio.restitution.or(ratio.velocity_ratio).map(|of| (of.value, of.sigma.unwrap_or(f64::NAN)))
        };
        self.ratios.iter().filter_map(of).collect()
    }
}

/// Of a file that streams.
pub fn stream(name: &str, file: &mut dyn Read, mapping: &Mapping) -> Result<Readings, String> {
    let mut found = Readings::default();
    let (totals, besides) = measure::read(name, file, mapping, &mut |measured| {
        match measured {
            Measured::Drop(drop) => found.drops.push(drop),
            Measured::Throw(throw) => found.throws.push(throw),
            Measured::Ratio(ratio) => found.ratios.push(ratio),
            Measured::Oblique(impact) => found.obliques.push(impact),
            Measured::LoopPoint(point) => found.loops.push(point),
            other => panic!("{other:?}"),
        }
        Ok(())
    })
    .map_err(|error| error.to_string())?;
    Ok(Readings { totals, besides, ..found })
}

pub fn mapped(table: impl AsRef<[u8]>, mapping: &Mapping) -> Result<Readings, String> {
    stream("FILE", &mut table.as_ref(), mapping)
}

pub fn tried(table: impl AsRef<[u8]>) -> Result<Readings, String> {
    mapped(table, &Mapping::default())
}

pub fn readings(table: impl AsRef<[u8]>) -> Readings {
    tried(table).unwrap_or_else(|error| panic!("{error}"))
}

pub fn refusal(table: impl AsRef<[u8]>) -> String {
    tried(table).map(|found| panic!("{found:?}")).unwrap_err()
}

/// Words with headers, headers with units, or headers with the text of rows.
pub type Pairs = &'static [(&'static str, &'static str)];

pub fn owned(pairs: Pairs) -> Vec<(String, String)> {
    pairs.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
}

pub fn columns(pairs: Pairs) -> Mapping {
    Mapping { columns: owned(pairs), ..Mapping::default() }
}

pub fn wide(wide: Wide) -> Mapping {
    Mapping { wide: Some(wide), ..Mapping::default() }
}
