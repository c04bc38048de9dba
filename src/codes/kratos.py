"""Runs a batch of pairs in Kratos' DEM application: reads scene.json and driver.json, leaves the files of the protocol.

driver.json has the materials file as export writes it, two materials and their relation a scene, and the scheme.
"""

import json
import math

import KratosMultiphysics as Kratos
from KratosMultiphysics import DEMApplication as Dem
from KratosMultiphysics.DEMApplication.DEM_analysis_stage import DEMAnalysisStage

with open("scene.json", encoding="utf-8") as file:
    REQUEST = json.load(file)
with open("driver.json", encoding="utf-8") as file:
    DRIVER = json.load(file)
DT = REQUEST["time_step"]
STEPS = REQUEST["steps"]
SCENES = REQUEST["scenes"]


def settings():
    # Gravity, a search every 50 steps, the inlet and the printing of results are all on unless they are turned off.
    return Kratos.Parameters(json.dumps({
        "Dimension": 3,
        "GravityX": 0.0,
        "GravityY": 0.0,
        "GravityZ": 0.0,
        "GlobalDamping": 0.0,
        "RotationOption": True,
        "RollingFrictionOption": False,
        "CleanIndentationsOption": False,
        "NeighbourSearchFrequency": 1,
        "SearchTolerance": 0.0,
        "dem_inlet_option": False,
        "do_print_results_option": False,
        "post_gid_option": False,
        "ElementType": "SphericPartDEMElement3D",
        "TranslationalIntegrationScheme": DRIVER["scheme"],
        "RotationalIntegrationScheme": "Direct_Integration",
        "MaxTimeStep": DT,
        "FinalTime": (STEPS + 2) * DT,
        "ControlTime": 1e9,
        "problem_name": "pairs",
        "solver_settings": {
            "RemoveBallsInitiallyTouchingWalls": False,
            "strategy": "sphere_strategy",
            "material_import_settings": {"materials_filename": "none"},
            "model_import_settings": {"input_type": "mdpa", "input_filename": "pairs"},
        },
    }))


def speed(pair):
    return sum(math.hypot(*body["velocity"]) for body in pair["bodies"])


def spacing():
    """Far enough apart that no pair ever sees another."""
    reach = max(body["radius"] or 0.0 for scene in SCENES for body in scene["bodies"])
    return 8.0 * (reach + max(map(speed, REQUEST["pairs"])) * (STEPS + 2) * DT)


def aside(normal):
    """The axis that is most across the normal: pairs stand along it."""
    return min(range(3), key=lambda axis: abs(normal[axis]))


