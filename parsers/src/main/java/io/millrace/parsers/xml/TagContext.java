package io.millrace.parsers.xml;

/**
 * What a tag or the folder of a body contributes to the parsing of its children: the namespaces, or
 * the progress in the document.
 */
sealed interface TagContext permits NamespaceScope, TagContext.Stage {

    /** Progress of reading the prolog of a document. */
    enum Stage implements TagContext {
        BEFORE_ROOT,
        AFTER_ROOT
    }
}
