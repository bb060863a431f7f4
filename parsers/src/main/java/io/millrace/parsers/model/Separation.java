package io.millrace.parsers.model;

/** Data Element Separation: how elements of a group are distinguished. */
public enum Separation {
    /** Each after its tag, in any order; delimiters between them. */
    TAGGED_DELIMITED("taggedDelimited"),
    /** Each after its tag, of a length that the model specifies. */
    TAGGED_FIXED_LENGTH("taggedFixedLength"),
    /** Each after its tag and its length. */
    TAGGED_ENCODED_LENGTH("taggedEncodedLength"),
    /** One after the other, with a delimiter for each, also for missing ones. */
    ALL_ELEMENTS_DELIMITED("allElementsDelimited"),
    /** One after the other; those without a fixed length end with a delimiter. */
    VARIABLE_LENGTH_ELEMENTS_DELIMITED("variableLengthElementsDelimited"),
    /** One after the other, all with lengths that the model specifies. */
    FIXED_LENGTH("fixedLength"),
    /** Like fixed length; the last can be missing, and question marks are NULL. */
    FIXED_LENGTH_AL3("fixedLengthAL3"),
    /** One after the other; a regular expression specifies the extent of each. */
    USE_DATA_PATTERN("useDataPattern"),
    /** No separation: an embedded message, or a choice. */
    UNDEFINED("undefined");

    private final String word;

    Separation(String word) {
        this.word = word;
    }

    public String word() {
        return word;
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
