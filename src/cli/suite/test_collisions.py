import json, pathlib, pytest, check, my_code
CASES = [(path.parent, scene) for path in sorted(pathlib.Path(__file__).parent.glob("*/case.json")) for scene in json.loads(path.read_text())["scenes"]]
@pytest.mark.parametrize("folder, scene", CASES, ids=lambda part: part["scene"] if isinstance(part, dict) else part.name)
def test_collision(folder, scene):
    off, compared = check.compare(check.rows(folder / "expected.csv"), {(scene["scene"], name): value for name, value in my_code.collide(scene).items()}); assert compared and not off, off
