package io.millrace.nodes.database;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The field that receives the value of a column.
 *
 * @param tree {@code OutputRoot}, {@code OutputLocalEnvironment} or {@code Environment}
 * @param path names below the tree, at least one
 * @param column column name in the query
 */
record RowTarget(String tree, List<String> path, String column) {

    private static final String ROOT = "OutputRoot";
    private static final String LOCAL_ENVIRONMENT = "OutputLocalEnvironment";
    private static final String ENVIRONMENT = "Environment";
    private static final Pattern TEXT =
            Pattern.compile(
                    "\\s*("
                            + String.join("|", ROOT, LOCAL_ENVIRONMENT, ENVIRONMENT)
                            + ")\\.([^=\\s]+)\\s*=\\s*([A-Za-z_][\\w$]*|\"[^\"]+\")\\s*");

    RowTarget {
        path = List.copyOf(path);
    }

    /** Reads the list of a property. Reports problems and returns null if it is invalid. */
    static List<RowTarget> of(NodeDefinition node, String property, DeployContext context) {
        List<RowTarget> targets = new ArrayList<>();
        boolean wrong = false;
        for (int i = 0; i < node.list(property).size(); i++) {
            String text = node.list(property).get(i);
            Matcher matcher = TEXT.matcher(text);
            if (matcher.matches()) {
                List<String> path = Arrays.asList(matcher.group(2).split("\\."));
                targets.add(new RowTarget(matcher.group(1), path, matcher.group(3)));
            } else {
                context.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                node.place(property, i),
                                "'"
                                        + text
                                        + "' in "
                                        + property
                                        + " is not an assignment of a column to a field",
                                """
                                write for example OutputRoot.XMLNSC.order.price = PRICE; the \
                                field must be below OutputRoot, OutputLocalEnvironment or \
                                Environment\
                                """);
                wrong = true;
            }
        }
        return wrong ? null : targets;
    }

    /** Returns the message with copies of the trees that the targets change. */
    static MessageAssembly copied(MessageAssembly message, List<RowTarget> targets) {
        MessageAssembly copy = message;
        if (targets.stream().anyMatch(t -> t.tree.equals(ROOT))) {
            copy = copy.withRoot(message.root().copy());
        }
        if (targets.stream().anyMatch(t -> t.tree.equals(LOCAL_ENVIRONMENT))) {
            copy = copy.withLocalEnvironment(message.localEnvironment().copy());
        }
        return copy;
    }

    /**
     * Sets the field.
     *
     * @param row number of the row: the first row sets the field, each further row adds a field
     *     with the same name after it
     */
    void set(MessageAssembly message, Value value, int row) {
        Element at =
                switch (tree) {
                    case ROOT -> message.root();
                    case LOCAL_ENVIRONMENT -> message.localEnvironment();
                    default -> message.environment();
                };
        for (String name : path.subList(0, path.size() - 1)) {
            Element child = at.child(name);
            at = child == null ? at.add(name) : child;
        }
        Element field = row == 0 ? at.child(path.getLast()) : null;
        if (field == null) {
            at.add(path.getLast(), value);
        } else {
            field.value(value);
        }
    }
}
