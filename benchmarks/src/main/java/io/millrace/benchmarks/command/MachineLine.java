package io.millrace.benchmarks.command;

import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.server.console.Console;

import java.util.Locale;

/** The end of a table: on what was measured, with which versions, and how to do it again. */
final class MachineLine {

    private MachineLine() {}

    static void print(RunResult result, Console console) {
        Machine machine = result.machine();
        console.out()
                .printf(
                        Locale.ROOT,
                        "%s, %d cores, %s, forced write %.0f us; journal %s; Millrace %s (%s), Java"
                                + " %s; %.0f s%n",
                        machine.cpu(),
                        machine.cores(),
                        machine.fileSystem(),
                        machine.forcedWriteMicros(),
                        machine.journal(),
                        result.software().millrace(),
                        result.software().commit(),
                        result.software().java(),
                        result.seconds());
        String again = "again: ./millrace bench " + result.command() + " " + result.arguments();
        console.out().println(again.strip());
    }
}
