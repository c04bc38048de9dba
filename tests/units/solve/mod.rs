mod rules;
mod schemes;
mod stepper;
