package io.millrace.engine.parser;

import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.ParseState;

import java.util.List;

/**
 * The content of a folder with a fixed list of fields. The position of a field is its index in the
 * list.
 */
abstract class FieldsContent extends Content {

    static final ParseState<Void> STATE = parseState();

    /** Returns the names of all fields. */
    abstract List<String> fields();

    /** Returns the folder, which has the name of the domain. */
    final Element folder() {
        Element folder = Element.parsed(this, ElementType.NAME, "", domain());
        folder.domain(domain());
        STATE.decoded(folder, null);
        STATE.end(folder, 0);
        return folder;
    }

    @Override
    protected final void grow(Element parent) {
        int next = Math.max(0, STATE.cursor(parent));
        if (STATE.start(parent) >= 0 || next == fields().size()) {
            STATE.complete(parent);
            return;
        }
        STATE.cursor(parent, next + 1);
        grow(parent, next);
    }

    /** Appends the elements of a field. */
    void grow(Element parent, int index) {
        append(parent, index);
    }

    final Element append(Element parent, int index) {
        Element field = Element.parsed(this, ElementType.NAME_VALUE, "", fields().get(index));
        STATE.range(field, index, index);
        STATE.complete(field);
        STATE.append(parent, field);
        return field;
    }

    @Override
    protected final void close(Element element) {
        STATE.end(element, Math.max(0, STATE.start(element)));
    }
}
