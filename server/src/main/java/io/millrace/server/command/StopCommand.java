package io.millrace.server.command;

import picocli.CommandLine.Command;

/** The command {@code millrace stop}. */
@Command(
        name = "stop",
        description = {
            """
            Stops flows of an application or execution group when their messages in progress \
            have ended.\
            """,
            """
            They stay stopped when the application is deployed again or the server is \
            restarted.\
            """
        },
        footer = "\nExamples:  ./millrace stop orders\n           ./millrace stop --group default")
final class StopCommand extends FlowStateCommand {

    @Override
    String action() {
        return "stop";
    }
}
