package io.millrace.nodes.timer;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The location of a timeout request in a message.
 *
 * @param text field reference
 * @param tree tree in which it begins
 * @param names names of the folders below
 */
record RequestLocation(String text, Function<MessageAssembly, Element> tree, List<String> names) {

    private static final String PROPERTY = "requestLocation";
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_-]*");

    private static final Map<String, Function<MessageAssembly, Element>> TREES =
            Map.of(
                    "InputLocalEnvironment", MessageAssembly::localEnvironment,
                    "LocalEnvironment", MessageAssembly::localEnvironment,
                    "InputRoot", MessageAssembly::root,
                    "Root", MessageAssembly::root,
                    "InputBody", MessageAssembly::body,
                    "Body", MessageAssembly::body,
                    "Environment", MessageAssembly::environment);

    /**
     * Returns the location that a node specifies. Reports a problem and returns null if invalid.
     */
    static RequestLocation of(NodeDefinition node, DeployContext context) {
        String text = node.text(PROPERTY);
        List<String> parts = List.of(text.split("\\.", -1));
        Function<MessageAssembly, Element> tree = TREES.get(parts.getFirst());
        List<String> names = parts.subList(1, parts.size());
        if (tree == null || !names.stream().allMatch(name -> NAME.matcher(name).matches())) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(PROPERTY),
                            "requestLocation must be a field reference without types and indexes"
                                    + " (found '"
                                    + text
                                    + "')",
                            "begin with InputLocalEnvironment, InputRoot, InputBody or Environment,"
                                    + " for example InputLocalEnvironment.TimeoutRequest");
            return null;
        }
        return new RequestLocation(text, tree, names);
    }

    /** Returns the folder of the request; null if it does not exist. */
    Element find(MessageAssembly message) {
        Element found = tree.apply(message);
        for (String name : names) {
            found = found == null ? null : found.child(name);
        }
        return found;
    }
}
