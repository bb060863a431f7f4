package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.FieldUse;
import io.millrace.engine.esql.FieldUse.Tree;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.TemplateProblem;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks of the field references of a node's ESQL against the messages that the node receives. All
 * findings are warnings, because headers of a message can specify another domain or model.
 */
final class FieldChecks {

    private static final String MRM = "MRM";

    /** Minimum length of a name that is compared with the names of folders. */
    private static final int MIN_COMPARED = 4;

    private static final Set<String> TEMPLATE =
            Set.of("MessageSet", "MessageType", "MessageFormat");

    /** Input nodes that determine the domain in other ways than MQInput. */
    private static final Set<String> OTHER_INPUTS =
            Set.of(
                    "CallableFlowInput",
                    "CamelInput",
                    "FileInput",
                    "HTTPAsyncResponse",
                    "HTTPInput");

    /** Domains that an MQRFH2 rarely names, unlike MRM and XML. */
    private static final Set<String> PLAIN_BODIES = Set.of("JSON", "XMLNSC");

    private final NodeDefinition node;
    private final EsqlModule module;
    private final DeployContext context;
    private final List<MessageTemplate> received;

    /** Whether only the headers of the messages determine the domain of their bodies. */
    private final boolean isUndeclared;

    private FieldChecks(NodeDefinition node, EsqlModule module, DeployContext context) {
        this.node = node;
        this.module = module;
        this.context = context;
        List<MessageTemplate> templates = context.received(node.name());
        this.isUndeclared =
                !templates.isEmpty()
                        && templates.stream().allMatch(t -> t.domain().isEmpty())
                        && context.nodeTypes().contains("MQInput")
                        && Collections.disjoint(context.nodeTypes(), OTHER_INPUTS);
        this.received = templates.stream().allMatch(this::isUsable) ? templates : List.of();
    }

    /** Whether the template of an input node has no problems. */
    private boolean isUsable(MessageTemplate template) {
        return context.parsers()
                .domain(template.domain())
                .filter(p -> p.checkTemplate(template).isEmpty())
                .isPresent();
    }

    static void check(NodeDefinition node, EsqlModule module, DeployContext context) {
        FieldChecks checks = new FieldChecks(node, module, context);
        checks.labels();
        checks.environment();
        checks.template();
        if (checks.isUndeclared) {
            checks.undeclared();
        }
        if (!checks.received.isEmpty()) {
            checks.domains();
            checks.bodies();
            checks.model();
        }
    }

    /** Reports labels in a routing list that no Label node has. */
    private void labels() {
        if (!context.nodeTypes().contains("RouteToLabel")) {
            return;
        }
        for (FieldUse use : module.fields()) {
            boolean label =
                    use.tree() == Tree.OUTPUT_LOCAL_ENVIRONMENT
                            && use.isTarget()
                            && use.text() != null
                            && use.lastName().equals("labelName");
            if (label && !context.labels().contains(use.text())) {
                context.problems()
                        .warning(
                                ErrorCode.UNKNOWN_LABEL,
                                use.place(),
                                "the flow has no label '" + use.text() + "'",
                                Problems.didYouMean(
                                        use.text(),
                                        context.labels(),
                                        context.labels().isEmpty()
                                                ? "it has no Label node"
                                                : "its labels are "
                                                        + String.join(
                                                                ", ",
                                                                new TreeSet<>(context.labels()))));
            }
        }
    }

    /**
     * Reports fields of the LocalEnvironment that no node reads. A program can add folders of its
     * own, so a folder is reported only if its name is similar to that of a known folder.
     */
    private void environment() {
        Map<String, Set<String>> known = context.environmentFields();
        for (FieldUse use : module.fields()) {
            if (use.tree() == Tree.OUTPUT_LOCAL_ENVIRONMENT) {
                environment(use, known);
            }
        }
    }

