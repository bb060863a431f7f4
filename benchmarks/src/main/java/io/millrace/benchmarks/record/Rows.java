package io.millrace.benchmarks.record;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Messages with the necessary number of rows of three fields, in each kind of format. */
public enum Rows {
    CWF("MRM", "cwf", "", "", ""),
    CSV("MRM", "csv", "", "%d,%s,%s\r\n", ""),
    TAG("MRM", "tag", "", "N=%d;A=%s;P=%s\n", ""),
    XML(
            "XMLNSC",
            "",
            "<rows>",
            "<row><number>%d</number><name>%s</name><price>%s</price></row>",
            "</rows>"),
    JSON("JSON", "", "[", "{\"number\":%d,\"name\":\"%s\",\"price\":%s},", "{}]");

    private static final String MODEL =
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
            """;

    private final MessageTemplate template;
    private final String before;
    private final String row;
    private final String after;

    Rows(String domain, String format, String before, String row, String after) {
        this.template =
                format.isEmpty()
                        ? MessageTemplate.domain(domain)
                        : new MessageTemplate(domain, "rows", "rows", format);
        this.before = before;
        this.row = row;
        this.after = after;
    }

    Parser parser() {
        Problems problems = new Problems();
        ParserRegistry parsers =
                ParserRegistry.load(Rows.class.getClassLoader())
                        .with(List.of(new Source("rows.model.yaml", MODEL)), problems);
        problems.throwIfErrors();
        return parsers.domain(template.domain()).orElseThrow();
    }

    ParseOptions options() {
        return ParseOptions.of(template, Format.CCSID, Format.ENCODING);
    }

    /** Returns a message of at least a number of bytes. */
    Bytes message(int bytes) {
        ByteSink out = new ByteSink();
        out.write(before.getBytes(StandardCharsets.UTF_8));
        for (int i = 1; i == 1 || out.length() < bytes; i++) {
            String name = "Name %07d".formatted(i);
            if (this == CWF) {
                out.int32(i, false);
                out.write(name.getBytes(StandardCharsets.UTF_8));
                out.write(new byte[] {0, 0, 0x01, (byte) 0x99, 0x5C});
            } else {
                out.write(row.formatted(i, name, "19.95").getBytes(StandardCharsets.UTF_8));
            }
        }
        out.write(after.getBytes(StandardCharsets.UTF_8));
        return Bytes.of(out.bytes().toArray());
    }

    /** Reads every value; returns how many there were. */
    static int values(Element folder) {
        int count = 0;
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            Value value = e.value();
            count += value == null ? values(e) : 1;
        }
        return count;
    }
}
