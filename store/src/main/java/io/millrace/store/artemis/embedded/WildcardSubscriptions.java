package io.millrace.store.artemis.embedded;

import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.postoffice.Binding;
import org.apache.activemq.artemis.core.postoffice.impl.LocalQueueBinding;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerBindingPlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A plugin that detects whether a publication has subscribers in an embedded broker. Artemis
 * connects a topic with matching patterns at the first publication to the topic. While a pattern
 * subscription exists, any topic must therefore be assumed to have subscribers. Safe for use by
 * several threads.
 */
final class WildcardSubscriptions implements ActiveMQServerBindingPlugin {

    private final Set<SimpleString> patterns = ConcurrentHashMap.newKeySet();

    /** Adds the subscriptions that existed when the broker started. */
    void load(ActiveMQServer server) {
        server.getPostOffice().getAllBindings().forEach(this::afterAddBinding);
    }

    @Override
    public void afterAddBinding(Binding binding) {
        if (binding instanceof LocalQueueBinding local
                && local.getQueue().getRoutingType() == RoutingType.MULTICAST) {
            String topic = binding.getAddress().toString();
            if (topic.indexOf(BrokerConfiguration.ANY_LEVEL) >= 0
                    || topic.indexOf(BrokerConfiguration.ANY_LEVELS) >= 0) {
                patterns.add(binding.getUniqueName());
            }
        }
    }

    @Override
    public void afterRemoveBinding(Binding binding, Transaction tx, boolean deleteData) {
        patterns.remove(binding.getUniqueName());
    }

    boolean isEmpty() {
        return patterns.isEmpty();
    }
}
