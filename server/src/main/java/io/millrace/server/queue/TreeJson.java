package io.millrace.server.queue;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.SensitiveText;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Choice;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.SensitiveFields;
import io.millrace.engine.message.SensitiveValues;
import io.millrace.engine.message.Value;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A writer of a tree as one JSON value on one line. A folder is an object, names that occur more
 * than once in it are arrays, and a field is its value. A field with children has its value under
 * {@code #value}; values without a name are under {@code #text}. INTEGER, DECIMAL and FLOAT are
 * numbers (DECIMAL with all digits), and BOOLEAN is true or false. BLOB is a string of hexadecimal
 * digits, and all other types are strings. An unresolved choice is the object {@code #choice} with
 * its branches; the value of a branch that the bytes cannot be is {@code {"#error": "..."}}.
 */
public record TreeJson(JsonGenerator out, SensitiveFields sensitive) {

    private static final String VALUE = "#value";
    private static final String TEXT = "#text";
    private static final String CHOICE = "#choice";
    private static final String ERROR = "#error";

    /**
     * Returns the children of a body; its value if it has none.
     *
     * @param sensitive fields whose value is a string of asterisks
     */
    public static String of(Element body, SensitiveFields sensitive) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            new TreeJson(generator, sensitive).element(body);
        }
        return text.toString();
    }

    /** Writes an element. The depth of recursion is limited by the parser's depth limit. */
    private void element(Element element) {
        Choice choice = element.choice();
        if (choice != null) {
            choice(choice);
            return;
        }
        boolean folder = ElementType.kind(element.type()) == ElementType.NAME;
        if (element.firstChild() == null && !(folder && element.value() == null)) {
            value(element);
            return;
        }
        Map<String, List<Element>> children = new LinkedHashMap<>();
        for (Element c = element.firstChild(); c != null; c = c.next()) {
            String name = c.name().isEmpty() ? c.choice() == null ? TEXT : CHOICE : c.name();
            children.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(c);
        }
        out.writeStartObject();
        if (element.value() != null) {
            out.writeName(VALUE);
            value(element);
        }
        children.forEach(this::member);
        out.writeEndObject();
    }

    private void choice(Choice choice) {
        out.writeStartObject();
        choice.branches()
                .forEach(
                        (name, branch) -> {
                            out.writeName(name);
                            out.writeRawValue(json(branch));
                        });
        out.writeEndObject();
    }

    /** Returns a branch, or the reason why the bytes cannot be the branch. */
    private String json(Supplier<Element> branch) {
        try {
            Element folder = branch.get();
            boolean isOne = folder.firstChild() == folder.lastChild();
            return of(
                    isOne && folder.firstChild() != null ? folder.firstChild() : folder, sensitive);
        } catch (MillraceException e) {
            Element error = Element.of(ElementType.NAME, "");
            error.add(ERROR, new SensitiveValues(sensitive).mask(e).getMessage());
            return of(error, SensitiveFields.NONE);
        }
    }

    private void member(String name, List<Element> elements) {
        out.writeName(name);
        if (elements.size() == 1) {
            element(elements.getFirst());
            return;
        }
        out.writeStartArray();
        elements.forEach(this::element);
        out.writeEndArray();
    }

    private void value(Element element) {
        Value value = element.value();
        if (value != null && sensitive.cover(element)) {
            out.writeString(SensitiveText.MASK);
            return;
        }
        switch (value) {
            case null -> out.writeNull();
            case Value.IntegerValue(long number) -> out.writeNumber(number);
            case Value.DecimalValue(java.math.BigDecimal number) -> out.writeNumber(number);
            case Value.FloatValue(double number) -> out.writeNumber(number);
            case Value.BooleanValue(boolean truth) -> out.writeBoolean(truth);
            case Value.BlobValue(Bytes bytes) -> out.writeString(bytes.hex());
            default -> out.writeString(value.text());
        }
    }
}
