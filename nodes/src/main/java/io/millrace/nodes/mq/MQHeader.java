package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.EsqlCall;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node that adds, changes and deletes headers of MQ messages (IIB: "MQHeader node"). */
public final class MQHeader extends DescribedNode {

    private static final String FIELDS = "fields";
    private static final String MQRFH2 = "MQRFH2";
    private static final List<String> HEADERS = List.of("MQMD", "MQDLH", MQRFH2);
    private static final Set<String> SETTING = Set.of("add", "modify");
    private static final String NAME = "[A-Za-z_][\\w-]*";
    private static final Pattern FIELD =
            Pattern.compile(
                    "\\s*(" + NAME + ")\\.(" + NAME + "(?:\\." + NAME + ")*)\\s*=(.*)",
                    Pattern.DOTALL);
    private static final String EXAMPLE =
            "write HEADER.FIELD = expression, for example MQMD.ReplyToQ = 'REPLIES'";

    public MQHeader() {
        super(
                """
                MQHeader, MQ, none
                Adds, changes or deletes the headers MQMD, MQDLH and MQRFH2 of the message. The
                Format, CCSID and Encoding fields of neighbouring headers are updated.

                in: Input message.
                out failure
                out out: The message with the changed headers.
                mqmd [carryForward|add|modify|delete = carryForward]: Action for the MQMD:
                  `carryForward`, none; `add`, create it if it does not exist, and set its
                  fields; `modify`, set its fields if it exists; `delete`.
                mqdlh [carryForward|add|modify|delete = carryForward]: Action for the MQDLH.
                mqrfh2 [carryForward|add|modify|delete = carryForward]: Action for the first
                  MQRFH2.
                fields [LIST]: Fields of headers that are added or modified: a list of
                  HEADER.FIELD = ESQL expression, for example "MQMD.ReplyToQ = 'REPLIES'" or
                  "MQRFH2.usr.kind = Body.order.kind". All expressions are evaluated for the
                  input message. NULL deletes the field.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        Map<String, String> actions = new LinkedHashMap<>();
        for (String header : HEADERS) {
            String action = node.text(header.toLowerCase(Locale.ROOT));
            if (!action.equals("carryForward")) {
                actions.put(header, action);
            }
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < node.list(FIELDS).size(); i++) {
            fields.add(field(i, actions, node, context));
        }
        for (Map.Entry<String, String> action : actions.entrySet()) {
            boolean hasFields =
                    fields.stream().anyMatch(f -> f == null || f.header.equals(action.getKey()));
            if (action.getValue().equals("modify") && !hasFields) {
                problem(
                        node.place(FIELDS),
                        context,
                        "the header %s must be modified, but no field is set"
                                .formatted(action.getKey()),
                        EXAMPLE);
                fields.add(null);
            }
        }
        if (actions.isEmpty() && fields.isEmpty()) {
            problem(
                    node.place(FIELDS),
                    context,
                    "node " + node.name() + " changes no header",
                    "set mqmd, mqdlh or mqrfh2");
            return null;
        }
        if (fields.stream().anyMatch(Objects::isNull)) {
            return null;
        }
        NodePlan plan =
                c ->
                        new Editing(
                                EsqlCall.Surroundings.plain(c, "MQHeaderNode"),
                                Map.copyOf(actions),
                                List.copyOf(fields),
                                c.terminal("out"));
        return NodePlan.of(
                plan,
                fields.stream()
                        .map(f -> f.value.outsideUnit())
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null));
    }

    private static Field field(
            int index, Map<String, String> actions, NodeDefinition node, DeployContext context) {
        String text = node.list(FIELDS).get(index);
        Place place = node.place(FIELDS, index);
        Matcher field = FIELD.matcher(text);
        if (!field.matches()) {
            return problem(
                    place,
                    context,
                    "'" + text + "' in fields does not name a header field",
                    EXAMPLE);
        }
        String header = field.group(1);
        String action = actions.get(header);
        if (!HEADERS.contains(header)) {
            return problem(
                    place,
                    context,
                    "unknown header " + header + " in fields",
                    Problems.didYouMean(
                            header, HEADERS, "expected one of " + String.join(", ", HEADERS)));
        }
        if (action == null || !SETTING.contains(action)) {
            String property = header.toLowerCase(Locale.ROOT);
            return problem(
                    place,
                    context,
                    "fields sets a field of %s, but %s is %s"
                            .formatted(header, property, node.text(property)),
                    "set " + property + " to add or modify");
        }
        List<String> path = Arrays.asList(field.group(2).split("\\."));
        Collection<String> known = context.parsers().fields(header);
        if (!header.equals(MQRFH2) && (path.size() > 1 || !known.contains(path.getFirst()))) {
            return problem(
                    place,
                    context,
                    header + " has no field " + field.group(2),
                    Problems.didYouMean(field.group(2), known));
        }
        Source source =
                new Source(
                        place + " (" + node.label() + "." + FIELDS + ")", field.group(3).strip());
        EsqlModule value =
                context.esql().expression(source, ModuleKind.DATABASE, context.problems());
        return value == null ? null : new Field(header, path, value);
    }

    /** Reports a problem in the fields. Returns null. */
    private static Field problem(Place place, DeployContext context, String text, String hint) {
        context.problems().error(ErrorCode.BAD_VALUE, place, text, hint);
        return null;
    }

    /**
     * A field that is set.
     *
     * @param path names below the header
     */
    private record Field(String header, List<String> path, EsqlModule value) {}

    private record Editing(
            EsqlCall.Surroundings surroundings,
            Map<String, String> actions,
            List<Field> fields,
            Terminal out)
            implements Node {

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            List<Value> values = new ArrayList<>(fields.size());
            for (Field field : fields) {
                values.add(new EsqlCall(surroundings, message).run(field.value));
            }
            Headers headers =
                    new Headers(
                            message.root().copy(), surroundings.context().assembler().parsers());
            for (String header : HEADERS) {
                switch (actions.getOrDefault(header, "")) {
                    case "add" -> headers.add(header);
                    case "delete" -> headers.delete(header);
                    default -> {
                        // The header stays.
                    }
                }
            }
            for (int i = 0; i < fields.size(); i++) {
                Element header = headers.find(fields.get(i).header);
                if (header != null) {
                    set(header, fields.get(i).path, values.get(i));
                }
            }
            out.propagate(message.withRoot(headers.root()));
        }

        private static void set(Element header, List<String> path, Value value) {
            Element at = header;
            for (String name : path.subList(0, path.size() - 1)) {
                Element child = at.child(name);
                if (child == null && value == null) {
                    return;
                }
                at = child == null ? at.add(name) : child;
            }
            Element field = at.child(path.getLast());
            if (value == null) {
                if (field != null) {
                    field.remove();
                }
            } else if (field == null) {
                at.add(path.getLast(), value);
            } else {
                field.value(value);
            }
        }
    }
}
