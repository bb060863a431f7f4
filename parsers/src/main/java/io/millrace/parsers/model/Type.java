package io.millrace.parsers.model;

/** Content of an element. */
public sealed interface Type permits SimpleType, ComplexType, NamedType {}
