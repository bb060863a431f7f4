package io.millrace.flows.test;

import io.millrace.engine.error.Place;

import java.util.List;
import java.util.Map;

/**
 * A message that a test expects on a queue.
 *
 * @param place where the test says so
 * @param file a file with the body's bytes, in the application's folder; null where not said
 * @param text the body, white space around it aside; null where not said
 * @param contains texts that the body has in it
 * @param domain of the body, for fields; empty for the domain of the input node
 * @param fields values by ESQL expression, as in a Filter node: {@code MethodEmitter.order.total}
 * @param mqmd fields of the MQMD
 */
public record ExpectedOutput(
        Place place,
        Expected file,
        Expected text,
        List<Expected> contains,
        String domain,
        Map<Expected, Expected> fields,
        Map<String, Expected> mqmd) {}
