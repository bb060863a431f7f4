package io.millrace.flows.test;

import io.millrace.engine.error.Place;

/**
 * An error that a test expects.
 *
 * @param code error code, for example {@code MR2102}; empty for any code
 * @param text part of the error message; empty for any message
 * @param node node that the error passed; empty for any node
 */
record ExpectedFailure(String code, String text, String node, Place place) {}
