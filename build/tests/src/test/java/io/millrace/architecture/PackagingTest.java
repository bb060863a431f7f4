package io.millrace.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.engine.node.NodeType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is in the archives of the modules. */
class PackagingTest {

    private static final Path ROOT = Path.of(System.getProperty("millrace.root"));

    /** Programs ask a node, people the command line. */
    @Test
    void whatIsPackagedKnowsItsVersion() {
        Class<?> node =
                ServiceLoader.load(NodeType.class).stream().findFirst().orElseThrow().type();
        String place = node.getProtectionDomain().getCodeSource().getLocation().getPath();
        assumeThat(place).as("only archives have a version").endsWith(".jar");
        assertThat(node.getPackage().getImplementationVersion()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "engine",
                "parsers",
                "models",
                "nodes",
                "flows",
                "projects",
                "connectors/camel",
                "connectors/http",
                "connectors/mail",
                "connectors/transfer",
                "store",
                "server"
            })
    void noModuleTakesTheVersionOutOfItsArchive(String module) throws IOException {
        assertThat(Files.readString(ROOT.resolve("pom.xml")))
                .contains("<addDefaultImplementationEntries>true<");
        assertThat(Files.readString(ROOT.resolve(module).resolve("pom.xml")))
                .doesNotContain("addDefaultImplementationEntries", "combine.self");
    }

    /** Millrace does not offer what these libraries of Artemis are for. */
    private static final List<String> LEFT_OUT =
            List.of(
                    "org/jgroups/",
                    "org/apache/activemq/artemis/jdbc/",
                    "org/apache/commons/dbcp2/",
                    "org/apache/commons/configuration2/",
                    "com/nimbusds/",
                    "io/micrometer/",
                    "io/netty/handler/codec/haproxy/",
                    "io/netty/channel/kqueue/");

    /** Classes of Artemis that refer to them, all for features that are off. */
    private static final Pattern OFF =
            Pattern.compile(
                    "jgroups|JGroups|ChannelBroadcastEndpointFactory|[Jj]dbc|JDBC|DatabaseStorage"
                        + "|FactoryDatabase|PropertiesLoginModuleConfigurator|OIDC|[Mm]etrics"
                        + "|HAProxy|netty/NettyAcceptor|netty/NettyConnector\\.class|CheckDependencies"
                        + "|management/impl/ManagementServiceImpl");

    @Test
    void onlyFeaturesThatAreOffReferToLibrariesThatAreLeftOut() throws IOException {
        Set<String> referring = new TreeSet<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (Path.of(entry).getFileName().toString().startsWith("artemis-")) {
                try (JarFile jar = new JarFile(entry)) {
                    for (JarEntry e : Collections.list(jar.entries())) {
                        if (e.getName().endsWith(".class") && refersToLeftOut(jar, e)) {
                            referring.add(e.getName());
                        }
                    }
                }
            }
        }
        assertThat(referring).isNotEmpty().allMatch(name -> OFF.matcher(name).find());
    }

    private static boolean refersToLeftOut(JarFile jar, JarEntry type) throws IOException {
        byte[] bytes = jar.getInputStream(type).readAllBytes();
        for (PoolEntry constant : ClassFile.of().parse(bytes).constantPool()) {
            if (constant instanceof ClassEntry c
                    && LEFT_OUT.stream().anyMatch(c.asInternalName()::startsWith)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void theBillOfMaterialsListsTheLibrariesOfTheLauncher() throws IOException {
        Path folder = ROOT.resolve("server/target/millrace");
        assumeThat(folder.resolve("bom.json")).as("made by the phase package").exists();
        JsonNode bom = JsonMapper.shared().readTree(Files.readString(folder.resolve("bom.json")));
        Set<String> listed = new TreeSet<>();
        for (JsonNode component : bom.get("components")) {
            String purl = component.get("purl").asString();
            Matcher classifier = Pattern.compile("classifier=([^&]+)").matcher(purl);
            listed.add(
                    component.get("name").asString()
                            + "-"
                            + component.get("version").asString()
                            + (classifier.find() ? "-" + classifier.group(1) : "")
                            + ".jar");
        }
        // A folder that was built before may have older libraries too.
        assertThat(folder.resolve("lib").toFile().list()).containsAll(listed);
        for (String library : List.of("artemis-server", "h2", "logback-core", "millrace-engine")) {
            assertThat(listed).anyMatch(name -> name.matches(library + "-\\d.*"));
        }
        assertThat(listed)
                .noneMatch(name -> name.matches("(jgroups|commons-dbcp2|artemis-jdbc|nimbus).*"));
        assertThat(bom.get("metadata").get("component").get("name").asString())
                .isEqualTo("millrace-server");
        assertThat(bom.has("serialNumber")).as("two builds give the same file").isFalse();
    }
}
