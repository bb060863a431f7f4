package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.esql.FunctionLibrary;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.parser.Parser;
import io.millrace.flows.definition.DefinitionSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Node types, parsers, functions and definition sources in the lib folders of homes and
 * applications.
 */
class ExtensionsTest {

    private static final String NODE =
            """
            package ext;

            import io.millrace.engine.message.*;
            import io.millrace.engine.node.*;

            public final class Stamp implements NodeType {
                private static final NodeDescription DESCRIPTION =
                        NodeDescription.of("Stamp, Test, none\\nWrites a stamp.\\n\\nin: Message.\\n"
                            + "out failure\\nout out: Message.\\nstamp [TEXT = old]: Stamp.");

                @Override public NodeDescription description() { return DESCRIPTION; }

                @Override public NodePlan compile(NodeDefinition node, DeployContext context) {
                    String stamp = node.text("stamp");
                    COMPILE
                    return NodePlan.inUnit(c -> {
                        Terminal out = c.terminal("out");
                        return (int terminal, MessageAssembly message) -> {
                            message.environment().add("stamp", stamp);
                            EVALUATE
                            out.propagate(message);
                        };
                    });
                }
            }
            """;

    private static final String FUNCTIONS =
            """
            package ext;

            import io.millrace.engine.esql.*;
            import io.millrace.engine.message.Value;

            public final class Functions implements FunctionLibrary {
                @EsqlFunction(name = "SHOUT", group = "Test", description = "Louder.")
                public static Value shout(Value text) {
                    return text == null ? null : Value.of(text.text().toUpperCase() + "!");
                }
            }
            """;

    private static final String PARSER =
            """
            package ext;

            import io.millrace.engine.message.*;
            import io.millrace.engine.parser.*;
            import java.nio.charset.StandardCharsets;
            import java.util.Map;

            public final class Pairs implements Parser {
                @Override public String domain() { return "PAIRS"; }

                @Override public Element parse(Bytes body, ParseOptions options) {
                    Element folder = Element.of(ElementType.NAME, "PAIRS").domain("PAIRS");
                    for (String pair : body.text(StandardCharsets.UTF_8).split(",")) {
                        String[] parts = pair.split("=");
                        folder.add(parts[0], parts[1]);
                    }
                    return folder;
                }

                @Override public Bytes write(Element body, WriteOptions options) {
                    StringBuilder out = new StringBuilder();
                    for (Element e = body.firstChild(); e != null; e = e.next()) {
                        out.append(out.isEmpty() ? "" : ",").append(e.name()).append('=')
                                .append(e.value().text());
                    }
                    return Bytes.utf8(out.toString());
                }

                @Override public Map<String, Integer> fieldTypes() { return Map.of(); }
            }
            """;

    private static final String SOURCE =
            """
            package ext;

            import io.millrace.engine.error.*;
            import io.millrace.flows.definition.*;
            import java.io.*;
            import java.nio.file.*;
            import java.util.*;

            public final class Pipes implements DefinitionSource {
                @Override public String name() { return "pipes"; }

                @Override public boolean reads(Path application) {
                    return Files.exists(file(application));
                }

                private static Path file(Path application) {
                    return Files.isDirectory(application)
                            ? application.resolve("pipe.txt")
                            : application.toString().endsWith(".pipe") ? application : Path.of("none");
                }

                @Override public Definitions read(Path application, Problems problems) {
                    try {
                        String text = Files.readString(file(application));
                        Source source = new Source(file(application).toString(), text);
                        String[] queues = text.strip().split(" -> ");
                        if (queues.length < 2) {
                            problems.error(ErrorCode.BAD_VALUE, source.at(0), "expected A -> B");
                            return Definitions.of(List.of());
                        }
                        Place place = source.at(0, text.strip().length());
                        return Definitions.of(List.of(new FlowDefinition(
                                "pipe", false, place, "", Map.of(),
                                Map.of("in", node("in", "MQInput", queues[0], place),
                                       "out", node("out", "MQOutput", queues[1], place)),
                                List.of(new Connection(Endpoint.parse("in.out", place),
                                        List.of(Endpoint.parse("out", place)))),
                                Map.of(), Map.of())));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }

                private static NodeEntry node(String name, String type, String queue, Place place) {
                    return new NodeEntry(name, place, type, place,
                            Map.of("queue", PropertyText.of(place, place, queue)));
                }
            }
            """;

