"""A limit of time for each call of a function of Python, in the thread that calls it."""

import ctypes
import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any, Callable, Optional, Type


class TooLong(BaseException):
    """Raised within a call that takes longer than its limit. A law that catches every ``Exception`` does not catch it."""


class Limit:
    """Ends a call that takes longer than ``seconds``: ``with Limit(10) as limit: limit.call(f, x)``.

    In the main thread a signal ends it, which also ends a wait in the system. In another thread, or where the alarm of the process is in use, a
    second thread asks the interpreter to, which does so between two of its instructions. Neither ends compiled code that does not return.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._began: Optional[float] = None
        self._look = min(0.25, seconds / 4)
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._before: Any = None
        self._watcher: Optional[threading.Thread] = None

    def __enter__(self) -> "Limit":
        if _has_alarm():
            self._before = signal.signal(signal.SIGALRM, self._alarm)
            # Again and again: what the law does about the first one, it does not do for ever.
            signal.setitimer(signal.ITIMER_REAL, self._look, self._look)
        else:
            self._watcher = threading.Thread(target=self._watch, daemon=True)
            self._watcher.start()
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self._finished()
        if self._watcher is None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
        else:
            self._done.set()
            self._watcher.join()

    def call(self, function: Callable[..., Any], *words: Any, **named: Any) -> Any:
        self._began = time.monotonic()
        try:
            return function(*words, **named)
        finally:
            self._finished()

    def _finished(self) -> None:
        if self._watcher is None:
            self._began = None
            return
        while True:
            try:
                with self._lock:
                    self._began = None
                    # What was asked for and has not happened yet would happen to the caller.
                    _raise_in(self._thread, None)
                return
            except TooLong:
                pass

    def _is_over(self) -> bool:
        began = self._began
        return began is not None and time.monotonic() - began >= self._seconds

    def _alarm(self, number: int, frame: Optional[FrameType]) -> None:
        if self._is_over():
            raise TooLong

    def _watch(self) -> None:
        while not self._done.wait(self._look):
            with self._lock:
                if self._is_over():
                    _raise_in(self._thread, TooLong)


def _has_alarm() -> bool:
    """Whether this thread gets signals, and nobody else has set the alarm of the process."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return False
    return signal.getitimer(signal.ITIMER_REAL)[0] == 0 and signal.getsignal(signal.SIGALRM) is not None


def _raise_in(thread: int, kind: Optional[Type[BaseException]]) -> None:
    """Lets the interpreter raise the exception in that thread; ``None`` takes back one that it has not raised yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), None if kind is None else ctypes.py_object(kind))
