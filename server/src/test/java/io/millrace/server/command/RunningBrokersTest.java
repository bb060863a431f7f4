package io.millrace.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.queue.Acceptor;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerBuilder;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class RunningBrokersTest {

    @TempDir Path folder;
    private Path first;
    private Path second;

    private record Result(int code, String out, String err) {}

    @BeforeEach
    void useOwnFolder() {
        System.setProperty("millrace.running", folder.resolve("running").toString());
        first = folder.resolve("first").toAbsolutePath();
        second = folder.resolve("second").toAbsolutePath();
    }

    @AfterEach
    void useFolderOfUser() {
        System.clearProperty("millrace.running");
    }

    private static Result queues() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Millrace.run(new Console(out, err, false), "queues");
        return new Result(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void withoutHomeTheOnlyRunningBrokerIsUsed() {
        BrokerBuilder builder =
                Broker.builder().home(first).acceptor(Acceptor.loopback(Acceptor.Protocol.CORE));
        try (Broker _ = builder.start();
                RunningBrokers.Entry _ = RunningBrokers.add(builder.home().orElseThrow())) {
            Result result = queues();
            assertThat(result.out()).contains("SYSTEM.DEAD.LETTER.QUEUE");
            assertThat(result.err()).isEqualTo("broker: " + first + "\n");
        }
        Result ended = queues();
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("the home folder .millrace does not exist");
    }

    @Test
    void withoutHomeSeveralRunningBrokersAreListed() {
        try (RunningBrokers.Entry _ = RunningBrokers.add(first);
                RunningBrokers.Entry _ = RunningBrokers.add(second)) {
            Result result = queues();
            assertThat(result.code()).isEqualTo(2);
            assertThat(result.err())
                    .contains(
                            "--home must be specified: brokers run on "
                                    + first
                                    + ", "
                                    + second
                                    + "\n");
        }
    }

    @Test
    void entriesOfEndedProcessesAreRemoved() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path stale = write(ended.pid() + ".1");
        Path foreign = write("a");
        try (RunningBrokers.Entry _ = RunningBrokers.add(second)) {
            assertThat(RunningBrokers.homes()).isEqualTo(List.of(second));
        }
        assertThat(RunningBrokers.homes()).isEmpty();
        assertThat(stale).doesNotExist();
        assertThat(foreign).doesNotExist();
    }

    private Path write(String name) throws IOException {
        Path running = Files.createDirectories(folder.resolve("running"));
        return Files.writeString(running.resolve(name), first.toString());
    }
}
