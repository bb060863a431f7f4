package io.millrace.flows.compare;

import io.millrace.engine.parser.MessageTemplate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The options of a comparison.
 *
 * @param flow flow of all messages; empty for the only flow, or the flows that folders of messages
 *     name
 * @param node node at which the messages enter; empty for the only input node
 * @param ignored fields that are not compared
 * @param bodies domain, message set, type and format of bodies by queue, for bodies that are
 *     neither XML nor JSON and have no MQRFH2
 */
public record ComparisonOptions(
        String flow, String node, List<FieldPattern> ignored, Map<String, MessageTemplate> bodies) {

    /** Fields that a queue manager sets at each put, or that follow from other fields. */
    public static final List<FieldPattern> SET_AT_PUT =
            Stream.of(
                            "MQMD.MsgId",
                            "MQMD.PutDate",
                            "MQMD.PutTime",
                            "MQMD.PutApplType",
                            "MQMD.PutApplName",
                            "MQMD.UserIdentifier",
                            "MQMD.AccountingToken",
                            "MQMD.ApplIdentityData",
                            "MQMD.ApplOriginData",
                            "MQMD.SourceQueue",
                            "MQDLH.PutDate",
                            "MQDLH.PutTime",
                            "MQDLH.PutApplType",
                            "MQDLH.PutApplName")
                    .map(FieldPattern::of)
                    .toList();

    public ComparisonOptions {
        ignored = List.copyOf(ignored);
        bodies = Map.copyOf(bodies);
    }

    /** Returns options that ignore the fields that a queue manager sets. */
    public static ComparisonOptions defaults() {
        return new ComparisonOptions("", "", SET_AT_PUT, Map.of());
    }

    /** Returns these options with another ignored field. */
    public ComparisonOptions ignoring(String path) {
        List<FieldPattern> all = new ArrayList<>(ignored);
        all.add(FieldPattern.of(path));
        return new ComparisonOptions(flow, node, all, bodies);
    }
}
