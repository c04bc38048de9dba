//! Mistakes on the way from readings to an estimate. A wrong reading is the same as another case or another table, a wrong statistic as
//! another number: both are held against what went in, or against a closed form.

use std::f64::consts::PI;
use std::fs;
use std::sync::Arc;

use collisionbench::case::Case;
use collisionbench::data::Files;
use collisionbench::error::SourceFile;
use collisionbench::fit::calibrate::{Calibrated, Depth, Unwatched, calibrate};
use collisionbench::fit::drop_impacts::{DropImpact, Reduction, impacts};

/// A table-tennis ball, SI.
const G: f64 = 9.81;
const R: f64 = 0.02;
const M: f64 = 2.7e-3;
const RHO: f64 = 1.204;
const ETA: f64 = 18.2e-6;
const STIFFNESS: f64 = 20e3;
const E: f64 = 0.8;
/// Mass of the displaced air over that of the ball.
const LIFT: f64 = RHO * 4.0 / 3.0 * PI * R * R * R / M;

/// What is known of an experiment.
#[derive(Clone, PartialEq)]
struct Told {
    experiment: String,
    table: String,
}

impl Told {
    fn with(&self, right: &str, wrong: &str) -> Self {
        assert!(self.experiment.contains(right), "{right}");
        Self { experiment: self.experiment.replace(right, wrong), table: self.table.clone() }
    }

    fn case(&self, bodies_and_law: &str) -> Case {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("table.csv"), &self.table).unwrap();
        let text = format!(
            "title = \"T\"\n{bodies_and_law}\n[experiment.{}\n[[expect]]\nthat = \"fit\"\nagrees_with = \"residuals\"\n\
             runs = {{ within_sigma = 2 }}\n",
            self.experiment.replacen('\n', "\ndata = \"table.csv\"\n", 1)
        );
        let file = Arc::new(SourceFile { name: "case.toml".into(), text });
        Case::read(file, "case", &Files::Folder(folder.path().into())).unwrap_or_else(|error| panic!("{error}"))
    }

    fn impacts(&self) -> Vec<DropImpact> {
        let calibration = self.case(BALL).calibration.unwrap();
        impacts(&calibration, &[E], &[], &Reduction { effects: false, air: true }).unwrap_or_else(|e| panic!("{e}"))
    }

    fn fit(&self, bodies_and_law: &str) -> Calibrated {
        calibrate(&self.case(bodies_and_law), Depth::Quoted, &Unwatched).unwrap_or_else(|error| panic!("{error}"))
    }

    fn value(&self) -> f64 {
        self.fit(BALL).parameters[0].value
    }
}

const BALL: &str = "[body.ball]\nsphere = { radius = \"20 mm\", mass = \"2.7 g\" }\n[body.floor]\nwall = { normal = \"+z\" }\n\
    rigid = true\n[contact]\nends = \"force-clamped\"\n[contact.normal.hooke]\nstiffness = \"20 kN/m\"\n\
    [contact.damping.linear-dashpot]\nrestitution = { fit = 0.75, between = [0.1, 1] }";
const AIR: &str = "air = { density = \"1.204 kg/m3\", viscosity = \"18.2 uPa s\" }\ndrag = \"sphere\"\ndrag_factor = 1\nbuoyancy = true\n";

/// Deceleration by the drag of a sphere: Clift & Gauvin 1970.
fn drag(v: f64) -> f64 {
    let Re = 2.0 * RHO * R * v / ETA;
    let C_d = 24.0 / Re * (1.0 + 0.15 * Re.powf(0.687)) + 0.42 / (1.0 + 42_500.0 * Re.powf(-1.16));
    if v > 0.0 { 0.5 * RHO * C_d * PI * R * R * v * v / M } else { 0.0 }
}

