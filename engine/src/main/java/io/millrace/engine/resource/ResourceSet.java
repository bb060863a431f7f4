package io.millrace.engine.resource;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/**
 * The named resources that the nodes of an application can use. Immutable.
 *
 * @param endpoints servers to connect to, by name
 * @param credentials users and passwords, by name
 * @param certificates files for TLS, by name
 * @param listeners ports on which input nodes receive requests, by name
 */
public record ResourceSet(
        Map<String, Endpoint> endpoints,
        Map<String, Credentials> credentials,
        Map<String, Certificates> certificates,
        Map<String, Listener> listeners) {

    public static final ResourceSet NONE = new ResourceSet(Map.of(), Map.of(), Map.of(), Map.of());

    public ResourceSet {
        endpoints = Map.copyOf(endpoints);
        credentials = Map.copyOf(credentials);
        certificates = Map.copyOf(certificates);
        listeners = Map.copyOf(listeners);
    }

    /**
     * Returns a set of these resources and of another set's; for a name in both sets, this set's
     * resource.
     */
    public ResourceSet and(ResourceSet other) {
        return new ResourceSet(
                joined(endpoints, other.endpoints),
                joined(credentials, other.credentials),
                joined(certificates, other.certificates),
                joined(listeners, other.listeners));
    }

    private static <T> Map<String, T> joined(Map<String, T> first, Map<String, T> second) {
        Map<String, T> all = new HashMap<>(second);
        all.putAll(first);
        return all;
    }

    /** Returns the resources of a kind by their names. */
    public Map<String, ?> of(ResourceKind kind) {
        return switch (kind) {
            case ENDPOINT -> endpoints;
            case CREDENTIALS -> credentials;
            case CERTIFICATES -> certificates;
            case LISTENER -> listeners;
        };
    }

    /**
     * Returns the listener with a name. The name of {@link Listener#DEFAULT} does not have to be
     * declared.
     */
    public @Nullable Listener listener(String name) {
        Listener declared = listeners.get(name);
        return declared == null && name.equals(Listener.DEFAULT.name())
                ? Listener.DEFAULT
                : declared;
    }
}
