package io.millrace.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The import tables of ARCHITECTURE.md. A failure prints the row that was broken. */
class ArchitectureTest {

    private static final String ENGINE = "io.millrace.engine";

    /** The packages of the engine, in order: each may import those before it. */
    private static final List<String> ENGINE_ORDER =
            List.of(
                    "error",
                    "setting",
                    "message",
                    "parser",
                    "work",
                    "resource",
                    "database",
                    "esql",
                    "queue",
                    "state",
                    "pubsub",
                    "observe",
                    "node",
                    "runtime");

    /**
     * A module's row.
     *
     * @param root its package
     * @param mayImport packages (with what is below them) that it may import beside its own and the
     *     libraries
     * @param libraries packages from outside that no other module may import
     */
    private record Row(String root, List<String> mayImport, List<String> libraries) {}

    private static final List<Row> MODULES =
            List.of(
                    new Row(ENGINE, List.of(), List.of("org.slf4j", "com.sun.management")),
                    new Row(
                            "io.millrace.parsers",
                            List.of(
                                    ENGINE + ".error",
                                    ENGINE + ".setting",
                                    ENGINE + ".message",
                                    ENGINE + ".parser"),
                            List.of("com.ctc.wstx", "org.codehaus.stax2", "org.snakeyaml")),
                    new Row(
                            "io.millrace.models",
                            List.of(
                                    ENGINE + ".error",
                                    ENGINE + ".message",
                                    ENGINE + ".parser",
                                    "io.millrace.parsers.model",
                                    "io.millrace.parsers.mrm",
                                    "io.millrace.parsers.record",
                                    "io.millrace.parsers.validation"),
                            List.of("com.ctc.wstx", "org.codehaus.stax2")),
                    new Row(
                            "io.millrace.nodes",
                            ENGINE_ORDER.stream()
                                    .filter(p -> !Set.of("runtime", "observe").contains(p))
                                    .map(p -> ENGINE + "." + p)
                                    .toList(),
                            List.of("org.slf4j", "org.xml.sax", "org.jaxen")),
                    new Row(
                            "io.millrace.flows",
                            List.of(ENGINE, "io.millrace.parsers.text"),
                            List.of("org.slf4j")),
                    new Row(
                            "io.millrace.projects",
                            List.of(
                                    ENGINE + ".error",
                                    ENGINE + ".setting",
                                    ENGINE + ".parser",
                                    ENGINE + ".node",
                                    "io.millrace.flows.definition",
                                    "io.millrace.models",
                                    "io.millrace.parsers.model",
                                    "io.millrace.parsers.text"),
                            List.of("com.ctc.wstx", "org.codehaus.stax2")),
                    connector("camel", "org.apache.camel"),
                    connector(
                            "http",
                            "io.helidon",
                            "com.networknt",
                            "tools.jackson",
                            "org.snakeyaml"),
                    connector("mail", "jakarta.mail", "jakarta.activation", "org.eclipse.angus"),
                    connector("transfer", "org.apache.commons.net", "com.jcraft.jsch"),
                    new Row(
                            "io.millrace.store",
                            List.of(ENGINE),
                            List.of(
                                    "org.slf4j",
                                    "org.apache.activemq",
                                    "org.apache.artemis",
                                    "com.zaxxer",
                                    "org.h2",
                                    "org.postgresql",
                                    "com.arjuna",
                                    "org.jboss",
                                    "jakarta.transaction",
                                    "io.netty")),
                    new Row(
                            "io.millrace.server",
                            List.of(
                                    ENGINE,
                                    "io.millrace.flows",
                                    "io.millrace.parsers.text",
                                    "io.millrace.parsers.model",
                                    "io.millrace.models",
                                    "io.millrace.projects",
                                    // The port of the administration API.
                                    "io.millrace.connectors.http.port"),
                            List.of(
                                    "org.slf4j",
                                    "picocli",
                                    "ch.qos.logback",
                                    "tools.jackson",
                                    // The administration API and its meters.
                                    "io.helidon",
                                    "io.micrometer",
                                    // The traces.
                                    "io.opentelemetry")));

