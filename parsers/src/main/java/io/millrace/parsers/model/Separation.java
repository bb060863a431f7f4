package io.millrace.parsers.model;

/** How elements of a group are distinguished (Data Element Separation). */
public enum Separation implements Word {
    /** Each after its tag, in any order; delimiters between them. */
    TAGGED_DELIMITED,
    /** Each after its tag, of a length that the model specifies. */
    TAGGED_FIXED_LENGTH,
    /** Each after its tag and its length. */
    TAGGED_ENCODED_LENGTH,
    /** One after the other, with a delimiter for each that is missing too. */
    ALL_ELEMENTS_DELIMITED,
    /** One after the other; those of no fixed length end with a delimiter. */
    VARIABLE_LENGTH_ELEMENTS_DELIMITED,
    /** One after the other, all of lengths that the model specifies. */
    FIXED_LENGTH,
    /** As fixed length; the last may be missing, and question marks are NULL. */
    FIXED_LENGTH_AL3,
    /** One after the other; a regular expression specifies how far each goes. */
    USE_DATA_PATTERN,
    /** No elements of its own: an embedded message, or a choice. */
    UNDEFINED;

    @Override
    public String word() {
        return this == FIXED_LENGTH_AL3 ? "fixedLengthAL3" : Word.super.word();
    }

    public boolean isTagged() {
        return this == TAGGED_DELIMITED
                || this == TAGGED_FIXED_LENGTH
                || this == TAGGED_ENCODED_LENGTH;
    }

    /** Whether the model specifies the lengths of all elements. */
    public boolean isFixed() {
        return this == FIXED_LENGTH || this == FIXED_LENGTH_AL3;
    }
}
