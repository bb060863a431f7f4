package io.millrace.projects.convert;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.SensitiveText;
import io.millrace.engine.error.Source;
import io.millrace.projects.convert.Finding.Level;
import io.millrace.projects.flow.Attribute;
import io.millrace.projects.flow.FlowNode;
import io.millrace.projects.flow.MessageFlow;
import io.millrace.projects.workspace.Project;
import io.millrace.projects.workspace.ProjectFile;
import io.millrace.projects.workspace.Workspace;
import io.millrace.projects.xml.XmlDocument;
import io.millrace.projects.xml.XmlElement;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The policies to which nodes refer with <code>{PROJECT}:POLICY</code>, or with a name alone, and
 * the configurable services. The values of a policy replace the attributes of the node.
 */
public final class Policies {

    private static final Pattern REFERENCE = Pattern.compile("\\{(.+)}:(.+)");
    private static final String POLICY_URL = "policyUrl";

    /** Attributes that keep the name of the policy, because nodes with the same name share it. */
    private static final Set<String> IDENTIFIERS = Set.of("uniqueIdentifier", "aggregateName");

    /** Attributes that can refer to policies. */
    private static final Set<String> REFERENCES =
            Set.of(
                    POLICY_URL,
                    "uniqueIdentifier",
                    "aggregateName",
                    "configurableService",
                    "connectionDetails",
                    "dataSourceName",
                    "fileFtpServer",
                    "smtpServer",
                    "securityProfileName");

    /** Types of configurable services, to which nodes refer with a name alone, by attribute. */
    private static final Map<String, String> SERVICES =
            Map.of(
                    "fileFtpServer", "FtpServer",
                    "smtpServer", "SMTP",
                    "uniqueIdentifier", "Timer",
                    "aggregateName", "Aggregation",
                    "configurableService", "Collector",
                    "dataSourceName", "JDBCProviders",
                    "securityProfileName", "SecurityProfiles");

    /**
     * A type of policies.
     *
     * @param attributes attributes of nodes by properties of policies; other properties are
     *     attributes of the same name
     * @param ignored properties without an effect
     * @param sentence what the policies do not do; empty if all their properties apply
     */
    private record Type(Map<String, String> attributes, Set<String> ignored, String sentence) {

        static Type without(String sentence) {
            return new Type(Map.of(), Set.of(), sentence);
        }
    }

    private static final Map<String, Type> TYPES =
            Map.ofEntries(
                    Map.entry(
                            "HTTPRequest",
                            new Type(
                                    Map.of(
                                            "endpointURL",
                                            "URLSpecifier",
                                            "requestTimeout",
                                            "timeoutForServer"),
                                    Set.of(),
                                    "")),
                    Map.entry("MQEndpoint", new Type(Map.of(), Set.of(), "")),
                    Map.entry("Timer", new Type(Map.of(), Set.of("queuePrefix"), "")),
                    Map.entry(
                            "FtpServer",
                            new Type(
                                    Map.of(
                                            "serverName",
                                            "fileFtpServer",
                                            "protocol",
                                            "remoteTransferType",
                                            "remoteDirectory",
                                            "fileFtpDirectory",
                                            "scanDelay",
                                            "fileFtpScanDelay",
                                            "transferMode",
                                            "fileFtpTransferMode",
                                            "securityIdentity",
                                            "fileFtpUser"),
                                    Set.of("connectionType"),
                                    "")),
                    Map.entry("SMTP", new Type(Map.of("serverName", "smtpServer"), Set.of(), "")),
                    Map.entry(
                            "JDBCProviders",
                            Type.without(
                                    "Java code reads it; environment.yaml maps the data sources of"
                                            + " nodes")),
                    Map.entry(
                            "UserDefined",
                            Type.without("only Java code of the product reads its values")),
                    Map.entry(
                            "SecurityProfiles",
                            Type.without("messages are not checked by a security profile")),
                    Map.entry(
                            "WorkloadManagement",
                            Type.without("the rate of messages is not limited")),
                    Map.entry("ActivityLog", Type.without("activities are not logged separately")));

    private final Workspace workspace;
    private final Findings findings;
    private final Problems problems;
    private final Map<String, Map<String, Policy>> read = new HashMap<>();
    private final Set<Policy> used = new HashSet<>();

    /** Configurable services by type and name. */
    private final Map<String, Map<String, Policy>> services;

    /**
     * @param workspace projects in which policies are searched
     * @param services scripts with commands that create configurable services
     */
    public Policies(Workspace workspace, List<Source> services, Findings findings) {
        this.workspace = workspace;
        this.findings = findings;
        this.problems = findings.problems();
        this.services = ServiceScripts.read(services, problems);
    }

    /** Returns a flow whose nodes have the values of their policies. */
    MessageFlow apply(MessageFlow flow) {
        Map<String, FlowNode> nodes = new LinkedHashMap<>();
        boolean changed = false;
        for (FlowNode node : flow.nodes().values()) {
            FlowNode applied =
                    node.isTerminal() || node.isSubflow() ? node : apply(node, flow.name());
            changed |= applied != node;
            nodes.put(node.id(), applied);
        }
        return changed ? flow.withNodes(nodes) : flow;
    }