/// Height and duration of a flight that starts at `v` (`way` 1) or ends at it (`way` -1), by Simpson's rule over its speeds.
fn flight(v: f64, way: f64) -> [f64; 2] {
    let n = 400;
    let slower = |u: f64| (1.0 - LIFT) * G + way * drag(u);
    [1.0, 0.0].map(|power| {
        let term = |k: i32| {
            let u = v * f64::from(k) / f64::from(n);
            let weight = if k == 0 || k == n { 1.0 } else { f64::from(2 + 2 * (k % 2)) };
            weight * u.powf(power) / slower(u)
        };
        (0..=n).map(term).sum::<f64>() * v / f64::from(3 * n)
    })
}

/// The speed at the end of a fall.
fn landing(height: f64) -> f64 {
    let (mut low, mut high) = (0.0, (2.0 * G * height).sqrt() * 1.5);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        *(if flight(middle, -1.0)[0] < height { &mut low } else { &mut high }) = middle;
    }
    low
}

/// Duration of a contact that never pulls: `(pi - 2 p) tan p = -ln e`.
fn contact() -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0);
    for _ in 0..200 {
        let p = 0.5 * (low + high);
        *(if (PI - 2.0 * p) * p.tan() < -E.ln() { &mut low } else { &mut high }) = p;
    }
    ((PI - 2.0 * low) / low.cos() + 2.0 * low.sin()) / (STIFFNESS / M).sqrt()
}

/// Drops and their rebounds, as a ball in air makes them.
fn heights() -> Told {
    let mut table = "drop height (m),rebound height (m)\n".to_string();
    for v in [1.0, 2.0, 3.0, 4.0] {
        table.push_str(&format!("{:?},{:?}\n", flight(v, -1.0)[0], flight(E * v, 1.0)[0]));
    }
    Told { experiment: format!("drop-height]\nheight_to = \"bottom\"\ngravity = \"9.81 m/s2\"\n{AIR}"), table }
}

/// A drop and the times between the impacts after it, with contacts of that duration in them.
fn intervals(contact: f64) -> Told {
    let mut v = 4.0;
    let (mut table, height) = ("throw,drop height (m),interval (s)\n".to_string(), flight(v, -1.0)[0]);
    for _ in 0..4 {
        let [top, up] = flight(E * v, 1.0);
        v = landing(top);
        table.push_str(&format!("a,{height:?},{:?}\n", contact + up + flight(v, -1.0)[1]));
    }
    let keys = "height_to = \"bottom\"\ngravity = \"9.81 m/s2\"\nclock = 1\ncontact_duration = true\n\
                time_sigma = \"1 ms\"\n";
    Told { experiment: format!("bounce-times]\n{keys}{AIR}"), table }
}

/// A reading, right and wrong, of an experiment whose restitution is 0.8.
struct Reading(&'static str, &'static str, fn() -> Told, fn(Told) -> Told);

#[rustfmt::skip]
const READINGS: &[Reading] = &[
    Reading("drag-eight-percent-low", "drag curves of spheres differ by as much", heights, |t| t.with("drag_factor = 1", "drag_factor = 0.92")),
    Reading("drag-of-the-diameter", "the area pi d^2 in the drag", heights, |t| t.with("drag_factor = 1", "drag_factor = 4")),
    Reading("reynolds-number-of-the-radius", "rho r v/eta for rho d v/eta", heights, |t| t.with("18.2 uPa s", "36.4 uPa s")),
    Reading("height-less-a-radius", "heights to the bottom used for heights to the centre", heights, |t| t.with("bottom", "centre")),
    Reading("gravity-of-ten", "10 m/s2 for the gravity of the case", right_intervals, |t| t.with("9.81", "10")),
    Reading("buoyancy-forgotten", "the weight of the displaced air left out", right_intervals, |t| t.with("buoyancy = true", "buoyancy = false")),
    Reading("buoyancy-sign", "the displaced air added to the weight", right_intervals, |t| {
        t.with("9.81", &format!("{}", G * (1.0 + LIFT) / (1.0 - LIFT)))
    }),
    Reading("landing-as-fast-as-the-start", "air left out of the flight, e = t2/t1", right_intervals, |t| t.with(AIR, "")),
    Reading("contact-left-in-the-interval", "right for hard spheres only", right_intervals, |t| {
        t.with("contact_duration = true", "contact_duration = false")
    }),
    Reading("contact-taken-off-twice", "the contacts at both ends of an interval", right_intervals, |_| intervals(0.0)),
    Reading("sampling-rate", "sound at 48 kHz read as 44.1 kHz", right_intervals, |t| t.with("clock = 1", "clock = 1.08843537414966")),
];

