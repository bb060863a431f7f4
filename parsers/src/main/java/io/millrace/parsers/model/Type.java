package io.millrace.parsers.model;

/** What an element may hold. */
public sealed interface Type permits SimpleType, ComplexType, NamedType {}
