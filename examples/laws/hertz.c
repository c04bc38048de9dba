/* Hertz with Tsuji's dashpot, cut at zero:  cc -O2 -shared -fPIC -o libhertz.so hertz.c -lm */
#include <math.h>
#include "collisionbench.h"

static const cb_parameter parameters[] = {{"alpha", "1", 0.5}};
static const cb_law law = {COLLISIONBENCH_INTERFACE, "Hertz and Tsuji, in C", 1, parameters, 0, 0};

const cb_law *collisionbench_describe(void) { return &law; }

static double together(double a, double b) { return 1 / (1 / a + 1 / b); }

static double plane_strain(cb_body b) { return b.young_modulus / (1 - b.poisson_ratio * b.poisson_ratio); }

int collisionbench_force(const double *parameter, const cb_contact *c, const double *state, double *next, double *force) {
    (void)state, (void)next;
    double R = together(c->body[0].radius, c->body[1].radius), m = together(c->body[0].mass, c->body[1].mass);
    double K = 4.0 / 3 * together(plane_strain(c->body[0]), plane_strain(c->body[1])) * sqrt(R);
    double F = K * pow(c->overlap, 1.5) + parameter[0] * sqrt(m * K) * pow(c->overlap, 0.25) * c->rate;
    if (F < 0) F = 0;
    for (int i = 0; i < 3; ++i) force[i] = F * c->normal[i];
    return 0;
}
