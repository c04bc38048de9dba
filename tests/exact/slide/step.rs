//! One step of the Taylor series: what it holds, how long it may be, and where it leads.

use super::at;
use super::{ORDER, SMALL, Series, State};
use crate::exact::double::Double;

pub struct Step {
    pub q: Series,
    pub w: Series,
    pub v: Series,
    pub o: [Series; 2],
    pub memory: Series,
    pub time: Series,
    pub angle: Series,
    pub powers: Vec<Series>,
    pub clock: Series,
    pub elastic: Series,
    pub drag: Series,
    pub normal: Series,
    pub limit: Series,
    pub slip: Series,
    pub through: Series,
    pub damp: Series,
    pub force: Series,
    pub spring: Series,
    pub dash: Series,
    /// Sum of the torque arms less the distance of the centres, in units of `L`.
    pub lever: Series,
}

impl Step {
    pub fn at(&self, h: Double) -> State {
        State {
            time: at(&self.time, h),
            q: at(&self.q, h),
            w: at(&self.w, h),
            v: at(&self.v, h),
            o: [at(&self.o[0], h), at(&self.o[1], h)],
            memory: at(&self.memory, h),
            angle: at(&self.angle, h),
            force: at(&self.normal, h),
        }
    }

    pub fn length(&self) -> f64 {
        let all = [&self.q, &self.w, &self.v, &self.o[0], &self.o[1], &self.memory, &self.time, &self.force];
        all.iter().fold(0.25, |least: f64, x| {
            let size = x[0].value().abs().max(1.0);
            [ORDER - 1, ORDER].iter().fold(least, |least, &k| {
                let term = x[k].value().abs() / size;
                if term == 0.0 { least } else { least.min((SMALL / term).powf(1.0 / k as f64)) }
            })
        })
    }
}
