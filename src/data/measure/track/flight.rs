//! The free flights of a bouncing ball: where the impacts lie, a parabola for each flight between them, and all of them fitted together: they
//! share one gravity as far as they agree on it, and meet at the impacts.

use nalgebra::{DMatrix, DVector};

use super::super::Uncertain;
use crate::number::median;

/// Most flights of one track.
const MOST_FLIGHTS: usize = 64;
/// Noise that a turning point has to stand out by, in standard deviations.
const TURNS: f64 = 6.0;
/// Noise of a flight, in that of the track, up to which no samples beside its impacts are taken for blurred.
const QUIET: f64 = 2.5;
/// Samples beside an impact that may be blurred.
const BLURRED: usize = 3;
/// Restitution from which a turn is no bounce: something else threw the ball.
const THROWN: f64 = 1.5;
/// Points that a flight needs: three numbers are fitted to it, and what is left shows whether it is one.
const LEAST: usize = 5;
/// Residual of a point beyond which it is no point of the flight, in standard deviations.
const FAR: f64 = 4.0;
/// Acceleration of a flight against that of the best one beyond which it is no free flight.
const OTHER_GRAVITY: f64 = 0.25;
/// Part of its points that a flight may lose as outliers.
const LOST: f64 = 0.34;
/// Residual over the height of a flight, or over the noise, beyond which it is no parabola.
const CROOKED: f64 = 0.005;
/// Standard deviations from which the drag of air is fitted.
const SEEN: f64 = 4.0;
/// Sum of squared residuals that accelerations of their own may leave less than drag does, in variances, where drag is what is fitted.
const AS_WELL: f64 = 16.0;
/// Standard normal deviate that chance exceeds in one of a thousand tracks.
const RARE: f64 = 3.090;
/// Digits behind the point that are looked for.
const DIGITS: i32 = 9;
/// How far an even time may be from the one in the file, in its last digit: half, and the error of the line through them.
const NEAR: f64 = 0.75;
/// A last digit that is a smaller part of a frame moves nothing.
const FINE: f64 = 1e-3;
/// A last digit that is a larger part of a frame cannot tell a frame that is lost from one that is not.
const COARSE: f64 = 0.501;

/// A time and a depth: positions that grow in the direction of gravity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FallSample {
    pub t: f64,
    pub z: f64,
}

/// Depth `a + b (t - t0) + g/2 (t - t0)^2` over the samples of one flight.
#[derive(Debug, Clone, PartialEq)]
pub struct Parabola {
    /// Index into the samples, in their order.
    pub used: Vec<usize>,
    /// Samples between the first and the last that were passed over as outliers.
    pub lost: usize,
    t0: f64,
    a: f64,
    b: f64,
    /// Acceleration of this flight alone, where its samples determine it.
    pub own: Option<Uncertain>,
    /// Whether only one of its ends is an impact.
    pub partial: bool,
    /// Standard deviation of a sample about the parabola.
    pub noise: f64,
    /// `(1 + rho)/(1 - rho)` of neighbouring residuals: how many samples count as one.
    runs: f64,
    g: f64,
}

/// Standard deviation of the noise of a sample, from third divided differences of neighbours: what a parabola does is not in
/// them, however far apart the times are. Times that are rounded are noise of the position.
pub fn noise(samples: &[FallSample]) -> f64 {
    let robust = 1.4826 * median(samples.windows(4).map(third).collect());
    let mut sorted: Vec<f64> = samples.iter().map(|sample| sample.z).collect();
    sorted.sort_by(f64::total_cmp);
    let range = sorted.last().unwrap_or(&0.0) - sorted.first().unwrap_or(&0.0);
    // Whole pixels: a quarter of all neighbours in size are equal or one step apart.
    let steps = sorted.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 1e-9 * range);
    let step = steps.fold(f64::INFINITY, f64::min);
    let rounding = if step.is_finite() { step / 12f64.sqrt() } else { 0.0 };
    robust.max(rounding).max(1e-9 * range)
}

