package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.runtime.BrokerServices;
import io.millrace.engine.runtime.FlowInstance;
import io.millrace.engine.runtime.Outcome;
import io.millrace.engine.runtime.Outcome.Result;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** TimeoutControl and TimeoutNotification, with a clock that the tests set. */
class TimerTest {

    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");
    private static final String LOCAL = "2026-11-22";

    /** A clock in Rome, one hour before UTC. */
    private static final class TestClock extends Clock {
        private volatile Instant now = NOON;

        @Override
        public ZoneId getZone() {
            return ZoneId.of("Europe/Rome");
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private final TestClock clock = new TestClock();
    private final FlowRun run = new FlowRun();
    private final List<FlowInstance> open = new ArrayList<>();

    /** Fields of the timeout request that the next message has, each as {@code name=value}. */
    private List<String> request = List.of();

    /** Error that the path after the events throws; null for none. */
    private RuntimeException failure;

    /** Work of another instance while the next event is processed; null for none. */
    private Runnable beside;

    private BrokerServices services;

    /** A flow that stores messages of IN, and a node that receives the events. */
    private void make(String... notification) {
        run.clock = clock;
        run.node("in", "MQInput", "queue=IN")
                .testIn("ask", (context, message) -> ask(message))
                .node("control", "TimeoutControl", "uniqueIdentifier=T")
                .node("stored", "MQOutput", "queue=OUT")
                .node("refused", "MQOutput", "queue=OTHER")
                .node(
                        "timer",
                        "TimeoutNotification",
                        Stream.concat(Stream.of("uniqueIdentifier=T"), Stream.of(notification))
                                .toArray(String[]::new))
                .test(
                        "work",
                        message -> {
                            if (failure != null) {
                                throw failure;
                            }
                            Runnable other = beside;
                            beside = null;
                            if (other != null) {
                                other.run();
                            }
                        })
                .sink("events")
                .connect(
                        "in.out -> ask",
                        "ask.out -> control",
                        "control.out -> stored",
                        "control.failure -> refused",
                        "timer.out -> work",
                        "work.out -> events");
        services = run.services();
    }

    private void ask(MessageAssembly message) {
        if (request.isEmpty()) {
            return;
        }
        Element folder = message.localEnvironment().add("TimeoutRequest");
        for (String field : request) {
            String[] parts = field.split("=", 2);
            folder.add(parts[0], parts[1]);
        }
    }

    private FlowInstance instance(String input) {
        FlowInstance instance = FlowInstance.open(run.compiled(), input, "default", services);
        open.add(instance);
        return instance;
    }

    @AfterEach
    void close() {
        open.forEach(FlowInstance::close);
        run.close();
    }

    private Outcome send(String text, String... fields) {
        request = List.of(fields);
        run.put("IN", FlowRun.message(text, new Mqmd().msgId(FlowRun.id(7)).persistence(1)));
        try (FlowInstance instance = FlowInstance.open(run.compiled(), "in", "default", services)) {
            return instance.runOnce(0);
        }
    }

    private void set(String identifier, String... fields) {
        Outcome outcome =
                send(
                        identifier,
                        Stream.concat(
                                        Stream.of("Action=SET", "Identifier=" + identifier),
                                        Stream.of(fields))
                                .toArray(String[]::new));
        assertThat(outcome.result()).isEqualTo(Result.DONE);
        assertThat(run.texts("OTHER")).isEmpty();
    }

    private void at(String time) {
        clock.now = Instant.parse(LOCAL + "T" + time + "Z");
    }

    /** Lets an instance receive until nothing is due; returns bodies or, without one, times. */
    private List<String> events(FlowInstance timer) {
        run.seen.clear();
        int idle = 0;
        while (idle < 3) {
            idle = timer.runOnce(0).result() == Result.NOTHING ? idle + 1 : 0;
        }
        return run.seen.stream().map(TimerTest::name).toList();
    }

    private static String name(MessageAssembly event) {
        return event.body() == null
                ? event.localEnvironment().at("TimeoutRequest", "StartTime").text()
                : FlowRun.body(event);
    }

    @Test
    void aStoredMessageIsPropagatedWhenItIsDue() {
        make("operationMode=controlled");
        FlowInstance timer = instance("timer");
        set("A", "StartDate=2026-11-22", "StartTime=13:00:30");
        assertThat(run.texts("OUT")).containsExactly("A");
        assertThat(events(timer)).isEmpty();
        at("12:00:30");
        assertThat(events(timer)).containsExactly("A");
        MessageAssembly event = run.seen.getFirst();
        assertThat(event.root().at("MQMD", "MsgId").text()).isEqualTo("07".repeat(24));
        Element folder = event.localEnvironment().child("TimeoutRequest");
        assertThat(
                        Stream.of(
                                        "Action",
                                        "Identifier",
                                        "StartDate",
                                        "StartTime",
                                        "Interval",
                                        "Count",
                                        "IgnoreMissed",
                                        "AllowOverwrite")
                                .map(folder::textOf))
                .containsExactly(
                        "SET", "A", "2026-11-22", "13:00:30.000", "0", "1", "true", "true");
        assertThat(events(timer)).isEmpty();
    }

    @Test
    void anIntervalAndACountRepeatTheMessage() {
        make("operationMode=controlled");
        FlowInstance timer = instance("timer");
        set("three", "Interval=10", "Count=3");
        set("always", "StartTime=13:00:05", "Interval=10", "Count=-1");
        List<String> all = new ArrayList<>();
        for (int second = 0; second < 40; second += 5) {
            clock.now = NOON.plusSeconds(second);
            all.addAll(events(timer));
        }
        assertThat(all)
                .containsExactly("three", "always", "three", "always", "three", "always", "always");
    }

    @Test
    void aRequestIsCanceledOrReplacedByItsIdentifier() {
        make("operationMode=controlled");
        FlowInstance timer = instance("timer");
        set("A", "StartTime=13:01:00");
        set("A", "StartTime=13:02:00", "AllowOverwrite=FALSE");
        set("B", "StartTime=13:02:00");
        assertThat(send("x", "Action=CANCEL", "Identifier=B").result()).isEqualTo(Result.DONE);
        assertThat(send("x", "Action=CANCEL", "Identifier=unknown").result())
                .isEqualTo(Result.DONE);
        send("A again", "Action=SET", "Identifier=A");
        assertThat(run.texts("OTHER")).containsExactly("A again");
        at("12:01:00");
        assertThat(events(timer)).isEmpty();
        at("12:02:00");
        assertThat(events(timer)).containsExactly("A");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Identifier=A | Action must be SET or CANCEL (found no value)
                    Action=STOP Identifier=A | Action must be SET or CANCEL (found 'STOP')
                    Action=SET | Identifier must be a text that identifies the request (found no value)
                    Action=CANCEL | Identifier must be a text that identifies the request (found no value)
                    Action=SET Identifier=A StartDate=22.11.2026 | StartDate must be TODAY or a date in the form yyyy-mm-dd (found '22.11.2026')
                    Action=SET Identifier=A StartDate=2026-02-30 | StartDate must be TODAY or a date in the form yyyy-mm-dd (found '2026-02-30')
                    Action=SET Identifier=A StartTime=25:00:00 | StartTime must be NOW or a time in the form hh:mm:ss (found '25:00:00')
                    Action=SET Identifier=A StartTime=12:54:59 | StartDate and StartTime must not be more than 5 minutes in the past (found 2026-11-22T12:54:59; the time of the broker is 2026-11-22T13:00)
                    Action=SET Identifier=A Interval=-1 | Interval must be an integer, 0 or more (found '-1')
                    Action=SET Identifier=A Count=0 | Count must be 1 or more, or -1 (found '0')
                    Action=SET Identifier=A Count=many | Count must be an integer, 1 or more, or -1 (found 'many')
                    Action=SET Identifier=A Count=2 | Interval must be 1 or more if Count is not 1 (found 0)
                    Action=SET Identifier=A IgnoreMissed=no | IgnoreMissed must be TRUE or FALSE (found 'no')
                    """)
    void anInvalidRequestFails(String fields, String problem) {
        make("operationMode=controlled");
        Outcome outcome = send("bad", fields.split(" "));
        assertThat(run.texts("OTHER")).containsExactly("bad");
        assertThat(run.texts("OUT")).isEmpty();
        assertThat(outcome.result()).isEqualTo(Result.DONE);
        clock.now = NOON.plusSeconds(100_000);
        assertThat(events(instance("timer"))).isEmpty();
        assertThat(problemOf(fields.split(" ")))
                .isEqualTo(
                        "the timeout request at InputLocalEnvironment.TimeoutRequest is invalid: "
                                + problem);
    }

    /** Runs a request in a flow without the failure terminal, and returns its error. */
    private static String problemOf(String... fields) {
        TimerTest plain = new TimerTest();
        plain.run.clock = plain.clock;
        plain.run
                .node("in", "MQInput", "queue=IN")
                .testIn("ask", (context, message) -> plain.ask(message))
                .node("control", "TimeoutControl", "uniqueIdentifier=T")
                .connect("in.out -> ask", "ask.out -> control");
        plain.services = plain.run.services();
        MillraceException failure = plain.send("bad", fields).failure().root();
        assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT_REQUEST);
        return failure.getMessage();
    }

    @Test
    void aMessageWithoutARequestFails() {
        assertThat(problemOf())
                .startsWith(
                        "the message has no timeout request:"
                                + " InputLocalEnvironment.TimeoutRequest does not exist; ");
    }

    @Test
    void aDelayedRequestIsDueImmediately() {
        make("operationMode=controlled");
        set("late", "StartTime=12:56:00");
        assertThat(events(instance("timer"))).containsExactly("late");
    }

    @Test
    void missedEventsAreIgnoredOrProcessedAfterTheStart() {
        make("operationMode=controlled");
        set("once", "StartTime=13:00:10");
        set("ignored", "StartTime=13:00:10", "Interval=60", "Count=4");
        set("kept", "StartTime=13:00:20", "Interval=60", "Count=4", "IgnoreMissed=FALSE");
        at("12:02:30");
        FlowInstance timer = instance("timer");
        assertThat(events(timer)).containsExactly("kept", "kept", "kept");
        at("12:03:10");
        assertThat(events(timer)).containsExactly("ignored");
        at("12:03:20");
        assertThat(events(timer)).containsExactly("kept");
        at("13:00:00");
        assertThat(events(timer)).isEmpty();
    }

    @Test
    void aShortStopMissesNothing() {
        make("operationMode=controlled");
        set("once", "StartTime=13:00:10");
        at("12:00:20");
        assertThat(events(instance("timer"))).containsExactly("once");
    }

    @Test
    void anEventIsProcessedAgainAfterARollback() {
        make("operationMode=controlled");
        FlowInstance timer = instance("timer");
        set("A");
        failure = new IllegalStateException("not now");
        assertThat(timer.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
        at("12:00:01");
        assertThat(timer.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
        at("12:00:02");
        failure = null;
        assertThat(events(timer)).containsExactly("A");
        assertThat(events(timer)).isEmpty();
    }

    @Test
    void anEventThatFailsDoesNotDelayOthers() {
        make("operationMode=controlled");
        FlowInstance timer = instance("timer");
        set("A");
        set("B");
        failure = new IllegalStateException("not now");
        assertThat(timer.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
        failure = null;
        assertThat(events(timer)).containsExactly("B");
        set("C");
        assertThat(events(timer)).containsExactly("C");
        at("12:00:01");
        assertThat(events(timer)).containsExactly("A");
    }

    @Test
    void aTemporaryFailureDelaysAllEvents() {
        make("operationMode=controlled");
        FlowInstance timer = instance("timer");
        set("A");
        set("B");
        failure = new MillraceException(ErrorCode.QUEUE_FULL, "not now");
        assertThat(timer.runOnce(0).result()).isEqualTo(Result.ROLLED_BACK);
        failure = null;
        assertThat(events(timer)).containsExactly("A", "B");
    }

    @Test
    void anEventOutsideTheUnitIsNotProcessedAgain() {
        make("operationMode=controlled", "transactionMode=no");
        FlowInstance timer = instance("timer");
        set("A");
        failure = new IllegalStateException("not now");
        assertThat(timer.runOnce(0).result()).isEqualTo(Result.LOST);
        failure = null;
        assertThat(events(timer)).isEmpty();
    }

    @Test
    void anEventIsReceivedByOneInstance() {
        make("operationMode=controlled");
        FlowInstance other = instance("timer");
        FlowInstance timer = instance("timer");
        set("A");
        set("B");
        beside = () -> other.runOnce(0);
        timer.runOnce(0);
        assertThat(run.seen.stream().map(TimerTest::name)).containsExactly("B", "A");
        assertThat(events(timer)).isEmpty();
    }

    @Test
    void anAutomaticTimerHasARhythmThatSurvivesRestartsAndSkipsMissedEvents() {
        make("timeoutInterval=10");
        FlowInstance timer = instance("timer");
        FlowInstance other = instance("timer");
        assertThat(events(timer)).containsExactly("13:00:00.000");
        assertThat(events(other)).isEmpty();
        assertThat(run.seen).isEmpty();
        at("12:00:09");
        assertThat(events(timer)).isEmpty();
        at("12:00:10");
        assertThat(events(other)).containsExactly("13:00:10.000");
        assertThat(run.seen.getFirst().root().size()).as("only Properties").isOne();
        at("12:00:41");
        assertThat(events(timer)).as("busy").containsExactly("13:00:20.000");
        timer.close();
        other.close();
        at("12:10:01");
        FlowInstance next = instance("timer");
        assertThat(events(next)).isEmpty();
        at("12:10:10");
        assertThat(events(next)).containsExactly("13:10:10.000");
    }

    @Test
    void aChangedIntervalReplacesTheTimer() {
        make("timeoutInterval=10");
        assertThat(events(instance("timer"))).hasSize(1);
        TimerTest changed = new TimerTest();
        changed.make("timeoutInterval=60");
        changed.services = services;
        changed.clock.now = NOON.plusSeconds(5);
        at("12:00:05");
        FlowInstance timer = changed.instance("timer");
        assertThat(changed.events(timer)).isEmpty();
        at("12:00:10");
        assertThat(changed.events(timer)).isEmpty();
        at("12:01:05");
        assertThat(changed.events(timer)).containsExactly("13:01:05.000");
        changed.close();
    }
}
