"""A law as a function: the right one passes, a wrong one is called by its fault. The process of one that is compiled leaves nothing behind."""

import contextlib
import ctypes
import math
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import collisionbench as cb

CLAIM = "hertz, tsuji alpha=0.5, ends=force-clamped"


def together(a, b):
    return 1 / (1 / a + 1 / b)


def hertz(contact, state, alpha, mass=None):
    one, two = contact.bodies
    radius = together(one.radius, two.radius)
    modulus = together(*(body.young_modulus / (1 - body.poisson_ratio**2) for body in contact.bodies))
    stiffness = 4 / 3 * modulus * math.sqrt(radius)
    mass = mass or together(one.mass, two.mass)
    elastic = stiffness * contact.overlap**1.5
    return max(0.0, elastic + alpha * math.sqrt(mass * stiffness) * contact.overlap**0.25 * contact.rate)


def faults(found):
    return {check["check"]: check["says"] for check in found["checks"] if check["verdict"] == "FAULT"}


def test_a_right_function_passes():
    found = cb.check_law(hertz, claims=CLAIM, parameters={"alpha": 0.5})
    assert found["faults"] == 0 and faults(found) == {}, found
    assert found["law"] == "hertz" and found["parameters"] == [["alpha", 0.5]]
    within = next(check["says"] for check in found["checks"] if check["check"] == "normal force as claimed")
    assert float(within.split()[5].rstrip(",")) < 1e-12, within


def test_the_mass_of_one_body_is_named():
    def of_one(contact, state, alpha):
        return hertz(contact, state, alpha, mass=contact.bodies[0].mass)

    found = faults(cb.check_law(of_one, claims=CLAIM, parameters={"alpha": 0.5}))
    assert found["normal force as claimed"] == "the mass of body 1 in place of m*"


def test_a_number_with_a_unit_in_the_function_is_named():
    def fixed(contact, state):
        return 1e9 * contact.overlap**1.5

    assert "dimensions" in faults(cb.check_law(fixed))


def test_what_the_function_raises_is_raised():
    def broken(contact, state):
        raise ZeroDivisionError("of the law")

    with pytest.raises(ZeroDivisionError, match="of the law"):
        cb.check_law(broken)
    with pytest.raises(ValueError, match="a force of 2"):
        cb.check_law(lambda contact, state: [1.0, 2.0])
    with pytest.raises(cb.Error, match="neither a law nor"):
        cb.check_law(hertz, claims="hertz tsuji", parameters={"alpha": 0.5})


def test_what_is_no_library_is_refused(tmp_path):
    path = tmp_path / "libnone.so"
    path.write_text("no library")
    with pytest.raises(cb.Error, match="it cannot be loaded"):
        cb.check_law(path)
    with pytest.raises(TypeError, match="`state` is of a function"):
        cb.check_law(path, state=3)


# Hertz, Tsuji and Mindlin's spring, and its faults.

OBLIQUE = "hertz, tsuji restitution=0.5, mindlin form=incremental friction=0.3, ends=force-clamped friction_limit=total"


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def damping_ratio(restitution):
    """Of a linear oscillator whose force is cut at zero (Schwager and Poeschel 2007): e = exp(-(pi - 2p) tan p), z = sin p."""
    low, high = 0.0, math.pi / 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if math.exp(-(math.pi - 2 * middle) * math.tan(middle)) > restitution else (low, middle)
    return math.sin((low + high) / 2)


RATIO = damping_ratio(0.5)
# Of a force that is never cut.
FREE = -math.log(0.5) / math.hypot(math.log(0.5), math.pi)


def oblique(fault=None):
    """The law, with one fault."""

    def law(contact, state, friction):
        one, two = contact.bodies
        R, m, d = together(one.radius, two.radius), together(one.mass, two.mass), contact.overlap
        R *= 2 if fault == "radius doubled" else 1
        K = 4 / 3 * together(*(b.young_modulus / (1 - b.poisson_ratio**2) for b in contact.bodies)) * math.sqrt(R)
        elastic = K * d**1.5
        if fault == "energy on unloading" and contact.rate < 0:
            elastic *= 1.05
        alpha = math.sqrt(5) * (FREE if fault == "free coefficient" else RATIO)
        if fault == "secant":
            alpha *= math.sqrt(2 / 3)
        normal = max(0.0, elastic + alpha * math.sqrt(m * K) * d**0.25 * contact.rate)
        # The spring in the plane of today, as long as before.
        n, long = contact.normal, math.sqrt(dot(state, state))
        if fault != "not turned":
            state = [t - dot(state, n) * x for t, x in zip(state, n)]
            now = math.sqrt(dot(state, state))
            state = [t * long / now for t in state] if now > 0 else [0.0] * 3
        G = together(*(b.young_modulus / (2 * (1 + b.poisson_ratio) * (2 - b.poisson_ratio)) for b in contact.bodies))
        k = 8 * G * math.sqrt(R * d) * (-1 if fault == "sign of slip" else 1)
        spring = [t + k * x * contact.step for t, x in zip(state, contact.slip)]
        size, limit = math.sqrt(dot(spring, spring)), friction * normal
        if size > limit:
            spring = [t * limit / size for t in spring]
        return [normal * x - t for x, t in zip(n, spring)], spring

    return law


