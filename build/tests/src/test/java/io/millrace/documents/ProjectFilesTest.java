package io.millrace.documents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks the files by which people find the project, report problems and learn about changes. */
class ProjectFilesTest {

    private static final String URL = "https://github.com/millrace/millrace";
    private static final Path TEMPLATES = Document.ROOT.resolve(".github/ISSUE_TEMPLATE");

    @Test
    void thePomsNameTheProject() throws IOException {
        for (String pom : List.of("pom.xml", "build/bom/pom.xml")) {
            assertThat(read(pom)).contains("<url>" + URL + "</url>");
        }
    }

    @Test
    void theChangelogHasTheCurrentVersion() throws IOException {
        Matcher version = Pattern.compile("<version>([0-9.]+)").matcher(read("pom.xml"));
        assertThat(version.find()).isTrue();
        assertThat(read("CHANGELOG.md")).containsPattern("(?m)^## .*" + version.group(1));
    }

    @Test
    void vulnerabilitiesAreReportedInPrivate() throws IOException {
        assertThat(read("SECURITY.md")).contains(URL + "/security/advisories/new");
        assertThat(keys(TEMPLATES.resolve("config.yml"))).contains("contact_links");
    }

    @Test
    void issueTemplatesHaveAFormThatGitHubAccepts() throws IOException {
        try (Stream<Path> files = Files.list(TEMPLATES)) {
            List<Path> forms = files.filter(f -> !f.endsWith("config.yml")).toList();
            assertThat(forms).hasSizeGreaterThanOrEqualTo(3);
            for (Path form : forms) {
                assertThat(keys(form)).as("%s", form).contains("name", "description", "body");
            }
        }
    }

    private static String read(String file) throws IOException {
        return Files.readString(Document.ROOT.resolve(file));
    }

    /** Returns the keys of the file. */
    private static List<String> keys(Path file) throws IOException {
        Load load = new Load(LoadSettings.builder().build());
        Map<?, ?> content = (Map<?, ?>) load.loadFromString(Files.readString(file));
        return content.keySet().stream().map(Object::toString).toList();
    }
}
