package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.flows.Application;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.projects.Fixture.Form;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Each fixture as a folder, in a workspace, as a project interchange archive and as a broker
 * archive with backslashes: the flows and the errors are the same.
 */
class FixtureFormsTest {

    @TempDir Path work;

    /** Adds the files of a folder to an archive, with a prefix before their paths. */
    private static void add(ZipOutputStream zip, Path folder, String prefix, boolean all)
            throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (all || !file.endsWith(".project")) {
                    String path = folder.relativize(file).toString().replace('/', '\\');
                    zip.putNextEntry(new ZipEntry(prefix + path));
                    zip.write(Files.readAllBytes(file));
                }
            }
        }
    }

    private static Path zip(Path file, Path folder) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            add(zip, folder, "", true);
        }
        return file;
    }

    /** Returns the container of a project as it is in a broker archive: without .project. */
    private static byte[] container(Path project) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            add(zip, project, "", false);
        }
        return bytes.toByteArray();
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
    }

    /** Writes an application with its libraries in it, and shared libraries next to it. */
    private static Path bar(Path file, Path folder, String application, String libraries)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream bar = new ZipOutputStream(Files.newOutputStream(file));
                ZipOutputStream inner = new ZipOutputStream(bytes)) {
            add(inner, folder.resolve(application), "", false);
            for (String library : libraries.isEmpty() ? new String[0] : libraries.split(" ")) {
                boolean shared = library.endsWith("+");
                String name = library.replace("+", "");
                put(
                        shared ? bar : inner,
                        name + (shared ? ".shlibzip" : ".libzip"),
                        container(folder.resolve(name)));
            }
            inner.finish();
            put(bar, application + ".appzip", bytes.toByteArray());
            put(bar, "META-INF/manifest.mf", new byte[0]);
        }
        return file;
    }

    /** Returns the flows with the properties of their nodes and with their connections. */
    private static Map<String, String> flows(Path path) {
        Map<String, String> flows = new TreeMap<>();
        for (FlowDefinition flow : ProjectImport.read(path, new Problems()).definitions().flows()) {
            StringBuilder text = new StringBuilder(flow.externals().keySet().toString());
            for (NodeEntry node : flow.nodes().values()) {
                text.append('\n').append(node.name()).append(' ').append(node.type());
                node.properties()
                        .forEach(
                                (name, value) ->
                                        text.append(' ').append(name).append(value.texts()));
            }
            flow.connections()
                    .forEach(
                            c -> {
                                text.append('\n').append(c.from().text());
                                c.to().forEach(to -> text.append(" -> ").append(to.text()));
                            });
            flows.put(flow.name(), text.toString());
        }
        return flows;
    }

    private static List<String> errors(Path path) {
        return Application.check(path).stream().map(Problem::text).distinct().sorted().toList();
    }

    /** The libraries have a plus sign after their name if they are shared. */
    @ParameterizedTest
    @CsvSource({
        "01-legacy-embedded-msgflow, TideFlows, -",
        "02-application-libraries-udps, OrchardApp, OrchardStatic OrchardShared+",
        "03-http-route, LanternApp, ''",
        "04-soap-service, FerryService, ''",
        "05-files-and-timers, BakeryApp, ''",
        "06-aggregate-collector, KiteApp, ''",
        "07-xslt-java-mapping, QuiltApp, -",
        "08-message-set-cwf-tds-xml, MintFlows, -",
        "09-dfdl, ReefApp, ReefModels+",
        "10-policies-and-data-sources, TramApp, -",
        "11-bar-overrides-interchange/source, MillApp, MillCommon",
        "12-rest-api, MuseumAPI, ''",
        "13-broken-and-foreign, PierApp, -",
    })
    void allFormsAreTheSame(String fixture, String application, String libraries)
            throws IOException {
        Path workspace = new Fixture(work, fixture, Form.ORIGINAL).folder;
        Path folder = workspace.resolve(application);
        Map<String, String> expected = flows(folder);
        List<String> problems = errors(folder);
        Path interchange = zip(work.resolve("all.zip"), workspace);

        assertThat(expected).isNotEmpty();
        assertThat(flows(workspace)).isEqualTo(expected);
        assertThat(errors(workspace)).isEqualTo(problems);
        assertThat(flows(interchange)).isEqualTo(expected);
        assertThat(errors(interchange)).isEqualTo(problems);
        if (!libraries.equals("-")) {
            Path bar = bar(work.resolve("all.bar"), workspace, application, libraries);
            assertThat(flows(bar)).isEqualTo(expected);
            assertThat(errors(bar)).isEqualTo(problems);
        }
    }
}
