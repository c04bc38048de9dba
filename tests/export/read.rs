//! The lines of each engine, read as that engine would: back into the words of its dialect.

use collisionbench::codes::Parameters;

/// The value that follows a mark, up to a blank, comma or bracket.
fn after<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(mark)?;
    Some(rest.split([' ', ',', ')', '\n', ';']).next().unwrap_or_default())
}

fn number(text: &str, mark: &str) -> Option<f64> {
    after(text, mark).map(|value| value.parse().unwrap_or_else(|_| panic!("`{value}` after `{mark}`")))
}

/// Numbers under the keys, found behind the marks.
fn numbers(text: &str, marks: &[(&'static str, &str)]) -> Vec<(&'static str, f64)> {
    marks.iter().filter_map(|(key, mark)| Some((*key, number(text, mark)?))).collect()
}

/// Numbers without a key that is zero: a coefficient of friction of zero is no friction.
fn without_zero(mut numbers: Vec<(&'static str, f64)>, key: &str) -> Vec<(&'static str, f64)> {
    numbers.retain(|(known, value)| *known != key || *value != 0.0);
    numbers
}

/// Keys of a code, and the marks that their numbers follow.
type Marks = &'static [(&'static str, &'static str)];

/// Codes whose numbers each follow a mark, with the key of their friction.
#[rustfmt::skip]
const MARKS: &[(&str, &str, Marks)] = &[
    ("yade", "frictionAngle", &[
        ("young", "young="), ("poisson", "poisson="), ("betan", "betan="), ("betas", "betas="), ("frictionAngle", "frictionAngle="),
    ]),
    ("mercurydpm", "slidingFrictionCoefficient", &[
        ("effectiveElasticModulus", "setEffectiveElasticModulus("), ("dissipation", "setDissipation("),
        ("slidingFrictionCoefficient", "setSlidingFrictionCoefficient("), ("effectiveShearModulus", "setEffectiveShearModulus("),
        ("slidingDissipation", "setSlidingDissipation("),
    ]),
    ("woo", "tanPhi", &[("young", "young="), ("poisson", "poisson="), ("en", "en="), ("tanPhi", "tanPhi=")]),
    ("hybird", "frictionCoefPart", &[
        ("youngMod", "youngMod = "), ("poisson", "poisson = "), ("linearStiff", "linearStiff = "), ("restitution", "restitution = "),
        ("frictionCoefPart", "frictionCoefPart = "), ("tangStiff", "tangStiff = "), ("viscTang", "viscTang = "),
        ("rollingCoefPart", "rollingCoefPart = "),
    ]),
    ("pfc", "fric", &[
        ("hz_shear", " hz_shear "), ("hz_poiss", " hz_poiss "), ("hz_alpha", " hz_alpha "), ("rgap", " rgap "), ("dp_nratio", " dp_nratio "),
        ("dp_sratio", " dp_sratio "), ("dp_alpha", " dp_alpha "), ("fric", " fric "),
    ]),
    ("musen", "SlidingFriction", &[
        ("YoungModulus", "Young's modulus [Pa] = "), ("PoissonRatio", "Poisson ratio [-] = "),
        ("RestitutionCoefficient", "Restitution coefficient [-] = "), ("SlidingFriction", "Sliding friction [-] = "),
        ("RollingFriction", "Rolling friction [-] = "),
    ]),
    ("edem", "CoefficientOfStaticFriction", &[
        ("YoungsModulus", "Young's Modulus (Pa) = "), ("PoissonsRatio", "Poisson's Ratio = "),
        ("CoefficientOfRestitution", "Coefficient of Restitution = "), ("CoefficientOfStaticFriction", "Coefficient of Static Friction = "),
    ]),
];

/// What the lines say; comments are left out first.
pub fn back(engine: &str, text: &str) -> Parameters {
    let system = collisionbench::codes::find(engine).unwrap();
    let comment = system.comment;
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with(comment)).collect();
    let code = code.join("\n") + "\n";
    match engine {
        "lammps" => return lammps(&code),
        "liggghts" => return liggghts(&code),
        "kratos" => return kratos(&code),
        _ => {}
    }
    let Some((_, friction, marks)) = MARKS.iter().find(|(name, ..)| *name == engine) else {
        // A code whose lines nobody reads a second time is taken at its own reading.
        let lines: Vec<String> = code.lines().map(String::from).collect();
        return system.read(&lines).unwrap_or_else(|| panic!("{engine} does not read its own lines:\n{code}"));
    };
    let code = if engine == "pfc" { code.split_once(" property").unwrap().1 } else { &code };
    let mut found = without_zero(numbers(code, marks), friction);
    let frictional = found.iter().any(|(key, _)| key == friction);
    let words: Vec<(&str, &str)> = match engine {
        "woo" => vec![("noAttraction", if code.contains("noAttraction=True") { "true" } else { "false" })],
        "hybird" => {
            found.retain(|(key, _)| frictional || !["viscTang", "rollingCoefPart"].contains(key));
            vec![("contactModel", after(code, "contactModel = ").unwrap())]
        }
        "pfc" => {
            let mode = ("dp_mode", after(code, " dp_mode ").unwrap());
            [mode].into_iter().chain(after(code, " hz_mode ").map(|mode| ("hz_mode", mode))).collect()
        }
        "musen" => {
            let model = after(code, "particle-particle = ").unwrap();
            found = without_zero(found, "RollingFriction");
            found.retain(|(key, _)| *key != "RestitutionCoefficient" || model == "Hertz-Mindlin");
            vec![("model", model)]
        }
        _ => Vec::new(),
    };
    Parameters::new(found, &words)
}

fn lammps(code: &str) -> Parameters {
    let line = code.lines().find(|line| line.starts_with("pair_coeff")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    let value = |i: usize| words[i].parse::<f64>().unwrap();
    let normal = words[3];
    let damping = after(line, " damping ").unwrap();
    let strength = if matches!(damping, "coeff_restitution" | "tsuji") { "e" } else { "eta_n0" };
    // hooke k_n x, hertz/material E x nu
    let mut found = vec![(strength, value(5))];
    if normal == "hooke" {
        found.push(("k_n", value(4)));
    } else {
        found.extend([("E", value(4)), ("nu", value(6))]);
    }
    let limit = if words.contains(&"limit_damping") { "true" } else { "false" };
    let mut said = vec![("normal", normal), ("damping", damping), ("limit_damping", limit)];
    let at = words.iter().position(|word| *word == "tangential").unwrap();
    if words[at + 1] != "linear_nohistory" {
        said.push(("tangential", words[at + 1]));
        found.extend([("x_gammat", value(at + 3)), ("mu_t", value(at + 4))]);
        if words[at + 2] != "NULL" {
            found.push(("k_t", value(at + 2)));
        }
    }
    Parameters::new(found, &said)
}

fn liggghts(code: &str) -> Parameters {
    let style = code.lines().find(|line| line.starts_with("pair_style")).unwrap();
    let frictional = after(style, "tangential ").unwrap() == "history";
    let mut keys = vec!["youngsModulus", "poissonsRatio", "coefficientRestitution", "kn", "gamman_abs"];
    if frictional {
        keys.extend(["coefficientFriction", "kt", "gammat_abs"]);
    }
    let found = keys.iter().filter_map(|key| {
        let line = code.lines().find(|line| line.contains(&format!("property/global {key} ")))?;
        Some((*key, line.split_whitespace().last()?.parse().ok()?))
    });
    let mut words =
        vec![("model", after(style, "model ").unwrap()), ("limitForce", after(style, "limitForce ").unwrap())];
    words.extend(frictional.then(|| ("tangential_damping", after(style, "tangential_damping ").unwrap())));
    Parameters::new(found.collect(), &words)
}

fn kratos(code: &str) -> Parameters {
    let file: serde_json::Value = serde_json::from_str(code).unwrap();
    let material = &file["materials"][0]["Variables"];
    let relation = file["material_relations"].as_array().unwrap().last().unwrap();
    let friction = relation["Variables"]["STATIC_FRICTION"].as_f64().unwrap();
    assert_eq!(relation["Variables"]["DYNAMIC_FRICTION"].as_f64(), Some(friction));
    let found = vec![
        ("STATIC_FRICTION", friction),
        ("YOUNG_MODULUS", material["YOUNG_MODULUS"].as_f64().unwrap()),
        ("POISSON_RATIO", material["POISSON_RATIO"].as_f64().unwrap()),
        ("COEFFICIENT_OF_RESTITUTION", relation["Variables"]["COEFFICIENT_OF_RESTITUTION"].as_f64().unwrap()),
    ];
    Parameters::new(without_zero(found, "STATIC_FRICTION"), &[])
}
