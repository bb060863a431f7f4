package io.millrace.store.artemis.connection;

import io.millrace.engine.resource.Certificates;

import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.remoting.impl.ssl.CachingSSLContextFactory;
import org.apache.activemq.artemis.spi.core.remoting.ssl.SSLContextConfig;

import java.security.Security;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ssl.SSLContext;

/**
 * A factory that returns the TLS contexts of {@code broker.yaml} to Artemis, by a key in the
 * parameters of a connection. ServiceLoader finds it.
 */
public final class TlsContexts extends CachingSSLContextFactory {

    private static final Map<String, SSLContext> CONTEXTS = new ConcurrentHashMap<>();

    /** Priority above the priority of the caching factory of Artemis. */
    private static final int PRIORITY = 20;

    /** Adds the parameters that enable TLS to the parameters of an acceptor or connector. */
    public static void add(Certificates files, boolean server, Map<String, Object> parameters) {
        String key = UUID.randomUUID().toString();
        CONTEXTS.put(key, new Context(new ReloadedContext(files, server)));
        parameters.put(TransportConstants.SSL_ENABLED_PROP_NAME, "true");
        parameters.put(TransportConstants.SSL_CONTEXT_PROP_NAME, key);
    }

    /** Returns a context for connections to a broker. */
    static SSLContext client(Certificates files) {
        return new Context(new ReloadedContext(files, false));
    }

    /** Removes the context of an acceptor or connector that has ended. */
    public static void remove(Map<String, Object> parameters) {
        Object key = parameters.get(TransportConstants.SSL_CONTEXT_PROP_NAME);
        if (key != null) {
            CONTEXTS.remove(key.toString());
        }
    }

    @Override
    public SSLContext getSSLContext(SSLContextConfig config, Map<String, Object> parameters)
            throws Exception {
        Object key = parameters.get(TransportConstants.SSL_CONTEXT_PROP_NAME);
        SSLContext ours = key == null ? null : CONTEXTS.get(key.toString());
        return ours != null ? ours : super.getSSLContext(config, parameters);
    }

    @Override
    public int getPriority() {
        return PRIORITY;
    }

    private static final class Context extends SSLContext {
        private Context(ReloadedContext context) {
            super(context, Security.getProvider("SunJSSE"), "TLS");
        }
    }
}
