package io.millrace.flows.test;

import io.millrace.engine.error.Place;

/**
 * What a test expects to go wrong.
 *
 * @param code the error code, for example {@code MR2102}; empty for any
 * @param text what the error's words have in them; empty for any
 * @param node the node that it went through; empty for any
 */
public record ExpectedFailure(String code, String text, String node, Place place) {}
