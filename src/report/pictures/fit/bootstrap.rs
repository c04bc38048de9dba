//! The refits of the bootstrap of one unknown, and the intervals beside them.

use crate::fit::calibrate::Calibrated;
use crate::number::percent;
use crate::report::pictures::prelude::*;

use super::unknown;

/// Fewest and most bars.
const BARS: (f64, f64) = (12.0, 60.0);
/// Part of the refits at each end that may lie outside the frame, where a few are far off.
const FAR: f64 = 0.002;

/// Bars as wide as Freedman and Diaconis (1981) have it, `2 IQR n^(-1/3)`.
pub(super) fn draw(found: &Calibrated, which: usize) -> Option<Drawn> {
    let refits = found.bootstrap.as_ref()?;
    let parameter = found.parameters.get(which)?;
    let mut all: Vec<f64> = refits.thetas.iter().filter_map(|theta| theta.get(which).copied()).collect();
    all.retain(|value| value.is_finite());
    all.sort_by(f64::total_cmp);
    let quantile = |part: f64| all.get((part * (all.len().checked_sub(1)?) as f64).round() as usize).copied();
    let (low, high) = (quantile(FAR)?, quantile(1.0 - FAR)?);
    // Refits of the same few drops are one value and show no distribution.
    if low == high {
        return None;
    }
    let bars = bars(&all, (low, high), quantile(0.75)? - quantile(0.25)?);
    let mut table = Table::new("from to refits");
    let mut area = Vec::new();
    let mut outline = vec![(bars.first()?.0, 0.0)];
    for &(from, to, count) in &bars {
        table.row(cells![from, to, count]);
        area.extend([(from, 0.0, count), (to, 0.0, count)]);
        outline.extend([(from, count), (to, count)]);
    }
    outline.push((bars.last()?.1, 0.0));
    let top = bars.iter().map(|bar| bar.2).fold(1.0, f64::max) * 1.08;
    let edge = Stroke { colour: QUIET, width: 3.0, dash: SOLID };
    let best = Stroke { colour: INK, width: 5.0, dash: SOLID };
    let mut layers = Layers::default();
    let colour = faded(QUIET, 0.35);
    layers.put(Entry::area(format!("{} refits", all.len()), colour), Item::Band { points: area, colour });
    layers.items.push(Item::Line { points: outline, stroke: edge });
    let upright = |x: f64| vec![(x, 0.0), (x, top)];
    layers.line("best fit", upright(parameter.value), best);
    let quoted = percent(parameter.level);
    let intervals = [
        (parameter.by_bootstrap, format!("{quoted} bootstrap-t, data alone"), DOUBTFUL, DASHED),
        (parameter.interval, format!("{quoted} as quoted, inputs included"), INK, DOTTED),
    ];
    for (interval, text, colour, dash) in intervals {
        let Some(interval) = interval else { continue };
        let stroke = Stroke { colour, width: 4.0, dash };
        for end in [interval.low, interval.high] {
            layers.line(&text, upright(end), stroke);
        }
    }
    unknown::drawn(found, parameter, ("refits per bar", top), layers, table)
}

/// From, to and how many; the first and the last hold what lies beyond them as well.
pub fn bars(sorted: &[f64], (low, high): (f64, f64), quartiles: f64) -> Vec<(f64, f64, f64)> {
    let reach = if high > low { high - low } else { low.abs().max(f64::MIN_POSITIVE) * 1e-6 };
    let from = if high > low { low } else { low - 0.5 * reach };
    let width = 2.0 * quartiles / (sorted.len() as f64).cbrt();
    let count = if width > 0.0 { (reach / width).ceil().clamp(BARS.0, BARS.1) } else { BARS.0 };
    let mut counts = vec![0.0; count as usize];
    for value in sorted {
        let place = ((value - from) / reach * count).floor().clamp(0.0, count - 1.0);
        if let Some(bar) = counts.get_mut(place as usize) {
            *bar += 1.0;
        }
    }
    let at = |i: usize| from + reach * i as f64 / count;
    counts.into_iter().enumerate().map(|(i, n)| (at(i), at(i + 1), n)).collect()
}
