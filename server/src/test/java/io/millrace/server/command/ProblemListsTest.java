package io.millrace.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Source;
import io.millrace.flows.UnitSharing;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What programs read. The rules for SARIF are those of its schema for the objects that occur: which
 * properties there are, which must be there, what values they take.
 */
class ProblemListsTest {

    private static final Path FOLDER = Path.of("/work shop");

    /** The properties of each object by the schema, those that must be there with a star. */
    private static final Map<String, Set<String>> OBJECTS =
            Map.of(
                    "log", Set.of("$schema", "version*", "runs*", "properties"),
                    "run",
                            Set.of(
                                    "tool*",
                                    "originalUriBaseIds",
                                    "columnKind",
                                    "results",
                                    "artifacts"),
                    "driver", Set.of("name*", "version", "informationUri", "rules"),
                    "rule", Set.of("id*", "name", "shortDescription", "helpUri"),
                    "result", Set.of("ruleId", "ruleIndex", "level", "message*", "locations"),
                    "physicalLocation", Set.of("artifactLocation", "region"),
                    "artifactLocation", Set.of("uri", "uriBaseId", "index", "description"),
                    "region",
                            Set.of("startLine", "startColumn", "endLine", "endColumn", "snippet"));

    private static final Source ESQL =
            new Source("sub folder/ü.esql", "a\n\tSET 😀 = '😀' || Inputroot.x;\n");
    private static final List<UnitSharing> UNITS =
            List.of(new UnitSharing("audit", ESQL.at(0, 1), "in", 1, "log", "alone"));
    private static final List<Problem> PROBLEMS =
            List.of(
                    Problem.error(
                            ErrorCode.ESQL_UNKNOWN_NAME,
                            ESQL.at(ESQL.text().indexOf("Inputroot"), 9),
                            "the \"name\" is not known",
                            "did you mean InputRoot?"),
                    Problem.warning(
                            ErrorCode.ESQL_UNREACHABLE, ESQL.at(2, 4), "never executed", ""),
                    Problem.error(
                            ErrorCode.YAML_SYNTAX,
                            new Place(Source.named("/elsewhere/a.flow.yaml"), 7, 0, 1),
                            "no YAML"),
                    Problem.error(
                            ErrorCode.FILE_UNREADABLE, Place.of("none.esql"), "there is none"));

    private static JsonNode sarif(List<Problem> problems) {
        return JsonMapper.builder().build().readTree(ProblemLists.sarif(problems, "1.0", FOLDER));
    }

    private static void holds(String object, JsonNode node) {
        Set<String> known = new TreeSet<>();
        for (String property : OBJECTS.get(object)) {
            known.add(property.replace("*", ""));
            if (property.endsWith("*")) {
                assertThat(node.has(property.replace("*", "")))
                        .as(object + "." + property)
                        .isTrue();
            }
        }
        assertThat(known).as(object).containsAll(node.propertyNames());
    }

    @Test
    void aSarifLogKeepsToTheSchema() {
        JsonNode log = sarif(PROBLEMS);
        holds("log", log);
        assertThat(log.path("version").stringValue()).isEqualTo("2.1.0");
        JsonNode run = log.path("runs").path(0);
        holds("run", run);
        assertThat(run.path("columnKind").stringValue()).isEqualTo("unicodeCodePoints");
        JsonNode driver = run.path("tool").path("driver");
        holds("driver", driver);
        driver.path("rules").forEach(rule -> holds("rule", rule));
        assertThat(run.path("results")).hasSize(PROBLEMS.size());
        for (JsonNode result : run.path("results")) {
            holds("result", result);
            assertThat(result.path("level").stringValue()).isIn("error", "warning", "note", "none");
            assertThat(result.path("message").path("text").stringValue()).isNotBlank();
            JsonNode rule = driver.path("rules").path(result.path("ruleIndex").intValue());
            assertThat(rule.path("id")).isEqualTo(result.path("ruleId"));
            JsonNode where = result.path("locations").path(0).path("physicalLocation");
            holds("physicalLocation", where);
            holds("artifactLocation", where.path("artifactLocation"));
            assertThat(URI.create(where.path("artifactLocation").path("uri").stringValue()))
                    .isNotNull();
            if (where.has("region")) {
                holds("region", where.path("region"));
                where.path("region").forEach(n -> assertThat(n.intValue()).isPositive());
            }
        }
    }

    @Test
    void placesAreRelativeToTheFolderAndCountedInCharacters() {
        JsonNode results = sarif(PROBLEMS).path("runs").path(0).path("results");
        JsonNode first = results.path(0).path("locations").path(0).path("physicalLocation");
        assertThat(first.path("artifactLocation"))
                .hasToString("{\"uri\":\"sub%20folder/%C3%BC.esql\",\"uriBaseId\":\"%SRCROOT%\"}");
        assertThat(first.path("region"))
                .hasToString("{\"startLine\":2,\"startColumn\":17,\"endColumn\":26}");
        assertThat(results.path(0).path("message").path("text").stringValue())
                .isEqualTo("the \"name\" is not known; did you mean InputRoot?");
        JsonNode elsewhere = results.path(2).path("locations").path(0).path("physicalLocation");
        assertThat(elsewhere.path("artifactLocation"))
                .hasToString("{\"uri\":\"file:///elsewhere/a.flow.yaml\"}");
        assertThat(elsewhere.path("region")).hasToString("{\"startLine\":7}");
        assertThat(results.path(3).path("locations").path(0).path("physicalLocation").has("region"))
                .isFalse();
    }

    @Test
    void aLogWithoutFindingsStillSaysThatTheCheckRan() {
        JsonNode run = sarif(List.of()).path("runs").path(0);
        assertThat(run.path("results").isArray()).isTrue();
        assertThat(run.path("results")).isEmpty();
    }

    @Test
    void theJsonListHasAnObjectForEachFinding() {
        JsonNode list = JsonMapper.builder().build().readTree(ProblemLists.json(PROBLEMS, UNITS));
        assertThat(list).hasSize(5);
        assertThat(list.path(0))
                .hasToString(
                        """
                        {"file":"sub \
                        folder/ü.esql","line":2,"column":17,"length":9,"severity":"error","code":"MR2002","text":"the \
                        \\"name\\" is not known","hint":"did you mean InputRoot?","actor":"flow \
                        author"}\
                        """);
        assertThat(list.path(4).path("severity").asString()).isEqualTo("note");
        assertThat(list.path(4).path("node").asString()).isEqualTo("log");
        assertThat(list.path(4).path("messagesPerUnit").asInt()).isEqualTo(1);
    }
}
