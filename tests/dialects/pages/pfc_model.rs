//! PFC's Hertz model step by step, as its page writes it: what a parameter map cannot hold.
//!
//! Signs of the page: tension is positive, a closing contact has a falling gap, the shear force of the page acts on the
//! piece whose displacement is counted.

use collisionbench::codes::Reading;

use super::pfc as page;
use super::pfc_inheritance::Shear;

/// The parameters of one contact, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Properties {
    /// `hz_shear`, `hz_poiss`
    pub material: Shear,
    /// `R-bar`, m
    pub mean_radius: f64,
    pub fric: f64,
    /// `hz_mode`: whether `M_s` is 1.
    pub scaling: bool,
    pub hz_alpha: f64,
    pub rgap: f64,
    pub dp_nratio: f64,
    pub dp_sratio: f64,
    pub dp_alpha: f64,
    /// 0 to 3
    pub dp_mode: u8,
    /// `m_c`, kg
    pub mass: f64,
}

/// What the pieces do in one time step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// `g_c` at its end, m
    pub contact_gap: f64,
    /// Rate of the gap, m/s: positive while the contact opens.
    pub gap_rate: f64,
    /// Shear displacement in the step, in the contact plane, m
    pub shear: [f64; 2],
    /// s
    pub dt: f64,
}

/// A callback event of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// `contact_activated`
    ContactActivated,
    /// `slip_change` with 0: slip has initiated.
    SlipInitiated,
    /// `slip_change` with 1: slip has ended.
    SlipEnded,
}

impl Event {
    /// Its name, and the value in slot 2.
    pub fn callback(self) -> (&'static str, Option<u8>) {
        match self {
            Self::ContactActivated => ("contact_activated", None),
            Self::SlipInitiated => ("slip_change", Some(0)),
            Self::SlipEnded => ("slip_change", Some(1)),
        }
    }
}

/// The partitions of the page, J. The first is a state, the other two accumulate.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Energies {
    /// `energy-strain`, `E_k`
    pub strain: f64,
    /// `energy-slip`, `E_mu`
    pub slip: f64,
    /// `energy-dashpot`, `E_beta`
    pub dashpot: f64,
}

/// One contact of the model.
///
/// Read as documented it takes the page at its word wherever it can be run: `M_s = 1` compares the signed forces (P2) and
/// so scales on loading, shear force and shear dashpot grow along the displacement (P4), and force and activity have
/// different gaps (P3). Strength and stiffness need the magnitude of the force in either reading.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    properties: Properties,
    reading: Reading,
    active: bool,
    /// `F_n^h`, N, negative in compression.
    normal: f64,
    /// `F_s^h`, N
    shear: [f64; 2],
    /// `k_s`, N/m
    shear_stiffness: f64,
    /// `F_n^d`, N, positive in tension.
    normal_dashpot: f64,
    /// `F_s^d`, N
    shear_dashpot: [f64; 2],
    /// `hz_slip`
    slip: bool,
    energies: Energies,
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// `a + k b`
fn plus(a: [f64; 2], k: f64, b: [f64; 2]) -> [f64; 2] {
    [a[0] + k * b[0], a[1] + k * b[1]]
}

impl Model {
    /// A contact that does not touch yet.
    pub fn new(properties: Properties, reading: Reading) -> Self {
        Self {
            properties,
            reading,
            active: false,
            normal: 0.0,
            shear: [0.0; 2],
            shear_stiffness: 0.0,
            normal_dashpot: 0.0,
            shear_dashpot: [0.0; 2],
            slip: false,
            energies: Energies::default(),
        }
    }

    /// `hz_slip`
    pub fn slip(&self) -> bool {
        self.slip
    }

    /// `hz_force` as the property table has it, N: `(-F_n, F_ss, F_st)`.
    pub fn hz_force(&self) -> [f64; 3] {
        [-self.normal, self.shear[0], self.shear[1]]
    }

    /// `dp_force`, N: `(-F_n, F_ss, F_st)`.
    pub fn dp_force(&self) -> [f64; 3] {
        [-self.normal_dashpot, self.shear_dashpot[0], self.shear_dashpot[1]]
    }

    /// Energies so far, J.
    pub fn energies(&self) -> Energies {
        self.energies
    }