/// `|sum c_i z_i|/sqrt(sum c_i^2)` with `c_i = prod_j 1/(t_i - t_j)`: the third divided difference in the noise of a sample.
fn third(four: &[FallSample]) -> f64 {
    let weight = |i: &FallSample| four.iter().filter(|j| j.t != i.t).map(|j| 1.0 / (i.t - j.t)).product::<f64>();
    let (sum, squares) = four.iter().fold((0.0, 0.0), |(sum, squares), sample| {
        let c: f64 = weight(sample);
        (sum + c * sample.z, squares + c * c)
    });
    f64::abs(sum) / f64::sqrt(squares)
}

/// The deepest samples between rises of at least `least`: where the ball turns upwards.
fn bottoms(samples: &[FallSample], least: f64) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut top, mut bottom) = (0, 0);
    let mut falling = false;
    for (at, sample) in samples.iter().enumerate() {
        if falling {
            if sample.z > samples[bottom].z {
                bottom = at;
            } else if samples[bottom].z - sample.z >= least {
                found.push(bottom);
                (falling, top) = (false, at);
            }
        } else if sample.z < samples[top].z {
            top = at;
        } else if sample.z - samples[top].z >= least {
            (falling, bottom) = (true, at);
        }
    }
    found
}

/// Finds the flights of a ball that falls towards greater depths. Impacts that gain speed are taken where all of them do: beside others
/// they are turns in a hand.
pub fn find(samples: &[FallSample]) -> Result<Flights, String> {
    found(samples, 1.0).or_else(|why| found(samples, THROWN).ok().filter(|all| all.gains().is_some()).ok_or(why))
}

/// The flights with impacts whose restitution is below a limit.
fn found(samples: &[FallSample], limit: f64) -> Result<Flights, String> {
    let floor = noise(samples);
    let mut turns = bottoms(samples, TURNS * floor);
    turns.truncate(MOST_FLIGHTS);
    let mut gained = Vec::new();
    loop {
        if turns.is_empty() {
            return Err("no impact: the track has no lowest point with a parabola before it and one after it".into());
        }
        let (flights, first) = chain(samples, &turns, floor)?;
        let impacts = (0..flights.flights.len() - 1).map(|k| flights.impact(k));
        // A turn in a hand, or noise before the release, is no impact.
        match impacts.enumerate().find(|(_, impact)| !impact.is_one(limit)) {
            Some((k, turn)) => {
                turns.remove(first + k);
                gained.extend(Some(turn).filter(TrackImpact::gains));
            }
            None => return Ok(Flights { gained, ..flights }),
        }
    }
}

/// Turns with a flight on both sides, the longest row of them that is not broken, and which turn is its first.
fn chain(samples: &[FallSample], turns: &[usize], floor: f64) -> Result<(Flights, usize), String> {
    let end = |k: usize| turns.get(k + 1).copied().unwrap_or(samples.len());
    let start = |k: usize| k.checked_sub(1).and_then(|k| turns.get(k)).map_or(0, |turn| turn + 1);
    let mut whole: Vec<Option<Parabola>> = Vec::new();
    for (k, &from) in turns.iter().enumerate() {
        let until = if k + 1 < turns.len() { Some(end(k)) } else { mirrored(samples, from) };
        whole.push(until.and_then(|until| between(samples, from + 1..until, floor)));
    }
    let mut strange = Vec::new();
    let sure = |flight: &&Parabola| flight.own.and_then(|own| own.sigma).unwrap_or(f64::INFINITY);
    let best = whole.iter().flatten().min_by(|a, b| sure(a).total_cmp(&sure(b))).and_then(|flight| flight.own);
    if let Some(best) = best {
        let alike = |flight: &Parabola| {
            let off = flight.own.map_or(0.0, |own| (own.value - best.value).abs() / best.value);
            off < OTHER_GRAVITY.max(5.0 * sure(&flight) / best.value)
        };
        let other = whole.iter().flatten().filter(|flight| !alike(flight));
        strange = other.filter_map(|f| Some((*f.used.first()?, *f.used.last()?, f.g))).collect();
        whole.iter_mut().for_each(|flight| *flight = flight.take().filter(alike));
    }
    let backwards = |k: usize| (start(k)..turns[k]).rev().collect::<Vec<usize>>();
    let forwards = |k: usize| (turns[k] + 1..end(k)).collect::<Vec<usize>>();
    let known = weighted(whole.iter().flatten().filter_map(|flight| flight.own)).or_else(|| {
        // The lower part of a fall is free flight whatever came before it.
        let orders = (0..turns.len()).flat_map(|k| [backwards(k), forwards(k)]);
        weighted(orders.filter_map(|order| half(samples, &order, floor)))
    });
    let g = known.ok_or("no flight beside an impact is a parabola of five frames or more")?;
    let mut best: (usize, Vec<Parabola>) = (0, Vec::new());
    let mut row: (usize, Vec<Parabola>) = (0, Vec::new());
    for (k, after) in whole.iter().enumerate() {
        if row.1.is_empty() {
            row = (k, Parabola::ending(samples, &backwards(k), floor, g).into_iter().collect());
        }
        let partial = || Parabola::ending(samples, &forwards(k), floor, g);
        let found = after.clone().or_else(partial);
        row.1.extend(found.filter(|_| !row.1.is_empty()));
        if row.1.len() > best.1.len() {
            best = row.clone();
        }
        if after.is_none() {
            row.1.clear();
        }
    }
    if best.1.len() < 2 {
        return Err("no lowest point of the track has a parabola of five frames both before and after it".into());
    }
    let mut flights = together(samples, &best.1, floor)?;
    flights.strange = strange;
    Ok((flights, best.0))
}

