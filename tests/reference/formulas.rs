//! Laws as formulas: against the built-in ones, against an integrator of Taylor series from event to event (mpmath.odefun, 25 digits), and
//! what is refused.

use collisionbench::collide::observe::Observable::{
    self, Duration, MaxForce, MaxOverlap, ReboundSpin, Restitution, TangentialRestitution,
};

use super::{scenes, seen};

const BALL: &str = "[body.ball]\nsphere = { radius = \"5 mm\", mass = \"1.3 g\" }\nmaterial = \"glass\"\n\
                    [material.glass]\nyoung_modulus = \"50 GPa\"\npoisson_ratio = 0.22\n\
                    [body.plate]\nwall = { normal = \"+z\" }\nrigid = true\n";
const STRAIGHT: &str = "[impact]\nspeed = \"1 m/s\"\n";
const OBLIQUE: &str = "[impact]\nspeed = \"1 m/s\"\nangle = \"40 deg\"\n";

/// The first observable in which both are not within the sum of their uncertainties, and how far it is off.
fn disagreement(formula: &str, built_in: &str, observed: &[Observable]) -> Option<String> {
    let [one, two] =
        [formula, built_in].map(|text| scenes(text).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0));
    observed.iter().find_map(|&observable| {
        let [a, b] = [&one, &two].map(|scene| seen(scene, observable).unwrap_or_else(|| panic!("no {observable:?}")));
        let (off, known) = ((a.value - b.value).abs(), a.uncertainty + b.uncertainty);
        assert!(known <= 1e-11 * b.value.abs(), "{observable:?}: known to {known:e} only\n{formula}");
        (off > known)
            .then(|| format!("{observable:?}: {:e} and {:e}, off {off:e}, known to {known:e}", a.value, b.value))
    })
}

fn agree(formula: &str, built_in: &str, observed: &[Observable]) {
    assert_eq!(disagreement(formula, built_in, observed), None, "{formula}");
}

const HEAD_ON: &[Observable] = &[Restitution, Duration, MaxOverlap, MaxForce];
const SLIDING: &[Observable] = &[Restitution, TangentialRestitution, ReboundSpin, Duration, MaxOverlap];

#[test]
fn formulas_of_known_laws_agree_with_them() {
    let power = "[contact.normal.power-law]\nexponent = 1.5\nforce = \"5e9 N\"\nat_overlap = \"1 m\"\n";
    let pairs = [
        ("4/3*E_eff*sqrt(R_eff)*d^1.5".to_string(), "", "[contact.normal.hertz]\n".to_string()),
        (
            "k*d^1.5 + alpha*sqrt(m_eff*k)*d^0.25*v".to_string(),
            "k = \"5e9 N/m^1.5\"\nalpha = 0.6\n",
            format!("[contact]\nends = \"zero-overlap\"\n{power}[contact.damping.tsuji]\nalpha = 0.6\n"),
        ),
        (
            "max(0, k*d^1.5 + alpha*sqrt(m_eff*k)*d^0.25*v)".to_string(),
            "k = \"5e9 N/m^1.5\"\nalpha = 0.6\n",
            format!("[contact]\nends = \"force-clamped\"\n{power}[contact.damping.tsuji]\nalpha = 0.6\n"),
        ),
        (
            "k*d^1.5*(1 + lambda*v)".to_string(),
            "k = \"5e9 N/m^1.5\"\nlambda = \"0.3 s/m\"\n",
            format!("[contact]\nends = \"zero-overlap\"\n{power}[contact.damping.hunt-crossley]\nlambda = \"0.3 s/m\"\n"),
        ),
        (
            "k*d^1.3 + c*v".to_string(),
            "k = \"2e8 N/m^1.3\"\nc = \"3 N s/m\"\n",
            "[contact]\nends = \"zero-overlap\"\n[contact.normal.power-law]\nexponent = 1.3\nforce = \"2e8 N\"\nat_overlap = \"1 m\"\n\
             [contact.damping.linear-dashpot]\ncoefficient = \"3 N s/m\"\n"
                .to_string(),
        ),
    ];
    for (force, parameters, built_in) in pairs {
        let formula = format!("[contact.normal.formula]\nforce = \"{force}\"\n{parameters}");
        agree(&format!("{BALL}{STRAIGHT}{formula}"), &format!("{BALL}{STRAIGHT}{built_in}"), HEAD_ON);
    }
}

