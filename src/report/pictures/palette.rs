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

/// Colours closer than this in every channel become one.
const STEP: u8 = 16;

/// Buckets of a channel, and of all three.
const SIDE: usize = u8::MAX as usize / STEP as usize + 1;
const BUCKETS: usize = SIDE * SIDE * SIDE;

/// Colours that hardly differ become one: the one that is there most often, so that the colours of lines and areas stay
/// exactly what they are and only their blended edges change. Should there still be too many, the rarest take the
/// nearest of the others.
pub fn indexed(pixels: &[u8]) -> Indexed {
    let (pixels, _) = pixels.as_chunks::<3>();
    let mut seen: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for run in pixels.chunk_by(|a, b| a == b) {
        *seen.entry(run[0]).or_default() += run.len();
    }
    let mut chosen: BTreeMap<[u8; 3], ([u8; 3], usize)> = BTreeMap::new();
    for (&colour, &count) in &seen {
        let best = chosen.entry(bucket(colour)).or_insert((colour, count));
        if count > best.1 {
            *best = (colour, count);
        }
    }
    let mut palette: Vec<([u8; 3], usize)> = chosen.values().copied().collect();
    palette.sort_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
    palette.truncate(256);
    let nearest = |colour: [u8; 3]| (0..=u8::MAX).zip(&palette).min_by_key(|(_, known)| distance(colour, known.0));
    let mut number = vec![0; BUCKETS];
    for (&bucket, &(colour, _)) in &chosen {
        number[place(bucket)] = nearest(colour).map_or(0, |(index, _)| index);
    }
    let mut numbered = Vec::with_capacity(pixels.len());
    for run in pixels.chunk_by(|a, b| a == b) {
        numbered.resize(numbered.len() + run.len(), number[place(bucket(run[0]))]);
    }
    Indexed { palette: palette.into_iter().flat_map(|(colour, _)| colour).collect(), pixels: numbered }
}

fn bucket(colour: [u8; 3]) -> [u8; 3] {
    colour.map(|channel| channel / STEP)
}

/// Where a bucket stands among [`BUCKETS`].
fn place(bucket: [u8; 3]) -> usize {
    bucket.iter().fold(0, |place, &channel| place * SIDE + usize::from(channel))
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter().zip(b).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
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
