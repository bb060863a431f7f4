package io.millrace.store.artemis.embedded;

import io.millrace.store.journal.JournalCopy;

import org.apache.activemq.artemis.core.postoffice.Binding;
import org.apache.activemq.artemis.core.postoffice.impl.LocalQueueBinding;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerBindingPlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A plugin that updates the copy of the definitions of queues one second after a durable queue was
 * created or deleted. Safe for use by several threads.
 */
final class DefinitionsCopy implements ActiveMQServerBindingPlugin {

    private static final int DELAY_SECONDS = 1;

    private final ActiveMQServer server;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile JournalCopy copy;

    DefinitionsCopy(ActiveMQServer server) {
        this.server = server;
    }

    /** Writes the copy, and updates it from now on. */
    void begin(JournalCopy definitions) {
        copy = definitions;
        if (!definitions.write()) {
            schedule();
        }
    }

    /** Writes the copy of a server that was stopped. */
    void end() {
        if (copy != null) {
            copy.write();
            copy = null;
        }
    }

    @Override
    public void afterAddBinding(Binding binding) {
        changed(binding);
    }

    @Override
    public void afterRemoveBinding(Binding binding, Transaction tx, boolean deleteData) {
        changed(binding);
    }

    private void changed(Binding binding) {
        if (copy != null
                && server.isStarted()
                && binding instanceof LocalQueueBinding local
                && local.getQueue().isDurable()) {
            schedule();
        }
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            server.getScheduledPool().schedule(this::update, DELAY_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void update() {
        scheduled.set(false);
        JournalCopy current = copy;
        if (current != null && !current.write() && server.isStarted()) {
            schedule();
        }
    }
}
