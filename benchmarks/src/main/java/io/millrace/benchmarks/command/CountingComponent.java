package io.millrace.benchmarks.command;

import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A Camel component that does nothing with messages, so that only the overhead of using a component
 * is measured. The consumer delivers a number of messages, one after the other, in a separate
 * thread.
 */
public final class CountingComponent extends DefaultComponent {

    /** Number of messages that were sent. */
    static final AtomicLong SENT = new AtomicLong();

    /** A delivery of messages by a consumer. */
    static final class Delivery {
        private final byte[] body;
        private final int count;
        private final Runnable begin;
        final CountDownLatch done = new CountDownLatch(1);

        /** Nanoseconds from the first message to the end of the last one. */
        long nanos;

        /**
         * @param count number of messages
         * @param begin runs before the measured messages
         */
        Delivery(byte[] body, int count, Runnable begin) {
            this.body = body;
            this.count = count;
            this.begin = begin;
        }

        private void run(DefaultConsumer consumer) {
            try {
                begin.run();
                long start = System.nanoTime();
                for (int i = 0; i < count; i++) {
                    Exchange exchange = consumer.createExchange(true);
                    exchange.getMessage().setBody(body);
                    consumer.getProcessor().process(exchange);
                    if (exchange.getException() != null) {
                        throw exchange.getException();
                    }
                    consumer.releaseExchange(exchange, false);
                }
                nanos = System.nanoTime() - start;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                done.countDown();
            }
        }
    }

    /** The delivery of the next consumer. */
    static volatile Delivery delivery;

    @Override
    protected Endpoint createEndpoint(String uri, String path, Map<String, Object> options) {
        return new CountingEndpoint(uri, this);
    }

    /** An endpoint of the component. */
    private static final class CountingEndpoint extends DefaultEndpoint {

        CountingEndpoint(String uri, CountingComponent component) {
            super(uri, component);
        }

        @Override
        public Producer createProducer() {
            return new DefaultProducer(this) {
                @Override
                public void process(Exchange exchange) {
                    SENT.incrementAndGet();
                }
            };
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            return new DefaultConsumer(this, processor) {
                @Override
                protected void doStart() throws Exception {
                    super.doStart();
                    Delivery current = delivery;
                    Thread.ofPlatform().daemon().start(() -> current.run(this));
                }
            };
        }
    }
}
