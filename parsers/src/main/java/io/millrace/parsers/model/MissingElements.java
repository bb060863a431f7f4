package io.millrace.parsers.model;

/**
 * The value that is written for an element that is missing in a tree (policy for missing elements).
 */
public enum MissingElements implements Word {
    /** The default value; NULL if there is no default value and the element can be NULL. */
    DEFAULT,
    /** NULL if the element can be NULL; otherwise the default value. */
    NULL
}
