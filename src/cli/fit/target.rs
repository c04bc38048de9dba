//! `fit --restitution`: the coefficient of a law that gives a required restitution.

use std::fmt::Write;

use super::super::positive;
use super::Args;
use crate::collide::stepper::Encounter;
use crate::error::{Diagnostic, Error};
use crate::fit::target::{Coefficient, DampingTarget, LawCoefficient, NoFit, own};
use crate::law::{Elastic, Ends};
use crate::units::Dimension;

/// Bodies of unit mass and stiffness at unit speed: `T = (m*/(K v^(n-1)))^(1/(n+1)) = 1`.
const UNIT: f64 = 1.0;

/// The text with the coefficient for a restitution, and the other results that `args` requests.
pub(super) fn text(args: &Args, restitution: f64) -> Result<String, Error> {
    let (Some(law), Some(ends)) = (&args.law, &args.ends) else {
        return Err(Diagnostic::new("a target restitution requires `--law` and `--ends`").into());
    };
    let ends = Ends::from_word(ends).unwrap_or(Ends::ZeroOverlap);
    let usual = if law == "linear-dashpot" { "hooke" } else { "hertz" };
    let normal = args.normal.as_deref().unwrap_or(usual);
    let elastic = Elastic { K: UNIT, alpha: if normal == "hooke" { 1.0 } else { 1.5 }, reference_gap: 0.0 };
    let own = own(law, &elastic, UNIT).map_err(wrong)?;
    if own.key.dimension() == Some(Dimension::Damping) {
        let help = "use `--normal hooke`, or `--law tsuji`, whose restitution is the same at every speed";
        let message = format!("`{}` has no coefficient for a target restitution with `{normal}`", own.law);
        return Err(Error::with_help(message, help));
    }
    let target = DampingTarget { restitution, elastic, beta: own.beta, ends, m_star: UNIT, speed: UNIT };
    let shown = Shown::new(args, &own, &target)?;

    let mut text = format!("{} with {normal}, restitution {restitution}, ends = \"{}\"\n\n", own.law, ends.word());
    let found = target.through_reference().map_err(wrong)?;
    let closed = target.closed_form();
    let in_words = closed.map_or("not known for this law".to_string(), |C| shown.value(C));
    let _ = writeln!(text, "  closed form            {in_words}");
    let _ = writeln!(text, "  through the reference  {}   {}", shown.value(found.C), achieved(&found));
    if let Some(C) = closed {
        let off = if C == 0.0 { found.C } else { found.C / C - 1.0 };
        let _ = writeln!(text, "  difference             {off:.1e} relative");
    }
    let _ = writeln!(text, "\n  {}", shown.holds());
    Ok(text)
}

fn achieved(found: &Coefficient) -> String {
    let count = found.evaluations;
    format!("e = {:.12}   {count} collision{}", found.restitution, if count == 1 { "" } else { "s" })
}

/// A coefficient in a unit that case files accept.
struct Shown {
    own: LawCoefficient,
    /// Factor on the scaled coefficient.
    scale: f64,
    name: String,
    unit: &'static str,
    speed: Option<String>,
}

impl Shown {
    fn new(args: &Args, own: &LawCoefficient, target: &DampingTarget) -> Result<Self, Error> {
        let of = |option, text: &Option<String>, dimension| {
            text.as_deref().map(|text| positive(option, text, dimension)).transpose()
        };
        let speed = of("--speed", &args.speed, Dimension::Speed)?;
        let duration = of("--duration", &args.duration, Dimension::Time)?;
        let key = own.key.name;
        let undamped = Encounter { force: target.force(0.0), m_star: UNIT }.undamped_duration(UNIT);
        let (scale, name, unit) = match (own.key.dimension(), speed, duration) {
            (Some(Dimension::Time), _, Some(duration)) => (duration / undamped, key.to_string(), " s"),
            (Some(Dimension::Time), _, None) => (1.0 / undamped, format!("{key}/undamped_duration"), ""),
            (Some(Dimension::InverseSpeed), Some(speed), _) => (1.0 / speed, key.to_string(), " s/m"),
            (Some(Dimension::InverseSpeed), None, _) => (1.0, format!("{key} speed"), ""),
            _ => (1.0, key.to_string(), ""),
        };
        Ok(Self { own: *own, scale, name, unit, speed: args.speed.clone() })
    }

    fn value(&self, C: f64) -> String {
        format!("{} = {:.15e}{}", self.name, C / self.own.C_over_own * self.scale, self.unit)
    }

    /// Where the coefficient holds.
    fn holds(&self) -> String {
        match (self.own.key.dimension(), &self.speed) {
            (Some(Dimension::Number), _) => "holds at every speed, for every mass and stiffness".to_string(),
            (_, Some(speed)) => format!("holds at {speed} only: restitution of this law depends on the speed"),
            (_, None) => "holds at one speed only: restitution of this law depends on the speed".to_string(),
        }
    }
}

fn wrong(error: NoFit) -> Error {
    let help = match error {
        NoFit::Restitution(e) if e > 1.0 => Some("a restitution above 1 would create energy"),
        NoFit::Restitution(_) => Some("a restitution of 0 needs infinite damping"),
        _ => None,
    };
    let diagnostic = Diagnostic::new(error.to_string());
    help.map_or(diagnostic.clone(), |help| diagnostic.help(help)).into()
}
