//! The result of a calibration as blocks, for terminal and page alike.

use std::collections::HashSet;

use crate::distinct::grouped;
use crate::fit::calibrate::Calibrated;
use crate::fit::calibrate::result::{
    AlternativeLaw, Count, Describes, Fate, HeldOutHeight, Parameter, Slope, UnknownOfLaw,
};
use crate::fit::drop_impacts::Effects;
use crate::fit::spread::{BudgetLine, Evaluation, UncertaintyBudget};
use crate::law::scene::validity;
use crate::number::{brief, counted, percent, significant};
use crate::report::block::Block;
use crate::report::fit_text::{
    birge, counts, heights, notes, off_by, scatter_between_drops, scattered, sentence, suspicious, table,
};
use crate::report::quantity::{Scale, interval, with_uncertainty};
use crate::report::sheet;

/// A heading, and what is under it.
type Section = Vec<Block>;

/// A heading with paragraphs; nothing of none.
fn paragraphs(title: &str, text: Vec<String>) -> Option<Section> {
    let heading = Block::heading(2, title);
    (!text.is_empty()).then(|| [heading].into_iter().chain(text.into_iter().map(Block::text)).collect())
}

/// A heading, a paragraph where there is something to say, and a table whose first row is its head; nothing of no rows.
fn tabled(title: &str, about: &str, rows: Vec<Vec<String>>) -> Option<Section> {
    let text = Some(about).filter(|about| !about.is_empty()).map(Block::text);
    let table = Block::Table { about: title.to_string(), rows };
    let shown = matches!(&table, Block::Table { rows, .. } if rows.len() > 1);
    shown.then(|| [Block::heading(2, title)].into_iter().chain(text).chain([table]).collect())
}

/// Corrections that change the restitution by less are not shown.
const NEGLIGIBLE: f64 = 1e-7;
/// A source with a smaller share of the variance is not worth a warning.
const SHARE: f64 = 1e-3;
/// Heights for the next drop that are shown.
const NEXT: usize = 5;
/// Measurements that are named of those left out for one reason; `drops.csv` has all.
const NAMED: usize = 12;
/// Parts of an uncertainty, and suspicious rows, in the short form.
const LARGEST: usize = 3;

/// How many numbers there are.
pub fn method(found: &Calibrated) -> String {
    counts(Count::of(found), units(found))
}

/// What was measured several times.
fn units(found: &Calibrated) -> &'static str {
    let mut units = found.kinds.iter().map(|kind| kind.units());
    let first = units.next().unwrap_or("drops");
    if units.all(|other| other == first) { first } else { "drops and impacts" }
}

/// The result in some ten lines: values, what they count, whether the law holds, where the uncertainty comes from, what looks wrong.
pub fn summary(found: &Calibrated) -> Vec<Block> {
    let headlines = found.with_and_without().enumerate().map(|(k, both)| Block::heading(2, headline(found, k, both)));
    let mut rows = vec![["counted".to_string(), counted_units(found)]];
    let mut say = |what: &str, text: Option<String>| rows.extend(text.map(|text| [what.to_string(), text]));
    say("law", Some(law(found)));
    let worst = found.held_out.iter().map(HeldOutHeight::off).max_by(|a, b| a.abs().total_cmp(&b.abs()));
    let heights = counted(found.held_out.len(), "height");
    say("held out", worst.map(|off| format!("{heights} predicted by a fit of the others; worst {}", off_by(off))));
    for (k, parameter) in found.parameters.iter().enumerate() {
        let of = if found.parameters.len() > 1 { format!("of {}: ", parameter.name) } else { String::new() };
        say("uncertainty", found.budget.as_ref().map(|budget| format!("{of}{}", largest_parts(budget, k))));
    }
    let scatter = found.consistency.as_ref().filter(|found| found.birge.too_large());
    say("readings", scatter.map(|found| birge(&found.birge)));
    found.verdicts.iter().for_each(|(what, words)| say(what, Some(words.clone())));
    say("suspicious", Some(suspicious_rows(found)));
    let examples: Vec<String> = found.examples.iter().map(ToString::to_string).collect();
    say(
        "examples",
        Some(if examples.is_empty() { "none".to_string() } else { format!("not measured: {}", examples.join(", ")) }),
    );
    let rows = rows.into_iter().map(|row| row.to_vec()).collect();
    headlines.chain(Block::table("", &["", ""], rows)).collect()
}

