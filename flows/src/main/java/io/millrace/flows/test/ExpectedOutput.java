package io.millrace.flows.test;

import io.millrace.engine.error.Place;

import java.util.List;
import java.util.Map;

/**
 * A message that a test expects on a queue.
 *
 * @param place position of the expectation in the test
 * @param file file in the application's folder with the bytes of the body; null if not specified
 * @param text body without leading and trailing white space; null if not specified
 * @param contains strings that the body must contain
 * @param domain domain of the body, for fields; empty for the domain of the input node
 * @param fields values by ESQL expression, as in a Filter node: {@code Body.order.total}
 * @param mqmd fields of the MQMD
 */
record ExpectedOutput(
        Place place,
        Expected file,
        Expected text,
        List<Expected> contains,
        String domain,
        Map<Expected, Expected> fields,
        Map<String, Expected> mqmd) {}
