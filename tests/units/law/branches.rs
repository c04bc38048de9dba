use collisionbench::law::card::Numbers;
use collisionbench::law::normal::KINDS;
use collisionbench::law::pair::*;

/// A law with branches is no power of the overlap for one of two reasons, and says which.
#[test]
fn a_law_with_branches_says_why_its_force_is_no_power_of_the_overlap() {
    let glass = Stiffness::Elastic { young_modulus: 48e9, poisson_ratio: 0.2 };
    let ball = Side { radius: 1e-4, mass: 1e-8, stiffness: glass };
    let pair = Pair::new(&ball, &ball);
    let [plastic, attractive] = ["it depends on the largest overlap", "it is attractive"];
    let laws = [
        ("dmt", attractive),
        ("jkr", attractive),
        ("jkr-hertz-radius", attractive),
        ("popov-jkr", attractive),
        ("sjkr", attractive),
        ("walton-braun", plastic),
        ("luding", plastic),
        ("thornton", plastic),
        ("thornton-ning", plastic),
        ("eepa", plastic),
    ];
    let numbers = Numbers::new(vec![
        ("work_of_adhesion", 0.01),
        ("cohesion_energy_density", 1e3),
        ("loading_stiffness", 1e4),
        ("unloading_stiffness", 2e4),
        ("adhesion_stiffness", 1e3),
        ("yield_pressure", 1e9),
        ("plasticity_ratio", 0.5),
        ("adhesion_ratio", 0.1),
    ])
    .with_words(vec![("breaks_at", "force".to_string()), ("slope", "linear".to_string())]);
    let branched: Vec<_> = KINDS.iter().filter(|kind| kind.marked).collect();
    assert_eq!(branched.len(), laws.len());
    for (kind, (name, why)) in branched.into_iter().zip(laws) {
        let error = (kind.build)(&numbers).unwrap().elastic(&pair).unwrap_err().message;
        assert_eq!(error, format!("the force of the normal law `{name}` is not a power of the overlap: {why}"));
    }
}
