//! Exact collisions, without the code under test: fourth-order Runge-Kutta in the regularised variables of theory.md
//! section 7, `delta = L q^4, dt = 4 q^3 ds`, with `f = q^(4 alpha)` and `g = b q^(4 beta)` in scaled units.

/// A law in scaled units: `x'' + b x^beta x' + x^alpha = 0, x(0) = 0, x'(0) = 1`.
#[derive(Debug, Clone, Copy)]
pub struct Scaled {
    pub alpha: f64,
    pub b: f64,
    pub beta: f64,
    pub clipped: bool,
}

/// What a collision comes to, in scaled units.
#[derive(Debug, Clone, Copy)]
pub struct Collision {
    pub e: f64,
    /// To zero overlap.
    pub tau: f64,
    pub d_max: f64,
    pub f_max: f64,
}

impl Scaled {
    fn rate(&self, [q, v, _]: [f64; 3]) -> [f64; 3] {
        let force = q.powf(4.0 * self.alpha) + self.b * q.powf(4.0 * self.beta) * v;
        let force = if self.clipped { force.max(0.0) } else { force };
        [v, -4.0 * q.powi(3) * force, 4.0 * q.powi(3)]
    }

    /// The dashpot's power of `q` divided out: zero where the force is, without a root at `q = 0`.
    fn divided(&self, [q, v, _]: [f64; 3]) -> f64 {
        q.powf(4.0 * (self.alpha - self.beta)) + self.b * v
    }

    fn step(&self, y: [f64; 3], h: f64) -> [f64; 3] {
        let add = |a: [f64; 3], f: f64, b: [f64; 3]| [a[0] + f * b[0], a[1] + f * b[1], a[2] + f * b[2]];
        let k1 = self.rate(y);
        let k2 = self.rate(add(y, h / 2.0, k1));
        let k3 = self.rate(add(y, h / 2.0, k2));
        let k4 = self.rate(add(y, h, k3));
        let sum: [f64; 3] = std::array::from_fn(|i| k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        add(y, h / 6.0, sum)
    }

    pub fn solve(&self) -> Collision {
        let h = 2e-4;
        let mut y = [0.0f64, 1.0, 0.0];
        let (mut d_max, mut f_max) = (0.0f64, self.b * 0f64.powf(4.0 * self.beta));
        loop {
            let force = y[0].powf(4.0 * self.alpha) + self.b * y[0].powf(4.0 * self.beta) * y[1];
            f_max = f_max.max(force);
            let next = self.step(y, h);
            if y[1] > 0.0 && next[1] <= 0.0 {
                let turn = self.bisect(y, h, |y| y[1] <= 0.0);
                d_max = turn[0].powi(4);
            }
            if self.clipped && self.b > 0.0 && next[1] < 0.0 && self.divided(next) <= 0.0 {
                let end = self.bisect(y, h, |y| self.divided(y) <= 0.0);
                let overlap = end[0].powi(4);
                return Collision { e: -end[1], tau: end[2] + overlap / -end[1], d_max, f_max };
            }
            if next[0] <= 0.0 || next[0].is_nan() {
                let end = self.bisect(y, h, |y| y[0] <= 0.0 || y[0].is_nan());
                return Collision { e: -end[1], tau: end[2], d_max, f_max };
            }
            y = next;
        }
    }

    fn bisect(&self, y: [f64; 3], h: f64, over: impl Fn([f64; 3]) -> bool) -> [f64; 3] {
        let (mut low, mut high) = (0.0, h);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if over(self.step(y, middle)) { high = middle } else { low = middle }
        }
        self.step(y, low)
    }
}
