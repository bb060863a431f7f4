package io.millrace.parsers.model;

/**
 * The part of a written document before the root tag.
 *
 * @param suppressDeclaration whether the XML declaration is omitted
 * @param encoding whether the declaration specifies the character set
 * @param standalone value of {@code standalone} in the XML declaration; null to omit it
 * @param publicId public identifier of the DOCTYPE; null if there is none
 * @param systemId system identifier of the DOCTYPE; null if there is none
 * @param doctypeText text between the brackets of the DOCTYPE; null if there is none. A DOCTYPE is
 *     written if at least one of these three is specified
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