/// Where the flight that begins at a turn comes down again, by symmetry about its highest sample; `None` where the track
/// ends before.
fn mirrored(samples: &[FallSample], from: usize) -> Option<usize> {
    let top = (from + 1..samples.len()).min_by(|&a, &b| samples[a].z.total_cmp(&samples[b].z))?;
    let back = 2.0 * samples[top].t - samples[from].t;
    (top..samples.len()).find(|&at| samples[at].t >= back - 1e-9 * back.abs())
}

/// The flight between two impacts; samples beside them may be blurred, or of the contact.
fn between(samples: &[FallSample], range: std::ops::Range<usize>, floor: f64) -> Option<Parabola> {
    let fitted = (0..=BLURRED).filter_map(|margin| {
        let used: Vec<usize> = (range.start + margin..range.end.saturating_sub(margin)).collect();
        let flight = parabola(samples, &used, None).filter(|_| used.len() >= LEAST)?;
        flight.trimmed(samples, floor, None).filter(|flight| flight.is_parabola(samples, floor))
    });
    let fitted: Vec<Parabola> = fitted.collect();
    let quiet = |flight: &&Parabola| flight.noise <= QUIET * floor.max(CROOKED / 4.0 * flight.height(samples));
    let quietest = || fitted.iter().min_by(|a, b| a.noise.total_cmp(&b.noise));
    fitted.iter().find(quiet).or_else(quietest).cloned()
}

fn weighted(readings: impl Iterator<Item = Uncertain>) -> Option<f64> {
    let (mut sum, mut weights) = (0.0, 0.0);
    for reading in readings {
        let weight = reading.sigma.unwrap_or(1.0).max(1e-9 * reading.value.abs()).powi(-2);
        sum += weight * reading.value;
        weights += weight;
    }
    (weights > 0.0).then(|| sum / weights)
}

impl Parabola {
    pub(super) fn depth(&self, t: f64) -> f64 {
        let t = t - self.t0;
        self.a + self.b * t + 0.5 * self.g * t * t
    }

    /// Drops what is far from the parabola, worst first, and fits again.
    fn trimmed(mut self, samples: &[FallSample], floor: f64, g: Option<f64>) -> Option<Self> {
        let all = self.used.len();
        loop {
            let off = |at: usize| (samples[at].z - self.depth(samples[at].t)).abs();
            let spread = 1.4826 * median(self.used.iter().map(|&at| off(at)).collect());
            let limit = FAR * spread.max(floor);
            let worst = self.used.iter().copied().max_by(|&a, &b| off(a).total_cmp(&off(b)))?;
            if off(worst) <= limit {
                self.lost = all - self.used.len();
                return Some(self);
            }
            let kept: Vec<usize> = self.used.iter().copied().filter(|&at| at != worst).collect();
            if kept.len() < LEAST || (all - kept.len()) as f64 > (LOST * all as f64).max(2.0) {
                return None;
            }
            self = parabola(samples, &kept, g)?;
        }
    }

