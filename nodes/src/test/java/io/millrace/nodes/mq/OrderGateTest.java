package io.millrace.nodes.mq;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.nodes.mq.OrderGate.OrderedInstance;
import io.millrace.nodes.mq.OrderGate.Ticket;

import org.junit.jupiter.api.Test;

class OrderGateTest {

    /** An instance that was told to stop, so that no wait lasts. */
    private static final OrderedInstance STOPPING = () -> true;

    private static final OrderedInstance RUNNING = () -> false;

    private final OrderGate gate = new OrderGate(false);

    private static QueueMessage message(int id, String user) {
        byte[] msgId = new byte[24];
        msgId[0] = (byte) id;
        return new QueueMessage(
                new Mqmd().msgId(Bytes.of(msgId)).userIdentifier(user), Bytes.EMPTY);
    }

    private Ticket receive(int id, String user) {
        assertThat(gate.enter(RUNNING, 0)).isTrue();
        return gate.received(message(id, user));
    }

    @Test
    void onlyOneInstanceReceivesAtATime() {
        assertThat(gate.enter(RUNNING, 0)).isTrue();
        assertThat(gate.enter(RUNNING, 0)).isFalse();
        gate.received(null);
        assertThat(gate.enter(RUNNING, 0)).isTrue();
    }

    @Test
    void messagesOfOtherUsersDoNotWait() {
        receive(1, "anna");
        assertThat(gate.await(receive(2, "bert"), RUNNING)).isTrue();
    }

    @Test
    void aMessageThatIsRolledBackComesBeforeThoseThatWait() {
        Ticket first = receive(1, "anna");
        Ticket second = receive(2, "anna");
        gate.ended(first, true);
        assertThat(gate.await(second, STOPPING)).as("the second must not overtake").isFalse();
        Ticket again = receive(1, "anna");
        assertThat(gate.await(again, RUNNING)).isTrue();
        gate.ended(again, false);
        assertThat(gate.await(second, RUNNING)).isTrue();
    }

    @Test
    void aMessageMayBeReceivedAgainBeforeItsEndIsTold() {
        Ticket first = receive(1, "anna");
        Ticket second = receive(2, "anna");
        Ticket again = receive(1, "anna");
        gate.ended(first, true);
        assertThat(gate.await(again, RUNNING)).isTrue();
        gate.ended(again, false);
        assertThat(gate.await(second, RUNNING)).isTrue();
    }

    @Test
    void nobodyWaitsForAMessageThatIsGone() {
        Ticket first = receive(1, "anna");
        Ticket second = receive(2, "anna");
        gate.ended(first, true);
        gate.nothingReturns();
        assertThat(gate.await(second, RUNNING)).isTrue();
        gate.ended(second, true);
        receive(3, "anna");
    }

    @Test
    void aLaterMessageShowsThatTheOneBeforeIsGone() {
        Ticket first = receive(1, "anna");
        Ticket second = receive(2, "anna");
        gate.ended(first, true);
        receive(3, "anna");
        assertThat(gate.await(second, RUNNING)).isTrue();
    }

    @Test
    void withOrderForAllNobodyReceivesWhileAMessageIsUnderWay() {
        OrderGate all = new OrderGate(true);
        assertThat(all.enter(RUNNING, 0)).isTrue();
        Ticket ticket = all.received(message(1, "anna"));
        assertThat(all.enter(RUNNING, 0)).isFalse();
        all.ended(ticket, false);
        assertThat(all.enter(RUNNING, 0)).isTrue();
    }
}
