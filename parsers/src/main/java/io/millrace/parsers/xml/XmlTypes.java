package io.millrace.parsers.xml;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Element types of the XML domains. The types of XMLNSC have the values that IBM documents
 * ("XMLNSC: Using field types" and "XMLNSC: Namespace declarations"). In XML and XMLNS, tag,
 * content, CDATA section and declaration have the values found in traces of the products. The type
 * of an attribute is 0x03000100 as in XMLNSC, not 0x03000000 as in the products: this is also the
 * type of any field without an explicit type, and such a field is written as a tag.
 */
final class XmlTypes {

    static final int TAG = 0x01000000;
    static final int DOCUMENT_TYPE = 0x01000300;
    static final int XML_DECLARATION = 0x01000400;
    static final int TEXT = 0x02000000;
    static final int CDATA = 0x02000001;
    static final int HYBRID_TEXT = 0x02000002;
    static final int ENTITY_REFERENCE = 0x02000100;
    static final int FIELD = 0x03000000;
    static final int CDATA_FIELD = 0x03000001;
    static final int HYBRID_FIELD = 0x03000002;
    static final int ATTRIBUTE = 0x03000100;
    static final int SINGLE_ATTRIBUTE = 0x03000101;
    static final int NAMESPACE = 0x03000102;
    static final int SINGLE_NAMESPACE = 0x03000103;
    static final int BIT_STREAM = 0x03000200;
    static final int ENTITY_DEFINITION = 0x03000300;
    static final int SINGLE_ENTITY_DEFINITION = 0x03000301;
    static final int COMMENT = 0x03000400;
    static final int INSTRUCTION = 0x03000401;
    static final int AS_IS = 0x03000600;

    /**
     * Bit that a program adds to another type to write a BLOB in base 64 (IBM documentation,
     * "XMLNSC: base64 support").
     */
    static final int BASE64 = 0x80;

    static final int OLD_DECLARATION = 0x05000018;
    static final int OLD_VERSION = 0x06000011;
    static final int OLD_ENCODING = 0x06000012;
    static final int OLD_STANDALONE = 0x06000014;
    static final int OLD_WHITE_SPACE = 0x06000002;
    static final int OLD_COMMENT = 0x06000018;
    static final int OLD_INSTRUCTION = 0x07000018;
    static final int OLD_NAMESPACE = 0x07000012;
    static final int OLD_DOCUMENT_TYPE = 0x05000020;
    static final int OLD_PUBLIC_ID = 0x06000021;
    static final int OLD_SYSTEM_ID = 0x06000022;
    static final int OLD_INTERNAL_SUBSET = 0x06000023;
    static final int OLD_AS_IS = 0x06000024;
    static final int OLD_BIT_STREAM = 0x06000025;
    static final int OLD_PARSER_ROOT = 0x01000010;

    /**
     * First type of the parts of a DOCTYPE. Only a program can create these elements. They are not
     * written.
     */
    private static final int OLD_DOCTYPE_PARTS = 0x05000030;

    /** Parts of a document type declaration; their types are numbered in this order. */
    private static final List<String> DOCTYPE_PARTS =
            List.of(
                    """
                    ExtSubset NotationDecl NotationReference EntityDecl EntityDeclValue \
                    ExternalEntityDecl ExternalParameterEntityDecl ParameterEntityDecl \
                    UnparsedEntityDecl ElementDef AttributeList AttributeDef \
                    AttributeDefValue AttributeDefDefaultType AttributeDefType \
                    DocTypeComment DocTypePI DocTypeWhiteSpace RequestedDomain\
                    """
                            .split(" "));

    // These maps must be initialized after the constants above.
    static final Map<String, Integer> XMLNSC_NAMES = xmlnsc();
    static final Map<String, Integer> XML_NAMES = xml();

    private XmlTypes() {}

    /** Returns a map from names to types. The arguments are types, each followed by its names. */
    private static Map<String, Integer> names(Object... typesAndNames) {
        var names = new HashMap<String, Integer>();
        for (int i = 0; i < typesAndNames.length; i += 2) {
            for (String name : ((String) typesAndNames[i + 1]).split(" ")) {
                names.put(name, (Integer) typesAndNames[i]);
            }
        }
        return names;
    }

    private static Map<String, Integer> xmlnsc() {
        // Element is not documented for XMLNSC, but programs converted from XMLNS use it.
        return Map.copyOf(
                names(
                        TAG, "Folder Element",
                        DOCUMENT_TYPE, "DocumentType",
                        XML_DECLARATION, "XmlDeclaration",
                        TEXT, "Value PCDataValue",
                        CDATA, "CDataValue",
                        HYBRID_TEXT, "HybridValue",
                        ENTITY_REFERENCE, "EntityReference",
                        FIELD, "Field PCDataField",
                        CDATA_FIELD, "CDataField",
                        HYBRID_FIELD, "HybridField",
                        ATTRIBUTE, "Attribute DoubleAttribute",
                        SINGLE_ATTRIBUTE, "SingleAttribute",
                        NAMESPACE, "NamespaceDecl DoubleNamespaceDecl DP_NamespaceDecl",
                        SINGLE_NAMESPACE, "SingleNamespaceDecl SP_NamespaceDecl",
                        ENTITY_DEFINITION, "EntityDefinition DoubleEntityDefinition",
                        SINGLE_ENTITY_DEFINITION, "SingleEntityDefinition",
                        COMMENT, "Comment",
                        INSTRUCTION, "ProcessingInstruction",
                        AS_IS, "AsisElementContent",
                        BASE64, "base64Binary",
                        BIT_STREAM, "BitStream"));
    }

    private static Map<String, Integer> xml() {
        Map<String, Integer> names =
                names(
                        TAG,
                        "Element tag",
                        OLD_PARSER_ROOT,
                        "ParserRoot",
                        ATTRIBUTE,
                        "Attribute attr",
                        TEXT,
                        "Content pcdata",
                        CDATA,
                        "CDataSection cdata",
                        ENTITY_REFERENCE,
                        "EntityReference EntityReferenceStart",
                        ENTITY_REFERENCE + 1,
                        "EntityReferenceEnd",
                        OLD_DECLARATION,
                        "XmlDecl",
                        OLD_VERSION,
                        "Version",
                        OLD_ENCODING,
                        "Encoding",
                        OLD_STANDALONE,
                        "Standalone",
                        OLD_WHITE_SPACE,
                        "WhiteSpace",
                        OLD_COMMENT,
                        "Comment",
                        OLD_INSTRUCTION,
                        "ProcessingInstruction",
                        OLD_NAMESPACE,
                        "NamespaceDecl",
                        OLD_DOCUMENT_TYPE,
                        "DocTypeDecl",
                        OLD_PUBLIC_ID,
                        "PublicId",
                        OLD_SYSTEM_ID,
                        "SystemId",
                        OLD_INTERNAL_SUBSET,
                        "IntSubset",
                        OLD_AS_IS,
                        "AsisElementContent",
                        OLD_BIT_STREAM,
                        "BitStream");
        for (int i = 0; i < DOCTYPE_PARTS.size(); i++) {
            names.put(DOCTYPE_PARTS.get(i), OLD_DOCTYPE_PARTS + i);
        }
        return Map.copyOf(names);
    }
}
