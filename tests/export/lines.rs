//! Lines that a deck must have: each number of a law where the code reads it, each factor in front of it; the wall where the case has it; and
//! traps of the engines that bite when a line is missing.

use super::{SPHERES, WALL, good, scene, tsuji};

/// What it is of, its bodies and its contact, the code, and what is in its lines; a part that begins with `!` is not.
type Row<'a> = (&'a str, &'a str, &'a str, &'a str, &'a [&'a str]);

fn check(rows: &[Row]) {
    for (what, bodies, contact, engine, parts) in rows {
        let export = good(&scene(bodies, contact), engine);
        let text = export.text("two", false);
        // What EDEM's manual leaves open stands in its export; a wall that the code cannot have is named.
        assert!(export.faithful() || *engine == "edem" || *bodies == WALL, "{what}, {engine}: {:?}", export.why_not);
        for part in *parts {
            let (lacks, part) = part.strip_prefix('!').map_or((false, *part), |part| (true, part));
            assert_eq!(text.contains(part), !lacks, "{what}, {engine}: `{part}` in\n{text}");
        }
    }
}

#[test]
#[rustfmt::skip]
fn laws_with_branches_are_written_as_the_codes_take_them() {
    let dmt = "[contact.normal.dmt]\nwork_of_adhesion = \"0.05 J/m2\"";
    let jkr = "[contact.normal.jkr]\nwork_of_adhesion = \"0.05 J/m2\"\nbreaks_at = \"displacement\"";
    let hertz_radius = "[contact.normal.jkr-hertz-radius]\nwork_of_adhesion = \"0.05 J/m2\"";
    let popov = "[contact.normal.popov-jkr]\nwork_of_adhesion = \"0.05 J/m2\"";
    let spring = "[contact.normal.luding]\nloading_stiffness = \"1000 N/m\"\n";
    let grows = &format!(
        "{spring}max_unloading_stiffness = \"5000 N/m\"\nplasticity_depth = 0.05\nadhesion_stiffness = \"500 N/m\"\n\
         reload_stiffness = \"by-overlap\""
    );
    let constant = &format!("{spring}unloading_stiffness = \"4000 N/m\"\nadhesion_stiffness = \"0 N/m\"");
    check(&[
        ("DMT", SPHERES, dmt, "yade", &["gamma=0.025)", "Law2_ScGeom_MindlinPhys_Mindlin(includeAdhesion=True)"]),
        ("DMT", SPHERES, dmt, "woo", &["HertzMat(young=7e10, density=2500, tanPhi=0, surfEnergy=0.025, alpha=0)"]),
        ("JKR", SPHERES, jkr, "woo", &["surfEnergy=0.05, alpha=1)"]),
        ("JKR", SPHERES, jkr, "edem", &["  Surface Energy (J/m2) = 0.025\n", "Physics = Hertz-Mindlin with JKR\n"]),
        ("JKR of Hertz' radius", SPHERES, hertz_radius, "musen", &["  Surface energy [J/m2] = 0.05\n", "Model particle-particle = JKR\n"]),
        ("Popov", SPHERES, popov, "musen", &["  Surface tension [N/m] = 0.05\n", "Model particle-particle = Popov-JKR\n"]),
        ("Luding", SPHERES, grows, "liggghts", &[
            "property/global LoadingStiffness peratomtypepair 1 1000\n",
            "property/global UnloadingStiffness peratomtypepair 1 5\n",
            "property/global coefficientAdhesionStiffness peratomtypepair 1 0.5\n",
            "property/global coefficientPlasticityDepth peratomtypepair 1 0.05\n",
            "property/global pullOffForce peratomtypepair 1 0\n",
            "pair_style gran model luding tangential off limitForce off\n",
        ]),
        ("Luding", SPHERES, grows, "mercurydpm", &[
            "LinearPlasticViscoelasticSpecies species;\n",
            "species.setLoadingStiffness(1000);\n",
            "species.setUnloadingStiffnessMax(5000);\n",
            "species.setCohesionStiffness(500);\n",
            "species.setPenetrationDepthMax(0.05);\n",
        ]),
        ("Luding", SPHERES, grows, "yade", &["k1=1000, kp=5000, kc=500, PhiF=0.05, G0=0, ks=0, frictionAngle=0)", "LudingPhys_Basic()"]),
        // Y = k1/(5 R*), R* = 1.2 mm; e = sqrt(1/4).
        ("a constant unloading", SPHERES, constant, "edem", &["Yield Strength (Pa) = 166666.6", "Coefficient of Restitution = 0.5\n", "Physics = Hysteretic Spring\n"]),
    ]);
}

#[test]
#[rustfmt::skip]
fn walls_and_traps() {
    let law = &tsuji(0.5, "force-clamped");
    check(&[
        ("traps", WALL, law, "yade", &["NewtonIntegrator(damping=0)", "Ig2_Wall_Sphere_ScGeom(hertzian=True)"]),
        ("traps", WALL, law, "woo", &["Leapfrog(damping=0"]),
        ("traps", WALL, law, "liggghts", &["hard_particles yes\n"]),
        ("traps", WALL, law, "lammps", &["fix wall all wall/gran granular hertz/material 1.4e11 ", "newton off\n"]),
        ("traps", WALL, law, "kratos", &["\"plate_wall\""]),
        ("traps", WALL, law, "pfc", &["inheritance hz_shear off hz_poiss off"]),
        ("traps", WALL, law, "mercurydpm", &["the modulus is E* of this pair"]),
    ]);
    const TILTED: &str = "note: the wall of the case is perpendicular to no axis";
    for (normal, parts) in [
        ("\"+z\"", [("lammps", "zplane 0.0 NULL\n"), ("liggghts", "zplane 0.0 "), ("yade", "!perpendicular")]),
        ("\"-z\"", [("lammps", "zplane NULL 0.0\n"), ("liggghts", "zplane 0.0 "), ("yade", "!perpendicular")]),
        ("\"-x\"", [("lammps", "xplane NULL 0.0\n"), ("liggghts", "xplane 0.0 "), ("yade", "!perpendicular")]),
        ("\"+y\"", [("lammps", "yplane 0.0 NULL\n"), ("liggghts", "yplane 0.0 "), ("yade", "!perpendicular")]),
        ("[0.6, 0.0, 0.8]", [("lammps", TILTED), ("liggghts", TILTED), ("yade", TILTED)]),
        ("[0.6, 0.0, 0.8]", [("woo", TILTED), ("mercurydpm", "!perpendicular"), ("mercurydpm", "!perpendicular")]),
    ] {
        for (engine, part) in parts {
            let text = good(&scene(&WALL.replace("\"+z\"", normal), law), engine).text("", false);
            let (lacks, part) = part.strip_prefix('!').map_or((false, part), |part| (true, part));
            assert_eq!(text.contains(part), !lacks, "{normal}, {engine}: `{part}` in\n{text}");
            assert_eq!(text.contains("perpendicular"), part == TILTED, "{normal}, {engine}:\n{text}");
        }
    }
}
