mod swap;
mod sweep;
