package io.millrace.parsers.model;

/**
 * An attribute of a complex type.
 *
 * @param declaration name, simple type, default and physical properties; maxOccurs must be 1
 * @param required whether the attribute is mandatory
 */
public record AttributeDeclaration(ElementDeclaration declaration, boolean required) {}
