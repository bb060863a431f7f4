package io.millrace.store.artemis.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.store.artemis.BrokerProcess;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Queues that hold more than the heap. */
class PagingTest {

    private static final long LONG = 60_000;
    private static final int MESSAGES = Integer.getInteger("millrace.paged", 4_000);
    private static final String HEAP = System.getProperty("millrace.heap", "64m");
    private static final int BYTES = 100;
    private static final int UNIT = 1_000;

    /** Messages before those of a selector, more than Artemis reads into memory. */
    private static final int SKIPPED = Integer.getInteger("millrace.skipped", 3_500);

    private static final int WANTED = 150;

    @TempDir Path home;

    @Test
    void queuesHoldMoreThanTheHeapThroughARestartAndInOrder() throws Exception {
        List<String> queues = List.of(BrokerProcess.QUEUE, BrokerProcess.LIMITED);
        try (BrokerProcess broker = BrokerProcess.start(home, HEAP);
                JMSContext jms = broker.amqp().createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSProducer producer = jms.createProducer();
            for (int i = 0; i < MESSAGES; i++) {
                byte[] body = ByteBuffer.allocate(BYTES).putInt(i).array();
                queues.forEach(name -> producer.send(jms.createQueue(name), body));
                if (i % UNIT == UNIT - 1) {
                    jms.commit();
                }
            }
            jms.commit();
        }
        long begun = System.nanoTime();
        try (BrokerProcess broker = BrokerProcess.start(home, HEAP);
                JMSContext jms = broker.amqp().createContext(JMSContext.SESSION_TRANSACTED)) {
            System.err.printf(
                    "%,d messages, started in %,d ms%n",
                    queues.size() * MESSAGES,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
            for (String name : queues) {
                try (JMSConsumer consumer = jms.createConsumer(jms.createQueue(name))) {
                    assertOrder(jms, consumer);
                }
            }
            assertThat(broker.isAlive()).isTrue();
        }
    }

    private static void assertOrder(JMSContext jms, JMSConsumer consumer) throws JMSException {
        for (int i = 0; i < MESSAGES; i++) {
            BytesMessage message = (BytesMessage) consumer.receive(LONG);
            assertThat(message).as("message " + i).isNotNull();
            assertThat(message.readInt()).isEqualTo(i);
            if (i % UNIT == UNIT - 1) {
                jms.commit();
            }
        }
        jms.commit();
    }

    @Test
    void aSelectorFindsItsMessageBehindPagedOnes() throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(home, HEAP);
                JMSContext jms = broker.amqp().createContext()) {
            Queue queue = jms.createQueue(BrokerProcess.QUEUE);
            for (int i = 0; i < SKIPPED; i++) {
                jms.createProducer().send(queue, new byte[BYTES]);
            }
            for (int i = 0; i < WANTED; i++) {
                jms.createProducer().setProperty("kind", "wanted").send(queue, "wanted " + i);
            }
            try (JMSConsumer consumer = jms.createConsumer(queue, "kind = 'wanted'")) {
                for (int i = 0; i < WANTED; i++) {
                    assertThat(consumer.receiveBody(String.class, LONG)).isEqualTo("wanted " + i);
                }
                assertThat(consumer.receive(1)).isNull();
            }
            try (JMSConsumer consumer = jms.createConsumer(queue)) {
                for (int i = 0; i < SKIPPED; i++) {
                    BytesMessage message = (BytesMessage) consumer.receive(LONG);
                    assertThat(message.getBodyLength()).as("message " + i).isEqualTo(BYTES);
                }
                assertThat(consumer.receive(1)).isNull();
            }
        }
    }

    @Test
    void anIndexedQueueRejectsMessagesInsteadOfPagingAlsoAfterARestart() throws Exception {
        byte[] body = new byte[10_000];
        int sent = 0;
        try (BrokerProcess broker = BrokerProcess.start(home, HEAP);
                JMSContext jms = broker.amqp().createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue queue = jms.createQueue(BrokerProcess.INDEXED);
            while (commits(jms, queue, body)) {
                sent++;
                assertThat(sent).isLessThan(20_000);
            }
            assertThat(sent).isGreaterThan(300);
        }
        assertThat(home.resolve("paging")).isEmptyDirectory();
        try (BrokerProcess broker = BrokerProcess.start(home, HEAP);
                JMSContext jms = broker.amqp().createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue queue = jms.createQueue(BrokerProcess.INDEXED);
            assertThat(commits(jms, queue, body)).isFalse();
            try (JMSConsumer consumer = jms.createConsumer(queue)) {
                for (int i = 0; i < sent / 2; i++) {
                    assertThat(consumer.receive(LONG)).as("message " + i).isNotNull();
                }
                jms.commit();
            }
            assertThat(commits(jms, queue, body)).isTrue();
            assertThat(broker.isAlive()).isTrue();
        }
    }

    private static boolean commits(JMSContext jms, Queue queue, byte[] body) {
        try {
            jms.createProducer().send(queue, body);
            jms.commit();
            return true;
        } catch (JMSRuntimeException full) {
            assertThat(full).hasMessageContaining("full");
            return false;
        }
    }
}
