//! Laws that pull, yield or remember, in the lines of the codes: each number where the code reads it, each factor in front of it.

use super::{SPHERES, good, scene};

#[test]
fn laws_with_branches_are_written_as_the_codes_take_them() {
    let dmt = "[contact.normal.dmt]\nwork_of_adhesion = \"0.05 J/m2\"";
    let jkr = "[contact.normal.jkr]\nwork_of_adhesion = \"0.05 J/m2\"\nbreaks_at = \"displacement\"";
    let hertz_radius = "[contact.normal.jkr-hertz-radius]\nwork_of_adhesion = \"0.05 J/m2\"";
    let popov = "[contact.normal.popov-jkr]\nwork_of_adhesion = \"0.05 J/m2\"";
    let spring = "[contact.normal.luding]\nloading_stiffness = \"1000 N/m\"\n";
    let grows = format!(
        "{spring}max_unloading_stiffness = \"5000 N/m\"\nplasticity_depth = 0.05\nadhesion_stiffness = \"500 N/m\"\n\
         reload_stiffness = \"by-overlap\""
    );
    let constant = format!("{spring}unloading_stiffness = \"4000 N/m\"\nadhesion_stiffness = \"0 N/m\"");
    let liggghts: &[&str] = &[
        "property/global LoadingStiffness peratomtypepair 1 1000\n",
        "property/global UnloadingStiffness peratomtypepair 1 5\n",
        "property/global coefficientAdhesionStiffness peratomtypepair 1 0.5\n",
        "property/global coefficientPlasticityDepth peratomtypepair 1 0.05\n",
        "property/global pullOffForce peratomtypepair 1 0\n",
        "pair_style gran model luding tangential off limitForce off\n",
    ];
    let mercury: &[&str] = &[
        "LinearPlasticViscoelasticSpecies species;\n",
        "species.setLoadingStiffness(1000);\n",
        "species.setUnloadingStiffnessMax(5000);\n",
        "species.setCohesionStiffness(500);\n",
        "species.setPenetrationDepthMax(0.05);\n",
    ];
    // Y = k1/(5 R*), R* = 1.2 mm; e = sqrt(1/4).
    let hysteretic: &[&str] =
        &["Yield Strength (Pa) = 166666.6", "Coefficient of Restitution = 0.5\n", "Physics = Hysteretic Spring\n"];
    for (contact, engine, parts) in [
        (dmt, "yade", &["gamma=0.025)", "Law2_ScGeom_MindlinPhys_Mindlin(includeAdhesion=True)"][..]),
        (dmt, "woo", &["HertzMat(young=7e10, density=2500, tanPhi=0, surfEnergy=0.025, alpha=0)"]),
        (jkr, "woo", &["surfEnergy=0.05, alpha=1)"]),
        (jkr, "edem", &["  Surface Energy (J/m2) = 0.025\n", "Physics = Hertz-Mindlin with JKR\n"]),
        (hertz_radius, "musen", &["  Surface energy [J/m2] = 0.05\n", "Model particle-particle = JKR\n"]),
        (popov, "musen", &["  Surface tension [N/m] = 0.05\n", "Model particle-particle = Popov-JKR\n"]),
        (grows.as_str(), "liggghts", liggghts),
        (grows.as_str(), "mercurydpm", mercury),
        (
            grows.as_str(),
            "yade",
            &["k1=1000, kp=5000, kc=500, PhiF=0.05, G0=0, ks=0, frictionAngle=0)", "LudingPhys_Basic()"],
        ),
        (constant.as_str(), "edem", hysteretic),
    ] {
        let export = good(&scene(SPHERES, contact), engine);
        let text = export.text("two", false);
        // What EDEM's manual leaves open stands in its export.
        assert_eq!(export.faithful(), engine != "edem", "{engine}: {:?}", export.why_not);
        for part in parts {
            assert!(text.contains(part), "{engine}: no `{part}` in\n{text}");
        }
    }
}