    /// Weight of a sample, neighbours that go together counted.
    fn weight(&self, floor: f64) -> f64 {
        1.0 / (self.noise.max(0.5 * floor).powi(2) * self.runs)
    }

    /// Squares of what a parabola of its own leaves, in variances.
    fn square(&self, floor: f64) -> f64 {
        self.weight(floor) * self.noise.powi(2) * self.used.len().saturating_sub(3) as f64
    }

    /// How far the ball came down, or rose, on the samples of the flight.
    fn height(&self, samples: &[FallSample]) -> f64 {
        let depths = || self.used.iter().map(|&at| samples[at].z);
        depths().fold(f64::NEG_INFINITY, f64::max) - depths().fold(f64::INFINITY, f64::min)
    }

    fn is_parabola(&self, samples: &[FallSample], floor: f64) -> bool {
        self.g > 0.0 && self.noise <= (4.0 * floor).max(CROOKED * self.height(samples))
    }

    /// The flight that begins, or ends, with the first sample of `order` and has no impact at its other end: with the acceleration of the
    /// others, or with its own where that reaches further or leaves much less.
    fn ending(samples: &[FallSample], order: &[usize], floor: f64, g: f64) -> Option<Self> {
        let own = half(samples, order, floor).map(|own| own.value);
        let own = own.filter(|own| (own - g).abs() < OTHER_GRAVITY * g);
        let grown = |g| Self::grown(samples, order, floor, g);
        // What a wrong acceleration leaves is noise that hides it.
        let mut flight = match (own.and_then(grown), grown(g)) {
            (Some(own), Some(shared)) if shared.used.len() >= own.used.len() && shared.noise < 2.0 * own.noise => {
                shared
            }
            (own, shared) => own.or(shared)?,
        };
        let free = Some(&flight.used).filter(|used| used.len() > LEAST).and_then(|used| parabola(samples, used, None));
        if let Some(free) = &free
            && flight.g != g
        {
            (flight.noise, flight.runs) = (free.noise, free.runs);
        }
        (flight.own, flight.partial) = (free.and_then(|free| free.own), true);
        Some(flight)
    }

    /// Grows a flight of known gravity from its end near the impact, sample by sample, until two in a row are off it.
    fn grown(samples: &[FallSample], order: &[usize], floor: f64, g: f64) -> Option<Self> {
        let seed = order.get(..LEAST.min(order.len()))?;
        let mut flight = parabola(samples, seed, Some(g))?.trimmed(samples, floor, Some(g))?;
        let mut missed = 0;
        for &at in order.get(seed.len()..)? {
            let off = (samples[at].z - flight.depth(samples[at].t)).abs();
            if off > FAR * flight.noise.max(1.5 * floor) {
                missed += 1;
                if missed == 2 {
                    break;
                }
                continue;
            }
            flight.lost += missed;
            missed = 0;
            let mut used = flight.used.clone();
            used.push(at);
            flight = Self { lost: flight.lost, ..parabola(samples, &used, Some(g))? };
        }
        // At its far end a ball at rest, or in a hand, leaves the parabola by less than can be seen.
        let end = flight.used.last().map(|&at| samples[at].t)?;
        let unseen = (2.0 * FAR * flight.noise.max(floor) / g).sqrt();
        let kept = flight.used.iter().copied().filter(|&at| (samples[at].t - end).abs() > unseen);
        let kept: Vec<usize> = kept.collect();
        if kept.len() >= LEAST && flight.used.len() < order.len() {
            flight = Self { lost: flight.lost, ..parabola(samples, &kept, Some(g))? };
        }
        flight.used.sort_unstable();
        (flight.used.len() >= LEAST && flight.is_parabola(samples, floor)).then_some(flight)
    }
}

