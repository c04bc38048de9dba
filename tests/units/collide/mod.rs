mod advise;
mod ode;
mod reference;
mod schemes;
mod stepper;
