package io.millrace.parsers.xml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Element types of the XML domains. Those of XMLNSC have the values that IBM documents ("XMLNSC:
 * Using field types" and "XMLNSC: Namespace declarations"). Of XML and XMLNS, tag, content, CDATA
 * section and declaration have the values seen in traces. An attribute there is 0x03000100 as in
 * XMLNSC, not 0x03000000 as in the products: that value is what any field without a type of its own
 * has, and such a field is written as a tag.
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
     * First type of the elements of a DOCTYPE's parts, which only a program can create. They are
     * not written.
     */
    private static final int OLD_DOCTYPE_PARTS = 0x05000030;

    /** Parts of a document type declaration; their types are numbered in this order. */
    private static final List<String> DOCTYPE_PARTS =
            List.of(
                    "ExtSubset",
                    "NotationDecl",
                    "NotationReference",
                    "EntityDecl",
                    "EntityDeclValue",
                    "ExternalEntityDecl",
                    "ExternalParameterEntityDecl",
                    "ParameterEntityDecl",
                    "UnparsedEntityDecl",
                    "ElementDef",
                    "AttributeList",
                    "AttributeDef",
                    "AttributeDefValue",
                    "AttributeDefDefaultType",
                    "AttributeDefType",
                    "DocTypeComment",
                    "DocTypePI",
                    "DocTypeWhiteSpace",
                    "RequestedDomain");

    // After what they are made of.
    static final Map<String, Integer> XMLNSC_NAMES = xmlnsc();
    static final Map<String, Integer> XML_NAMES = xml();

    private XmlTypes() {}

    private static Map<String, Integer> xmlnsc() {
        Map<String, Integer> names = new LinkedHashMap<>();
        names.put("Folder", TAG);
        // Not documented for XMLNSC, but programs that came from XMLNS are found to use it.
        names.put("Element", TAG);
        names.put("DocumentType", DOCUMENT_TYPE);
        names.put("XmlDeclaration", XML_DECLARATION);
        names.put("Value", TEXT);
        names.put("PCDataValue", TEXT);
        names.put("CDataValue", CDATA);
        names.put("HybridValue", HYBRID_TEXT);
        names.put("EntityReference", ENTITY_REFERENCE);
        names.put("Field", FIELD);
        names.put("PCDataField", FIELD);
        names.put("CDataField", CDATA_FIELD);
        names.put("HybridField", HYBRID_FIELD);
        names.put("Attribute", ATTRIBUTE);
        names.put("DoubleAttribute", ATTRIBUTE);
        names.put("SingleAttribute", SINGLE_ATTRIBUTE);
        names.put("NamespaceDecl", NAMESPACE);
        names.put("DoubleNamespaceDecl", NAMESPACE);
        names.put("DP_NamespaceDecl", NAMESPACE);
        names.put("SingleNamespaceDecl", SINGLE_NAMESPACE);
        names.put("SP_NamespaceDecl", SINGLE_NAMESPACE);
        names.put("EntityDefinition", ENTITY_DEFINITION);
        names.put("DoubleEntityDefinition", ENTITY_DEFINITION);
        names.put("SingleEntityDefinition", SINGLE_ENTITY_DEFINITION);
        names.put("Comment", COMMENT);
        names.put("ProcessingInstruction", INSTRUCTION);
        names.put("AsisElementContent", AS_IS);
        names.put("BitStream", BIT_STREAM);
        return Map.copyOf(names);
    }

    private static Map<String, Integer> xml() {
        Map<String, Integer> names = new LinkedHashMap<>();
        names.put("Element", TAG);
        names.put("tag", TAG);
        names.put("ParserRoot", OLD_PARSER_ROOT);
        names.put("Attribute", ATTRIBUTE);
        names.put("attr", ATTRIBUTE);
        names.put("Content", TEXT);
        names.put("pcdata", TEXT);
        names.put("CDataSection", CDATA);
        names.put("cdata", CDATA);
        names.put("EntityReference", ENTITY_REFERENCE);
        names.put("EntityReferenceStart", ENTITY_REFERENCE);
        names.put("EntityReferenceEnd", ENTITY_REFERENCE + 1);
        names.put("XmlDecl", OLD_DECLARATION);
        names.put("Version", OLD_VERSION);
        names.put("Encoding", OLD_ENCODING);
        names.put("Standalone", OLD_STANDALONE);
        names.put("WhiteSpace", OLD_WHITE_SPACE);
        names.put("Comment", OLD_COMMENT);
        names.put("ProcessingInstruction", OLD_INSTRUCTION);
        names.put("NamespaceDecl", OLD_NAMESPACE);
        names.put("DocTypeDecl", OLD_DOCUMENT_TYPE);
        names.put("PublicId", OLD_PUBLIC_ID);
        names.put("SystemId", OLD_SYSTEM_ID);
        names.put("IntSubset", OLD_INTERNAL_SUBSET);
        names.put("AsisElementContent", OLD_AS_IS);
        names.put("BitStream", OLD_BIT_STREAM);
        for (int i = 0; i < DOCTYPE_PARTS.size(); i++) {
            names.put(DOCTYPE_PARTS.get(i), OLD_DOCTYPE_PARTS + i);
        }
        return Map.copyOf(names);
    }
}
