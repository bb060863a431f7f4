package io.millrace.connectors.camel;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageAssembler.Written;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.parser.Validation;

import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Producer;
import org.apache.camel.spi.UnitOfWork;
import org.apache.camel.spi.UnitOfWorkFactory;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.UnitOfWorkHelper;
import org.apache.camel.support.service.ServiceHelper;

/**
 * A node of a flow instance that sends messages. If parser defaults for replies are specified, it
 * also receives replies.
 */
final class SendingNode implements Node {

    /**
     * Properties of a node.
     *
     * @param isText whether the component receives the body as a string
     * @param answer parsing of the answer; null if the node sends only
     */
    record Properties(boolean isText, Validation validation, Defaults answer) {}

    private final NodeContext node;
    private final SharedContext shared;
    private final ComponentContext context;
    private final UnitOfWorkFactory units;
    private final Producer producer;
    private final Properties properties;
    private final Terminal out;

    SendingNode(NodeContext node, SharedContext shared, Properties properties) {
        this.node = node;
        this.shared = shared;
        this.properties = properties;
        out = node.terminal("out");
        context = shared.acquire(node);
        units = PluginHelper.getUnitOfWorkFactory(context.camel());
        units.afterPropertiesConfigured(context.camel());
        try {
            producer = ComponentContext.in(context.settings().loader(), this::startedProducer);
        } catch (RuntimeException | Error e) {
            shared.release();
            throw e;
        }
    }

    private Producer startedProducer() {
        try {
            Producer created = context.endpoint().createProducer();
            ServiceHelper.startService(created);
            return created;
        } catch (Exception e) {
            throw context.failures().unusable(e, node.label());
        }
    }

    @Override
    public void evaluate(int terminal, MessageAssembly message) {
        Object body = body(message.root());
        MessageAssembly next =
                ComponentContext.in(context.settings().loader(), () -> sent(message, body));
        out.propagate(next);
    }

    /**
     * Returns the body for the component as bytes or as a string; null if the message has no body.
     */
    private Object body(Element root) {
        Element last = root.lastChild();
        if (last == null || !isBody(last)) {
            return null;
        }
        Written written = node.assembler().writeBody(root, properties.validation());
        if (!properties.isText()) {
            return written.body().toArray();
        }
        int ccsid = written.descriptor().codedCharSetId();
        return written.body().text(Ccsid.charset(Ccsid.isKnown(ccsid) ? ccsid : Ccsid.UTF_8));
    }

    /** Whether a child of a Root is its body, not a header. */
    private boolean isBody(Element child) {
        ParserRegistry parsers = node.assembler().parsers();
        String domain = child.domain() == null ? child.name() : child.domain();
        return !child.isNamed("Properties")
                && !child.isNamed(MessageAssembly.DESCRIPTOR)
                && parsers.headerForDomain(domain).isEmpty();
    }

    /** Sends a message and returns the message for the terminal out. */
    private MessageAssembly sent(MessageAssembly message, Object body) {
        boolean expectsAnswer = properties.answer() != null;
        Exchange exchange =
                context.endpoint()
                        .createExchange(
                                expectsAnswer ? ExchangePattern.InOut : ExchangePattern.InOnly);
        exchange.getIn().setBody(body);
        ExchangeHeaders.send(message, exchange.getIn());
        // Without a unit of work, a component does not release its resources for the exchange.
        UnitOfWork unit = units.createUnitOfWork(exchange);
        exchange.getExchangeExtension().setUnitOfWork(unit);
        try {
            node.interruptible(true);
            producer.process(exchange);
            if (exchange.getException() != null) {
                throw exchange.getException();
            }
            return expectsAnswer ? answered(message, exchange) : message;
        } catch (Exception e) {
            throw context.failures().sending(e);
        } finally {
            node.interruptible(false);
            UnitOfWorkHelper.doneUow(unit, exchange);
        }
    }

    private MessageAssembly answered(MessageAssembly message, Exchange exchange) {
        ExchangeBody body = ExchangeBody.of(exchange.getMessage(), node.limits().messageBytes());
        Bytes bytes = body.bytes();
        Defaults parsing = ReceivedExchange.defaults(body, properties.answer());
        Element root = ReceivedExchange.root(node.assembler(), bytes, parsing, node::note);
        Element read = root.lastChild();
        // Headers of queues stay, so that a reply to a queue has the identifiers of its request.
        Element before = message.root().firstChild();
        while (before != null) {
            if (!before.isNamed("Properties") && !isBody(before)) {
                read.addBefore(before.copy());
            }
            before = before.next();
        }
        ExchangeHeaders headers = ExchangeHeaders.of(exchange.getMessage(), context.shown());
        return message.withRoot(root).withLocalEnvironment(headers.in(message.localEnvironment()));
    }

    @Override
    public void close() {
        try {
            ComponentContext.in(
                    context.settings().loader(),
                    () -> {
                        ServiceHelper.stopAndShutdownService(producer);
                        return null;
                    });
        } finally {
            shared.release();
        }
    }
}
