package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.testing.JavaProcess;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A timer of a TimeoutControl node whose process is killed before the timer is due. */
@Timeout(300)
class KilledTimersTest {

    private static final Duration LONG = Duration.ofMinutes(4);

    private static final Application REMINDERS =
            Application.of(
                    "reminders",
                    Map.of(
                            "remind.flow.yaml",
                            """
                            flow: remind
                            nodes:
                              in:      {type: MQInput, queue: ORDERS, domain: JSON}
                              request: {type: Compute, module: Request, computeMode: destinationAndMessage}
                              set:     {type: TimeoutControl, uniqueIdentifier: REMIND}
                              done:    {type: MQOutput, queue: ACCEPTED}
                              timer:   {type: TimeoutNotification, uniqueIdentifier: REMIND, operationMode: controlled, domain: JSON}
                              out:     {type: MQOutput, queue: REMINDERS}
                            connections:
                              in.out: request
                              request.out: set
                              set.out: done
                              timer.out: out
                            """,
                            "request.esql",
                            """
                            CREATE COMPUTE MODULE Request
                              CREATE FUNCTION Main() RETURNS BOOLEAN
                              BEGIN
                                DECLARE due TIMESTAMP CURRENT_TIMESTAMP + INTERVAL '3' SECOND;
                                SET OutputRoot = InputRoot;
                                SET OutputLocalEnvironment.TimeoutRequest.Action = 'SET';
                                SET OutputLocalEnvironment.TimeoutRequest.Identifier = InputRoot.JSON.Data.id;
                                SET OutputLocalEnvironment.TimeoutRequest.StartDate = CAST(due AS DATE);
                                SET OutputLocalEnvironment.TimeoutRequest.StartTime = CAST(due AS TIME);
                                SET OutputLocalEnvironment.TimeoutRequest.IgnoreMissed = FALSE;
                                RETURN TRUE;
                              END;
                            END MODULE;
                            """));

    @TempDir Path home;

    @Test
    void aTimerIsPropagatedOnceAfterTheNextStart() throws Exception {
        runAndKill();
        try (Broker broker = Broker.builder().home(home).start()) {
            assertThat(broker.browse("ACCEPTED", 2)).hasSize(1);
            broker.deploy(REMINDERS);
            assertThat(
                            broker.get("REMINDERS", LONG)
                                    .map(m -> m.body().text(StandardCharsets.UTF_8)))
                    .contains("{\"id\":\"A\"}");
            awaitIdle(broker);
            assertThat(broker.get("REMINDERS", Duration.ZERO)).isEmpty();
        }
        try (Broker broker = Broker.builder().home(home).start()) {
            broker.deploy(REMINDERS);
            awaitIdle(broker);
            assertThat(broker.get("REMINDERS", Duration.ZERO)).as("after a restart").isEmpty();
        }
    }

    private static void awaitIdle(Broker broker) {
        while (!broker.awaitIdle(Duration.ofMillis(100))) {
            // Until the units of all events that are due have ended.
        }
    }

    /** Runs a process that sets the timer, and kills it. */
    private void runAndKill() throws IOException, InterruptedException {
        Process process =
                JavaProcess.of(
                                KilledTimersTest.class,
                                List.of("-Dlogback.configurationFile=logback.xml"),
                                home.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).isEqualTo("set");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** The process. It prints a line when the unit that sets the timer has been committed. */
    public static void main(String[] arguments) throws InterruptedException {
        try (Broker broker = Broker.builder().home(Path.of(arguments[0])).start()) {
            broker.deploy(REMINDERS);
            broker.put("ORDERS", "{\"id\":\"A\"}");
            while (broker.browse("ACCEPTED", 1).isEmpty()) {
                Thread.onSpinWait();
            }
            System.out.println("set");
            Thread.currentThread().join();
        }
    }
}
