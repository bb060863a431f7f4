package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Severity;
import io.millrace.flows.UnitSharing;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A formatter of findings for programs: as a list in JSON, or as a log in SARIF 2.1.0 (OASIS,
 * "Static Analysis Results Interchange Format"). Code hosting services and editors show the
 * findings of a SARIF log next to the source lines.
 *
 * <p>Lines and columns count from 1, columns in characters (Unicode code points). Both formats are
 * described in {@code docs/checking.md}.
 */
final class ProblemLists {

    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
    private static final String BASE = "%SRCROOT%";

    private ProblemLists() {}

    /** Returns an array with an object for each finding, and for each input node of a flow. */
    static String json(List<Problem> problems, List<UnitSharing> units) {
        List<Map<String, Object>> rows = rows(problems);
        for (UnitSharing unit : units) {
            Map<String, Object> row =
                    row(unit.place(), "note", ErrorCode.UNIT_SHARING, unit.text(), "");
            row.putAll(
                    map(
                            "flow", unit.flow(),
                            "input", unit.input(),
                            "messagesPerUnit", unit.maxMessages(),
                            "node", unit.node()));
            rows.add(row);
        }
        return write(rows);
    }

    /** Returns an object for each finding. */
    static List<Map<String, Object>> rows(List<Problem> problems) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Problem p : problems) {
            rows.add(row(p.place(), level(p.severity()), p.code(), p.text(), p.hint()));
        }
        return rows;
    }

    private static Map<String, Object> row(
            Place place, String severity, ErrorCode code, String text, String hint) {
        return map(
                "file", place.source().name(),
                "line", place.line(),
                "column", place.character(),
                "length", place.characters(),
                "severity", severity,
                "code", code.id(),
                "text", text,
                "hint", hint,
                "actor", code.actor().toString());
    }

    /**
     * Returns a map of alternating keys and values, in this order. Keys with the value null are
     * omitted.
     */
    private static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i + 1] != null) {
                map.put((String) pairs[i], pairs[i + 1]);
            }
        }
        return map;
    }

    /**
     * Returns a SARIF log with one run.
     *
     * @param version Millrace's version; empty if it is unknown
     * @param folder folder in which the check was started; files below it have relative names
     */
    static String sarif(List<Problem> problems, String version, Path folder) {
        List<ErrorCode> codes = problems.stream().map(Problem::code).distinct().sorted().toList();
        Map<String, Object> driver =
                map(
                        "name",
                        "Millrace",
                        "version",
                        version.isEmpty() ? null : version,
                        "rules",
                        codes.stream().map(ProblemLists::rule).toList());
        String base = "the folder in which the check was started";
        Map<String, Object> run =
                map(
                        "tool", Map.of("driver", driver),
                        "originalUriBaseIds", Map.of(BASE, Map.of("description", text(base))),
                        "columnKind", "unicodeCodePoints",
                        "results", problems.stream().map(p -> result(p, codes, folder)).toList());
        return write(map("$schema", SCHEMA, "version", "2.1.0", "runs", List.of(run)));
    }

    private static Map<String, Object> rule(ErrorCode code) {
        return map(
                "id", code.id(),
                "name", code.name(),
                "shortDescription", text(code.description()));
    }

    private static Map<String, Object> result(Problem p, List<ErrorCode> codes, Path folder) {
        Map<String, Object> where =
                map(
                        "artifactLocation", artifact(p.place().source().name(), folder),
                        "region", region(p.place()));
        return map(
                "ruleId", p.code().id(),
                "ruleIndex", codes.indexOf(p.code()),
                "level", level(p.severity()),
                "message", text(p.hint().isEmpty() ? p.text() : p.text() + "; " + p.hint()),
                "locations", List.of(Map.of("physicalLocation", where)));
    }

    private static Map<String, Object> artifact(String name, Path folder) {
        Path root = folder.toAbsolutePath().normalize();
        Path file = root.resolve(name).normalize();
        if (!file.startsWith(root) || file.equals(root)) {
            return map("uri", file.toUri().toString());
        }
        String uri = file.toUri().getRawPath();
        String start = root.toUri().getRawPath();
        int length = start.endsWith("/") ? start.length() : start.length() + 1;
        return map("uri", uri.substring(length), "uriBaseId", BASE);
    }

    /** Returns the region of a position; null for a whole file. */
    private static Map<String, Object> region(Place place) {
        if (place.line() <= 0) {
            return null;
        }
        boolean column = place.column() > 0;
        return map(
                "startLine", place.line(),
                "startColumn", column ? place.character() : null,
                "endColumn", column ? place.character() + place.characters() : null);
    }

    private static Map<String, Object> text(String text) {
        return Map.of("text", text);
    }

    private static String level(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }

    private static String write(Object value) {
        return JsonMapper.builder()
                .build()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(value);
    }
}
