package io.millrace.server.telemetry;

import io.millrace.engine.observe.AccountingRecord;
import io.millrace.flows.broker.FlowId;
import io.millrace.flows.broker.NodeTerminals;

import java.util.Map;

/**
 * A record of message flow accounting and statistics.
 *
 * @param broker name of the broker
 * @param threads number of threads of the flow
 * @param nodes types and terminals of the nodes, by {@code flow.node}
 */
public record FlowRecord(
        Type type,
        Code code,
        String broker,
        FlowId flow,
        int threads,
        AccountingRecord figures,
        Map<String, NodeTerminals> nodes) {

    /** Kind of a record. A flow has one independent collection of figures for each kind. */
    public enum Type {
        SNAPSHOT("SnapShot"),
        ARCHIVE("Archive");

        private final String word;

        Type(String word) {
            this.word = word;
        }

        /** Returns the name in records and topics of WMQI. */
        public String word() {
            return word;
        }
    }

    /** The reason for the end of a record. */
    public enum Code {
        SNAPSHOT("Snapshot"),
        MAJOR_INTERVAL("MajorInterval"),
        SHUTDOWN("Shutdown"),
        SETTINGS_MODIFIED("StatsSettingsModified");

        private final String word;

        Code(String word) {
            this.word = word;
        }

        /** Returns the name in records of WMQI. */
        public String word() {
            return word;
        }
    }
}
