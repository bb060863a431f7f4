package io.millrace.connectors.camel;

import io.millrace.engine.resource.Secret;

import java.util.Map;

/**
 * The checked endpoint of a node.
 *
 * @param scheme name of the component, as in the URI
 * @param uri URI without options
 * @param options options of the endpoint by their names, including the options in the URI
 * @param beans settings of beans: names with classes, and names with properties
 * @param credentials name of the credentials; empty if there is none
 * @param tls name of the certificates; empty if there is none
 * @param loader class loader of the component
 */
record ComponentSettings(
        String scheme,
        String uri,
        Map<String, String> options,
        Map<String, String> beans,
        String credentials,
        String tls,
        ClassLoader loader) {

    /** Text in an option that is replaced with the user of the credentials. */
    static final String USER = "{{user}}";

    /** Text in an option that is replaced with the password of the credentials. */
    static final String PASSWORD = "{{password}}";

    ComponentSettings {
        options = Map.copyOf(options);
    }

    /** Returns the URI for output. Asterisks replace passwords. */
    String shown() {
        return String.valueOf(Secret.masked(uri));
    }

    static boolean hasPlaceholder(String value) {
        return value.contains(USER) || value.contains(PASSWORD);
    }
}
