package io.millrace.flows.compile;

import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.Esql;
import io.millrace.engine.esql.EsqlProgram;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.application.ApplicationSettings;
import io.millrace.flows.application.FileNames;
import io.millrace.flows.application.FlowAssignment;
import io.millrace.flows.check.CheckedFlow;
import io.millrace.flows.check.FlowCheck;
import io.millrace.flows.check.NodeTypes;
import io.millrace.flows.definition.CamelRoute;
import io.millrace.flows.library.Registries;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A compiler of applications. It also checks the contents of their files. */
public final class ApplicationCompiler {

    private final ApplicationFiles files;
    private final ApplicationSettings settings;
    private final Registries registries;
    private final Problems problems;
    private final EsqlCompiler compiler;
    private final NodeNames queues = new NodeNames();
    private final NodeNames dataSources = new NodeNames();
    private final ResourceNames resources;

    /** Data sources in the units of work of each flow. */
    private final Map<String, NodeNames> joined = new HashMap<>();

    /** {@link Esql#compile} or {@link Esql#check}. */
    private interface EsqlCompiler {
        EsqlProgram compile(List<Source> files, EsqlSettings settings, Problems problems);
    }

    private ApplicationCompiler(ApplicationFiles files, EsqlCompiler compiler, Problems problems) {
        this.files = files;
        this.compiler = compiler;
        this.settings = files.settings();
        Registries read = files.registries();
        this.problems = problems;
        this.registries =
                read.withParsers(
                        read.parsers()
                                .with(files.models(), problems)
                                .withSensitiveFields(settings.sensitiveFields().keySet()));
        checkSensitiveFields();
        this.resources = new ResourceNames(problems);
    }

    private void checkSensitiveFields() {
        Set<String> tops = new TreeSet<>(registries.parsers().folders());
        // Commands and properties of messages show these without a tree.
        tops.removeAll(List.of("MQMD", "Properties"));
        tops.addAll(List.of(MessageAssembly.ENVIRONMENT, MessageAssembly.LOCAL_ENVIRONMENT));
        settings.sensitiveFields()
                .forEach(
                        (path, place) -> {
                            if (!tops.contains(path.getFirst()) || path.size() == 1) {
                                problems.error(
                                        ErrorCode.BAD_VALUE,
                                        place,
                                        "sensitiveFields has the path %s, expected a domain, a header, Environment or LocalEnvironment, and the names of fields"
                                                .formatted(String.join(".", path)),
                                        Problems.didYouMean(
                                                path.getFirst(),
                                                tops,
                                                "the domains and headers are "
                                                        + String.join(", ", tops)));
                            }
                        });
    }

    /**
     * Checks and compiles an application. It continues after errors as far as possible, so that one
     * call finds all of them.
     *
     * @param read problems found while reading the files; further problems are added
     * @param needsFlow whether an application without flows is an error
     * @return application; null if a problem is an error
     */
    public static CompiledApplication compile(
            ApplicationFiles files, boolean needsFlow, Problems read) {
        return compile(files, needsFlow, Esql::compile, read);
    }

    /** Checks an application like {@link #compile}, in less time: see {@link Esql#check}. */
    public static CompiledApplication check(
            ApplicationFiles files, boolean needsFlow, Problems read) {
        return compile(files, needsFlow, Esql::check, read);
    }

    private static CompiledApplication compile(
            ApplicationFiles files, boolean needsFlow, EsqlCompiler compiler, Problems read) {
        Problems problems = new Problems();
        CompiledApplication compiled =
                new ApplicationCompiler(files, compiler, problems)
                        .run(needsFlow, !read.hasErrors());
        new LinkedHashSet<>(problems.all()).forEach(read::add);
        return read.hasErrors() ? null : compiled.with(ProblemOrder.sorted(read.all()));
    }

    /** Reports an application without a flow. */
    private void noFlow() {
        String found = "this folder contains no flow";
        String advice =
                "a flow is a file *"
                        + ApplicationFiles.FLOW_SUFFIX
                        + " that begins with 'flow: NAME'";
        if (files.isLibrary()) {
            found = "this folder is a library, which has no flows";
            advice = "specify the folder of an application that uses the library";
        } else if (Files.isRegularFile(files.folder())) {
            found = "this file contains no flow of an existing project";
            advice =
                    "an archive of the command package must be deployed to a server with millrace"
                            + " deploy, or unpacked to a folder";
        } else {
            found +=
                    files.esql().isEmpty() && files.models().isEmpty()
                            ? ", ESQL or message set"
                            : "";
            advice +=
                    Files.exists(files.folder().resolve("broker.yaml"))
                            ? "; to check the configuration of the broker, specify the file"
                                    + " broker.yaml"
                            : "";
        }
        problems.error(ErrorCode.NO_FLOW, Place.of(files.folder().toString()), found, advice);
    }

