package io.millrace.server.command;

import picocli.CommandLine.Command;

/** The command {@code millrace start}. */
@Command(
        name = "start",
        description = "Starts stopped flows of an application or execution group.",
        footer =
                "\nExamples:  ./millrace start orders\n           ./millrace start --group default")
final class StartCommand extends FlowStateCommand {

    @Override
    String action() {
        return "start";
    }
}
