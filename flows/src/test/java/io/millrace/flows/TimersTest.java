package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ProblemsException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Timers in running applications. */
@Timeout(300)
class TimersTest {

    private static final Duration LONG = Duration.ofMinutes(4);

    private static final String REMIND =
            """
            flow: remind
            nodes:
              in:      {type: MQInput, queue: ORDERS, domain: JSON}
              request: {type: Compute, module: Request, computeMode: destinationAndMessage}
              set:     {type: TimeoutControl, uniqueIdentifier: REMIND}
            connections:
              in.out: request
              request.out: set
            """;

    private static final String REMINDED =
            """
            flow: reminded
            nodes:
              timer: {type: TimeoutNotification, uniqueIdentifier: REMIND, operationMode: controlled}
              out:   {type: MQOutput, queue: REMINDED}
            connections:
              timer.out: out
            """;

    private static final String REQUEST =
            """
            CREATE COMPUTE MODULE Request
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                SET OutputLocalEnvironment.TimeoutRequest.Action = 'SET';
                SET OutputLocalEnvironment.TimeoutRequest.Identifier = InputRoot.JSON.Data.id;
                SET OutputLocalEnvironment.TimeoutRequest.StartDate = CURRENT_DATE;
                SET OutputLocalEnvironment.TimeoutRequest.StartTime = CURRENT_TIME;
                SET OutputLocalEnvironment.TimeoutRequest.IgnoreMissed = TRUE;
                SET OutputRoot.JSON.Data.reminder = TRUE;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private final Broker broker = Broker.builder().memory().start();

    @AfterEach
    void stop() {
        broker.close();
    }

    private void deploy(String remind, String reminded) {
        broker.deploy(
                Application.of(
                        "orders",
                        Map.of(
                                "remind.flow.yaml",
                                remind,
                                "reminded.flow.yaml",
                                reminded,
                                "request.esql",
                                REQUEST)));
    }

    private String next(String queue) {
        return broker.get(queue, LONG).orElseThrow().body().text(StandardCharsets.UTF_8);
    }

    @Test
    void aFlowStoresAMessageThatAnotherFlowReceivesWithItsDomain() {
        deploy(
                REMIND,
                REMINDED.replace("timer.out: out", "timer.out: check\n  check.true: out")
                        .replace(
                                "  out: ",
                                "  check: {type: Filter, expression: \"Root.JSON.Data.reminder ="
                                        + " TRUE AND LocalEnvironment.TimeoutRequest.Identifier ="
                                        + " '7'\"}\n  out: "));
        broker.put("ORDERS", "{\"id\":7}");
        assertThat(next("REMINDED")).isEqualTo("{\"id\":7,\"reminder\":true}");
    }

    @Test
    void anAutomaticTimerStartsAFlow() {
        broker.deploy(
                Application.of(
                        "ticks",
                        Map.of(
                                "tick.flow.yaml",
                                """
                                flow: tick
                                nodes:
                                  timer: {type: TimeoutNotification, uniqueIdentifier: TICK}
                                  make:  {type: Compute, module: Make}
                                  out:   {type: MQOutput, queue: TICKS}
                                connections:
                                  timer.out: make
                                  make.out: out
                                """,
                                "make.esql",
                                """
                                CREATE COMPUTE MODULE Make
                                  CREATE FUNCTION Main() RETURNS BOOLEAN
                                  BEGIN
                                    SET OutputRoot.JSON.Data.timer =
                                        InputLocalEnvironment.TimeoutRequest.Identifier;
                                    RETURN TRUE;
                                  END;
                                END MODULE;
                                """)));
        assertThat(next("TICKS")).isEqualTo("{\"timer\":\"TICK\"}");
        assertThat(next("TICKS")).isEqualTo("{\"timer\":\"TICK\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    set | uniqueIdentifier: REMIND | uniqueIdentifier: REMID | the application has no TimeoutNotification node with the uniqueIdentifier REMID
                    timer | operationMode: controlled | operationMode: automatic | must have operationMode controlled (found automatic)
                    timer | REMINDED} | REMINDED}, again: {type: TimeoutNotification, uniqueIdentifier: REMIND} | the uniqueIdentifier REMIND is also used in
                    set | REMIND} | REMIND, requestLocation: 'InputRoot.JSON.Data[1]'} | requestLocation must be a field reference without types and indexes (found 'InputRoot.JSON.Data[1]')
                    set | REMIND} | REMIND, requestLocation: Output.Request} | requestLocation must be a field reference without types and indexes (found 'Output.Request')
                    timer | controlled} | controlled, timeoutInterval: 0} | timeoutInterval must be an integer from 1 to 315360000 (found '0')
                    """)
    void aMistakeIsReportedByTheCheck(String node, String from, String to, String problem) {
        boolean inRemind = node.equals("set");
        String remind = inRemind ? REMIND.replace(from, to) : REMIND;
        String reminded = inRemind ? REMINDED : twoLines(REMINDED.replace(from, to));
        assertThatThrownBy(() -> deploy(remind, reminded))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining(problem);
    }

    private static String twoLines(String flow) {
        return flow.replace("}, again: ", "}\n  again: ")
                .replace(
                        "timer.out: out",
                        "timer.out: out" + (flow.contains("again") ? "\n  again.out: out" : ""));
    }
}
