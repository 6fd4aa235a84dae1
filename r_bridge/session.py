"""The one R inside this process: started once, called from the main thread alone."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from frostgrid.base.errors import FrostgridError
from r_bridge.console import CONSOLE
from r_bridge.installation import RInstallation, find_r

HERE = Path(__file__).parent

RNG = ("Mersenne-Twister", "Inversion", "Rejection")
"""Kinds of R's generators, as ``RNGkind`` takes them; a fit's seed means nothing without them."""

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")
_INTERFACES = "pip install 'rpy2==3.6.6' 'rpy2-rinterface==3.6.5' for R < 4.5, 'rpy2' for newer"


def start() -> Any:  # noqa: ANN401 - a module of rpy2, which has no types
    """Start R where that has not been done, and give ``rpy2.rinterface``, ready for use.

    R reads no profile, no saved workspace and nothing from the terminal; it draws by
    Mersenne-Twister, Inversion, Rejection; it uses one thread unless variables such as
    ``OMP_NUM_THREADS`` were set. Raises ``FrostgridError`` where R cannot be had, in any thread
    but the main one, and in a fork of the process that started R: two threads in R give
    silently wrong numbers.
    """
    if threading.current_thread() is not threading.main_thread():
        raise FrostgridError(
            f"R was called from the thread {threading.current_thread().name!r}",
            hint="call R from the main thread of its process; use processes for parallel work",
        )
    session = _start()
    if session.process != os.getpid():
        raise FrostgridError(
            "R was started before this process was forked", hint="spawn processes instead"
        )
    return session.interface


def describe() -> dict[str, str]:
    """Versions of R, its linear algebra and its loaded packages, and its random generators."""
    start()
    found = _start().functions["describe"]()
    return dict(zip(found.names, found, strict=True))


def source(path: Path) -> Any:  # noqa: ANN401 - rpy2 has no types
    """R environment with the functions of an R file."""
    return _source(start(), path)


@dataclass(frozen=True, slots=True, eq=False)
class _Session:
    """The running R: rpy2, the functions of ``session.R``, and the process it was started in."""

    interface: Any
    functions: Any
    process: int


@cache
def _start() -> _Session:
    found = find_r()
    if found is None:
        raise FrostgridError("there is no R on this machine", hint="run 'make setup'")
    if found.libr is None:
        raise FrostgridError(
            f"the R in {found.home} has no libR.so", hint="use an R built with --enable-R-shlib"
        )
    for name in _ONE_THREAD:
        os.environ.setdefault(name, "1")
    interface, callbacks, embedded = _interface(found)
    _begin(interface, callbacks, embedded)
    running = interface.baseenv["as.character"](interface.baseenv["getRversion"]())[0]
    if running != found.version:
        raise FrostgridError(
            f"Rscript is R {found.version}, but libR.so is R {running}",
            hint="let R_HOME name the R to use",
        )
    functions = _source(interface, HERE / "session.R")
    functions["set_up"](*RNG)
    CONSOLE.read()
    return _Session(interface, functions, os.getpid())


def _interface(found: RInstallation) -> tuple[Any, Any, Any]:
    """Import what of rpy2 is used, for the R found; R does not run yet."""
    os.environ["R_HOME"] = str(found.home)
    # The other mode needs headers at build time, is no faster, and prints where it is missing.
    os.environ.setdefault("RPY2_CFFI_MODE", "ABI")
    try:
        from rpy2 import situation

        # rpy2 would run an Rscript, with the user's profile, to learn what it makes no use of.
        situation.r_ld_library_path_from_subprocess = lambda r_home: ""  # noqa: ARG005
        from rpy2 import rinterface
        from rpy2.rinterface_lib import callbacks, embedded
    except Exception as error:  # cffi and the loader raise errors of their own kinds
        raise FrostgridError(
            f"rpy2 cannot use R {found.version}: {error}".replace("\n", " "), hint=_INTERFACES
        ) from error
    if embedded.isinitialized():
        raise FrostgridError(
            "something else started R in this process, with settings of its own",
            hint="call r_bridge.session.start() first",
        )
    return rinterface, callbacks, embedded


def _begin(interface: Any, callbacks: Any, embedded: Any) -> None:  # noqa: ANN401 - modules
    """Start R, leaving this process's variables and its answer to Ctrl-C alone."""
    # Again an Rscript, to copy LD_LIBRARY_PATH and 30 other variables into this process, from
    # where children inherit them.
    interface._getrenvvars = lambda *_, **__: ()
    variables = dict(os.environ)
    on_interrupt = signal.getsignal(signal.SIGINT)
    embedded.set_initoptions(("rpy2", "--vanilla", "--quiet"))
    # 0 leaves the limit to R; rpy2's default switches the check off, and deep recursion then
    # kills the process.
    interface.initr(interactive=False, _c_stack_limit=0)
    callbacks.consolewrite_print = CONSOLE.write
    callbacks.consolewrite_warnerror = CONSOLE.write
    callbacks.showmessage = CONSOLE.write
    callbacks.consoleread = lambda _prompt: ""
    if on_interrupt is not None:
        signal.signal(signal.SIGINT, on_interrupt)
    for name in os.environ.keys() - variables.keys():
        del os.environ[name]
    os.environ.update(variables)


def _source(interface: Any, path: Path) -> Any:  # noqa: ANN401 - rpy2 has no types
    environment = interface.baseenv["new.env"](parent=interface.globalenv)
    interface.baseenv["sys.source"](str(path), envir=environment)
    return environment
