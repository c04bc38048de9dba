//! Tracks whose times a spreadsheet has rounded: impacts, stated errors and their correlations.

use collisionbench::data::measure::track::Track;
use collisionbench::data::measure::track::flight::FallSample;
use collisionbench::data::measure::{Mapping, Ratios, Uncertain};

use super::tracks::{FILM, Film, csv, ratios};

/// Times as a spreadsheet rounds them: no rate is a whole number of their last digit apart, and every impact is found with its
/// restitution, whose errors are as large as stated: 95.4 % of them are within two standard deviations. (A few tracks do not show
/// that: the four impacts of one share their flights.) Broken twin: differences of equal steps alone are of no neighbours here,
/// and half of the impacts are lost.
#[test]
fn rounded_times_lose_no_impact() {
    let (mut inside, mut all, mut squares) = (0, 0, 0.0);
    let mut neighbours = [0.0; 2];
    for (k, rate) in [59.94, 119.88, 240.0, 480.0, 960.0].into_iter().enumerate() {
        for (places, n) in [3, 4, 5, 6].into_iter().flat_map(|places| (0..16).map(move |n| (places, n))) {
            let film = Film { rate, seed: 1000 * n + 100 * k as u64 + places, ..FILM };
            let tens = 10f64.powi(places as i32);
            // A millisecond at 960 Hz cannot tell a frame that is lost from one that is not.
            if rate > 0.5 * tens {
                continue;
            }
            let rows: Vec<_> = film.heights().iter().map(|(t, y)| ((t * tens).round() / tens, *y)).collect();
            let (found, besides) = ratios(&csv("t (s),y (m)", &rows), &Mapping::default())
                .unwrap_or_else(|error| panic!("{rate} with {places}: {error}"));
            let even = besides.notes.iter().any(|note| note.contains("even but for that"));
            assert!(even || 10f64.powi(-(places as i32)) < 1e-3 / rate, "{rate} with {places}: {:?}", besides.notes);
            assert_eq!(found.len(), film.impacts, "{rate} with {places} decimals: {:?}", besides.notes);
            let off = |ratio: &Ratios| {
                let Uncertain { value, sigma } = ratio.restitution.unwrap();
                assert!(sigma.unwrap() < 0.05, "{rate} with {places}: {value} +- {sigma:?}");
                (value - film.e) / sigma.unwrap()
            };
            let off: Vec<f64> = found.iter().map(off).collect();
            assert!(off.iter().all(|off| off.abs() < 5.0), "{rate} with {places}: {off:?}");
            inside += off.iter().filter(|off| off.abs() < 2.0).count();
            squares += off.iter().map(|off| off * off).sum::<f64>();
            all += off.len();
            // What is said of neighbours, beside what is seen: the last three share whole flights.
            let samples: Vec<FallSample> = rows.iter().map(|&(t, z)| FallSample { t, z }).collect();
            let flights = Track::new(&samples, Some(-1.0)).unwrap().flights;
            neighbours[0] += 0.5 * (flights.correlation(1, 2) + flights.correlation(2, 3));
            neighbours[1] += 0.5 * (off[1] * off[2] + off[2] * off[3]);
            assert!(besides.notes.iter().any(|note| note.contains("share a flight")), "{:?}", besides.notes);
        }
    }
    let (share, rms) = (inside as f64 / all as f64, (squares / all as f64).sqrt());
    let [said, seen] = neighbours.map(|sum| sum / (all as f64 / 4.0));
    println!("{share:.3} of {all} within two sigma, rms {rms:.3}; correlation {said:.2} said, {seen:.2} seen");
    assert!((0.935..0.985).contains(&share) && (0.85..1.05).contains(&rms), "{share} {rms} of {all}");
    assert!((said - seen).abs() < 0.12 && said < -0.2, "{said} {seen}");
}
