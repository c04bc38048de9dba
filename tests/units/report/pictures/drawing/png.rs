use collisionbench::report::pictures::drawing::png::*;

#[test]
fn a_dashed_line_covers_its_share() {
    let pieces = dashes(&[(0.0, 0.0), (50.0, 0.0), (100.0, 0.0)], &[20.0, 20.0]);
    let ends: Vec<(f64, f64)> = pieces.iter().map(|p| (p[0].0, p[p.len() - 1].0)).collect();
    assert_eq!(ends, [(0.0, 20.0), (40.0, 60.0), (80.0, 100.0)]);
}

#[test]
fn averaging_takes_the_mean() {
    let mut large = vec![255_u8; 3 * 3 * 3];
    large[..9].fill(0); // one of three lines is black
    assert_eq!(averaged(&large, 3), [170, 170, 170]);
}

#[test]
fn a_palette_has_what_fills_and_the_edge_of_grey_is_grey() {
    let (white, grid, tint, edge) = ([255; 3], [226; 3], [253, 240, 232], [245; 3]);
    let pixels: Vec<[u8; 3]> = [(white, 8000), (grid, 1000), (tint, 900), (edge, 2)]
        .iter()
        .flat_map(|(colour, count)| std::iter::repeat_n(*colour, *count))
        .collect();
    let (palette, indices) = indexed(pixels.as_flattened());
    assert_eq!(palette, [white, grid, tint]);
    assert_eq!((indices.len(), palette[usize::from(indices[9901])]), (9902, white));
}
