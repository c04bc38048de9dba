// The same in C++, in single precision:  c++ -O2 -shared -fPIC -o libhertz.so hertz.cpp
#include <cmath>
extern "C" {
#include "collisionbench.h"
}

namespace {
const cb_parameter parameters[] = {{"alpha", "1", 0.5}};
const cb_law law = {COLLISIONBENCH_INTERFACE, "Hertz and Tsuji, in C++ with float", 1, parameters, 0, 1};

float together(double a, double b) { return 1 / (1 / float(a) + 1 / float(b)); }
float plane_strain(const cb_body &b) { return float(b.young_modulus / (1 - b.poisson_ratio * b.poisson_ratio)); }
}

extern "C" const cb_law *collisionbench_describe() { return &law; }

extern "C" int collisionbench_force(const double *parameter, const cb_contact *c, const double *, double *, double *force) {
    const cb_body &one = c->body[0], &two = c->body[1];
    const float R = together(one.radius, two.radius), m = together(one.mass, two.mass), d = float(c->overlap);
    const float K = 4.0f / 3 * together(plane_strain(one), plane_strain(two)) * std::sqrt(R);
    const float F = K * d * std::sqrt(d) + float(parameter[0]) * std::sqrt(m * K) * std::pow(d, 0.25f) * float(c->rate);
    for (int i = 0; i < 3; ++i) force[i] = std::fmax(F, 0.0f) * float(c->normal[i]);
    return 0;
}
