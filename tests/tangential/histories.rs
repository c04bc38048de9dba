//! Loading histories.

use collisionbench::law::shear::Spheres;

use crate::random::Random;

/// Where the contact is driven: an overlap (m) and the slide (m) on the way to it, a straight piece each.
pub struct History {
    pub spheres: Spheres,
    pub delta_max: f64,
    pub steps: Vec<(f64, f64)>,
}

impl History {
    /// How often the slide turns.
    pub fn reversals(&self) -> usize {
        let slides: Vec<f64> = self.steps.iter().map(|step| step.1).filter(|du| *du != 0.0).collect();
        slides.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count()
    }
}

/// A history with nested reversals, the load rising and falling, alone and together with the slide.
pub fn random(seed: u64) -> History {
    let mut random = Random(seed);
    let spheres = Spheres {
        E_star: 1e10 + 1e11 * random.next(),
        G_star: 5e9 + 2e10 * random.next(),
        R_star: 1e-3 + 9e-3 * random.next(),
        friction: 0.05 + 0.9 * random.next(),
    };
    let delta_max = 1e-6 * (0.5 + random.next());
    let slide = spheres.slide_per_overlap() * delta_max;
    let mut delta = delta_max * (0.3 + 0.7 * random.next());
    let mut steps = vec![(delta, slide * 0.4 * (random.next() - 0.5))];
    for _ in 0..12 {
        // Swings that shrink are nested in one another; then a wide one wipes them out.
        let mut swing = slide * 1.5 * random.next();
        let mut sign = if random.next() < 0.5 { 1.0 } else { -1.0 };
        for _ in 0..4 {
            let pieces = 1 + (4.0 * random.next()) as usize;
            let target = match (3.0 * random.next()) as usize {
                0 => delta,
                _ => delta_max * (0.25 + 0.75 * random.next()),
            };
            let from = delta;
            for k in 1..=pieces {
                delta = from + (target - from) * k as f64 / pieces as f64;
                steps.push((delta, sign * swing / pieces as f64));
            }
            if random.next() < 0.3 {
                delta = delta_max * (0.25 + 0.75 * random.next());
                steps.push((delta, 0.0));
            }
            sign = -sign;
            swing *= 0.3 + 0.6 * random.next();
        }
    }
    History { spheres, delta_max, steps }
}
