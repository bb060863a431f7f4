package io.millrace.engine.setting;

/** Kind of the value of a setting. The kind determines how the value is checked and edited. */
public enum SettingKind {
    TEXT("a single string"),
    INTEGER("an integer"),
    /** A number of seconds, optionally with a fraction. */
    SECONDS("a number of seconds"),
    /** A boolean: {@code true} or {@code false}, or the equivalent {@code yes} or {@code no}. */
    BOOLEAN("true or false"),
    /** A word from a list of valid words. */
    CHOICE("a word"),
    /** Name of a queue, checked against the declared queues. */
    QUEUE("the name of a queue"),
    /** Name of an ESQL module, with or without the schema. */
    ESQL_MODULE("the name of an ESQL module"),
    /** ESQL expression in the flow itself. */
    ESQL_EXPRESSION("a single string"),
    /** Text with {@code ${ESQL expression}}. */
    ESQL_PATTERN("a single string"),
    /** Name of a data source. */
    DATA_SOURCE("the name of a data source"),
    /** Name of an endpoint: a server to connect to. */
    ENDPOINT("the name of an endpoint"),
    /** Name of credentials. */
    CREDENTIALS("the name of credentials"),
    /** Name of certificates. */
    CERTIFICATES("the name of certificates"),
    /** Name of a listener: a port for requests. */
    LISTENER("the name of a listener"),
    /** Name of a message domain. */
    DOMAIN("the name of a message domain"),
    /** Path of a file, relative to the file that contains the setting. */
    FILE("the path of a file"),
    /** A list of words, or one word. */
    LIST("a word or a list of words"),
    /** A mapping with the settings of a group. */
    GROUP("a mapping"),
    /** A mapping from names to mappings with the settings of a group. */
    NAMED_GROUPS("a mapping"),
    /** A list of mappings with the settings of a group. */
    GROUP_LIST("a list"),
    /** Any content; the reader checks it. */
    ANY("a value"),
    /**
     * A setting that is not valid here, but in another place. The description is the problem and,
     * after a semicolon, the advice.
     */
    REFUSED("removed");

    private final String expected;

    SettingKind(String expected) {
        this.expected = expected;
    }

    /** Whether the value is one string. */
    public boolean isScalar() {
        return switch (this) {
            case LIST, GROUP, NAMED_GROUPS, GROUP_LIST, ANY, REFUSED -> false;
            default -> true;
        };
    }

    /** Whether the value is a group of nested settings. */
    public boolean isNested() {
        return this == GROUP || this == NAMED_GROUPS || this == GROUP_LIST;
    }

    String expected() {
        return expected;
    }
}