    private FlowNode apply(FlowNode node, String flow) {
        FlowNode result = node;
        for (Attribute reference : node.attributes().values()) {
            if (!REFERENCES.contains(reference.name())) {
                continue;
            }
            Matcher matcher = REFERENCE.matcher(reference.value());
            if (matcher.matches()) {
                result = apply(result, flow, reference, matcher.group(1), matcher.group(2));
            } else if (reference.name().equals(POLICY_URL) && !reference.value().isEmpty()) {
                String project = defaultProject(reference.value());
                if (project != null) {
                    result = apply(result, flow, reference, project, reference.value());
                }
            } else {
                String type = SERVICES.getOrDefault(reference.name(), "");
                Policy service = services.getOrDefault(type, Map.of()).get(reference.value());
                if (service != null) {
                    Map<String, Attribute> attributes = new LinkedHashMap<>(result.attributes());
                    result = with(result, attributes, service, flow, reference.place());
                }
            }
        }
        return result;
    }

    /** Returns the only policy project that contains a policy; null if there is no such project. */
    private @Nullable String defaultProject(String policy) {
        List<String> found =
                workspace.policyProjects().stream()
                        .map(Project::name)
                        .distinct()
                        .filter(p -> policies(p).containsKey(policy))
                        .toList();
        return found.size() == 1 ? found.getFirst() : null;
    }

    private FlowNode apply(
            FlowNode node, String flow, Attribute reference, String project, String name) {
        Map<String, Attribute> attributes = new LinkedHashMap<>(node.attributes());
        attributes.remove(reference.name());
        if (IDENTIFIERS.contains(reference.name())) {
            attributes.put(
                    reference.name(),
                    new Attribute(reference.name(), name, reference.keyPlace(), reference.place()));
        }
        Policy policy = policies(project).get(name);
        if (policy == null) {
            problems.warning(
                    ErrorCode.PROJECT_REFERENCE,
                    reference.place(),
                    "the policy %s of node %s does not exist"
                            .formatted(reference.value(), node.label()),
                    "put the policy project next to the application");
            return node.withAttributes(attributes);
        }
        used.add(policy);
        return with(node, attributes, policy, flow, reference.place());
    }

    /** Returns a node whose attributes are replaced by the values of a policy. */
    private FlowNode with(
            FlowNode node,
            Map<String, Attribute> attributes,
            Policy policy,
            String flow,
            Place reference) {
        Type type = TYPES.get(policy.type());
        if (type == null || !type.sentence().isEmpty()) {
            difference(policy, flow, node.label(), type, reference);
            return node.withAttributes(attributes);
        }
        for (Attribute property : policy.values().values()) {
            String target = type.attributes().getOrDefault(property.name(), property.name());
            if (!type.ignored().contains(property.name()) && !property.value().isEmpty()) {
                attributes.put(target, property.named(target));
            }
        }
        return node.withAttributes(attributes);
    }

    private void difference(
            Policy policy, String flow, String node, @Nullable Type type, Place place) {
        String kind = policy.type();
        findings.difference(
                new Finding(
                        Level.NEAR,
                        place,
                        flow,
                        node,
                        "policy " + policy.name(),
                        "",
                        type == null
                                ? "policies of the type %s are unknown to Millrace and are ignored"
                                        .formatted(kind)
                                : "the policy of the type %s is ignored: %s"
                                        .formatted(kind, type.sentence())));
    }

    /**
     * Reports the policies of all used policy projects to which no node refers. Programs can use
     * them.
     */
    void reportUnused() {
        for (Map<String, Policy> policies : List.copyOf(read.values())) {
            for (Policy policy : policies.values()) {
                Type type = TYPES.get(policy.type());
                if (!used.contains(policy)) {
                    Type reported = type;
                    if (type != null && type.sentence().isEmpty()) {
                        reported = Type.without("no node of the application refers to it");
                    }
                    difference(policy, "", "", reported, policy.place());
                }
                propose(policy);
            }
        }
        services.getOrDefault("JDBCProviders", Map.of()).values().forEach(this::propose);
    }

    /** Records the URL of a JDBC provider, which can be the URL of a data source. */
    private void propose(Policy policy) {
        String url = jdbcUrl(policy);
        if (!url.isEmpty()) {
            findings.proposal(Environment.DATA_SOURCES, policy.name(), url, policy.place());
        }
    }

    /** Returns the URL of a JDBC provider without user and password; empty for other policies. */
    private static String jdbcUrl(Policy policy) {
        if (!policy.type().equals("JDBCProviders")) {
            return "";
        }
        String url = policy.value("connectionUrlFormat");
        for (Attribute property : policy.values().values()) {
            url = url.replace("[" + property.name() + "]", property.value());
        }
        return SensitiveText.maskedUrl(
                url.replaceAll("[:;?&]?\\w+=\\[\\w+]", "").replaceAll("[;:?]+$", ""));
    }

    private Map<String, Policy> policies(String project) {
        return read.computeIfAbsent(
                project,
                name -> {
                    Map<String, Policy> all = new LinkedHashMap<>();
                    Project found = workspace.named(name);
                    if (found != null) {
                        for (ProjectFile file : found.withSuffix(".policyxml")) {
                            Source source = file.source(problems);
                            XmlElement root =
                                    source == null ? null : XmlDocument.read(source, problems);
                            if (root != null) {
                                root.descendants("policy").stream()
                                        .map(Policy::of)
                                        .forEach(p -> all.put(p.name(), p));
                            }
                        }
                    }
                    return all;
                });
    }
}
