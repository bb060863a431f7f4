package io.millrace.engine.esql;

import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParserRegistry;

import java.util.Map;
import java.util.Objects;

/**
 * The settings of an ESQL compilation, in addition to the source text.
 *
 * @param parsers parsers of the domains whose field type constants programs can use
 * @param limits limits of programs
 * @param externals values of user-defined properties (DECLARE ... EXTERNAL) by name, as strings;
 *     they replace the initial values
 * @param methods Java classes that routines in LANGUAGE JAVA can call
 */
public record EsqlSettings(
        ParserRegistry parsers,
        Limits limits,
        Map<String, String> externals,
        ExternalMethods methods) {

    /** Creates the settings of a compilation without Java classes. It accepts all class names. */
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
