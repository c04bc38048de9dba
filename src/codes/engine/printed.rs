//! The number of digits with which a file prints its numbers.

/// Digits of the most precise numbers of a file.
///
/// A format keeps either so many significant digits (`%.6g`, `%.17g`, the shortest text that reads back) or so many
/// decimals (`%.6f`); which one a file uses is not known, so that a number is trusted no further than the coarser of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Digits {
    /// Most significant digits.
    digits: i32,
    /// Most decimals, an exponent counted in.
    decimals: i32,
}

/// No double has more significant digits.
const MOST_DIGITS: i32 = 17;

impl Digits {
    /// Includes one number of the file; zeros have no digits to count.
    pub fn see(&mut self, text: &str) {
        self.take(text, 0, 0);
    }

    /// [`Self::see`] for a number in a unit of `factor` SI units; the result refers to SI.
    pub fn see_in(&mut self, text: &str, factor: f64) {
        if factor == 1.0 {
            return self.see(text);
        }
        let power = (factor.log10() - 1e-9).ceil();
        // The leading digit of a number is another one in a unit that is no power of ten.
        let lost = i32::from((10f64.powf(power) / factor - 1.0).abs() > 1e-9);
        self.take(text, power as i32, lost);
    }

    /// Includes a number times ten to the `power`, of whose digits `lost` do not count.
    fn take(&mut self, text: &str, power: i32, lost: i32) {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let Ok(exponent) = exponent.parse::<i32>() else { return };
        let figures = whole.bytes().chain(decimals.bytes()).filter(u8::is_ascii_digit);
        let digits = figures.skip_while(|&figure| figure == b'0').count();
        if digits > 0 {
            let of = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
            self.digits = self.digits.max((of(digits) - lost).max(1)).min(MOST_DIGITS);
            self.decimals = self.decimals.max(of(decimals.len()).saturating_sub(exponent).saturating_sub(power));
        }
    }

    /// Half a unit in the last printed place of a number: its largest rounding error.
    pub fn half_unit(self, value: f64) -> f64 {
        if self.digits == 0 {
            return value.abs();
        }
        let significant =
            if value == 0.0 { 0.0 } else { 10f64.powi(value.abs().log10().floor() as i32 - self.digits + 1) };
        0.5 * significant.max(10f64.powi(-self.decimals))
    }
}
