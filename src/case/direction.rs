//! Directions: `"+z"`, `[0, 0, 1]`.

use toml::de::DeValue;

use super::reader::{Node, Reader, kind, quoted, shown};

/// Reads a direction at length one and keeps it as written under `path`.
pub(super) fn read(reader: &mut Reader, node: &Node, path: String) -> Option<[f64; 3]> {
    let direction = vector(reader, node)?;
    let text = reader.raw(node.span()).trim_matches(['"', '\'']).split_whitespace().collect::<Vec<_>>().join(" ");
    reader.word(path, &shown(&text), node.span());
    Some(direction)
}

/// Reads a direction at length one.
pub(super) fn vector(reader: &mut Reader, node: &Node) -> Option<[f64; 3]> {
    let direction = match node.value.get_ref() {
        DeValue::String(text) => axis(text.trim()),
        DeValue::Array(items) => {
            let numbers: Vec<f64> = items.iter().filter_map(|item| number(item.get_ref())).collect();
            <[f64; 3]>::try_from(numbers).ok().filter(|_| items.len() == 3).and_then(unit)
        }
        _ => None,
    };
    if direction.is_none() {
        let what = match node.value.get_ref() {
            DeValue::String(text) => quoted(text),
            DeValue::Array(_) => "this".to_string(),
            other => kind(other).to_string(),
        };
        let help = "write \"+z\", \"-x\", ..., or three numbers that are not all zero, [0, 0, 1]";
        reader.wrong(&node.span(), format!("{what} is not a direction"), &[help]);
    }
    direction
}

/// The direction of a text that [`read`] kept.
pub(super) fn of_text(text: &str) -> Option<[f64; 3]> {
    axis(text).or_else(|| unit(serde_json::from_str(text).ok()?))
}

/// `+z`, `-x`
pub fn axis(text: &str) -> Option<[f64; 3]> {
    let (sign, letter) = match text.as_bytes() {
        [b'+', letter] => (1.0, letter),
        [b'-', letter] => (-1.0, letter),
        _ => return None,
    };
    let at = b"xyz".iter().position(|axis| axis == letter)?;
    let mut normal = [0.0; 3];
    normal[at] = sign;
    Some(normal)
}

fn number(value: &DeValue) -> Option<f64> {
    let number: f64 = match value {
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse().ok()?,
        DeValue::Float(float) => float.as_str().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

/// The direction at length one; scaled first, so that neither tiny nor huge components are lost.
pub fn unit(components: [f64; 3]) -> Option<[f64; 3]> {
    let largest = components.iter().fold(0.0_f64, |most, c| most.max(c.abs()));
    if largest == 0.0 {
        return None;
    }
    let scaled = components.map(|c| c / largest);
    let length = scaled.iter().map(|c| c * c).sum::<f64>().sqrt();
    Some(scaled.map(|c| c / length))
}
