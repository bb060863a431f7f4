package io.millrace.parsers.header;

import static io.millrace.parsers.header.PcfKind.Form.BYTES;
import static io.millrace.parsers.header.PcfKind.Form.INT;
import static io.millrace.parsers.header.PcfKind.Form.LONG;
import static io.millrace.parsers.header.PcfKind.Form.TEXT;
import static io.millrace.parsers.header.PcfKind.Shape.FILTER;
import static io.millrace.parsers.header.PcfKind.Shape.LIST;
import static io.millrace.parsers.header.PcfKind.Shape.PARAMETERS;
import static io.millrace.parsers.header.PcfKind.Shape.SINGLE;

import java.util.stream.Stream;

/**
 * The structures of parameters in the programmable command format. All begin with Type, StrucLength
 * and Parameter. Then follow, depending on the kind, the operator, the code page of strings, the
 * number of values and the length of each value, and finally the values.
 *
 * @see Mqpcf
 */
enum PcfKind implements PcfContent.Part {
    INTEGER(3, 16, "Parameter", SINGLE, INT),
    STRING(4, 20, "Parameter", SINGLE, TEXT),
    INTEGER_LIST(5, 16, "ParameterList", LIST, INT),
    STRING_LIST(6, 24, "ParameterList", LIST, TEXT),
    BYTE_STRING(9, 16, "Parameter", SINGLE, BYTES),
    INTEGER_FILTER(13, 20, "Filter", FILTER, INT),
    STRING_FILTER(14, 24, "Filter", FILTER, TEXT),
    BYTES_FILTER(15, 20, "Filter", FILTER, BYTES),
    GROUP(20, 16, "Group", PARAMETERS, null),
    INTEGER_64(23, 24, "Parameter64", SINGLE, LONG),
    INTEGER_64_LIST(25, 16, "ParameterList64", LIST, LONG);

    /** Form of the values in a structure. */
    enum Shape {
        SINGLE,
        LIST,
        FILTER,
        PARAMETERS
    }

    /** How a value is written. */
    enum Form {
        INT(4),
        LONG(8),
        TEXT(0),
        BYTES(0);

        /** Number of bytes of a value; 0 if the structure specifies it. */
        final int size;

        Form(int size) {
            this.size = size;
        }
    }

    /** Value of Type. */
    final int type;

    /** Number of bytes without strings, lists and padding. */
    final int fixed;

    /** Name of the element in the tree. */
    final String element;

    final Shape shape;
    final Form form;

    PcfKind(int type, int fixed, String element, Shape shape, Form form) {
        this.type = type;
        this.fixed = fixed;
        this.element = element;
        this.shape = shape;
        this.form = form;
    }

    /** Returns the kind of a parameter type; null if the type is unknown. */
    static PcfKind of(int type) {
        return Stream.of(values()).filter(k -> k.type == type).findFirst().orElse(null);
    }

    /** Returns the kind of an element with values of a form. */
    static PcfKind of(String element, Form form) {
        return Stream.of(values())
                .filter(k -> k.element.equals(element) && k.form == form)
                .findFirst()
                .orElseThrow();
    }

    /** Whether the structure has a fixed length. */
    boolean isFixed() {
        return shape == PARAMETERS || shape != LIST && form.size > 0;
    }
}
