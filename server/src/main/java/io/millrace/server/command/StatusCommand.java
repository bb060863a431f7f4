package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Heap;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.Broker;
import io.millrace.flows.MemoryUse;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code millrace status}. */
@Command(
        name = "status",
        description =
                "Shows the memory of a running broker: the use of heap, messages and SHARED "
                        + "variables, with owners and limits.",
        footer = "\nExample:  ./millrace status --home .millrace")
public final class StatusCommand extends ConsoleCommand {

    @Mixin private HomeFolder home;

    @Override
    public Integer call() {
        try (QueueStore store = home.attach(console).orElseThrow(this::notRunning)) {
            Table table = new Table("memory", "used", "limit");
            for (MemoryUse use : Broker.memory(store).orElseThrow(this::notRunning)) {
                table.row(
                        use.owner(),
                        Heap.megabytes(use.usedBytes()),
                        Heap.megabytes(use.maximumBytes()));
            }
            table.print(console);
        }
        return ExitCode.OK;
    }

    private MillraceException notRunning() {
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN,
                "no broker runs on "
                        + home.path()
                        + "; start one with ./millrace run APP --home "
                        + home.path());
    }
}
