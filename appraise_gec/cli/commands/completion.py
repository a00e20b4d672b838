"""`appraise-gec completion`: what a shell reads to complete commands and options."""

import click
from click.shell_completion import get_completion_class

PROGRAM = "appraise-gec"
VARIABLE = "_APPRAISE_GEC_COMPLETE"  # as click derives it from the name of the program


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, *, shell: str) -> None:
    """Print what a shell reads to complete commands and options.

    The shell asks the program for what fits whenever the Tab key is pressed.
    """
    made = get_completion_class(shell)
    if made is None:
        raise click.UsageError(f"This version of click knows no completion for {shell}.")
    click.echo(made(ctx.find_root().command, {}, PROGRAM, VARIABLE).source())
