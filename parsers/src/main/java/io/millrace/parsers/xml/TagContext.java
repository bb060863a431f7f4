package io.millrace.parsers.xml;

/**
 * The parse state that a tag or the folder of a body provides for its children: the namespaces, or
 * the progress in the document.
 */
sealed interface TagContext permits NamespaceScope, TagContext.Stage {

    /** Progress of reading the prolog of a document. */
    enum Stage implements TagContext {
        BEFORE_ROOT,
        AFTER_ROOT
    }
}
