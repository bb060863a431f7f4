package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.drive.JmsPeer.Job;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
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
 *
 * <p>The complex work is the stylesheet: in the benchmarks without queues it needs about a third of
 * the time of a Groovy script.
 */
final class CamelJms extends JmsPeer {

    private static final String STYLESHEET =
            "xslt:classpath:io/millrace/benchmarks/library/complex.xsl?output=bytes";

    private final CamelContext context = new DefaultCamelContext();
    private final JmsPoolConnectionFactory pool = new JmsPoolConnectionFactory();

    CamelJms(Task task) throws Exception {
        super("camel-jms", task);
        boolean transacted = task.transacted();
        pool.setConnectionFactory(connections(task));
        JmsComponent jms = JmsComponent.jmsComponent(pool);
        context.addComponent("jms", jms);
        context.setStreamCaching(false);
        String unit = "transacted=true&lazyCreateTransactionManager=false";
        String from =
                "jms:queue:%s?disableReplyTo=true&cacheLevelName=CACHE_CONSUMER&%s"
                        .formatted(
                                input,
                                transacted ? unit : "acknowledgementModeName=AUTO_ACKNOWLEDGE");
        String to =
                "jms:queue:%s?messageIdEnabled=false&messageTimestampEnabled=false&deliveryPersistent=%s%s"
                        .formatted(output, task.persistent(), transacted ? "&" + unit : "");
        context.addRoutes(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        errorHandler(noErrorHandler());
                        steps(task.job(), from(from), to);
                    }
                });
        context.start();
    }

    private static ProcessorDefinition<?> steps(Job job, RouteDefinition route, String to) {
        return switch (job) {
            case PASS -> route.to(to);
            case COMPLEX -> route.to(STYLESHEET).to(to);
            case FILTER -> route.filter().xpath(job.xpath()).to(to);
            case ROUTE ->
                    route.choice().when().xpath(job.xpath()).to(to).otherwise().stop().endChoice();
        };
    }

    @Override
    public void close() {
        context.stop();
        pool.stop();
    }
}
