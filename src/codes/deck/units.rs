//! The unit systems of scripts.

/// A unit system: SI units of its mass, length and time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Units {
    /// The word after `units`.
    pub name: &'static str,
    /// kg
    pub mass: f64,
    /// m
    pub length: f64,
    /// s
    pub time: f64,
}

/// Those whose force is mass times acceleration in their own units. Those of `lj` have no size: their numbers are taken as they
/// are, as if they were SI.
pub const SYSTEMS: [Units; 5] = [
    Units { name: "si", mass: 1.0, length: 1.0, time: 1.0 },
    Units { name: "cgs", mass: 1e-3, length: 1e-2, time: 1.0 },
    Units { name: "micro", mass: 1e-15, length: 1e-6, time: 1e-6 },
    Units { name: "nano", mass: 1e-21, length: 1e-9, time: 1e-9 },
    Units { name: "lj", mass: 1.0, length: 1.0, time: 1.0 },
];

impl Units {
    pub fn find(name: &str) -> Option<Self> {
        SYSTEMS.into_iter().find(|system| system.name == name)
    }

    /// SI unit of a quantity with these powers of mass, length and time.
    pub fn si(&self, [mass, length, time]: [i32; 3]) -> f64 {
        self.mass.powi(mass) * self.length.powi(length) * self.time.powi(time)
    }

    /// kg/m3
    pub fn density(&self) -> f64 {
        self.si(DENSITY)
    }
}

/// Powers of mass, length and time.
pub const DENSITY: [i32; 3] = [1, -3, 0];
pub const PRESSURE: [i32; 3] = [1, -1, -2];
pub const STIFFNESS: [i32; 3] = [1, 0, -2];
pub const DAMPING: [i32; 3] = [1, 0, -1];
pub const SURFACE_ENERGY: [i32; 3] = [1, 0, -2];
pub const PER_TIME: [i32; 3] = [0, 0, -1];
pub const PER_LENGTH_TIME: [i32; 3] = [0, -1, -1];