    private static final String FLOW =
            """
            flow: main
            nodes:
              in: {type: MQInput, queue: IN, domain: PAIRS}
              stamp: {type: Stamp, stamp: new}
              change: {type: Compute, module: Change}
              out: {type: MQOutput, queue: OUT}
            connections:
              in.out: stamp
              stamp.out: change
              change.out: out
            """;

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Change
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                SET OutputRoot.PAIRS.b = SHOUT(InputRoot.PAIRS.a);
                SET OutputRoot.PAIRS.c = Environment.stamp;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    @TempDir Path app;
    @TempDir Path home;

    private static TestJar all() {
        return all("");
    }

    /**
     * @param evaluate statements of the node for each message
     */
    private static TestJar all(String evaluate) {
        return new TestJar()
                .source("ext.Stamp", node("", evaluate))
                .source("ext.Functions", FUNCTIONS)
                .source("ext.Pairs", PARSER)
                .source("ext.Pipes", SOURCE)
                .service(NodeType.class, "ext.Stamp # a comment")
                .service(FunctionLibrary.class, "ext.Functions")
                .service(Parser.class, "# a comment", "ext.Pairs")
                .service(DefinitionSource.class, "ext.Pipes");
    }

    private static String node(String compile, String evaluate) {
        return NODE.replace("COMPILE", compile).replace("EVALUATE", evaluate);
    }

    private void application() throws IOException {
        Files.writeString(app.resolve("main.flow.yaml"), FLOW);
        Files.writeString(app.resolve("change.esql"), ESQL);
        Files.writeString(app.resolve("pipe.txt"), "PIPE.IN -> PIPE.OUT\n");
    }

    private static void runsBoth(Application application) {
        assertThat(application.flows()).containsExactlyInAnyOrder("main", "pipe");
        assertThat(text(application, "main", "a=x")).isEqualTo("a=x,b=X!,c=new");
        assertThat(text(application, "pipe", "as it is")).isEqualTo("as it is");
    }

    private static String text(Application application, String name, String message) {
        try (Flow flow = Flow.of(application, name)) {
            FlowResult result = flow.process(message);
            return result.exceptions().isEmpty()
                    ? result.outputs().getFirst().text()
                    : result.exceptions().getFirst().root().getMessage();
        }
    }

    @Test
    void anApplicationHasExtensionsInItsLib() throws IOException {
        application();
        all().write(app, "all.jar");

        runsBoth(Application.load(app));
        assertThat(Application.check(app)).isEmpty();
    }

    @Test
    void aHomeHasExtensionsForAllApplications() throws IOException {
        application();
        all().write(home, "all.jar");

        runsBoth(Application.load(app, ApplicationOptions.DEFAULTS.with(Extensions.ofHome(home))));
        assertThat(
                        Application.report(
                                        List.of(app),
                                        ApplicationOptions.DEFAULTS.with(Extensions.ofHome(home)))
                                .problems())
                .isEmpty();
        assertThatThrownBy(() -> Application.load(app))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("unknown node type Stamp");
    }

    @Test
    void aBrokerUsesTheExtensionsOfItsHome() throws IOException {
        application();
        all().write(home, "all.jar");

        try (Broker broker = Broker.builder().home(home).memory().start()) {
            broker.deploy(app);
            assertThat(next(broker)).isEqualTo("a=x,b=X!,c=new");
        }
    }

