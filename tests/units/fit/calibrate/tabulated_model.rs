use collisionbench::fit::calibrate::tabulated_model::*;
use collisionbench::fit::loss::Loss;
use collisionbench::fit::problem::{Datum, Model, Problem, Scatter, Unknown};

struct Kinked(Vec<Unknown>);

impl Model for Kinked {
    fn unknowns(&self) -> &[Unknown] {
        &self.0
    }

    fn predict(&self, theta: &[f64], datum: &Datum) -> Result<f64, String> {
        Ok((theta[0] * datum.speed).sin() + (theta[0] - 0.37).abs())
    }
}

#[test]
fn a_kink_is_followed_and_beyond_the_panels_the_model_is_asked() {
    let unknown = Unknown { name: "x".into(), unit: String::new(), start: 0.5, low: 0.0, high: 2.0 };
    let model = Kinked(vec![unknown]);
    let data = vec![Datum::alone(0, 0, 3.0, 0.0, 0.01), Datum::alone(1, 0, 5.0, 0.0, 0.01)];
    let problem = Problem { data: data.clone(), stuck: Vec::new(), scatter: Scatter::None, loss: Loss::Squares };
    let tabled = TabulatedModel::new(&model, &problem, 0.1, 0.9).unwrap();
    for k in 0..=1000 {
        let x = 0.05 + 0.9 * f64::from(k) / 1000.0;
        for datum in &data {
            let (read, exact) = (tabled.predict(&[x], datum).unwrap(), model.predict(&[x], datum).unwrap());
            // A thousandth of sigma, but where the twelfth halving of 0.8 has the kink in its panel: its corner is as high as that is wide.
            let panel = 0.8 / 4096.0;
            let allowed = if (x - 0.37).abs() < panel { 5e-5 } else { 1e-5 };
            assert!((read - exact).abs() < allowed, "{x}: {read} {exact}");
        }
    }
    let [near, far] =
        [0.4637, 0.95].map(|x| tabled.predict(&[x], &data[0]).unwrap() == model.predict(&[x], &data[0]).unwrap());
    assert!(!near && far, "panels are read inside, and the model is asked outside");
}