/// `4 heights, not 40 drops; 40 numbers used, 10 of them to judge a fit of the others`
fn counted_units(found: &Calibrated) -> String {
    let (independent, drops) = (found.estimate.units(), found.estimate.drops);
    let groups = found.agreement.as_ref().map_or("groups", |agreement| agreement.groups.as_str());
    let one = |count: usize| counted(count, units(found).trim_end_matches('s'));
    let units = match independent < drops && !groups.is_empty() {
        true => format!("{independent} {groups}, not {drops} {}", units(found)),
        // Each impact counts where there are too few drops to see how they scatter.
        false if found.estimate.scattering > drops => {
            format!("{} of {}", counted(found.estimate.scattering, "impact"), one(drops))
        }
        false => one(drops),
    };
    let Count { used, held_out, left_out, .. } = Count::of(found);
    let left = if left_out > 0 { format!(", {left_out} left out") } else { String::new() };
    let held = if held_out > 0 { format!("; {held_out} of them judge a fit of the others") } else { String::new() };
    // A row that sticks is no number, and no unit of an interval: it is a bound.
    let stuck = found.measurements.iter().filter(|m| m.fate == Fate::Stuck).count();
    let stick = match stuck {
        0 => String::new(),
        1 => ", and 1 row that sticks, a bound".to_string(),
        several => format!(", and {several} rows that stick, each a bound"),
    };
    format!("{units}; {} used{left}{stick}{held}", counted(used - stuck, "number"))
}

/// Whether the law describes the data, with the probability of what was found.
fn law(found: &Calibrated) -> String {
    let Some(agreement) = &found.agreement else { return "not tested: nothing was repeated".to_string() };
    let chance = agreement.lack.as_ref().map(|lack| format!(" (p = {})", brief(lack.chance))).unwrap_or_default();
    let first = || agreement.words.split("; ").next().unwrap_or_default().to_string();
    match agreement.describes {
        Describes::Yes => format!("describes the data: its misfit is below the stated tolerance{chance}"),
        Describes::NoMisfitDetected => format!("no misfit detected{chance}"),
        Describes::WithExtraScatter => {
            format!("describes the mean; single {} differ from it by more than drops do{chance}", agreement.groups)
        }
        Describes::Undecided => {
            format!("a misfit is detected{chance}; the data do not show whether it is below the tolerance")
        }
        Describes::No | Describes::NotTested => first(),
    }
}

/// The three largest parts of the variance of a parameter.
fn largest_parts(budget: &UncertaintyBudget, k: usize) -> String {
    let share = |line: &BudgetLine| line.share.get(k).copied().unwrap_or(0.0);
    let mut lines: Vec<&BudgetLine> = budget.lines.iter().filter(|line| share(line) > SHARE).collect();
    lines.sort_by(|a, b| share(b).total_cmp(&share(a)));
    let part = |line: &&BudgetLine| {
        let example = if line.source.example { " (an example)" } else { "" };
        let digits = usize::from(share(line) < 0.01);
        format!("{:.digits$} % {}{example}", 100.0 * share(line), line.source.name)
    };
    lines.iter().take(LARGEST).map(part).collect::<Vec<_>>().join("; ")
}

/// The rows that look wrong, used or not.
fn suspicious_rows(found: &Calibrated) -> String {
    let all = suspicious(found);
    let shown = |(name, reason, used): &(String, String, bool)| {
        format!("{name}: {reason}{}", if *used { " (used)" } else { "" })
    };
    let named: Vec<String> = all.iter().take(LARGEST).map(shown).collect();
    let more = if all.len() > LARGEST { format!("; and {} more", all.len() - LARGEST) } else { String::new() };
    if all.is_empty() { "none".to_string() } else { format!("{}{more}", named.join("; ")) }
}

/// The values, what they mean, and what may be wrong with them.
pub fn answer(found: &Calibrated) -> Vec<Block> {
    let mut sections: Vec<Block> =
        found.with_and_without().enumerate().flat_map(|(k, both)| estimate(found, k, both)).collect();
    let law = found.agreement.iter().map(|agreement| sentence(&agreement.words)).collect();
    let doubt = |(name, reason, used)| format!("{name}: {reason} ({}).", if used { "used" } else { "not used" });
    let words = notes(found.consistency.as_ref(), &found.notes);
    let others = [
        paragraphs("Law and data", law),
        paragraphs(
            "Interpretation",
            vec![
                sentence(&found.verdict.words),
                "± is one standard uncertainty, data and inputs together. An interval has its stated confidence only if \
                 the law is correct and the input uncertainties are those of the case."
                    .to_string(),
            ],
        ),
        combination(found),
        paragraphs("Notes", words.iter().map(|note| sentence(note)).collect()),
        paragraphs("Suspicious data", suspicious(found).into_iter().map(doubt).collect()),
    ];
    sections.extend(others.into_iter().flatten().flatten());
    sections
}

