package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Heap;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerStatus;
import io.millrace.flows.LongProgram;
import io.millrace.flows.MemoryUse;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.util.List;

/** The command {@code millrace status}. */
@Command(
        name = "status",
        description =
                "Shows the memory of a running broker (the use of heap, messages and SHARED "
                        + "variables, with owners and limits), and ESQL programs that have run "
                        + "for more than a minute.",
        footer = "\nExample:  ./millrace status --home .millrace")
public final class StatusCommand extends ConsoleCommand {

    @Mixin private HomeFolder home;

    @Override
    public Integer call() {
        try (QueueStore store = home.attach(console).orElseThrow(this::notRunning)) {
            Table table = new Table("memory", "used", "limit");
            BrokerStatus status = Broker.status(store).orElseThrow(this::notRunning);
            for (MemoryUse use : status.memory()) {
                table.row(
                        use.owner(),
                        Heap.megabytes(use.usedBytes()),
                        Heap.megabytes(use.maximumBytes()));
            }
            table.print(console);
            if (!status.programs().isEmpty()) {
                console.println("");
                programs(status.programs()).print(console);
            }
        }
        return ExitCode.OK;
    }

    private static Table programs(List<LongProgram> programs) {
        Table table = new Table("ESQL running for a long time", "instance", "seconds", "statement");
        for (LongProgram p : programs) {
            table.row(p.node(), p.instance(), "%.1f".formatted(p.ownMillis() / 1e3), p.statement());
        }
        return table;
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
