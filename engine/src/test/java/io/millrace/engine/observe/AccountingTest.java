package io.millrace.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.observe.AccountingRecord.Level;
import io.millrace.engine.observe.AccountingRecord.Nodes;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class AccountingTest {

    private static final Level ALL = new Level(Nodes.ADVANCED, true, true);

    private final Accounting accounting = new Accounting();
    private final List<String> passed = new ArrayList<>();
    private final FlowObserver observer =
            accounting.observer(
                    "in/1",
                    new FlowObserver() {
                        @Override
                        public void began(String inputNode, int bytes) {
                            passed.add(inputNode + bytes);
                        }
                    });

    private static MessageAssembly message(String origin) {
        MessageAssembly message = MessageAssembly.of(MessageAssembly.emptyTree("Root"));
        if (!origin.isEmpty()) {
            message.environment().add("Broker").add("Accounting").add("Origin", origin);
        }
        return message;
    }

    private void process(String origin, int bytes) {
        MessageAssembly message = message(origin);
        observer.began("f.in", bytes);
        observer.propagated("f.in", "out", true, message);
        observer.entered("f.set", "in", message);
        observer.propagated("f.set", "out", true, message);
        observer.entered("f.out", "in", message);
        observer.left("f.out", 7, null);
        observer.left("f.set", 5, null);
    }

    private void end(boolean committed) {
        observer.ended("f.in", committed, null);
    }

    @Test
    void nothingIsCollectedUntilItIsStarted() {
        process("", 10);
        end(true);
        assertThat(accounting.take()).isNull();
        assertThat(passed).containsExactly("f.in10");
    }

    @Test
    void theMessagesOfAUnitAreCountedEachForItself() {
        accounting.start(new Level(Nodes.ADVANCED, true, false));
        process("", 10);
        process("", 30);
        end(true);
        end(true);
        AccountingRecord.Origin figures = accounting.take().origins().getFirst();
        AccountingRecord.Figures flow = figures.flow();
        assertThat(flow.messages()).isEqualTo(2);
        assertThat(flow.commits()).isEqualTo(2);
        assertThat(flow.size()).isEqualTo(new AccountingRecord.Range(40, 30, 10));
        assertThat(flow.elapsed().total())
                .isEqualTo(flow.elapsed().max() + flow.elapsed().min())
                .isPositive();
        assertThat(figures.threads()).containsOnlyKeys("in/1").containsValue(flow);
        AccountingRecord.Node set = figures.nodes().get("f.set");
        assertThat(set.invocations()).isEqualTo(2);
        assertThat(set.elapsed()).isEqualTo(new AccountingRecord.Range(10, 5, 5));
        assertThat(set.inputs()).containsEntry("in", 2L);
        assertThat(set.outputs()).containsEntry("out", 2L);
        assertThat(figures.nodes().get("f.in").invocations()).isEqualTo(2);
    }

    @Test
    void anIntervalContainsOnlyWhatHappenedInIt() {
        accounting.start(Level.FLOW);
        process("", 10);
        end(true);
        AccountingRecord first = accounting.take();
        assertThat(accounting.take().origins().getFirst().flow().messages()).isZero();
        process("", 4);
        end(false);
        AccountingRecord third = accounting.take();
        assertThat(third.origins().getFirst().flow().size())
                .isEqualTo(new AccountingRecord.Range(4, 4, 4));
        assertThat(third.origins().getFirst().flow().backouts()).isEqualTo(1);
        assertThat(third.origins().getFirst().nodes()).isEmpty();
        AccountingRecord.Figures both = first.and(third).origins().getFirst().flow();
        assertThat(both.size()).isEqualTo(new AccountingRecord.Range(14, 10, 4));
        assertThat(both.messages()).isEqualTo(2);
    }

    @Test
    void figuresAreGroupedByTheOriginThatTheFlowSets() {
        accounting.start(ALL);
        process("shop", 10);
        process("bank", 20);
        process("shop", 1);
        process("", 5);
        for (int i = 0; i < 4; i++) {
            end(true);
        }
        AccountingRecord record = accounting.take();
        assertThat(record.origins())
                .extracting(o -> o.origin() + " " + o.flow().messages() + " " + o.flow().commits())
                .containsExactly(" 1 1", "bank 1 1", "shop 2 2");
        assertThat(record.origins().getLast().nodes().get("f.set").invocations()).isEqualTo(2);
        AccountingRecord.Origin sum = record.only(Level.FLOW).origins().getFirst();
        assertThat(sum.flow().messages()).isEqualTo(4);
        assertThat(sum.nodes()).isEmpty();
        assertThat(sum.threads()).isEmpty();
    }

    @Test
    void theNumberOfOriginsIsLimited() {
        accounting.start(ALL);
        for (int i = 0; i < 2_000; i++) {
            process("origin " + i, 1);
            end(true);
        }
        AccountingRecord record = accounting.take();
        assertThat(record.origins()).hasSize(1_001);
        assertThat(record.origins().stream().mapToLong(o -> o.flow().messages()).sum())
                .isEqualTo(2_000);
    }

    @Test
    void errorsOfQueuesAreCountedSeparately() {
        accounting.start(Level.FLOW);
        process("", 1);
        observer.left("f.set", 1, new MillraceException(ErrorCode.BAD_VALUE, "x"));
        observer.ended("f.in", false, new MillraceException(ErrorCode.QUEUE_FULL, "full"));
        process("", 1);
        observer.ended("f.in", true, new MillraceException(ErrorCode.BAD_VALUE, "caught"));
        AccountingRecord.Figures flow = accounting.take().origins().getFirst().flow();
        assertThat(flow.queueErrors()).isEqualTo(1);
        assertThat(flow.messagesWithErrors()).isEqualTo(2);
        assertThat(flow.errors()).isEqualTo(1);
    }

    @Test
    void stoppingEndsTheCollection() {
        accounting.start(Level.FLOW);
        process("", 1);
        accounting.stop();
        end(true);
        process("", 1);
        end(true);
        assertThat(accounting.take()).isNull();
        accounting.start(Level.FLOW);
        process("", 1);
        end(true);
        assertThat(accounting.take().origins().getFirst().flow().messages()).isEqualTo(1);
    }
}
