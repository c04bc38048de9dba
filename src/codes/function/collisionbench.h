/* The C interface of a contact law that collisionbench judges:
 *     collisionbench check-law ./libmine.so --claims "lammps damping=tsuji e=0.5"
 * SI units, double precision. Both functions are exported by a shared library; in C++ within extern "C".
 */
#ifndef COLLISIONBENCH_H
#define COLLISIONBENCH_H

#define COLLISIONBENCH_INTERFACE 1

/* A number that the user of the law chooses. */
typedef struct {
    const char *name;   /* restitution */
    const char *unit;   /* Pa, N/m, s/m, N s/m, J/m2; "1" for a number without a unit */
    double value;       /* what it is unless the command line says otherwise:  -p restitution=0.5 */
} cb_parameter;

typedef struct {
    int interface;                  /* COLLISIONBENCH_INTERFACE */
    const char *name;
    int parameters;                 /* how many there are */
    const cb_parameter *parameter;
    int state;                      /* how many doubles a contact keeps from one step to the next; 0 at first touch */
    int single_precision;           /* 1 if the law computes in float */
} cb_law;

/* A wall has an infinite radius and mass. */
typedef struct {
    double radius, mass;                    /* m, kg */
    double young_modulus, poisson_ratio;    /* Pa, 1 */
} cb_body;

/* One contact at one step: 18 doubles in a row, for languages that see an array. */
typedef struct {
    cb_body body[2];
    double normal[3];   /* unit vector from body 2 to body 1 */
    double overlap;     /* m */
    double rate;        /* of the overlap, m/s; positive on approach */
    double slip[3];     /* velocity of the surface of body 1 over that of body 2, without its normal part, m/s */
    double spin;        /* mean angular velocity of the bodies about the normal, rad/s */
    double step;        /* since the state was written, s */
} cb_contact;

/* The law; what it points to stays. */
const cb_law *collisionbench_describe(void);

/* The force on body 1, N, in `force[3]`, and the state after this step. Returns 0, or a number of its own where it has no force.
 * It is called from several threads at once, for several contacts in turn: what it remembers is in the state alone. */
int collisionbench_force(const double *parameter, const cb_contact *contact, const double *state, double *next, double *force);

#endif