    /** Returns the row of a connector with the packages of the library of its protocol. */
    private static Row connector(String name, String... libraries) {
        return new Row(
                "io.millrace.connectors." + name,
                Stream.concat(
                                ENGINE_ORDER.stream()
                                        .filter(p -> !Set.of("runtime", "observe").contains(p))
                                        .map(p -> ENGINE + "." + p),
                                Stream.of("io.millrace.nodes.common"))
                        .toList(),
                Stream.concat(Stream.of("org.slf4j"), Stream.of(libraries)).toList());
    }

    private static JavaClasses classes;

    @BeforeAll
    static void readClasses() {
        classes =
                new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.millrace");
    }

    @TestFactory
    Stream<DynamicTest> aModuleImportsOnlyWhatItsRowAllows() {
        return MODULES.stream().map(row -> DynamicTest.dynamicTest(row.root(), () -> check(row)));
    }

    private static void check(Row row) {
        Set<String> broken = new TreeSet<>();
        for (JavaClass type : classes) {
            if (within(type.getPackageName(), row.root())) {
                for (Dependency d : type.getDirectDependenciesFromSelf()) {
                    String target = d.getTargetClass().getBaseComponentType().getPackageName();
                    if (!allowed(target, row)) {
                        broken.add(type.getName() + " imports " + d.getTargetClass().getName());
                    }
                }
            }
        }
        assertThat(broken)
                .as("%s may import %s and %s", row.root(), row.mayImport(), row.libraries())
                .isEmpty();
    }

    private static boolean allowed(String target, Row row) {
        return target.isEmpty()
                || target.startsWith("java.")
                || target.startsWith("javax.")
                || target.equals("org.jspecify.annotations")
                || within(target, row.root())
                || row.mayImport().stream().anyMatch(p -> within(target, p))
                || row.libraries().stream().anyMatch(p -> within(target, p));
    }

