package io.millrace.engine.parser;

import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;

/** The fields of a descriptor, built one by one when a program accesses them. */
final class MqmdContent extends Content {

    static final String NAME = MessageAssembly.DESCRIPTOR;

    private final Mqmd descriptor;
    private final boolean transactional;

    private MqmdContent(Mqmd descriptor, boolean transactional) {
        this.descriptor = descriptor;
        this.transactional = transactional;
    }

    static Element folder(Mqmd descriptor, boolean transactional) {
        Element folder =
                Element.parsed(
                        new MqmdContent(descriptor, transactional), ElementType.NAME, "", NAME);
        folder.domain(NAME);
        folder.decoded(null);
        folder.end = 0;
        return folder;
    }

    /**
     * Returns the descriptor that a folder or its content was originally built from; null if a
     * program created the folder.
     */
    static Mqmd origin(Element folder) {
        Element first = folder.content() != null ? folder : folder.firstChild();
        return first != null && first.content() instanceof MqmdContent c ? c.descriptor : null;
    }

    /** Returns the descriptor of a folder: the original object if nothing was changed. */
    static Mqmd descriptor(Element folder, Mqmd base) {
        return folder.isClean() && folder.content() instanceof MqmdContent c
                ? c.descriptor
                : MqmdField.fill(base, folder);
    }

    @Override
    public String domain() {
        return NAME;
    }

    @Override
    protected void grow(Element parent) {
        int next = Math.max(0, parent.cursor);
        if (parent.start >= 0 || next == MqmdField.ALL.size()) {
            parent.complete();
            return;
        }
        Element field =
                Element.parsed(this, ElementType.NAME_VALUE, "", MqmdField.ALL.get(next).label);
        field.start = next;
        field.end = next;
        field.complete();
        parent.cursor = next + 1;
        parent.appendParsed(field);
    }

    @Override
    protected Value decode(Element field) {
        MqmdField known = MqmdField.ALL.get(field.start);
        return known == MqmdField.TRANSACTIONAL ? Value.of(transactional) : known.read(descriptor);
    }

    @Override
    protected void close(Element element) {
        element.end = Math.max(0, element.start);
    }
}
