//! Accelerations: twenty made tables of known impacts, and what a sensor is too slow for.

use std::f64::consts::PI;
use std::fmt::Write as _;

use collisionbench::data::measure::{Mapping, Measured, Throw, read};
use collisionbench::fit::random::Stream;

/// Seeds of the tables, committed with the reader and before it was tried on them.
const SEEDS: std::ops::RangeInclusive<u64> = 20_261_401..=20_261_420;

/// Times of the impacts, and the table as phyphox writes it: a phone on the plate, 200 to 500 samples a second, each impact a push of 8
/// to 15 ms in a direction of its own that rings, noise of the sensor and of a hand.
fn made(seed: u64, rate: Option<f64>) -> (Vec<f64>, String) {
    let mut random = Stream::new(seed, 0);
    let rate = rate.unwrap_or(200.0 + 300.0 * random.uniform());
    let e = 0.7 + 0.2 * random.uniform();
    let (mut times, mut speeds) = (vec![0.6 + 0.3 * random.uniform()], vec![1.0]);
    let mut interval = 0.5 + 0.3 * random.uniform();
    for _ in 0..4 + seed % 3 {
        times.push(times[times.len() - 1] + interval);
        speeds.push(speeds[speeds.len() - 1] * e);
        interval *= e * (1.0 + 0.004 * random.normal());
    }
    let lasts = 0.008 + 0.007 * random.uniform();
    let along: Vec<f64> = (0..3).map(|_| random.normal()).collect();
    let norm = along.iter().map(|x| x * x).sum::<f64>().sqrt();
    let with_gravity = seed.is_multiple_of(2);
    let mut text = String::from("Time (s),Acceleration x (m/s^2),Acceleration y (m/s^2),Acceleration z (m/s^2)\n");
    let end = times[times.len() - 1] + 0.8;
    for n in 0..(end * rate) as usize {
        let t = (n as f64 + 0.05 * random.normal()) / rate;
        let mut a = [0.0, 0.0, if with_gravity { 9.81 } else { 0.0 }];
        for (&at, speed) in times.iter().zip(&speeds) {
            let since = t - at;
            let push = if (0.0..lasts).contains(&since) { 40.0 * (PI * since / lasts).sin() } else { 0.0 };
            let rings = if since > lasts { 6.0 * (-since / 0.01).exp() * (700.0 * since).sin() } else { 0.0 };
            for (a, along) in a.iter_mut().zip(&along) {
                *a += speed * (push + rings) * along / norm;
            }
        }
        let noise: Vec<f64> = (0..3).map(|_| 0.03 * random.normal()).collect();
        writeln!(text, "{t:.6},{:.4},{:.4},{:.4}", a[0] + noise[0], a[1] + noise[1], a[2] + noise[2]).unwrap();
    }
    (times, text)
}

fn throw(text: &str) -> Result<Throw, String> {
    let mut found = None;
    read("x.csv", &mut text.as_bytes(), &Mapping::default(), &mut |measured| {
        if let Measured::Throw(throw) = measured {
            found = Some(throw);
        }
        Ok(())
    })
    .map_err(|error| error.to_string())?;
    found.ok_or_else(|| "no throw".to_string())
}

/// The intervals lie within their standard deviations, and none is made up.
#[test]
fn twenty_tables_give_their_intervals() {
    let mut scaled = Vec::new();
    for seed in SEEDS {
        let (times, text) = made(seed, None);
        let found = throw(&text).unwrap_or_else(|error| panic!("{seed}: {error}"));
        let truth: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(found.intervals.len() >= 3 && found.intervals.len() <= truth.len(), "{seed}: {found:?} {truth:?}");
        for ((interval, sigma), truth) in found.intervals.iter().zip(&found.sigmas).zip(&truth) {
            scaled.push((interval - truth) / sigma.unwrap());
        }
    }
    let count = scaled.len() as f64;
    let [mean, rms] = [scaled.iter().sum::<f64>() / count, (scaled.iter().map(|x| x * x).sum::<f64>() / count).sqrt()];
    println!("{count} intervals: {mean:.2} and {rms:.2} standard deviations off");
    assert!(mean.abs() < 4.0 / count.sqrt() && (0.6..1.4).contains(&rms), "{mean} {rms}");
}

/// A sensor of 25 samples a second tells an impact to 12 ms: refused, with the rate that is needed.
#[test]
fn a_slow_sensor_is_refused_with_the_rate_that_is_needed() {
    let slow = throw(&made(20_261_401, Some(25.0)).1).unwrap_err();
    assert!(slow.contains("samples a second"), "{slow}");
    assert!(slow.contains("record the sound of the impacts instead"), "{slow}");
    let still: String = (0..400).map(|n| format!("{},{}\n", 0.01 * f64::from(n), 9.81)).collect();
    let still = throw(&format!("Time (s),Absolute acceleration (m/s^2)\n{still}")).unwrap_err();
    assert!(still.contains("no three impacts"), "{still}");
    let unit = throw("Time (s),Absolute acceleration (m)\n0,1\n").unwrap_err();
    assert!(unit.contains("line 1"), "{unit}");
}
