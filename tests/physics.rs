//! The collision itself: laws, reference solution, schemes and oracles against closed forms, extended precision and the theory tables; and
//! wrong ones, which shipped cases reject.

mod exact;
mod oblique;
mod oblique_stepper;
mod oracles;
#[path = "common/random.rs"]
mod random;
mod reference;
mod stepper;
mod tangential;
mod validity;
mod wrong;
