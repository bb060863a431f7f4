package io.millrace.server.api;

import io.millrace.engine.observe.AccountingRecord;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.flows.broker.FlowId;
import io.millrace.server.api.Route.Scope;
import io.millrace.server.deploy.Deployments;
import io.millrace.server.telemetry.FlowRecord;
import io.millrace.server.telemetry.StatisticsCollector;
import io.millrace.server.telemetry.StatisticsFormats;
import io.millrace.server.telemetry.StatisticsSettings;

import java.util.List;
import java.util.Locale;

/** The operations of the API on message flow accounting and statistics. */
final class StatisticsApi {

    private static final String STATISTICS = "/v1/broker/statistics";
    private static final String APPLICATION = "/v1/broker/applications/{application}/statistics";
    private static final String FLOW =
            "/v1/broker/applications/{application}/flows/{flow}/statistics";

    private final Deployments deployments;

    StatisticsApi(Deployments deployments) {
        this.deployments = deployments;
    }

    /** The intervals; null for an interval that does not change. */
    private record Intervals(Integer snapshotSeconds, Integer archiveMinutes) {}

    /**
     * A change of the records of flows.
     *
     * @param record {@code snapshot} or {@code archive}
     * @param active whether the records are written
     * @param nodes {@code none}, {@code basic} or {@code advanced}
     */
    private record Change(
            String record, Boolean active, String nodes, Boolean threads, Boolean origins) {}

    List<Route> routes() {
        return List.of(
                Route.view("getStatisticsSettings", STATISTICS, Scope.LISTED, this::settings),
                operate("setStatisticsIntervals", STATISTICS, Scope.SERVER, this::intervals),
                Route.view(
                        "getApplicationStatistics", APPLICATION, Scope.APPLICATION, this::records),
                operate("setApplicationStatistics", APPLICATION, Scope.APPLICATION, this::change),
                Route.view("getFlowStatistics", FLOW, Scope.FLOW, this::records),
                operate("setFlowStatistics", FLOW, Scope.FLOW, this::change));
    }

    private static Route operate(
            String operation, String path, Scope scope, Route.Handler handler) {
        return new Route(operation, "PUT", path, Role.OPERATE, scope, handler);
    }

    private ApiResponse settings(ApiRequest request) {
        StatisticsSettings all = statistics().settings();
        List<StatisticsSettings.Flow> visible =
                all.flows().stream()
                        .filter(
                                f ->
                                        request.caller()
                                                .hasForFlow(
                                                        Role.VIEW,
                                                        new FlowId(
                                                                f.group(),
                                                                f.application(),
                                                                f.flow())))
                        .toList();
        return ApiResponse.ok(
                new StatisticsSettings(all.snapshotSeconds(), all.archiveMinutes(), visible));
    }

    private StatisticsCollector statistics() {
        return deployments.statistics();
    }

    private ApiResponse intervals(ApiRequest request) {
        Intervals next = request.json(Intervals.class);
        var now = statistics().settings();
        statistics()
                .intervals(
                        next.snapshotSeconds() == null
                                ? now.snapshotSeconds()
                                : next.snapshotSeconds(),
                        next.archiveMinutes() == null
                                ? now.archiveMinutes()
                                : next.archiveMinutes());
        return ApiResponse.ok(statistics().settings());
    }

    private static String flow(ApiRequest request) {
        return request.parameters().containsKey("flow") ? request.path("flow") : "";
    }

    private ApiResponse change(ApiRequest request) {
        Change change = request.json(Change.class);
        FlowRecord.Type type = type(change.record());
        AccountingRecord.Level level =
                Boolean.FALSE.equals(change.active())
                        ? null
                        : new AccountingRecord.Level(
                                nodes(change.nodes()),
                                Boolean.TRUE.equals(change.threads()),
                                Boolean.TRUE.equals(change.origins()));
        return ApiResponse.ok(
                statistics()
                        .set(
                                request.path("application"),
                                flow(request),
                                request.query("group"),
                                type,
                                level));
    }

    private static FlowRecord.Type type(String word) {
        for (FlowRecord.Type type : FlowRecord.Type.values()) {
            if (type.name().toLowerCase(Locale.ROOT).equals(word)) {
                return type;
            }
        }
        throw ApiRequest.invalid("record must be snapshot or archive (found %s)", word);
    }

    private static AccountingRecord.Nodes nodes(String word) {
        if (word == null) {
            return AccountingRecord.Nodes.NONE;
        }
        for (AccountingRecord.Nodes nodes : AccountingRecord.Nodes.values()) {
            if (nodes.name().toLowerCase(Locale.ROOT).equals(word)) {
                return nodes;
            }
        }
        throw ApiRequest.invalid("nodes must be none, basic or advanced (found %s)", word);
    }

    private ApiResponse records(ApiRequest request) {
        String record = request.query("record");
        List<FlowRecord> last =
                statistics()
                        .last(
                                request.path("application"),
                                flow(request),
                                request.query("group"),
                                type(record.isEmpty() ? "snapshot" : record))
                        .stream()
                        .filter(r -> request.caller().hasForFlow(Role.VIEW, r.flow()))
                        .toList();
        String format = request.query("format");
        return switch (format) {
            case "", "json" -> ApiResponse.ok(StatisticsFormats.json(last));
            case "xml" -> new ApiResponse(200, "application/xml", StatisticsFormats.xml(last));
            case "csv" -> new ApiResponse(200, "text/csv", StatisticsFormats.csv(last));
            default ->
                    throw ApiRequest.invalid("format must be json, xml or csv (found %s)", format);
        };
    }
}
