use collisionbench::fit::random::*;

/// SplitMix64 from state 0, as published with the generator.
#[test]
fn the_generator_is_splitmix() {
    let mut stream = Stream(0);
    assert_eq!(stream.bits(), 0xe220_a839_7b1d_cdaf);
    assert_eq!(stream.bits(), 0x6e78_9e6a_a1b9_65f4);
}

#[test]
fn moments_are_right_within_four_standard_errors() {
    let n = 100_000;
    let (mut sum, mut squares) = (0.0, 0.0);
    for index in 0..n {
        let mut stream = Stream::new(7, index);
        let x = stream.normal();
        sum += x;
        squares += x * x;
    }
    let n = n as f64;
    assert!((sum / n).abs() < 4.0 / n.sqrt());
    assert!((squares / n - 1.0).abs() < 4.0 * (2.0 / n).sqrt());
}