    /// One cycle of the force-displacement law, eqs. (4) to (17); the events it sets off, in order.
    pub fn advance(&mut self, step: &Step) -> Vec<Event> {
        let mut events = Vec::new();
        let p = self.properties;
        let surface_gap = step.contact_gap - p.rgap;
        if surface_gap > 0.0 {
            if self.slip {
                events.push(Event::SlipEnded);
            }
            let Energies { slip, dashpot, .. } = self.energies;
            *self = Self { energies: Energies { strain: 0.0, slip, dashpot }, ..Self::new(p, self.reading) };
            return events;
        }
        if !self.active {
            self.active = true;
            events.push(Event::ContactActivated);
        }
        let gap = if self.reading == Reading::AsDocumented { step.contact_gap } else { surface_gap };
        let overlap = (-gap).max(0.0);
        let h_n = page::h_n(p.material.G, p.material.nu, p.mean_radius);
        let before = (self.normal, self.shear_stiffness);
        self.normal = -h_n * overlap.powf(p.hz_alpha);
        self.shear_stiffness = page::shear_stiffness(p.material.nu, p.hz_alpha, h_n, -self.normal);
        self.advance_shear(step, before, &mut events);
        self.advance_dashpot(step, overlap, page::tangent_stiffness(h_n, p.hz_alpha, overlap));
        let k_n = page::tangent_stiffness(h_n, p.hz_alpha, overlap);
        let normal = if k_n > 0.0 { page::strain_energy(self.normal, k_n, p.hz_alpha) } else { 0.0 };
        let k_s = self.shear_stiffness;
        let shear = if k_s > 0.0 { 0.5 * dot(self.shear, self.shear) / k_s } else { 0.0 };
        self.energies.strain = normal + shear;
        events
    }

    /// Eqs. (7) to (12) and (16).
    fn advance_shear(&mut self, step: &Step, (normal, stiffness): (f64, f64), events: &mut Vec<Event>) {
        let p = self.properties;
        let k_s = self.shear_stiffness;
        let start = self.shear;
        let scales = match self.reading {
            Reading::AsDocumented => self.normal < normal,
            Reading::Corrected => self.normal > normal,
        };
        let kept = if p.scaling && scales && stiffness > 0.0 { k_s / stiffness } else { 1.0 };
        let sign = if self.reading == Reading::AsDocumented { 1.0 } else { -1.0 };
        let scaled = [kept * start[0], kept * start[1]];
        let trial = plus(scaled, sign * k_s, step.shear);
        let (size, strength) = (dot(trial, trial).sqrt(), page::shear_strength(p.fric, -self.normal));
        let slips = size >= strength;
        self.shear = if size > strength { [trial[0] * strength / size, trial[1] * strength / size] } else { trial };
        if slips != self.slip {
            events.push(if slips { Event::SlipInitiated } else { Event::SlipEnded });
        }
        self.slip = slips;
        if k_s > 0.0 {
            // What was scaled away is no slip: the elastic part is counted from the scaled force.
            let slid = plus(step.shear, -sign / k_s, [self.shear[0] - scaled[0], self.shear[1] - scaled[1]]);
            self.energies.slip -= 0.5 * dot(plus(scaled, 1.0, self.shear), slid);
        }
    }

    /// Eqs. (13), (14) and (17).
    fn advance_dashpot(&mut self, step: &Step, overlap: f64, k_n: f64) {
        let p = self.properties;
        let reach = if p.dp_alpha == 0.0 { 1.0 } else { overlap.powf(p.dp_alpha) };
        let free = 2.0 * p.dp_nratio * (p.mass * k_n).sqrt() * reach * step.gap_rate;
        self.normal_dashpot = if matches!(p.dp_mode, 1 | 3) { free.min(-self.normal) } else { free };
        let cut = self.slip && matches!(p.dp_mode, 2 | 3);
        let sign = if self.reading == Reading::AsDocumented { 1.0 } else { -1.0 };
        let C = if cut { 0.0 } else { 2.0 * p.dp_sratio * (p.mass * self.shear_stiffness).sqrt() * reach };
        let rate = if step.dt > 0.0 { step.shear.map(|shear| shear / step.dt) } else { [0.0; 2] };
        self.shear_dashpot = rate.map(|rate| sign * C * rate);
        let normal = page::dashpot_energy(self.normal_dashpot, step.gap_rate, step.dt);
        self.energies.dashpot += normal - dot(self.shear_dashpot, step.shear);
    }
}
