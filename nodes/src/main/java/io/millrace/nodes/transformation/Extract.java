package io.millrace.nodes.transformation;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A node that creates a message from selected fields of another (WMQI: "Extract node"). */
public final class Extract extends DescribedNode {

    private static final String FIELDS = "fields";
    private static final String STEP = "(?:\\{[^{}]*\\})?[^\\s.{}=\\[\\]]+";
    private static final String PATH = STEP + "(?:\\." + STEP + ")*";
    private static final Pattern FIELD =
            Pattern.compile("\\s*(?:(" + PATH + ")\\s*=\\s*)?(" + PATH + ")\\s*");
    private static final Pattern NAME = Pattern.compile("(?:\\{([^{}]*)\\})?([^.{}]+)");

    public Extract() {
        super(
                """
                Extract, Transformation, none
                Creates a message that has the Properties, the headers and the domain of the
                input message, but only selected fields of its body.

                in: Input message.
                out failure
                out out: Message with the selected fields.
                fields [required LIST]: Fields of the output body, in this order: a list of
                  paths below the body, for example order.customer. Each field is copied with
                  its content and its parents; if a name occurs several times, all its fields
                  are copied. TARGET = PATH, for example order.id = order.header.number, copies
                  the first field with the path to another path. A name in a namespace is
                  written as {URI}name. Fields that the message does not have are omitted.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < node.list(FIELDS).size(); i++) {
            String text = node.list(FIELDS).get(i);
            Matcher field = FIELD.matcher(text);
            if (!field.matches()) {
                context.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                node.place(FIELDS, i),
                                "'" + text + "' in fields is not a path below the body",
                                """
                                write names separated by dots, for example order.customer, or \
                                order.id = order.header.number\
                                """);
                return null;
            }
            String target = field.group(1);
            fields.add(new Field(target == null ? List.of() : path(target), path(field.group(2))));
        }
        if (fields.isEmpty()) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(FIELDS),
                            "node " + node.name() + " selects no fields",
                            "write a list of paths in fields, for example order.customer");
            return null;
        }
        List<Field> selected = List.copyOf(fields);
        if (contains(selected, node, context)) {
            return null;
        }
        return NodePlan.inUnit(c -> new Extraction(selected, c.terminal("out")));
    }

    /**
     * Reports a selected field that contains another selected field. Returns whether there is one.
     */
    private static boolean contains(
            List<Field> fields, NodeDefinition node, DeployContext context) {
        for (Field outer : fields) {
            for (Field inner : fields) {
                boolean both = outer != inner && outer.target.isEmpty() && inner.target.isEmpty();
                if (both && inner.startsWith(outer)) {
                    context.problems()
                            .error(
                                    ErrorCode.BAD_VALUE,
                                    node.place(FIELDS),
                                    "fields selects %s twice, the second time as %s"
                                            .formatted(outer, inner),
                                    "remove one of them");
                    return true;
                }
            }
        }
        return false;
    }

    private static List<Name> path(String text) {
        List<Name> names = new ArrayList<>();
        Matcher step = NAME.matcher(text);
        while (step.find()) {
            names.add(new Name(step.group(1) == null ? "" : step.group(1), step.group(2)));
        }
        return List.copyOf(names);
    }

    /** The name of a field. */
    private record Name(String namespace, String local) {

        boolean isOf(Element field) {
            return field.isNamed(namespace, local);
        }

        @Override
        public String toString() {
            return namespace.isEmpty() ? local : "{" + namespace + "}" + local;
        }
    }

    /**
     * A field to copy.
     *
     * @param target names below the output body; empty for the same as in the source
     * @param source names below the input body
     */
    private record Field(List<Name> target, List<Name> source) {

        boolean startsWith(Field other) {
            int size = other.source.size();
            return source.size() >= size && source.subList(0, size).equals(other.source);
        }

        @Override
        public String toString() {
            return source.stream().map(Name::toString).collect(Collectors.joining("."));
        }
    }

    private record Extraction(List<Field> fields, Terminal out) implements Node {

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Element body = message.body();
            if (body == null) {
                throw new MillraceException(
                        ErrorCode.WRITE_NO_BODY,
                        "the message has no body from which fields could be extracted");
            }
            Element root = message.root().copy();
            root.lastChild().remove();
            Element made = emptied(body).domain(body.domain());
            Map<Element, Element> copies = new IdentityHashMap<>();
            copies.put(body, made);
            for (Field field : fields) {
                if (field.target.isEmpty()) {
                    copyAll(body, field.source, copies);
                } else {
                    copyFirst(body, field, made);
                }
            }
            root.addLast(made);
            out.propagate(message.withRoot(root));
        }

        private static Element emptied(Element folder) {
            return Element.of(folder.type(), folder.namespace(), folder.name(), null);
        }

        /**
         * Copies all fields with a path.
         *
         * @param copies output folders by the input folders of which they are copies
         */
        private static void copyAll(Element from, List<Name> path, Map<Element, Element> copies) {
            Name name = path.getFirst();
            for (Element e = from.firstChild(); e != null; e = e.next()) {
                if (!name.isOf(e)) {
                    continue;
                }
                if (path.size() > 1) {
                    copyAll(e, path.subList(1, path.size()), copies);
                } else if (copies.get(e) == null) {
                    Element copy = e.copy();
                    folder(from, copies).addLast(copy);
                    copies.put(e, copy);
                }
            }
        }

        /** Returns the output folder for an input folder, created with its parents if needed. */
        private static Element folder(Element from, Map<Element, Element> copies) {
            Element known = copies.get(from);
            if (known != null) {
                return known;
            }
            Element made = folder(from.parent(), copies).addLast(emptied(from));
            copies.put(from, made);
            return made;
        }

        private static void copyFirst(Element body, Field field, Element made) {
            Element source = body;
            for (Name name : field.source) {
                source = source == null ? null : source.child(name.namespace, name.local);
            }
            if (source == null) {
                return;
            }
            Element to = made;
            for (Name name : field.target.subList(0, field.target.size() - 1)) {
                Element known = to.child(name.namespace, name.local);
                to = known != null ? known : to.addLast(folder(name));
            }
            Element copy = source.copy();
            Name last = field.target.getLast();
            copy.name(last.local);
            copy.namespace(last.namespace);
            to.addLast(copy);
        }

        private static Element folder(Name name) {
            return Element.of(ElementType.NAME, name.namespace, name.local, null);
        }
    }
}
