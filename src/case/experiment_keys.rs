//! The keys of `[experiment.*]`.

use super::mapping::{COLUMNS, FRAME_RATE, GROUP_BY, PIXEL_SIZE, ROWS, UNITS, WIDE};
use super::{drop_groups, left_out};
use crate::data::measure::{Measurements, Ratios, Uncertain};
use crate::keys::{Key, Keys, Takes};
use crate::limits::{ANY, Limits, POSITIVE};
use crate::units::Dimension;
use crate::words::worded;

/// A height may be drawn in from a photograph: the scale is near 1.
const NEAR_ONE: Limits = ANY.above(0.5).below(2.0);

const PART: Limits = ANY.at_least(0.0).at_most(100.0);

const fn measured(name: &'static str, dimension: Dimension, limits: Limits, doc: &'static str) -> Key {
    Key::new(name, Takes::Measured(dimension, limits), doc)
}

pub(super) const DATA: Key = Key::new("data", Takes::Line, "a folder with data.csv and source.toml, a table, or a zip")
    .required("\"reference-data/experiments/...\"      # a folder, a table or a zip");

pub(super) const LEFT_OUT: Key =
    Key::new("left_out", Takes::List(&left_out::KEYS), "measurements that are not used, each with its reason");

pub const GRAVITY: Key =
    measured("gravity", Dimension::Acceleration, POSITIVE, "where it was measured").required("\"9.81 m/s2\"");

pub const THROWN: Key =
    measured("thrown", Dimension::Speed, ANY, "release speed, positive downwards").unless("from rest");

pub const DROP_HEIGHT: Key = measured("drop_height", Dimension::Length, POSITIVE, "where the table does not give it");

pub const SCALE: Key = measured("scale", Dimension::Number, NEAR_ONE, "what heights and distances are multiplied by");

pub const CLOCK: Key = measured("clock", Dimension::Number, NEAR_ONE, "what times are multiplied by");

pub const HEIGHT_SIGMA: Key = measured(
    "height_sigma",
    Dimension::Length,
    POSITIVE,
    "one standard deviation of a height, where the table does not give it",
);

pub const REBOUND_SIGMA: Key = measured(
    "rebound_sigma",
    Dimension::Length,
    POSITIVE,
    "one standard deviation of a rebound height, where the table does not give it",
)
.unless("that of a height");

pub const TIME_SIGMA: Key = measured(
    "time_sigma",
    Dimension::Time,
    POSITIVE,
    "one standard deviation of an interval, where the table does not give it",
)
.example("\"1 ms\"      # one standard deviation of an interval; it cannot be estimated from the data");
pub const HEIGHT_OFFSET: Key =
    measured("height_offset", Dimension::Length, ANY, "what is added to all heights: the zero of the ruler");
pub const REBOUND_OFFSET: Key =
    measured("rebound_offset", Dimension::Length, ANY, "what is added to rebound heights only");
pub const SPEED: Key = measured("speed", Dimension::Speed, POSITIVE, "impact speed, where the table does not give it")
    .example("\"3.9 m/s\"      # impact speed; required because the table has no speed");
const HEIGHT_FORMS: &[Takes] = &[Takes::Word(HeightTo::WORDS), Takes::Table(&POINT_OF)];
pub(super) const HEIGHT_TO: Key =
    Key::new("height_to", Takes::Either(HEIGHT_FORMS), "the point of the ball that heights are measured to")
        .example("\"bottom\"      # of the ball, or \"centre\", or { drop = \"centre\", rebound = \"bottom\" }");
pub(super) const OF: Key =
    Key::new("of", Takes::Word(RatioOf::WORDS), "the column that is fitted, where there are several")
        .example("\"height_ratio\"      # the table has several: choose the one to fit");
pub const DENSITY: Key = measured("density", Dimension::Density, GAS_DENSITY, "of the air")
    .required("\"1.204 kg/m3\"      # at 20 degrees C and 101325 Pa");
pub const VISCOSITY: Key = measured("viscosity", Dimension::Viscosity, GAS_VISCOSITY, "of the air")
    .required("\"18.2 uPa s\"      # at 20 degrees C");
