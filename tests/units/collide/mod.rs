mod flow;
mod ode;
mod rules;
mod schemes;
mod stepper;