    @TestFactory
    Stream<DynamicTest> aPackageOfTheEngineImportsOnlyThoseBeforeIt() {
        return ENGINE_ORDER.stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> checkOrder(name)));
    }

    private static void checkOrder(String name) {
        List<String> before = ENGINE_ORDER.subList(0, ENGINE_ORDER.indexOf(name));
        Set<String> broken = new TreeSet<>();
        for (JavaClass type : classes) {
            if (within(type.getPackageName(), ENGINE + "." + name)) {
                for (Dependency d : type.getDirectDependenciesFromSelf()) {
                    String target = d.getTargetClass().getBaseComponentType().getPackageName();
                    boolean ours = within(target, ENGINE + "." + name);
                    boolean earlier =
                            before.stream().anyMatch(p -> within(target, ENGINE + "." + p));
                    if (within(target, ENGINE) && !ours && !earlier) {
                        broken.add(type.getName() + " imports " + d.getTargetClass().getName());
                    }
                }
            }
        }
        assertThat(broken).as("engine.%s may import %s", name, before).isEmpty();
    }

    @Test
    void everyPackageOfTheEngineHasItsPlaceInTheOrder() {
        Set<String> unknown = new TreeSet<>();
        for (JavaClass type : classes) {
            String name = type.getPackageName();
            if (within(name, ENGINE)) {
                String rest = name.substring(ENGINE.length());
                String first = rest.isEmpty() ? "" : rest.substring(1).split("\\.", 2)[0];
                if (!ENGINE_ORDER.contains(first)) {
                    unknown.add(name);
                }
            }
        }
        assertThat(unknown).as("packages of the engine must be one of %s", ENGINE_ORDER).isEmpty();
    }

    /** What is after a door is public for its neighbours only. */
    @Test
    void stagesOfTheEsqlCompilerAreSeenByTheEngineOnly() {
        Set<String> broken = new TreeSet<>();
        for (JavaClass type : classes) {
            if (!within(type.getPackageName(), ENGINE)) {
                for (Dependency d : type.getDirectDependenciesFromSelf()) {
                    String target = d.getTargetClass().getPackageName();
                    boolean library = within(target, ENGINE + ".esql.library");
                    if (target.startsWith(ENGINE + ".esql.") && !library) {
                        broken.add(type.getName() + " imports " + d.getTargetClass().getName());
                    }
                }
            }
        }
        assertThat(broken).as("other modules use the door package engine.esql").isEmpty();
    }

    /**
     * What other modules may use of a module: packages with all their public types, or single
     * types. Everything else is public for the packages of the module only.
     */
    private static final Map<String, Set<String>> ENTRIES =
            Map.ofEntries(
                    Map.entry(
                            ENGINE,
                            Stream.concat(
                                            ENGINE_ORDER.stream().map(p -> ENGINE + "." + p),
                                            Stream.of(
                                                    ENGINE + ".message.format",
                                                    // Conditions in XPath have the limits of ESQL.
                                                    ENGINE + ".esql.library.ExecutionBudget",
                                                    ENGINE + ".esql.library.tree.TreePrinter"))
                                    .collect(Collectors.toSet())),
                    Map.entry(
                            "io.millrace.nodes",
                            // Connectors have the same properties for bodies and validation.
                            Set.of(
                                    "io.millrace.nodes.common",
                                    "io.millrace.nodes.common.transfer")),
                    Map.entry(
                            "io.millrace.connectors",
                            // The administration API has the same kind of port.
                            Set.of("io.millrace.connectors.http.port")),
                    Map.entry("io.millrace.server", Set.of()),
                    Map.entry(
                            "io.millrace.projects",
                            Set.of(
                                    "io.millrace.projects",
                                    "io.millrace.projects.convert",
                                    "io.millrace.projects.mqsc",
                                    "io.millrace.projects.report",
                                    "io.millrace.projects.workspace",
                                    "io.millrace.projects.write")),
                    Map.entry(
                            "io.millrace.flows",
                            Set.of(
                                    "io.millrace.flows",
                                    "io.millrace.flows.broker.DataSourceStatus",
                                    "io.millrace.flows.broker.Deployment",
                                    "io.millrace.flows.broker.FlowId",
                                    "io.millrace.flows.broker.FlowStatistics",
                                    "io.millrace.flows.broker.NodeTerminals",
                                    "io.millrace.flows.application.ServerSettings",
                                    "io.millrace.flows.application.Administrator",
                                    // The server shares archives with others.
                                    "io.millrace.flows.archive",
                                    // The administration of queues has the attributes of files.
                                    "io.millrace.flows.application.QueueAttributes",
                                    // Commands recognize the folder of an application.
                                    "io.millrace.flows.application.ApplicationFiles",
                                    // The command compare.
                                    "io.millrace.flows.compare",
                                    // Commands sort problems, and their help quotes declared
                                    // settings.
                                    "io.millrace.flows.compile.ProblemOrder",
                                    // Definition sources return definitions.
                                    "io.millrace.flows.definition",
                                    // Commands show messages and write them to files.
                                    "io.millrace.flows.sample",
                                    "io.millrace.flows.test.Capsule")),
                    Map.entry(
                            "io.millrace.parsers",
                            Set.of(
                                    "io.millrace.parsers.model",
                                    "io.millrace.parsers.model.yaml",
                                    "io.millrace.parsers.mrm",
                                    "io.millrace.parsers.text",
                                    "io.millrace.parsers.mrm.cwf.CwfMessage",
                                    "io.millrace.parsers.mrm.cwf.CwfPlace",
                                    "io.millrace.parsers.record.FieldException",
                                    "io.millrace.parsers.record.Lexical",
                                    "io.millrace.parsers.validation.PatternSampler")),
                    Map.entry(
                            "io.millrace.models",
                            Set.of(
                                    "io.millrace.models",
                                    "io.millrace.models.c",
                                    "io.millrace.models.cobol",
                                    "io.millrace.models.export",
                                    "io.millrace.models.xsd")),
                    Map.entry(
                            "io.millrace.store",
                            Set.of(
                                    "io.millrace.store.artemis.ArtemisProvider",
                                    "io.millrace.store.journal.FileLedger",
                                    "io.millrace.store.xa")));

    @Test
    void otherModulesSeePublicEntryTypesOnly() {
        Set<String> broken = new TreeSet<>();
        ENTRIES.forEach(
                (module, entries) -> {
                    for (JavaClass type : classes) {
                        if (!within(type.getPackageName(), module)) {
                            for (Dependency d : type.getDirectDependenciesFromSelf()) {
                                JavaClass target = d.getTargetClass().getBaseComponentType();
                                boolean entry =
                                        entries.contains(target.getPackageName())
                                                || entries.contains(outermost(target).getName());
                                if (within(target.getPackageName(), module) && !entry) {
                                    broken.add(type.getName() + " imports " + target.getName());
                                }
                            }
                        }
                    }
                });
        assertThat(broken)
                .as("use an entry type of the module, or add one to the list with a reason")
                .isEmpty();
    }

    private static final int MAX_CYCLE = 5;

    /**
     * The packages with a cycle of more than {@value #MAX_CYCLE} types that is accepted.
     *
     * @param types how many types it may have
     */
    private record Cycle(String packageName, int types, String reason) {}

    private static final String RECURSIVE_DATA = "the types of recursive data";
    private static final String RECURSIVE_DESCENT = "recursive descent over expressions";

    private static final List<Cycle> CYCLES =
            List.of(
                    new Cycle("io.millrace.engine.esql.analysis", 6, RECURSIVE_DESCENT),
                    new Cycle(
                            "io.millrace.engine.esql.analysis.lint",
                            9,
                            "the pass over a program and the rules that it applies"),
                    new Cycle("io.millrace.engine.esql.codegen", 8, RECURSIVE_DESCENT),
                    new Cycle("io.millrace.engine.esql.program", 13, RECURSIVE_DATA),
                    new Cycle(
                            "io.millrace.engine.message",
                            12,
                            "an element, its content and parse state, its choice, its copies and"
                                    + " its size"),
                    new Cycle("io.millrace.parsers.model", 10, RECURSIVE_DATA),
                    new Cycle(
                            "io.millrace.parsers.mrm.tds.scan",
                            6,
                            "recursive descent: a folder's scanner, tags and ends"),
                    new Cycle("io.millrace.parsers.text", 6, RECURSIVE_DATA),
                    new Cycle(
                            "io.millrace.parsers.xml",
                            6,
                            "the content of a document and the readers of its parts"));

    @Test
    void noPackageHasALargeCycleOfTypes() {
        Map<String, Set<JavaClass>> packages =
                classes.stream()
                        .map(ArchitectureTest::outermost)
                        .collect(
                                Collectors.groupingBy(
                                        JavaClass::getPackageName, Collectors.toSet()));
        Set<String> broken = new TreeSet<>();
        packages.forEach(
                (name, types) -> {
                    int allowed =
                            CYCLES.stream()
                                    .filter(c -> c.packageName().equals(name))
                                    .mapToInt(Cycle::types)
                                    .findAny()
                                    .orElse(MAX_CYCLE);
                    for (Set<String> cycle : cycles(types)) {
                        if (cycle.size() > allowed) {
                            broken.add(name + ": " + cycle.size() + " types, " + cycle);
                        }
                    }
                });
        assertThat(broken)
                .as("break the cycle, or list its package with the reason: %s", CYCLES)
                .isEmpty();
    }

    /** The sets of types that all reach one another. */
    private static Set<Set<String>> cycles(Set<JavaClass> types) {
        Map<JavaClass, Set<JavaClass>> uses = new HashMap<>();
        for (JavaClass type : classes) {
            JavaClass from = outermost(type);
            if (types.contains(from)) {
                for (Dependency d : type.getDirectDependenciesFromSelf()) {
                    JavaClass to = outermost(d.getTargetClass().getBaseComponentType());
                    if (types.contains(to)) {
                        uses.computeIfAbsent(from, t -> new HashSet<>()).add(to);
                    }
                }
            }
        }
        Map<JavaClass, Set<JavaClass>> reached = new HashMap<>();
        for (JavaClass type : types) {
            Set<JavaClass> seen = new HashSet<>();
            Deque<JavaClass> open = new ArrayDeque<>(Set.of(type));
            while (!open.isEmpty()) {
                for (JavaClass next : uses.getOrDefault(open.pop(), Set.of())) {
                    if (seen.add(next)) {
                        open.push(next);
                    }
                }
            }
            reached.put(type, seen);
        }
        return types.stream()
                .map(
                        type ->
                                reached.get(type).stream()
                                        .filter(t -> reached.get(t).contains(type))
                                        .map(JavaClass::getSimpleName)
                                        .collect(Collectors.toCollection(TreeSet::new)))
                .collect(Collectors.toSet());
    }

    private static JavaClass outermost(JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
    }

    /** The packages of Tagged/Delimited String formats, in order: each imports those before it. */
    @Test
    void packagesOfTaggedAndDelimitedFormatsAreInOrder() {
        checkOrder(
                "io.millrace.parsers.mrm.tds",
                List.of("standards", "layout", "markup", "scan", "write"));
    }

    /** The packages of the store, in order: each imports those before it. */
    @Test
    void packagesOfTheStoreAreInOrder() {
        checkOrder(
                "io.millrace.store",
                List.of(
                        "home",
                        "journal",
                        "xa",
                        "jdbc",
                        "artemis.message",
                        "artemis.backout",
                        "artemis.access",
                        "artemis.connection",
                        "artemis.units",
                        "artemis.broker",
                        "artemis.session",
                        "artemis.remote",
                        "artemis.embedded",
                        "artemis"));
    }

    private static void checkOrder(String root, List<String> order) {
        Set<String> broken = new TreeSet<>();
        for (JavaClass type : classes) {
            int from = place(type.getPackageName(), root, order);
            for (Dependency d : type.getDirectDependenciesFromSelf()) {
                String target = d.getTargetClass().getBaseComponentType().getPackageName();
                if (from >= 0 && within(target, root) && place(target, root, order) > from) {
                    broken.add(type.getName() + " imports " + d.getTargetClass().getName());
                }
            }
        }
        assertThat(broken).as("each package imports those before it: %s", order).isEmpty();
    }

    /** The place of a package below a root; the last one if it is not in the order. */
    private static int place(String name, String root, List<String> order) {
        if (!name.startsWith(root + ".")) {
            return -1;
        }
        int place = order.indexOf(name.substring(root.length() + 1));
        return place < 0 ? order.size() : place;
    }

    /** Models know nothing of bytes, values nothing of records. */
    @Test
    void packagesOfMessageSetsDoNotReachBack() {
        String parsers = "io.millrace.parsers.";
        List<List<String>> forbidden =
                List.of(
                        List.of("model", "record"),
                        List.of("model", "mrm"),
                        List.of("record", "mrm"),
                        List.of("record", "model.yaml"),
                        List.of("mrm.cwf", "model.yaml"),
                        List.of("text", "model"));
        Set<String> broken = new TreeSet<>();
        for (JavaClass type : classes) {
            for (List<String> row : forbidden) {
                if (within(type.getPackageName(), parsers + row.getFirst())) {
                    for (Dependency d : type.getDirectDependenciesFromSelf()) {
                        if (within(d.getTargetClass().getPackageName(), parsers + row.getLast())) {
                            broken.add(type.getName() + " imports " + d.getTargetClass().getName());
                        }
                    }
                }
            }
        }
        assertThat(broken).as("left may not import right: %s", forbidden).isEmpty();
    }

    /**
     * The stages of the ESQL compiler: a package and the packages of {@code engine.esql} that it
     * must not import.
     */
    private static final Map<String, List<String>> ESQL_FORBIDDEN =
            Map.of(
                    "syntax",
                    List.of("analysis", "program", "split", "codegen", "runtime"),
                    "program",
                    List.of("syntax", "analysis", "split", "codegen", "runtime"),
                    "analysis",
                    List.of("split", "codegen", "runtime"),
                    "split",
                    List.of("syntax", "analysis", "codegen", "runtime", "library"),
                    "codegen",
                    List.of("syntax", "analysis"),
                    "runtime",
                    List.of("syntax", "analysis", "split", "codegen"),
                    "library",
                    List.of("syntax", "analysis", "program", "split", "codegen", "runtime"));

    @Test
    void stagesOfTheEsqlCompilerDoNotReachBack() {
        Set<String> broken = new TreeSet<>();
        ESQL_FORBIDDEN.forEach(
                (stage, forbidden) -> {
                    for (JavaClass type : classes) {
                        if (within(type.getPackageName(), ENGINE + ".esql." + stage)) {
                            for (Dependency d : type.getDirectDependenciesFromSelf()) {
                                String target = d.getTargetClass().getPackageName();
                                if (forbidden.stream()
                                        .anyMatch(p -> within(target, ENGINE + ".esql." + p))) {
                                    broken.add(
                                            type.getName()
                                                    + " imports "
                                                    + d.getTargetClass().getName());
                                }
                            }
                        }
                    }
                });
        assertThat(broken)
                .as("syntax -> analysis -> program -> split -> codegen -> runtime -> library")
                .isEmpty();
    }

    @Test
    void noClassHasANameThatSaysNothing() {
        Set<String> bad = new TreeSet<>();
        for (JavaClass type : classes) {
            for (String suffix : List.of("Impl", "Manager", "Util", "Utils", "Helper")) {
                if (type.getSimpleName().endsWith(suffix)) {
                    bad.add(type.getName());
                }
            }
        }
        assertThat(bad).as("names say what a thing is in the field's words").isEmpty();
    }

    /** Text of messages and clients must not forge lines of the log. */
    @Test
    void loggersEscapeWhatTheyWrite() {
        Set<String> mayUseProviders =
                Set.of(
                        ENGINE + ".error.EventLog",
                        "io.millrace.nodes.construction.Trace",
                        "io.millrace.server.command.Logs",
                        "io.millrace.server.log.LogLevels",
                        "io.millrace.server.log.ServerLog");
        Set<String> broken = new TreeSet<>();
        for (JavaClass type : classes) {
            boolean allowed =
                    mayUseProviders.contains(type.getName())
                            || within(type.getPackageName(), "io.millrace.benchmarks");
            boolean uses =
                    type.getDirectDependenciesFromSelf().stream()
                            .anyMatch(
                                    d ->
                                            d.getTargetClass()
                                                    .getName()
                                                    .equals("org.slf4j.LoggerFactory"));
            if (uses && !allowed) {
                broken.add(type.getName());
            }
        }
        assertThat(broken).as("use EventLog.of(...) instead of LoggerFactory").isEmpty();
    }

    @Test
    void everyPackageSaysWhatComesInAndWhatGoesOut() throws IOException {
        Path root = Path.of(System.getProperty("millrace.root"));
        Set<Path> silent = new TreeSet<>();
        for (String module :
                List.of(
                        "engine",
                        "parsers",
                        "models",
                        "nodes",
                        "flows",
                        "store",
                        "server",
                        "benchmarks")) {
            Path sources = root.resolve(module).resolve("src/main/java");
            if (Files.isDirectory(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(f -> f.toString().endsWith(".java"))
                            .map(Path::getParent)
                            .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
                            .forEach(folder -> silent.add(root.relativize(folder)));
                }
            }
        }
        assertThat(silent).as("packages without package-info.java").isEmpty();
    }

    private static boolean within(String name, String root) {
        return name.equals(root) || name.startsWith(root + ".");
    }
}
