package io.millrace.parsers.mrm.tds.write;

import static io.millrace.parsers.model.AbsentDelimiters.NEVER;
import static io.millrace.parsers.model.Separation.VARIABLE_LENGTH_ELEMENTS_DELIMITED;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Element;
import io.millrace.parsers.mrm.tds.layout.Layout;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.layout.Slot.GroupSlot;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.markup.Syntax.GroupMarkup;

/** A writer of the elements of one layout with delimiters between them. */
final class DelimitedWriter {

    private final TdsWriter writer;
    private final Syntax syntax;
    private final ValueWriter values;
    private final ByteSink out;
    private final Layout layout;
    private final GroupMarkup markup;
    private final boolean variable;
    private boolean isFirst = true;

    /** Number of delimiters that must be written if an element follows. */
    private int owed;

    private Slot before;

    DelimitedWriter(
            TdsWriter writer, Syntax syntax, ValueWriter values, ByteSink out, Layout layout) {
        this.writer = writer;
        this.syntax = syntax;
        this.values = values;
        this.out = out;
        this.layout = layout;
        markup = syntax.of(layout);
        variable = layout.separation() == VARIABLE_LENGTH_ELEMENTS_DELIMITED;
    }

    void write(PendingChildren members) {
        for (Slot slot : layout.slots()) {
            if (slot instanceof GroupSlot group) {
                group(group, members);
            } else if (slot.repeat() != null) {
                repeated(slot, members);
            } else {
                positions(slot, members);
            }
        }
        if (layout.markup().absentDelimiters() == NEVER) {
            flush();
        }
    }

    /** Moves to the position of a slot. */
    private void position(Slot slot) {
        boolean bounded = variable && before != null && before.isBounded();
        owed += isFirst || bounded ? 0 : 1;
        isFirst = false;
        before = slot;
    }

    private void flush() {
        for (; owed > 0; owed--) {
            out.write(markup.delimiter().written());
        }
    }

    private void group(GroupSlot group, PendingChildren members) {
        int count = 0;
        while (members.has(group) && count < group.maxOccurs()) {
            position(group);
            flush();
            writer.region(group.layout(), members);
            count++;
        }
        // Without a delimiter, only the markup shows that the element is empty.
        boolean silent = !markup.delimiter().isNone() || group.layout().isChoice();
        for (; !silent && count < group.occurs().min(); count++) {
            position(group);
            writer.region(group.layout(), members);
        }
        for (; count < (group.occurs().isUnbounded() ? 1 : group.maxOccurs()); count++) {
            position(group);
        }
    }

    private void repeated(Slot slot, PendingChildren members) {
        position(slot);
        int count = writer.count(slot, members);
        if (count > slot.maxOccurs()) {
            return;
        }
        for (int i = 0; i < count; i++) {
            flush();
            if (i > 0) {
                out.write(syntax.of(slot).repeat().written());
            }
            Element element = members.take(slot);
            if (element != null) {
                writer.occurrence(slot, element);
            } else {
                missing(slot);
            }
        }
        if (count == 0) {
            missing(slot);
        }
    }

    private void positions(Slot slot, PendingChildren members) {
        int found = writer.count(slot, members);
        boolean reported = slot.repeatReference() != null;
        int count = slot.occurs().isUnbounded() || reported ? found : slot.maxOccurs();
        for (int i = 0; i < count; i++) {
            Element element = members.take(slot);
            position(slot);
            if (element != null) {
                flush();
                writer.occurrence(slot, element);
            } else {
                missing(slot);
            }
        }
    }

    /** Writes a missing element: the default value or no characters. */
    private void missing(Slot slot) {
        if (values.isWrittenWhenMissing(slot)
                || variable && slot.isBounded()
                || slot instanceof ValueSlot v && v.reference() >= 0) {
            flush();
            writer.occurrence(slot, null);
        }
    }
}
