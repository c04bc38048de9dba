//! The words of messages, tables and choices that no law, code or key explains, with one sentence each.

/// A line each: what kind of word it is, or the key whose choice it is; the word; and what it means. Headings begin with `#`.
const WORDS: &str = r#"
# Choices of keys.
body.sphere.inertia | solid | a solid sphere: moment of inertia 2/5 m r^2
body.sphere.inertia | thin-shell | a thin hollow sphere: moment of inertia 2/3 m r^2
contact.*.form | total-spring | F_t = k_t(delta) s, limited by friction: a change of the normal load changes the force of the whole stretch
contact.*.form | incremental | F_t grows by k_t(delta) ds: what was stretched before keeps its force when the load changes
contact.*.form | rescaled | as incremental, but F_t falls with k_t while the contact unloads
contact.tangential.while_sliding | capped | spring and dashpot together stay within mu N while the surfaces slide
contact.tangential.while_sliding | added | the spring alone stays within mu N; the dashpot is added to it while the surfaces slide
contact.tangential.while_sliding | dropped | the spring alone stays within mu N; there is no dashpot while the surfaces slide
contact.normal.eepa.slope | linear | force proportional to overlap (n = 1), with a loading_stiffness of its own
contact.normal.eepa.slope | hertz | force proportional to overlap^(3/2), with the stiffness of Hertz
contact.normal.luding.reload | kept | reloading follows the stiffness of the unloading before it
contact.normal.luding.reload | by-overlap | reloading follows the stiffness of the largest overlap whose unloading ends at the reversal
contact.normal.*.area | first-order | the area of overlap is 2 pi R* delta, as of small overlaps
contact.normal.*.area | lens | the area of overlap is that of the circle in which the surfaces meet
contact.normal.*.breaks_at | displacement | the contact breaks at the most negative overlap, where the neck becomes unstable: a free collision
contact.normal.*.breaks_at | force | the contact breaks at the largest tension
contact.normal.*.breaks_at | zero-overlap | the contact breaks at zero overlap, as in codes that drop it there
contact.normal.*.mixing_rule | arithmetic | work of adhesion gamma1 + gamma2
contact.normal.*.mixing_rule | geometric | work of adhesion 2 sqrt(gamma1 gamma2)
contact.damping.*.mixing_rule | mean | (a+b)/2 of the restitutions or dissipations of two materials
contact.damping.*.mixing_rule | harmonic | 2ab/(a+b), 0 where one of them is
contact.damping.*.mixing_rule | geometric | sqrt(ab)
contact.damping.*.mixing_rule | product | ab
contact.damping.*.mixing_rule | minimum | the smaller one
contact.damping.*.mixing_rule | maximum | the larger one
contact.damping.*.mixing_rule | deformation | each by its share of the deformation, a k2/(k1+k2) + b k1/(k1+k2), k = E/(1-nu^2)
contact.tangential.regularised.function | tanh | tanh(v_s/v_0)
contact.tangential.regularised.function | root | v_s/sqrt(v_s^2 + v_0^2)
contact.tangential.regularised.function | adams | a cubic step up to v_0, and with dynamic_friction another down to it at dynamic_speed
contact.tangential.regularised.function | simbody | min(x, 1) (r + 2(1-r)/(1+x^2)), x = v_s/v_0, r = dynamic_friction/friction
contact.tangential.regularised.function | drake | a quintic step up to v_0, and another down to dynamic_friction at 3 v_0
contact.damping.local-damping.along | axes | each component of the force for itself, by the sign of that of the velocity: LAMMPS, YADE, PFC, Woo
contact.damping.local-damping.along | velocity | the whole force, against the direction of the velocity (Kratos)
contact.tangential.*.mixing_rule | mean | (a+b)/2 of the coefficients of friction of two materials
contact.tangential.*.mixing_rule | harmonic | 2ab/(a+b), 0 where one of them is; Simbody
contact.tangential.*.mixing_rule | geometric | sqrt(ab)
contact.tangential.*.mixing_rule | product | ab
contact.tangential.*.mixing_rule | minimum | the smaller one
contact.tangential.*.mixing_rule | maximum | the larger one; MuJoCo
contact.tangential.regularised.of | slip | of the slip velocity: the force is opposite to it
contact.tangential.regularised.of | each-component | of each component of the slip velocity, along the axes of the case
contact.tangential.regularised.of | direction | of each component of the slip velocity, times that component of its direction (CabanaPD)
contact.damping.*.mixing_rule | simbody | each by k^(2/3) of the other, k = E/(1-nu^2): what HuntCrossleyForce of Simbody computes
contact.*.reading | corrected | the documentation of the code with its errors corrected
contact.*.reading | as-documented | the documentation of the code as it is printed, errors included
impact.frame | centre-of-mass | speeds are seen from the centre of mass of the two bodies
impact.frame | wall | speeds are seen from the wall
impact.again.memory | kept | the second impact begins with what the law remembers of the first
impact.again.memory | lost | the second impact is the first of a fresh contact
sweep.scale | linear | swept values a constant difference apart
sample.sequence | sobol | samples that fill the space evenly in every number of them, scrambled by the seed (Burley 2020); the usual choice
sample.sequence | latin-hypercube | one sample in each of n equal parts of every value (McKay, Beckman & Conover 1979)
sample.sequence | random | independent samples
sample | uniform | every value between `from` and `to` is as probable
sample | log-uniform | every ratio is as probable: values over several decades
sample | normal | the normal distribution of `mean` and `sigma`, cut off at `from` and `to` where these are given
sample | lognormal | the logarithm is normal: `median`, and one standard deviation as a `factor`
sweep.scale | log | swept values a constant ratio apart
run.of | own | steps are counted in the duration of this collision, to zero overlap
figure.kind | line | curves over one abscissa
figure.kind | sweep | curves, and below them their differences from the first
figure.kind | strip | a point an impact, in rows by law or by code
figure.kind | loop | force against displacement of closed cycles
figure.kind | order | error against the length of the step, with the order of each scheme
figure.kind | matrix | a table of colours: codes by questions
figure.font | sans | DejaVu Sans, the one font that every file has in it
figure.legend | free | inside the frame where nothing is covered, else above
figure.legend | ends | the name of a line stands at its end
figure.legend | above | above the frame
curve.marker | circle | points are circles
curve.marker | square | points are squares
curve.marker | up | points are triangles that point upwards
curve.marker | down | points are triangles that point downwards
curve.marker | diamond | points are diamonds
curve.line | solid | an unbroken line
curve.line | dashed | a line of dashes
curve.line | dotted | a line of dots
expect.converges_to | reference | the reference solver, to whose result the numbers of a scheme converge
expect.converges_to | itself | the limit of the numbers themselves: the order is that of their differences, over four or more time steps of one ratio
experiment.height_to | bottom | heights are measured to the lowest point of the ball
experiment.height_to | centre | heights are measured to the centre of the ball
experiment.height_set | once | all drops of a height share one setting of it, and its error
experiment.height_set | each group | the height was set anew for each group of drops
experiment.height_set | each drop | the height was set anew before every drop: drops are independent
experiment.wide | repeats | several columns of rebounds in a row are repeated drops from one height
experiment.wide | bounces | several columns of rebounds in a row are successive bounces of one drop
experiment.drag | sphere | the drag of a smooth sphere in still air
experiment.of | restitution | the column with speed after over speed before the impact is fitted
experiment.of | height_ratio | the column with rebound over drop height is fitted
experiment.of | velocity_ratio | the column with rebound over impact velocity is fitted
engine.version_counts | all | two versions of an engine are the same if every character is
engine.version_counts | release | the commit of a version does not count, the release does
engine.version_counts | minor | versions count up to their second number, 1.4
engine.version_counts | major | versions count up to their first number, 1
engine.version_counts | nothing | all versions of an engine count as one
engine.precision | double | the engine computes with 64-bit numbers
engine.precision | single | the engine computes with 32-bit numbers: its conservation laws are judged to their rounding
engine.takes | laws | the engine computes the contact from the laws of scene.json
engine.takes | dialect | the engine computes the contact from the parameters of its code alone
# Cases, scenes and checks.
word | case | a file that describes two bodies, how they meet, their contact, who computes it, and what is expected
word | scene | one collision of a case: one value of each swept parameter
word | observable | a number of a collision that can be expected: restitution, duration, largest overlap, ...
word | check | one number of one scene, compared with what is expected of it
word | expectation | an [[expect]] of a case: whose numbers agree with what, and within which tolerance
word | tolerance | what a number may be off by: relative, absolute, or in standard deviations (sigma)
word | sigma | one standard deviation; `within_sigma = 3` allows three of what measurement and computation are uncertain by
word | relative | as a part of the expected value: 0.01 relative is 1 %
word | absolute | in the unit of the number itself
word | known gap | a disagreement that is understood and written into its case with the reason; the run fails when it disappears
word | used | the share of its tolerance that a check has used: the deviation over what is allowed
word | unchecked | computed, and compared with nothing: no [[expect]] names it
word | onset phase | where in a time step two bodies first touch, as a part of the step: it changes the result of a scheme
word | phases | onset phases: positions of first touch within a time step, over which the worst and the mean are taken
word | order | the power of the time step with which an error falls: at order 2 half the step has a quarter of the error
word | convergence | a check that the error of a scheme falls with its time step, with the order that is expected
word | sweep | a list of values of one parameter: a scene for each
word | reference solver | this program's own solver, exact to some twelve digits, with an uncertainty for every number
word | engine | a DEM code, or a program of your own, that computes collisions through a small protocol of files
word | driver | the part of this program that writes the input of a code, starts it and reads what it left
word | variant | a version of an engine, or a way to run it, where there are several
word | engine invariants | what every engine has to keep whatever its contact: momentum, angular momentum, no energy created
word | violated | an engine does not keep momentum, angular momentum or energy: no accepted number excuses it
word | first divergence | the instant from which two trajectories differ by more than their uncertainty
# The validity of a scene.
word | green | an assumption of the contact law holds in this scene
word | amber | an assumption of the contact law is near its limit in this scene, or cannot be judged because a number is not given
word | red | an assumption of the contact law is broken in this scene: the numbers are those of the equations, not of the bodies
word | validity | which assumptions of the contact law hold in a scene: green, amber, red
# Records and the gate.
word | record | run.jsonl of a report: every number of a run with its case, to be verified and compared
word | baseline | the accepted numbers of a case, which `gate` compares with
word | accepted | a number that somebody has looked at and stored as right, with the reason
word | drift | what an accepted number may change by, relative to the largest number of its unit in the collision
word | tube | the tolerance around an accepted curve, in time and in force
word | moved | a number differs by more than its drift and its uncertainty
word | gone | a number is on record and no longer computed
word | new | a number is computed that was never accepted, or is not on record
word | unchanged | a number is the same within its drift
word | within uncertainty | two numbers differ by no more than both are uncertain by
word | not verified | numbers on record could not be computed here: an engine is missing or failed
word | partial | a run that was interrupted: what was finished, marked, beside the earlier report
# Fits.
word | hold-out | heights that the case keeps from the fit are predicted by a fit of the others: a test of the law
word | held out | not used in the fit that predicts it: a test of the law
word | left out | not used or not compared, with the reason that the case or the data give
word | residuals | measured less fitted, over the uncertainty: they scatter about 0 by 1 if law and uncertainties are right
word | Birge ratio | scatter of the readings over their stated uncertainty: 1 if it is stated right, more if something else scatters
word | interval | the range that holds the true value with the stated probability, if the law and the inputs are right
word | profile likelihood | an interval of all values with which the other parameters can still describe the data
word | covariance | an interval from the curvature of the fit at its best value
word | uncertainty budget | the sources of an uncertainty with the share of the variance of each; type A from scatter, B from what is stated
word | sensitivity | the change of a result for a small change of an input
word | example | a value of a template that nobody has measured: it is marked wherever a result depends on it
word | question | something in a table or a case that looks wrong and is used as it stands
word | suspicious | a reading that the others contradict; it is used until you leave it out
word | misfit | the law leaves differences between heights or groups that are larger than the scatter inside them
word | scatter between drops | what drops of one height differ by beyond the reading uncertainty
word | unit of observation | what was measured independently: drops, sessions or impacts; they are what is counted
word | Student's t | the distribution of a mean over its estimated uncertainty: wider than a normal one for few drops
word | at a bound | the best value lies at an end of `between`: it is the bound's and not the data's
word | correlation | how far an error of one fitted parameter is made up by another: 1 for parameters that cannot be told apart
word | identifiable | determined by the data: another value would show
# Fingerprints.
word | certain | one convention of the list fits to the error of the runs, and all others were computed and do not
word | likely | one convention fits best, but another is near, could not be computed, or makes the same motion
word | number | a measured ratio that no convention of the list explains
word | no match | every convention of the list was computed, and none fits
word | cannot tell | several conventions fit, or the engine does not run the impacts that would decide
word | convention | what a code means by a number: which mass, radius, restitution, end of contact, history
word | faithful | input lines with which the code has the same force law as the case
# Collisions.
word | Rayleigh time | the time of a surface wave over half a sphere; packings are stepped at a part of it
word | omega dt | time step times angular frequency of a spring: velocity Verlet and leapfrog become unstable at 2
word | Bond number | pull-off force over the weight of the lighter sphere
word | sticking speed | the largest impact speed at which bodies with adhesion do not separate
word | requested restitution | the restitution that the damping is given by; what is achieved may differ
word | achieved restitution | the restitution that comes out of the collision
word | incidence | the angle between the impact velocity and the normal
word | psi | tangential over normal velocity, scaled by friction and stiffness: the abscissa of Maw, Barber and Fawcett
"#;

