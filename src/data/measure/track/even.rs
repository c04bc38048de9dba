//! Times that a file rounds: frames come at even times, and rounding them makes noise of the position where the ball is fast.

use super::flight::FallSample;
use crate::number::median;

/// Digits behind the point that are looked for.
const DIGITS: i32 = 9;
/// How far an even time may be from the one in the file, in its last digit: half, and the error of the line through them.
const NEAR: f64 = 0.75;
/// A last digit that is a smaller part of a frame moves nothing.
const FINE: f64 = 1e-3;

/// A last digit that is a larger part of a frame cannot tell a frame that is lost from one that is not.
const COARSE: f64 = 0.501;

/// Puts times that are even but for their last digit at even times; the last digit and the time of a frame, where that was
/// done. Frames that are lost are counted by the time they take.
pub(super) fn even(samples: &mut [FallSample]) -> Option<[f64; 2]> {
    let steps: Vec<f64> = samples.windows(2).map(|pair| pair[1].t - pair[0].t).collect();
    let whole = |digit: f64| samples.iter().all(|s| (s.t / digit - (s.t / digit).round()).abs() < 1e-4);
    let digit = (0..=DIGITS).map(|k| 10f64.powi(-k)).find(|digit| whole(*digit))?;
    let frame = median(steps.clone());
    if frame <= 0.0 || digit < FINE * frame || digit > COARSE * frame {
        return None;
    }
    let frames = |step: f64| if (step - frame).abs() <= 1.01 * digit { 1.0 } else { (step / frame).round().max(1.0) };
    let mut count: Vec<f64> = vec![0.0];
    for step in steps {
        count.push(count[count.len() - 1] + frames(step));
    }
    let (mut start, mut frame) = line(&count, samples)?;
    // Once the time of a frame is known, lost ones are counted anew.
    count = samples.iter().map(|sample| ((sample.t - start) / frame).round()).collect();
    (start, frame) = line(&count, samples)?;
    let at = |k: f64| start + k * frame;
    let near = count.iter().zip(samples.iter()).all(|(&k, sample)| (at(k) - sample.t).abs() <= NEAR * digit);
    let rising = count.windows(2).all(|pair| pair[1] > pair[0]);
    let moved = count.iter().zip(samples.iter()).any(|(&k, sample)| (at(k) - sample.t).abs() > 1e-6 * frame);
    if !(near && rising && moved) {
        return None;
    }
    samples.iter_mut().zip(&count).for_each(|(sample, &k)| sample.t = at(k));
    Some([digit, frame])
}

/// Least squares of `t = a + b k`.
fn line(count: &[f64], samples: &[FallSample]) -> Option<(f64, f64)> {
    let n = count.len() as f64;
    let (k, t) = (count.iter().sum::<f64>() / n, samples.iter().map(|sample| sample.t).sum::<f64>() / n);
    let pairs = || count.iter().zip(samples).map(|(own, sample)| (own - k, sample.t - t));
    let (squares, products) = pairs().fold((0.0, 0.0), |(a, b), (x, y)| (a + x * x, b + x * y));
    let slope = products / squares;
    (slope > 0.0 && slope.is_finite()).then_some((t - slope * k, slope))
}
