//! Luding's plastic-adhesive spring in the parameters of DEM codes.
//!
//! LIGGGHTS, MercuryDPM and YADE compute the stiffness of unloading anew in each step, from the largest overlap that is left
//! after the pull: in the limit of small steps that is `reload_stiffness = "by-overlap"`.

use super::keys::{Key, Parameters};
use crate::law::damping::{Damping, LinearDashpot, Undamped};
use crate::law::normal::{Luding, Reload, Unloading};
use crate::law::{Contact, Ends, LawError, Normal, Pair};

/// The numbers of a spring whose stiffness of unloading grows with the largest overlap: `k1`, `k_p`, `k_c` in N/m, `phi_f`.
pub type Spring = [f64; 4];

/// The contact of a spring, and its dashpot `C v`, N s/m.
pub fn contact([k1, k_p, k_c, depth]: Spring, C: f64) -> Contact {
    let unloading = Unloading::Grows { limit: k_p, depth, reload: Reload::ByOverlap };
    let damping = match C {
        0.0 => Damping::Undamped(Undamped),
        C => Damping::LinearDashpot(LinearDashpot::Coefficient(C)),
    };
    let normal = Normal::Luding(Luding { loading_stiffness: k1, adhesion_stiffness: k_c, unloading });
    Contact { normal, damping, ends: Ends::ZeroOverlap, friction: None }
}

/// The spring under a system's own keys for `k1`, `k_p`, `k_c` and `phi_f`.
///
/// # Errors
/// When one is missing or out of its range, or the spring does not get stiffer.
pub fn read(params: &Parameters, keys: &[Key], names: [&'static str; 4], system: &str) -> Result<Spring, LawError> {
    let [k1, k_p, k_c, depth] = names.map(|name| params.require(keys, name, system));
    let spring = [k1?, k_p?, k_c?, depth?];
    stiffer(spring, names[1])?;
    Ok(spring)
}

/// Refuses a spring that does not get stiffer, at the key of `k_p`.
///
/// # Errors
/// When it does not.
pub fn stiffer([k1, k_p, ..]: Spring, key: &'static str) -> Result<(), LawError> {
    if k_p > k1 {
        return Ok(());
    }
    Err(LawError::key(key, format!("`{key}` must give a stiffness above that of loading, {k1} N/m, not {k_p} N/m")))
}

/// The spring of a contact and its dashpot `C v`; `None` where its normal law is another.
///
/// # Errors
/// When the system has no such spring, dashpot or friction beside it.
pub fn render(contact: &Contact, pair: &Pair, system: &str) -> Result<Option<(Spring, f64)>, LawError> {
    let Normal::Luding(law) = &contact.normal else { return Ok(None) };
    if contact.friction.is_some() {
        return Err(LawError::table(format!("friction beside `luding` is not supported for {system}")));
    }
    let Unloading::Grows { limit, depth, reload } = law.unloading else {
        let message =
            format!("the unloading stiffness of {system} grows with the largest overlap: it has no constant one");
        return Err(LawError::table(message).help("write max_unloading_stiffness and plasticity_depth"));
    };
    if reload == Reload::Kept {
        let message = format!("{system} computes the stiffness anew from the overlap that it remembers, in each step");
        return Err(LawError::table(message).help("its equivalent is  reload_stiffness = \"by-overlap\""));
    }
    let dashpot =
        contact.branches(pair)?.map(|law| law.dashpot).filter(|dashpot| dashpot.C == 0.0 || dashpot.beta == 0.0);
    let Some(dashpot) = dashpot else {
        let name = contact.damping.card().name;
        return Err(LawError::table(format!("{system} has no `{name}` beside `luding`, only a linear dashpot")));
    };
    Ok(Some(([law.loading_stiffness, limit, law.adhesion_stiffness, depth], dashpot.C)))
}
