package io.millrace.parsers.mrm.tds.write;

import static io.millrace.parsers.model.MessagingStandard.X12;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.mrm.tds.layout.Slot;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.standards.Delimiters;
import io.millrace.parsers.mrm.tds.standards.ServiceReader;
import io.millrace.parsers.record.FieldException;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The delimiters of the interchanges of a message that is written. */
final class WrittenInterchanges {

    private final MessagingStandard standard;
    private final Function<Delimiters, Syntax> syntaxes;

    /** Whether the head written last is UNA. */
    private boolean hasUna;

    /** Text of the last ISA; empty if there is none. */
    private String isa = "";

    WrittenInterchanges(MessagingStandard standard, Function<Delimiters, Syntax> syntaxes) {
        this.standard = standard;
        this.syntaxes = syntaxes;
    }

    /**
     * Returns the tag of a segment that specifies delimiters; null for other segments.
     *
     * @param element segment; null if it is missing
     */
    String head(Slot slot, Element element) {
        List<String> heads = ServiceReader.heads(standard);
        if (heads.isEmpty() || element == null) {
            return null;
        }
        String tag = slot.isAnyTag() ? element.name() : slot.tag() == null ? "" : slot.tag().text();
        return heads.contains(tag) ? tag : null;
    }

    private Syntax syntax(Delimiters specified, Syntax now) {
        return specified == null || specified.isAs(now.delimiters())
                ? now
                : syntaxes.apply(specified);
    }

    /**
     * Returns the syntax of a written head.
     *
     * @param first whether the head is at the beginning of the message
     */
    Syntax begin(String head, Slot slot, Element element, boolean first, Syntax now) {
        boolean isStandard = head.equals("UNB") && !hasUna;
        hasUna = head.equals("UNA");
        if (first || head.equals("ISX")) {
            return now;
        }
        if (isStandard) {
            return syntax(new Delimiters(Map.of(), now.delimiters().lineEnd()), now);
        }
        return head.equals("UNB") ? now : syntax(MessageDelimiters.of(element, slot, now), now);
    }

    /** Returns the syntax that a reader finds in a written head of X12. */
    Syntax syntaxAfter(String head, Bytes written, Syntax now) {
        if (standard != X12) {
            return now;
        }
        String text;
        try {
            text = now.text().decode(written.array(), written.start(), written.end());
        } catch (FieldException e) {
            // A damaged head is copied unchanged. The error is reported when it is read.
            text = written.text(now.text().charset());
        }
        if (head.equals("ISA")) {
            isa = text;
            Delimiters read = ServiceReader.reread(written, now.text(), standard);
            Delimiters specified =
                    read == null
                            ? null
                            : new Delimiters(read.specified(), now.delimiters().lineEnd());
            return syntax(specified, now);
        }
        String release = ServiceReader.release(isa, now.withoutTerminator(text), now.delimiters());
        return release.isEmpty() ? now : syntax(now.delimiters().withRelease(release), now);
    }
}
