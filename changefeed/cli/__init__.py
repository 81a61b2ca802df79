"""The command line: options, help, and what is printed."""

import click

from changefeed import notices

notices.print_by(click.echo)