    private CompiledApplication run(boolean needsFlow, boolean complete) {
        boolean anyFlow = files.definitions().stream().anyMatch(d -> !d.subflow());
        Path route =
                needsFlow && !anyFlow && !files.isLibrary()
                        ? FileNames.camelRoute(files.folder())
                        : null;
        if (route != null) {
            problems.error(
                    ErrorCode.NO_FLOW,
                    Place.of(route.toString()),
                    CamelRoute.FOUND,
                    CamelRoute.ADVICE);
        } else if (needsFlow && !anyFlow) {
            noFlow();
        }
        List<CheckedFlow> checked =
                FlowCheck.check(
                        files.definitions(),
                        NodeTypes.of(registries.nodes()),
                        new LinkedHashSet<>(registries.parsers().domains()),
                        settings.parameters(),
                        files.overrides(),
                        complete,
                        problems);
        Problems esqlProblems = new Problems();
        Externals externals = new Externals(files, problems);
        EsqlSettings esqlSettings =
                new EsqlSettings(
                        registries.parsers(),
                        settings.limits(),
                        externals.ofApplication(),
                        externals.perNode(),
                        files.methods(),
                        registries.functions());
        EsqlProgram esql = compiler.compile(files.esql(), esqlSettings, esqlProblems);
        problems.addAll(esqlProblems);
        if (!esqlProblems.hasErrors()) {
            externals.check(esql, checked);
        }
        Map<String, FlowPlan> flows = flows(checked, esql, externals);
        checkSubscriptions(flows);
        resources();
        List<FlowAssignment> assignments = assignments();
        return new CompiledApplication(
                settings,
                flows,
                assignments,
                queues,
                dataSources,
                resources,
                externals,
                coordinated(flows, assignments),
                esql,
                registries,
                List.of());
    }

    private Map<String, FlowPlan> flows(
            List<CheckedFlow> checked, EsqlProgram esql, Externals externals) {
        Map<String, FlowPlan> flows = new LinkedHashMap<>();
        Problems found = new Problems();
        EndpointNames endpoints = new EndpointNames(settings.name(), problems);
        NodeIdentifiers identifiers = new NodeIdentifiers(problems);
        ContentFiles contents =
                new ContentFiles(files.folder(), files.isComplete(), files.contents(), problems);
        for (CheckedFlow flow : checked) {
            FlowPlan plan =
                    new FlowCompiler(
                                    flow,
                                    esql,
                                    externals,
                                    registries.parsers(),
                                    settings.limits(),
                                    files,
                                    contents,
                                    queues,
                                    dataSources,
                                    joined.computeIfAbsent(flow.name(), f -> new NodeNames()),
                                    endpoints,
                                    resources,
                                    identifiers,
                                    found)
                            .compile(settings.name());
            if (plan != null) {
                flows.put(flow.name(), plan);
            }
        }
        endpoints.check();
        resources.check(settings.resources());
        identifiers.check();
        problems.addAll(found);
        if (!problems.hasErrors()) {
            resources.checkListeners(settings.resources(), settings.effective());
        }
        return flows;
    }

    /**
     * Warns of subscriptions whose queue is probably the misspelled name of a queue that a flow
     * reads.
     */
    private void checkSubscriptions(Map<String, FlowPlan> flows) {
        Set<String> used = queues.names().keySet();
        Set<String> read = new TreeSet<>();
        flows.values().forEach(flow -> read.addAll(flow.inputQueues().values()));
        settings.subscriptions()
                .forEach(
                        (subscription, place) -> {
                            String queue = subscription.queue();
                            boolean isDeclared = settings.queues() != null || used.contains(queue);
                            read.stream()
                                    .filter(other -> !isDeclared)
                                    .filter(other -> Problems.isMisspelling(queue, other))
                                    .findFirst()
                                    .ifPresent(
                                            near ->
                                                    problems.warning(
                                                            ErrorCode.UNKNOWN_QUEUE_NAME,
                                                            place,
                                                            "no flow reads the queue %s of the subscription"
                                                                    .formatted(queue),
                                                            "did you mean %s?".formatted(near)));
                        });
    }