/// Least squares of a parabola through some samples; `g` where it is known.
fn parabola(samples: &[FallSample], used: &[usize], g: Option<f64>) -> Option<Parabola> {
    let count = used.len();
    if count < if g.is_some() { 2 } else { 4 } {
        return None;
    }
    let t0 = used.iter().map(|&at| samples[at].t).sum::<f64>() / count as f64;
    let width = if g.is_some() { 2 } else { 3 };
    let design = DMatrix::from_fn(count, width, |row, column| {
        let t = samples[used[row]].t - t0;
        [1.0, t, 0.5 * t * t][column]
    });
    let fixed = |t: f64| g.map_or(0.0, |g| 0.5 * g * t * t);
    let depths = DVector::from_fn(count, |row, _| samples[used[row]].z - fixed(samples[used[row]].t - t0));
    let normal = (design.transpose() * &design).cholesky()?;
    let found = normal.solve(&(design.transpose() * &depths));
    let residuals = &depths - &design * &found;
    let spare = count.saturating_sub(width).max(1) as f64;
    let noise = (residuals.norm_squared() / spare).sqrt();
    let pairs: f64 = residuals.as_slice().windows(2).map(|pair| pair[0] * pair[1]).sum();
    let rho = (pairs / residuals.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 0.9);
    let runs = (1.0 + rho) / (1.0 - rho);
    let own = g.is_none().then(|| {
        let sigma = noise * (runs * normal.inverse()[(2, 2)]).sqrt();
        Uncertain { value: found[2], sigma: Some(sigma) }
    });
    let g = g.unwrap_or_else(|| found[2]);
    Some(Parabola { used: used.to_vec(), lost: 0, t0, a: found[0], b: found[1], own, partial: false, noise, runs, g })
}

/// Acceleration of the half of a flight beside an impact, from its lower 70 %.
fn half(samples: &[FallSample], order: &[usize], floor: f64) -> Option<Uncertain> {
    let low = order.iter().map(|&at| samples[at].z).fold(f64::NEG_INFINITY, f64::max);
    let high = order.iter().map(|&at| samples[at].z).fold(f64::INFINITY, f64::min);
    let near = order.iter().copied().take_while(|&at| samples[at].z > high + 0.3 * (low - high));
    let near: Vec<usize> = near.collect();
    let flight = parabola(samples, &near, None).filter(|_| near.len() >= LEAST)?;
    flight.trimmed(samples, floor, None).filter(|flight| flight.is_parabola(samples, floor))?.own
}

/// Something of a flight, whose number is counted from 1.
pub type Numbered<T> = (usize, T);

/// The flights of a track in a row, with an impact between each and the next.
#[derive(Debug, Clone, PartialEq)]
pub struct Flights {
    pub flights: Vec<Parabola>,
    /// Depth, slope and own part of the acceleration of each flight, and the shared gravity.
    parameters: Vec<f64>,
    covariance: DMatrix<f64>,
    /// Whether the flights agree on one acceleration; where they do not, the speeds are those of each flight's own.
    pub agree: bool,
    /// Whether the last parameter is what the air takes: `k` in an acceleration `g - k t |t|`, t from the apex.
    pub drag: bool,
    /// Flights with another acceleration than the best one, which are not used: first and last sample, acceleration.
    pub strange: Vec<(usize, usize, f64)>,
    /// Turns that return more speed than they took, beside others that do not: they are no impacts of the track.
    pub gained: Vec<TrackImpact>,
}

/// Degrees of freedom with which the usual noise of the flights counts beside that of one.
const USUAL: f64 = 2.0;

/// The accelerations of flights that are compared, of each flight in its order. Few samples may lie close to a parabola by chance: the noise
/// of a flight that is less than usual is the mean of both, by degrees of freedom.
fn accelerations<'f>(flights: impl Iterator<Item = &'f Parabola>) -> Vec<Uncertain> {
    let own: Vec<(Uncertain, &Parabola)> = flights.filter_map(|flight| Some((flight.own?, flight))).collect();
    let usual = median(own.iter().map(|(_, flight)| flight.noise).collect());
    let of = |(own, flight): &(Uncertain, &Parabola)| {
        let dof = flight.used.len().saturating_sub(3) as f64;
        let more = (usual / flight.noise.max(f64::MIN_POSITIVE)).max(1.0).powi(2);
        let sigma = own.sigma.unwrap_or(1.0) * ((dof + USUAL * more) / (dof + USUAL)).sqrt();
        Uncertain { value: own.value, sigma: Some(sigma.max(1e-6 * own.value.abs())) }
    };
    own.iter().map(of).collect()
}

