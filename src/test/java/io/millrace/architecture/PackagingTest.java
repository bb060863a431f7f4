package io.millrace.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.engine.node.NodeType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;

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
    @ValueSource(strings = {"engine", "parsers", "models", "nodes", "flows", "store", "server"})
    void noModuleTakesTheVersionOutOfItsArchive(String module) throws IOException {
        assertThat(Files.readString(ROOT.resolve("pom.xml")))
                .contains("<addDefaultImplementationEntries>true<");
        assertThat(Files.readString(ROOT.resolve(module).resolve("pom.xml")))
                .doesNotContain("addDefaultImplementationEntries", "combine.self");
    }
}
