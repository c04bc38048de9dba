//! PFC's page step by step: energy of the cycle of Elata and Berryman, signs, modes, events.

#![allow(non_snake_case, reason = "a formula in code reads like the paper")]

use super::pages::pfc_inheritance::Shear;
use super::pages::pfc_model::{Event, Model, Properties, Step};
use collisionbench::codes::Reading;

use super::{close, near};

/// theory.md, section 5: E* = 3.8e10, nu = 0.22, R* = 1 mm, mu = 0.5; G = E*(1-nu).
fn properties() -> Properties {
    Properties {
        material: Shear { G: 3.8e10 * 0.78, nu: 0.22 },
        mean_radius: 2e-3,
        fric: 0.5,
        scaling: false,
        hz_alpha: 1.5,
        rgap: 0.0,
        dp_nratio: 0.0,
        dp_sratio: 0.0,
        dp_alpha: 0.0,
        dp_mode: 0,
        mass: 1e-4,
    }
}

fn press(gap: f64) -> Step {
    Step { contact_gap: gap, gap_rate: 0.0, shear: [0.0; 2], dt: 0.0 }
}

fn slide(gap: f64, u: f64) -> Step {
    Step { shear: [u, 0.0], ..press(gap) }
}

const D1: f64 = 1e-6;

/// Work put in by the shear of the cycle load, shear to T, unload, shear back to no force, J.
fn cycle(scaling: bool, reading: Reading) -> [f64; 2] {
    let mut model = Model::new(Properties { scaling, ..properties() }, reading);
    let sign = if reading == Reading::AsDocumented { 1.0 } else { -1.0 };
    let T = 0.099_137_404_627_868_29;
    let mut work = [0.0; 2];
    model.advance(&press(-D1));
    let k_1 = 8.0 * 8.325_842_696_6e9 * (1e-3f64 * D1).sqrt();
    model.advance(&slide(-D1, T / k_1));
    near(model.hz_force()[1], sign * T, 1e-9, "T");
    work[0] = 0.5 * T * T / k_1;
    model.advance(&press(-0.25 * D1));
    let kept = model.hz_force()[1];
    let back = -sign * kept / (0.5 * k_1);
    model.advance(&slide(-0.25 * D1, back));
    near(model.hz_force()[1], 0.0, 1e-9, "no force left");
    assert!(model.energies().slip.abs() < 1e-18, "never slides");
    work[1] = 0.5 * kept.abs() * back.abs();
    work
}

/// theory.md, section 5: in 2.3330653641516e-9 J, out twice that without scaling, half of it with.
#[test]
fn the_cycle_of_elata_and_berryman() {
    let [into, out] = cycle(false, Reading::Corrected);
    close(into, 2.333_065_364_151_6e-9, 1e-9, "in");
    close(out, 4.666_130_728_303_2e-9, 1e-9, "out");
    let [into, out] = cycle(true, Reading::Corrected);
    near(out - into, -1.1665e-9, 1e-13, "scaled");
    // P2: at its word, M_s = 1 does nothing on unloading.
    let [into, out] = cycle(true, Reading::AsDocumented);
    close(out - into, 2.333_065_364_151_6e-9, 1e-9, "P2");
}

/// P2: at its word the shear force grows while the contact is pressed on: by sqrt(2) where the overlap doubles.
#[test]
fn as_documented_it_scales_on_loading() {
    let grown = |reading| {
        let mut model = Model::new(Properties { scaling: true, ..properties() }, reading);
        model.advance(&press(-D1));
        model.advance(&slide(-D1, 1e-8));
        let before = model.hz_force()[1];
        model.advance(&press(-2.0 * D1));
        model.hz_force()[1] / before
    };
    close(grown(Reading::AsDocumented), 2f64.sqrt(), 1e-12, "at its word");
    close(grown(Reading::Corrected), 1.0, 1e-15, "scaled on unloading only");
}

