"""The command `changefeed`. It runs in the server of the warehouse, if there is one, or else in this process."""

from __future__ import annotations

import sys

from loader import attach


def main() -> None:
    """Run what the command line says, and exit."""
    code = attach.run(sys.argv[1:])
    if code is None:
        from loader.cli import main as in_this_process  # takes half a second to import

        in_this_process(prog_name="changefeed")
    sys.exit(code)


if __name__ == "__main__":
    main()
