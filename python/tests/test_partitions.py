"""A run in partitions, and their merge, through the module."""

import csv
import pathlib

import pytest

import collisionbench as cb


CASE = """
title = "Two glass beads meet head-on"

[material.glass]
density = "2500 kg/m3"
young_modulus = "65 GPa"
poisson_ratio = 0.22

[body.left]
sphere = { radius = "1 mm" }
material = "glass"

[body.right]
sphere = { radius = "2.5 mm" }
material = "glass"

[sample]
scenes = 50
seed = 3

[impact]
speed = { sample = "log-uniform", from = "1 cm/s", to = "1 m/s" }

[contact.normal.hertz]

[run.reference]

[[expect]]
that = "reference"
agrees_with = "hertz-impact"
duration = { within = "1e-9 relative" }
"""


def rows(folder: pathlib.Path) -> list:
    with open(folder / "observations.csv", newline="") as table:
        return list(csv.reader(table))


def test_partitions_are_merged_to_the_whole(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sampled.toml").write_text(CASE)
    whole = cb.run("sampled.toml", out="whole", pictures="none")
    assert whole["checks"]["pass"] == 50
    folders = [f"partitions/{k}" for k in (1, 2)]
    parts = [cb.run("sampled.toml", partition=f"{k}/2", out=folder) for k, folder in zip((1, 2), folders)]
    assert sum(part["collisions"] for part in parts) == 50
    again = cb.run("sampled.toml", partition="1/2", out=folders[0])
    assert again["earlier"] == again["collisions"]
    merged = cb.merge(*folders, out="merged", pictures="none")
    assert merged["checks"] == whole["checks"]
    assert rows(tmp_path / "merged") == rows(tmp_path / "whole")
    with pytest.raises(cb.Error, match="partitions are missing"):
        cb.merge(folders[0], out="merged")
    with pytest.raises(cb.Error, match="has a folder"):
        cb.run("sampled.toml", partition="1/2")
