//! DIRT as an engine: a program between `scene.json` and the libraries `dirt_granular` and `dirt_wall`, which compute in this process with
//! their own app, schedule, contact force and integrator.
//!
//!     examples/engines/dirt/build
//!     PATH="$PWD/target/engines/dirt/release:$PATH" collisionbench run --engines examples/engines/registries.toml --engine dirt
//!
//! What was tried: 0.1.4, in double precision, on one processor.
//!
//! Conventions, whatever is asked: velocity Verlet, of the spins too; arms r; friction limited by the magnitude of the total normal force; a
//! spring of 8 G* a, total by default. Beside a restitution there is always a tangential dashpot, 2 sqrt(5/6) z sqrt(8 G* a m*): the spring
//! alone is cut off at the limit, and the sum of both again. With `mindlin_rescale/force`, between spheres, the spring is what the limit leaves
//! beside the dashpot. A wall has no other spring than 8 G* a, also under `hooke`. Damping is handed over as the `restitution` that DIRT's
//! polynomial makes it from; a damping that no restitution from 0.001 to 0.9999 has, as the coefficient in its table.

mod scene;
mod simulation;
mod words;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitCode;

use scene::{Pair, Request, State, Vector, dot};
use simulation::Simulation;

const PROTOCOL: u32 = 1;

fn main() -> ExitCode {
    let asked = std::env::args().nth(1).unwrap_or_default();
    let done = match asked.as_str() {
        "--version" => library().map(|version| println!("{version}")),
        "--driver-version" => {
            println!("{}", env!("CARGO_PKG_VERSION"));
            Ok(())
        }
        _ => run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The version of DIRT that is built in, as its lock file has it.
fn library() -> Result<String, String> {
    let lock: toml::Table = include_str!("../Cargo.lock").parse().map_err(|error| format!("Cargo.lock: {error}"))?;
    let packages = lock.get("package").and_then(toml::Value::as_array).into_iter().flatten();
    let mut named =
        packages.filter(|package| package.get("name").and_then(toml::Value::as_str) == Some("dirt_granular"));
    let version = named.next().and_then(|package| package.get("version")).and_then(toml::Value::as_str);
    version.map(String::from).ok_or_else(|| "Cargo.lock has no dirt_granular".into())
}

fn run() -> Result<(), String> {
    let text = std::fs::read_to_string("scene.json").map_err(|error| format!("scene.json: {error}"))?;
    let request: Request = serde_json::from_str(&text).map_err(|error| format!("scene.json: {error}"))?;
    if request.protocol != PROTOCOL {
        return Err(format!("this speaks protocol {PROTOCOL}, not {}", request.protocol));
    }
    let name = if request.trajectory { "trajectory.csv" } else { "ends.csv" };
    let file = File::create(name).map_err(|error| format!("{name}: {error}"))?;
    let mut table = BufWriter::new(file);
    header(&mut table, request.trajectory).map_err(|error| format!("{name}: {error}"))?;
    for pair in &request.pairs {
        collide(&request, pair, &mut table)?;
    }
    table.flush().map_err(|error| format!("{name}: {error}"))
}

/// Runs one pair until its bodies have parted.
fn collide(request: &Request, pair: &Pair, table: &mut impl Write) -> Result<(), String> {
    let scene = request.scenes.get(pair.scene).ok_or("a pair of a scene that is not there")?;
    let mut simulation = Simulation::new(request, scene, pair)?;
    let (mut both, mut force): ([State; 2], Vector) = simulation.states()?;
    let (mut largest, mut step) = ([0.0_f64; 2], 0);
    loop {
        let (normal, overlap) = scene.touch(&both);
        let pushes = dot(force, normal);
        largest = [largest[0].max(overlap), largest[1].max(pushes)];
        let over = step == request.steps || scene.flown(&both);
        let time = f64::from(step) * request.time_step;
        if request.trajectory {
            row(table, pair.pair, time, &both, &[pushes])?;
        } else if over {
            row(table, pair.pair, time, &both, &largest)?;
        }
        if over {
            return Ok(());
        }
        simulation.step();
        step += 1;
        (both, force) = simulation.states()?;
    }
}

fn header(table: &mut impl Write, trajectory: bool) -> std::io::Result<()> {
    write!(table, "pair,time")?;
    for body in ["1", "2"] {
        for name in ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"] {
            write!(table, ",{name}{body}")?;
        }
    }
    writeln!(table, ",{}", if trajectory { "force" } else { "max_overlap,max_force" })
}

fn row(table: &mut impl Write, pair: usize, time: f64, both: &[State; 2], more: &[f64]) -> Result<(), String> {
    let states = both.iter().flat_map(|state| [state.position, state.velocity, state.spin]).flatten();
    let numbers = std::iter::once(time).chain(states).chain(more.iter().copied());
    // The shortest digits that read back to the same bits.
    let text: String = numbers.map(|number| format!(",{number:e}")).collect();
    writeln!(table, "{pair}{text}").map_err(|error| format!("the table cannot be written: {error}"))
}
