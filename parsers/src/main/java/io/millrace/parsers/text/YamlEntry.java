package io.millrace.parsers.text;

/**
 * A key of a mapping with the value.
 *
 * @param key text and position of the key
 * @param value value, never null; for a key without a value, the null scalar at the end of the key
 */
public record YamlEntry(YamlScalar key, YamlNode value) {

    /** Returns the key's text. */
    public String name() {
        return key.text();
    }
}
