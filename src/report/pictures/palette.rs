//! At most 256 colours: a third of the bytes, and no difference that an eye can see.

use std::collections::BTreeMap;

/// A picture of numbered colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexed {
    /// Red, green, blue of every colour.
    pub palette: Vec<u8>,
    /// The number of every pixel's colour.
    pub pixels: Vec<u8>,
}

/// Colours that differ by less than a step in every channel become one: the one that is there most often, so that the
/// colours of lines and areas stay exactly what they are and only their blended edges change.
pub fn indexed(pixels: &[u8]) -> Indexed {
    let mut seen: BTreeMap<[u8; 3], u32> = BTreeMap::new();
    for run in pixels.as_chunks::<3>().0.chunk_by(|a, b| a == b) {
        *seen.entry(run[0]).or_default() += run.len() as u32;
    }
    // Steps of 16 are enough for almost every picture; 64 for any (4 * 4 * 4 colours).
    let (step, chosen) = [16, 32, 64]
        .into_iter()
        .map(|step| (step, representatives(&seen, step)))
        .find(|(_, chosen)| chosen.len() <= 256)
        .unwrap_or_default();
    let number: BTreeMap<[u8; 3], u8> =
        chosen.keys().enumerate().map(|(i, bucket)| (*bucket, u8::try_from(i).unwrap_or(u8::MAX))).collect();
    let mut numbered = Vec::with_capacity(pixels.len() / 3);
    for run in pixels.as_chunks::<3>().0.chunk_by(|a, b| a == b) {
        let index = number.get(&bucket(run[0], step)).copied().unwrap_or(0);
        numbered.resize(numbered.len() + run.len(), index);
    }
    Indexed { palette: chosen.values().flat_map(|(colour, _)| *colour).collect(), pixels: numbered }
}

type Chosen = BTreeMap<[u8; 3], ([u8; 3], u32)>;

fn representatives(seen: &BTreeMap<[u8; 3], u32>, step: u8) -> Chosen {
    let mut chosen = Chosen::new();
    for (&colour, &count) in seen {
        let best = chosen.entry(bucket(colour, step)).or_insert((colour, count));
        if count > best.1 {
            *best = (colour, count);
        }
    }
    chosen
}

fn bucket(colour: [u8; 3], step: u8) -> [u8; 3] {
    colour.map(|channel| channel / step.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_colours_stay_what_they_are() {
        let mut pixels = [213, 94, 0].repeat(50);
        pixels.extend([214, 95, 1]);
        pixels.extend([255, 255, 255].repeat(9));
        let made = indexed(&pixels);
        assert_eq!(made.palette, [213, 94, 0, 255, 255, 255]);
        assert_eq!(made.pixels.len(), 60);
        assert_eq!((made.pixels[50], made.pixels[51]), (0, 1));
    }

    #[test]
    fn any_picture_has_256_colours_at_most() {
        let pixels: Vec<u8> = (0..=255_u8).flat_map(|a| (0..=255).map(move |b| [a, b, a ^ b])).flatten().collect();
        let made = indexed(&pixels);
        assert!(made.palette.len() <= 3 * 256, "{}", made.palette.len() / 3);
        assert!(made.pixels.iter().all(|&i| usize::from(i) < made.palette.len() / 3));
    }
}
