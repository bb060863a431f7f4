package io.millrace.flows.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.flows.test.FlowTestFile;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Holds the key tables of the documentation against the keys that the files may have. */
class ConfigurationPageTest {

    private static final Path DOCS = Path.of("../docs");
    private static final Pattern KEY = Pattern.compile("^\\| `(\\w+)` \\|", Pattern.MULTILINE);

    private record Table(String page, String heading, List<String> keys) {}

    @TestFactory
    Stream<DynamicTest> aTableHasAllKeysThatTheFileMayHave() {
        return Stream.of(
                        new Table("configuration.md", "## application.yaml", ApplicationFile.KEYS),
                        new Table("configuration.md", "### Queues", Resources.QUEUE_KEYS),
                        new Table(
                                "configuration.md", "### Data sources", Resources.DATA_SOURCE_KEYS),
                        new Table(
                                "configuration.md",
                                "### Subscriptions",
                                ApplicationFile.SUBSCRIPTION_KEYS),
                        new Table(
                                "configuration.md",
                                "### Execution groups",
                                ApplicationFile.FLOW_KEYS),
                        new Table("configuration.md", "### Limits", Resources.LIMIT_KEYS),
                        new Table("configuration.md", "## broker.yaml", BrokerFile.KEYS),
                        new Table(
                                "configuration.md",
                                "### Certificates",
                                AccessSettings.CERTIFICATE_KEYS),
                        new Table(
                                "configuration.md", "### Acceptors", AccessSettings.ACCEPTOR_KEYS),
                        new Table("configuration.md", "### Users", AccessSettings.USER_KEYS),
                        new Table("configuration.md", "### Journal", BrokerFile.JOURNAL_KEYS),
                        new Table("flow-tests.md", "## The file", FlowTestFile.KEYS),
                        new Table("flow-tests.md", "## A test", FlowTestFile.TEST_KEYS),
                        new Table("flow-tests.md", "### Input", FlowTestFile.INPUT_KEYS),
                        new Table("flow-tests.md", "### Outputs", FlowTestFile.OUTPUT_KEYS),
                        new Table("flow-tests.md", "### Failure", FlowTestFile.FAILURE_KEYS))
                .map(t -> DynamicTest.dynamicTest(t.page() + " " + t.heading(), () -> check(t)));
    }

    private static void check(Table table) throws IOException {
        String page = Files.readString(DOCS.resolve(table.page()));
        int from = page.indexOf(table.heading() + "\n");
        assertThat(from).as("%s has the heading %s", table.page(), table.heading()).isNotNegative();
        int next = page.indexOf("\n#", from + 1);
        Matcher keys = KEY.matcher(next < 0 ? page.substring(from) : page.substring(from, next));
        Set<String> found = new LinkedHashSet<>();
        while (keys.find()) {
            found.add(keys.group(1));
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(table.keys());
    }
}
