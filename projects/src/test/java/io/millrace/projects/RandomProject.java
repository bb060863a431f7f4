package io.millrace.projects;

import static io.millrace.projects.TestProject.connection;
import static io.millrace.projects.TestProject.node;
import static io.millrace.projects.TestProject.terminal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A generated workspace: an application and a library with subflows in random schemas. Its flow
 * puts each message to known queues, in a known order.
 */
final class RandomProject {

    /** Parts of labels, also of those that other syntaxes use. */
    private static final List<String> PARTS =
            List.of(
                    "IN",
                    "OUT.1",
                    "a.b",
                    "(x)",
                    "copy, then",
                    "50%",
                    "ä ö",
                    "&amp;",
                    "&lt;b&gt;",
                    "in",
                    "out",
                    "Input",
                    "#7",
                    "{y}",
                    "[z]",
                    "yes",
                    "null",
                    "&quot;q&quot;",
                    "'",
                    ": c",
                    "- d",
                    "${e}");

    private final Random random;
    private final Path workspace;

    /** Queues that receive each message, in order. */
    final List<String> queues = new ArrayList<>();

    /** Lines of the file of overrides. */
    private final List<String> overrides = new ArrayList<>();

    final TestProject application;

    RandomProject(Path workspace, long seed) {
        this.workspace = workspace;
        random = new Random(seed);
        int subflows = random.nextInt(4);
        TestProject library =
                new TestProject(workspace, "Library")
                        .write("library.descriptor", "<libDescriptor/>");
        List<String> paths = new ArrayList<>();
        List<String> defaults = new ArrayList<>();
        for (int i = 0; i < subflows; i++) {
            String inner = i > 0 && random.nextBoolean() ? paths.get(i - 1) : null;
            paths.add(schema() + "Sub" + i + (random.nextBoolean() ? ".subflow" : ".msgflow"));
            defaults.add(
                    subflow(
                            library,
                            paths.get(i),
                            inner,
                            i,
                            inner == null ? "" : defaults.get(i - 1)));
        }
        application =
                new TestProject(workspace, "App")
                        .references("Library")
                        .write(
                                "application.descriptor",
                                "<appDescriptor><references><libraryReference><libraryName>Library"
                                    + "</libraryName></libraryReference></references></appDescriptor>");
        main(paths, defaults);
        application.write("../overrides.txt", String.join("\n", overrides));
        application.write("../environment.yaml", "overrides: [overrides.txt]\n");
    }

    /**
     * Adds an override of a property at random. Returns whether it did.
     *
     * @param label label of a node; empty for a property of the flow
     */
    private boolean isOverridden(String path, String label, String property, String value) {
        if (random.nextInt(3) > 0) {
            return false;
        }
        String flow = path.replaceFirst("[.][a-z]+$", "").replace('/', '.');
        String node = label.isEmpty() ? "" : text(label) + ".";
        overrides.add(flow + "#" + node + property + "=" + value);
        return true;
    }

    /** Returns a label without the escapes of XML. */
    private static String text(String label) {
        return label.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }

    private String schema() {
        return switch (random.nextInt(3)) {
            case 0 -> "";
            case 1 -> "a/";
            default -> "a/bc/";
        };
    }

    private String label() {
        StringBuilder label = new StringBuilder();
        int parts = 1 + random.nextInt(3);
        for (int i = 0; i < parts; i++) {
            label.append(PARTS.get(random.nextInt(PARTS.size())));
        }
        return label.toString();
    }

    private static String type(String path) {
        return path.replace('/', '_');
    }

    /**
     * Writes a subflow that puts on a promoted queue, or passes its promoted queue to another
     * subflow. Returns the queue that receives the message without a value of the instance.
     */
    private String subflow(
            TestProject library, String path, String inner, int number, String innerDefault) {
        String own = "OWN." + number;
        boolean hasDefault = random.nextBoolean();
        String standard = "DEFAULT." + number;
        String label = label();
        String target =
                inner == null
                        ? node(1, "ComIbmMQOutput.msgnode", label, "queueName=\"" + own + "\"")
                        : node(1, type(inner), label, "");
        library.flow(
                path,
                "<eStructuralFeatures xmi:id=\"Property.to\" name=\"to\" %s/>"
                        .formatted(hasDefault ? "defaultValueLiteral=\"" + standard + "\"" : ""),
                terminal("InTerminal.Input", "InTerminal.first")
                        + terminal("OutTerminal.Output1", "OutTerminal.done")
                        + target
                        + connection(
                                "InTerminal.Input",
                                "OutTerminal.out",
                                "1",
                                inner == null ? "InTerminal.in" : "InTerminal.Input")
                        + connection(
                                "1",
                                inner == null ? "OutTerminal.out" : "OutTerminal.Output1",
                                "OutTerminal.Output1",
                                "InTerminal.in"),
                """
                <attributeLinks promotedAttribute="Property.to" overriddenNodes="FCMComposite_1_1">
                <overriddenAttribute href="%s#Property.%s"/></attributeLinks>
                """
                        .formatted(
                                inner == null ? "ComIbmMQOutput.msgnode" : inner,
                                inner == null ? "queueName" : "to"));
        if (isOverridden(path, "", "to", "PROMOTED." + number)) {
            return "PROMOTED." + number;
        }
        String property = inner == null ? "queueName" : "to";
        if (isOverridden(path, label, property, "NODE." + number)) {
            return "NODE." + number;
        }
        if (hasDefault) {
            return standard;
        }
        return inner == null ? own : innerDefault;
    }

    private void main(List<String> paths, List<String> defaults) {
        String path = schema() + "Main.msgflow";
        StringBuilder flow =
                new StringBuilder(node(1, "ComIbmMQInput.msgnode", label(), "queueName=\"START\""));
        String terminal = "OutTerminal.out";
        int steps = 1 + random.nextInt(6);
        for (int i = 2; i < steps + 2; i++) {
            int kind = paths.isEmpty() ? random.nextInt(2) : random.nextInt(3);
            String input = "InTerminal.in";
            String next = "OutTerminal.out";
            if (kind == 0) {
                flow.append(node(i, "ComIbmPassthru.msgnode", label(), ""));
            } else if (kind == 1) {
                String label = label() + i;
                queues.add(
                        isOverridden(path, label, "queueName", "NODE.Q" + i)
                                ? "NODE.Q" + i
                                : "QUEUE." + i);
                flow.append(
                        node(i, "ComIbmMQOutput.msgnode", label, "queueName=\"QUEUE." + i + "\""));
            } else {
                int chosen = random.nextInt(paths.size());
                boolean given = random.nextBoolean();
                String label = label() + i;
                queues.add(
                        isOverridden(path, label, "to", "INSTANCE." + i)
                                ? "INSTANCE." + i
                                : given ? "GIVEN." + i : defaults.get(chosen));
                flow.append(
                        node(
                                i,
                                type(paths.get(chosen)),
                                label,
                                given ? "to=\"GIVEN." + i + "\"" : ""));
                input = "InTerminal.Input";
                next = "OutTerminal.Output1";
            }
            flow.append(connection(String.valueOf(i - 1), terminal, String.valueOf(i), input));
            terminal = next;
        }
        application.flow(path, "", flow.toString(), "");
    }

    Path folder() {
        return random.nextBoolean() ? application.folder() : workspace;
    }
}