/// The evidence behind the values.
pub fn evidence(found: &Calibrated) -> Vec<Block> {
    let budget = |(k, parameter)| found.budget.as_ref().and_then(|budget| uncertainty(budget, parameter, k));
    let mut sections: Vec<Block> = found.parameters.iter().enumerate().filter_map(budget).flatten().collect();
    let others = [
        scatter(found),
        slope(found),
        effects(found),
        models(found),
        tabled("Held-out heights", "", heights(&found.held_out)),
        next(found),
        correlations(found),
        assumptions(found),
        left_out(found),
    ];
    sections.extend(others.into_iter().flatten().flatten());
    sections
}

/// Value and interval of a parameter, and what is wrong with them.
fn headline(found: &Calibrated, k: usize, (parameter, without): (&Parameter, Option<&Parameter>)) -> String {
    let unit = parameter.unit.as_str();
    let value = with_uncertainty(parameter.value, parameter.sigma, unit);
    let ends = parameter.interval.map(|ends| format!("; {}: {}", percent(parameter.level), interval(&ends, unit)));
    let mut title = format!("{} = {value}{}", parameter.name, ends.unwrap_or_default());
    title.push_str(&examples_in(found, k, parameter));
    if let Some(agreement) = found.agreement.as_ref().filter(|agreement| agreement.describes == Describes::No) {
        let (verdict, _) = agreement.words.split_once(':').unwrap_or((&agreement.words, ""));
        title.push_str(&format!("; {verdict}"));
    }
    if let (Some(without), Some(left_out)) = (without, &found.without) {
        let ends = without.interval.map(|ends| format!("; {}: {}", percent(without.level), interval(&ends, unit)));
        let value = with_uncertainty(without.value, without.sigma, unit);
        let (who, it) = match &left_out.named[..] {
            [(name, z)] => (format!("{name} is {:.0} standard deviations off and still used", z.abs()), "it"),
            several => (format!("{} numbers are too far off and still used", several.len()), "them"),
        };
        title.push_str(&format!("; but {who}; without {it}: {value}{}", ends.unwrap_or_default()));
    }
    title
}

/// The section of one parameter, with value and interval as its title.
fn estimate(found: &Calibrated, k: usize, (parameter, without): (&Parameter, Option<&Parameter>)) -> Section {
    let unit = parameter.unit.as_str();
    let title = headline(found, k, (parameter, without));
    let mut text = Vec::new();
    if let Some(left_out) = found.without.as_ref().filter(|left_out| without.is_some() && left_out.named.len() > 1) {
        let far = |(name, z): &(String, f64)| format!("{name}: {}", off_by(*z));
        let shown = left_out.named.iter().take(NAMED).map(far).collect::<Vec<_>>().join("; ");
        text.push(format!("Too far off, and used: {shown}."));
    }
    if let (Some(own), Some(method)) = (&parameter.interval_data, parameter.method) {
        let dof = found.estimate.dof_of_errors();
        let student = if dof.is_finite() {
            format!(", Student's t of {} degrees of freedom", significant(dof, 3))
        } else {
            String::new()
        };
        text.push(format!("From the data alone: {}, {}{student}.", interval(own, unit), method.word()));
    }
    if parameter.at_bound {
        let bound = "The estimate is at a bound: the best fit lies beyond it, and neither an uncertainty nor an interval can be given.";
        text.push(bound.to_string());
    }
    for side in ["below", "above"].into_iter().zip(parameter.open).filter(|(_, open)| *open).map(|(side, _)| side) {
        text.push(format!("The data do not bound it {side}: that end of the interval is the one of `between`."));
    }
    [Block::heading(2, title)].into_iter().chain(text.into_iter().map(Block::text)).collect()
}

