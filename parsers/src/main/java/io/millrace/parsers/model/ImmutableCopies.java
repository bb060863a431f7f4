package io.millrace.parsers.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** A factory of immutable copies that keep the order of collections. */
final class ImmutableCopies {

    private ImmutableCopies() {}

    static <V> SequencedMap<String, V> of(Map<String, V> map) {
        return Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map));
    }
}
