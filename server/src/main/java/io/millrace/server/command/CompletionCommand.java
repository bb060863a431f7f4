package io.millrace.server.command;

import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** The command {@code millrace completion}. */
@Command(
        name = "completion",
        description = "Prints a script for bash or zsh that completes commands and options.",
        footer = "\nExample:  source <(./millrace completion)")
final class CompletionCommand extends ConsoleCommand {

    @Override
    public Integer call() {
        console.out().print(AutoComplete.bash("millrace", root()));
        console.out().flush();
        return ExitCode.OK;
    }
}
