"""Bodies and contacts of the tests. They build nothing: the wheel is installed before."""

import sys
from pathlib import Path

import pytest

import collisionbench as cb

GLASS = dict(density=2500, young_modulus=60e9, poisson_ratio=0.25)


@pytest.fixture
def ball():
    return cb.ball(0.005, **GLASS)


@pytest.fixture
def plate():
    return cb.wall(young_modulus=60e9, poisson_ratio=0.25)


@pytest.fixture
def tsuji():
    return cb.contact(damping=("tsuji", 0.8), ends="force-clamped")


@pytest.fixture
def oblique():
    friction = ("mindlin", {"form": "incremental", "friction": 0.3})
    return cb.contact(damping=("tsuji", 0.8), tangential=friction, ends="force-clamped", friction_limit="total")


@pytest.fixture
def command():
    """The installed command."""
    return str(Path(sys.executable).with_name("collisionbench"))


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    """Every test runs in an empty folder of its own, which it leaves empty unless it writes what it was asked for."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder
