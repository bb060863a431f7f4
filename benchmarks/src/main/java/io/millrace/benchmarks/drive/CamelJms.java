package io.millrace.benchmarks.drive;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;

/**
 * A Camel route from queue to queue with the JMS component, set up as the documentation of Camel
 * and Artemis recommends:
 *
 * <ul>
 *   <li>a connection pool, because the sending template opens a session and a producer for each
 *       message;
 *   <li>{@code CACHE_CONSUMER}, which keeps the consumer open. {@code CACHE_AUTO}, the default,
 *       does not if the route is transacted;
 *   <li>{@code transacted} with {@code lazyCreateTransactionManager=false} if the compared flow has
 *       a unit of work. Each message and its reply are then in one local transaction of the
 *       session. The default creates a transaction manager, which disables caching;
 *   <li>no message ids, time stamps or reply-to, and no asynchronous processing outside the
 *       consumer's thread;
 *   <li>no stream caching and no error handler: JMS rolls back after an error.
 * </ul>
 */
final class CamelJms extends JmsPeer {

    private final CamelContext context = new DefaultCamelContext();
    private final JmsPoolConnectionFactory pool = new JmsPoolConnectionFactory();

    CamelJms(Place place, boolean transacted, boolean persistent) throws Exception {
        super("camel-jms", place);
        pool.setConnectionFactory(connections(place));
        context.addComponent("jms", JmsComponent.jmsComponent(pool));
        context.setStreamCaching(false);
        String unit =
                transacted
                        ? "transacted=true&lazyCreateTransactionManager=false"
                        : "acknowledgementModeName=AUTO_ACKNOWLEDGE";
        String from =
                "jms:queue:%s?disableReplyTo=true&cacheLevelName=CACHE_CONSUMER&%s"
                        .formatted(input, unit);
        String to =
                "jms:queue:%s?messageIdEnabled=false&messageTimestampEnabled=false&deliveryPersistent=%s%s"
                        .formatted(output, persistent, transacted ? "&" + unit : "");
        RouteBuilder.addRoutes(
                context,
                routes -> {
                    routes.errorHandler(routes.noErrorHandler());
                    routes.from(from).to(to);
                });
        context.start();
    }

    @Override
    public void close() {
        context.stop();
        pool.stop();
    }
}
