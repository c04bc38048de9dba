"""A law that is compiled code at an address of this process: a ``@cfunc`` of numba, a function pointer of ctypes.

It is called in a fork of this process, where it is at the same address.
"""

import ctypes
import os
import signal
import sys
import warnings
from typing import Any, Optional

# collisionbench_force of collisionbench.h: parameters, contact, state, next state, force.
_ARGUMENTS = 5
# Of a function that needs the lock of the interpreter: FUNCFLAG_PYTHONAPI.
_PYTHON_API = 4

_Pointer = ctypes.CFUNCTYPE(None).__mro__[1]


def address(law: Any) -> Optional[int]:
    """The address of a compiled function, ``None`` for another object.

    Raises
    ------
    TypeError: it is compiled and has not the signature of ``collisionbench_force``.
    """
    found = getattr(law, "address", None)
    if isinstance(found, int) and hasattr(law, "native_name"):
        return _of_numba(law, found)
    return _of_ctypes(law) if isinstance(law, _Pointer) else None


def _of_numba(law: Any, found: int) -> int:
    signature = getattr(law, "_sig", None)
    arguments = getattr(signature, "args", None)
    returns = str(getattr(signature, "return_type", "int32"))
    if (arguments is not None and len(arguments) != _ARGUMENTS) or returns not in ("int32", "intc"):
        raise TypeError(f"the function has the signature {signature}, {_wanted()}: write {SIGNATURE}")
    return found


def _of_ctypes(law: Any) -> int:
    arguments, returns = getattr(law, "argtypes", None), getattr(law, "restype", ctypes.c_int)
    if getattr(type(law), "_flags_", 0) & _PYTHON_API:
        raise TypeError("the function needs the lock of the interpreter: load it with ctypes.CDLL, not ctypes.PyDLL")
    if (arguments is not None and len(arguments) != _ARGUMENTS) or returns is not ctypes.c_int:
        has = "no arguments" if not arguments else f"{len(arguments)} arguments"
        what = "nothing" if returns is None else returns.__name__
        raise TypeError(f"the function has {has} and returns {what}, {_wanted()}: write ctypes.CFUNCTYPE(c_int, *[POINTER(c_double)] * 5)")
    found = ctypes.cast(law, ctypes.c_void_p).value
    if not found:
        raise TypeError("the pointer is null: it is to no function")
    return found


SIGNATURE = '@cfunc("int32(CPointer(float64), CPointer(float64), CPointer(float64), CPointer(float64), CPointer(float64))")'


def _wanted() -> str:
    return "and not that of collisionbench_force: five pointers to doubles and a 32 bit integer returned"


def fork(raised: int) -> int:
    """Copies the process: the number of the copy, and 0 in it. An exception that compiled code cannot pass on ends the copy with this code."""
    # What is in a buffer would be written twice.
    _flush()
    with warnings.catch_warnings():
        # Of threads that are not copied: the copy calls nothing that waits for one.
        warnings.simplefilter("ignore")
        number = os.fork()
    if number == 0:
        try:
            _become_child(raised)
        except BaseException:
            os._exit(1)
    return number


def leave(code: int) -> None:
    """Ends the copy at once: nothing of what the process has to do at its end is done twice."""
    try:
        _flush()
    finally:
        os._exit(code)


def _become_child(raised: int) -> None:
    import faulthandler

    # A crash is reported by the parent, and Ctrl-C is the parent's.
    faulthandler.disable()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whatever replaces the streams in this process (a notebook, a test): the law prints to those of the system.
    sys.stdout = open(1, "w", closefd=False, errors="replace")
    sys.stderr = open(2, "w", closefd=False, errors="replace")

    def end(unraisable: Any) -> None:
        try:
            _flush()
            line = " ".join(f"{unraisable.exc_type.__name__}: {unraisable.exc_value}".split())
            os.write(1, f"\n{line}\n".encode(errors="replace"))
        finally:
            os._exit(raised)

    sys.unraisablehook = end


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    ctypes.CDLL(None).fflush(None)
