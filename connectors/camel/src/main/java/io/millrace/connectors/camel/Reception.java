package io.millrace.connectors.camel;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.CalledFlow;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.resource.RetryDelay;

import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.ScheduledPollConsumer;
import org.slf4j.Logger;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The receiver of the messages of a CamelInput node. The thread of the component calls the flow and
 * waits for the end of its unit of work. If the unit was rolled back, the exchange fails.
 */
final class Reception {

    private static final Logger LOG = EventLog.of(Reception.class);
    private static final String ROUTE = "in";

    private final CamelInput.Plan plan;
    private final String label;
    private final FlowCalls calls;
    private final ComponentContext context;
    private final Failures failures;
    private final Guarantee guarantee;
    private final ManualCommit offsets = new ManualCommit();
    private final AtomicInteger inProgress = new AtomicInteger();

    /** Number of consecutive failed messages. */
    private final AtomicInteger failed = new AtomicInteger();

    /** Consumer of the component; null before the start. */
    private volatile Consumer polling;

    private final CountDownLatch refusing = new CountDownLatch(1);

    private Reception(CamelInput.Plan plan, CalledFlow flow, ComponentContext context) {
        this.plan = plan;
        this.context = context;
        label = flow.application() + "/" + flow.label();
        calls = flow.calls();
        failures = context.failures();
        guarantee = Guarantee.of(plan.settings().scheme());
    }

    /** Creates the consumer of a node. No messages are received before {@link #start}. */
    static Reception open(CamelInput.Plan plan, CalledFlow flow) {
        ComponentContext context =
                ComponentContext.open(plan.settings(), flow.resources(), flow.label());
        Reception reception = new Reception(plan, flow, context);
        try {
            ComponentContext.in(plan.settings().loader(), reception::addRoute);
            return reception;
        } catch (MillraceException e) {
            context.close();
            throw e;
        }
    }

    private Void addRoute() {
        try {
            context.camel()
                    .addRoutes(
                            new RouteBuilder() {
                                @Override
                                public void configure() {
                                    from(context.endpoint())
                                            .routeId(ROUTE)
                                            .autoStartup(false)
                                            .errorHandler(noErrorHandler())
                                            .process(Reception.this::process);
                                }
                            });
            return null;
        } catch (Exception e) {
            throw failures.unusable(e, label);
        }
    }

    /**
     * Begins to receive.
     *
     * @throws MillraceException with COMPONENT_FAILED if the component cannot start
     */
    void start() {
        ComponentContext.in(
                plan.settings().loader(),
                () -> {
                    try {
                        Consumer consumer = context.camel().getRoute(ROUTE).getConsumer();
                        polling = consumer;
                        if (consumer instanceof DefaultConsumer known) {
                            known.setExceptionHandler(new Reports());
                        }
                        context.camel().getRouteController().startRoute(ROUTE);
                        return null;
                    } catch (Exception e) {
                        throw failures.unusable(e, label);
                    }
                });
    }

    /** Begins to receive after the version before. Failures are reported and repeated. */
    void startRepeatedly() {
        Thread.startVirtualThread(
                () -> {
                    for (int attempts = 1; refusing.getCount() > 0; attempts++) {
                        try {
                            start();
                            return;
                        } catch (MillraceException e) {
                            LOG.error("{} {}", e.code().id(), e.getMessage());
                            pause(attempts);
                        }
                    }
                });
    }

    /** Refuses further messages, and ends pauses after failures. */
    void refuse() {
        refusing.countDown();
    }

    /**
     * Whether the first search of a component that searches at intervals has ended; true for other
     * components and before {@link #start}.
     */
    boolean hasPolled() {
        return !(polling instanceof ScheduledPollConsumer consumer) || consumer.isFirstPollDone();
    }

    boolean isIdle() {
        return inProgress.get() == 0;
    }

    /** Stops the component after the messages in progress have ended. */
    void stop() {
        context.close();
    }

    private void process(Exchange exchange) {
        inProgress.incrementAndGet();
        try {
            if (refusing.getCount() == 0) {
                throw new MillraceException(
                        ErrorCode.FLOW_STOPPED, label + " does not accept messages: it is stopped");
            }
            ExchangeHeaders headers = ExchangeHeaders.of(exchange.getMessage(), context.shown());
            ExchangeBody body = ExchangeBody.of(exchange.getMessage(), plan.maxBytes());
            calls.call(new ReceivedExchange(body, headers, plan.defaults()), FlowCalls.NO_TIMEOUT);
            if (guarantee == Guarantee.OFFSET) {
                offsets.commit(exchange);
            }
            failed.set(0);
            if (exchange.getPattern().isOutCapable()) {
                // Otherwise the caller would receive its own message.
                exchange.getMessage().setBody(null);
                exchange.getMessage().removeHeaders("*");
            }
        } catch (RuntimeException e) {
            fail(exchange, e);
        } finally {
            inProgress.decrementAndGet();
        }
    }

    private void fail(Exchange exchange, RuntimeException failure) {
        MillraceException own = failures.sending(failure);
        // The instance of the flow has reported the failure of its message.
        if (guarantee == Guarantee.MEMORY) {
            LOG.error(
                    "{} {}: a message is lost, because the component does not repeat it: {}: {}",
                    ErrorCode.MESSAGE_LOST.id(),
                    label,
                    own.code().id(),
                    own.getMessage());
        } else if (own.code() != ErrorCode.CALL_FAILED && own.code() != ErrorCode.FLOW_STOPPED) {
            LOG.error(
                    "{} {}: a message was not processed: {}",
                    own.code().id(),
                    label,
                    own.getMessage());
        }
        exchange.setException(failure);
        if (guarantee.repeats()) {
            pause(failed.incrementAndGet());
        }
    }

    /** Pauses after failures, so that a component does not repeat a message without a pause. */
    private void pause(int failures) {
        try {
            long nanos = RetryDelay.DEFAULT.nanos(failures, ThreadLocalRandom.current());
            if (refusing.await(nanos, TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reports failures of the component. The flow reports errors of messages. */
    private final class Reports implements ExceptionHandler {

        private static final long MIN_NANOS = 60_000_000_000L;

        private String last = "";
        private long reported;

        @Override
        public void handleException(Throwable thrown) {
            report(thrown);
        }

        @Override
        public void handleException(String message, Throwable thrown) {
            report(thrown);
        }

        @Override
        public void handleException(String message, Exchange exchange, Throwable thrown) {
            report(thrown);
        }

        /** Reports a failure, and the same failure again after a minute. */
        private synchronized void report(Throwable thrown) {
            for (Throwable t = thrown; t != null; t = t.getCause()) {
                if (t instanceof MillraceException) {
                    return;
                }
            }
            MillraceException failure = failures.sending(thrown);
            long now = System.nanoTime();
            if (!failure.getMessage().equals(last) || now - reported > MIN_NANOS) {
                last = failure.getMessage();
                reported = now;
                LOG.warn("{} {}: {}", failure.code().id(), label, last);
            }
        }
    }
}