    @Test
    void theHomeOfABrokerFileCanBeTheSelectedHome() throws IOException {
        all().write(home, "all.jar");
        Path file = Files.writeString(app.resolve("broker.yaml"), "home: " + home + "\n");

        assertThat(
                        Application.check(
                                List.of(file),
                                ApplicationOptions.DEFAULTS.with(Extensions.ofHome(home))))
                .isEmpty();
    }

    private static String next(Broker broker) {
        broker.put("IN", "a=x");
        return broker.get("OUT", Duration.ofSeconds(240))
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    @Test
    void aDefinitionSourceOfTheHomeReadsSingleFiles() throws IOException {
        all().write(home, "all.jar");
        Path file = Files.writeString(app.resolve("copy.pipe"), "A -> B");

        Application application =
                Application.load(file, ApplicationOptions.DEFAULTS.with(Extensions.ofHome(home)));
        assertThat(text(application, "pipe", "as it is")).isEqualTo("as it is");
        assertThat(Extensions.ofHome(home).read(file)).isTrue();

        Files.writeString(file, "A B");
        assertThat(
                        Application.report(
                                        List.of(file),
                                        ApplicationOptions.DEFAULTS.with(Extensions.ofHome(home)))
                                .problems())
                .singleElement()
                .satisfies(
                        p -> assertThat(p.render()).contains("copy.pipe:1:1", "expected A -> B"));
    }

    // Errors

    private List<Problem> problems() {
        return Application.check(app);
    }

    private List<String> rendered() {
        return problems().stream().map(Problem::render).toList();
    }

    private String problem() {
        return problems().getFirst().render();
    }

    @Test
    void anAbsentClassIsAProblemInTheServiceFile() throws IOException {
        application();
        all().service(NodeType.class, "ext.Stamp", "", "  ext.Stmp").write(app, "all.jar");

        assertThat(problem())
                .contains("all.jar!/META-INF/services/io.millrace.engine.node.NodeType:3:3: error")
                .contains("MR1034")
                .contains("the class ext.Stmp does not exist in the jars of this folder")
                .contains("did you mean ext.Stamp?");
    }

    @Test
    void aDamagedJarIsAProblem() throws IOException {
        application();
        byte[] jar = all().bytes();
        Files.createDirectories(app.resolve("lib"));
        Files.write(app.resolve("lib/all.jar"), Arrays.copyOf(jar, jar.length / 2));

        assertThat(rendered())
                .anySatisfy(
                        p ->
                                assertThat(p)
                                        .contains(
                                                "all.jar: error MR1001",
                                                "it cannot be read as a jar: "));
    }

    @Test
    void aLibThatIsAFileIsAProblem() throws IOException {
        application();
        Files.writeString(app.resolve("lib"), "");

        assertThat(rendered())
                .anySatisfy(
                        p ->
                                assertThat(p)
                                        .contains(
                                                "lib: error MR1001",
                                                "it cannot be read: it is not a folder"));
    }

    @Test
    void aClassForANewerJavaIsAProblem() throws IOException {
        application();
        all().compiled().changed("ext.Stamp", 99).write(app, "all.jar");

        assertThat(problem())
                .contains(
                        "the class ext.Stamp was compiled for Java 99, but Millrace runs on Java ")
                .contains("compile it with --release ");
    }

    @Test
    void aMissingDependencyIsAProblem() throws IOException {
        application();
        all().source("dep.Base", "package dep; public class Base { public Base() {} }")
                .source("ext.Derived", "package ext; public class Derived extends dep.Base {}")
                .service(FunctionLibrary.class, "ext.Functions", "ext.Derived")
                .compiled()
                .without("dep.Base")
                .write(app, "all.jar");

        assertThat(problem())
                .contains("the class ext.Derived needs the class dep.Base, which does not exist")
                .contains("add the jar that contains it to the same folder");
    }

    @Test
    void aDependencyThatIsMissingLaterIsAProblemOfTheNodeOrAnErrorOfTheMessage()
            throws IOException {
        application();
        TestJar jar =
                all().source("ext.Stamp", node("dep.Late.now();", ""))
                        .source(
                                "dep.Late",
                                "package dep; public class Late { public static void now() {} }");
        jar.compiled().without("dep.Late").write(app, "all.jar");
        assertThat(problem())
                .contains("main.flow.yaml:4:3: error MR4018")
                .contains("java.lang.NoClassDefFoundError: dep/Late at ext.Stamp.compile(");

        all("dep.Late.now();")
                .source(
                        "dep.Late",
                        "package dep; public class Late { public static void now() {} }")
                .compiled()
                .without("dep.Late")
                .write(app, "all.jar");
        assertThat(text(Application.load(app), "main", "a=x"))
                .startsWith("the code of a jar in a lib folder failed:")
                .contains("java.lang.NoClassDefFoundError: dep/Late at ext.Stamp");
    }

    @Test
    void classesOfAWrongFormAreProblems() throws IOException {
        application();
        all().source("ext.Other", "package ext; public class Other {}")
                .source(
                        "ext.Hidden",
                        """
                        package ext;
                        class Hidden implements io.millrace.engine.esql.FunctionLibrary {}
                        """)
                .source(
                        "ext.Failing",
                        """
                        package ext;
                        public class Failing implements io.millrace.engine.esql.FunctionLibrary {
                            static final Object FIRST = java.util.List.of().getFirst();
                        }
                        """)
                .source("ext.Nameless", PARSER.replace("Pairs", "Nameless").replace("PAIRS", ""))
                .service(FunctionLibrary.class, "ext.Other", "ext.Hidden", "ext.Failing")
                .service(Parser.class, "ext.Pairs", "ext.Nameless")
                .write(app, "all.jar");

        assertThat(problems().stream().map(Problem::text))
                .contains(
                        "the class ext.Other does not implement " + FunctionLibrary.class.getName(),
                        "the class ext.Hidden has no public constructor without parameters",
                        "the class ext.Failing failed: java.util.NoSuchElementException",
                        "the class ext.Nameless has no name");
    }

    @Test
    void aNameMustBeNew() throws IOException {
        application();
        all().write(app, "a.jar");
        new TestJar()
                .source("two.Stamp", node("", "").replace("package ext", "package two"))
                .source(
                        "two.Compute",
                        node("", "")
                                .replace("package ext", "package two")
                                .replace("class Stamp", "class Compute")
                                .replace("Stamp, Test", "Compute, Test"))
                .source(
                        "two.Xml",
                        PARSER.replace("package ext", "package two")
                                .replace("class Pairs", "class Xml")
                                .replace("PAIRS", "XMLNSC"))
                .service(NodeType.class, "two.Stamp", "two.Compute")
                .service(Parser.class, "two.Xml")
                .write(app, "b.jar");

        assertThat(problems().stream().filter(p -> p.code() == ErrorCode.DUPLICATE_NAME))
                .allMatch(p -> p.place().source().name().contains("lib/b.jar!/META-INF"))
                .extracting(Problem::text)
                .containsExactly(
                        "the node type Stamp also exists in " + app.resolve("lib/a.jar"),
                        "the node type Compute also exists in Millrace",
                        "the message domain XMLNSC also exists in Millrace");
    }

    @Test
    void anApplicationCannotReplaceAnExtensionOfTheHome() throws IOException {
        application();
        all().write(home, "all.jar");
        all().write(app, "all.jar");

        assertThat(
                        Application.report(
                                        List.of(app),
                                        ApplicationOptions.DEFAULTS.with(Extensions.ofHome(home)))
                                .problems())
                .extracting(Problem::text)
                .contains("the node type Stamp also exists in " + home.resolve("lib/all.jar"))
                .contains("the function SHOUT also exists in ext.Functions");
    }

    @Test
    void problemsOfTheHomeAreReportedTogether() throws IOException {
        new TestJar().service(NodeType.class, "a.B").write(home, "one.jar");
        Files.writeString(home.resolve("lib/two.jar"), "no jar");

        assertThatThrownBy(() -> Extensions.ofHome(home))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("the class a.B does not exist")
                .hasMessageContaining("two.jar");
        assertThatThrownBy(() -> Broker.builder().home(home).memory().start())
                .isInstanceOf(ProblemsException.class);
    }

    @Test
    void aDefinitionSourceThatFailsIsAProblem() throws IOException {
        application();
        all().source(
                        "ext.Pipes",
                        SOURCE.replace("String[] queues =", "text.charAt(99); String[] queues ="))
                .write(app, "all.jar");

        assertThat(problems())
                .anySatisfy(
                        p -> {
                            assertThat(p.code()).isEqualTo(ErrorCode.EXTENSION_FAILED);
                            assertThat(p.text()).contains("at ext.Pipes.read(Pipes.java:");
                        });
    }

    @Test
    void anExceptionOfANodeIsAnErrorOfTheExtension() throws IOException {
        application();
        all("Object none = null; none.hashCode();").write(app, "all.jar");

        assertThat(text(Application.load(app), "main", "a=x"))
                .startsWith("the code of a jar in a lib folder failed: ")
                .contains("java.lang.NullPointerException", " at ext.Stamp.lambda$compile$")
                .endsWith("; correct the code of the extension");
    }

    @Test
    void anApplicationSeesOnlyTheInterfacesForExtensions() throws IOException {
        application();
        all("io.millrace.flows.Broker.builder();").write(app, "all.jar");
        assertThat(text(Application.load(app), "main", "a=x"))
                .contains("java.lang.NoClassDefFoundError: io/millrace/flows/Broker");

        all("org.slf4j.LoggerFactory.getLogger(\"ext\").info(\"seen\");").write(app, "all.jar");
        assertThat(text(Application.load(app), "main", "a=x")).isEqualTo("a=x,b=X!,c=new");
    }

    @Test
    void theHomeSeesAllOfMillrace() throws IOException {
        application();
        all("io.millrace.flows.Broker.builder();").write(home, "all.jar");
        assertThat(
                        text(
                                Application.load(
                                        app,
                                        ApplicationOptions.DEFAULTS.with(Extensions.ofHome(home))),
                                "main",
                                "a=x"))
                .isEqualTo("a=x,b=X!,c=new");
    }

    // Release of class loaders

    private WeakReference<ClassLoader> deployed(Broker broker) {
        Application application = Application.load(app);
        broker.deploy(application);
        assertThat(next(broker)).isEqualTo("a=x,b=X!,c=new");
        ClassLoader loader =
                application
                        .compiled()
                        .registries()
                        .nodes()
                        .type("Stamp")
                        .orElseThrow()
                        .getClass()
                        .getClassLoader();
        return new WeakReference<>(loader);
    }

    private static void awaitRelease(WeakReference<?> reference) {
        List<byte[]> garbage = new ArrayList<>();
        for (int i = 0; reference.get() != null && i < 200; i++) {
            garbage.add(new byte[1 << 16]);
            System.gc();
            Thread.onSpinWait();
        }
        assertThat(reference.get()).as("the class loader is released").isNull();
    }

    @Test
    void theClassLoaderOfAReplacedOrRemovedVersionIsReleased() throws IOException {
        application();
        all().write(app, "all.jar");
        try (Broker broker = Broker.builder().statistics(true).start()) {
            WeakReference<ClassLoader> first = deployed(broker);
            WeakReference<ClassLoader> second = deployed(broker);
            awaitRelease(first);
            assertThat(second.get()).isNotNull();
            assertThat(next(broker)).isEqualTo("a=x,b=X!,c=new");

            broker.undeploy(app.getFileName().toString());
            awaitRelease(second);
        }
    }
}
