package io.millrace.engine.esql;

import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.ParserRegistry;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The settings of an ESQL compilation, in addition to the source text.
 *
 * @param parsers parsers of the domains whose field type constants programs can use
 * @param limits limits of programs
 * @param externals values of user-defined properties (DECLARE ... EXTERNAL) by name, as strings;
 *     they replace the initial values
 * @param instanceExternals names of the user-defined properties whose values differ between nodes;
 *     {@link EsqlProgram#withExternals} sets their values
 * @param methods Java classes that routines in LANGUAGE JAVA can call
 */
public record EsqlSettings(
        ParserRegistry parsers,
        Limits limits,
        Map<String, String> externals,
        Set<String> instanceExternals,
        ExternalMethods methods) {

    /** Creates the settings of a compilation without Java classes. It accepts all class names. */
    public EsqlSettings(ParserRegistry parsers, Limits limits, Map<String, String> externals) {
        this(parsers, limits, externals, ExternalMethods.UNCHECKED);
    }

    /** Creates the settings of a compilation whose nodes all have the same externals. */
    public EsqlSettings(
            ParserRegistry parsers,
            Limits limits,
            Map<String, String> externals,
            ExternalMethods methods) {
        this(parsers, limits, externals, Set.of(), methods);
    }

    public EsqlSettings {
        Objects.requireNonNull(parsers);
        Objects.requireNonNull(limits);
        Objects.requireNonNull(methods);
        externals = Map.copyOf(externals);
        instanceExternals = Set.copyOf(instanceExternals);
    }
}
