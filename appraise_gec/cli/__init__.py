"""The command line appraise-gec: works on files alone, without database, server or settings.

Every command is a function of the library (`appraise_gec.cli.making`). Exit status: 0 for success; 2 for a
wrong call or input, with one line per problem; 1 for anything else.
"""

from importlib.util import find_spec
from typing import IO, Any

import click

import appraise_gec
from appraise_gec import library
from appraise_gec.library.files import one_line
from rankings.formats.records import FormatError

COMMANDS = tuple(name.replace("_", "-") for name in library.COMMANDS)


class InputError(click.ClickException):
    """The call or an input is wrong. Every line of the message names the place and what was expected."""

    exit_code = 2

    @classmethod
    def of(cls, error: FormatError) -> "InputError":
        """The fatal problems of an error, or all of them if none is fatal, one line each."""
        fatal = [problem for problem in error.problems if problem.fatal] or error.problems
        return cls("\n".join(one_line(problem) for problem in fatal))

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the lines as they are, so that they begin with the file, as compilers write them."""
        click.echo(self.message, file=file, err=file is None)


class Commands(click.Group):
    """Makes a command only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, "serve"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "serve":
            return serve
        if cmd_name not in COMMANDS:
            return None
        from appraise_gec.cli.making import command_of

        return command_of(cmd_name, library.named(cmd_name.replace("-", "_")))

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except FormatError as error:
            raise InputError.of(error) from error
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            raise _one_line(error) from error


def _one_line(error: click.UsageError) -> InputError:
    """A wrong call as one line, like a wrong file: where, what is wrong, and where to find help."""
    call = error.ctx.command_path if error.ctx else "appraise-gec"
    message = " ".join(error.format_message().split())
    return InputError(f"{call}: {message} See {call} --help.")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(appraise_gec.__version__, prog_name="appraise-gec")
def main() -> None:
    """Find out which grammatical error correction system people prefer.

    Works on files: rankings in any of the known formats, outputs as plain text with one sentence per line.
    """


@click.command(add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def serve(arguments: tuple[str, ...]) -> None:
    """Start the site on this machine, where the extra `site` is installed."""
    if find_spec("django") is None:
        raise click.ClickException('The site is an extra. Install it: pip install "appraise-gec[site]"')
    from appraise_gec.launch.serve import main

    main(arguments, "appraise-gec serve")
