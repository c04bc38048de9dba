"""The command ``collisionbench``."""

import os
import signal
import sys

from collisionbench import _core


def main() -> None:
    """Run the command line as the program does, and end with its exit code."""
    # Until the program listens for it, Ctrl-C ends the process as it does any program.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    sys.stderr.flush()
    code = _core.command(["collisionbench", *sys.argv[1:]])
    if code == 130 and os.name == "posix":
        # Nothing of Python is left to be done, and no traceback is wanted.
        os._exit(code)
    sys.exit(code)
