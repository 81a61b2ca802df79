"""What a command tells the person who gave it. The command line prints it; in a library, nothing is shown."""

from __future__ import annotations

from typing import Protocol


class Printer(Protocol):
    """What shows a text, as click.echo does."""

    def __call__(self, message: str = "", *, nl: bool = True, err: bool = False) -> None: ...


def _show_nothing(message: str = "", *, nl: bool = True, err: bool = False) -> None:
    pass


_printer: Printer = _show_nothing


def print_by(printer: Printer) -> None:
    """From now on, show texts by this."""
    global _printer
    _printer = printer


def tell(message: str = "", *, nl: bool = True, err: bool = False) -> None:
    """Show a text, with a line's end (`nl`), to standard error where it is no result (`err`)."""
    _printer(message, nl=nl, err=err)
