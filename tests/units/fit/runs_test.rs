use collisionbench::fit::runs_test::*;

/// Every order of five signs and four, counted; ten and ten: 0.0185 for six runs or fewer (Swed & Eisenhart 1943, table I).
#[test]
fn probabilities_are_those_of_all_orders() {
    let (mut counts, mut all) = ([0.0f64; 10], 0.0);
    for bits in (0u32..512).filter(|bits| bits.count_ones() == 5) {
        let signs = (0..9).map(|at| if bits >> at & 1 == 1 { 1.0 } else { -1.0 });
        let found = Runs::of(signs);
        assert_eq!((found.above, found.below), (5, 4));
        counts[found.runs] += 1.0;
        all += 1.0;
    }
    let mut sum = 0.0;
    for (runs, count) in counts.iter().enumerate() {
        sum += count / all;
        let found = Runs { above: 5, below: 4, runs }.chance();
        assert!((found - sum).abs() < 1e-12, "{runs}: {found} {sum}");
    }
    let ten = Runs { above: 10, below: 10, runs: 6 };
    assert!((ten.chance() - 3422.0 / 184_756.0).abs() < 1e-12 && (ten.chance() - 0.0185).abs() < 5e-5);
    let (mean, sigma) = ten.expected();
    assert!((mean - 11.0).abs() < 1e-12 && (sigma - (90.0f64 / 19.0).sqrt()).abs() < 1e-12);
    let mean: f64 = (2..=20).map(|runs| runs as f64 * ten.probability(runs)).sum();
    assert!((mean - 11.0).abs() < 1e-10);
    // Five numbers and more on each side: the fewest runs are rarer than 1 %.
    assert!(Runs { above: 5, below: 5, runs: 2 }.tells(0.01) && !Runs { above: 4, below: 4, runs: 2 }.tells(0.01));
    assert!((Runs { above: 50_000, below: 50_000, runs: 50_001 }.chance() - 0.5).abs() < 0.01);
}
