package io.millrace.parsers.json;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;

import java.util.Map;

/** The element types of the domain JSON. Plain fields are {@link ElementType#NAME_VALUE}. */
final class JsonType {

    static final int OBJECT = ElementType.NAME;
    static final int ARRAY = 0x01001000;
    static final int NULL = 0x03001000;

    static final Map<String, Integer> NAMES =
            Map.of("Object", OBJECT, "Array", ARRAY, "Null", NULL);

    private JsonType() {}

    /**
     * Whether an element is an array of this domain. Other domains can use the same number for
     * other types.
     */
    static boolean isArray(Element e) {
        return e.type() == ARRAY
                && (e.content() == null || e.content().domain().equals(JsonParser.NAME));
    }
}
