//! Values drawn from distributions: each sequence fills the space as its publication says, and each distribution is the one that is named.

use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;

/// A ball that falls on a wall, with these values of speed and restitution, and this `[sample]`.
fn text(speed: &str, restitution: &str, sample: &str) -> String {
    format!(
        "title = \"Samples\"\n[material.glass]\ndensity = \"2500 kg/m3\"\nyoung_modulus = \"65 GPa\"\npoisson_ratio = 0.2\n\
         [body.ball]\nsphere = {{ radius = \"2 mm\" }}\nmaterial = \"glass\"\n[body.floor]\nwall = {{ normal = \"+z\" }}\nrigid = true\n\
         [impact]\nspeed = {speed}\n[contact]\nends = \"force-clamped\"\n[contact.normal.hertz]\n\
         [contact.damping.tsuji]\nrestitution = {restitution}\n{sample}\n[run.reference]\ntolerance = 1e-12\n\
         [[expect]]\nthat = \"reference\"\nagrees_with = \"antypov-elliott\"\nrestitution = {{ within = \"1e-9 relative\" }}\n"
    )
}

fn read(text: &str) -> Result<Case, String> {
    let file = SourceFile { name: "samples.toml".to_string(), text: text.to_string() };
    Case::read(Arc::new(file), "samples", &Files::Embedded).map_err(|error| error.to_string())
}

/// The values of one parameter over the scenes.
fn values(case: &Case, path: &str) -> Vec<f64> {
    case.scenes.iter().map(|scene| scene.number(path).unwrap()).collect()
}

const SPEED: &str = "{ sample = \"uniform\", from = \"1 m/s\", to = \"3 m/s\" }";
const RESTITUTION: &str = "{ sample = \"uniform\", from = 0.2, to = 0.7 }";

fn sampled(sequence: &str, seed: u32, count: usize) -> Vec<[f64; 2]> {
    let sample = format!("[sample]\nscenes = {count}\nsequence = \"{sequence}\"\nseed = {seed}");
    let case = read(&text(SPEED, RESTITUTION, &sample)).unwrap();
    let restitution = values(&case, "contact.damping.tsuji.restitution");
    let unit = |(v, e): (f64, f64)| [(v - 1.0) / 2.0, (e - 0.2) / 0.5];
    values(&case, "impact.speed").into_iter().zip(restitution).map(unit).collect()
}

/// How many points lie in each of `n` equal parts of an axis.
fn parts(points: &[[f64; 2]], axis: usize, n: usize) -> Vec<usize> {
    let mut counts = vec![0; n];
    points.iter().for_each(|point| counts[(point[axis] * n as f64) as usize] += 1);
    counts
}

#[test]
fn a_latin_hypercube_has_one_sample_in_each_part_of_every_value() {
    for count in [7, 64, 1000] {
        let points = sampled("latin-hypercube", 3, count);
        for axis in 0..2 {
            assert!(parts(&points, axis, count).iter().all(|&n| n == 1), "{count} samples, value {axis}");
        }
    }
    // The axes are not the same permutation, which has one sample in each part too.
    let same = sampled("latin-hypercube", 3, 64).iter().filter(|[x, y]| (x - y).abs() < 1.0 / 64.0).count();
    assert!(same < 10, "{same} of 64 lie on the diagonal");
}

/// A net in base 2 has as many samples in each elementary interval of a power of two: the first two of Sobol's dimensions are a (0, m, 2)-net.
#[test]
fn sobol_samples_are_a_net() {
    let points = sampled("sobol", 5, 256);
    for k in 0..=8 {
        let (across, up) = (1 << k, 1 << (8 - k));
        let mut cells = vec![0; 256];
        for [x, y] in &points {
            cells[(x * across as f64) as usize * up + (y * up as f64) as usize] += 1;
        }
        assert!(cells.iter().all(|&n| n == 1), "{across} x {up} cells");
    }
}

#[test]
fn random_samples_are_neither() {
    let points = sampled("random", 5, 256);
    let counts = parts(&points, 0, 256);
    // Of 256 independent samples 1/e of the parts are empty, give or take 3 %.
    let empty = counts.iter().filter(|&&n| n == 0).count();
    assert!((70..120).contains(&empty), "{empty}");
}

#[test]
fn another_seed_gives_other_samples_and_the_same_the_same() {
    for sequence in ["sobol", "latin-hypercube", "random"] {
        let [one, again, other] = [1, 1, 2].map(|seed| sampled(sequence, seed, 50));
        assert_eq!(one, again, "{sequence}");
        assert_ne!(one, other, "{sequence}");
    }
}

