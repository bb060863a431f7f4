package io.millrace.projects;

import static io.millrace.projects.TestProject.connection;
import static io.millrace.projects.TestProject.node;
import static io.millrace.projects.TestProject.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;
import io.millrace.flows.Flow;
import io.millrace.flows.definition.FlowDefinition;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

class ArchiveTest {

    private static final String BROKER =
            """
            <Broker><CompiledMessageFlow name="a.Main">
            <ConfigurableProperty uri="a.Main#additionalInstances" override="2"/>
            <ConfigurableProperty uri="a.Main#commitCount" override="0"/>
            <ConfigurableProperty uri="a.Main#in.queueName" override="IN.TEST"/>
            <ConfigurableProperty uri="a.Main#OUT.1 (x).queueName" override="OUT.TEST"/>
            <ConfigurableProperty uri="a.Main#grade"/>
            <ConfigurableProperty uri="a.Main#OUT.2.queueName" override="X"/>
            </CompiledMessageFlow></Broker>
            """;

    @TempDir Path folder;

    private final List<String> problems = new ArrayList<>();
    private String flow;

    @BeforeEach
    void createFlow() {
        flow =
                TestProject.xmi(
                        """
                        <eStructuralFeatures xmi:id="Property.grade" name="grade" defaultValueLiteral="fine"/>
                        """,
                        node(1, "ComIbmMQInput.msgnode", "in", "queueName=\"IN\"")
                                + node(
                                        2,
                                        "ComIbmMQOutput.msgnode",
                                        "OUT.1 (x)",
                                        "queueName=\"OUT\"")
                                + connection("1", "OutTerminal.out", "2", "InTerminal.in"),
                        """
                        <propertyOrganizer><propertyDescriptor userDefined="true"
                            describedAttribute="Property.grade"/></propertyOrganizer>
                        """);
    }

