//! A contact law of the C interface: Hertz with Tsuji's dashpot, cut at zero, and Mindlin's spring, incremental, within mu times the
//! whole normal force; or JKR's attraction in DMT's form. `--cfg fault="..."` builds one of its faults.
//!
//! It is written from the formulas, and shares nothing with the bench but collisionbench.h.
#![allow(non_snake_case, unexpected_cfgs)]

use std::ffi::{c_char, c_int};
#[allow(unused_imports)]
use std::sync::atomic::{AtomicU64, Ordering};

#[repr(C)]
pub struct Parameter {
    name: *const c_char,
    unit: *const c_char,
    value: f64,
}

#[repr(C)]
pub struct Law {
    interface: c_int,
    name: *const c_char,
    parameters: c_int,
    parameter: *const Parameter,
    state: c_int,
    single_precision: c_int,
}

unsafe impl Sync for Law {}
unsafe impl Sync for Parameter {}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Body {
    radius: f64,
    mass: f64,
    young_modulus: f64,
    poisson_ratio: f64,
}

#[repr(C)]
pub struct Contact {
    body: [Body; 2],
    normal: [f64; 3],
    overlap: f64,
    rate: f64,
    slip: [f64; 3],
    spin: f64,
    step: f64,
}

static PARAMETERS: [Parameter; 3] = [
    Parameter { name: c"restitution".as_ptr(), unit: c"1".as_ptr(), value: 0.5 },
    Parameter { name: c"friction".as_ptr(), unit: c"1".as_ptr(), value: 0.3 },
    Parameter { name: c"work_of_adhesion".as_ptr(), unit: c"J/m2".as_ptr(), value: 0.0 },
];

static LAW: Law = Law {
    interface: if cfg!(fault = "interface") { 7 } else { 1 },
    name: c"Hertz, Tsuji, Mindlin".as_ptr(),
    parameters: 3,
    parameter: PARAMETERS.as_ptr(),
    state: 3,
    single_precision: cfg!(single) as c_int,
};

#[unsafe(no_mangle)]
pub extern "C" fn collisionbench_describe() -> *const Law {
    &LAW
}

#[allow(dead_code)]
static LAST: [AtomicU64; 3] = [AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0)];

fn harmonic(a: f64, b: f64) -> f64 {
    1.0 / (1.0 / a + 1.0 / b)
}

