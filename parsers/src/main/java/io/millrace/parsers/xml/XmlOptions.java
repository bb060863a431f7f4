package io.millrace.parsers.xml;

import java.util.Set;

/** Names of the options of the domain XMLNSC (the input nodes' properties of the same names). */
final class XmlOptions {

    /** Creates elements for text between tags, including white space. */
    static final String MIXED_CONTENT = "RetainMixedContent";

    static final String COMMENTS = "RetainComments";
    static final String INSTRUCTIONS = "RetainProcessingInstructions";

    /** Gives fields of validated messages values of the types in the model instead of strings. */
    static final String SCHEMA_TYPES = "BuildTreeUsingXMLSchema";

    static final Set<String> ALL = Set.of(MIXED_CONTENT, COMMENTS, INSTRUCTIONS, SCHEMA_TYPES);

    private XmlOptions() {}
}
