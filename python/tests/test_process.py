"""The module as a guest in a Python process: Ctrl-C, threads, fork, standard output; and the command."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import collisionbench as cb

LONG = """
import os, signal, sys, threading, time
import numpy as np
import collisionbench as cb
glass = dict(density=2500, young_modulus=60e9, poisson_ratio=0.25)
ball, plate = cb.ball(0.005, **glass), cb.wall(young_modulus=60e9, poisson_ratio=0.25)
tsuji = cb.contact(damping=("tsuji", 0.8), ends="force-clamped")
cb.collide(ball, plate, tsuji, 1.0)
asked = []
def ask():
    time.sleep(0.5)
    asked.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=ask).start()
try:
    {call}
except KeyboardInterrupt:
    took = time.monotonic() - asked[0]
else:
    sys.exit("was not interrupted")
again = cb.collide(ball, plate, tsuji, [1.0, 2.0]).restitution
assert np.allclose(again, 0.8), again
print(took)
"""


@pytest.mark.parametrize(
    "call",
    [
        "cb.collide(ball, plate, tsuji, np.linspace(1, 2, 10**6))",
        "cb.collide(ball, plate, tsuji, np.linspace(1, 2, 10**5), how='velocity-verlet', steps_per_contact=9999.37)",
        "cb.fit('calibration')",
        "cb.run()",
    ],
)
def test_ctrl_c_ends_a_computation_and_the_next_one_works(call):
    done = subprocess.run([sys.executable, "-c", LONG.format(call=call)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 0.5


@pytest.mark.skipif(os.name != "posix", reason="a signal is sent")
def test_ctrl_c_ends_the_command(command, empty_folder):
    started = subprocess.Popen([command, "run", "--all", "--out", "report"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    started.send_signal(signal.SIGINT)
    _, errors = started.communicate(timeout=60)
    assert started.returncode in (130, -signal.SIGINT), errors
    assert "Traceback" not in errors


def test_threads_compute_at_the_same_time(ball, plate, tsuji):
    speeds = [np.linspace(0.1 + i, 1 + i, 50) for i in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda speed: cb.collide(ball, plate, tsuji, speed).max_force, speeds))
    for force, speed in zip(found, speeds):
        assert np.array_equal(force, cb.collide(ball, plate, tsuji, speed).max_force)


def test_other_threads_of_python_go_on_meanwhile(ball, plate, tsuji):
    counted = []
    running = threading.Event()

    def count():
        while not running.is_set():
            counted.append(None)
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    cb.collide(ball, plate, tsuji, np.linspace(1, 2, 2000))
    running.set()
    counter.join()
    assert len(counted) > 10


FORKED = """
import multiprocessing, sys
import numpy as np
import collisionbench as cb
glass = dict(density=2500, young_modulus=60e9, poisson_ratio=0.25)
def force(speed):
    ball, plate = cb.ball(0.005, **glass), cb.wall(young_modulus=60e9, poisson_ratio=0.25)
    return cb.collide(ball, plate, cb.contact(), np.full(100, speed)).max_force[0]
if __name__ == "__main__":
    here = [force(speed) for speed in (1.0, 2.0, 3.0)]
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        there = pool.map(force, (1.0, 2.0, 3.0))
    assert here == there
"""


@pytest.mark.parametrize("way", ["fork", "spawn"] if hasattr(os, "fork") else ["spawn"])
def test_processes_that_are_forked_compute(way, tmp_path):
    script = tmp_path / "forked.py"
    script.write_text(FORKED)
    done = subprocess.run([sys.executable, str(script), way], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_nothing_is_printed(capfd, ball, plate, tsuji):
    cb.run("normal/elastic/glass-head-on")
    cb.show(cb.case(ball, plate, tsuji, 1.0))
    assert capfd.readouterr() == ("", "")


def test_signals_stay_those_of_python(ball, plate, tsuji):
    before = signal.getsignal(signal.SIGINT)
    cb.run("normal/elastic/glass-head-on")
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_the_command_has_the_exit_codes_of_the_program(command):
    run = lambda *words: subprocess.run([command, *words], capture_output=True, text=True)  # noqa: E731
    assert run("--version").stdout.startswith("collisionbench ")
    assert run("explain", "tsuji").returncode == 0
    wrong = run("show", "normal/elastic/glas-head-on")
    assert wrong.returncode == 2 and "did you mean" in wrong.stderr
    assert run("shwo").returncode == 2


def test_the_command_starts_fast(command):
    subprocess.run([command, "--version"], capture_output=True, check=True)
    began = time.monotonic()
    subprocess.run([command, "--version"], capture_output=True, check=True)
    assert time.monotonic() - began < 0.3 * float(os.environ.get("COLLISIONBENCH_PATIENCE", "1"))
