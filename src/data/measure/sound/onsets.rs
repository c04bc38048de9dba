//! Onsets in a sound: where the energy rises at once, and when, to parts of a sample.

use super::super::Uncertain;

/// Below it there is hum and handling noise, Hz.
const HIGH_PASS: f64 = 400.0;
/// After an onset, before it, and between two onsets, s.
const AFTER: f64 = 1e-3;
const BEFORE: f64 = 5e-3;
const APART: f64 = 4e-3;
/// How much louder it is after an onset than before it, and than the background of the recording, in energy.
const RISE: f64 = 5.0;
const LOUD: f64 = 6.0;
/// Most onsets of a recording: beyond it there is music, or rain.
const MOST: usize = 400;

/// A sudden rise of the energy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Onset {
    /// s
    pub time: Uncertain,
    /// Energy after it over that of the background.
    pub energy: f64,
}

/// Takes away what is below 400 Hz, causally: nothing is heard before it happens.
pub fn without_hum(sound: &mut [f32], rate: f64) {
    let keep = 1.0 / (1.0 + 2.0 * std::f64::consts::PI * HIGH_PASS / rate);
    for _ in 0..2 {
        let (mut before, mut out) = (sound.first().map_or(0.0, |&x| f64::from(x)), 0.0);
        for x in sound.iter_mut() {
            let now = f64::from(*x);
            out = keep * (out + now - before);
            before = now;
            *x = out as f32;
        }
    }
}

fn energy(sound: &[f32]) -> f64 {
    sound.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>() / sound.len().max(1) as f64
}

/// Mean energy of the background: a quiet fifth of the recording has less.
fn background(sound: &[f32], rate: f64) -> f64 {
    let mut all: Vec<f64> = sound.chunks(((BEFORE * rate) as usize).max(1)).map(energy).collect();
    all.sort_by(f64::total_cmp);
    let loudest = all.last().copied().unwrap_or(0.0);
    // Digital silence is quieter than any room: 100 dB below the loudest sound.
    all.get(all.len() / 5).copied().unwrap_or(0.0).max(1e-10 * loudest)
}

/// All onsets of a sound without hum, in their order.
///
/// # Errors
/// When it is silent, or there are too many.
pub fn onsets(sound: &[f32], rate: f64) -> Result<Vec<Onset>, String> {
    let floor = background(sound, rate);
    if floor <= 0.0 {
        return Err("the recording is silent".to_string());
    }
    let [after, before, apart] = [AFTER, BEFORE, APART].map(|time| ((time * rate) as usize).max(2));
    let mut found: Vec<Onset> = Vec::new();
    let mut best: Option<(usize, f64)> = None;
    let end = sound.len().saturating_sub(after);
    let (mut behind, mut ahead) = (0.0, sound.iter().take(after).map(|&x| f64::from(x).powi(2)).sum::<f64>());
    for at in 0..=end {
        let [rise, loud] =
            [ahead / after as f64 / (behind / before as f64).max(0.0).max(floor), ahead / after as f64 / floor];
        if rise > RISE && loud > LOUD && best.is_none_or(|(_, known)| rise > known) {
            best = Some((at, rise));
        }
        if let Some((place, _)) = best.filter(|(place, _)| at >= place + apart || at == end) {
            found.push(timed(sound, rate, place, floor));
            if found.len() > MOST {
                return Err(format!("more than {MOST} sudden sounds: no recording of a bouncing ball"));
            }
            best = None;
        }
        // Sums of squares move by a sample; the background is what was there up to now.
        let square = |at: usize| sound.get(at).map_or(0.0, |&x| f64::from(x).powi(2));
        behind += square(at) - at.checked_sub(before).map_or(0.0, square);
        ahead += square(at + after) - square(at);
    }
    Ok(found)
}

/// When the energy changes, near a sample: the two-part Gaussian of greatest likelihood, `k ln s1 + (n - k) ln s2` (Maeda 1985,
/// Zisin 38, 365), averaged over the places that the sound cannot tell apart by their Akaike weights.
fn timed(sound: &[f32], rate: f64, near: usize, floor: f64) -> Onset {
    let reach = |time: f64| (time * rate) as usize;
    let from = near.saturating_sub(reach(BEFORE));
    let until = (near + reach(1.5 * AFTER)).min(sound.len());
    let window = sound.get(from..until).unwrap_or_default();
    // Up to the loudest sample: what rings out behind it is another story.
    let loudest = window.iter().enumerate().skip(near - from).max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    let last = loudest.map_or(window.len(), |(at, _)| at + 1).max((near - from + reach(0.2e-3)).min(window.len()));
    let window = window.get(..last).unwrap_or_default();
    let squares: Vec<f64> = window.iter().map(|&x| f64::from(x).powi(2)).collect();
    let all: f64 = squares.iter().sum();
    // Eight bits are silent between their steps: nothing is quieter than the background.
    let least = floor;
    let (mut sum, n) = (0.0, squares.len() as f64);
    let mut criterion = Vec::with_capacity(squares.len());
    for (k, square) in squares.iter().enumerate() {
        let k = k as f64;
        let [s1, s2] = [(sum / k.max(1.0)).max(least), ((all - sum) / (n - k)).max(least)];
        criterion.push(if k < 4.0 || n - k < 3.0 { f64::INFINITY } else { k * s1.ln() + (n - k) * s2.ln() });
        sum += square;
    }
    let lowest = criterion.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut weights, mut mean, mut square) = (0.0, 0.0, 0.0);
    for (k, value) in criterion.iter().enumerate() {
        let weight = (-0.5 * (value - lowest)).exp();
        if weight.is_finite() {
            weights += weight;
            mean += weight * k as f64;
            square += weight * (k * k) as f64;
        }
    }
    let energy = energy(sound.get(near..near + reach(2.0 * AFTER)).or(sound.get(near..)).unwrap_or_default()) / floor;
    let (place, spread) = match weights > 0.0 {
        true => (mean / weights, (square / weights - (mean / weights).powi(2)).max(0.0)),
        false => ((near - from) as f64, 1.0),
    };
    // The sound begins between the sample before and this one; how its rise hides in the noise adds a sample. Where the noise
    // has a larger part of the energy it is a later swing of the sound that stands out.
    let time = (from as f64 + place - 0.5) / rate;
    let sigma = ((spread + 1.0).sqrt() / rate).hypot(AFTER / energy.max(1.0));
    Onset { time: Uncertain { value: time, sigma: Some(sigma) }, energy }
}
