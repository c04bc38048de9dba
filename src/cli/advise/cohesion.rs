//! The effect of a lower modulus on adhesive bodies.

use super::super::columns::{columns, row};
use crate::collide::cohesion::{Cohesion, soften};
use crate::law::Damping;
use crate::law::scene::Scene;
use crate::number::significant;
use crate::report::quantity::scale_for;

/// Sticking speed, pull-off force and Bond number with the modulus divided by each factor.
pub(super) fn softening(scene: &Scene, softer: &[f64]) -> String {
    let factors: Vec<f64> = std::iter::once(1.0).chain(softer.iter().copied()).collect();
    let name = scene.contact.normal.card().name;
    let rows = match soften(scene, &factors) {
        Ok(Some(rows)) => rows,
        Ok(None) => {
            return format!("\n  `{name}` has no surface energy: what softening does to it was not looked at\n");
        }
        Err(error) => return format!("\n  what softening does was not computed: {}\n", error.message),
    };
    let table = |of: &dyn Fn(usize) -> Option<Cohesion>| {
        // One unit a column.
        let scales = of(0).map(|first| [scale_for(first.sticking_speed, "m/s"), scale_for(first.pull_off, "N")]);
        let Some([speeds, forces]) = scales else { return String::new() };
        let mut lines = vec![row(["", "sticking speed", "pull-off force", "Bond number"])];
        lines.extend(rows.iter().enumerate().filter_map(|(k, softened)| {
            let Cohesion { sticking_speed, pull_off, bond } = of(k)?;
            let speed =
                if sticking_speed == 0.0 { "0: never sticks".to_string() } else { speeds.show(sticking_speed, 4) };
            Some(row([&format!("E/{}", softened.factor), &speed, &forces.show(pull_off, 4), &significant(bond, 4)]))
        }));
        columns(&lines)
    };
    let dashpot = if matches!(scene.contact.damping, Damping::Undamped(_)) { "" } else { " without its dashpot" };
    let mut text = format!(
        "\n  a softer, sticky body{dashpot}, the surface energy as it is (Bond number: pull-off force over the weight of \
         the lighter sphere)\n{}",
        table(&|k| Some(rows[k].fixed))
    );
    if rows[0].follows.is_some() {
        text += &format!(
            "\n  the same with a work of adhesion that goes as E*^(2/5)\n{}  \
             It keeps the sticking speed of `jkr`, but neither pull-off force nor Bond number.\n",
            table(&|k| rows[k].follows)
        );
    }
    text
}