/// A tangential spring as a formula is the built-in one, beside a normal force as a formula and beside a built-in one.
#[test]
fn springs_as_formulas_agree_with_known_ones() {
    let own = "[contact.tangential.formula]\nform = \"rescaled\"\nstiffness = \"8*G_eff*sqrt(R_eff*d)\"\nlimit = \"mu*N\"\nmu = 0.4\n";
    let mindlin = "[contact.tangential.mindlin]\nform = \"rescaled\"\nfriction = 0.4\n";
    let hertz = "[contact.normal.hertz]\n";
    let of_hertz = "[contact.normal.formula]\nforce = \"4/3*E_eff*sqrt(R_eff)*d^1.5\"\n";
    let whole = |normal: &str, along: &str| format!("{BALL}{OBLIQUE}{normal}{along}");
    agree(&whole(hertz, own), &whole(hertz, mindlin), SLIDING);
    agree(&whole(of_hertz, own), &whole(hertz, mindlin), SLIDING);
    let cundall = "[contact.tangential.cundall-strack]\nstiffness = \"1 MN/m\"\nfriction = 0.3\n";
    let constant = "[contact.tangential.formula]\nform = \"incremental\"\nstiffness = \"kt\"\nlimit = \"mu*N\"\nmu = 0.3\nkt = \"1 MN/m\"\n";
    let damped = "[contact]\nends = \"zero-overlap\"\nfriction_limit = \"total\"\n[contact.normal.power-law]\nexponent = 1.5\n\
                  force = \"5e9 N\"\nat_overlap = \"1 m\"\n[contact.damping.hunt-crossley]\nlambda = \"0.3 s/m\"\n";
    let own_damped = "[contact]\nfriction_limit = \"total\"\n[contact.normal.formula]\nforce = \"k*d^1.5*(1 + l*v)\"\nk = \"5e9 N/m^1.5\"\nl = \"0.3 s/m\"\n";
    agree(&whole(own_damped, constant), &whole(damped, cundall), SLIDING);
}

/// A formula that differs in one number, by 1e-9 or by LAMMPS' factor, is not taken for the law.
#[test]
fn a_formula_with_another_number_does_not_agree() {
    let case = |motion: &str, contact: &str| format!("{BALL}{motion}{contact}");
    let hertz = "[contact.normal.hertz]\n";
    let stiffer = "[contact.normal.formula]\nforce = \"1.000000001*4/3*E_eff*sqrt(R_eff)*d^1.5\"\n";
    assert!(disagreement(&case(STRAIGHT, stiffer), &case(STRAIGHT, hertz), HEAD_ON).is_some());
    let spring = |stiffness: &str, limit: &str| {
        format!(
            "{hertz}[contact.tangential.formula]\nform = \"rescaled\"\nstiffness = \"{stiffness}\"\nlimit = \"{limit}\"\n"
        )
    };
    let mindlin = format!("{hertz}[contact.tangential.mindlin]\nform = \"rescaled\"\nfriction = 0.4\n");
    for (stiffness, limit) in [("4*G_eff*sqrt(R_eff*d)", "0.4*N"), ("8*G_eff*sqrt(R_eff*d)", "0.4000000004*N")] {
        let wrong = case(OBLIQUE, &spring(stiffness, limit));
        assert!(disagreement(&wrong, &case(OBLIQUE, &mindlin), SLIDING).is_some(), "{wrong}");
    }
}