fn right_intervals() -> Told {
    intervals(contact())
}

#[test]
fn mistakes_in_readings_of_flights_give_another_restitution() {
    let off = |told: &Told| told.impacts().iter().map(|impact| (impact.restitution - E).abs()).fold(0.0, f64::max);
    let mut failed = Vec::new();
    for Reading(name, what, told, wrong) in READINGS {
        let (off, wrong) = (off(&told()), off(&wrong(told())));
        if !(off < 1e-7 && wrong > 1e-5) {
            failed.push(format!("{name} ({what}): off by {off:e} without it, by {wrong:e} with it"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// A number of the program, the right one by a closed form, the wrong one by a wrong formula, and the relative tolerance that parts them.
struct Number(&'static str, &'static str, fn() -> f64, fn() -> f64, fn() -> f64, f64);

#[rustfmt::skip]
const NUMBERS: &[Number] = &[
    Number("height-ratio-for-restitution", "the ratio of heights without its root", || ratios().value(), || E, || E * E, 1e-6),
    Number("height-error-counted-whole", "without the factor 1/2", || bare(0, 0), || height_error(0.5), || height_error(1.0), 1e-9),
    Number("neighbours-taken-as-independent", "two impacts share an interval", || bare(1, 2), shared, || 0.0, 1e-9),
    Number("weights-of-one-over-sigma", "for 1/sigma^2", || weighed().value(), || weighted(2), || weighted(1), 1e-5),
    Number("lowest-heights-held-out", "for the middle one of six", || held_out().fit(BALL).held_out[0].height, || 0.8, || 0.2, 1e-9),
    Number("held-out-heights-left-out", "of the quoted value", || held_out().value(), || (5.0 * E + 0.86) / 6.0, || E, 1e-3),
    Number("sticking-rows-left-out", "only fast balls are left", || beads(0.09, 0.1), || 0.1, || 0.09, 0.02),
    Number("sticking-bound-reversed", "as if it stuck above", || beads(0.1, 0.0435), || 0.1, || 0.0435, 0.02),
    Number("normal-for-students-t", "1.96 sigma for six drops", half, || 2.570582 * of_the_mean(), || 1.959964 * of_the_mean(), 1e-3),
    Number("n-for-n-less-one", "six degrees of freedom for five", half, || 2.570582 * of_the_mean(), || 2.446912 * of_the_mean(), 1e-3),
    Number("one-sided-interval", "5 % on each side", half, || 2.570582 * of_the_mean(), || 2.015048 * of_the_mean(), 1e-3),
    Number("scatter-over-n", "divided by n", || six().fit(BALL).scatter[0].sigma, scatter, || scatter() * (5.0_f64 / 6.0).sqrt(), 1e-3),
    Number("scatter-of-one-for-the-mean", "not over sqrt(n)", error, of_the_mean, scatter, 1e-3),
    Number("covariance-of-the-free-coordinate", "of the logit that is searched by", error, of_the_mean, || of_the_mean() * 0.9 / (0.7 * 0.2), 1e-3),
    Number("birge-ratio-squared", "without the root", birge, || chi2_of_two().sqrt(), chi2_of_two, 1e-2),
    Number("birge-over-all-data", "for the degrees of freedom", birge, || chi2_of_two().sqrt(), || (0.5 * chi2_of_two()).sqrt(), 1e-2),
];

#[test]
fn mistakes_in_statistics_give_another_number() {
    let mut failed = Vec::new();
    for &Number(name, what, program, right, wrong, within) in NUMBERS {
        let (program, right, wrong) = (program(), right(), wrong());
        let off = |number: f64| (program / number - 1.0).abs();
        if !(off(right) < within && off(wrong) > within) {
            failed.push(format!("{name} ({what}): {program:e} where {right:e} is right and {wrong:e} wrong"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn told(experiment: &str, head: &str, rows: impl IntoIterator<Item = String>) -> Told {
    let rows: Vec<String> = rows.into_iter().collect();
    Told { experiment: format!("{experiment}\n"), table: format!("{head}\n{}\n", rows.join("\n")) }
}

fn ratios() -> Told {
    told(
        "restitution]\nof = \"height_ratio\"",
        "height ratio,height ratio sigma",
        (0..6).map(|_| format!("{:?},0.01", E * E)),
    )
}

/// One throw without air: 2 mm of its height, 1 ms of each interval.
const THROW: [f64; 4] = [1.0, 0.7, 0.6, 0.5];

/// The covariance of two impacts of the throw, by their readings.
fn bare(one: usize, two: usize) -> f64 {
    let keys = "bounce-times]\nheight_to = \"bottom\"\ngravity = \"9.81 m/s2\"\ncontact_duration = false\n\
                height_sigma = \"2 mm\"\ntime_sigma = \"1 ms\"";
    let rows = THROW[1..].iter().map(|t| format!("a,{:?},{t:?}", THROW[0]));
    let impacts = told(keys, "throw,drop height (m),interval (s)", rows).impacts();
    let other = |reading: usize| impacts[two].parts.iter().find(|part| part.0 == reading).map_or(0.0, |part| part.1);
    impacts[one].parts.iter().map(|(reading, part)| part * other(*reading)).sum()
}

/// `e = g t/(2 sqrt(2 g h))`: `(s_e/e)^2 = (s_t/t)^2 + (s_h/(2 h))^2`
fn height_error(power: f64) -> f64 {
    let e = G * THROW[1] / (2.0 * (2.0 * G * THROW[0]).sqrt());
    e * e * ((1e-3 / THROW[1]).powi(2) + (power * 2e-3 / THROW[0]).powi(2))
}

/// `e2 = t2/t1`, `e3 = t3/t2`
fn shared() -> f64 {
    let [_, t1, t2, t3] = THROW;
    -1e-6 * t3 / (t1 * t2 * t2)
}

/// Readings of two precisions, which agree.
const WEIGHED: [(f64, f64); 6] =
    [(0.796, 0.004), (0.804, 0.008), (0.799, 0.004), (0.806, 0.008), (0.798, 0.004), (0.802, 0.008)];

fn weighed() -> Told {
    told("restitution]", "restitution,restitution sigma", WEIGHED.iter().map(|(e, sigma)| format!("{e:?},{sigma:?}")))
}

fn weighted(power: i32) -> f64 {
    let sum = |of: &dyn Fn(f64) -> f64| WEIGHED.iter().map(|(e, sigma)| of(*e) * sigma.powi(-power)).sum::<f64>();
    sum(&|e| e) / sum(&|_| 1.0)
}

/// Six heights; the fourth has another restitution.
fn held_out() -> Told {
    let rows = (1..=6).map(|k| (0.2 * f64::from(k), if k == 4 { 0.86 } else { E }));
    let mut told = told(
        "drop-height]\nheight_to = \"bottom\"\ngravity = \"9.81 m/s2\"\nheight_sigma = \"0.1 mm\"",
        "drop height (m),rebound height (m)",
        rows.map(|(h, e)| format!("{h:.1},{:?}", e * e * h)),
    );
    told.experiment.push_str("[fit]\nhold_out = \"one height in six\"\n");
    told
}

/// The work of adhesion of beads that bounce as if it were `bounces`, and of which one at the sticking speed of `sticks` has stuck.
/// The energy lost is `m V_s^2/2 = 7.09220 (w^5 R^4/E*^2)^(1/3)` at every speed.
fn beads(bounces: f64, sticks: f64) -> f64 {
    const JKR: &str = "[material.bead]\ndensity = \"1050 kg/m3\"\nyoung_modulus = \"5 GPa\"\npoisson_ratio = 0.35\n[body.bead]\n\
        sphere = { radius = \"10 um\" }\nmaterial = \"bead\"\n[body.floor]\nwall = { normal = \"+z\" }\nrigid = true\n\
        [contact.normal.jkr]\nwork_of_adhesion = { fit = \"0.05 J/m2\", between = [\"1 mJ/m2\", \"2 J/m2\"] }\n\
        breaks_at = \"displacement\"";
    let sticking = |w: f64| {
        let (r, E_star, m) = (10e-6_f64, 5e9 / (1.0 - 0.35 * 0.35), 1050.0 * 4.0 / 3.0 * PI * 1e-15);
        (2.0 * 7.092_195_97 * (w.powi(5) * r.powi(4) / (E_star * E_star)).cbrt() / m).sqrt()
    };
    let mut rows: Vec<String> = [1.3, 1.6, 2.0, 2.5]
        .map(|part| part * sticking(0.1))
        .map(|v| format!("{:?},0.02,{v:?},", (1.0 - (sticking(bounces) / v).powi(2)).sqrt()))
        .to_vec();
    rows.push(format!("0,,{:?},{:?}", sticking(sticks), 1e-3 * sticking(sticks)));
    let beads = told("restitution]", "restitution,restitution sigma,speed (m/s),speed sigma (m/s)", rows);
    beads.fit(JKR).parameters[0].value
}

/// Six drops of one height whose restitutions have the mean 0.8.
const SIX: [f64; 6] = [0.79, 0.8, 0.805, 0.81, 0.798, 0.797];

fn six() -> Told {
    told("restitution]", "restitution", SIX.iter().map(|e| format!("{e:?}")))
}

fn half() -> f64 {
    let interval = six().fit(BALL).parameters[0].interval.unwrap();
    0.5 * (interval.high - interval.low)
}

fn error() -> f64 {
    six().fit(BALL).parameters[0].sigma_data.unwrap()
}

fn scatter() -> f64 {
    (SIX.iter().map(|e| (e - 0.8).powi(2)).sum::<f64>() / 5.0).sqrt()
}

fn of_the_mean() -> f64 {
    scatter() / 6.0_f64.sqrt()
}

/// Throws of three intervals each, s, without air.
const THROWS: [[f64; 3]; 5] =
    [[0.7, 0.562, 0.448], [0.65, 0.522, 0.415], [0.6, 0.478, 0.385], [0.72, 0.574, 0.461], [0.68, 0.547, 0.436]];

/// What the two impacts of a throw differ by is told from their readings of 1 ms: a degree of freedom a throw.
fn birge() -> f64 {
    let keys = "bounce-times]\ngravity = \"9.81 m/s2\"\ncontact_duration = false\ntime_sigma = \"1 ms\"";
    let rows = THROWS.iter().enumerate().flat_map(|(throw, of)| of.map(|t| format!("{throw},{t:?}")));
    told(keys, "throw,interval (s)", rows).fit(BALL).consistency.unwrap().birge.ratio
}

/// The square of `t2/t1 - t3/t2` over its variance, a throw. The program's errors also have the slope of the restitution over the
/// speed in them, which is chance here: a part in 500.
fn chi2_of_two() -> f64 {
    let of = |[t1, t2, t3]: [f64; 3]| {
        let variance = (t2 / (t1 * t1)).powi(2) + (1.0 / t1 + t3 / (t2 * t2)).powi(2) + (1.0 / t2).powi(2);
        (t2 / t1 - t3 / t2).powi(2) / (1e-6 * variance)
    };
    THROWS.map(of).iter().sum::<f64>() / 5.0
}
