package io.millrace.parsers.model;

/**
 * The part of a written document before the root tag.
 *
 * @param suppressDeclaration whether there is no XML declaration
 * @param encoding whether the declaration names the character set
 * @param standalone value of {@code standalone} in the XML declaration; null for none
 * @param publicId of the DOCTYPE; null for none
 * @param systemId of the DOCTYPE; null for none
 * @param doctypeText text between the brackets of the DOCTYPE; null for none. A DOCTYPE is written
 *     if any of the three is specified
 */
public record XmlProlog(
        boolean suppressDeclaration,
        @Key("declareEncoding") boolean encoding,
        Boolean standalone,
        @Key("doctypePublicId") String publicId,
        @Key("doctypeSystemId") String systemId,
        String doctypeText) {

    public static final XmlProlog DEFAULTS = new XmlProlog(false, false, null, null, null, null);

    public boolean hasDoctype() {
        return publicId != null || systemId != null || doctypeText != null;
    }
}