/// Mean and deviation of the values of one distribution, of 4096 samples of Sobol's sequence.
fn moments(distribution: &str, of: impl Fn(f64) -> f64) -> [f64; 2] {
    let case = read(&text(distribution, "0.5", "[sample]\nscenes = 4096")).unwrap();
    let values: Vec<f64> = values(&case, "impact.speed").into_iter().map(of).collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let square = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / values.len() as f64;
    [mean, square.sqrt()]
}

/// The closed forms of each distribution; a sequence of 4096 that fills the space has their mean to some 1e-3 of the deviation.
#[test]
fn distributions_have_their_moments() {
    let near = |[mean, deviation]: [f64; 2], [m, s]: [f64; 2]| {
        assert!((mean - m).abs() < 2e-3 * s && (deviation / s - 1.0).abs() < 5e-3, "{mean} {deviation} for {m} {s}");
    };
    near(moments(SPEED, |v| v), [2.0, 2.0 / 12f64.sqrt()]);
    let log = "{ sample = \"log-uniform\", from = \"1 cm/s\", to = \"10 m/s\" }";
    near(moments(log, f64::ln), [0.1f64.sqrt().ln(), 1000f64.ln() / 12f64.sqrt()]);
    near(moments("{ sample = \"normal\", mean = \"2 m/s\", sigma = \"0.1 m/s\" }", |v| v), [2.0, 0.1]);
    near(moments("{ sample = \"lognormal\", median = \"2 m/s\", factor = 1.2 }", f64::ln), [2f64.ln(), 1.2f64.ln()]);
    // Above its mean alone a normal distribution is a half normal one: sigma sqrt(2/pi), sigma sqrt(1 - 2/pi).
    let half = "{ sample = \"normal\", mean = \"2 m/s\", sigma = \"0.1 m/s\", from = \"2 m/s\" }";
    let of_half = 2.0 / std::f64::consts::PI;
    near(moments(half, |v| v), [2.0 + 0.1 * of_half.sqrt(), 0.1 * (1.0 - of_half).sqrt()]);
}

#[test]
fn samples_multiply_with_a_grid_and_have_names() {
    let case = read(&text("{ sweep = \"1 2 m/s\" }", RESTITUTION, "[sample]\nscenes = 3")).unwrap();
    let names: Vec<&str> = case.scenes.iter().map(|scene| scene.name.as_str()).collect();
    assert_eq!(names[..2], ["speed=1 m/s, sample=1", "speed=1 m/s, sample=2"]);
    assert_eq!((names.len(), names[5]), (6, "speed=2 m/s, sample=3"));
    let e = values(&case, "contact.damping.tsuji.restitution");
    assert_eq!(e[..3], e[3..], "each speed has the same samples");
}

#[test]
fn what_cannot_be_sampled_is_refused() {
    let refused = |speed: &str, restitution: &str, sample: &str| read(&text(speed, restitution, sample)).unwrap_err();
    let cases = [
        (refused(SPEED, "0.5", ""), "does not say how many samples"),
        (refused("\"1 m/s\"", "0.5", "[sample]\nscenes = 3"), "no value has a distribution"),
        (refused("{ sample = \"gauss\", from = \"1 m/s\", to = \"2 m/s\" }", "0.5", "[sample]\nscenes = 3"), "`gauss`"),
        (refused("{ sample = \"uniform\", from = \"1 m/s\" }", "0.5", "[sample]\nscenes = 3"), "speed.to"),
        (
            refused("{ sample = \"uniform\", from = \"2 m/s\", to = \"1 m/s\" }", "0.5", "[sample]\nscenes = 3"),
            "not below",
        ),
        (refused("{ sample = \"normal\", mean = \"1 m/s\", factor = 2 }", "0.5", "[sample]\nscenes = 3"), "`factor`"),
        (refused(SPEED, "{ sample = \"normal\", mean = 0.9, sigma = 0.2 }", "[sample]\nscenes = 3"), "at most 1"),
        (refused("{ sample = \"log-uniform\", from = 0, to = \"1 m/s\" }", "0.5", "[sample]\nscenes = 3"), "speed"),
        (refused(SPEED, "0.5", "[sample]\nscenes = 0"), "scenes"),
        // Time steps are swept, not drawn.
        (
            refused(
                SPEED,
                "0.5",
                "[run.velocity-verlet]\nsteps_per_contact = { sample = \"uniform\", from = 20.5, to = 90.5 }\n[sample]\nscenes = 3",
            ),
            "`steps_per_contact` should be a value or a sweep",
        ),
    ];
    for (message, word) in cases {
        assert!(message.contains(word), "{word}: {message}");
    }
}
