package io.millrace.parsers.mrm.xml;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.parsers.xml.Document;

/**
 * Where an element of a message tree is in the document. Shared by its copies.
 *
 * @param member what it is in the model; null for what the model does not describe
 * @param source its tag or attribute; null for the folder of the body, which looks for it
 * @param shape what may be in it; null for fields, and for what the model does not describe
 * @param isPassedOver whether {@code source} is the tag around it, because the document has no
 *     element for its own: the element itself says where in the bytes that begins, where its text
 *     begins (in {@code cursor}) and where it ends
 * @param before the last of the document's elements in front of one that was passed over; null for
 *     none
 */
record FoundField(
        XmlMember member, Element source, XmlShape shape, boolean isPassedOver, Element before) {

    FoundField(XmlMember member, Element source, XmlShape shape) {
        this(member, source, shape, false, null);
    }

    /** What is in a tag that was passed over. */
    static FoundField ofSkipped(XmlMember member, Element around, Element before) {
        return new FoundField(member, around, null, true, before);
    }

    /** The tag or attribute of an element; where it was passed over, one that is made for it. */
    Element source(Element e) {
        return isPassedOver ? Document.plainTag(source, e.start, e.end) : source;
    }

    /** The text of an element whose tag was passed over. */
    String skippedText(Element e) {
        return Document.plainText(source, e.start, e.cursor, e.end);
    }

    /**
     * The value of an element whose tag was passed over, if it is a number of few digits; else
     * null.
     */
    Value readFewDigits(Element e) {
        boolean may = isPassedOver && !member.nillable && member.text.takesDigits();
        return may
                ? member.text.read(Document.plainDigits(source, e.start, e.cursor, e.end))
                : null;
    }
}