FAULTS = {
    "secant": ("normal force as claimed", "the secant stiffness F/delta in place of the tangent stiffness"),
    "radius doubled": ("normal force as claimed", "the radius 2 R* in place of R*"),
    "free coefficient": ("normal force as claimed", "a coefficient for a force that is never cut (zero-overlap)"),
    "sign of slip": ("direction of friction", "friction pushes body 1 along its slip"),
    "energy on unloading": ("unloading", "slow unloading gives back 5 % more than loading took"),
    "not turned": ("turned contact", "the spring is not turned with the contact"),
}


def judged(law, **more):
    return cb.check_law(law, claims=OBLIQUE, parameters={"friction": 0.3}, state=3, **more)


def test_a_right_law_with_friction_passes():
    found = judged(oblique())
    verdicts = {check["check"]: check["verdict"] for check in found["checks"]}
    assert found["faults"] == 0, found
    # A plain function is called from one thread, and prints where it likes.
    assert {name for name, verdict in verdicts.items() if verdict != "pass"} == {"threads"}, found


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_called_by_its_name(fault):
    check, says = FAULTS[fault]
    found = faults(judged(oblique(fault)))
    assert found[check].startswith(says), found


# A limit of time.


def endless(contact, state):
    while True:
        pass


def stubborn(contact, state):
    while True:
        try:
            time.sleep(0.01)
        except Exception:
            pass


def in_a_thread(work):
    """What the work raises in a thread of its own."""
    raised = []

    def run():
        try:
            work()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]


@pytest.mark.parametrize("law", [endless, stubborn])
@pytest.mark.parametrize("where", [lambda work: work(), in_a_thread], ids=["main", "thread"])
def test_a_loop_without_end_is_ended(law, where):
    began, before = time.monotonic(), signal.getsignal(signal.SIGALRM)
    with pytest.raises(cb.Error, match="no answer within 0.5 s, in the check `finite`: an endless loop") as raised:
        where(lambda: cb.check_law(law, limit=0.5))
    assert raised.value.exit_code == 3
    assert 0.5 <= time.monotonic() - began < 3
    assert signal.getsignal(signal.SIGALRM) is before and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert threading.active_count() == 1


def test_a_wait_in_the_system_is_ended_in_the_main_thread():
    began = time.monotonic()
    with pytest.raises(cb.Error, match="no answer within 0.5 s"):
        cb.check_law(lambda contact, state: time.sleep(60), limit=0.5)
    assert time.monotonic() - began < 3


def test_the_alarm_of_another_is_left_alone():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(True))
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(cb.Error, match="no answer within 0.6 s"):
            cb.check_law(endless, limit=0.6)
        assert rung == [True]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_limit_is_that_of_a_call():
    began = time.monotonic()

    def slow(contact, state):
        time.sleep(0.002 if time.monotonic() - began < 1 else 0)
        return hertz(contact, state, 0.0)

    assert cb.check_law(slow, limit=0.5)["faults"] == 0
    assert time.monotonic() - began > 1
    for wrong in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match="seconds above 0"):
            cb.check_law(slow, limit=wrong)


# Compiled: a function pointer of ctypes.

DOUBLES = ctypes.POINTER(ctypes.c_double)
FORCE = ctypes.CFUNCTYPE(ctypes.c_int, DOUBLES, DOUBLES, DOUBLES, DOUBLES, DOUBLES)
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="it runs in a fork")


@pytest.fixture
def left_behind():
    """Nothing: no child, no file, no open pipe."""

    def pipes():
        found = []
        for name in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else []:
            # One of them listed the folder, and is closed.
            with contextlib.suppress(OSError):
                found.append(os.readlink(f"/proc/self/fd/{name}"))
        return sorted(target for target in found if target.startswith("pipe:"))

    temporary = os.environ["TMPDIR"] = os.path.join(os.getcwd(), "..", "temporary")
    os.mkdir(temporary)
    before = pipes()
    yield
    del os.environ["TMPDIR"]
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
    assert os.listdir(temporary) == []
    # The thread that reads from the child closes its pipe soon after.
    assert until(1, lambda: pipes() == before)


def pointer(body):
    """A function of Python as one of C; it gets the pointers."""

    def call(parameter, contact, state, after, force):
        return body(parameter, contact, after, force) or 0

    return FORCE(call)


