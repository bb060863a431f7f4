package io.millrace.flows.sample;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.SensitiveText;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.SensitiveFields;

import java.util.ArrayList;
import java.util.List;

/**
 * A field of a header after the MQMD, for display.
 *
 * @param name path of the field, beginning with the name of the header
 * @param text printable value
 */
public record HeaderField(String name, String text) {

    /** Maximum number of folder levels of a header that are shown. */
    private static final int MAX_LEVELS = 10;

    /** Returns the fields of headers that have a value. */
    public static List<HeaderField> of(List<Element> headers) {
        return of(headers, SensitiveFields.NONE);
    }

    /** Returns the fields of headers that have a value. Values of sensitive fields are masked. */
    public static List<HeaderField> of(List<Element> headers, SensitiveFields sensitive) {
        List<HeaderField> fields = new ArrayList<>();
        headers.forEach(header -> add(fields, header.name(), header, sensitive, 1));
        return fields;
    }

    private static void add(
            List<HeaderField> fields,
            String path,
            Element folder,
            SensitiveFields sensitive,
            int depth) {
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            String name = path + "." + e.name();
            String text = e.value() == null ? "" : text(e);
            if (!text.isEmpty() && sensitive.cover(e)) {
                text = SensitiveText.MASK;
            }
            if (!text.isEmpty()) {
                fields.add(new HeaderField(PrintableText.line(name), PrintableText.line(text)));
            }
            if (depth < MAX_LEVELS) {
                add(fields, name, e, sensitive, depth + 1);
            }
        }
    }

    private static String text(Element field) {
        String text = field.value().text().strip();
        boolean printable =
                text.chars()
                        .allMatch(
                                c ->
                                        !Character.isISOControl(c)
                                                || c == '\n'
                                                || c == '\r'
                                                || c == '\t');
        return printable ? text : field.value().toString();
    }

    @Override
    public String toString() {
        return name + ": " + text;
    }
}
