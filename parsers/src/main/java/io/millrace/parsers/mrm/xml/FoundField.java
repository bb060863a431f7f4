package io.millrace.parsers.mrm.xml;

import static io.millrace.parsers.mrm.xml.XmlMessageContent.STATE;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.parsers.xml.Document;

/**
 * Position of a message tree's element in the document. Copies of the element share this object.
 *
 * @param member member of the model; null if the model does not describe the element
 * @param source tag or attribute of the element; null for the folder of the body, which searches
 *     for its tag
 * @param shape permitted content; null for fields and for elements that the model does not describe
 * @param isPassedOver whether {@code source} is the enclosing tag because the document has no
 *     element for the tag itself. Then the element contains the tag's start, the start of its text
 *     (in {@code cursor}) and its end
 * @param before last element of the document before the skipped tag; null if there is none
 */
record FoundField(
        XmlMember member, Element source, XmlShape shape, boolean isPassedOver, Element before) {

    FoundField(XmlMember member, Element source, XmlShape shape) {
        this(member, source, shape, false, null);
    }

    /** Returns the position of a skipped tag. */
    static FoundField ofSkipped(XmlMember member, Element around, Element before) {
        return new FoundField(member, around, null, true, before);
    }

    /** Returns the tag or attribute of an element. For a skipped tag, returns a new element. */
    Element source(Element e) {
        return isPassedOver ? Document.plainTag(source, STATE.start(e), STATE.end(e)) : source;
    }

    /** Returns the text of an element whose tag was skipped. */
    String skippedText(Element e) {
        return Document.plainText(source, STATE.start(e), STATE.cursor(e), STATE.end(e));
    }

    /**
     * Returns the value of an element whose tag was skipped if it is a number with few digits;
     * otherwise null.
     */
    Value readFewDigits(Element e) {
        boolean may = isPassedOver && !member.nillable && member.text.takesDigits();
        return may
                ? member.text.read(
                        Document.plainDigits(source, STATE.start(e), STATE.cursor(e), STATE.end(e)))
                : null;
    }
}
