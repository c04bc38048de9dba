//! A user's own program as an engine: it speaks the protocol.

use std::path::Path;
use std::time::Duration;

use super::process::{self, Job};
use super::protocol::Request;
use super::{Batch, Bounce, Cause, Engine, Quota, read};
use crate::contact::shear::RollingForce;
use crate::scene::Scene;
use crate::system;

/// What an engine says it can compute: words of case files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Covers {
    pub normal: Vec<String>,
    pub damping: Vec<String>,
    pub tangential: Vec<String>,
    /// Of a damped contact; without damping all ends are the same.
    pub ends: Vec<String>,
    /// `sphere-sphere`, `sphere-wall`
    pub bodies: Vec<String>,
}

/// The words of [`Covers::bodies`].
pub const BODIES: [&str; 2] = ["sphere-sphere", "sphere-wall"];

impl Covers {
    /// Whether a scene is among what is covered.
    ///
    /// # Errors
    /// What is not.
    pub fn scene(&self, scene: &Scene) -> Result<(), String> {
        let contact = &scene.contact;
        let (normal, damping) = (contact.normal.card().name, contact.damping.card().name);
        let bodies = BODIES[usize::from(scene.bodies[1].is_wall())];
        let claims = |list: &[String], word: &str| list.iter().any(|known| known == word);
        if !claims(&self.normal, normal) {
            Err(format!("it does not cover the normal law {normal}"))
        } else if !claims(&self.damping, damping) {
            Err(format!("it does not cover the damping {damping}"))
        } else if scene.force.C != 0.0 && !claims(&self.ends, contact.ends.word()) {
            Err(format!("its contact does not end at {}", contact.ends.word()))
        } else if scene.force.reference_gap != 0.0 {
            Err("its contact begins where the surfaces touch, without a reference gap".to_string())
        } else if !claims(&self.bodies, bodies) {
            Err(format!("it does not cover {bodies}"))
        } else if let Some(friction) = &contact.friction
            && !claims(&self.tangential, friction.tangential.card().name)
        {
            Err(format!("it does not cover the tangential law {}", friction.tangential.card().name))
        } else if scene.shear.is_some_and(|shear| shear.rolling != RollingForce::None) {
            Err("the protocol hands over no rolling resistance".to_string())
        } else {
            Ok(())
        }
    }
}

/// A program that reads `scene.json` and leaves `trajectory.csv` or `ends.csv`.
#[derive(Debug, Clone, PartialEq)]
pub struct User {
    pub name: String,
    /// The part of its version that counts.
    pub version: String,
    /// As given, or as its version command prints it.
    pub full_version: String,
    /// The version of the driver, where the program is one.
    pub driver: String,
    /// Program and arguments.
    pub command: Vec<String>,
    pub time_limit: Duration,
    pub environment: Vec<(String, String)>,
    pub covers: Covers,
    /// The system in whose words the contact is said too.
    pub dialect: Option<String>,
}

impl Engine for User {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        &self.version
    }

    fn full_version(&self) -> &str {
        &self.full_version
    }

    fn driver(&self) -> &str {
        &self.driver
    }

    fn place(&self) -> String {
        self.command.join(" ")
    }

    fn covers(&self, scene: &Scene) -> Result<(), String> {
        self.covers.scene(scene)?;
        if let Some(dialect) = self.dialect.as_deref().and_then(system::find) {
            dialect.say(&scene.contact, dialect.in_use(), &scene.pair).map_err(|error| error.message)?;
        }
        Ok(())
    }

    fn run(&self, batch: &Batch<'_>, folder: &Path, stop: &dyn Fn() -> bool) -> Result<Vec<Bounce>, Cause> {
        let refused = |what| Cause::Unreadable { file: super::protocol::SCENE, line: 0, what };
        Request::new(batch, self.dialect.as_deref()).map_err(refused)?.write(folder)?;
        let (program, arguments) = self.command.split_first().ok_or(Cause::NoOutput("command"))?;
        process::run(&Job {
            program,
            arguments,
            folder,
            environment: &self.environment,
            time_limit: self.time_limit,
            quota: Quota::of(batch),
            stop,
        })?;
        read::read(batch, folder)
    }
}
