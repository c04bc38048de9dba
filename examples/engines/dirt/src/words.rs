//! A contact in DIRT's own words: the tables `[dem]` and `[[dem.materials]]` of its input.

use toml::{Table, Value};

use crate::scene::{Body, Contact, Force, Scene};

/// The modulus of what does not deform.
const RIGID: f64 = 1e300;
/// Two numbers that differ by less are the same, computed in two ways.
const SAME: f64 = 1e-9;

pub struct Words {
    pub dem: Table,
    /// The damping ratio of the pair where no `restitution` gives it: its table takes it as it is.
    pub beta: Option<f64>,
}

/// The contact of a scene; the materials of its bodies are named `one` and `two`.
pub fn of(scene: &Scene) -> Result<Words, String> {
    let contact = &scene.contact;
    check(scene)?;
    let hooke = contact.normal.name == "hooke";
    let (restitution, beta) = damping(contact, hooke);
    let mut dem = Table::new();
    dem.insert("contact_model".into(), if hooke { "hooke" } else { "hertz" }.into());
    dem.insert("adhesion_model".into(), "dmt".into());
    dem.insert("limit_damping".into(), (contact.ends != "zero-overlap").into());
    let rescaled = contact.shear.as_ref().is_some_and(|shear| shear.form == "rescaled");
    dem.insert("tangential_model".into(), if rescaled { "mindlin_rescale/force" } else { "history" }.into());
    let materials = moduli(scene)?.into_iter().zip(["one", "two"]).map(|((young, poisson), name)| {
        let mut material = Table::new();
        material.insert("name".into(), name.into());
        let mut put = |key: &str, value: f64| material.insert(key.into(), value.into());
        put("youngs_mod", young);
        put("poisson_ratio", poisson);
        put("restitution", restitution);
        put("friction", contact.shear.as_ref().map_or(0.0, |shear| shear.friction));
        put("rolling_friction", contact.rolling.as_ref().map_or(0.0, |rolling| rolling.friction));
        if hooke {
            put("kn", contact.force.as_ref().map_or(0.0, |force| force.K));
            put("kt", contact.shear.as_ref().map_or(0.0, |shear| shear.S));
        }
        let number = |key: &str| contact.normal.numbers.get(key).copied().unwrap_or_default();
        // What it calls a surface energy is the work of adhesion; the area of its cohesion is half of 2 pi R* delta.
        put("surface_energy", number("work_of_adhesion"));
        put("cohesion_energy", 2.0 * number("cohesion_energy_density"));
        Value::Table(material)
    });
    dem.insert("materials".into(), Value::Array(materials.collect()));
    Ok(Words { dem, beta })
}

/// Refuses what DIRT does not have, where the words of `covers` cannot say it.
fn check(scene: &Scene) -> Result<(), String> {
    let contact = &scene.contact;
    if contact.normal.words.get("area").is_some_and(|area| area != "first-order") {
        return Err("DIRT's cohesion is in proportion to the overlap: area = \"first-order\"".into());
    }
    if contact.rolling.as_ref().is_some_and(|rolling| rolling.name != "constant") {
        return Err("of its rolling resistances this driver has the constant torque".into());
    }
    if ratio(contact) < 0.0 {
        return Err("DIRT's restitution is from 0 to 1: no dashpot that adds energy".into());
    }
    let Some(shear) = contact.shear.as_ref().filter(|shear| shear.friction > 0.0) else { return Ok(()) };
    if scene.wall() && shear.gamma != 0.5 {
        return Err("at a wall DIRT has Mindlin's stiffness, whatever the normal law".into());
    }
    // It always damps the tangential spring with the normal one, with a coefficient of its own.
    let m_star = contact.effective.m_star;
    let z = ratio(contact);
    let own = 2.0 * (5.0_f64 / 6.0).sqrt() * z * (shear.S * m_star).sqrt();
    let asked = shear.dashpot.as_ref().map_or(0.0, |dashpot| dashpot.C);
    let exponent = shear.dashpot.as_ref().is_none_or(|dashpot| dashpot.beta == 0.5 * shear.gamma);
    if (asked - own).abs() > 1e-6 * own.max(asked) || !exponent {
        let needed = own / (2.0 * (shear.S * m_star).sqrt());
        return Err(format!("DIRT damps a tangential spring with the normal one: here dashpot_ratio = {needed}"));
    }
    Ok(())
}

