package io.millrace.server;

import io.millrace.server.command.MillraceCommand;
import io.millrace.server.console.Console;

/** The entry point of the command line: {@code ./millrace COMMAND ...}. */
public final class Millrace {

    private Millrace() {}

    public static void main(String[] args) {
        MillraceCommand.exit(args);
    }

    /** Runs a command like {@link #main}, but returns its exit code; for tests. */
    public static int run(Console console, String... args) {
        return MillraceCommand.run(console, args);
    }
}