/// Damping ratio of a linear oscillator whose force is cut at zero (Schwager & Poeschel 2007): `z` of `e = exp(-(pi-2p) tan p)`, z = sin p.
fn ratio(e: f64) -> f64 {
    let of = |p: f64| (-(std::f64::consts::PI - 2.0 * p) * p.tan()).exp();
    let (mut low, mut high) = (0.0, std::f64::consts::FRAC_PI_2);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if of(middle) > e { low = middle } else { high = middle }
    }
    (0.5 * (low + high)).sin()
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// # Safety
/// The arrays have the lengths of the interface.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn collisionbench_force(
    parameter: *const f64,
    contact: *const Contact,
    state: *const f64,
    next: *mut f64,
    force: *mut f64,
) -> c_int {
    let (contact, [e, mu, w]) = (unsafe { &*contact }, [0, 1, 2].map(|i| unsafe { *parameter.add(i) }));
    let [one, two] = contact.body;
    #[cfg(fault = "prints")]
    println!("contact at {}", contact.overlap);
    #[cfg(fault = "crash")]
    if contact.rate < -1.0 {
        unsafe { std::ptr::null_mut::<f64>().write_volatile(1.0) };
    }
    #[cfg(fault = "loop")]
    if contact.rate < -1.0 {
        loop {
            std::hint::black_box(0);
        }
    }
    #[cfg(fault = "memory")]
    if contact.rate < -1.0 {
        std::hint::black_box(vec![1u8; 10 << 30]);
    }
    let mut R = harmonic(one.radius, two.radius);
    let mut m = harmonic(one.mass, two.mass);
    let E = harmonic(
        one.young_modulus / (1.0 - one.poisson_ratio.powi(2)),
        two.young_modulus / (1.0 - two.poisson_ratio.powi(2)),
    );
    let shear = |body: Body| {
        let G = body.young_modulus / (2.0 * (1.0 + body.poisson_ratio));
        G / (2.0 - body.poisson_ratio)
    };
    let G = harmonic(shear(one), shear(two));
    if cfg!(fault = "radius-doubled") {
        R *= 2.0;
    }
    if cfg!(fault = "mass-of-one") {
        m = one.mass;
    }
    let delta = contact.overlap.max(0.0);
    let K = 4.0 / 3.0 * E * R.sqrt();
    let mut elastic = K * delta.powf(1.5);
    if cfg!(fault = "energy-on-unloading") && contact.rate < 0.0 {
        elastic *= 1.05;
    }
    let mut z = ratio(e);
    if cfg!(fault = "free-coefficient") {
        let l = e.ln();
        z = -l / l.hypot(std::f64::consts::PI);
    }
    let mut alpha = 5f64.sqrt() * z;
    if cfg!(fault = "polynomial") {
        alpha = [1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218].iter().rev().fold(0.0, |s, c| s * e + c);
    }
    if cfg!(fault = "factor-lost") {
        alpha *= (6.0f64 / 5.0).sqrt();
    }
    if cfg!(fault = "secant") {
        alpha *= (2.0f64 / 3.0).sqrt();
    }
    let dashpot = alpha * (m * K).sqrt() * delta.powf(0.25) * contact.rate;
    // Derjaguin, Muller & Toporov: 2 pi w R*.
    let pull = 2.0 * std::f64::consts::PI * R * if cfg!(fault = "w-for-gamma") { 2.0 * w } else { w };
    let whole = if w > 0.0 { elastic + dashpot - pull } else { (elastic + dashpot).max(0.0) };
    let whole = if cfg!(fault = "sign") { -whole } else { whole };
    // The spring so far, turned with the contact: its part in the plane of today, as long as before.
    let n = contact.normal;
    let mut t = [0, 1, 2].map(|i| unsafe { *state.add(i) });
    if cfg!(fault = "shared-state") {
        t = [0, 1, 2].map(|i| if t == [0.0; 3] { 0.0 } else { f64::from_bits(LAST[i].load(Ordering::Relaxed)) });
    }
    if !cfg!(fault = "not-turned") {
        let (long, across) = (dot(t, t).sqrt(), dot(t, n));
        let flat = [0, 1, 2].map(|i| t[i] - across * n[i]);
        let now = dot(flat, flat).sqrt();
        let longer = if cfg!(fault = "projected") { 1.0 } else { long / now };
        t = if now > 0.0 { flat.map(|x| x * longer) } else { [0.0; 3] };
    }
    let k = 8.0 * G * (R * delta).sqrt();
    let k = if cfg!(fault = "half-tangential") { 0.5 * k } else { k };
    let sign = if cfg!(fault = "slip-sign") { -1.0 } else { 1.0 };
    for i in 0..3 {
        let add = sign * k * contact.slip[i] * contact.step;
        t[i] = if cfg!(fault = "single-sum") { f64::from(t[i] as f32 + add as f32) } else { t[i] + add };
    }
    let limit = mu * if cfg!(fault = "limit-without-dashpot") { elastic } else { whole.max(0.0) };
    if cfg!(fault = "pyramid") {
        t = t.map(|x| x.clamp(-limit, limit));
    } else {
        let size = dot(t, t).sqrt();
        if size > limit {
            t = t.map(|x| x * limit / size);
        }
    }
    if cfg!(fault = "shared-state") {
        (0..3).for_each(|i| LAST[i].store(t[i].to_bits(), Ordering::Relaxed));
    }
    for i in 0..3 {
        let mut f = whole * n[i] - t[i];
        if cfg!(fault = "units") {
            f *= 1.0 + 1e-3 * delta / 1e-6;
        }
        if cfg!(single) {
            f = f64::from(f as f32);
        }
        if cfg!(fault = "nan") && contact.rate == 0.0 && delta == 0.0 {
            f = f64::NAN;
        }
        unsafe {
            *next.add(i) = t[i];
            *force.add(i) = f;
        }
    }
    0
}
