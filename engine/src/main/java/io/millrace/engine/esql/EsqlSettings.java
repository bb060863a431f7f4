package io.millrace.engine.esql;

import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParserRegistry;

import java.util.Map;
import java.util.Objects;

/**
 * What a compilation of ESQL needs to know beside the texts.
 *
 * @param parsers the domains, whose field type constants programs may use
 * @param limits what a program may cost
 * @param externals values of user-defined properties (DECLARE ... EXTERNAL) by name, as text; they
 *     replace the defaults
 * @param methods the Java classes that routines in LANGUAGE JAVA may name
 */
public record EsqlSettings(
        ParserRegistry parsers,
        Limits limits,
        Map<String, String> externals,
        ExternalMethods methods) {

    /** Of a compilation that knows no Java classes: it takes all their names for good. */
    public EsqlSettings(ParserRegistry parsers, Limits limits, Map<String, String> externals) {
        this(parsers, limits, externals, ExternalMethods.UNCHECKED);
    }

    public EsqlSettings {
        Objects.requireNonNull(parsers);
        Objects.requireNonNull(limits);
        Objects.requireNonNull(methods);
        externals = Map.copyOf(externals);
    }
}