/// Whether the accelerations of flights differ by more than their errors, and their variance beyond them (DerSimonian & Laird 1986,
/// Control. Clin. Trials 7, 177): Cochran's `Q = sum w (g - mean)^2` against chi-square of one less than there are, beyond which chance
/// brings it in one of a thousand tracks, by its cube root (Wilson & Hilferty 1931).
fn excess(own: &[Uncertain]) -> Option<f64> {
    let weights = || own.iter().map(|own| own.sigma.unwrap_or(1.0).powi(-2));
    let (sum, squares): (f64, f64) = (weights().sum(), weights().map(|w| w * w).sum());
    let mean = own.iter().zip(weights()).map(|(own, w)| w * own.value).sum::<f64>() / sum;
    let Q: f64 = own.iter().zip(weights()).map(|(own, w)| w * (own.value - mean).powi(2)).sum();
    let dof = own.len().saturating_sub(1) as f64;
    let part = 2.0 / (9.0 * dof);
    let limit = dof * (1.0 - part + RARE * part.sqrt()).powi(3);
    (Q > limit).then(|| (Q - dof) / (sum - squares / sum))
}

/// Fits neighbouring flights with one gravity, or each with its own where they differ. What air takes is in the own accelerations of a fall
/// alone and a rise alone, so that those of whole flights count where it is fitted; and it is fitted where accelerations of their own do not
/// describe the flights better.
fn together(samples: &[FallSample], flights: &[Parabola], floor: f64) -> Result<Flights, String> {
    let own = accelerations(flights.iter());
    let whole = accelerations(flights.iter().filter(|flight| !flight.partial));
    let (plain, _) = solved(samples, flights, (floor, &own), None)?;
    let apexes: Vec<f64> = (0..flights.len()).map(|k| plain.apex(k)[0].value).collect();
    let Ok((air, left)) = solved(samples, flights, (floor, &whole), Some(&apexes)) else { return Ok(plain) };
    let k = air.spread(|p| p[p.len() - 1]);
    let alone: f64 = flights.iter().map(|flight| flight.square(floor)).sum();
    let seen = k.value > SEEN * k.sigma.unwrap_or(f64::INFINITY) && left < alone + flights.len() as f64 + AS_WELL;
    Ok(if seen { air } else { plain })
}

/// Place and factor of each parameter in the depth of a sample, its weight, and the depth.
type Row = ([(usize, f64); 5], f64, f64);

/// Least squares of all flights; with the apexes of a first pass, with the drag of air too. And the squares of what is left, in variances.
fn solved(
    samples: &[FallSample],
    flights: &[Parabola],
    (floor, own): (f64, &[Uncertain]),
    apexes: Option<&[f64]>,
) -> Result<(Flights, f64), String> {
    let last = 3 * flights.len();
    let around = flights.first().map_or(1.0, |flight| flight.g);
    let excess = excess(own);
    let size = last + 1 + usize::from(apexes.is_some());
    let rows = flights.iter().enumerate().flat_map(|(k, flight)| {
        let weight = flight.weight(floor);
        flight.used.iter().map(move |&at| {
            let t = samples[at].t - flight.t0;
            let apart = apexes.and_then(|apexes| apexes.get(k)).map_or(0.0, |apex| samples[at].t - apex);
            let air = -apart.powi(3) * apart.abs() / 12.0;
            let row = [(3 * k, 1.0), (3 * k + 1, t), (3 * k + 2, 0.5 * t * t), (last, 0.5 * t * t), (last + 1, air)];
            (row, weight, samples[at].z)
        })
    });
    let rows: Vec<Row> = rows.collect();
    let terms = if apexes.is_some() { 5 } else { 4 };
    let mut normal = DMatrix::zeros(size, size);
    let mut right = DVector::zeros(size);
    for (row, weight, z) in &rows {
        for &(i, x) in &row[..terms] {
            right[i] += weight * x * z;
            for &(j, y) in &row[..terms] {
                normal[(i, j)] += weight * x * y;
            }
        }
    }
    for k in 0..flights.len() {
        normal[(3 * k + 2, 3 * k + 2)] += 1.0 / excess.unwrap_or(0.0).max((1e-6 * around).powi(2));
    }
    let normal = normal.cholesky().ok_or("the flights do not determine a parabola")?;
    let solved = normal.solve(&right);
    let covariance = normal.inverse();
    let off = |row: &[(usize, f64)], z: f64| z - row.iter().map(|&(i, x)| x * solved[i]).sum::<f64>();
    let left = rows.iter().map(|(row, weight, z)| weight * off(&row[..terms], *z).powi(2)).sum();
    let flights = flights.iter().enumerate().map(|(k, flight)| {
        let [a, b, g] = [solved[3 * k], solved[3 * k + 1], solved[last] + solved[3 * k + 2]];
        Parabola { a, b, g, ..flight.clone() }
    });
    let found = Flights {
        flights: flights.collect(),
        parameters: solved.as_slice().to_vec(),
        covariance,
        agree: excess.is_none(),
        strange: Vec::new(),
        gained: Vec::new(),
        drag: apexes.is_some(),
    };
    Ok((found, left))
}

