package io.millrace.flows.check;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The connector modules, which are optional for programs that embed Millrace. */
final class ConnectorModules {

    private static final Map<String, Pattern> NODES =
            Map.of(
                    "millrace-connector-http", Pattern.compile("HTTP\\w+|RESTRequest"),
                    "millrace-connector-camel", Pattern.compile("Camel(Input|Output|Request)"),
                    "millrace-connector-mail", Pattern.compile("EmailOutput"));

    private ConnectorModules() {}

    /** Returns advice about a node type that no module on the class path contains. */
    static Optional<String> advice(String nodeType) {
        return NODES.entrySet().stream()
                .filter(e -> e.getValue().matcher(nodeType).matches())
                .findFirst()
                .map(
                        e ->
                                "if the type is correct, add the module "
                                        + e.getKey()
                                        + " to the class path");
    }
}
