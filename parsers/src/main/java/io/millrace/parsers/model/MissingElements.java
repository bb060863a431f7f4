package io.millrace.parsers.model;

/** What is written for an element that is missing in a tree (policy for missing elements). */
public enum MissingElements implements Word {
    /** Its default; NULL where it has none and may be NULL. */
    DEFAULT,
    /** NULL where it may be; else its default. */
    NULL
}
