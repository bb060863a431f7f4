package io.millrace.benchmarks.drive;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;

/**
 * A Camel route from queue to queue with the JMS component, as its page and Artemis' advise:
 *
 * <ul>
 *   <li>a pool of connections below the component, because the template that sends opens a session
 *       and a producer for each message;
 *   <li>{@code CACHE_CONSUMER}: the consumer stays open. With {@code CACHE_AUTO}, the default, it
 *       does not where the route is transacted;
 *   <li>{@code transacted} with {@code lazyCreateTransactionManager=false} where the flow beside it
 *       has a unit of work: the session's own transaction, in which the reply is sent too, one for
 *       each message. With the default a transaction manager is made and caching ends;
 *   <li>no message ids and time stamps, no reply-to, no asynchronous processing that would leave
 *       the consumer's thread;
 *   <li>no stream caching and no error handler around the steps: JMS rolls back after an error.
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
