package io.millrace.projects.convert;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.flows.definition.FlowOptions;
import io.millrace.flows.definition.PropertyText;
import io.millrace.projects.flow.Attribute;
import io.millrace.projects.flow.FlowNode;
import io.millrace.projects.flow.FlowProperty;
import io.millrace.projects.flow.MessageFlow;
import io.millrace.projects.workspace.Project;
import io.millrace.projects.workspace.ProjectFile;
import io.millrace.projects.xml.Secrets;
import io.millrace.projects.xml.XmlDocument;
import io.millrace.projects.xml.XmlElement;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * Values that replace values in flows, from {@code META-INF/broker.xml} in an archive and from
 * files with lines {@code FLOW#NODE.PROPERTY=VALUE} or {@code FLOW#PROPERTY=VALUE}. Labels contain
 * dots: the flow ends at the first number sign, the property begins after the last dot. Later
 * values replace earlier ones.
 */
public final class FlowOverrides {

    private static final String DESCRIPTOR = "META-INF/broker.xml";

    /** Properties of flows that have no effect in Millrace. */
    private static final Set<String> WITHOUT_EFFECT =
            Set.of(
                    "startMode",
                    "startInstancesWhenFlowStarts",
                    "notificationThresholdMsgsPerSec",
                    "maximumRateMsgsPerSec",
                    "processingTimeoutSec",
                    "processingTimeoutAction",
                    "wlmPolicy",
                    "monitoringProfile",
                    "securityProfileName",
                    "consumerPolicySet",
                    "providerPolicySet",
                    "consumerPolicySetBindings",
                    "providerPolicySetBindings",
                    "javaIsolation");

    private static final Set<String> NO_VALUES = Set.of("", "0", "-1");

    /**
     * Descriptions of unsupported functions, by the flow property that enables the function with a
     * value other than 0.
     */
    private static final Map<String, String> DIFFERENCES =
            Map.of(
                    "maximumRateMsgsPerSec", "the rate of messages is not limited",
                    "wlmPolicy", "the rate of messages is not limited",
                    "processingTimeoutSec", "the processing time of a message is not limited",
                    "monitoringProfile", "monitoring events have no equivalent",
                    "securityProfileName", "a security profile has no equivalent");

    /** Maximum number of names in the advice of a warning. */
    private static final int MAX_SHOWN = 10;

    private final List<Override> all = new ArrayList<>();
    private final Set<Override> used = new HashSet<>();
    private final Set<String> libraries = new TreeSet<>();
    private final Map<String, List<String>> known = new LinkedHashMap<>();

    /** A value for a property of a flow or of a node, whose label is empty for a flow. */
    private record Override(
            String flow, String label, String property, String value, Place key, Place place) {}

    private FlowOverrides() {}

    /** Reads the overrides of projects and of an environment. */
    public static FlowOverrides read(
            List<Project> projects, Environment environment, Problems problems) {
        FlowOverrides overrides = new FlowOverrides();
        for (Project project : projects) {
            overrides.libraries.add(project.name());
            ProjectFile file = project.files().get(DESCRIPTOR);
            Source source = file == null ? null : file.source(problems);
            XmlElement root = source == null ? null : XmlDocument.read(source, problems);
            if (root != null) {
                overrides.descriptor(root, problems);
            }
        }
        environment.overrides().forEach(file -> overrides.lines(file, problems));
        return overrides;
    }

    private void descriptor(XmlElement root, Problems problems) {
        for (XmlElement property : root.descendants("ConfigurableProperty")) {
            String value = property.attribute("override");
            String uri = property.attributeOrEmpty("uri");
            if (value != null && uri.contains("#")) {
                add(uri, value, property.place("uri"), property.place("override"));
            } else if (value != null && !WITHOUT_EFFECT.contains(uri)) {
                problems.warning(
                        ErrorCode.PROJECT_FILE,
                        property.place(property.attribute("uri") == null ? "override" : "uri"),
                        "an override must have a uri of the form FLOW#NODE.PROPERTY (found %s); it is ignored"
                                .formatted(uri.isEmpty() ? "none" : "'" + uri + "'"),
                        "create the archive again from its projects");
            }
        }
    }

    private void lines(Source file, Problems problems) {
        int number = 0;
        Source masked = Secrets.inLines(file);
        for (String line : file.text().lines().toList()) {
            number++;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            int equals = text.indexOf('=');
            Place place = new Place(masked, number, 1, Math.max(1, line.length()));
            if (equals < 0 || text.indexOf('#') < 0 || text.indexOf('#') > equals) {
                problems.error(
                        ErrorCode.PROJECT_FILE,
                        place,
                        "a line must have the form FLOW#NODE.PROPERTY=VALUE (found '%s')"
                                .formatted(Findings.shown(text, text)),
                        "correct the line, or begin it with # for a comment");
                continue;
            }
            add(text.substring(0, equals).strip(), text.substring(equals + 1), place, place);
        }
    }

    private void add(String uri, String value, Place key, Place place) {
        int hash = uri.indexOf('#');
        String rest = uri.substring(hash + 1);
        int dot = rest.lastIndexOf('.');
        all.add(
                new Override(
                        uri.substring(0, hash),
                        dot < 0 ? "" : rest.substring(0, dot),
                        rest.substring(dot + 1),
                        value,
                        key,
                        place));
    }

    private List<Override> of(String flow) {
        return all.stream().filter(o -> flow.equals(name(o.flow()))).toList();
    }

    /** Returns the name of a flow without the name of a library before it. */
    private String name(String flow) {
        int dot = flow.indexOf('.');
        boolean library = dot > 0 && libraries.contains(flow.substring(0, dot));
        return library ? flow.substring(dot + 1) : flow;
    }

    /** Returns a flow with its overridden values. */
    MessageFlow apply(MessageFlow flow) {
        List<String> names = new ArrayList<>(FlowOptions.GROUP.names());
        flow.properties().forEach(p -> names.add(p.name()));
        flow.nodes().values().forEach(n -> names.add(n.label()));
        known.put(flow.name(), names);
        MessageFlow result = flow;
        for (Override override : of(flow.name())) {
            MessageFlow changed =
                    override.label().isEmpty()
                            ? withProperty(result, override)
                            : withAttribute(result, override);
            if (changed != null) {
                used.add(override);
                result = changed;
            }
        }
        return result;
    }

    /**
     * Passes the overrides that no node of a flow has used to a function, which returns whether it
     * uses them.
     */
    void inInstances(String flow, BiPredicate<String, Attribute> user) {
        for (Override override : of(flow)) {
            if (!used.contains(override)
                    && !override.label().isEmpty()
                    && user.test(override.label(), attribute(override))) {
                used.add(override);
            }
        }
    }

    private static @Nullable MessageFlow withProperty(MessageFlow flow, Override override) {
        List<FlowProperty> properties = new ArrayList<>();
        boolean found = false;
        for (FlowProperty property : flow.properties()) {
            boolean same = property.name().equals(override.property());
            found |= same;
            properties.add(
                    same
                            ? new FlowProperty(
                                    property.name(),
                                    attribute(override),
                                    property.userDefined(),
                                    property.links())
                            : property);
        }
        return found ? flow.withProperties(properties) : null;
    }

    private static Attribute attribute(Override override) {
        return new Attribute(
                override.property(), override.value(), override.key(), override.place());
    }

    private static @Nullable MessageFlow withAttribute(MessageFlow flow, Override override) {
        Map<String, FlowNode> nodes = new LinkedHashMap<>();
        boolean found = false;
        for (FlowNode node : flow.nodes().values()) {
            boolean same = node.label().equals(override.label()) && !node.isTerminal();
            found |= same;
            nodes.put(node.id(), same ? with(node, attribute(override)) : node);
        }
        return found ? flow.withNodes(nodes) : null;
    }

    private static FlowNode with(FlowNode node, Attribute attribute) {
        Map<String, Attribute> attributes = new LinkedHashMap<>(node.attributes());
        attributes.put(attribute.name(), attribute);
        return node.withAttributes(attributes);
    }

    /** Returns the overridden options of a flow as a whole. Records those without an equivalent. */
    Map<String, PropertyText> options(String flow, Findings findings) {
        Map<String, PropertyText> options = new LinkedHashMap<>();
        for (Override override : of(flow)) {
            String name = override.property();
            if (!override.label().isEmpty() || used.contains(override)) {
                continue;
            }
            if (WITHOUT_EFFECT.contains(name)) {
                used.add(override);
                String difference = DIFFERENCES.get(name);
                if (difference != null && !NO_VALUES.contains(override.value())) {
                    findings.difference(
                            new Finding(
                                    Finding.Level.NEAR,
                                    override.key(),
                                    flow,
                                    "",
                                    name,
                                    Findings.shown(name, override.value()),
                                    difference));
                }
            } else if (FlowOptions.GROUP.find(name) != null) {
                used.add(override);
                String value = canonical(name, override.value());
                if (value != null) {
                    options.put(name, PropertyText.of(override.key(), override.place(), value));
                }
            }
        }
        return options;
    }

    /** Returns the value of an option; null for a value that means the default. */
    private static @Nullable String canonical(String name, String value) {
        boolean none = name.equals("commitCount") && (value.equals("0") || value.isEmpty());
        return none || value.isEmpty() ? null : value;
    }

    private static String hint(List<String> names) {
        List<String> nodes = names.subList(FlowOptions.GROUP.names().size(), names.size());
        String shown = nodes.stream().limit(MAX_SHOWN).collect(Collectors.joining(", "));
        return nodes.isEmpty()
                ? ""
                : "its properties and nodes are "
                        + shown
                        + (nodes.size() > MAX_SHOWN ? " and others" : "");
    }

    /** Warns about overrides that no flow has used. */
    void reportUnused(Problems problems) {
        for (Override override : all) {
            String flow = name(override.flow());
            List<String> names = known.get(flow);
            if (used.contains(override)) {
                continue;
            }
            String what =
                    (override.label().isEmpty() ? "" : override.label() + ".")
                            + override.property();
            problems.warning(
                    ErrorCode.PROJECT_REFERENCE,
                    override.key(),
                    names == null
                            ? "the application has no flow %s to override".formatted(flow)
                            : "the flow %s has no property %s to override".formatted(flow, what),
                    names == null
                            ? Problems.didYouMean(flow, known.keySet())
                            : Problems.didYouMean(
                                    override.label().isEmpty()
                                            ? override.property()
                                            : override.label(),
                                    names,
                                    hint(names)));
        }
    }
}
