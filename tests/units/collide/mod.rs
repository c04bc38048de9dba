mod advise;
mod flow;
mod ode;
mod schemes;
mod stepper;
