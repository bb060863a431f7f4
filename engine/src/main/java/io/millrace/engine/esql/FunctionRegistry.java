package io.millrace.engine.esql;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.library.function.Function;
import io.millrace.engine.esql.library.function.FunctionLibraryReader;
import io.millrace.engine.esql.library.function.FunctionTable;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The functions of ESQL that programs can call: functions of Millrace and of function libraries.
 * Immutable. Safe for use by several threads.
 */
public final class FunctionRegistry {

    /** The functions of Millrace. */
    public static final FunctionRegistry BUILT_IN = new FunctionRegistry(Map.of());

    /** Library functions by name and alias. */
    private final Map<String, Function> added;

    private FunctionRegistry(Map<String, Function> added) {
        this.added = Map.copyOf(added);
    }

    /**
     * Returns a registry with the functions of a library.
     *
     * @param place position at which problems of the library are reported
     * @param problems receiver of the problems; functions with problems are not added
     */
    public FunctionRegistry with(FunctionLibrary library, Place place, Problems problems) {
        Map<String, Function> all = new HashMap<>(added);
        for (Function function : FunctionLibraryReader.read(library.getClass(), place, problems)) {
            FunctionLibraryReader.add(function, all, place, problems);
        }
        return new FunctionRegistry(all);
    }

    /** Returns the function with a name or alias, ignoring case. */
    public Optional<Function> find(String name) {
        return FunctionTable.find(name)
                .or(() -> Optional.ofNullable(added.get(name.toUpperCase(Locale.ROOT))));
    }

    /** Returns all names and aliases, for suggestions. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>(FunctionTable.names());
        names.addAll(added.keySet());
        return names;
    }
}
