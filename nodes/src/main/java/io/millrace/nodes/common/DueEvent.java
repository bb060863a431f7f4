package io.millrace.nodes.common;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.node.Delivery;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.Redelivery;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseTiming;
import io.millrace.engine.state.State;
import io.millrace.engine.work.UnitOfWork;

import java.util.Set;

/**
 * An event that an input node has received as a due record of its state. After a rollback, the
 * event is due again after a pause, until it succeeds. Other events are processed during the pause.
 */
public abstract class DueEvent implements Delivery, Redelivery {

    private static final Defaults EMPTY =
            new Defaults(MessageTemplate.domain("BLOB"), ParseTiming.ON_DEMAND, Set.of());

    private final NodeContext context;
    private final State state;
    private final String key;
    private final boolean transactional;
    private boolean isPostponed;

    /**
     * Creates an event.
     *
     * @param state state of the node
     * @param key key of the record
     * @param transactional whether the record was received in the unit of the event
     */
    protected DueEvent(NodeContext context, State state, String key, boolean transactional) {
        this.context = context;
        this.state = state;
        this.key = key;
        this.transactional = transactional;
    }

    protected final NodeContext context() {
        return context;
    }

    protected final boolean isTransactional() {
        return transactional;
    }

    @Override
    public final Redelivery redelivery() {
        return transactional ? this : null;
    }

    @Override
    public final int backoutCount() {
        return state.postponements(key);
    }

    @Override
    public final int backoutThreshold() {
        return NO_THRESHOLD;
    }

    @Override
    public final boolean isPostponed() {
        return isPostponed;
    }

    @Override
    public final void ended(boolean committed, MillraceException failure) {
        boolean isOwn = failure != null && !UnitOfWork.isPassing(failure) && !context.isStopped();
        if (transactional && !committed && isOwn) {
            state.postpone(key);
            isPostponed = true;
        }
    }

    /** Returns a Root that contains only Properties. */
    protected final Element emptyRoot() {
        Element root =
                context.assembler()
                        .assemble(null, Bytes.EMPTY, EMPTY.transactional(transactional), null);
        root.child(EMPTY.template().domain()).remove();
        return root;
    }
}
