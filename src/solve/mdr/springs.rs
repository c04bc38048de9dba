//! The bed of springs.

use wide::f64x4;

use crate::contact::history::Spheres;

/// Springs at `y_i = (i + 1/2) h` on one side of the contact; the other side mirrors it.
///
/// `q_z = E* (delta - g)`, and `q_x` grows by `4 G* du` while it stays within `mu q_z`; `N = 2 h sum q_z`,
/// `T = 2 h sum q_x`. Both are of second order in `h`.
#[derive(Debug, Clone, PartialEq)]
pub struct Springs {
    spheres: Spheres,
    /// Spacing `h`, m
    spacing: f64,
    /// `g_i = y_i^2/R*`, m
    profile: Vec<f64>,
    /// `q_x/(4 G*)` of each spring, m
    shear: Vec<f64>,
    /// Sum of `shear` over all springs, m
    sum: f64,
    delta: f64,
    /// Number of springs in contact, counted from the centre.
    touching: usize,
}

impl Springs {
    /// `count` springs over the contact radius at `delta_max` (m), the largest overlap of the collision; none in contact yet.
    pub fn new(spheres: Spheres, delta_max: f64, count: usize) -> Self {
        let spacing = (spheres.R_star * delta_max).sqrt() / count as f64;
        let profile = (0..count).map(|i| ((i as f64 + 0.5) * spacing).powi(2) / spheres.R_star).collect();
        Self { spheres, spacing, profile, shear: vec![0.0; count], sum: 0.0, delta: 0.0, touching: 0 }
    }

    /// Advances to the overlap `delta` (m) while the surfaces slide by `du` (m), both linearly; returns the tangential force, N.
    ///
    /// A spring that comes into contact during the step takes only the part of `du` that remains after touch: with all of `du`
    /// the method would be of first order.
    pub fn advance(&mut self, delta: f64, du: f64) -> f64 {
        self.carry(delta, du, |_, _, _| f64x4::ZERO);
        self.force()
    }

    /// Advances every spring, four at once; returns the sum over springs of `count(shear before, slide in contact, shear after)`.
    #[inline(always)]
    fn carry(&mut self, delta: f64, du: f64, count: impl Fn(f64x4, f64x4, f64x4) -> f64x4) -> f64 {
        let (eta, from, before) = (self.spheres.slide_per_overlap(), self.delta, self.touching);
        let touching = self.profile.partition_point(|&g| g < delta);
        let both = before.min(touching);
        let (mut sums, mut counts) = (f64x4::ZERO, f64x4::ZERO);
        let [slope, far, slide] = [eta, delta, du].map(f64x4::splat);
        let (fours, gaps) = (self.shear[..both].as_chunks_mut::<4>().0, self.profile[..both].as_chunks::<4>().0);
        for (shear, gap) in fours.iter_mut().zip(gaps) {
            let (begin, hold) = (f64x4::from(*shear), slope * (far - f64x4::from(*gap)));
            let end = (begin + slide).fast_max(-hold).fast_min(hold);
            *shear = end.to_array();
            sums += end;
            counts += count(begin, slide, end);
        }
        let (mut sum, mut counted) = (sums.reduce_add(), counts.reduce_add());
        for i in both / 4 * 4..before.max(touching) {
            let (g, begin) = (self.profile[i], self.shear[i]);
            let (part, hold) = match i {
                _ if i < both => (du, eta * (delta - g)),
                _ if i >= before => (du * (delta - g) / (delta - from), eta * (delta - g)),
                _ => (du * (g - from) / (delta - from), 0.0),
            };
            let end = (begin + part).max(-hold).min(hold);
            self.shear[i] = end;
            sum += end;
            counted += count(f64x4::splat(begin), f64x4::splat(part), f64x4::splat(end)).to_array()[0];
        }
        (self.sum, self.delta, self.touching) = (sum, delta, touching);
        counted
    }

    /// As [`Self::advance`]; returns the tangential work done on the springs and the energy lost to slip, J.
    ///
    /// Each spring sticks, then slips in one direction, and its force is linear in both phases: both integrals are exact.
    pub fn advance_counted(&mut self, delta: f64, du: f64) -> (f64, f64) {
        let (eta, from, rise) = (self.spheres.slide_per_overlap(), self.delta, delta - self.delta);
        let touching = self.profile.partition_point(|&g| g < delta);
        let (mut work, mut slip) = (0.0, 0.0);
        for (i, (shear, &g)) in self.shear.iter().zip(&self.profile).take(self.touching.max(touching)).enumerate() {
            // The fraction of the step in which this spring is in contact.
            let enters = i >= self.touching;
            let length = match (enters, i >= touching) {
                (true, _) => (delta - g) / rise,
                (_, true) => (g - from) / rise,
                _ => 1.0,
            };
            let (begin, hold) = if enters { (0.0, 0.0) } else { (*shear, eta * (from - g)) };
            let (end, left) = (begin + du * length, (hold + eta * rise * length).max(0.0));
            if end.abs() <= left {
                work += 0.5 * du * length * (begin + end);
                continue;
            }
            let side = end.signum();
            let sticks = ((hold - side * begin) / (side * du - eta * rise)).max(0.0).min(length);
            let slips = length - sticks;
            let turn = begin + du * sticks;
            let mean = 0.5 * (turn + side * left);
            work += 0.5 * du * sticks * (begin + turn) + du * slips * mean;
            slip += (du - side * eta * rise) * slips * mean;
        }
        self.advance(delta, du);
        let unit = 8.0 * self.spheres.G_star * self.spacing;
        (unit * work, unit * slip)
    }

    /// As [`Self::advance`]; returns the slip energy, J: `4 G* h sum (s + s')(du - (s' - s))` with the shear `s` of each spring
    /// before and `s'` after. Of second order in the steps, like a step of the motion; [`Self::advance_counted`] is exact along
    /// a straight piece and four times as slow. While no spring enters or leaves contact, the mean force times `du` equals the
    /// change of stored energy plus this slip energy, to rounding.
    pub fn advance_slipping(&mut self, delta: f64, du: f64) -> f64 {
        let twice = self.carry(delta, du, |begin, part, end| (begin + end) * (begin + part - end));
        4.0 * self.spheres.G_star * self.spacing * twice
    }

    /// Elastic energy of the shear, J.
    pub fn energy(&self) -> f64 {
        let sum: f64 = self.shear[..self.touching].iter().map(|shear| shear * shear).sum();
        4.0 * self.spheres.G_star * self.spacing * sum
    }

    /// Tangential force, N.
    pub fn force(&self) -> f64 {
        8.0 * self.spheres.G_star * self.spacing * self.sum
    }

    /// Radius within which no spring slips at present, m; all slipping springs are outside it.
    pub fn stick_radius(&self) -> f64 {
        let eta = self.spheres.slide_per_overlap();
        let stuck = self.shear[..self.touching]
            .iter()
            .zip(&self.profile)
            .take_while(|(shear, g)| shear.abs() < eta * (self.delta - *g))
            .count();
        stuck as f64 * self.spacing
    }
}
