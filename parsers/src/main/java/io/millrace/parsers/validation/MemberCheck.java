package io.millrace.parsers.validation;

/**
 * An element or attribute of a type.
 *
 * @param value permitted values; null for folders
 * @param type permitted content; null for fields without attributes
 * @param required whether it is mandatory, if it is not a part of a group
 */
record MemberCheck(Name name, ValueCheck value, TypeCheck type, boolean required) {

    boolean isFolder() {
        return value == null;
    }
}
