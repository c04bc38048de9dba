mod ode;
mod reference;
mod rules;
mod schemes;
mod stepper;