pub const DRAG_NUMBER: Key = measured("drag", Dimension::Number, PART, "a drag coefficient");
pub(super) const DRAG: Key = Key::new(
    "drag",
    Takes::Either(&[Takes::Word(&["sphere"]), DRAG_NUMBER.takes]),
    "of a smooth sphere, or a drag coefficient",
)
.example("\"sphere\"      # a smooth sphere; or a drag coefficient, 0.47");
pub const DRAG_FACTOR: Key =
    measured("drag_factor", Dimension::Number, PART, "what the drag of a sphere is multiplied by");

pub(super) const THE_AIR: Key = Key::new("air", Takes::Table(&AIR), "the air it flies through")
    .unless("without drag")
    .example("{ density = \"1.204 kg/m3\", viscosity = \"18.2 uPa s\" }");
pub(super) const BUOYANCY: Key =
    Key::new("buoyancy", Takes::Flag, "whether the air also carries the ball").unless("true");
pub(super) const GRAVITY_DURING_CONTACT: Key =
    Key::new("gravity_during_contact", Takes::Flag, "whether the weight acts during the contact").unless("false");
pub(super) const CONTACT_DURATION: Key =
    Key::new("contact_duration", Takes::Flag, "whether it is taken off the intervals").unless("true");
pub(super) const GROUPS: Key =
    Key::new("groups", Takes::Line, "the column whose rows share an effect: session, ball").example("\"session\"");

pub(super) const IN_AIR: [Key; 2] = [DENSITY, VISCOSITY];

/// The numbers of an experiment, in the order in which a calibration lists them, before those of the air.
pub(super) const NUMBERS: [Key; 11] = [
    GRAVITY,
    THROWN,
    DROP_HEIGHT,
    SCALE,
    CLOCK,
    HEIGHT_SIGMA,
    REBOUND_SIGMA,
    TIME_SIGMA,
    HEIGHT_OFFSET,
    REBOUND_OFFSET,
    SPEED,
];

pub(super) static POINT_OF: Keys = Keys {
    header: "experiment.KIND.height_to",
    doc: "the point of the ball that each height is measured to",
    keys: &[
        Key::new("drop", Takes::Word(HeightTo::WORDS), "before the impact").required("\"bottom\""),
        Key::new("rebound", Takes::Word(HeightTo::WORDS), "after it").required("\"bottom\""),
    ],
    rules: "",
};

pub(super) static AIR: Keys =
    Keys { header: "experiment.KIND.air", doc: "the air it flies through", keys: &IN_AIR, rules: "" };

/// A ball that flies between its impacts.
pub(super) static FLIGHT: Keys = Keys {
    header: "[experiment.drop-height], [experiment.bounce-times], [experiment.phyphox]",
    doc: "a ball that flies between its impacts",
    keys: &[
        DATA,
        COLUMNS,
        UNITS,
        ROWS,
        GROUP_BY,
        WIDE,
        FRAME_RATE,
        PIXEL_SIZE,
        HEIGHT_TO,
        GRAVITY,
        THROWN,
        DROP_HEIGHT,
        THE_AIR,
        DRAG,
        DRAG_FACTOR,
        BUOYANCY,
        GRAVITY_DURING_CONTACT,
        CONTACT_DURATION,
        SCALE,
        CLOCK,
        HEIGHT_SIGMA,
        REBOUND_SIGMA,
        TIME_SIGMA,
        HEIGHT_OFFSET,
        REBOUND_OFFSET,
        drop_groups::HEIGHT_SET,
        GROUPS,
        LEFT_OUT,
    ],
    rules: r#"{"dependentRequired": {"air": ["drag"], "drag": ["air"], "drag_factor": ["air"], "buoyancy": ["air"]}}"#,
};

pub(super) static MET_AT_A_SPEED: Keys = Keys {
    header: "[experiment.oblique], [experiment.force-overlap]",
    doc: "impacts at a known speed",
    keys: &[DATA, COLUMNS, UNITS, ROWS, GROUP_BY, FRAME_RATE, PIXEL_SIZE, SPEED, LEFT_OUT],
    rules: "",
};

pub(super) static TIMED: Keys = Keys {
    header: "[experiment.contact-time]",
    doc: "durations of contacts, until the force is zero",
    keys: &[DATA, COLUMNS, UNITS, ROWS, GROUP_BY, FRAME_RATE, PIXEL_SIZE, CLOCK, LEFT_OUT],
    rules: "",
};

