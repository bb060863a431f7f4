package io.millrace.projects.flow;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.SensitiveText;
import io.millrace.projects.xml.Secrets;

/**
 * An attribute in a file, with the positions of its name and its value.
 *
 * @param name name of the property
 * @param value value as in the file, without escapes
 * @param secret whether the value is never printed
 */
public record Attribute(String name, String value, Place keyPlace, Place place, boolean secret) {

    /** Creates an attribute. The attribute is secret if its name indicates a secret. */
    public Attribute(String name, String value, Place keyPlace, Place place) {
        this(name, value, keyPlace, place, Secrets.isSecret(name));
    }

    /**
     * Returns the value for another property. The result is secret if either name indicates a
     * secret.
     */
    public Attribute named(String other) {
        return new Attribute(other, value, keyPlace, place, secret || Secrets.isSecret(other));
    }

    /** Returns the same attribute with another value. */
    public Attribute withValue(String other) {
        return new Attribute(name, other, keyPlace, place, secret);
    }

    /** Returns the value for output. */
    public String shown() {
        return shown(value);
    }

    /** Returns a value of this property for output. */
    public String shown(String text) {
        return secret && !text.isEmpty()
                ? SensitiveText.masked(text)
                : SensitiveText.maskedUrl(text);
    }
}
