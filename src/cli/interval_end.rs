//! `export --at`: selects the fitted value, or an end of its interval.

use crate::codes::export::words as plain;
use crate::error::Error;
use crate::fit::calibrate::result::Parameter;
use crate::fit::file::FitResult;
use crate::number::{percent, significant};

/// The selected value of a fitted parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    Best,
    High,
}

const ENDS: [(&str, End); 3] = [("low", End::Low), ("best", End::Best), ("high", End::High)];

/// A fitted parameter at one of its values.
#[derive(Debug, Clone)]
pub(super) struct ParameterAt<'a> {
    pub parameter: &'a Parameter,
    pub value: f64,
    end: End,
}

impl<'a> ParameterAt<'a> {
    /// Reads `low`, `best`, `high` or, where several parameters are fitted, `NAME=low`.
    ///
    /// # Errors
    /// When the fit has no such parameter, or no interval for it, or the word is none of the three.
    pub fn read(text: &str, fit: Option<&'a FitResult>) -> Result<Self, Error> {
        let Some(fit) = fit else {
            let message = "--at takes an end of a fitted interval, and this is a case";
            return Err(Error::with_help(message, "export the fit.json that `collisionbench fit` wrote"));
        };
        let (name, word) = text.split_once('=').map_or((None, text), |(name, word)| (Some(name.trim()), word));
        let Some((_, end)) = ENDS.iter().find(|(known, _)| *known == word.trim()) else {
            let help = "use low, best or high; restitution=low where several parameters are fitted";
            return Err(Error::with_help(format!("--at: `{text}` is not an end of an interval"), help));
        };
        let parameter = Self::parameter(name, fit)?;
        let value = match (end, &parameter.interval) {
            (End::Best, _) => parameter.value,
            (End::Low, Some(interval)) => interval.low,
            (End::High, Some(interval)) => interval.high,
            (_, None) => return Err(Error::wrong(format!("the fit has no interval for {}", parameter.name))),
        };
        Ok(Self { parameter, value, end: *end })
    }

    /// A parameter at its fitted value.
    pub fn best(parameter: &'a Parameter) -> Self {
        Self { parameter, value: parameter.value, end: End::Best }
    }

    fn parameter(name: Option<&str>, fit: &'a FitResult) -> Result<&'a Parameter, Error> {
        let names: Vec<&str> = fit.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        match (name, &fit.parameters[..]) {
            (None, [only]) => Ok(only),
            (None, _) => Err(Error::with_help(
                format!("--at: {} parameters are fitted: name one", fit.parameters.len()),
                format!("for example --at {}=low", names.first().unwrap_or(&"restitution")),
            )),
            (Some(name), all) => all
                .iter()
                .find(|parameter| [&parameter.name, &parameter.path].contains(&&name.to_string()))
                .ok_or_else(|| Error::unknown(format!("--at: the fit has no parameter `{name}`"), name, &names, "")),
        }
    }

    /// `restitution = 0.7900, the low end of 0.7900 to 0.8300 (95 %, profile likelihood); the fitted value is 0.8100`
    pub fn words(&self) -> String {
        let Parameter { name, unit, value, interval, level, method, .. } = self.parameter;
        // They come into an input's comment: plain words only.
        let (name, unit) = (plain(name), plain(unit));
        let unit = if unit.is_empty() { unit } else { format!(" {unit}") };
        let (low, high) = interval.as_ref().map_or((*value, *value), |of| (of.low, of.high));
        // Two digits of the width.
        let places = value.abs().max(f64::MIN_POSITIVE).log10().floor() - (high - low).log10().floor() + 2.0;
        let digits = if places.is_finite() { places.clamp(4.0, 17.0) as usize } else { 6 };
        let shown = |value: f64| significant(value, digits);
        let how = method.map_or(String::new(), |method| format!(" ({}, {})", percent(*level), method.word()));
        let range = format!("{} to {}{unit}{how}", shown(low), shown(high));
        let here = format!("{name} = {}{unit}", shown(self.value));
        match (self.end, interval) {
            (End::Best, None) => format!("{here}, the fitted value; the fit has no interval for it"),
            (End::Best, Some(_)) => format!("{here}, the fitted value; its interval is {range}"),
            (End::Low, _) => format!("{here}, the low end of {range}; the fitted value is {}{unit}", shown(*value)),
            (End::High, _) => format!("{here}, the high end of {range}; the fitted value is {}{unit}", shown(*value)),
        }
    }
}