pub(super) static ROLLING: Keys = Keys {
    header: "[experiment.rolling]",
    doc: "balls that roll on a level plate until they rest",
    keys: &[DATA, COLUMNS, UNITS, ROWS, GROUP_BY, GRAVITY, SCALE, CLOCK, LEFT_OUT],
    rules: "",
};

pub(super) static RATIOS: Keys = Keys {
    header: "[experiment.restitution]",
    doc: "restitutions, or ratios of heights or velocities",
    keys: &[DATA, COLUMNS, UNITS, ROWS, GROUP_BY, FRAME_RATE, PIXEL_SIZE, OF, SPEED, LEFT_OUT],
    rules: "",
};

/// Up to sulphur hexafluoride at 15 bar. In a liquid the fluid that moves along adds mass, which no flight here has.
const GAS_DENSITY: Limits =
    POSITIVE.at_most(100.0).say("must be that of a gas, above 0 and at most 100 kg/m3 (air: 1.2 kg/m3)");

/// From hydrogen at 50 K to argon at 3000 K.
const GAS_VISCOSITY: Limits =
    ANY.at_least(1e-6).at_most(1e-3).say("must be that of a gas, 1e-6 to 1e-3 Pa s (air: 18.2 uPa s)");

worded! {
    /// Which point of the ball a height is measured to.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum HeightTo { Bottom = "bottom", Centre = "centre" }
}

worded! {
    /// Which column of a table of ratios is fitted.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RatioOf { Restitution = "restitution", HeightRatio = "height_ratio", VelocityRatio = "velocity_ratio" }
}

impl RatioOf {
    /// The value of this column in a row.
    pub fn reading(self, row: &Ratios) -> Option<Uncertain> {
        match self {
            Self::Restitution => row.restitution,
            Self::HeightRatio => row.height_ratio,
            Self::VelocityRatio => row.velocity_ratio,
        }
    }

    /// The columns that a table has.
    pub fn of(found: &Measurements) -> Vec<Self> {
        Self::ALL.into_iter().filter(|of| found.ratios.iter().any(|row| of.reading(row).is_some())).collect()
    }
}

worded! {
    /// The kind of an experiment.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ExperimentKind {
        DropHeight = "drop-height",
        BounceTimes = "bounce-times",
        Phyphox = "phyphox",
        Oblique = "oblique",
        ContactTime = "contact-time",
        ForceOverlap = "force-overlap",
        Restitution = "restitution",
        Rolling = "rolling",
    }
}

impl ExperimentKind {
    /// Whether a ball flies between its impacts.
    pub fn flies(self) -> bool {
        matches!(self, Self::DropHeight | Self::BounceTimes | Self::Phyphox)
    }

    /// What its table has a row or several of.
    pub fn units(self) -> &'static str {
        match self {
            Self::DropHeight | Self::BounceTimes | Self::Phyphox => "drops",
            Self::Oblique | Self::ContactTime | Self::Restitution => "impacts",
            Self::Rolling => "rolls",
            Self::ForceOverlap => "rows",
        }
    }

    pub fn keys(self) -> &'static Keys {
        match self {
            Self::DropHeight | Self::BounceTimes | Self::Phyphox => &FLIGHT,
            Self::Oblique | Self::ForceOverlap => &MET_AT_A_SPEED,
            Self::ContactTime => &TIMED,
            Self::Restitution => &RATIOS,
            Self::Rolling => &ROLLING,
        }
    }

    /// Whether a table is of this kind.
    pub(super) fn takes(self, found: &Measurements) -> bool {
        match self {
            Self::DropHeight => !found.drops.is_empty(),
            Self::BounceTimes | Self::Phyphox => !found.throws.is_empty(),
            Self::Oblique => !found.obliques.is_empty(),
            Self::ContactTime => !found.timed.is_empty(),
            Self::ForceOverlap => !found.points.is_empty(),
            Self::Restitution => !found.ratios.is_empty(),
            Self::Rolling => !found.rolled.is_empty(),
        }
    }
}

/// The experiments of a case, by the word of their kind.
pub(super) fn kinds() -> impl Iterator<Item = (&'static str, &'static Keys)> {
    ExperimentKind::ALL.into_iter().map(|kind| (kind.word(), kind.keys()))
}
