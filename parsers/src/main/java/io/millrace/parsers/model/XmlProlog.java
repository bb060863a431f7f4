package io.millrace.parsers.model;

/**
 * The part of a written document before the root tag.
 *
 * @param declaration whether an XML declaration is written
 * @param encoding whether the declaration names the character set
 * @param standalone value of {@code standalone} in the XML declaration; null for none
 * @param publicId of the DOCTYPE; null for none
 * @param systemId of the DOCTYPE; null for none
 * @param doctypeText text between the brackets of the DOCTYPE; null for none. A DOCTYPE is written
 *     if any of the three is specified
 */
public record XmlProlog(
        boolean declaration,
        boolean encoding,
        Boolean standalone,
        String publicId,
        String systemId,
        String doctypeText) {

    public static final XmlProlog DEFAULTS = new XmlProlog(true, false, null, null, null, null);

    public boolean hasDoctype() {
        return publicId != null || systemId != null || doctypeText != null;
    }
}
