package io.millrace.parsers.model;

/** How elements of a group are distinguished (Data Element Separation). */
public enum Separation implements Word {
    /** Elements begin with a tag and are separated by delimiters. They can be in any order. */
    TAGGED_DELIMITED,
    /** Elements begin with a tag. The model specifies their lengths. */
    TAGGED_FIXED_LENGTH,
    /** Elements begin with a tag and their length. */
    TAGGED_ENCODED_LENGTH,
    /**
     * Elements are in order and separated by delimiters. A missing element also has a delimiter.
     */
    ALL_ELEMENTS_DELIMITED,
    /** Elements are in order. Elements without a fixed length end with a delimiter. */
    VARIABLE_LENGTH_ELEMENTS_DELIMITED,
    /** Elements are in order. The model specifies their lengths. */
    FIXED_LENGTH,
    /**
     * Elements have fixed lengths. The last elements can be missing, and question marks represent
     * NULL.
     */
    FIXED_LENGTH_AL3,
    /** Elements are in order. A regular expression specifies the extent of each element. */
    USE_DATA_PATTERN,
    /** The group itself has no elements: it is an embedded message or a choice. */
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
