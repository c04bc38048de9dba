! The same in Fortran; a contact is 18 doubles in a row:  gfortran -O2 -shared -fPIC -o libhertz.so hertz.f90
module hertz
  use, intrinsic :: iso_c_binding
  implicit none

  type, bind(c) :: cb_parameter
    type(c_ptr) :: name, unit
    real(c_double) :: value
  end type
  type, bind(c) :: cb_law
    integer(c_int) :: version
    type(c_ptr) :: name
    integer(c_int) :: parameters
    type(c_ptr) :: parameter
    integer(c_int) :: state, single_precision
  end type

  character(kind=c_char, len=32), target, save :: law_name = "Hertz and Tsuji, in Fortran"//c_null_char
  character(kind=c_char, len=6), target, save :: alpha = "alpha"//c_null_char
  character(kind=c_char, len=2), target, save :: one = "1"//c_null_char
  type(cb_parameter), target, save :: parameters(1)
  type(cb_law), target, save :: law

contains

  function describe() bind(c, name="collisionbench_describe")
    type(c_ptr) :: describe
    parameters(1) = cb_parameter(c_loc(alpha), c_loc(one), 0.5d0)
    law = cb_law(1, c_loc(law_name), 1, c_loc(parameters), 0, 0)
    describe = c_loc(law)
  end function

  pure function together(a, b)
    real(c_double), intent(in) :: a, b
    real(c_double) :: together
    together = 1 / (1/a + 1/b)
  end function

  ! Radius, mass, Young's modulus and Poisson's ratio of body 1 are contact(1:4), of body 2 contact(5:8).
  function law_force(parameter, contact, state, next, force) bind(c, name="collisionbench_force")
    real(c_double), intent(in) :: parameter(1), contact(18), state(*)
    real(c_double), intent(inout) :: next(*)
    real(c_double), intent(out) :: force(3)
    integer(c_int) :: law_force
    real(c_double) :: R, m, K, F, d
    R = together(contact(1), contact(5))
    m = together(contact(2), contact(6))
    K = 4d0/3 * together(contact(3)/(1 - contact(4)**2), contact(7)/(1 - contact(8)**2)) * sqrt(R)
    d = contact(12)
    F = max(0d0, K * d**1.5d0 + parameter(1) * sqrt(m*K) * d**0.25d0 * contact(13))
    force = F * contact(9:11)
    law_force = 0
  end function
end module
