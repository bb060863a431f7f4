package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.projects.Fixture.Form;
import io.millrace.projects.convert.Finding;
import io.millrace.projects.convert.Finding.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;

/** The fixtures as they are loaded and reported, without running them. */
class FixtureCheckTest {

    @TempDir Path work;

    private Fixture fixture(String name) {
        return new Fixture(work, name, Form.ORIGINAL);
    }

    @ParameterizedTest
    @CsvSource({
        "01-legacy-embedded-msgflow, tide.gauge.ReadGauge, 15, 16",
        "02-application-libraries-udps, orchard.harvest.Gather, 7, 7",
        "03-http-route, Lantern, 10, 18",
        "04-soap-service, gen.FerryService, 6, 5",
        "05-files-and-timers, Loaves, 6, 8",
        "06-aggregate-collector, KitePairs, 7, 6",
        "07-xslt-java-mapping, quilt.Sew, 6, 5",
        "08-message-set-cwf-tds-xml, mint.Convert, 8, 8",
        "09-dfdl, reef.Survey, 3, 2",
        "10-policies-and-data-sources, tram.Fare, 5, 4",
        "11-bar-overrides-interchange/source, grind.Grind, 4, 3",
        "12-rest-api, gen.MuseumAPI, 11, 11"
    })
    void flowsAreLoadedWithAllNodes(String name, String flow, int nodes, int connections) {
        Problems problems = new Problems();
        List<FlowDefinition> flows =
                ProjectImport.read(fixture(name).folder, problems).definitions().flows();

        assertThat(problems.hasErrors()).isFalse();
        assertThat(flows)
                .filteredOn(f -> f.name().equals(flow))
                .singleElement()
                .satisfies(
                        f -> {
                            assertThat(f.nodes()).hasSize(nodes);
                            assertThat(f.connections()).hasSize(connections);
                        });
    }

    /** What the report calls missing; everything else of these fixtures has an equivalent. */
    @ParameterizedTest
    @CsvSource({
        "01-legacy-embedded-msgflow, ''",
        "02-application-libraries-udps, ''",
        "03-http-route, ''",
        "04-soap-service, ComIbmSOAPInput ComIbmSOAPReply ComIbmSOAPRequest ComIbmSOAPExtract",
        "05-files-and-timers, ''",
        "07-xslt-java-mapping, ComIbmJavaCompute ComIbmMSLMapping",
        "08-message-set-cwf-tds-xml, ''",
        "09-dfdl, model ComIbmMQInput",
        "10-policies-and-data-sources, ''",
        "11-bar-overrides-interchange/source, ''"
    })
    void partsWithoutEquivalentAreMissing(String name, String missing) {
        ProjectImport read = ProjectImport.read(fixture(name).folder);

        assertThat(
                        read.results().stream()
                                .filter(f -> f.level() == Level.MISSING)
                                .map(Finding::item)
                                .distinct())
                .containsExactlyInAnyOrder(missing.isEmpty() ? new String[0] : missing.split(" "));
    }

    @Test
    void brokenFilesAndForeignNodesAreReportedTogether() {
        assertThat(fixture("13-broken-and-foreign").problems())
                .anyMatch(p -> p.startsWith("Empty.msgflow:1 ERROR MR1070 the file is empty"))
                .anyMatch(p -> p.startsWith("NotXml.msgflow:1 ERROR MR1070"))
                .anyMatch(p -> p.startsWith("Doctype.msgflow:2 ERROR") && p.contains("DOCTYPE"))
                .anyMatch(p -> p.contains("someNewAttribute=1 of node in"))
                .anyMatch(p -> p.contains("the subflow gone/Gone.subflow of node Gone"))
                .anyMatch(p -> p.contains("computeMode=localEnvironmentAndMessage"))
                .anyMatch(p -> p.contains("node Odd mode has no output terminal out9"))
                .anyMatch(p -> p.contains("'FCMComposite_1_77', which does not exist"))
                .anyMatch(p -> p.contains("the project NotHere"))
                .anyMatch(p -> p.contains("subflow Selfish contains itself"))
                .anyMatch(p -> p.contains("the schema is somewhere.odd"))
                .noneMatch(p -> p.contains("Pier Lib"));
    }

    /** D 2: a policy replaces the values of the nodes that refer to it. */
    @Test
    void policiesReplaceTheValuesOfNodes() {
        List<FlowDefinition> flows =
                ProjectImport.read(fixture("10-policies-and-data-sources").folder)
                        .definitions()
                        .flows();

        assertThat(property(flows, "tram.Bell", "Bell", "timeoutInterval")).isEqualTo("2");
        assertThat(property(flows, "tram.Bell", "Bell", "uniqueIdentifier")).isEqualTo("Tick");
        assertThat(property(flows, "tram.Fare", "Town bell", "url"))
                .isEqualTo("http://localhost:7997/town");
        assertThat(property(flows, "tram.Fare", "Town bell", "timeout")).isEqualTo("4");
        assertThat(
                        flows.stream()
                                .filter(f -> f.name().equals("tram.Fare"))
                                .findFirst()
                                .orElseThrow()
                                .properties()
                                .get("additionalInstances")
                                .text())
                .isEqualTo("3");
    }

    private static String property(
            List<FlowDefinition> flows, String flow, String node, String property) {
        return flows.stream()
                .filter(f -> f.name().equals(flow))
                .findFirst()
                .orElseThrow()
                .nodes()
                .get(node)
                .properties()
                .get(property)
                .text();
    }
}
