package io.millrace.parsers.mrm.xml;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.parsers.xml.Document;

/**
 * Position of an element of a message tree in the document. Shared by its copies.
 *
 * @param member member of the model; null if the model does not describe it
 * @param source its tag or attribute; null for the folder of the body, which searches for it
 * @param shape permitted content; null for fields, and if the model does not describe it
 * @param isPassedOver whether {@code source} is the enclosing tag, because the document has no
 *     element for the tag itself: the element specifies its begin in the bytes, the begin of its
 *     text (in {@code cursor}) and its end
 * @param before the last of the document's elements before one that was skipped; null for none
 */
record FoundField(
        XmlMember member, Element source, XmlShape shape, boolean isPassedOver, Element before) {

    FoundField(XmlMember member, Element source, XmlShape shape) {
        this(member, source, shape, false, null);
    }

    /** Returns the entry of a tag that was skipped. */
    static FoundField ofSkipped(XmlMember member, Element around, Element before) {
        return new FoundField(member, around, null, true, before);
    }

    /** Returns the tag or attribute of an element; if it was skipped, a new one. */
    Element source(Element e) {
        return isPassedOver ? Document.plainTag(source, e.start, e.end) : source;
    }

    /** Returns the text of an element whose tag was skipped. */
    String skippedText(Element e) {
        return Document.plainText(source, e.start, e.cursor, e.end);
    }

    /**
     * Returns the value of an element whose tag was skipped, if it is a number of few digits;
     * otherwise null.
     */
    Value readFewDigits(Element e) {
        boolean may = isPassedOver && !member.nillable && member.text.takesDigits();
        return may
                ? member.text.read(Document.plainDigits(source, e.start, e.cursor, e.end))
                : null;
    }
}