def hertz_of_pointers(parameter, c, after, force):
    R, m = together(c[0], c[4]), together(c[1], c[5])
    K = 4 / 3 * together(c[2] / (1 - c[3] ** 2), c[6] / (1 - c[7] ** 2)) * math.sqrt(R)
    F = max(0.0, K * c[11] ** 1.5 + parameter[0] * math.sqrt(m * K) * c[11] ** 0.25 * c[12])
    for i in range(3):
        force[i] = F * c[8 + i]


@needs_fork
def test_a_pointer_of_ctypes_passes(left_behind, capfd):
    found = cb.check_law(pointer(hertz_of_pointers), CLAIM, parameters={"alpha": 0.5}, name="by pointers")
    assert found["faults"] == 0 and found["law"] == "by pointers", found
    assert {"threads", "silence"} & faults(found).keys() == set()
    threads = next(check for check in found["checks"] if check["check"] == "threads")
    assert threads["verdict"] == "pass" and threads["says"].startswith("6000 calls side by side"), threads
    assert capfd.readouterr() == ("", "")


@needs_fork
def test_what_compiled_code_raises_and_prints_is_reported(left_behind, capfd):
    def raises(parameter, contact, after, force):
        raise ZeroDivisionError("of the law")

    with pytest.raises(cb.Error, match="raised an exception, in the check `finite`: ZeroDivisionError: of the law"):
        cb.check_law(pointer(raises))

    def prints(parameter, contact, after, force):
        print("an overlap of", contact[11])
        return hertz_of_pointers([0.5], contact, after, force)

    found = faults(cb.check_law(pointer(prints)))
    assert list(found) == ["silence"] and "an overlap of" in found["silence"], found
    assert capfd.readouterr() == ("", "")


@needs_fork
def test_what_is_no_function_of_the_interface_is_refused():
    with pytest.raises(TypeError, match="has 1 arguments and returns c_double"):
        cb.check_law(ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(abs))
    with pytest.raises(TypeError, match="and returns nothing"):
        cb.check_law(ctypes.CFUNCTYPE(None)(print))
    with pytest.raises(TypeError, match="the pointer is null"):
        cb.check_law(FORCE())
    with pytest.raises(TypeError, match="needs the lock"):
        cb.check_law(ctypes.pythonapi.PyErr_Clear)
    with pytest.raises(cb.Error, match="neither a law nor") as raised:
        cb.check_law(pointer(hertz_of_pointers), "hertz tsuji")
    assert raised.value.exit_code == 2


BREAKS = r"""
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define LAW(name) int name(const double *p, const double *c, const double *state, double *next, double *force)
static int right(const double *c, double *force) {
    for (int i = 0; i < 3; ++i) force[i] = 1e3 * (c[2] + c[6]) / (1 / c[0] + 1 / c[4]) * c[11] * c[8 + i];
    return 0;
}
LAW(crash) { if (c[12] < -1) *(volatile double *)8 = 1; return right(c, force); }
LAW(loop) { volatile int on = 1; if (c[12] < -1) while (on); return right(c, force); }
LAW(memory) {
    volatile char *much = c[12] < -1 ? malloc((size_t)10 << 30) : (char *)force;
    if (c[12] < -1) for (size_t i = 0; i < (size_t)10 << 30; i += 4096) much[i] = 1;
    return right(c, force);
}
LAW(leaves) { if (c[12] < -1) exit(7); return right(c, force); }
LAW(unequal) { right(c, force); if (c[12] < -1) force[0] = sqrt(-c[0]); return 0; }
LAW(prints) { printf("overlap %g\n", c[11]); return right(c, force); }
LAW(refuses) { return 5; }
static volatile double kept;
LAW(shares) {
    double own[12];
    for (int i = 0; i < 12; ++i) own[i] = c[i];
    kept = c[11];
    for (volatile int i = 0; i < 20000; ++i);
    own[11] = kept;
    return right(own, force);
}
"""


@pytest.fixture(scope="module")
def breaks(tmp_path_factory):
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("breaks")
    (folder / "breaks.c").write_text(BREAKS)
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", "libbreaks.so", "breaks.c", "-lm"], cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "libbreaks.so"))


@needs_fork
@pytest.mark.parametrize(
    "law, says",
    [
        ("crash", "the function ended its process, in the check `finite`: a memory fault (signal 11); it may use 2 GB"),
        ("loop", "no answer within 1.5 s, in the check `finite`: an endless loop?"),
        ("memory", "the function ended its process, in the check `finite`: a memory fault (signal 11); it may use 2 GB"),
        ("leaves", "the function ended its process, in the check `finite`: exit code 7"),
    ],
)
def test_what_breaks_its_process_is_reported(breaks, left_behind, capfd, law, says):
    print("still in a buffer", end="")
    began = time.monotonic()
    with pytest.raises(cb.Error) as raised:
        cb.check_law(breaks[law], limit=1.5)
    assert str(raised.value).startswith(f"{law}: {says}") and raised.value.exit_code == 3
    assert time.monotonic() - began < 10
    assert capfd.readouterr() == ("still in a buffer", "")


