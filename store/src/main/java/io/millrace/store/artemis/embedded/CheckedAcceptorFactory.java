package io.millrace.store.artemis.embedded;

import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.server.cluster.ClusterConnection;
import org.apache.activemq.artemis.core.server.metrics.MetricsManager;
import org.apache.activemq.artemis.spi.core.protocol.ProtocolManager;
import org.apache.activemq.artemis.spi.core.remoting.Acceptor;
import org.apache.activemq.artemis.spi.core.remoting.BufferHandler;
import org.apache.activemq.artemis.spi.core.remoting.ServerConnectionLifeCycleListener;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * A factory of acceptors that report clients of another protocol to the operator. Public because
 * Artemis creates it by name.
 */
public final class CheckedAcceptorFactory extends NettyAcceptorFactory {

    /** Protocol that Artemis selects if no other accepts the first bytes of a client. */
    private static final String FALLBACK = "CORE";

    @Override
    @SuppressWarnings("rawtypes") // as in the interface of Artemis
    public Acceptor createAcceptor(
            String name,
            ClusterConnection cluster,
            Map<String, Object> configuration,
            BufferHandler handler,
            ServerConnectionLifeCycleListener listener,
            Executor threads,
            ScheduledExecutorService timer,
            Map<String, ProtocolManager> protocols,
            String threadGroup,
            MetricsManager metrics) {
        Map<String, ProtocolManager> all = new HashMap<>(protocols);
        String expected = String.join(", ", protocols.keySet());
        all.computeIfAbsent(FALLBACK, fallback -> new OtherProtocol(expected));
        return super.createAcceptor(
                name,
                cluster,
                configuration,
                handler,
                listener,
                threads,
                timer,
                all,
                threadGroup,
                metrics);
    }
}
