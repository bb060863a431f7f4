package io.millrace.flows.test;

import io.millrace.engine.error.Place;

/**
 * An error that a test expects.
 *
 * @param code the error code, for example {@code MR2102}; empty for any
 * @param text part of the error message; empty for any
 * @param node a node that the error passed; empty for any
 */
record ExpectedFailure(String code, String text, String node, Place place) {}
