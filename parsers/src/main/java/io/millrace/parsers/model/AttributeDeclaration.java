package io.millrace.parsers.model;

/**
 * An attribute of a complex type.
 *
 * @param declaration name, simple type, default and physical properties; it occurs at most once
 * @param required whether it is mandatory
 */
public record AttributeDeclaration(ElementDeclaration declaration, boolean required) {}