/// P4: sliding 10 um under mu N takes mu N (u - mu N/k_s) from the motion; as printed slip and shear dashpot give.
#[test]
fn slip_and_dashpot_work_have_the_wrong_sign() {
    let worked = |reading| {
        let mut model = Model::new(Properties { dp_sratio: 0.1, ..properties() }, reading);
        model.advance(&press(-D1));
        model.advance(&Step { dt: 1e-6, ..slide(-D1, 1e-5) });
        model.energies()
    };
    // mu F = 0.5 x 4/3 E* sqrt(R*) delta^1.5; k_s = 8 G* a.
    let hold = 0.5 * 4.0 / 3.0 * 3.8e10 * 1e-3f64.sqrt() * D1.powf(1.5);
    let k_s = 8.0 * 8.325_842_696_6e9 * (1e-3f64 * D1).sqrt();
    let slid = 1e-5 - hold / k_s;
    let (right, printed) = (worked(Reading::Corrected), worked(Reading::AsDocumented));
    // The page takes the mean of the force before and after: half of mu N in the first step.
    close(right.slip, 0.5 * hold * slid, 1e-9, "corrected");
    close(printed.slip, -0.5 * hold * slid, 1e-9, "P4, (16)");
    let dashpot = 0.2 * (1e-4 * k_s).sqrt() * 1e-5 * 1e-5 / 1e-6;
    close(right.dashpot, dashpot, 1e-9, "corrected");
    close(printed.dashpot, -dashpot, 1e-9, "P4, (14) and (17)");
    near(right.strain, printed.strain, 1e-18, "strain has no sign");
}

#[test]
fn events_in_order_and_energies_that_accumulate() {
    let mut model = Model::new(properties(), Reading::Corrected);
    assert_eq!(model.advance(&press(1e-9)), []);
    assert_eq!(model.advance(&press(-D1)), [Event::ContactActivated]);
    assert_eq!(model.advance(&slide(-D1, 1e-8)), []);
    assert_eq!(model.advance(&slide(-D1, 1e-5)), [Event::SlipInitiated]);
    assert!(model.slip());
    let hold = 0.5 * 4.0 / 3.0 * 3.8e10 * 1e-3f64.sqrt() * D1.powf(1.5);
    let [normal, shear, _] = model.hz_force();
    close(-shear, hold, 1e-12, "mu N");
    close(normal, 2.0 * hold, 1e-12, "the table has -F_n, which is positive in compression");
    let slip = model.energies().slip;
    assert_eq!(model.advance(&slide(-D1, -1e-8)), [Event::SlipEnded]);
    assert_eq!(model.energies().slip, slip, "sticking takes nothing");
    assert!(model.energies().strain > 0.0);
    assert_eq!(model.advance(&press(1e-9)), []);
    assert_eq!((model.energies().strain, model.energies().slip), (0.0, slip), "strain is a state, slip accumulates");
    assert_eq!(Event::SlipEnded.callback(), ("slip_change", Some(1)));
    assert_eq!(Event::SlipInitiated.callback(), ("slip_change", Some(0)));
    assert_eq!(model.advance(&press(-D1)), [Event::ContactActivated], "again");
}

#[test]
fn the_four_dashpot_modes() {
    let forces = |dp_mode, u: f64| {
        let with = Properties { dp_nratio: 0.5, dp_sratio: 0.5, dp_mode, ..properties() };
        let mut model = Model::new(with, Reading::Corrected);
        model.advance(&press(-D1));
        // Parts fast enough for tension.
        model.advance(&Step { gap_rate: 10.0, dt: 1e-6, ..slide(-D1, u) });
        (model.hz_force()[0] + model.dp_force()[0], model.dp_force()[1])
    };
    for (mode, tension, cut) in [(0, true, false), (1, false, false), (2, true, true), (3, false, true)] {
        let ((slow, stuck), (_, sliding)) = (forces(mode, 1e-8), forces(mode, 1e-5));
        assert_eq!(slow < -1e-3, tension, "dp_mode {mode}: {slow}");
        assert!(tension || slow.abs() < 1e-12, "dp_mode {mode}: {slow}");
        assert!(stuck < 0.0, "dp_mode {mode}: against the slide");
        assert_eq!(sliding == 0.0, cut, "dp_mode {mode}");
    }
}

/// P3: as documented the force of a contact with a reference gap jumps, or is missing.
#[test]
fn the_reference_gap_step_by_step() {
    let force = |rgap, gap, reading| {
        let mut model = Model::new(Properties { rgap, ..properties() }, reading);
        model.advance(&press(gap));
        model.hz_force()[0]
    };
    let hertz = 4.0 / 3.0 * 3.8e10 * 1e-3f64.sqrt() * D1.powf(1.5);
    close(force(D1, 0.0, Reading::Corrected), hertz, 1e-12, "from the surface gap");
    assert_eq!(force(D1, 0.0, Reading::AsDocumented), 0.0, "missing over the gap");
    close(force(-D1, -D1, Reading::AsDocumented), hertz, 1e-12, "jumps at once");
    assert_eq!(force(-D1, -D1, Reading::Corrected), 0.0);
}
