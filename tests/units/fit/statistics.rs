mod student {
    use collisionbench::fit::statistics::student::*;

    /// Two-sided 95 % and 99 %, Abramowitz & Stegun table 26.10; one and two degrees of freedom in closed form.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (dof, confidence, t) in [
            (1.0, 0.95, 12.706),
            (2.0, 0.95, 4.303),
            (4.0, 0.95, 2.776),
            (5.0, 0.99, 4.032),
            (9.0, 0.95, 2.262),
            (29.0, 0.95, 2.045),
            (60.0, 0.95, 2.000),
            (f64::INFINITY, 0.95, 1.960),
        ] {
            assert!((two_sided(confidence, dof) - t).abs() < 5.1e-4, "{dof}: {}", two_sided(confidence, dof));
        }
        // Beyond a million degrees of freedom, and on both sides of it: Abramowitz & Stegun 26.7.5 to the second order.
        let x = 1.959963984540054_f64;
        for dof in [2e5, 0.999e6, 1.001e6, 1e8] {
            let first = (x.powi(3) + x) / (4.0 * dof);
            let second = (5.0 * x.powi(5) + 16.0 * x.powi(3) + 3.0 * x) / (96.0 * dof * dof);
            let t = two_sided(0.95, dof);
            assert!((t - (x + first + second)).abs() < 1e-2 * first, "{dof}: {t} for {}", x + first + second);
            assert!((t / (x + first + second) - 1.0).abs() < 1e-10, "{dof}: {t} for {}", x + first + second);
        }
        let exact = (std::f64::consts::PI * 0.95 / 2.0).tan();
        assert!((two_sided(0.95, 1.0) / exact - 1.0).abs() < 1e-10);
        let exact = 0.95 * (2.0 / (1.0 - 0.95_f64.powi(2))).sqrt();
        assert!((two_sided(0.95, 2.0) / exact - 1.0).abs() < 1e-10);
    }

    /// GUM G.4.1 with an infinite number of degrees of freedom for the second: of errors as large as each other four times those
    /// of the first; (1 + 4)^2 = 25 times where the known one is twice as large.
    #[test]
    fn a_known_error_adds_degrees_of_freedom() {
        for (stated, times) in [(0.0, 1.0), (0.3, 4.0), (0.6, 25.0)] {
            assert!((welch(0.3, 7.0, stated) / (7.0 * times) - 1.0).abs() < 1e-14, "{stated}");
        }
        assert_eq!(welch(0.0, 7.0, 0.3), f64::INFINITY);
    }
}

mod chi2 {
    use collisionbench::fit::statistics::chi2::*;

    /// Abramowitz & Stegun table 26.8; two degrees of freedom in closed form, `-2 ln(1 - p)`.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (dof, probability, x) in [
            (1.0, 0.95, 3.841_46),
            (1.0, 0.99, 6.634_90),
            (5.0, 0.01, 0.554_300),
            (10.0, 0.99, 23.209_3),
            (30.0, 0.99, 50.892_2),
            (100.0, 0.99, 135.807),
            (100.0, 0.05, 77.929_5),
        ] {
            let got = quantile(probability, dof);
            assert!((got / x - 1.0).abs() < 5e-6, "{dof} {probability}: {got}");
        }
        for probability in [1e-6, 0.01, 0.5, 0.99, 1.0 - 1e-6] {
            let exact = -2.0 * f64::ln_1p(-probability);
            assert!((quantile(probability, 2.0) / exact - 1.0).abs() < 1e-9, "{probability}");
        }
        assert!(quantile(0.99, 0.0).is_nan() && quantile(1.0, 3.0).is_nan());
    }
}

mod fisher {
    use collisionbench::fit::statistics::fisher::*;

    /// Abramowitz & Stegun table 26.9, upper 5 %; two degrees above: `P(F > f) = (1 + 2 f/d2)^(-d2/2)`.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (d1, d2, f) in [(1.0, 10.0, 4.96), (4.0, 20.0, 2.87), (7.0, 72.0, 2.14), (10.0, 5.0, 4.74)] {
            assert!((quantile(0.95, d1, d2) - f).abs() < 6e-3, "{d1} {d2}: {}", quantile(0.95, d1, d2));
        }
        let exact = (1.0 + 2.0 * 50.8 / 24.0f64).powi(-12);
        assert!((above(50.8, 2.0, 24.0) / exact - 1.0).abs() < 1e-10);
        // Student's t is its root with one degree above.
        let t = collisionbench::fit::statistics::student::two_sided(0.95, 7.0);
        assert!((quantile(0.95, 1.0, 7.0) / (t * t) - 1.0).abs() < 1e-9);
    }
}

mod runs {
    use collisionbench::fit::statistics::*;

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
}
