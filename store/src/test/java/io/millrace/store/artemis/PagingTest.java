package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Queues that hold more than the heap. */
class PagingTest {

    private static final long LONG = 60_000;
    private static final int MESSAGES = Integer.getInteger("millrace.paged", 60_000);
    private static final String HEAP = System.getProperty("millrace.heap", "64m");
    private static final int BYTES = 100;
    private static final int UNIT = 1_000;

    @TempDir Path home;

    @Test
    void aQueueHoldsMoreMessagesThanTheHeapThroughARestartAndInOrder() throws Exception {
        long begin = System.nanoTime();
        try (BrokerProcess broker = BrokerProcess.start(home, HEAP);
                JMSContext jms = broker.amqp().createContext()) {
            Queue queue = jms.createQueue(BrokerProcess.QUEUE);
            JMSProducer producer = jms.createProducer();
            for (int i = 0; i < MESSAGES; i++) {
                producer.send(queue, ByteBuffer.allocate(BYTES).putInt(i).array());
            }
        }
        begin = lap("written", begin);
        try (BrokerProcess broker = BrokerProcess.start(home, HEAP);
                JMSContext jms = broker.amqp().createContext(JMSContext.SESSION_TRANSACTED)) {
            begin = lap("restarted", begin);
            JMSConsumer consumer = jms.createConsumer(jms.createQueue(BrokerProcess.QUEUE));
            for (int i = 0; i < MESSAGES; i++) {
                BytesMessage message = (BytesMessage) consumer.receive(LONG);
                assertThat(message).as("message " + i).isNotNull();
                assertThat(message.readInt()).isEqualTo(i);
                if (i % UNIT == UNIT - 1) {
                    jms.commit();
                }
            }
            jms.commit();
            lap("read", begin);
            assertThat(broker.isAlive()).isTrue();
        }
    }

    private static long lap(String what, long begin) {
        long end = System.nanoTime();
        System.out.println(what + " " + (end - begin) / 1_000_000 + " ms");
        return end;
    }
}