impl Flights {
    /// Slopes of a function of the parameters.
    fn slopes(&self, value: impl Fn(&[f64]) -> f64) -> DVector<f64> {
        let at = &self.parameters;
        DVector::from_fn(at.len(), |k, _| {
            let step = 0.1 * self.covariance[(k, k)].sqrt();
            let ends = [step, -step].map(|step| {
                let mut moved = at.clone();
                moved[k] += step;
                value(&moved)
            });
            if step > 0.0 { (ends[0] - ends[1]) / (2.0 * step) } else { 0.0 }
        })
    }

    /// One standard deviation of a function of the parameters, first order: `value` of them.
    fn spread(&self, value: impl Fn(&[f64]) -> f64) -> Uncertain {
        let slopes = self.slopes(&value);
        let variance = slopes.dot(&(&self.covariance * &slopes));
        Uncertain { value: value(&self.parameters), sigma: Some(variance.max(0.0).sqrt()) }
    }

    /// Time and depth of the apex of a flight; that of the first may lie before the release.
    pub fn apex(&self, k: usize) -> [Uncertain; 2] {
        [self.spread(|p| self.parabola(p, k)[0]), self.spread(|p| self.parabola(p, k)[1])]
    }

    /// Apex in time and depth, and acceleration.
    fn parabola(&self, p: &[f64], k: usize) -> [f64; 3] {
        let [a, b, g] = [p[3 * k], p[3 * k + 1], p[self.shared()] + p[3 * k + 2]];
        [self.flights[k].t0 - b / g, a - 0.5 * b * b / g, g]
    }

    /// The shared gravity.
    pub fn gravity(&self) -> Uncertain {
        self.spread(|p| p[self.shared()])
    }

    /// The place of the shared gravity among the parameters.
    fn shared(&self) -> usize {
        3 * self.flights.len()
    }

    /// What the air takes, in position over time^4.
    fn air(&self, p: &[f64]) -> f64 {
        if self.drag { p[self.shared() + 1] } else { 0.0 }
    }

    /// Time, depth and speeds of the impact after flight `k`.
    fn met(&self, p: &[f64], k: usize) -> [f64; 4] {
        let [before, after] = [k, k + 1].map(|at| self.parabola(p, at));
        let g = if self.agree { [p[self.shared()]; 2] } else { [before[2], after[2]] };
        meet(before, after, g, self.air(p))
    }

    /// Correlation of the errors of two restitutions: neighbours share the flight between them, which is the rebound of one and
    /// the fall of the other.
    pub fn correlation(&self, k: usize, l: usize) -> f64 {
        let slopes = [k, l].map(|at| {
            self.slopes(|p| {
                let [.., before, after] = self.met(p, at);
                after / before
            })
        });
        let product = |a: usize, b: usize| slopes[a].dot(&(&self.covariance * &slopes[b]));
        product(0, 1) / (product(0, 0) * product(1, 1)).sqrt()
    }

