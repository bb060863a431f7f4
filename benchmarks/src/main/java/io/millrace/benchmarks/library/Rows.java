package io.millrace.benchmarks.library;

import com.alibaba.fastjson2.JSON;

import io.millrace.benchmarks.Resources;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.parser.WriteOptions;

import java.math.BigDecimal;
import java.util.Locale;

/** Messages with the necessary number of rows of three fields, in each kind of format. */
public enum Rows {
    CWF,
    CSV,
    TAG,
    XML,
    JSON;

    private static final ParserRegistry PARSERS =
            Resources.parsers(
                    "rows.model.yaml",
                    """
                    messageSet: rows
                    formats: {cwf:, csv: {kind: tds, messagingStandard: csv}, tag: {kind: tds, tagDataSeparator: "="}}
                    messages:
                      rows:
                        tag: {dataElementSeparation: allElementsDelimited}
                        sequence:
                          row:
                            occurs: 0..*
                            tag: {delimiter: ";", groupTerminator: "<LF>"}
                            sequence:
                              number: {int:, tag: {tag: N}}
                              name: {string: 12, tag: {tag: A}}
                              price: {decimal: 9.2, cwf: packed, tag: {tag: P}}
                    """);

    private final MessageTemplate template =
            switch (this) {
                case XML -> MessageTemplate.domain("XMLNSC");
                case JSON -> MessageTemplate.domain("JSON");
                default ->
                        new MessageTemplate("MRM", "rows", "rows", name().toLowerCase(Locale.ROOT));
            };

    private Parser parser() {
        return PARSERS.domain(template.domain()).orElseThrow();
    }

    Element parse(Bytes message) {
        return parser().parse(message, ParseOptions.of(template, Format.CCSID, Format.ENCODING));
    }

    /** Returns a message of about so many bytes. */
    Bytes message(int bytes) {
        int rows = Math.max(1, bytes / message(1, 100).length() * 100);
        return message(1, rows);
    }

    private Bytes message(int first, int last) {
        Element body = Element.of(ElementType.NAME, template.domain()).domain(template.domain());
        Element folder =
                switch (this) {
                    case XML -> body.add("rows");
                    case JSON -> body.add("Data");
                    default -> body;
                };
        for (int i = first; i <= last; i++) {
            Element row = folder.add("row");
            row.add("number", Value.of(i));
            row.add("name", Value.of("Name %07d".formatted(i)));
            row.add("price", new Value.DecimalValue(new BigDecimal("19.95")));
        }
        return parser().write(body, WriteOptions.of(template, Format.CCSID, Format.ENCODING));
    }

    /** Reads every value; returns their number. */
    static int values(Element folder) {
        int count = 0;
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            Value value = e.value();
            count += value == null ? values(e) : 1;
        }
        return count;
    }
}