/// The example values that are worth more than half of the interval that the data give.
fn examples_in(found: &Calibrated, k: usize, parameter: &Parameter) -> String {
    let half = parameter.interval_data.map_or(f64::INFINITY, |interval| 0.5 * (interval.high - interval.low));
    let lines = found.budget.iter().flat_map(|budget| &budget.lines).filter(|line| line.source.example);
    let worth = |line: &BudgetLine| {
        let u = line.contribution.get(k).copied().filter(|u| *u > half)?;
        let own = Scale::of(&parameter.unit, parameter.value);
        Some(format!("; ± {} of it from {}, an example value and not measured", own.show_brief(u), line.source.name))
    };
    lines.filter_map(worth).collect()
}

/// The combination that the data determine. The assumptions behind the unknown are in the verdict.
fn combination(found: &Calibrated) -> Option<Section> {
    let combined = found.combination.as_ref()?;
    let value = Scale { factor: 1.0, unit: combined.unit.clone() }.show(combined.value, 6);
    let level = percent(found.settings.level);
    let ends = combined.interval.map(|ends| format!("; {level}, from the data alone: {}", interval(&ends, "")));
    let text = format!("{} = {value}{}.", combined.formula, ends.unwrap_or_default());
    paragraphs("Without an assumption about the stiffness", vec![text])
}

fn uncertainty(budget: &UncertaintyBudget, parameter: &Parameter, k: usize) -> Option<Section> {
    let of = |values: &[f64]| values.get(k).copied().unwrap_or(f64::NAN);
    let own = Scale::of(&parameter.unit, parameter.value);
    let row = |line: &BudgetLine| {
        let scale = Scale::of(&line.source.unit, line.source.value);
        // A point of the ball is no number.
        let number = !(line.sensitivity.is_empty() || line.source.example && line.source.value == 0.0);
        let shown = |text: String| if number { text } else { String::new() };
        vec![
            if line.source.example { format!("{} (an example)", line.source.name) } else { line.source.name.clone() },
            if line.source.kind == Evaluation::A { "A" } else { "B" }.to_string(),
            shown(scale.show(line.source.value, 4)),
            shown(scale.show_brief(line.source.sigma)),
            shown(brief(of(&line.sensitivity))),
            own.show_brief(of(&line.contribution)),
            format!("{:.1} %", 100.0 * of(&line.share)),
        ]
    };
    let head = ["source", "type", "value", "u", "sensitivity", "u of the result", "share"];
    let mut rows = table(&head, budget.lines.iter().map(row));
    let combined = own.show_brief(of(&budget.combined));
    rows.push(["combined", "", "", "", "", &combined, "100 %"].map(str::to_string).to_vec());
    let stated = budget.lines.iter().filter(|line| !line.source.example);
    let crooked = stated.filter(|line| of(&line.share) > SHARE && of(&line.asymmetry) > 0.2);
    let note = |line: &BudgetLine| {
        format!("A change of {} up or down has unequal effects: its sensitivity is a poor summary.", line.source.name)
    };
    let title = format!("Uncertainty budget of {}", parameter.name);
    let examples = "Of an example value u is half of it; of the point of the ball, half of what the other point gives."
        .to_string();
    let examples = budget.lines.iter().any(|line| line.source.example).then_some(examples);
    let notes: Vec<Block> = crooked.map(note).chain(examples).map(Block::text).collect();
    let table = Block::Table { about: title.clone(), rows };
    Some([Block::heading(2, title)].into_iter().chain(notes).chain([table]).collect())
}

fn scatter(found: &Calibrated) -> Option<Section> {
    let drops = found.scatter.iter().map(|of| {
        match found.orders.iter().find(|order| {
            order.rejects() && (&*order.quantity, &order.experiment) == (of.quantity.word(), &of.experiment)
        }) {
            Some(order) => format!(
                "Spread of the {} about the law ({}, which changes with {} and is not scatter alone.",
                units(found),
                scattered(of),
                order.abscissa
            ),
            None => scatter_between_drops(found.estimate.drops, found.parameters.len(), units(found), of),
        }
    });
    let between = found.estimate.between.as_ref().filter(|between| between.sigma > 0.0).map(|between| {
        let groups = found.agreement.as_ref().map_or("groups", |agreement| agreement.groups.as_str());
        format!("Scatter between {groups}: {}.", significant(between.sigma, 2))
    });
    let birge = found.consistency.as_ref().map(|found| {
        format!(
            "{} It has {} degrees of freedom: residuals from the fit over their stated uncertainty, 1 if there is no other \
             error (Birge 1932). An error common to all numbers of a drop counts as scatter between drops.",
            birge(&found.birge),
            significant(found.birge.dof, 4)
        )
    });
    let impacts = (found.between_impacts > 0.0)
        .then(|| format!("Scatter between the impacts of one drop: {}.", significant(found.between_impacts, 2)));
    let lines = drops.chain(between).chain(impacts).chain(birge);
    paragraphs("Scatter beyond the reading uncertainty", lines.collect())
}

