//! ode
