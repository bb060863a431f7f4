package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.drive.JmsPeer.Job;
import io.millrace.benchmarks.library.Peer;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.IntegrationFlowBuilder;
import org.springframework.integration.jms.dsl.Jms;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.DefaultMessageListenerContainer;

import java.io.ByteArrayInputStream;
import java.util.concurrent.Callable;

import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathFactory;

/**
 * A flow of Spring Integration from a message-driven channel adapter to an outbound one, as the
 * references of Spring's JMS support advise:
 *
 * <ul>
 *   <li>a {@code CachingConnectionFactory}, which keeps sessions and producers for the template
 *       that sends; its cache of consumers is off, because the listener container keeps its own;
 *   <li>a default listener container with one consumer, {@code CACHE_CONSUMER}, and {@code
 *       sessionTransacted} where the flow beside it has a unit of work: the template sends in the
 *       same session's transaction, one for each message;
 *   <li>direct channels, so that all runs in the listener's thread; no ids and time stamps in JMS.
 * </ul>
 *
 * <p>XML work is plain Java in its steps: the same compiled stylesheet and an XPath expression of
 * the JDK's that are made once.
 */
final class SpringIntegration extends JmsPeer {

    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext();
    private final CachingConnectionFactory connections;

    /** Beans that Spring Integration needs in addition to the flow. */
    @EnableIntegration
    static class Infrastructure {}

    SpringIntegration(Task task) throws Exception {
        super("spring-integration", task);
        connections = new CachingConnectionFactory(connections(task));
        connections.setCacheConsumers(false);
        IntegrationFlow flow = flow(task);
        context.register(Infrastructure.class);
        context.registerBean("flow", IntegrationFlow.class, () -> flow);
        context.refresh();
    }

    private IntegrationFlow flow(Task task) throws Exception {
        JmsTemplate template = new JmsTemplate(connections);
        template.setDefaultDestinationName(output);
        template.setSessionTransacted(task.transacted());
        template.setDeliveryPersistent(task.persistent());
        template.setExplicitQosEnabled(true);
        template.setMessageIdEnabled(false);
        template.setMessageTimestampEnabled(false);
        var source =
                Jms.messageDrivenChannelAdapter(connections)
                        .destination(input)
                        .configureListenerContainer(
                                container ->
                                        container
                                                .cacheLevel(
                                                        DefaultMessageListenerContainer
                                                                .CACHE_CONSUMER)
                                                .sessionTransacted(task.transacted()));
        return work(task.job(), IntegrationFlow.from(source))
                .handle(Jms.outboundAdapter(template))
                .get();
    }

    private static IntegrationFlowBuilder work(Job job, IntegrationFlowBuilder flow)
            throws Exception {
        if (job == Job.PASS) {
            return flow;
        }
        if (job == Job.COMPLEX) {
            Peer.Work stylesheet = Peer.XSLT.open();
            return flow.transform(
                    byte[].class, body -> result(() -> stylesheet.process(body).toArray()));
        }
        DocumentBuilder documents =
                DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
        XPathExpression condition =
                XPathFactory.newDefaultInstance().newXPath().compile(job.xpath());
        return flow.filter(
                byte[].class,
                body ->
                        result(
                                () ->
                                        (Boolean)
                                                condition.evaluate(
                                                        documents.parse(
                                                                new ByteArrayInputStream(body)),
                                                        XPathConstants.BOOLEAN)));
    }

    private static <T> T result(Callable<T> step) {
        try {
            return step.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.close();
        connections.destroy();
    }
}