/// Kind, word and meaning of each.
pub(super) fn words() -> impl Iterator<Item = [&'static str; 3]> {
    WORDS.lines().filter_map(|line| {
        let mut parts = line.split(" | ");
        Some([parts.next()?, parts.next()?, parts.next()?])
    })
}

/// Symbols with one meaning in all formulas, their meaning and unit: a card need not list them.
pub(super) const SYMBOLS: [[&str; 3]; 22] = [
    ["F", "normal force", "N"],
    ["F_d", "damping force", "N"],
    ["F_max", "largest normal force", "N"],
    ["N", "normal force of `friction_limit`", "N"],
    ["K", "stiffness of the elastic law K delta^n", "N/m^n"],
    ["k", "stiffness 4/3 E* sqrt(R*)", "N/m^(3/2)"],
    ["n", "exponent of the elastic law", "-"],
    ["delta", "overlap", "m"],
    ["delta_max", "largest overlap", "m"],
    ["v", "rate of approach", "m/s"],
    ["V", "impact speed", "m/s"],
    ["e", "restitution", "-"],
    ["t", "time", "s"],
    ["t_c", "duration of the contact", "s"],
    ["t_max", "time of the largest overlap", "s"],
    ["dt", "time step", "s"],
    ["m*", "effective mass, 1/m* = 1/m1 + 1/m2", "kg"],
    ["R*", "effective radius, 1/R* = 1/R1 + 1/R2", "m"],
    ["E*", "effective modulus, 1/E* = (1-nu1^2)/E1 + (1-nu2^2)/E2", "Pa"],
    ["G*", "effective shear modulus, 1/G* = (2-nu1)/G1 + (2-nu2)/G2", "Pa"],
    ["mu", "coefficient of friction", "-"],
    ["nu", "Poisson's ratio", "-"],
];