    /// The impacts, where every one of them returns more speed than it took, beyond three standard deviations.
    pub fn gains(&self) -> Option<Vec<TrackImpact>> {
        let impacts: Vec<TrackImpact> = (0..self.flights.len() - 1).map(|k| self.impact(k)).collect();
        impacts.iter().all(TrackImpact::gains).then_some(impacts)
    }

    /// Each flight's own acceleration by the number of the flight, and the flight that is farthest from the others by its error, with the part
    /// by which it is off their mean.
    pub fn own(&self) -> (Vec<Numbered<Uncertain>>, Option<Numbered<f64>>) {
        let own: Vec<Numbered<Uncertain>> =
            self.flights.iter().enumerate().filter_map(|(k, flight)| Some((k + 1, flight.own?))).collect();
        let compared = accelerations(self.flights.iter());
        let off = |at: usize| {
            let others = compared.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, own)| own);
            let (sum, weights) = others.fold((0.0, 0.0), |(sum, weights), own| {
                let weight = own.sigma.unwrap_or(1.0).powi(-2);
                (sum + weight * own.value, weights + weight)
            });
            let (by, mean) = (compared[at].value - sum / weights, sum / weights);
            (by / libm::hypot(compared[at].sigma.unwrap_or(1.0), libm::pow(weights, -0.5)), by / mean)
        };
        let all = (0..compared.len()).filter(|_| compared.len() > 2).map(|at| (own[at].0, off(at)));
        let farthest = all.max_by(|a, b| a.1.0.abs().total_cmp(&b.1.0.abs()));
        (own, farthest.map(|(flight, (_, part))| (flight, part)))
    }

    /// When and how deep neighbouring parabolas meet, and the speeds there, of the impact after flight `k`.
    pub fn impact(&self, k: usize) -> TrackImpact {
        let met = |p: &[f64]| self.met(p, k);
        let each = |of: fn([f64; 4]) -> f64| self.spread(|p| of(met(p)));
        TrackImpact {
            time: each(|m| m[0]),
            depth: each(|m| m[1]),
            before: each(|m| m[2]),
            after: each(|m| m[3]),
            restitution: each(|m| m[3] / m[2]),
        }
    }
}

/// One impact in the units of the track.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrackImpact {
    pub time: Uncertain,
    pub depth: Uncertain,
    pub before: Uncertain,
    pub after: Uncertain,
    pub restitution: Uncertain,
}

impl TrackImpact {
    /// Whether it returns more speed than it took, beyond three standard deviations.
    fn gains(&self) -> bool {
        let Uncertain { value, sigma } = self.restitution;
        self.before.value > 0.0 && self.after.value > 0.0 && value - 3.0 * sigma.unwrap_or(f64::INFINITY) >= 1.0
    }

    /// Whether the ball comes down, goes up, and has a restitution below a limit, as far as can be seen.
    fn is_one(&self, limit: f64) -> bool {
        let e = self.restitution;
        let sigma = e.sigma.unwrap_or(f64::INFINITY);
        self.before.value > 0.0 && self.after.value > 0.0 && sigma < 0.3 && e.value - 3.0 * sigma < limit
    }
}

/// Time, depth and the speeds before and after, where two parabolas meet.
///
/// `t_c = (t1 + t2)/2 + (z2 - z1)/(g (t2 - t1))` of one gravity; Newton steps from there where the two differ. The speeds are
/// `g (t_c - t1)` and `g (t2 - t_c)` of the accelerations `g` before and after.
fn meet([t1, z1, g1]: [f64; 3], [t2, z2, g2]: [f64; 3], g: [f64; 2], air: f64) -> [f64; 4] {
    let depth = |z: f64, g: f64, t: f64| z + 0.5 * g * t * t - air * t.powi(3) * t.abs() / 12.0;
    let speed = |g: f64, t: f64| g * t - air * t * t * t.abs() / 3.0;
    let mut t = 0.5 * (t1 + t2) + (z2 - z1) / (0.5 * (g[0] + g[1]) * (t2 - t1));
    for _ in 0..6 {
        t -= (depth(z1, g1, t - t1) - depth(z2, g2, t - t2)) / (speed(g1, t - t1) - speed(g2, t - t2));
    }
    [t, depth(z1, g1, t - t1), speed(g[0], t - t1), -speed(g[1], t - t2)]
}

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
