package io.millrace.nodes.file;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.RecordFinder;
import io.millrace.engine.parser.RecordParser;

import java.util.HexFormat;

/**
 * The records of a file (IIB: "Records and Elements" properties).
 *
 * @param kind how records are detected
 * @param length length of a record in bytes, for FIXED_LENGTH
 * @param delimiter bytes between records; empty for a DOS or UNIX line end
 * @param infix whether a delimiter separates two records; otherwise it ends a record
 * @param finder finder of records, for PARSED; otherwise null
 */
record RecordFormat(Kind kind, int length, byte[] delimiter, boolean infix, RecordFinder finder) {

    /** The method by which records are detected. */
    enum Kind {
        WHOLE_FILE,
        FIXED_LENGTH,
        DELIMITED,
        PARSED
    }

    static final String DETECTION = "recordDetection";

    private static final int MAX_DELIMITER = 100;
    private static final byte[] LINE_END = {};
    private static final byte[] DOS = {'\r', '\n'};
    private static final byte[] UNIX = {'\n'};

    /** Properties of a node that reads records, in the form of a node description. */
    static final String PROPERTIES =
            """
            recordDetection [wholeFile|fixedLength|delimited|parsedRecordSequence = wholeFile]:
              Records of the file: `wholeFile`, the file is one record; `fixedLength`, records
              have recordLength bytes, only the last one can be shorter; `delimited`, records are
              separated by a delimiter; `parsedRecordSequence`, the parser of the domain (JSON,
              MRM, XMLNSC, XMLNS or XML) finds the end of each record.
            recordLength [INTEGER 1.. = 80]: Length of a record in bytes, for `fixedLength`.
            delimiter [dosOrUnix|dos|unix|custom = dosOrUnix]: Delimiter for `delimited`:
              `dosOrUnix`, X'0D0A' or X'0A'; `dos`, X'0D0A'; `unix`, X'0A'; `custom`,
              customDelimiter.
            customDelimiter [TEXT]: Bytes of the delimiter `custom`, as hexadecimal digits.
            delimiterType [postfix|infix = postfix]: Position of delimiters: `postfix`, each one
              ends a record; `infix`, each one separates two records, so that an empty record
              follows a delimiter at the end of the file.
            """;

    /**
     * Returns the format of the records that a node reads. Reports contradictory properties.
     *
     * @param body domain and template of the records
     */
    static RecordFormat of(NodeDefinition node, DeployContext context, Defaults body) {
        RecordFormat format = of(node, context, DETECTION);
        return format.kind == Kind.PARSED ? parsed(node, context, body) : format;
    }

    private static RecordFormat parsed(NodeDefinition node, DeployContext context, Defaults body) {
        String domain = body.template().domain().isEmpty() ? "BLOB" : body.template().domain();
        Parser parser = context.parsers().domain(domain).orElse(null);
        if (parser == null || parser.checkTemplate(body.template()).isPresent()) {
            // Reported for the domain or message set.
            return new RecordFormat(Kind.PARSED, 0, UNIX, false, null);
        }
        String problem =
                parser instanceof RecordParser records
                        ? records.checkRecords(body.template()).orElse("")
                        : "the domain %s does not find the end of records".formatted(domain);
        if (!problem.isEmpty()) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(DETECTION),
                            DETECTION
                                    + " parsedRecordSequence cannot be combined with this domain"
                                    + " or message: "
                                    + problem,
                            "set domain to JSON, MRM or XMLNSC and a message whose end can be"
                                    + " found, or set another "
                                    + DETECTION);
            return new RecordFormat(Kind.PARSED, 0, UNIX, false, null);
        }
        MessageAssembler assembler = new MessageAssembler(context.parsers(), context.limits());
        return new RecordFormat(Kind.PARSED, 0, UNIX, false, assembler.records(body));
    }

    /** Returns the format in the properties of a node. Reports contradictory properties. */
    static RecordFormat of(NodeDefinition node, DeployContext context, String kindProperty) {
        Kind kind =
                switch (node.text(kindProperty)) {
                    case "fixedLength" -> Kind.FIXED_LENGTH;
                    case "delimited" -> Kind.DELIMITED;
                    case "parsedRecordSequence" -> Kind.PARSED;
                    default -> Kind.WHOLE_FILE;
                };
        int length = node.integer("recordLength");
        if (kind == Kind.FIXED_LENGTH && length > context.limits().messageBytes()) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place("recordLength"),
                            "recordLength must not exceed the limit messageBytes, "
                                    + context.limits().messageBytes()
                                    + " bytes (found "
                                    + length
                                    + ")");
        }
        unused(node, context, kind, kindProperty);
        return new RecordFormat(
                kind,
                length,
                delimiter(node, context),
                node.text("delimiterType").equals("infix"),
                null);
    }

    private static byte[] delimiter(NodeDefinition node, DeployContext context) {
        return switch (node.text("delimiter")) {
            case "dos" -> DOS;
            case "unix" -> UNIX;
            case "custom" -> custom(node, context);
            default -> LINE_END;
        };
    }

    private static byte[] custom(NodeDefinition node, DeployContext context) {
        String digits = node.text("customDelimiter");
        try {
            byte[] bytes = HexFormat.of().parseHex(digits);
            if (bytes.length > 0 && bytes.length <= MAX_DELIMITER) {
                return bytes;
            }
        } catch (IllegalArgumentException notHexadecimal) {
            // Reported below.
        }
        context.problems()
                .error(
                        ErrorCode.BAD_VALUE,
                        node.place("customDelimiter"),
                        "customDelimiter must be 1 to "
                                + MAX_DELIMITER
                                + " pairs of hexadecimal digits, for example 0D0A (found '"
                                + digits
                                + "')");
        return UNIX;
    }

    /** Reports properties that have no effect because they contradict other properties. */
    private static void unused(
            NodeDefinition node, DeployContext context, Kind kind, String kindProperty) {
        boolean custom = node.text("delimiter").equals("custom");
        unused(
                node,
                context,
                "recordLength",
                kind == Kind.FIXED_LENGTH,
                kindProperty,
                "fixedLength");
        unused(node, context, "delimiter", kind == Kind.DELIMITED, kindProperty, "delimited");
        unused(node, context, "delimiterType", kind == Kind.DELIMITED, kindProperty, "delimited");
        unused(node, context, "customDelimiter", custom, "delimiter", "custom");
    }

    private static void unused(
            NodeDefinition node,
            DeployContext context,
            String property,
            boolean isUsed,
            String other,
            String value) {
        if (!isUsed && node.isGiven(property)) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(property),
                            property + " cannot be combined with " + other + " " + node.text(other),
                            "set " + other + " to " + value + ", or remove " + property);
        }
    }

    /** Whether a delimiter is a DOS or UNIX line end. */
    boolean endsLines() {
        return delimiter.length == 0;
    }
}
