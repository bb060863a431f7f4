package io.millrace.parsers.xml;

import java.util.Set;

/** Names of the options of the domain XMLNSC (the input nodes' properties of the same names). */
final class XmlOptions {

    /** Text next to tags, including white space, becomes elements. */
    static final String MIXED_CONTENT = "RetainMixedContent";

    static final String COMMENTS = "RetainComments";
    static final String INSTRUCTIONS = "RetainProcessingInstructions";

    /** Fields of validated messages have values of their model's types, not strings. */
    static final String SCHEMA_TYPES = "BuildTreeUsingXMLSchema";

    static final Set<String> ALL = Set.of(MIXED_CONTENT, COMMENTS, INSTRUCTIONS, SCHEMA_TYPES);

    private XmlOptions() {}
}
