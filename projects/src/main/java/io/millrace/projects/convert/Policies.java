package io.millrace.projects.convert;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.projects.flow.Attribute;
import io.millrace.projects.flow.FlowNode;
import io.millrace.projects.flow.MessageFlow;
import io.millrace.projects.workspace.Project;
import io.millrace.projects.workspace.ProjectFile;
import io.millrace.projects.xml.XmlDocument;
import io.millrace.projects.xml.XmlElement;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The policies to which nodes refer with <code>{PROJECT}:POLICY</code>. Values of a policy replace
 * the attributes of the node.
 */
public final class Policies {

    private static final Pattern REFERENCE = Pattern.compile("\\{(.+)}:(.+)");
    private static final String POLICY_URL = "policyUrl";
    private static final String IDENTIFIER = "uniqueIdentifier";

    /** Attributes of nodes by properties of policies, by the type of the policy. */
    private static final Map<String, Map<String, String>> ATTRIBUTES =
            Map.of(
                    "HTTPRequest",
                    Map.of("endpointURL", "URLSpecifier", "requestTimeout", "timeoutForServer"),
                    "Timer",
                    Map.of("timeoutInterval", "timeoutInterval"));

    private final Function<String, @Nullable Project> projects;
    private final Problems problems;
    private final Map<String, Map<String, XmlElement>> read = new HashMap<>();

    /**
     * @param projects projects by name; null for an unknown name
     */
    public Policies(Function<String, @Nullable Project> projects, Problems problems) {
        this.projects = projects;
        this.problems = problems;
    }

    /** Returns a flow whose nodes have the values of their policies. */
    MessageFlow apply(MessageFlow flow) {
        Map<String, FlowNode> nodes = new LinkedHashMap<>();
        boolean changed = false;
        for (FlowNode node : flow.nodes().values()) {
            FlowNode applied = node.isTerminal() || node.isSubflow() ? node : apply(node);
            changed |= applied != node;
            nodes.put(node.id(), applied);
        }
        return changed ? flow.withNodes(nodes) : flow;
    }

    private FlowNode apply(FlowNode node) {
        FlowNode result = node;
        for (String name : new String[] {POLICY_URL, IDENTIFIER}) {
            Attribute reference = node.attributes().get(name);
            Matcher matcher = REFERENCE.matcher(reference == null ? "" : reference.value());
            if (reference != null && matcher.matches()) {
                result = apply(result, reference, matcher.group(1), matcher.group(2));
            }
        }
        return result;
    }

    private FlowNode apply(FlowNode node, Attribute reference, String project, String name) {
        Map<String, Attribute> attributes = new LinkedHashMap<>(node.attributes());
        if (reference.name().equals(IDENTIFIER)) {
            attributes.put(
                    IDENTIFIER,
                    new Attribute(IDENTIFIER, name, reference.keyPlace(), reference.place()));
        }
        XmlElement policy = policies(project).get(name);
        if (policy == null) {
            problems.warning(
                    ErrorCode.PROJECT_REFERENCE,
                    reference.place(),
                    "the policy %s of node %s does not exist"
                            .formatted(reference.value(), node.label()),
                    "put the policy project next to the application");
            return node.withAttributes(attributes);
        }
        Map<String, String> targets =
                ATTRIBUTES.getOrDefault(policy.attributeOrEmpty("policyType"), Map.of());
        if (!targets.isEmpty()) {
            attributes.remove(POLICY_URL);
        }
        for (XmlElement property : policy.children()) {
            String target = targets.get(property.name());
            if (target != null && !property.text().isEmpty()) {
                attributes.put(
                        target,
                        new Attribute(target, property.text(), property.place(), property.place()));
            }
        }
        return node.withAttributes(attributes);
    }

    private Map<String, XmlElement> policies(String project) {
        return read.computeIfAbsent(
                project,
                name -> {
                    Map<String, XmlElement> all = new HashMap<>();
                    Project found = projects.apply(name);
                    if (found != null) {
                        for (ProjectFile file : found.withSuffix(".policyxml")) {
                            Source source = file.source(problems);
                            XmlElement root =
                                    source == null ? null : XmlDocument.read(source, problems);
                            if (root != null) {
                                root.descendants("policy")
                                        .forEach(p -> all.put(p.attributeOrEmpty("policyName"), p));
                            }
                        }
                    }
                    return all;
                });
    }
}
