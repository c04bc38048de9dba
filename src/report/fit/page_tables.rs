//! The tables of a calibration's page; the first row of each is its head.

use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{Slope, SlopeStudy};
use crate::number::significant;
use crate::report::fit_words::{birge_of, effect, heights, interval, plus_minus};
use crate::report::quantity::Scale;
use serde::Serialize;

/// Corrections that change the restitution by less are not told.
const NOTHING: f64 = 1e-7;
/// Heights for the next drop that are told.
const NEXT: usize = 5;

/// What there is, in the order it is shown.
pub(super) fn parts(found: &Calibrated) -> Vec<Titled> {
    let all = [
        scatter(found),
        birge(found),
        models(found),
        held_out(found),
        effects(found),
        next(found),
        correlations(found),
    ];
    all.into_iter().flatten().filter(|part| part.rows.len() > 1).collect()
}

fn head<const N: usize>(names: [&str; N]) -> Vec<Vec<String>> {
    vec![names.map(str::to_string).to_vec()]
}

fn titled(title: &str, about: &str, rows: Vec<Vec<String>>) -> Option<Titled> {
    Some(Titled { title: title.to_string(), about: about.to_string(), rows })
}

fn scatter(found: &Calibrated) -> Option<Titled> {
    let mut rows = head(["quantity", "standard deviation between drops"]);
    rows.extend(
        found.scatter.iter().map(|(target, s)| {
            vec![target.word().replace('_', " "), Scale::of(target.dimension().si(), *s).show(*s, 2)]
        }),
    );
    titled("Scatter between drops", "Variation between drops beyond the reading uncertainty.", rows)
}

fn birge(found: &Calibrated) -> Option<Titled> {
    let birge = &found.consistency.as_ref()?.birge;
    let mut rows = head(["Birge ratio", "degrees of freedom", "by chance below, in 99 of 100"]);
    rows.push(vec![significant(birge.ratio, 3), significant(birge.dof, 4), significant(birge.limit, 3)]);
    let about = "Residuals from the fit over their stated uncertainty: 1 if there is no other error (Birge 1932). An error common to all numbers of a drop counts as scatter between drops.";
    titled(&format!("Scatter {}, against the stated uncertainty", birge_of(birge)), about, rows)
}

fn models(found: &Calibrated) -> Option<Titled> {
    let mut rows = head(["law", "AICc behind the best", "deviation at held-out heights, rms", "found"]);
    for model in &found.models {
        let held = model.tried.held_out.as_ref().map(|held| format!("{:.2} σ", held.mean_square.sqrt()));
        let estimate = &model.tried.estimate;
        let values = estimate.unknowns.iter().zip(&estimate.theta);
        let values: Vec<String> = values
            .map(|(u, x)| format!("{} = {} {}", u.name, significant(*x, 4), u.unit).trim_end().to_string())
            .collect();
        let behind = model.behind.map_or("too few data".to_string(), |behind| format!("{behind:.1}"));
        rows.push(vec![
            format!("{}: {}", model.tried.name, model.title),
            behind,
            held.unwrap_or_default(),
            values.join(", "),
        ]);
    }
    let about = "A difference below 2 is not significant (Burnham & Anderson 2002). Each height was held out in turn and predicted from the others: about 1 σ for the true law.";
    titled("The same data with other laws", about, rows)
}

fn held_out(found: &Calibrated) -> Option<Titled> {
    titled("Held-out heights", "", heights(&found.held_out))
}

fn effects(found: &Calibrated) -> Option<Titled> {
    let all = [
        ("air", effect(found, |effects| effects.air)),
        ("duration of the contact", effect(found, |effects| effects.contact_duration)),
        ("weight during the contact", effect(found, |effects| effects.gravity_during_contact)),
        ("heights to this point of the ball", effect(found, |effects| effects.height_to)),
    ];
    let mut rows = head(["correction", "in the mean", "at most"]);
    for (name, effect) in all {
        let Some((mean, largest)) = effect.filter(|(_, largest)| largest.abs() > NOTHING) else { continue };
        rows.push(vec![name.to_string(), format!("{mean:+.5}"), format!("{largest:+.5}")]);
    }
    titled("Effect of each correction on the restitution", "", rows)
}

fn next(found: &Calibrated) -> Option<Titled> {
    let mut rows = head(["height", "speed", "standard error, relative to the present one"]);
    rows.extend(found.next.iter().take(NEXT).map(|next| {
        vec![
            next.height.map_or(String::new(), |height| Scale::of("m", height).show(height, 3)),
            format!("{} m/s", significant(next.speed, 3)),
            format!("{:.2} %", 100.0 * next.shrinks_to),
        ]
    }));
    titled("Effect of one more drop", "Expected, from the scatter found so far; the best first.", rows)
}

fn correlations(found: &Calibrated) -> Option<Titled> {
    let matrix = found.correlations.as_ref().filter(|matrix| matrix.len() > 1)?;
    let names: Vec<String> = found.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let mut rows = vec![[vec![String::new()], names.clone()].concat()];
    for (name, row) in names.iter().zip(matrix) {
        rows.push([vec![name.clone()], row.iter().map(|rho| format!("{rho:+.3}")).collect()].concat());
    }
    titled("Correlations of the unknowns", "", rows)
}

/// The slope with the corrections of the case, and without the air.
pub(super) fn slope(study: &SlopeStudy) -> Vec<Vec<String>> {
    let mut rows = head(["", "de/dv", "interval", "share of the inputs in the variance"]);
    let row = |name: &str, slope: &Slope| {
        let inputs = 1.0 - (slope.sigma_data / slope.sigma).powi(2);
        vec![
            name.to_string(),
            plus_minus(slope.value, Some(slope.sigma), "s/m"),
            interval(&slope.interval, "s/m"),
            format!("{:.0} %", 100.0 * inputs.max(0.0)),
        ]
    };
    rows.push(row(if study.without_air.is_some() { "with air" } else { "as measured" }, &study.corrected));
    if let Some(bare) = &study.without_air {
        rows.push(row("without air", bare));
    }
    rows
}

/// A table under a title; the first row is its head.
#[derive(Serialize)]
pub(super) struct Titled {
    pub title: String,
    pub about: String,
    pub rows: Vec<Vec<String>>,
}
