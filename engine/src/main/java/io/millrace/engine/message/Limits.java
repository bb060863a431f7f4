package io.millrace.engine.message;

/**
 * The maximum resource use of a message or a program. Immutable; the messages and programs of a
 * broker share one object. Hostile input that reaches a limit causes a clear error, never a stack
 * overflow or an unbounded allocation.
 *
 * @param messageBytes maximum size of a message in bytes, including headers
 * @param treeDepth maximum number of levels in a tree
 * @param treeElements maximum number of elements that are parsed from a body, and of elements in
 *     all trees of a message
 * @param nameLength maximum length of an element name in bytes
 * @param expansionBytes maximum number of bytes to which entity references in a document expand
 * @param headers maximum number of headers of a message
 * @param propagationDepth maximum number of nodes that a message is within at the same time
 * @param callDepth maximum number of nested ESQL routine calls in a node
 * @param evalLength maximum number of characters of an EVAL string
 * @param esqlMillis maximum duration of a call of an ESQL module in milliseconds; 0 for no limit
 * @param esqlReportMillis own time of a call of an ESQL module in milliseconds after which it is
 *     reported while it runs; 0 for no report
 */
public record Limits(
        int messageBytes,
        int treeDepth,
        int treeElements,
        int nameLength,
        int expansionBytes,
        int headers,
        int propagationDepth,
        int callDepth,
        int evalLength,
        long esqlMillis,
        long esqlReportMillis) {

    /** Default limits: messages of 100 MiB, 1,000 levels, 20 million elements, no time limit. */
    public static final Limits DEFAULTS =
            new Limits(
                    100 << 20,
                    1_000,
                    20_000_000,
                    4_096,
                    1 << 20,
                    100,
                    100_000,
                    1_000,
                    65_536,
                    0,
                    60_000);

    public Limits {
        require("messageBytes", messageBytes, 1);
        require("treeDepth", treeDepth, 1);
        require("treeElements", treeElements, 1);
        require("nameLength", nameLength, 1);
        require("expansionBytes", expansionBytes, 0);
        require("headers", headers, 1);
        require("propagationDepth", propagationDepth, 1);
        require("callDepth", callDepth, 1);
        require("evalLength", evalLength, 1);
        require("esqlMillis", esqlMillis, 0);
        require("esqlReportMillis", esqlReportMillis, 0);
    }

    private static void require(String name, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException(
                    name + " must be " + min + " or more (found " + value + ")");
        }
    }

    /** Returns a builder that starts with the default limits. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder of limits. A limit that is not set has the default value. */
    public static final class Builder {
        private int messageBytes = DEFAULTS.messageBytes;
        private int treeDepth = DEFAULTS.treeDepth;
        private int treeElements = DEFAULTS.treeElements;
        private int nameLength = DEFAULTS.nameLength;
        private int expansionBytes = DEFAULTS.expansionBytes;
        private int headers = DEFAULTS.headers;
        private int propagationDepth = DEFAULTS.propagationDepth;
        private int callDepth = DEFAULTS.callDepth;
        private int evalLength = DEFAULTS.evalLength;
        private long esqlMillis = DEFAULTS.esqlMillis;
        private long esqlReportMillis = DEFAULTS.esqlReportMillis;

        private Builder() {}

        public Builder messageBytes(int value) {
            messageBytes = value;
            return this;
        }

        public Builder treeDepth(int value) {
            treeDepth = value;
            return this;
        }

        public Builder treeElements(int value) {
            treeElements = value;
            return this;
        }

        public Builder nameLength(int value) {
            nameLength = value;
            return this;
        }

        public Builder expansionBytes(int value) {
            expansionBytes = value;
            return this;
        }

        public Builder headers(int value) {
            headers = value;
            return this;
        }

        public Builder propagationDepth(int value) {
            propagationDepth = value;
            return this;
        }

        public Builder callDepth(int value) {
            callDepth = value;
            return this;
        }

        public Builder evalLength(int value) {
            evalLength = value;
            return this;
        }

        public Builder esqlMillis(long value) {
            esqlMillis = value;
            return this;
        }

        public Builder esqlReportMillis(long value) {
            esqlReportMillis = value;
            return this;
        }

        public Limits build() {
            return new Limits(
                    messageBytes,
                    treeDepth,
                    treeElements,
                    nameLength,
                    expansionBytes,
                    headers,
                    propagationDepth,
                    callDepth,
                    evalLength,
                    esqlMillis,
                    esqlReportMillis);
        }
    }
}
