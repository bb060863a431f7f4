package io.millrace.parsers.validation;

/**
 * An element or attribute of a type.
 *
 * @param value permitted values; null for folders
 * @param type permitted content; null for fields without attributes
 * @param required whether the member is mandatory; used only outside groups
 */
record MemberCheck(Name name, ValueCheck value, TypeCheck type, boolean required) {

    boolean isFolder() {
        return value == null;
    }
}
