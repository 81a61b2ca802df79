"""The command `changefeed`. It runs in the server of the warehouse, if there is one, or else in this process."""

from __future__ import annotations

import sys

from changefeed.spark import attach


def main() -> None:
    """Run what the command line says, and exit."""
    code = attach.run(sys.argv[1:])
    if code is None:
        from changefeed.cli.main import main as in_this_process

        in_this_process(prog_name="changefeed")
    sys.exit(code)


if __name__ == "__main__":
    main()