    private void resources() {
        settings.subscriptions()
                .forEach((subscription, place) -> queues.add(subscription.queue(), place));
        if (settings.queues() != null) {
            Set<String> list = new LinkedHashSet<>(settings.queues().keySet());
            list.add(QueueStore.DEAD_LETTER_QUEUE);
            queues.check(
                    list,
                    ErrorCode.UNKNOWN_QUEUE_NAME,
                    "queue",
                    "add it below queues in application.yaml",
                    problems);
            queues.refuseModels(settings.queues().values(), problems);
        }
        if (settings.dataSources().isEmpty()) {
            dataSources
                    .names()
                    .forEach(
                            (name, place) ->
                                    problems.warning(
                                            ErrorCode.UNKNOWN_DATA_SOURCE,
                                            place,
                                            "the data source %s is not declared in application.yaml"
                                                    .formatted(name),
                                            "add it below dataSources in application.yaml or"
                                                    + " broker.yaml"));
        } else {
            List<String> list =
                    settings.dataSources().stream().map(DataSourceDefinition::name).toList();
            dataSources.check(
                    list,
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    "data source",
                    "add it below dataSources in application.yaml",
                    problems);
        }
    }

    /**
     * Returns the data sources in coordinated units. Reports data sources whose driver is only in
     * the lib folder of the application.
     */
    private NodeNames coordinated(Map<String, FlowPlan> flows, List<FlowAssignment> assignments) {
        NodeNames all = new NodeNames();
        for (FlowAssignment assignment : assignments) {
            FlowPlan plan = flows.get(assignment.flow());
            boolean coordinated =
                    plan != null && plan.checked().options().in(assignment.options()).coordinated();
            if (coordinated) {
                all.addAll(joined.get(assignment.flow()));
                rejectCommits(plan);
            }
        }
        Set<String> unusable =
                settings.dataSources().stream()
                        .filter(d -> registries.drivers().isOfApplication(d.url()))
                        .map(DataSourceDefinition::name)
                        .collect(Collectors.toSet());
        all.refuse(
                unusable,
                ErrorCode.COORDINATION_REFUSED,
                "the data source %s cannot take part in coordinated units: its JDBC driver is in"
                        + " the lib folder of the application",
                "remove coordinatedTransaction, or set the node's transaction to commit; the"
                    + " recovery of units needs a driver that does not depend on an application",
                problems);
        return all;
    }

    /** Reports COMMIT and ROLLBACK in ESQL of a flow with coordinated units. */
    private void rejectCommits(FlowPlan plan) {
        for (NodePlan node : plan.plans()) {
            OutsideUnit outside = node.outsideUnit();
            if (outside != null
                    && outside.what().equals(OutsideUnit.ENDS_TRANSACTION)
                    && outside.place() != null) {
                problems.error(
                        ErrorCode.ESQL_NOT_ALLOWED_HERE,
                        outside.place(),
                        "COMMIT and ROLLBACK are not allowed in the flow %s, which has coordinatedTransaction"
                                .formatted(plan.checked().name()),
                        "remove the statement, or coordinatedTransaction");
            }
        }
    }

    /**
     * Returns the assignment of each flow: the assignments in the file, or one copy in the default
     * group.
     */
    private List<FlowAssignment> assignments() {
        Map<String, Place> flows = new LinkedHashMap<>();
        files.definitions().stream()
                .filter(d -> !d.subflow())
                .forEach(d -> flows.put(d.name(), d.place()));
        Set<String> assigned = new HashSet<>();
        for (FlowAssignment assignment : settings.assignments()) {
            assigned.add(assignment.flow());
            if (!flows.containsKey(assignment.flow())) {
                problems.error(
                        ErrorCode.UNKNOWN_FLOW,
                        assignment.place(),
                        "the application has no flow " + assignment.flow(),
                        Problems.didYouMean(
                                assignment.flow(),
                                flows.keySet(),
                                "it has " + String.join(", ", flows.keySet())));
            }
        }
        List<FlowAssignment> assignments = new ArrayList<>(settings.assignments());
        flows.forEach(
                (flow, place) -> {
                    if (!assigned.contains(flow)) {
                        assignments.add(FlowAssignment.standard(flow, place));
                    }
                });
        return assignments;
    }
}
