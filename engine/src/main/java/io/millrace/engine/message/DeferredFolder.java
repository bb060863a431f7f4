package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

import java.util.function.Supplier;

/**
 * The content of a folder that creates all fields at the first access to a field. Input nodes use
 * this content for folders that few flows access. The folder is otherwise like one that was created
 * with its fields; copies of it create the fields again.
 */
public final class DeferredFolder extends Content {

    private static final ParseState<Void> STATE = parseState();

    private final String name;
    private final Supplier<Element> fields;

    private DeferredFolder(String name, Supplier<Element> fields) {
        this.name = name;
        this.fields = fields;
    }

    /**
     * Returns a folder.
     *
     * @param fields supplier of an element whose children are those of the folder. It must return
     *     equal trees at each call, and is called on the thread of the message
     */
    public static Element of(String name, Supplier<Element> fields) {
        Element folder =
                Element.parsed(new DeferredFolder(name, fields), ElementType.NAME, "", name);
        STATE.decoded(folder, null);
        STATE.range(folder, 0, 0);
        return folder;
    }

    @Override
    public String domain() {
        return name;
    }

    @Override
    protected void grow(Element parent) {
        append(parent, fields.get());
    }

    private void append(Element parent, Element created) {
        for (Element c = created.firstChild(); c != null; c = c.next()) {
            Element child = Element.parsed(this, c.type(), c.namespace(), c.name());
            STATE.decoded(child, c.value());
            STATE.range(child, 0, 0);
            append(child, c);
            STATE.append(parent, child);
        }
        STATE.complete(parent);
    }

    @Override
    protected @Nullable Value decode(Element element) {
        return element.value;
    }

    @Override
    protected void close(Element element) {
        STATE.end(element, 0);
    }
}
