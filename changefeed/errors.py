"""The one error that the command line shows as a line, without a traceback."""


class ChangefeedError(Exception):
    """Something that the user can mend: the message says what is wrong, where, and what to do.

    `exit_code` is what the process exits with: 1, or 2 when another run holds the warehouse.
    """

    def __init__(self, message: str, exit_code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def is_interrupt(error: BaseException | None) -> bool:
    """Whether an error is Ctrl-C, or came while Ctrl-C was ending a statement.

    py4j then asks Java to close the statement's connection, and Java closes each connection of the process: what
    pyspark asks Java afterwards may fail.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None
