"""The command line appraise-gec: works on files alone, without database, server or settings.

Exit status: 0 for success; 2 for a wrong call or input, with one line per problem; 1 for anything else.
"""

import importlib
import pkgutil

import click

import appraise_gec
from appraise_gec.cli import commands
from appraise_gec.cli.errors import InputError
from appraise_gec.cli.examples import lines_of
from rankings.formats.records import FormatError


class LazyGroup(click.Group):
    """Imports the module of a command only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{commands.__name__}.{cmd_name.replace('-', '_')}")
        command = module.command
        if not isinstance(command, click.Command):
            raise TypeError(f"{module.__name__}.command is not a click command")
        if lines := lines_of(cmd_name):
            # The sign keeps click from joining the lines.
            command.epilog = "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])
        return command

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


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(appraise_gec.__version__, prog_name="appraise-gec")
def main() -> None:
    """Find out which grammatical error correction system people prefer.

    Works on files: rankings in any of the known formats, outputs as plain text with one sentence per line.
    """
