//! Loading histories.

use collisionbench::contact::history::Spheres;

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

/// Numbers in (0, 1) that are the same every time: Steele, Lea & Flood 2014 (splitmix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A history with nested reversals, the load rising and falling, alone and together with the slide.
pub fn random(seed: u64) -> History {
    let mut dice = Dice(seed);
    let spheres = Spheres {
        E_star: 1e10 + 1e11 * dice.roll(),
        G_star: 5e9 + 2e10 * dice.roll(),
        R_star: 1e-3 + 9e-3 * dice.roll(),
        friction: 0.05 + 0.9 * dice.roll(),
    };
    let delta_max = 1e-6 * (0.5 + dice.roll());
    let slide = spheres.slide_per_overlap() * delta_max;
    let mut delta = delta_max * (0.3 + 0.7 * dice.roll());
    let mut steps = vec![(delta, slide * 0.4 * (dice.roll() - 0.5))];
    for _ in 0..12 {
        // Swings that shrink are nested in one another; then a wide one wipes them out.
        let mut swing = slide * 1.5 * dice.roll();
        let mut sign = if dice.roll() < 0.5 { 1.0 } else { -1.0 };
        for _ in 0..4 {
            let pieces = 1 + (4.0 * dice.roll()) as usize;
            let target = match (3.0 * dice.roll()) as usize {
                0 => delta,
                _ => delta_max * (0.25 + 0.75 * dice.roll()),
            };
            let from = delta;
            for k in 1..=pieces {
                delta = from + (target - from) * k as f64 / pieces as f64;
                steps.push((delta, sign * swing / pieces as f64));
            }
            if dice.roll() < 0.3 {
                delta = delta_max * (0.25 + 0.75 * dice.roll());
                steps.push((delta, 0.0));
            }
            sign = -sign;
            swing *= 0.3 + 0.6 * dice.roll();
        }
    }
    History { spheres, delta_max, steps }
}
