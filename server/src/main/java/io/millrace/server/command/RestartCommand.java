package io.millrace.server.command;

import picocli.CommandLine.Command;

/** The command {@code millrace restart}. */
@Command(
        name = "restart",
        description = "Stops and starts flows of an application or execution group.",
        footer =
                "\n"
                        + "Examples:  ./millrace restart orders\n"
                        + "           ./millrace restart --group default")
final class RestartCommand extends FlowStateCommand {

    @Override
    String action() {
        return "restart";
    }
}
