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
 * "Static Analysis Results Interchange Format"). Code hosts and editors show such a log beside the
 * lines.
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
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Problem p : problems) {
            Map<String, Object> row = place(p.place());
            row.put("severity", level(p.severity()));
            row.put("code", p.code().id());
            row.put("text", p.text());
            row.put("hint", p.hint());
            row.put("actor", p.code().actor().toString());
            rows.add(row);
        }
        for (UnitSharing unit : units) {
            Map<String, Object> row = place(unit.place());
            row.put("severity", "note");
            row.put("code", ErrorCode.UNIT_SHARING.id());
            row.put("text", unit.text());
            row.put("hint", "");
            row.put("actor", ErrorCode.UNIT_SHARING.actor().toString());
            row.put("flow", unit.flow());
            row.put("input", unit.input());
            row.put("messagesPerUnit", unit.most());
            row.put("node", unit.node());
            rows.add(row);
        }
        return write(rows);
    }

    private static Map<String, Object> place(Place place) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("file", place.source().name());
        row.put("line", place.line());
        row.put("column", place.character());
        row.put("length", place.characters());
        return row;
    }

    /**
     * Returns a SARIF log with one run.
     *
     * @param version Millrace's version; empty if it is unknown
     * @param folder folder in which the check was started; files below it have relative names
     */
    static String sarif(List<Problem> problems, String version, Path folder) {
        List<ErrorCode> codes = problems.stream().map(Problem::code).distinct().sorted().toList();
        Map<String, Object> driver = new LinkedHashMap<>();
        driver.put("name", "Millrace");
        if (!version.isEmpty()) {
            driver.put("version", version);
        }
        driver.put("rules", codes.stream().map(ProblemLists::rule).toList());
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("tool", Map.of("driver", driver));
        String base = "the folder in which the check was started";
        run.put("originalUriBaseIds", Map.of(BASE, Map.of("description", text(base))));
        run.put("columnKind", "unicodeCodePoints");
        run.put("results", problems.stream().map(p -> result(p, codes, folder)).toList());
        Map<String, Object> log = new LinkedHashMap<>();
        log.put("$schema", SCHEMA);
        log.put("version", "2.1.0");
        log.put("runs", List.of(run));
        return write(log);
    }

    private static Map<String, Object> rule(ErrorCode code) {
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("id", code.id());
        rule.put("name", code.name());
        rule.put("shortDescription", text(code.description()));
        return rule;
    }

    private static Map<String, Object> result(Problem p, List<ErrorCode> codes, Path folder) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("ruleId", p.code().id());
        result.put("ruleIndex", codes.indexOf(p.code()));
        result.put("level", level(p.severity()));
        result.put("message", text(p.hint().isEmpty() ? p.text() : p.text() + "; " + p.hint()));
        Map<String, Object> where = new LinkedHashMap<>();
        where.put("artifactLocation", artifact(p.place().source().name(), folder));
        if (p.place().line() > 0) {
            where.put("region", region(p.place()));
        }
        result.put("locations", List.of(Map.of("physicalLocation", where)));
        return result;
    }

    private static Map<String, Object> artifact(String name, Path folder) {
        Path root = folder.toAbsolutePath().normalize();
        Path file = root.resolve(name).normalize();
        Map<String, Object> artifact = new LinkedHashMap<>();
        if (file.startsWith(root) && !file.equals(root)) {
            // Resolving against a URI that ends with / encodes what a URI must not hold.
            String uri = file.toUri().getRawPath();
            String start = root.toUri().getRawPath();
            artifact.put(
                    "uri",
                    uri.substring(start.endsWith("/") ? start.length() : start.length() + 1));
            artifact.put("uriBaseId", BASE);
        } else {
            artifact.put("uri", file.toUri().toString());
        }
        return artifact;
    }

    private static Map<String, Object> region(Place place) {
        Map<String, Object> region = new LinkedHashMap<>();
        region.put("startLine", place.line());
        if (place.column() > 0) {
            region.put("startColumn", place.character());
            region.put("endColumn", place.character() + place.characters());
        }
        return region;
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