    private static byte[] zip(Map<String, byte[]> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Path write(String name, byte[] bytes) {
        try {
            return Files.write(folder.resolve(name), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, byte[]> application() {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put("application.descriptor", text("<appDescriptor/>"));
        entries.put("a\\Main.msgflow", text(flow));
        entries.put("META-INF/broker.xml", text(BROKER));
        return entries;
    }

    private String queue(FlowDefinition definition, String node) {
        return definition.nodes().get(node).properties().get("queue").text();
    }

    @Test
    void aNestedArchiveIsReadWithTheOverridesOfItsDescriptor() {
        Path bar =
                write(
                        "shop.bar",
                        zip(
                                Map.of(
                                        "Shop.appzip",
                                        zip(application()),
                                        "META-INF/x.log",
                                        text("x"))));

        FlowDefinition main = TestProject.read(bar, problems).getFirst();

        assertThat(main.name()).isEqualTo("a.Main");
        assertThat(queue(main, "in")).isEqualTo("IN.TEST");
        assertThat(queue(main, "OUT.1 (x)")).isEqualTo("OUT.TEST");
        assertThat(main.properties().keySet()).containsExactly("additionalInstances");
        assertThat(main.externals().get("grade").text()).isEqualTo("fine");
        assertThat(main.nodes().get("in").properties().get("queue").place().source().name())
                .endsWith("shop.bar!Shop.appzip!META-INF/broker.xml");
        assertThat(problems)
                .containsExactly(
                        "broker.xml:7 WARNING MR1071 the flow a.Main has no property"
                                + " OUT.2.queueName to override");
    }

    @Test
    void overridesInADescriptorWithoutAnEffectAreReported() {
        Map<String, byte[]> entries = application();
        entries.put(
                "META-INF/broker.xml",
                text(
                        """
                        <Broker>
                        <ConfigurableProperty uri="a.Main.in.queueName" override="X"/>
                        <ConfigurableProperty override="X"/>
                        <ConfigurableProperty uri="startMode" override="Manual"/>
                        <ConfigurableProperty uri="a.Main#maximumRateMsgsPerSec" override="20"/>
                        <ConfigurableProperty uri="a.Main#processingTimeoutSec" override="0"/>
                        </Broker>
                        """));

        TestProject.read(write("shop.bar", zip(entries)), problems);

        assertThat(problems)
                .containsExactly(
                        "broker.xml:2 WARNING MR1070 an override must have a uri of the form"
                            + " FLOW#NODE.PROPERTY (found 'a.Main.in.queueName'); it is ignored",
                        "broker.xml:3 WARNING MR1070 an override must have a uri of the form"
                                + " FLOW#NODE.PROPERTY (found none); it is ignored",
                        "broker.xml:5 WARNING MR1072 maximumRateMsgsPerSec=20: the rate of messages"
                                + " is not limited");
    }

    @Test
    void anIncompleteArchiveIsReported() {
        byte[] whole = zip(application());

        TestProject.read(write("shop.bar", Arrays.copyOf(whole, 200)), problems);

        assertThat(problems)
                .containsExactly(
                        "shop.bar:0 ERROR MR1070 the archive is incomplete: its end is missing");
    }

    @Test
    void filesOfOverridesApplyAfterTheArchive() throws IOException {
        Path bar = write("shop.bar", zip(Map.of("Shop.appzip", zip(application()))));
        Files.writeString(folder.resolve("environment.yaml"), "overrides: [prod.properties]\n");
        Files.writeString(
                folder.resolve("prod.properties"),
                """
                # production
                a.Main#OUT.1 (x).queueName=OUT.PROD
                a.Main#grade=whole meal
                Shop.a.Main#additionalInstances=5
                a.Main#gradd=1
                b.Main#grade=1
                a.Main.grade=1
                a.Main#myPassword=hunter2
                """);

        FlowDefinition main = TestProject.read(bar, problems).getFirst();

        assertThat(queue(main, "in")).isEqualTo("IN.TEST");
        assertThat(queue(main, "OUT.1 (x)")).isEqualTo("OUT.PROD");
        assertThat(main.externals().get("grade").text()).isEqualTo("whole meal");
        assertThat(main.properties().get("additionalInstances").text()).isEqualTo("5");
        assertThat(problems)
                .contains(
                        "prod.properties:5 WARNING MR1071 the flow a.Main has no property gradd to"
                                + " override",
                        "prod.properties:6 WARNING MR1071 the application has no flow b.Main to"
                                + " override",
                        "prod.properties:7 ERROR MR1070 a line must have the form"
                                + " FLOW#NODE.PROPERTY=VALUE (found 'a.Main.grade=1')")
                .noneMatch(p -> p.contains("hunter2"));
    }

    @Test
    void flatAndInterchangeArchivesAreProjects() {
        Path flat = write("flat.bar", zip(Map.of("a/Main.msgflow", text(flow))));
        Path interchange =
                write(
                        "projects.zip",
                        zip(
                                Map.of(
                                        "Shop/.project",
                                        text(
                                                "<projectDescription><name>Shop</name></projectDescription>"),
                                        "Shop/a/Main.msgflow",
                                        text(flow))));

        assertThat(TestProject.read(flat, problems)).hasSize(1);
        assertThat(TestProject.read(interchange, problems))
                .singleElement()
                .extracting(FlowDefinition::name)
                .isEqualTo("a.Main");
        assertThat(problems).isEmpty();
    }

    @Test
    void hostileAndUselessArchivesAreRefused() {
        write("climb.bar", zip(Map.of("../a.msgflow", text(flow))));
        write("drive.bar", zip(Map.of("C:\\a.msgflow", text(flow))));
        write("compiled.bar", zip(Map.of("Main.cmf", text("x"))));
        write("bomb.bar", zip(Map.of("a.esql", new byte[40 << 20])));
        write("none.bar", text("this is not an archive"));
        write("cut.bar", java.util.Arrays.copyOf(zip(application()), 300));

        for (String name : List.of("climb", "drive", "compiled", "bomb", "none", "cut")) {
            assertThat(TestProject.read(folder.resolve(name + ".bar"), problems))
                    .as(name)
                    .isEmpty();
        }
        assertThat(problems).hasSize(6).allMatch(p -> p.contains("ERROR MR10"));
        assertThat(problems.get(3)).contains("a.esql").contains("larger than 16 MiB");
    }

    private static byte[] caller(String flow) {
        return zip(
                Map.of(
                        "application.descriptor",
                        text(
                                "<appDescriptor><references><sharedLibraryReference><libraryName>Common"
                                    + "</libraryName></sharedLibraryReference></references></appDescriptor>"),
                        "Main.msgflow",
                        text(flow)));
    }

    /** Two applications use a shared library of the archive; each has its own overrides. */
    private Path twoApplications() {
        String copy =
                TestProject.xmi(
                        "",
                        terminal("InTerminal.in", "in")
                                + node(1, "ComIbmMQOutput.msgnode", "out", "queueName='COPY'")
                                + connection(
                                        "InTerminal.in", "OutTerminal.out", "1", "InTerminal.in"),
                        "");
        String main =
                TestProject.xmi(
                        "",
                        node(1, "ComIbmMQInput.msgnode", "in", "queueName='IN.%s'")
                                + node(2, "lib_Copy.subflow", "copy", "")
                                + connection("1", "OutTerminal.out", "2", "InTerminal.in"),
                        "");
        return write(
                "all.bar",
                zip(
                        Map.of(
                                "Orders.appzip",
                                caller(main.replace("%s", "ORDERS")),
                                "Returns.appzip",
                                caller(main.replace("%s", "RETURNS")),
                                "Common.shlibzip",
                                zip(
                                        Map.of(
                                                "library.descriptor",
                                                text("<libDescriptor/>"),
                                                "lib/Copy.subflow",
                                                text(copy))),
                                "META-INF/manifest.mf",
                                text("srcSelected=true;"))));
    }

    @Test
    void eachApplicationOfAnArchiveHasAPath() {
        Path bar = twoApplications();
        ApplicationOptions options = ApplicationOptions.DEFAULTS;

        List<Path> paths = Application.applications(bar, options);
        assertThat(paths)
                .containsExactlyInAnyOrder(
                        folder.resolve("all.bar!Orders"), folder.resolve("all.bar!Returns"));
        for (Path path : paths) {
            String name = path.toString().replaceFirst(".*!", "");
            Application application = Application.load(path, options);
            assertThat(application.name()).isEqualTo(name);
            try (Flow loaded = Flow.of(application, "")) {
                assertThat(loaded.process("<a/>").outputs("COPY")).hasSize(1);
            }
        }
        assertThat(Application.check(bar)).isEmpty();
        assertThat(Application.check(folder.resolve("all.bar!Orders"))).isEmpty();
    }

    @Test
    void anArchiveWithSeveralApplicationsListsThem() {
        twoApplications();

        TestProject.read(folder.resolve("all.bar"), problems);
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("the archive contains 2 applications");
        problems.clear();
        TestProject.read(folder.resolve("all.bar!Order"), problems);
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("the archive contains no application Order");
    }

    @Test
    void jarsInAnArchiveAreJarsOfTheApplication() {
        Path bar =
                write(
                        "shop.bar",
                        zip(
                                Map.of(
                                        "Shop.appzip",
                                        zip(
                                                Map.of(
                                                        "Main.msgflow",
                                                        text(flow),
                                                        "hash.jar",
                                                        zip(Map.of("x.txt", text("x"))))))));

        assertThat(ProjectImport.read(bar).definitions().jars()).containsOnlyKeys("hash.jar");
    }

    /** Names of entries have no checksum. */
    @Test
    void aDamagedNameOfAnEntryIsReported() {
        byte[] bytes = zip(Map.of("a/Main.msgflow", text(flow), "a/Main.esql", text(" ")));
        String name = "a/Main.msgflow";
        for (int i = 0; i < bytes.length - name.length(); i++) {
            if (new String(bytes, i, name.length(), StandardCharsets.ISO_8859_1).equals(name)) {
                bytes[i + name.length() - 1] = 'x';
                break;
            }
        }
        write("shop.bar", bytes);

        assertThat(TestProject.read(folder.resolve("shop.bar"), problems)).isEmpty();
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("its directory and its entries differ");
    }
}
