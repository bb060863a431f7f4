package io.millrace.projects.convert;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.flows.definition.Definitions;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.projects.dialect.Dialect;
import io.millrace.projects.flow.FlowReader;
import io.millrace.projects.flow.MessageFlow;
import io.millrace.projects.java.JavaCompiler;
import io.millrace.projects.workspace.Project;
import io.millrace.projects.workspace.ProjectFile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The conversion of an application with its libraries and references. */
public final class ProjectConverter {

    /** Suffixes of the files that nodes use. */
    private static final List<String> CONTENTS = List.of(".xsl", ".xslt", ".xml");

    private final List<Project> projects;
    private final Policies policies;
    private final Context context;
    private final Problems problems;
    private final Findings findings;
    private final Map<String, Source> models;
    private final Map<MessageFlow, FlowDefinition> subflows = new LinkedHashMap<>();
    private final Deque<FlowSet.Entry> waiting = new ArrayDeque<>();

    private ProjectConverter(
            List<Project> projects,
            Dialect dialect,
            Set<String> domains,
            boolean hasClasses,
            Environment environment,
            FlowOverrides overrides,
            Policies policies,
            Findings findings) {
        this.projects = projects;
        this.policies = policies;
        this.findings = findings;
        this.problems = findings.problems();
        this.models = ModelConverter.convert(projects, findings);
        this.context =
                new Context(
                        dialect,
                        domains,
                        models.keySet(),
                        hasClasses,
                        JavaCompiler.compile(projects, problems),
                        environment,
                        new GeneratedResources(),
                        findings,
                        overrides,
                        new FlowSet(projects, overrides, policies, problems));
    }

    /**
     * Converts an application.
     *
     * @param projects application, followed by the projects to which it refers
     * @param dialect differences of node types
     * @param domains message domains that have parsers
     * @param hasClasses whether the application has a folder of jars
     * @param environment values of names that the projects do not define
     * @param overrides values of the archive and of files of overrides
     * @param policies policies to which nodes refer
     * @param findings receiver of the results and problems
     */
    public static Definitions convert(
            List<Project> projects,
            Dialect dialect,
            Set<String> domains,
            boolean hasClasses,
            Environment environment,
            FlowOverrides overrides,
            Policies policies,
            Findings findings) {
        return new ProjectConverter(
                        projects,
                        dialect,
                        domains,
                        hasClasses,
                        environment,
                        overrides,
                        policies,
                        findings)
                .run();
    }

    /** Returns the name of the application, which is the name of its first project. */
    public static String name(List<Project> projects) {
        return FlowNames.ofApplication(projects.getFirst().name());
    }

    private Definitions run() {
        List<FlowDefinition> flows = new ArrayList<>();
        RestApi api = projects.isEmpty() ? null : RestApi.of(projects.getFirst(), findings);
        List<FlowSet.Entry> unused = new ArrayList<>();
        InstanceOverrides instances = new InstanceOverrides(context);
        for (Project project : projects) {
            boolean own = project == projects.getFirst();
            if (!own && !project.kind().isStaticLibrary()) {
                continue;
            }
            for (ProjectFile file : project.files().values()) {
                FlowSet.Entry entry =
                        FlowReader.isFlow(file) ? context.flows().read(project, file) : null;
                if (entry == null) {
                    continue;
                }
                if (file.hasSuffix(FlowReader.FLOW_SUFFIX) && isDeployable(entry.flow())) {
                    FlowDefinition flow = flow(entry);
                    instances.add(entry);
                    flows.add(api == null ? flow : api.apply(flow));
                } else if (own) {
                    unused.add(entry);
                }
            }
        }
        waiting.addAll(unused);
        subflows();
        flows.addAll(subflows.values());
        context.overrides().reportUnused(problems);
        policies.reportUnused();
        List<Source> esql = esql();
        Source operations = api == null ? null : api.esql();
        if (operations != null) {
            esql.add(operations);
        }
        return new Definitions(
                PromotionTargets.clean(flows),
                esql,
                List.copyOf(models.values()),
                settings(),
                contents(),
                context.classes().jars(),
                instances.settings());
    }

    private boolean isDeployable(MessageFlow flow) {
        return !flow.hasTerminals()
                || flow.nodes().values().stream()
                        .anyMatch(
                                n ->
                                        !n.isTerminal()
                                                && !n.isSubflow()
                                                && context.dialect().of(n.plainType()).input());
    }

    private FlowDefinition flow(FlowSet.Entry entry) {
        FlowConverter converter = new FlowConverter(context, entry, false);
        FlowDefinition definition = converter.convert();
        waiting.addAll(converter.uses());
        return definition;
    }

    /** Converts the subflows that are used, each once. */
    private void subflows() {
        while (!waiting.isEmpty()) {
            FlowSet.Entry entry = waiting.poll();
            if (subflows.containsKey(entry.flow())) {
                continue;
            }
            FlowConverter converter = new FlowConverter(context, entry, true);
            subflows.put(entry.flow(), converter.convert());
            waiting.addAll(converter.uses());
        }
    }

    /** Returns the ESQL files. Copies of a file in other projects are omitted. */
    private List<Source> esql() {
        List<Source> sources = new ArrayList<>();
        Map<String, String> copies = new HashMap<>();
        for (Project project : projects) {
            for (ProjectFile file : project.withSuffix(".esql")) {
                Source source = file.source(problems);
                if (source != null
                        && !source.text().equals(copies.put(file.path(), source.text()))) {
                    sources.add(EsqlFile.prepare(file, source, context, findings));
                }
            }
        }
        return sources;
    }

    /** Returns the settings of the application in the form of {@code application.yaml}. */
    private Source settings() {
        StringBuilder yaml = new StringBuilder("name: ");
        yaml.append(Environment.quoted(name(projects))).append('\n');
        GeneratedResources resources = context.resources();
        context.environment()
                .of(Environment.DATA_SOURCES)
                .forEach((source, keys) -> resources.put(Environment.DATA_SOURCES, source, keys));
        return new Source(
                resources.isEmpty() ? projects.getFirst().place().toString() : Environment.NAME,
                yaml + resources.yaml());
    }

    private Map<String, byte[]> contents() {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        for (Project project : projects) {
            for (ProjectFile file : project.files().values()) {
                if (CONTENTS.stream().anyMatch(file::hasSuffix)) {
                    byte[] bytes = contents.containsKey(file.path()) ? null : file.bytes(problems);
                    if (bytes != null) {
                        contents.put(file.path(), bytes);
                    }
                }
            }
        }
        return contents;
    }
}
