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
 * @param instanceExternals names of the user-defined properties with a separate value for each node
 *     ({@link EsqlProgram#withExternals})
 * @param methods Java classes that routines in LANGUAGE JAVA can call
 * @param functions functions that programs can call
 */
public record EsqlSettings(
        ParserRegistry parsers,
        Limits limits,
        Map<String, String> externals,
        Set<String> instanceExternals,
        ExternalMethods methods,
        FunctionRegistry functions) {

    /**
     * Creates the settings of a compilation without Java classes. All class names are accepted.
     * Only the functions of Millrace can be called.
     */
    public EsqlSettings(ParserRegistry parsers, Limits limits, Map<String, String> externals) {
        this(parsers, limits, externals, ExternalMethods.UNCHECKED, FunctionRegistry.BUILT_IN);
    }

    /**
     * Creates the settings of a compilation in which all nodes have the same values of EXTERNAL
     * variables.
     */
    public EsqlSettings(
            ParserRegistry parsers,
            Limits limits,
            Map<String, String> externals,
            ExternalMethods methods,
            FunctionRegistry functions) {
        this(parsers, limits, externals, Set.of(), methods, functions);
    }

    public EsqlSettings {
        Objects.requireNonNull(parsers);
        Objects.requireNonNull(limits);
        Objects.requireNonNull(methods);
        Objects.requireNonNull(functions);
        externals = Map.copyOf(externals);
        instanceExternals = Set.copyOf(instanceExternals);
    }
}
