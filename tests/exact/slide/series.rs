//! Arithmetic of Taylor series, and where one falls below zero.

use super::*;

pub(super) fn d(x: f64) -> Double {
    Double::new(x)
}

pub(super) fn times(x: &Series, y: &Series) -> Series {
    std::array::from_fn(|k| product(x, y, k))
}

pub(super) fn plus(x: &Series, y: &Series, factor: Double) -> Series {
    std::array::from_fn(|k| x[k] + factor * y[k])
}

pub(super) fn scaled(x: &Series, factor: Double) -> Series {
    x.map(|term| term * factor)
}

/// The integral of a series from 0 to `h`.
pub(super) fn integral(x: &Series, h: Double) -> Double {
    let mut y = ZERO;
    for k in 0..ORDER {
        y[k + 1] = x[k] / d((k + 1) as f64);
    }
    at(&y, h)
}

pub(super) fn inverse(x: &Series) -> Series {
    let mut y = ZERO;
    y[0] = Double::ONE / x[0];
    for k in 1..=ORDER {
        let sum = (1..=k).fold(Double::ZERO, |sum, j| sum + x[j] * y[k - j]);
        y[k] = -(sum / x[0]);
    }
    y
}

/// A series without what is rounding at its beginning.
pub(super) fn stripped(x: &Series, h: f64) -> Series {
    let sizes: Vec<f64> = (0..=ORDER).map(|k| x[k].value().abs() * h.powi(k as i32)).collect();
    let most = sizes.iter().copied().fold(0.0, f64::max);
    let first = sizes.iter().position(|&size| size > NOTHING * most).unwrap_or(0);
    let mut y = ZERO;
    y[..=ORDER - first].copy_from_slice(&x[first..]);
    y
}

/// Where a series that starts above zero falls below it, up to `h`; 0 where it starts below.
pub(super) fn falls(x: &Series, h: f64) -> Option<Double> {
    let y = stripped(x, h);
    if y[0].value() < 0.0 {
        return Some(Double::ZERO);
    }
    if y[0].value() == 0.0 {
        return None;
    }
    let short = (5..26).rev().map(|j| h * 0.5f64.powi(j));
    let late = (5..26).map(|j| h * (1.0 - 0.5f64.powi(j)));
    let parts = (1..16).map(|i| h * f64::from(i) / 16.0);
    let points: Vec<f64> = std::iter::once(0.0).chain(short).chain(parts).chain(late).chain([h]).collect();
    let value = |s: f64| at(&y, d(s)).value();
    let k = (1..points.len()).find(|&k| value(points[k]) <= 0.0)?;
    let (mut a, mut b) = (points[k - 1], points[k]);
    let width = b - a;
    for _ in 0..60 {
        let c = 0.5 * (a + b);
        if value(c) > 0.0 { a = c } else { b = c }
    }
    let (rate, mut root) = (slope(&y), d(0.5 * (a + b)));
    for _ in 0..3 {
        let steep = at(&rate, root);
        if steep.hi != 0.0 {
            let next = root - at(&y, root) / steep;
            if (next.value() - a).abs() <= 1e-6 * width {
                root = next;
            }
        }
    }
    Some(root)
}
