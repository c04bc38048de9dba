//! The same in Rust:  rustc -O --edition 2021 --crate-type cdylib -o libhertz.so hertz.rs
#![allow(non_snake_case)]

use std::ffi::{c_char, c_int};

#[repr(C)]
pub struct Parameter(*const c_char, *const c_char, f64);

#[repr(C)]
pub struct Law(c_int, *const c_char, c_int, *const Parameter, c_int, c_int);

struct Static<T>(T);
// What it points to is never written.
unsafe impl<T> Sync for Static<T> {}

static PARAMETERS: Static<[Parameter; 1]> = Static([Parameter(c"alpha".as_ptr(), c"1".as_ptr(), 0.5)]);
static LAW: Static<Law> = Static(Law(1, c"Hertz and Tsuji, in Rust".as_ptr(), 1, &PARAMETERS.0 as *const Parameter, 0, 0));

#[no_mangle]
pub extern "C" fn collisionbench_describe() -> *const Law {
    &LAW.0
}

#[repr(C)]
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

fn together(a: f64, b: f64) -> f64 {
    1.0 / (1.0 / a + 1.0 / b)
}

fn plane_strain(body: &Body) -> f64 {
    body.young_modulus / (1.0 - body.poisson_ratio.powi(2))
}

/// # Safety
/// The arrays have the lengths of collisionbench.h.
#[no_mangle]
pub unsafe extern "C" fn collisionbench_force(parameter: *const f64, contact: &Contact, _: *const f64, _: *mut f64, force: *mut [f64; 3]) -> c_int {
    let Contact { body: [one, two], normal, overlap: d, rate: v, .. } = contact;
    let (R, m) = (together(one.radius, two.radius), together(one.mass, two.mass));
    let K = 4.0 / 3.0 * together(plane_strain(one), plane_strain(two)) * R.sqrt();
    let F = (K * d.powf(1.5) + *parameter * (m * K).sqrt() * d.powf(0.25) * v).max(0.0);
    *force = normal.map(|n| F * n);
    0
}