/// Force, parameters, and restitution, contact time (s) and largest overlap (m) of 1.3 g at 1 m/s.
const PIECES: &[(&str, &str, [f64; 3])] = &[
    // A step of the stiffness.
    (
        "k*d + (k2 - k)*(d - d0)*step(d - d0) + c*v",
        "k2 = \"3e5 N/m\"\nd0 = \"30 um\"\nc = \"1 N s/m\"\n",
        [0.8977777275865893, 2.492966399419175e-4, 8.08295444294584e-5],
    ),
    // The same as a kink of `max`.
    (
        "k*d + (k2 - k)*max(d - d0, 0) + c*v",
        "k2 = \"3e5 N/m\"\nd0 = \"30 um\"\nc = \"1 N s/m\"\n",
        [0.8977777275865893, 2.492966399419175e-4, 8.08295444294584e-5],
    ),
    // A step of the force.
    (
        "k*d + f*step(d - d0) + c*v",
        "f = \"2 N\"\nd0 = \"30 um\"\nc = \"1 N s/m\"\n",
        [0.886005138046138, 3.200585812080131e-4, 9.468411060965192e-5],
    ),
    // A dashpot that is another on separation.
    (
        "k*d + c1*max(v, 0) + c*min(v, 0)",
        "c1 = \"2 N s/m\"\nc = \"1 N s/m\"\n",
        [0.8175487398270656, 3.540167925343208e-4, 1.000613415128891e-4],
    ),
    // One that acts above a speed.
    (
        "k*d + c1*v*step(v - v0)",
        "c1 = \"2 N s/m\"\nv0 = \"0.4 m/s\"\n",
        [0.8824512953413886, 3.507959342772897e-4, 1.006149280795153e-4],
    ),
    // One that grows with the square of the speed.
    ("k*d + c*v*abs(v)", "c = \"2 N s^2/m^2\"\n", [0.8104078489459651, 3.584209142797592e-4, 1.024999579412727e-4]),
    // One within a limit of overlap and speed.
    (
        "k*d + max(c1*v - k3*d, 0)",
        "c1 = \"2 N s/m\"\nk3 = \"2e4 N/m\"\n",
        [0.9400658065829477, 3.564516989843837e-4, 1.071839930641876e-4],
    ),
    // Changes by the rate first and then by the overlap, without an elastic force at first.
    (
        "k*(d - d0)*step(d - d0) + min(c1*v, k*d)",
        "c1 = \"2 N s/m\"\nd0 = \"30 um\"\n",
        [0.6887801259522103, 4.320820819799114e-4, 1.269708681743919e-4],
    ),
    (
        "k*(d - d0)*step(d - d0) + max(c1*v, k*d)",
        "c1 = \"1 N s/m\"\nd0 = \"30 um\"\n",
        [0.9961758942143403, 2.833818633905314e-4, 9.39010879480715e-5],
    ),
];

