package io.millrace.parsers.model;

/**
 * What stands before the root tag of a document that is written.
 *
 * @param suppressDeclaration whether there is no XML declaration
 * @param encoding whether the declaration names the character set
 * @param standalone what the declaration specifies; null for nothing
 * @param publicId of the DOCTYPE; null for none
 * @param systemId of the DOCTYPE; null for none
 * @param doctypeText what stands between the brackets of the DOCTYPE; null for none. There is a
 *     DOCTYPE where any of the three is specified
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
