package io.millrace.parsers.model;

/**
 * What stands before the root tag of a document that is written.
 *
 * @param declaration whether there is an XML declaration
 * @param encoding whether the declaration names the character set
 * @param standalone what the declaration specifies; null for nothing
 * @param publicId of the DOCTYPE; null for none
 * @param systemId of the DOCTYPE; null for none
 * @param doctypeText what stands between the brackets of the DOCTYPE; null for none. There is a
 *     DOCTYPE where any of the three is specified
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