@needs_fork
def test_what_a_function_of_c_does_wrong_is_a_fault(breaks, left_behind, capfd):
    assert "nan" in faults(cb.check_law(breaks.unequal))["finite"].lower()
    assert "5" in faults(cb.check_law(breaks.refuses))["finite"]
    assert "overlap " in faults(cb.check_law(breaks.prints))["silence"]
    found = faults(cb.check_law(breaks.shares))
    assert list(found) == ["threads"] and "calls differ when others run beside them" in found["threads"], found
    assert capfd.readouterr() == ("", "")


@needs_fork
def test_ctrl_c_ends_the_fork(breaks, left_behind):
    asked = []

    def ask():
        asked.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.7, ask)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        cb.check_law(breaks.loop, limit=60)
    assert time.monotonic() - asked[0] < 1
    timer.join()


@needs_fork
def test_the_fork_ends_with_its_parent(breaks):
    program = f"import ctypes, collisionbench as cb; print(flush=True); cb.check_law(ctypes.CDLL({breaks._name!r}).loop, limit=60)"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as parent:
        parent.stdout.readline()
        children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        if not children.exists():
            parent.kill()
            pytest.skip("the system does not list the children of a process")
        assert (started := until(20, lambda: children.read_text().split()))
        parent.kill()
    command = Path(f"/proc/{started[0]}/cmdline")
    # One that nobody waits for yet has no command.
    assert until(5, lambda: not command.exists() or not command.read_bytes())


def until(seconds, true):
    last = time.monotonic() + seconds
    while not (found := true()) and time.monotonic() < last:
        time.sleep(0.01)
    return found


@needs_fork
def test_two_at_once_and_beside_threads(breaks):
    """Each fork has the pipes of the other one, and does not wait for them."""
    found = [None] * 4

    def run(at):
        found[at] = cb.check_law(pointer(hertz_of_pointers), CLAIM, parameters={"alpha": 0.5})["faults"]

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(found))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert found == [0] * 4


# Compiled: numba.

SIGNATURE = "int32(CPointer(float64), CPointer(float64), CPointer(float64), CPointer(float64), CPointer(float64))"


@needs_fork
def test_a_cfunc_of_numba_passes_and_its_fault_is_named(left_behind):
    numba = pytest.importorskip("numba")

    def made(factor):
        @numba.cfunc(SIGNATURE)
        def law(parameter, contact, state, after, force):
            c, F = numba.carray(contact, 18), numba.carray(force, 3)
            R, m = factor / (1 / c[0] + 1 / c[4]), 1 / (1 / c[1] + 1 / c[5])
            K = 4 / 3 / ((1 - c[3] ** 2) / c[2] + (1 - c[7] ** 2) / c[6]) * math.sqrt(R)
            F[:] = max(0.0, K * c[11] ** 1.5 + parameter[0] * math.sqrt(m * K) * c[11] ** 0.25 * c[12]) * c[8:11]
            return 0

        return law

    found = cb.check_law(made(1.0), CLAIM, parameters={"alpha": 0.5})
    assert found["faults"] == 0 and found["law"] == "law", found
    found = faults(cb.check_law(made(2.0), CLAIM, parameters={"alpha": 0.5}))
    assert found["normal force as claimed"] == "the radius 2 R* in place of R*"


@needs_fork
def test_what_a_cfunc_of_numba_raises_and_prints_is_reported(left_behind, capfd):
    numba = pytest.importorskip("numba")

    @numba.cfunc(SIGNATURE)
    def raises(parameter, contact, state, after, force):
        raise ValueError("of the law")

    @numba.cfunc(SIGNATURE)
    def large(parameter, contact, state, after, force):
        force[0] = np.ones(10 << 27)[0]
        return 0

    @numba.cfunc(SIGNATURE)
    def prints(parameter, contact, state, after, force):
        # numba prints no number here.
        print("an overlap")
        for i in range(3):
            force[i] = 1e3 * contact[0] * contact[2] * contact[11] * contact[8 + i]
        return 0

    @numba.cfunc("float64(float64)")
    def other(x):
        return x

    with pytest.raises(cb.Error, match="raised an exception, in the check `finite`: ValueError: of the law"):
        cb.check_law(raises)
    with pytest.raises(cb.Error, match="raised an exception, in the check `finite`: MemoryError"):
        cb.check_law(large)
    assert "an overlap" in faults(cb.check_law(prints))["silence"]
    with pytest.raises(TypeError, match="and not that of collisionbench_force"):
        cb.check_law(other)
    assert capfd.readouterr() == ("", "")
