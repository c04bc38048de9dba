//! Attributes the difference between two contacts of one pair of bodies to the parts in which they differ.
//!
//! The collision is computed with every mixture of the parts of both. What a part explains is its mean effect over all orders in which the
//! parts can be exchanged (Shapley 1953), so that the shares add up to the difference and do not depend on an order.

use crate::law::{Contact, Friction};

/// A contact, and what its code takes for the radius at a wall.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectiveContact {
    pub contact: Contact,
    /// `R*` over the radius of the ball; 1 between spheres.
    pub wall_radius: f64,
}

/// A part of a contact, and how it is put in the place of that of another.
struct Part {
    name: &'static str,
    differs: fn(&EffectiveContact, &EffectiveContact) -> bool,
    take: fn(&mut EffectiveContact, &EffectiveContact),
}

/// Whether both have friction and it differs in this.
fn friction_differs<T: PartialEq>(
    one: &EffectiveContact,
    other: &EffectiveContact,
    of: impl Fn(&Friction) -> T,
) -> bool {
    one.contact.friction.as_ref().zip(other.contact.friction.as_ref()).is_some_and(|(a, b)| of(a) != of(b))
}

/// Takes a part of the friction of the other, where both have friction.
fn exchange_friction(one: &mut EffectiveContact, other: &EffectiveContact, change: impl Fn(&mut Friction, &Friction)) {
    if let Some((own, from)) = one.contact.friction.as_mut().zip(other.contact.friction.as_ref()) {
        change(own, from);
    }
}

/// Under the titles that [`Contract`](crate::law::Contract) has for them.
const PARTS: [Part; 9] = [
    Part {
        name: "effective radius",
        differs: |a, b| a.wall_radius != b.wall_radius,
        take: |own, from| own.wall_radius = from.wall_radius,
    },
    Part {
        name: "elastic force",
        differs: |a, b| a.contact.normal != b.contact.normal,
        take: |own, from| own.contact.normal.clone_from(&from.contact.normal),
    },
    Part {
        name: "damping normalisation",
        differs: |a, b| a.contact.damping != b.contact.damping,
        take: |own, from| own.contact.damping.clone_from(&from.contact.damping),
    },
    Part {
        name: "end of contact",
        differs: |a, b| a.contact.ends != b.contact.ends,
        take: |own, from| own.contact.ends = from.contact.ends,
    },
    Part {
        name: "tangential law",
        differs: |a, b| friction_differs(a, b, |f| f.tangential.clone()),
        take: |own, from| exchange_friction(own, from, |own, from| own.tangential.clone_from(&from.tangential)),
    },
    Part {
        name: "Coulomb limit",
        differs: |a, b| friction_differs(a, b, |f| f.limit),
        take: |own, from| exchange_friction(own, from, |own, from| own.limit = from.limit),
    },
    Part {
        name: "lever",
        differs: |a, b| friction_differs(a, b, |f| f.levers),
        take: |own, from| exchange_friction(own, from, |own, from| own.levers = from.levers),
    },
    Part {
        name: "spring rotation",
        differs: |a, b| friction_differs(a, b, |f| f.rotation),
        take: |own, from| exchange_friction(own, from, |own, from| own.rotation = from.rotation),
    },
    Part {
        name: "rolling",
        differs: |a, b| friction_differs(a, b, |f| f.rolling.clone()),
        take: |own, from| exchange_friction(own, from, |own, from| own.rolling.clone_from(&from.rolling)),
    },
];

/// A part in which two contacts differ, and what it adds to each number when the first becomes the second.
#[derive(Debug, Clone, PartialEq)]
pub struct Share<const N: usize> {
    pub part: &'static str,
    pub numbers: [f64; N],
}

/// The contributions of the parts in which `other` differs from `one`; their sum is the difference of the numbers that `predict` gives
/// for both. Empty where they differ in nothing.
///
/// # Errors
/// The error of `predict` for a mixture that is no contact, or has no such numbers.
pub fn shares<const N: usize, E>(
    one: &EffectiveContact,
    other: &EffectiveContact,
    predict: impl Fn(&EffectiveContact) -> Result<[f64; N], E>,
) -> Result<Vec<Share<N>>, E> {
    let parted: Vec<&Part> = PARTS.iter().filter(|part| (part.differs)(one, other)).collect();
    let count = parted.len();
    if count == 0 {
        return Ok(Vec::new());
    }
    // Bit `i` of a mixture takes part `i` from the other.
    let mixture = |bits: usize| {
        let mut mixed = one.clone();
        parted
            .iter()
            .enumerate()
            .filter(|(i, _)| bits >> i & 1 == 1)
            .for_each(|(_, part)| (part.take)(&mut mixed, other));
        predict(&mixed)
    };
    let mixtures = (0..1usize << count).map(mixture).collect::<Result<Vec<[f64; N]>, E>>()?;
    let share = |(i, part): (usize, &&Part)| {
        let mut numbers = [0.0; N];
        for without in (0..mixtures.len()).filter(|bits| bits >> i & 1 == 0) {
            let weight = weight(without.count_ones() as usize, count);
            let (before, after) = (mixtures[without], mixtures[without | 1 << i]);
            for (sum, (b, a)) in numbers.iter_mut().zip(before.iter().zip(after)) {
                *sum += weight * (a - b);
            }
        }
        Share { part: part.name, numbers }
    };
    Ok(parted.iter().enumerate().map(share).collect())
}

/// `s! (n - s - 1)!/n!`: of all orders, the part in which exactly `s` given parts stand before one.
fn weight(s: usize, n: usize) -> f64 {
    let factorial = |k: usize| (1..=k).map(|i| i as f64).product::<f64>();
    factorial(s) * factorial(n - s - 1) / factorial(n)
}
