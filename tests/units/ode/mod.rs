mod bracket;
mod canary;
mod quadrature;
