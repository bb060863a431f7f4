package io.millrace.connectors.camel;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.ResourceSet;

import org.apache.camel.Endpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.language.simple.SimpleLanguage;
import org.apache.camel.support.PropertyBindingSupport;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * A context of Camel with the endpoint of one node. Each node has a separate context, so beans,
 * component options and credentials do not affect other nodes. All of them are removed when the
 * node ends. Safe for use by several threads.
 */
final class ComponentContext implements AutoCloseable {

    /** Time for which a stop waits for messages in progress. */
    private static final long STOP_SECONDS = 300;

    /**
     * A language of a context that never starts. Camel keeps a reference to the context of the most
     * recently started language, and thereby to the class loader of an application.
     */
    private static final SimpleLanguage UNUSED = new SimpleLanguage();

    static {
        UNUSED.setCamelContext(new DefaultCamelContext(false));
    }

    private final ComponentSettings settings;
    private final String shown;
    private final Secrets secrets;
    private final DefaultCamelContext camel;
    private final Endpoint endpoint;

    private ComponentContext(
            ComponentSettings settings,
            Secrets secrets,
            DefaultCamelContext camel,
            Endpoint endpoint) {
        this.settings = settings;
        shown = settings.shown();
        this.secrets = secrets;
        this.camel = camel;
        this.endpoint = endpoint;
    }

    /**
     * Creates a context with an endpoint. Nothing is connected yet.
     *
     * @param label name of the node in the form {@code flow.node}
     * @throws MillraceException with COMPONENT_FAILED if the component rejects the endpoint, or
     *     UNKNOWN_RESOURCE
     */
    static ComponentContext open(ComponentSettings settings, ResourceSet resources, String label) {
        Secrets secrets = new Secrets(credentials(settings, resources, label));
        Certificates tls = certificates(settings, resources, label);
        return in(
                settings.loader(),
                () -> {
                    DefaultCamelContext camel = create(settings, label);
                    try {
                        camel.start();
                        beans(settings, secrets, camel);
                        if (tls != null) {
                            camel.getRegistry()
                                    .bind(ComponentCheck.TLS, new CertificatesContext(tls));
                        }
                        Map<String, Object> options = new HashMap<>();
                        settings.options()
                                .forEach((name, value) -> options.put(name, secrets.filled(value)));
                        Endpoint endpoint = camel.getEndpoint(settings.uri(), options);
                        return new ComponentContext(settings, secrets, camel, endpoint);
                    } catch (Exception | LinkageError e) {
                        camel.stop();
                        UNUSED.start();
                        throw new Failures(settings, secrets).unusable(e, label);
                    }
                });
    }

    private static Credentials credentials(
            ComponentSettings settings, ResourceSet resources, String label) {
        if (settings.credentials().isEmpty()) {
            return Credentials.NONE;
        }
        Credentials found = resources.credentials().get(settings.credentials());
        if (found == null) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_RESOURCE,
                    label + ": the credentials " + settings.credentials() + " are not declared");
        }
        return found;
    }

    /** Returns the certificates of a node; null if there is none. */
    private static Certificates certificates(
            ComponentSettings settings, ResourceSet resources, String label) {
        Certificates found = resources.certificates().get(settings.tls());
        if (found == null && !settings.tls().isEmpty()) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_RESOURCE,
                    label + ": the certificates " + settings.tls() + " are not declared");
        }
        return found;
    }

    private static DefaultCamelContext create(ComponentSettings settings, String label) {
        DefaultCamelContext camel = new DefaultCamelContext(false);
        camel.setApplicationContextClassLoader(settings.loader());
        camel.getCamelContextExtension().setName("millrace-" + label);
        camel.disableJMX();
        camel.build();
        camel.getStreamCachingStrategy().setSpoolEnabled(true);
        camel.getShutdownStrategy().setTimeout(STOP_SECONDS);
        camel.getShutdownStrategy().setTimeUnit(TimeUnit.SECONDS);
        return camel;
    }

    private static void beans(
            ComponentSettings settings, Secrets secrets, DefaultCamelContext camel)
            throws Exception {
        for (Map.Entry<String, String> entry : settings.beans().entrySet()) {
            String name = entry.getKey();
            String value = secrets.filled(entry.getValue());
            int dot = name.indexOf('.');
            if (dot < 0) {
                camel.getRegistry().bind(name, PropertyBindingSupport.resolveBean(camel, value));
                continue;
            }
            Object bean = camel.getRegistry().lookupByName(name.substring(0, dot));
            PropertyBindingSupport.build()
                    .withCamelContext(camel)
                    .withTarget(bean)
                    .withProperty(name.substring(dot + 1), value)
                    .withMandatory(true)
                    .bind();
        }
    }

    /**
     * Runs code with the class loader of a component as the context class loader.
     *
     * @throws MillraceException as thrown by the code
     */
    static <T> T in(ClassLoader loader, Callable<T> code) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return code.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw MillraceException.from(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    DefaultCamelContext camel() {
        return camel;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    ComponentSettings settings() {
        return settings;
    }

    /** Returns the URI for output. Computed once, because each message contains the value. */
    String shown() {
        return shown;
    }

    Failures failures() {
        return new Failures(settings, secrets);
    }

    /** Stops everything after the messages in progress have ended. */
    @Override
    public void close() {
        in(
                settings.loader(),
                () -> {
                    camel.stop();
                    return null;
                });
        UNUSED.start();
    }
}
