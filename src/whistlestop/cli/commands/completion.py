"""`whistlestop completion`: the script that lets a shell complete commands, options and names.

The shell runs it on the tab key, and it asks this program. Nothing else of a shell is touched.
"""

from __future__ import annotations

import click

from whistlestop.cli.help import Explained

SHELLS = ("bash", "zsh", "fish")

# bash breaks words at colons, and names such as usa:mega have one: they are put together again to
# be asked about, and of the answers only what follows the colon may be given to bash.
BASH = r"""%(complete_func)s() {
    local IFS=$'\n' words=() word glue= before= line
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ $glue || $word == : ]] && ((${#words[@]})); then words[-1]+=$word
        else words+=("$word"); fi
        [[ $word == *: ]] && glue=1 || glue=
    done
    word=${words[-1]}
    [[ $COMP_WORDBREAKS == *:* && $word == *:* ]] && before=${word%%:*}:
    COMPREPLY=()
    for line in $(env COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1)) \
        %(complete_var)s=bash_complete "$1"); do
        case $line in
            plain,*) line=${line#plain,}; COMPREPLY+=("${line#"$before"}") ;;
            dir,*) compopt -o dirnames ;;
            file,*) compopt -o default ;;
        esac
    done
    # A parameter waits for its value, so no space follows.
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


@click.command("completion", cls=Explained)
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print what makes a SHELL complete whistlestop's commands with the tab key.

    Commands, options, boards, bots and files are completed. Put what is printed where your shell
    reads it when it starts, and open a new one.

        whistlestop completion bash >> ~/.bashrc
        whistlestop completion zsh >> ~/.zshrc
        whistlestop completion fish > ~/.config/fish/completions/whistlestop.fish
    """
    from click.shell_completion import get_completion_class

    from whistlestop.cli.main import command_line

    made = get_completion_class(shell)
    assert made is not None, shell
    writer = made(command_line, {}, "whistlestop", "_WHISTLESTOP_COMPLETE")
    script = BASH % writer.source_vars() if shell == "bash" else writer.source()
    click.echo(script)
