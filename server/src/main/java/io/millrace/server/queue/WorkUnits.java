package io.millrace.server.queue;

import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.work.DamagedUnit;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.UnresolvedUnits.Report;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The open and unresolved units of work of a broker, and their conversion to and from JSON.
 *
 * @param open open units of flows and clients
 * @param report coordinated units that are in doubt or damaged
 */
public record WorkUnits(List<OpenUnit> open, Report report) {

    /** Returns the units and branches with an identifier. */
    public WorkUnits only(String id) {
        return new WorkUnits(
                open.stream().filter(u -> u.id().equals(id)).toList(),
                new Report(
                        report.node(),
                        report.inDoubt().stream()
                                .filter(b -> b.id().equals(id) || b.unit().equals(id))
                                .toList(),
                        report.damaged().stream().filter(d -> d.unit().equals(id)).toList(),
                        report.unreachable()));
    }

    public boolean isEmpty() {
        return open.isEmpty() && report.isEmpty();
    }

    /** Returns the units as values of JSON. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("node", report.node());
        json.put("open", open);
        json.put("inDoubt", report.inDoubt().stream().map(this::branch).toList());
        json.put("damaged", report.damaged().stream().map(WorkUnits::damaged).toList());
        json.put("unreachable", report.unreachable());
        return json;
    }

    private Map<String, Object> branch(InDoubtBranch branch) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", branch.id());
        json.put("unit", branch.unit());
        json.put("resource", branch.resource());
        json.put("coordinator", branch.coordinator());
        json.put("own", report.isOwn(branch));
        json.put("since", branch.since() == null ? null : branch.since().toString());
        return json;
    }

    private static Map<String, Object> damaged(DamagedUnit unit) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("unit", unit.unit());
        json.put("resources", unit.resources());
        json.put("outcome", unit.outcome());
        json.put("began", unit.began().toString());
        return json;
    }

    /** Reads units from the JSON that {@link #json} describes. */
    public static WorkUnits of(JsonNode json) {
        return new WorkUnits(
                list(json.path("open"), WorkUnits::readOpen),
                new Report(
                        json.path("node").asString(""),
                        list(json.path("inDoubt"), WorkUnits::readBranch),
                        list(json.path("damaged"), WorkUnits::readDamaged),
                        list(json.path("unreachable"), text -> text.asString(""))));
    }

    private static <T> List<T> list(JsonNode array, Function<JsonNode, T> read) {
        List<T> all = new ArrayList<>();
        array.forEach(element -> all.add(read.apply(element)));
        return all;
    }

    private static OpenUnit readOpen(JsonNode unit) {
        return new OpenUnit(
                text(unit, "id"),
                text(unit, "owner"),
                text(unit, "origin"),
                unit.path("ageMillis").asLong(),
                unit.path("got").asInt(),
                unit.path("put").asInt(),
                unit.path("bytes").asLong());
    }

    private static InDoubtBranch readBranch(JsonNode branch) {
        String since = text(branch, "since");
        return new InDoubtBranch(
                text(branch, "resource"),
                text(branch, "id"),
                text(branch, "unit"),
                text(branch, "coordinator"),
                since.isEmpty() ? null : Instant.parse(since));
    }

    private static DamagedUnit readDamaged(JsonNode unit) {
        return new DamagedUnit(
                text(unit, "unit"),
                Instant.parse(text(unit, "began")),
                text(unit, "outcome"),
                list(unit.path("resources"), label -> label.asString("")));
    }

    private static String text(JsonNode node, String key) {
        return node.path(key).asString("");
    }
}
