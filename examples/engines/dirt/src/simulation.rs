//! One pair in DIRT's app: its plugins, their schedule, its integrator.

use std::any::TypeId;
use std::f64::consts::PI;

use dirt_atom::{DemAtom, MaterialTable};
use dirt_granular::GranularDefaultPlugins;
use dirt_wall::WallPlugin;
use grass_app::App;
use soil_core::{Atom, AtomDataRegistry, CommunicationPlugin, Config, DomainPlugin, NeighborPlugin};
use soil_core::{ParticleStore, RunPlugin};
use toml::{Table, Value};

use crate::scene::{Pair, Request, Scene, State, Vector, dot};
use crate::words::{self, Words};

/// The list of neighbours is made anew when a body has moved by a tenth of its radius; by default in every step.
const SKIN: f64 = 1.1;

pub struct Simulation {
    app: App,
    spheres: usize,
    /// What is held is where it was.
    start: [State; 2],
}

impl Simulation {
    pub fn new(request: &Request, scene: &Scene, pair: &Pair) -> Result<Self, String> {
        let Words { dem, beta } = words::of(scene)?;
        let mut app = App::new();
        app.add_resource(Config::from_table(input(request, scene, pair, dem)));
        let failed = |error: grass_app::AppError| error.to_string();
        app.try_add_plugins(CommunicationPlugin).map_err(failed)?;
        app.try_add_plugins(DomainPlugin).map_err(failed)?;
        app.try_add_plugins(NeighborPlugin).map_err(failed)?;
        app.try_add_plugins(RunPlugin).map_err(failed)?;
        app.try_add_plugins(GranularDefaultPlugins).map_err(failed)?;
        app.try_add_plugins(WallPlugin).map_err(failed)?;
        if let Some(beta) = beta {
            with(&app, |table: &mut MaterialTable| table.beta_ij = vec![vec![beta; 2]; 2]);
        }
        for number in 0..scene.spheres().len() {
            insert(&app, scene, pair, number)?;
        }
        app.try_prepare().map_err(failed)?;
        Ok(Self { app, spheres: scene.spheres().len(), start: pair.bodies })
    }

    pub fn step(&mut self) {
        self.app.run();
    }

    /// Both bodies now, and the force on the first.
    pub fn states(&self) -> Result<([State; 2], Vector), String> {
        let atom = self.app.get_resource_ref::<Atom>().ok_or("DIRT has no bodies")?;
        let registry = self.app.get_resource_ref::<AtomDataRegistry>().ok_or("DIRT has no bodies")?;
        let dem = registry.expect::<DemAtom>("dirt_engine");
        let (mut both, mut force) = (self.start, [0.0; 3]);
        for (number, state) in both.iter_mut().enumerate().take(self.spheres) {
            // It sorts its bodies.
            let place = atom.tag.iter().take(atom.nlocal() as usize).position(|tag| *tag as usize == number);
            let at = place.ok_or("DIRT took a body out of its box")?;
            *state = State { position: atom.pos[at], velocity: atom.vel[at], spin: dem.omega[at] };
            if number == 0 {
                force = atom.force[at];
            }
        }
        Ok((both, force))
    }
}

/// Its input: the box, far from the bodies all the way, one cell of neighbours, the steps and the wall.
fn input(request: &Request, scene: &Scene, pair: &Pair, dem: Table) -> Table {
    let radii: f64 = scene.spheres().iter().filter_map(|body| body.radius).sum();
    let speed = pair.bodies.iter().map(|state| dot(state.velocity, state.velocity).sqrt()).fold(0.0, f64::max);
    let room = 4.0 * radii + 2.0 * speed * request.time_step * f64::from(request.steps);
    let mut domain = Table::new();
    for axis in ["x", "y", "z"] {
        domain.insert(format!("{axis}_low"), (-room).into());
        domain.insert(format!("{axis}_high"), room.into());
        domain.insert(format!("boundary_{axis}"), "fixed".into());
    }
    let neighbor = [("skin_fraction", SKIN), ("bin_size", 2.0 * room)].map(|(key, value)| (key.into(), value.into()));
    let mut run = Table::new();
    run.insert("steps".into(), i64::from(request.steps).into());
    run.insert("dt".into(), request.time_step.into());
    let mut input = Table::new();
    input.insert("domain".into(), Value::Table(domain));
    input.insert("neighbor".into(), Value::Table(Table::from_iter(neighbor)));
    input.insert("run".into(), Value::Table(run));
    input.insert("dem".into(), Value::Table(dem));
    if scene.wall() {
        let mut wall = Table::new();
        wall.insert("type".into(), "plane".into());
        wall.insert("material".into(), "two".into());
        for (at, axis) in ["x", "y", "z"].into_iter().enumerate() {
            wall.insert(format!("point_{axis}"), pair.bodies[1].position[at].into());
            wall.insert(format!("normal_{axis}"), scene.normal[at].into());
        }
        input.insert("wall".into(), Value::Array(vec![Value::Table(wall)]));
    }
    input
}

/// Its files of bodies have neither spins nor moments of inertia: a row of its store is filled instead. What is held has an infinite mass.
fn insert(app: &App, scene: &Scene, pair: &Pair, number: usize) -> Result<(), String> {
    let (body, state) = (&scene.bodies[number], &pair.bodies[number]);
    let (Some(radius), Some(mass), Some(inertia)) = (body.radius, body.mass, body.inertia) else {
        return Err("a sphere needs a radius, a mass and a moment of inertia".into());
    };
    let (mass, inertia) = if body.held { (f64::INFINITY, f64::INFINITY) } else { (mass, inertia) };
    let registry = app.get_resource_ref::<AtomDataRegistry>().ok_or("DIRT has no store of bodies")?;
    with(app, |atom: &mut Atom| {
        let grown = ParticleStore::new(atom, &registry).push_default_local(number as u64 + 1);
        grown.map_err(|error| format!("{error:?}"))?;
        atom.tag[number] = number as u32;
        atom.atom_type[number] = number as u32;
        atom.cutoff_radius[number] = radius;
        atom.pos[number] = state.position;
        atom.vel[number] = state.velocity;
        atom.mass[number] = mass;
        atom.inv_mass[number] = 1.0 / mass;
        let mut dem = registry.expect_mut::<DemAtom>("dirt_engine");
        dem.radius[number] = radius;
        dem.density[number] = mass / (4.0 / 3.0 * PI * radius.powi(3));
        dem.inv_inertia[number] = 1.0 / inertia;
        dem.quaternion[number] = [1.0, 0.0, 0.0, 0.0];
        dem.omega[number] = state.spin;
        Ok(())
    })
}

/// Changes a resource of the app.
fn with<R: 'static, T>(app: &App, change: impl FnOnce(&mut R) -> T) -> T {
    let cell = app.resource_cell(TypeId::of::<R>()).expect("its plugin has added it");
    change(cell.borrow_mut().downcast_mut::<R>().expect("it is found by its type"))
}