    private void environment(FieldUse use, Map<String, Set<String>> known) {
        String folder = "";
        for (FieldUse.Step step : use.steps()) {
            Set<String> fields = known.getOrDefault(folder, Set.of());
            Set<String> folders = folders(folder, known);
            String place = folder.isEmpty() ? "the LocalEnvironment" : folder;
            if (!fields.isEmpty() && !fields.contains(step.name())) {
                unread(step, place, fields, "nodes read " + String.join(", ", fields));
                return;
            }
            boolean isFolder = fields.contains(step.name()) || folders.contains(step.name());
            if (!isFolder
                    && step.name().length() >= MIN_COMPARED
                    && Problems.nearest(step.name(), folders) != null) {
                unread(step, place, folders, "");
                return;
            }
            folder = folder.isEmpty() ? step.name() : folder + "." + step.name();
        }
    }

    /** Returns the names of the folders of a folder in which nodes read fields. */
    private static Set<String> folders(String parent, Map<String, Set<String>> known) {
        String start = parent.isEmpty() ? "" : parent + ".";
        return known.keySet().stream()
                .filter(path -> path.startsWith(start) && path.length() > start.length())
                .map(path -> path.substring(start.length()).replaceFirst("\\..*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void unread(FieldUse.Step step, String place, Set<String> names, String otherwise) {
        context.problems()
                .warning(
                        ErrorCode.ESQL_UNKNOWN_FIELD,
                        step.place(),
                        "no node reads the field %s of %s".formatted(step.name(), place),
                        Problems.didYouMean(step.name(), names, otherwise));
    }

    /**
     * Reports a message set, type or format that does not exist in the models. Only checked if the
     * module sets each of these properties at most once, to a constant.
     */
    private void template() {
        Map<String, FieldUse> set = new HashMap<>();
        for (FieldUse use : module.fields()) {
            if (use.tree() == Tree.OUTPUT_ROOT
                    && use.folder().equals("Properties")
                    && use.isTarget()
                    && TEMPLATE.contains(use.lastName())
                    && (use.text() == null || set.put(use.lastName(), use) != null)) {
                return;
            }
        }
        Optional<Parser> mrm = context.parsers().domain(MRM);
        boolean isKnown =
                set.containsKey("MessageSet")
                        && module.fields().stream().anyMatch(this::isModelBody)
                        && mrm.isPresent();
        if (!isKnown) {
            return;
        }
        MessageTemplate template =
                new MessageTemplate(
                        MRM,
                        set.get("MessageSet").text(),
                        set.containsKey("MessageType") ? set.get("MessageType").text() : "",
                        set.containsKey("MessageFormat") ? set.get("MessageFormat").text() : "");
        mrm.get()
                .templateProblems(template)
                .forEach(
                        problem ->
                                context.problems()
                                        .warning(
                                                ErrorCode.UNKNOWN_MESSAGE_SET,
                                                place(set, problem),
                                                problem.text(),
                                                "without a correction, the node that writes the"
                                                        + " message fails"));
    }

    private boolean isModelBody(FieldUse use) {
        return use.tree() == Tree.OUTPUT_ROOT && use.folder().equals(MRM) && use.isTarget();
    }

    /** Returns the position of the field with a problem. */
    private static Place place(Map<String, FieldUse> set, TemplateProblem problem) {
        return set.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(problem.property()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(set.get("MessageSet"))
                .place();
    }

    /** Reports bodies of a domain in which no message arrives, if the ESQL reads no other body. */
    private void domains() {
        Set<String> domains =
                received.stream().map(MessageTemplate::domain).collect(Collectors.toSet());
        Set<String> read = new HashSet<>();
        for (FieldUse use : module.fields()) {
            if (use.tree() == Tree.INPUT_ROOT && isBody(use.folder())) {
                read.add(use.folder());
            }
        }
        boolean reads = read.contains(FieldUse.BODY) || read.stream().anyMatch(domains::contains);
        if (reads) {
            return;
        }
        Set<String> reported = new HashSet<>();
        for (FieldUse use : module.fields()) {
            if (use.tree() == Tree.INPUT_ROOT
                    && isBody(use.folder())
                    && reported.add(use.folder())) {
                context.problems()
                        .warning(
                                ErrorCode.ESQL_UNKNOWN_FIELD,
                                use.steps().getFirst().place(),
                                "node %s receives messages of the domain %s, so the folder %s is NULL"
                                        .formatted(
                                                node.name(),
                                                String.join(" or ", domains),
                                                use.folder()),
                                "read the folder %s, or set the domain of the input node to %s"
                                        .formatted(String.join(" or ", domains), use.folder()));
            }
        }
    }

    /**
     * Reports the first folder of a body whose domain senders rarely specify, if the input node
     * does not specify it.
     */
    private void undeclared() {
        module.fields().stream()
                .filter(use -> use.tree() == Tree.INPUT_ROOT && PLAIN_BODIES.contains(use.folder()))
                .findFirst()
                .ifPresent(
                        use ->
                                context.problems()
                                        .warning(
                                                ErrorCode.ESQL_UNKNOWN_FIELD,
                                                use.steps().getFirst().place(),
                                                "the input node of %s has no domain, so the folder %s is NULL unless an MQRFH2 of the message names the domain"
                                                        .formatted(node.name(), use.folder()),
                                                "set domain: %s on the input node"
                                                        .formatted(use.folder())));
    }

    /**
     * Reports fields below Body or InputBody that cannot exist in a body of the received domain.
     */
    private void bodies() {
        Set<String> domains =
                received.stream().map(MessageTemplate::domain).collect(Collectors.toSet());
        String domain = domains.iterator().next();
        Collection<String> fields = context.parsers().fields(domain);
        if (domains.size() > 1 || fields.isEmpty()) {
            return;
        }
        for (FieldUse use : module.fields()) {
            boolean unknown =
                    use.tree() == Tree.INPUT_ROOT
                            && use.folder().equals(FieldUse.BODY)
                            && use.steps().size() > 1
                            && !fields.contains(use.steps().get(1).name());
            if (unknown) {
                FieldUse.Step step = use.steps().get(1);
                context.problems()
                        .warning(
                                ErrorCode.ESQL_UNKNOWN_FIELD,
                                step.place(),
                                "the body, of the domain %s, has no field %s"
                                        .formatted(domain, step.name()),
                                domain.equals("BLOB")
                                        ? "set the domain of the input node, for example to JSON"
                                        : fields.size() == 1
                                                ? "write %s.%s after the name of the body"
                                                        .formatted(
                                                                fields.iterator().next(),
                                                                step.name())
                                                : "its fields are " + String.join(", ", fields));
            }
        }
    }

    private boolean isBody(String folder) {
        return folder.equals(FieldUse.BODY) || context.parsers().domain(folder).isPresent();
    }

    /** Reports fields that do not exist in the model of the messages. */
    private void model() {
        MessageTemplate first = received.getFirst();
        if (!first.domain().equals(MRM) || !received.stream().allMatch(first::equals)) {
            return;
        }
        boolean sameOutput = hasSameModel();
        for (FieldUse use : module.fields()) {
            boolean input =
                    use.tree() == Tree.INPUT_ROOT
                            && (use.folder().equals(MRM) || use.folder().equals(FieldUse.BODY));
            boolean output =
                    sameOutput && use.tree() == Tree.OUTPUT_ROOT && use.folder().equals(MRM);
            if (input || output) {
                context.parsers()
                        .domain(MRM)
                        .flatMap(p -> p.unknownField(first, use.namesBelowFolder()))
                        .ifPresent(
                                unknown ->
                                        context.problems()
                                                .warning(
                                                        ErrorCode.ESQL_UNKNOWN_FIELD,
                                                        use.steps().get(unknown.step() + 1).place(),
                                                        unknown.text(),
                                                        unknown.hint()));
            }
        }
    }

    /** Whether the output message has the model of the input message. */
    private boolean hasSameModel() {
        return module.fields().stream()
                .filter(u -> u.tree() == Tree.OUTPUT_ROOT)
                .noneMatch(
                        u ->
                                u.folder().isEmpty() && !u.isTarget()
                                        || u.folder().equals("Properties")
                                                && (u.steps().size() == 1 && !u.isTarget()
                                                        || u.steps().size() == 2
                                                                && TEMPLATE.contains(
                                                                        u.lastName())));
    }
}
