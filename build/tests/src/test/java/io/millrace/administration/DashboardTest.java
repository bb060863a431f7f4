package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The dashboard for Grafana, compared with the meters of a server process. */
class DashboardTest {

    private static final Pattern METER =
            Pattern.compile("\\b((?:millrace|jvm|process|system)_\\w+)(\\{[^}]*\\})?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=~?\"");
    private static final Pattern BY = Pattern.compile("(?:by|on) ?\\(([^)]*)\\)");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)\\}\\}");
    private static final Pattern SAMPLE = Pattern.compile("(\\w+)(\\{[^}]*\\})? .*");

    private static final Path ROOT = Path.of(System.getProperty("millrace.root"));

    /** Label that Prometheus adds. */
    private static final String INSTANCE = "instance";

    @TempDir static Path folder;

    private static JsonNode dashboard;

    /** Names of labels by meter. */
    private static final Map<String, Set<String>> METERS = new TreeMap<>();

    @BeforeAll
    static void scrape() throws Exception {
        dashboard =
                new JsonMapper()
                        .readTree(
                                Files.readString(
                                        ROOT.resolve("samples/operating/grafana-dashboard.json")));
        try (ServerThread server = ServerThread.start(folder.resolve("home"))) {
            server.run("deploy", Echo.write(folder, "1").toString()).ok();
            server.run("put", Echo.IN, "--text", "<a/>").ok();
            server.run("get", Echo.OUT, "--wait", "120").ok();
            TestServer.send(server.request("/metrics"))
                    .body()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(DashboardTest::addSample);
        }
    }

    private static void addSample(String line) {
        Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        Set<String> labels = METERS.computeIfAbsent(sample.group(1), m -> new TreeSet<>());
        labels.add(INSTANCE);
        labels.addAll(labels(sample.group(2)));
    }

    @AfterAll
    static void forget() {
        METERS.clear();
    }

    private static Set<String> labels(String braces) {
        Set<String> labels = new TreeSet<>();
        Matcher label = LABEL.matcher(braces == null ? "" : braces);
        while (label.find()) {
            labels.add(label.group(1));
        }
        return labels;
    }

    /** Returns the queries of all panels and variables, with their legends. */
    private static Map<String, String> queries() {
        Map<String, String> queries = new TreeMap<>();
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.put(target.path("expr").asString(), target.path("legendFormat").asString());
            }
        }
        for (JsonNode variable : dashboard.path("templating").path("list")) {
            String definition = variable.path("definition").asString("");
            if (!definition.isEmpty()) {
                queries.put(definition, "");
            }
        }
        return queries;
    }

    @Test
    void eachMeterOfTheDashboardExistsWithItsLabels() {
        List<String> missing = new ArrayList<>();
        Set<String> shown = new TreeSet<>();
        queries()
                .forEach(
                        (query, legend) -> {
                            Set<String> known = new TreeSet<>();
                            Matcher meter = METER.matcher(query);
                            while (meter.find()) {
                                Set<String> labels = METERS.get(meter.group(1));
                                shown.add(meter.group(1));
                                if (labels == null) {
                                    missing.add(meter.group(1));
                                } else if (!labels.containsAll(labels(meter.group(2)))) {
                                    missing.add(meter.group());
                                } else {
                                    known.addAll(labels);
                                }
                            }
                            missing.addAll(unknown(query, legend, known));
                        });
        assertThat(missing).as("meters and labels that the server does not have").isEmpty();
        assertThat(shown)
                .as("kinds of meters")
                .anyMatch(m -> m.startsWith("millrace_flow_"))
                .anyMatch(m -> m.startsWith("millrace_node_"))
                .anyMatch(m -> m.startsWith("millrace_queue_"))
                .anyMatch(m -> m.startsWith("millrace_limit_"));
    }

    /** Returns the labels in the grouping and the legend of a query that its meters do not have. */
    private static List<String> unknown(String query, String legend, Set<String> known) {
        List<String> unknown = new ArrayList<>();
        Matcher by = BY.matcher(query);
        while (by.find()) {
            for (String label : by.group(1).split(", ?")) {
                if (!known.contains(label)) {
                    unknown.add(query + ": " + label);
                }
            }
        }
        Matcher shown = LEGEND.matcher(legend);
        while (shown.find()) {
            if (!known.contains(shown.group(1))) {
                unknown.add(legend + ": " + shown.group(1));
            }
        }
        return unknown;
    }

    @Test
    void eachPanelHasAnIdentifierAndAPlaceOfItsOwn() {
        Set<Integer> identifiers = new HashSet<>();
        Set<String> places = new HashSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            assertThat(identifiers.add(panel.path("id").asInt())).isTrue();
            JsonNode at = panel.path("gridPos");
            assertThat(at.path("x").asInt() + at.path("w").asInt()).isLessThanOrEqualTo(24);
            for (int x = 0; x < at.path("w").asInt(); x++) {
                for (int y = 0; y < at.path("h").asInt(); y++) {
                    assertThat(
                                    places.add(
                                            (at.path("x").asInt() + x)
                                                    + ","
                                                    + (at.path("y").asInt() + y)))
                            .as(panel.path("title").asString())
                            .isTrue();
                }
            }
            if (!panel.path("type").asString().equals("row")) {
                assertThat(panel.path("targets")).isNotEmpty();
                assertThat(panel.path("description").asString()).isNotBlank();
            }
        }
    }
}