/// The slope with the corrections of the case, and without the air.
fn slope(found: &Calibrated) -> Option<Section> {
    let study = found.slope.as_ref()?;
    let row = |name: &str, slope: &Slope| {
        let inputs = 1.0 - (slope.sigma_data / slope.sigma).powi(2);
        vec![
            name.to_string(),
            with_uncertainty(slope.value, Some(slope.sigma), "s/m"),
            interval(&slope.interval, "s/m"),
            format!("{:.0} %", 100.0 * inputs.max(0.0)),
        ]
    };
    let corrected = row(if study.without_air.is_some() { "with air" } else { "as measured" }, &study.corrected);
    let bare = study.without_air.as_ref().map(|bare| row("without air", bare));
    let level = format!("{} interval", percent(found.settings.level));
    let head = ["restitutions", "de/dv", &level, "share of the inputs in the variance"];
    tabled("Restitution and speed", &sentence(&study.words), table(&head, [corrected].into_iter().chain(bare)))
}

/// Mean and largest effect of each correction on the restitutions that were used; of those that were made.
fn effects(found: &Calibrated) -> Option<Section> {
    let row = |name: &str, of: fn(&Effects) -> Option<f64>| {
        let used = found.measurements.iter().filter(|m| m.fate.is_used());
        let all: Vec<f64> = used.filter_map(|m| of(&m.effects)).collect();
        let largest = all.iter().copied().fold(0.0, |top: f64, x| if x.abs() > top.abs() { x } else { top });
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        (largest.abs() > NEGLIGIBLE).then(|| vec![name.to_string(), format!("{mean:+.5}"), format!("{largest:+.5}")])
    };
    let rows = [
        row("air", |effects| effects.air),
        row("duration of the contact", |effects| effects.contact_duration),
        row("weight during the contact", |effects| effects.gravity_during_contact),
        row("heights to this point of the ball", |effects| effects.height_to),
    ];
    let rows = table(&["correction", "in the mean", "at most"], rows.into_iter().flatten());
    // Those that the result depends on.
    let lines = || found.budget.iter().flat_map(|budget| &budget.lines).filter(|line| line.source.example);
    let counts = |path: &str| lines().any(|line| line.source.name == path);
    let title = format!("Effect of each correction on the restitution{}", if_examples(found, counts));
    tabled(&title, &contact_time(found).unwrap_or_default(), rows)
}

/// A warning where the correction for the duration of the contact counts and no modulus has an uncertainty.
fn contact_time(found: &Calibrated) -> Option<String> {
    let known = found.budget.as_ref()?.lines.iter().any(|line| line.source.name.ends_with("young_modulus"));
    let used = found.measurements.iter().filter(|m| m.fate.is_used());
    let read: Vec<(f64, f64)> = used.filter_map(|m| Some((m.effects.contact_duration?, m.sigma_used?))).collect();
    let mean = read.iter().map(|(effect, _)| effect).sum::<f64>() / read.len() as f64;
    let error = read.iter().map(|(_, sigma)| sigma.powi(-2)).sum::<f64>().sqrt().recip();
    (!known && mean.abs() > error).then(|| {
        format!(
            "The duration of the contact moves the restitution by {} times its standard error of {}, and no modulus has a sigma: the \
             interval does not include the uncertainty of the modulus. Write  young_modulus = {{ value = ..., sigma = ... }}.",
            significant(mean.abs() / error, 2),
            significant(error, 2)
        )
    })
}

fn models(found: &Calibrated) -> Option<Section> {
    let row = |model: &AlternativeLaw| {
        let held = model.held_out_mean_square.map(|square| format!("{:.2} σ", square.sqrt()));
        let value = |of: &UnknownOfLaw| format!("{} = {}", of.name, Scale::of(&of.unit, 1.0).show(of.value, 4));
        let values: Vec<String> = model.unknowns.iter().map(value).collect();
        vec![
            format!("{}: {}\n{}", model.name, model.title, values.join(", ")),
            model.behind.map_or_else(|| model.without_criterion().to_string(), |behind| format!("{behind:.1}")),
            held.unwrap_or_default(),
        ]
    };
    let held = if found.measurements.iter().any(|m| m.height.is_some()) { "height" } else { "speed" };
    let head = ["law", "AICc behind the best", &format!("held-out {held}s")];
    let about = format!(
        "A difference below 2 is not significant (Burnham & Anderson 2002). Each {held} was held out in turn and predicted from the others; the \
         deviation, rms, is about 1 σ for the true law."
    );
    tabled("The same data with other laws", &about, table(&head, found.models.iter().map(row)))
}

