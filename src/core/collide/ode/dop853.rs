//! The Runge-Kutta pair of Dormand & Prince of order 8(5,3): Hairer, Norsett & Wanner 1993, section II.5.

use super::extrapolate::Leaps;
use super::{Control, Vector};

/// The sum of a number and of those of some vectors times their coefficients, in this order.
macro_rules! sum {
    ($i:ident, $first:expr, $h:expr; $($k:ident $part:literal),+) => {
        $first $(+ $k[$i] * ($h * $part))+
    };
}

/// A step of length `h` from `y`, where the rate is `k1`: the new state, and its error divided by the tolerance.
///
/// The error is the estimate of order 5, weighted with that of order 3, as a mean over the components. The rates at the stages need the
/// leading numbers of a state only.
#[rustfmt::skip]
pub(super) fn step<F: Leaps<N>, const N: usize>(
    system: &F,
    y: &Vector<N>,
    k1: &Vector<N>,
    h: f64,
    control: &Control,
) -> (Vector<N>, f64) {
    let mut at = *y;
    let [mut k2, mut k3, mut k4, mut k5, mut k6, mut k7, mut k8, mut k9, mut k10, mut k11, mut k12] = [Vector::<N>::zeros(); 11];
    macro_rules! rate {
        ($stage:ident: $($k:ident $part:literal),+) => {
            for i in 0..F::LEADS {
                at[i] = sum!(i, y[i], h; $($k $part),+);
            }
            system.system(0.0, &at, &mut $stage);
        };
    }
    rate!(k2: k1 0.05260015195876773);
    rate!(k3: k1 0.0197250569845379, k2 0.0591751709536137);
    rate!(k4: k1 0.02958758547680685, k3 0.08876275643042054);
    rate!(k5: k1 0.2413651341592667, k3 -0.8845494793282861, k4 0.924834003261792);
    rate!(k6: k1 0.037037037037037035, k4 0.17082860872947386, k5 0.12546768756682242);
    rate!(k7: k1 0.037109375, k4 0.17025221101954405, k5 0.06021653898045596, k6 -0.017578125);
    rate!(k8: k1 0.03709200011850479, k4 0.17038392571223998, k5 0.10726203044637328, k6 -0.015319437748624402,
        k7 0.008273789163814023);
    rate!(k9: k1 0.6241109587160757, k4 -3.3608926294469414, k5 -0.868219346841726, k6 27.59209969944671, k7 20.154067550477894,
        k8 -43.48988418106996);
    rate!(k10: k1 0.47766253643826434, k4 -2.4881146199716677, k5 -0.590290826836843, k6 21.230051448181193,
        k7 15.279233632882423, k8 -33.28821096898486, k9 -0.020331201708508627);
    rate!(k11: k1 -0.9371424300859873, k4 5.186372428844064, k5 1.0914373489967295, k6 -8.149787010746927, k7 -18.52006565999696,
        k8 22.739487099350505, k9 2.4936055526796523, k10 -3.0467644718982196);
    rate!(k12: k1 2.273310147516538, k4 -10.53449546673725, k5 -2.0008720582248625, k6 -17.9589318631188, k7 27.94888452941996,
        k8 -2.8589982771350235, k9 -8.87285693353063, k10 12.360567175794303, k11 0.6433927460157636);

    let mut next = *y;
    let (mut error, mut coarse) = (0.0, 0.0);
    for i in 0..N {
        let slope = sum!(i, 0.0, 1.0; k1 0.054293734116568765, k6 4.450312892752409, k7 1.8915178993145003,
            k8 -5.801203960010585, k9 0.3111643669578199, k10 -0.1521609496625161, k11 0.20136540080403034,
            k12 0.04471061572777259);
        let fifth = sum!(i, 0.0, 1.0; k1 0.01312004499419488, k6 -1.2251564463762044, k7 -0.4957589496572502,
            k8 1.6643771824549864, k9 -0.35032884874997366, k10 0.3341791187130175, k11 0.08192320648511571,
            k12 -0.022355307863886294);
        let third = sum!(i, slope, 1.0; k1 -0.2440944881889764, k9 -0.7338466882816118, k12 -0.022058823529411766);
        next[i] = y[i] + slope * h;
        let weight = 1.0 / (control.absolute * control.tolerance + y[i].abs().max(next[i].abs()) * control.tolerance);
        error += (fifth * weight).powi(2);
        coarse += (third * weight).powi(2);
    }
    let both = error + 0.01 * coarse;
    let both = if both > 0.0 { both } else { 1.0 };
    (next, h * error * (1.0 / (both * N as f64)).sqrt())
}
