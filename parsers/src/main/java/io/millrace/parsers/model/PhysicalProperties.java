package io.millrace.parsers.model;

/** Properties of one element, attribute or group in a physical format. */
public sealed interface PhysicalProperties
        permits CwfField, CwfGroup, TdsField, TdsGroup, XmlField {}
