package io.millrace.engine.parser;

import static io.millrace.engine.parser.FieldsContent.STATE;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** The fields of a descriptor. Each element is created when a program accesses it. */
final class MqmdContent extends FieldsContent {

    static final String NAME = MessageAssembly.DESCRIPTOR;

    private final Mqmd descriptor;
    private final boolean transactional;

    private MqmdContent(Mqmd descriptor, boolean transactional) {
        this.descriptor = descriptor;
        this.transactional = transactional;
    }

    static Element folder(Mqmd descriptor, boolean transactional) {
        return new MqmdContent(descriptor, transactional).folder();
    }

    /**
     * Returns the descriptor from which a folder or its content was originally built; null if a
     * program created the folder.
     */
    static @Nullable Mqmd origin(Element folder) {
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
    List<String> fields() {
        return MqmdField.LABELS;
    }

    @Override
    protected @Nullable Value decode(Element field) {
        MqmdField known = MqmdField.ALL.get(STATE.start(field));
        return known == MqmdField.TRANSACTIONAL ? Value.of(transactional) : known.read(descriptor);
    }
}