def shift(position, pair, space):
    axis = aside(SCENES[pair["scene"]]["normal"])
    return [x + (pair["pair"] * space if i == axis else 0.0) for i, x in enumerate(position)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


class Stage(DEMAnalysisStage):
    def ReadModelParts(self, max_node_id=0, max_elem_id=0, max_cond_id=0):
        spheres, walls = self.spheres_model_part, self.rigid_face_model_part
        self.space = spacing()
        self.nodes = {}
        placeholder = spheres.CreateNewProperties(0)
        walls.AddProperties(placeholder)
        parts = {}
        for place, scene in enumerate(SCENES):
            for side, body in enumerate(scene["bodies"]):
                part = walls if body["shape"] == "wall" else spheres
                parts[place, side] = part.CreateSubModelPart(f"m{2 * place + side + 1}")
        number = 0
        for pair in REQUEST["pairs"]:
            scene = SCENES[pair["scene"]]
            for side, (body, state) in enumerate(zip(scene["bodies"], pair["bodies"])):
                part = parts[pair["scene"], side]
                position = shift(state["position"], pair, self.space)
                if body["shape"] == "wall":
                    continue
                number += 1
                node = part.CreateNewNode(number, *position)
                node.SetSolutionStepValue(Kratos.RADIUS, body["radius"])
                part.CreateNewElement("SphericParticle3D", number, [number], placeholder)
                self.nodes[pair["pair"], side] = node
        condition = 0
        for pair in REQUEST["pairs"]:
            scene = SCENES[pair["scene"]]
            if scene["bodies"][1]["shape"] != "wall":
                continue
            # A triangle around the place of first touch, its vertices far enough away never to be met.
            normal = scene["normal"]
            along = [0.0, 0.0, 0.0]
            along[aside(normal)] = 1.0
            across = cross(normal, along)
            centre = shift(pair["bodies"][1]["position"], pair, self.space)
            part = parts[pair["scene"], 1]
            corners = []
            for angle in (90.0, 210.0, 330.0):
                cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
                number += 1
                far = [c + 0.4 * self.space * (cos * u + sin * w) for c, u, w in zip(centre, along, across)]
                part.CreateNewNode(number, *far)
                corners.append(number)
            condition += 1
            part.CreateNewCondition("RigidFace3D3N", condition, corners, placeholder)
        self.model_parts_have_been_read = True
        self.all_model_parts.ComputeMaxIds()

    def ReadMaterialsFile(self):
        self.DEM_material_parameters = Kratos.Parameters(json.dumps(DRIVER["materials"]))

    def start(self):
        for pair in REQUEST["pairs"]:
            for side, state in enumerate(pair["bodies"]):
                node = self.nodes.get((pair["pair"], side))
                if node is not None:
                    node.SetSolutionStepValue(Kratos.VELOCITY, Kratos.Array3(state["velocity"]))
                    node.SetSolutionStepValue(Kratos.ANGULAR_VELOCITY, Kratos.Array3(state["spin"]))

    def step(self):
        self.time = self._GetSolver().AdvanceInTime(self.time)
        self.InitializeSolutionStep()
        self._GetSolver().Predict()
        self._GetSolver().SolveSolutionStep()
        self.FinalizeSolutionStep()

    def states(self, pair):
        """Both bodies now, in the frame of the pair."""
        found = []
        for side, start in enumerate(pair["bodies"]):
            node = self.nodes.get((pair["pair"], side))
            if node is None:
                found.append(start)
                continue
            origin = shift([0.0, 0.0, 0.0], pair, self.space)
            found.append({
                "position": [x - o for x, o in zip((node.X, node.Y, node.Z), origin)],
                "velocity": list(node.GetSolutionStepValue(Kratos.VELOCITY)),
                "spin": list(node.GetSolutionStepValue(Kratos.ANGULAR_VELOCITY)),
            })
        return found

    def force(self, pair, states):
        """Of the contact on body 1, along the normal."""
        total = self.nodes[pair["pair"], 0].GetSolutionStepValue(Kratos.TOTAL_FORCES)
        scene = SCENES[pair["scene"]]
        normal = scene["normal"]
        if scene["bodies"][1]["shape"] != "wall":
            apart = [a - b for a, b in zip(states[0]["position"], states[1]["position"])]
            normal = [a / math.hypot(*apart) for a in apart]
        return sum(f * n for f, n in zip(total, normal))


COLUMNS = [name + body for body in "12" for name in ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")]


def row(pair, time, states, force):
    numbers = [time] + [x for state in states for key in ("position", "velocity", "spin") for x in state[key]]
    text = [str(pair["pair"])] + [repr(float(x)) for x in numbers]
    return ",".join(text + force) + "\n"


def flown(scene, both):
    """Whether the surfaces are apart and move apart."""
    one, two = both
    apart = [a - b for a, b in zip(one["position"], two["position"])]
    moving = [a - b for a, b in zip(one["velocity"], two["velocity"])]
    radii = [body["radius"] for body in scene["bodies"]]
    wall = scene["bodies"][1]["shape"] == "wall"
    normal = scene["normal"] if wall else apart
    parts = sum(v * n for v, n in zip(moving, normal)) > 0.0
    gap = sum(x * n for x, n in zip(apart, normal)) - radii[0] if wall else math.hypot(*apart) - radii[0] - radii[1]
    return parts and gap > 0.0


# Steps after which it is looked again whether any pair still collides.
GLANCE = 50


def ends(file, stage):
    """Runs until every pair flies freely, or to the end; a row a pair."""
    for step in range(1, STEPS + 1):
        stage.step()
        if step % GLANCE and step < STEPS:
            continue
        found = [(pair, stage.states(pair)) for pair in REQUEST["pairs"]]
        if step == STEPS or all(flown(SCENES[pair["scene"]], both) for pair, both in found):
            for pair, both in found:
                file.write(row(pair, step * DT, both, []))
            return


def course(file, stage):
    """A row a pair and step, until it flies freely."""
    # Velocity Verlet computes the force where the step ends, the others where it begins.
    here = DRIVER["scheme"] == "Velocity_Verlet"
    running = [(pair, stage.states(pair)) for pair in REQUEST["pairs"]]
    for step in range(STEPS + 1):
        # Before the first step nothing touches.
        forces = [stage.force(pair, states) if step else 0.0 for pair, states in running] if here else []
        stage.step()
        forces = forces or [stage.force(pair, states) for pair, states in running]
        for (pair, states), force in zip(running, forces):
            file.write(row(pair, step * DT, states, [repr(force)]))
        running = [
            (pair, stage.states(pair)) for pair, states in running if not flown(SCENES[pair["scene"]], states)
        ]
        if not running:
            return


def main():
    stage = Stage(Kratos.Model(), settings())
    stage.Initialize()
    stage.start()
    wanted = REQUEST["trajectory"]
    with open("trajectory.csv" if wanted else "ends.csv", "w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(["pair", "time"] + COLUMNS + (["force"] if wanted else [])) + "\n")
        (course if wanted else ends)(file, stage)


if __name__ == "__main__":
    main()
