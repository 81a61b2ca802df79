"""The one error that the command line shows as a line, without a traceback."""


class ChangefeedError(Exception):
    """Something that the user can mend: the message says what is wrong, where, and what to do.

    `exit_code` is what the process exits with: 1, or 2 when another run holds the warehouse.
    """

    def __init__(self, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = exit_code