fn next(found: &Calibrated) -> Option<Section> {
    let rows = found.next.iter().take(NEXT).map(|next| {
        vec![
            next.height.map_or(String::new(), |height| Scale::of("m", height).show(height, 3)),
            format!("{} m/s", significant(next.speed, 3)),
            format!("{:.2} %", 100.0 * next.shrinks_to),
        ]
    });
    let head = ["height", "speed", "standard error with one more drop, relative to the present one"];
    let about = "Expected, from the scatter found so far; the best first.";
    tabled("Best next drop", about, table(&head, rows))
}

fn correlations(found: &Calibrated) -> Option<Section> {
    let matrix = found.covariance.as_ref().map(|of| &of.correlations).filter(|matrix| matrix.len() > 1)?;
    let names = || found.parameters.iter().map(|parameter| parameter.name.as_str());
    let head: Vec<&str> = ["unknown"].into_iter().chain(names()).collect();
    let row = |(name, row): (&str, &Vec<f64>)| {
        [name.to_string()].into_iter().chain(row.iter().map(|rho| format!("{rho:+.3}"))).collect()
    };
    tabled("Correlations of the unknowns", "", table(&head, names().zip(matrix).map(row)))
}

fn assumptions(found: &Calibrated) -> Option<Section> {
    let rows = found.validity.iter().filter_map(|line| {
        let criterion = validity::criterion(&line.word)?;
        let formula = Some(criterion.formula).filter(|formula| !formula.is_empty());
        let formula = formula.map_or(String::new(), |formula| format!("{formula}. "));
        let details =
            line.details.iter().map(|d| format!("{} {}", d.name, Scale::of(&d.unit, d.value).show(d.value, 4)));
        let value = line.value.map_or("unknown".to_string(), |value| significant(value, 3));
        Some(vec![
            sheet::word(line.light).to_string(),
            format!("{}\n{formula}{}", criterion.assumes, sentence(criterion.source)),
            [value].into_iter().chain(details).collect::<Vec<_>>().join("\n"),
        ])
    });
    let about = "Green: no assumption is known to be violated. Blank: unknown.";
    let rows = table(&["light", "assumed", "number"], rows);
    tabled(&format!("Assumptions of the law, at the fastest impact{}", if_examples(found, |_| true)), about, rows)
}

/// Under which values of the case numbers hold that are made of them.
fn if_examples(found: &Calibrated, counts: impl Fn(&str) -> bool) -> String {
    let names: Vec<String> =
        found.examples.iter().filter(|example| counts(&example.path)).map(ToString::to_string).collect();
    if names.is_empty() { String::new() } else { format!(", if the examples were measured: {}", names.join(", ")) }
}

/// A paragraph a reason.
fn left_out(found: &Calibrated) -> Option<Section> {
    let mut known = HashSet::new();
    let left_out = found.measurements.iter().filter_map(|m| match &m.fate {
        Fate::LeftOut(reason) => {
            let name = format!("{}, {} ", m.name, m.quantity.word());
            known.insert((reason, name.clone(), m.number)).then_some((reason, (name, m.number)))
        }
        _ => None,
    });
    let paragraph = |(reason, numbers): (&String, Vec<(String, usize)>)| {
        let runs = numbers.chunk_by(|a, b| a.0 == b.0);
        let names: Vec<String> = runs
            .map(|run| {
                let numbers: Vec<String> = run.iter().map(|(_, number)| number.to_string()).collect();
                format!("{}{}", run[0].0, numbers.join(", "))
            })
            .collect();
        let more = names.len().saturating_sub(NAMED);
        let more = if more > 0 { format!("; and {more} more, in drops.csv") } else { String::new() };
        let shown: Vec<String> = names.into_iter().take(NAMED).collect();
        format!("{}: {}{more}.", reason.trim_end_matches('.'), shown.join("; "))
    };
    paragraphs("Left out", grouped(left_out).into_iter().map(paragraph).collect())
}
