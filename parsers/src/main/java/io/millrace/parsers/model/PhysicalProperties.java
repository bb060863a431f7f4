package io.millrace.parsers.model;

/** What a physical format must know of one element, attribute or group. */
public sealed interface PhysicalProperties permits CwfField, TdsField, TdsGroup, XmlField {}
