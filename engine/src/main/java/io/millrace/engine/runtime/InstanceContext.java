package io.millrace.engine.runtime;

import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.esql.LongExecution;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.CallableEndpoints;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.InputNode;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.observe.FlowObserver;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.pubsub.Subscriptions;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.resource.ResourceSet;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.work.UnitOfWork;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.time.Clock;
import java.util.Set;

/** The context of a node in a flow instance. */
record InstanceContext(Wiring wiring, CompiledNode node) implements NodeContext {

    private static final Logger LOG = EventLog.of("io.millrace.programs");

    @Override
    public Terminal terminal(String name) {
        return wiring.wire(node.name(), name);
    }

    @Override
    public @Nullable Terminal label(String name) {
        return wiring.label(name);
    }

    @Override
    public QueueSession queues() {
        return wiring.resources().queues();
    }

    @Override
    public QueueStore queueStore() {
        return services().queues();
    }

    @Override
    public State state(String name, StateLimits limits) {
        return services().states().open(name, limits, unit(), this::queues, this::isStopped);
    }

    @Override
    public UnitOfWork unit() {
        return wiring.resources().unit();
    }

    @Override
    public boolean inUnit() {
        return wiring.pass().delivery != null && wiring.pass().delivery.inUnit();
    }

    @Override
    public boolean allowsPiggybacking() {
        return wiring.pass().allowsPiggybacking;
    }

    @Override
    public @Nullable Mqmd received() {
        return wiring.pass().delivery == null ? null : wiring.pass().delivery.descriptor();
    }

    @Override
    public @Nullable CalledMessage called() {
        return wiring.pass().delivery == null ? null : wiring.pass().delivery.called();
    }

    @Override
    public InputNode calledInput() {
        return services().calls().queue(wiring.flow(), node).receiver(this);
    }

    @Override
    public ResourceSet resources() {
        return services().resources();
    }

    @Override
    public CallableEndpoints endpoints() {
        return services().calls().endpoints();
    }

    @Override
    public DatabaseSession database(String dataSource, boolean separate) {
        return wiring.resources().database(dataSource, separate);
    }

    @Override
    public boolean catchesErrors() {
        return wiring.catchesErrors();
    }

    @Override
    public Subscriptions subscriptions() {
        return services().subscriptions();
    }

    @Override
    public MessageAssembler assembler() {
        return services().assembler();
    }

    @Override
    public Limits limits() {
        return services().assembler().limits();
    }

    @Override
    public boolean isStopped() {
        return wiring.pass().abandoned;
    }

    @Override
    public void interruptible(boolean value) {
        wiring.pass().interruptible(value);
    }

    @Override
    public Clock clock() {
        return services().clock();
    }

    @Override
    public void longExecution(@Nullable LongExecution execution) {
        wiring.pass().program =
                execution == null ? null : new InstanceStatus.Program(label(), execution);
        if (execution != null && execution.reported()) {
            String text =
                    "its ESQL program has run for %.1f s without an end; it executes %s: %s"
                            .formatted(
                                    execution.ownMillis() / 1e3,
                                    execution.place(),
                                    execution.statement());
            LOG.warn(
                    "{} {}: {} (instance {}; waits and other nodes are not counted)",
                    ErrorCode.ESQL_LONG.id(),
                    label(),
                    text,
                    Thread.currentThread().getName());
            note(ErrorCode.ESQL_LONG.id() + " " + text);
        }
    }

    @Override
    public Set<String> labels() {
        return wiring.flow().labels().keySet();
    }

    @Override
    public Element sent(Element root, String headers) {
        FlowObserver observer = wiring.pass().observer;
        return observer == null ? root : observer.sent(label(), root, headers);
    }

    @Override
    public void note(String text) {
        if (wiring.pass().observer != null) {
            wiring.pass().observer.note(label(), text);
        }
    }

    @Override
    public String label() {
        return node.definition().label();
    }

    @Override
    public String flow() {
        return wiring.flow().name();
    }

    @Override
    public int additionalInstances() {
        return wiring.flow().settings().additionalInstances();
    }

    @Override
    public int commitCount() {
        return wiring.flow().settings().commitCount();
    }

    @Override
    public long commitIntervalMillis() {
        return wiring.flow().settings().commitIntervalMillis();
    }

    @Override
    public boolean coordinated() {
        return unit().isCoordinated();
    }

    @Override
    public String application() {
        return wiring.flow().application();
    }

    @Override
    public String executionGroup() {
        return wiring.executionGroup();
    }

    @Override
    public String broker() {
        return services().broker();
    }

    private BrokerServices services() {
        return wiring.resources().services();
    }
}
