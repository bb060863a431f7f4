package io.millrace.parsers.text;

/**
 * A key of a mapping and its value.
 *
 * @param key its text and place
 * @param value never null; a key without a value has the null scalar, at the key's end
 */
public record YamlEntry(YamlScalar key, YamlNode value) {

    /** Returns the key's text. */
    public String name() {
        return key.text();
    }
}