#[test]
fn steps_in_overlap_and_rate_are_those_of_another_integrator() {
    for (force, parameters, [e, duration, overlap]) in PIECES {
        let text =
            format!("{BALL}{STRAIGHT}[contact.normal.formula]\nforce = \"{force}\"\nk = \"1e5 N/m\"\n{parameters}");
        let scene = scenes(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
        for (observable, expected) in [(Restitution, e), (Duration, duration), (MaxOverlap, overlap)] {
            let found = seen(&scene, observable).unwrap();
            let off = (found.value - expected).abs();
            assert!(
                off <= found.uncertainty.max(4e-15 * expected),
                "{force}: {observable:?} {:e}, not {expected:e}, known to {:e}",
                found.value,
                found.uncertainty
            );
            assert!(found.uncertainty <= 1e-11 * expected, "{force}: known to {:e} only", found.uncertainty);
        }
    }
}

/// What is wrong with a formula, as it is reported: line 19 is the formula, and the caret is under the part.
#[test]
fn what_is_wrong_with_a_formula_is_shown_at_its_place() {
    let wrong: &[(&str, &str, &str, &str)] = &[
        (
            "k*d^1.5 + c*v",
            "k = \"1e5 N/m\"\nc = \"1 N s/m\"\n",
            "k*d^1.5",
            "`k*d^1.5` is in N m^0.5 and `c*v` in N: they cannot be added",
        ),
        ("k*d", "k = \"1e5 N/m^1.5\"\n", "k*d", "the formula is in N/m^0.5, and must be in N"),
        ("k*d*exp(d)", "k = \"1e5 N/m\"\n", "d", "the argument `d` is in m, and must be a plain number"),
        ("kk*d", "k = \"1e5 N/m\"\n", "kk", "there is no `kk`, did you mean `k`?"),
        ("k*sqr(d)", "k = \"1e5 N/m\"\n", "sqr", "there is no function `sqr`, did you mean `sqrt`?"),
        ("k*(d", "k = \"1e5 N/m\"\n", "(", "this parenthesis is not closed"),
        ("k**d", "k = \"1e5 N/m\"\n", "**", "`**` is no operator here"),
        ("2 k*d", "k = \"1e5 N/m\"\n", "k", "an operator is missing before `k`"),
        (
            "k*d^n",
            "k = \"1e5 N/m\"\nn = 1.2\n",
            "k*d^n",
            "`d` is in m, and its power `n` is not a number that is written out",
        ),
        (
            "k*d + a/d",
            "k = \"1e5 N/m\"\na = \"1e-9 J\"\n",
            "k*d + a/d",
            "the force `k*d + a/d` has a pole at touch: at d = 0 and v = 0 it is infinite",
        ),
        (
            "k*d*d0/(d0 - d)^0.5/d0^0.5",
            "k = \"1e4 N/m\"\nd0 = \"20 um\"\n",
            "k*d*d0/(d0 - d)^0.5/d0^0.5",
            "has a pole at d = 2e-5 m, and an impact at 1 m/s reaches it",
        ),
        (
            "-k*d",
            "k = \"1e5 N/m\"\n",
            "-k*d",
            "the force `-k*d` has a negative stiffness: it falls with the overlap from d = 0 m on",
        ),
        (
            "k*d*(1 - d/d0)",
            "k = \"1e5 N/m\"\nd0 = \"100 um\"\n",
            "k*d*(1 - d/d0)",
            "it falls with the overlap from d = 5e-5 m on",
        ),
        (
            "k*d + k*d0*step(sin(d/d0))",
            "k = \"1e5 N/m\"\nd0 = \"1 um\"\n",
            "k*d + k*d0*step(sin(d/d0))",
            "overlaps up to ten times R*; at most 64 are followed",
        ),
        ("k*d - c*v", "k = \"1e5 N/m\"\nc = \"1 N s/m\"\n", "k*d - c*v", "the part of the force with v gives energy"),
        ("k*E_eff*d", "k = \"1e5 N/m\"\nE_eff = \"1 GPa\"\n", "", "`E_eff` has a meaning of its own in a formula"),
        ("k*d", "k = \"1e5 N/m\"\nq = 0.2\n", "", "`q` does not occur in `k*d`"),
        ("k*d", "k = \"1e5 N/mm^2.5\"\n", "", "`mm` in `N/mm^2.5` is none of kg, m, s, rad, N, Pa, J"),
    ];
    for (force, parameters, part, message) in wrong {
        let text = format!("{BALL}{STRAIGHT}[contact.normal.formula]\nforce = \"{force}\"\n{parameters}");
        let error = scenes(&text).expect_err(force);
        assert!(error.contains(message), "{force}: {error}");
        if !part.is_empty() {
            let carets = error
                .lines()
                .find(|line| line.trim_matches([' ', '|', '^']).is_empty() && line.contains('^'))
                .unwrap_or_default();
            assert_eq!(carets.matches('^').count(), part.len(), "{force}: {error}");
            let column = carets.find('^').unwrap_or_default() - carets.find('|').unwrap_or_default() - 2;
            let at_a_part = |(start, _): (usize, &str)| column == "force = \"".len() + start;
            assert!(force.match_indices(part).any(at_a_part), "{force}: {error}");
        }
    }
}

/// What has no theory, and what no code has, is refused.
#[test]
fn a_formula_goes_with_what_it_says() {
    let refused = [
        (
            "[contact]\nends = \"zero-overlap\"\n[contact.normal.formula]\nforce = \"k*d\"\nk = \"1e5 N/m\"\n",
            "`ends` has no effect here: `formula` defines where its contact ends",
        ),
        (
            "[contact.normal.formula]\nforce = \"k*d\"\nk = \"1e5 N/m\"\n[contact.damping.local-damping]\nalpha = 0.2\n",
            "`formula` has its damping in itself",
        ),
        (
            "[contact.normal.hertz]\n[contact.tangential.formula]\nform = \"incremental\"\nstiffness = \"kt*(1 + d/d0)\"\nkt = \"1e5 N/m\"\nd0 = \"1 mm\"\nlimit = \"mu*N\"\nmu = 0.3\n",
            "is not one power of the overlap",
        ),
        (
            "[contact.normal.hertz]\n[contact.tangential.formula]\nform = \"incremental\"\nstiffness = \"kt\"\nkt = \"1e5 N/m\"\nlimit = \"min(mu*N, f)\"\nmu = 0.3\nf = \"1 N\"\n",
            "is not a positive number times N",
        ),
        (
            "[contact.normal.formula]\nforce = \"k*d + c*v\"\nk = \"1e5 N/m\"\nc = \"1 N s/m\"\n[contact.tangential.coulomb]\nfriction = 0.3\n",
            "a damped normal law with friction requires `friction_limit`",
        ),
    ];
    for (contact, message) in refused {
        let error = scenes(&format!("{BALL}{OBLIQUE}{contact}")).expect_err(contact);
        assert!(error.contains(message), "{contact}: {error}");
    }
}