/// The damping ratio `z`: `C = sqrt(5) z sqrt(m* K)` beside Hertz' spring, `2 z sqrt(m* K)` beside a linear one.
fn ratio(contact: &Contact) -> f64 {
    let Some(force) = &contact.force else { return 0.0 };
    let factor = if force.alpha == 1.0 { 2.0 } else { 5.0_f64.sqrt() };
    force.C / (factor * (contact.effective.m_star * force.K).sqrt())
}

/// The `restitution` of its input that has this damping; where none has, the damping ratio itself.
fn damping(contact: &Contact, hooke: bool) -> (f64, Option<f64>) {
    let z = ratio(contact);
    if z == 0.0 || contact.damping.name == "none" {
        return (1.0, None);
    }
    if hooke {
        let restitution = libm::exp(-std::f64::consts::PI * z / (1.0 - z * z).sqrt());
        return if z < 1.0 && restitution > 0.0 { (restitution, None) } else { (0.5, Some(z)) };
    }
    match nominal(5.0_f64.sqrt() * z) {
        Some(restitution) => (restitution, None),
        None => (0.5, Some(z)),
    }
}

/// The restitution at which the polynomial that DIRT documents, Tsuji's fit, is `alpha`. It falls all the way from 1e-3 to 0.9999, beyond
/// which DIRT cuts it off.
fn nominal(alpha: f64) -> Option<f64> {
    const FIT: [f64; 7] = [1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218];
    let fit = |e: f64| FIT.iter().rev().fold(0.0, |sum, factor| sum * e + factor);
    let (mut low, mut high) = (1e-3, 0.999_899);
    if !(fit(high)..fit(low)).contains(&alpha) {
        return None;
    }
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return Some(middle);
        }
        if fit(middle) > alpha { low = middle } else { high = middle }
    }
}

/// Young's modulus and Poisson's ratio of both bodies: their own where these make the stiffness that is asked for, or else those of one body
/// that deforms at one that does not.
fn moduli(scene: &Scene) -> Result<[(f64, f64); 2], String> {
    let contact = &scene.contact;
    let root = contact.effective.R_star.sqrt();
    let curved = |force: &&Force| force.alpha == 1.5;
    let young = contact.force.as_ref().filter(curved).map(|force| 0.75 * force.K / root);
    let young = young.or(contact.effective.E_star.filter(|_| contact.force.is_none()));
    let shear = contact.shear.as_ref().filter(|shear| shear.gamma == 0.5 && shear.friction > 0.0);
    let shear = shear.map(|shear| shear.S / (8.0 * root));
    let near = |asked: Option<f64>, has: f64| asked.is_none_or(|asked| (asked / has - 1.0).abs() < SAME);
    if let [Some(one), Some(two)] = scene.bodies.each_ref().map(own) {
        let [e_star, g_star] = effective([one, two]);
        if near(young, e_star) && near(shear, g_star) {
            return Ok([one, two]);
        }
    }
    let poisson = match (young, shear) {
        (Some(young), Some(shear)) => (1.0 - 4.0 * shear / young) / (1.0 - 2.0 * shear / young),
        _ => 0.0,
    };
    if !(0.0..0.5).contains(&poisson) {
        return Err(format!("no two materials have these moduli: Poisson's ratio would be {poisson}"));
    }
    let of_shear = shear.map(|shear| 2.0 * (2.0 - poisson) * (1.0 + poisson) * shear);
    let modulus = young.map(|young| young * (1.0 - poisson * poisson)).or(of_shear).unwrap_or(RIGID);
    Ok([(modulus, poisson), (RIGID, 0.0)])
}

/// Young's modulus and Poisson's ratio of a body, where both are known.
fn own(body: &Body) -> Option<(f64, f64)> {
    body.material.as_ref().map_or(Some((RIGID, 0.0)), |material| material.young_modulus.zip(material.poisson_ratio))
}

/// `E*` and `G*`
fn effective(pair: [(f64, f64); 2]) -> [f64; 2] {
    let over = |of: fn(f64) -> f64| 1.0 / pair.iter().map(|&(young, poisson)| of(poisson) / young).sum::<f64>();
    [over(|nu| 1.0 - nu * nu), over(|nu| 2.0 * (2.0 - nu) * (1.0 + nu))]
}
