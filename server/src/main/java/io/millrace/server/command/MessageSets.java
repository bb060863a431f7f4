package io.millrace.server.command;

import io.millrace.engine.parser.MessageAssembler;
import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;
import io.millrace.flows.Extensions;

import picocli.CommandLine.Option;

import java.nio.file.Path;

/** The option {@code --application} of commands that show messages. */
final class MessageSets {

    @Option(
            names = "--application",
            paramLabel = "APP",
            description =
                    """
                    The folder of an application: its message sets describe the messages, and its \
                    sensitive fields are masked.\
                    """)
    private Path application;

    boolean isGiven() {
        return application != null;
    }

    /**
     * Returns the assembler of the application. Without an application, returns an assembler
     * without message sets.
     */
    MessageAssembler assembler(Extensions extensions) {
        return application == null
                ? MessageFiles.assembler()
                : Application.load(application, ApplicationOptions.DEFAULTS.with(extensions))
                        .assembler();
    }
}
