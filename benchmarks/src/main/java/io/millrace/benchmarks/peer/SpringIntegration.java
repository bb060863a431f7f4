package io.millrace.benchmarks.peer;

import io.millrace.benchmarks.complex.Peer;
import io.millrace.benchmarks.drive.Place;

import jakarta.jms.ConnectionFactory;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.IntegrationFlowBuilder;
import org.springframework.integration.jms.dsl.Jms;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.DefaultMessageListenerContainer;

import java.io.ByteArrayInputStream;

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
final class SpringIntegration extends JmsContender {

    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext();
    private final CachingConnectionFactory connections;

    /** Beans that Spring Integration needs in addition to the flow. */
    @EnableIntegration
    static class Infrastructure {}

    SpringIntegration(Place place, Job job, boolean transacted, boolean persistent)
            throws Exception {
        super("spring-integration", place, job);
        connections = new CachingConnectionFactory(connections(place));
        connections.setCacheConsumers(false);
        IntegrationFlow flow = flow(connections, transacted, persistent);
        context.register(Infrastructure.class);
        context.registerBean("flow", IntegrationFlow.class, () -> flow);
        context.refresh();
    }

    private IntegrationFlow flow(ConnectionFactory factory, boolean transacted, boolean persistent)
            throws Exception {
        JmsTemplate template = new JmsTemplate(factory);
        template.setDefaultDestinationName(output());
        template.setSessionTransacted(transacted);
        template.setDeliveryPersistent(persistent);
        template.setExplicitQosEnabled(true);
        template.setMessageIdEnabled(false);
        template.setMessageTimestampEnabled(false);
        var source =
                Jms.messageDrivenChannelAdapter(factory)
                        .destination(input())
                        .configureListenerContainer(
                                container ->
                                        container
                                                .cacheLevel(
                                                        DefaultMessageListenerContainer
                                                                .CACHE_CONSUMER)
                                                .sessionTransacted(transacted));
        return work(IntegrationFlow.from(source)).handle(Jms.outboundAdapter(template)).get();
    }

    private IntegrationFlowBuilder work(IntegrationFlowBuilder flow) throws Exception {
        return switch (job()) {
            case PASS -> flow;
            case COMPLEX -> {
                Peer.Work stylesheet = Peer.XSLT.open();
                yield flow.transform(byte[].class, body -> transform(stylesheet, body));
            }
            case FILTER, ROUTE -> {
                DocumentBuilder documents =
                        DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
                XPathExpression condition =
                        XPathFactory.newDefaultInstance().newXPath().compile(job().xpath());
                yield flow.filter(byte[].class, body -> holds(documents, condition, body));
            }
        };
    }

    private static byte[] transform(Peer.Work stylesheet, byte[] body) {
        try {
            return stylesheet.process(body).toArray();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean holds(
            DocumentBuilder documents, XPathExpression condition, byte[] body) {
        try {
            return (Boolean)
                    condition.evaluate(
                            documents.parse(new ByteArrayInputStream(body)),
                            XPathConstants.BOOLEAN);
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
