use collisionbench::fit::calibrate::result::{Fate, Measurement};
use collisionbench::fit::problem::Target;
use collisionbench::report::pictures::fit::framing::*;

fn measured(fate: Fate) -> Measurement {
    Measurement {
        name: String::new(),
        drop: 0,
        number: 1,
        row: 1,
        quantity: Target::Restitution,
        height: None,
        speed: None,
        angle: None,
        overlap: None,
        value: 0.9,
        sigma: None,
        sigma_used: None,
        predicted: None,
        rebound: None,
        effects: Default::default(),
        fate,
        doubt: None,
    }
}

#[test]
fn what_was_left_out_far_away_does_not_choose_the_frame() {
    let (used, left) = (measured(Fate::Used), measured(Fate::LeftOut("wrong".into())));
    let points =
        [(1.0, 0.90, None, &used), (2.0, 0.92, None, &used), (3.0, 0.925, None, &left), (4.0, 1.2, None, &left)];
    let kept: Vec<f64> = framing(&points).iter().map(|point| point.0).collect();
    assert_eq!(kept, [1.0, 2.0, 3.0]);
    assert_eq!(framing(&points[2..]).len(), 2, "where nothing else is, they are shown");
}
