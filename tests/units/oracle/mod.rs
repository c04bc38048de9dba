mod quadrature;
mod special;
