package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.analysis.Symbol.Broken;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The names that are visible at a position in a routine.
 *
 * <p>BEGIN ... END and the bodies of IF and loops are scopes. Names declared in the body of an IF
 * or loop stay visible after the body, up to the END of the enclosing block. A declaration in that
 * block with the same name takes precedence. Existing programs rely on this.
 */
final class Scope {

    private final @Nullable Scope outer;
    private final boolean block;
    private final Map<String, Symbol> symbols = new HashMap<>();
    private final Map<String, Symbol> fromBodies = new HashMap<>();

    Scope(@Nullable Scope outer, boolean block) {
        this.outer = outer;
        this.block = block;
    }

    Scope outer() {
        return Objects.requireNonNull(outer);
    }

    /** Declares a name. Returns false if the name is already declared in this scope. */
    boolean declare(String name, Symbol symbol) {
        // A name that was used before its declaration and reported is not declared again.
        Symbol before = symbols.putIfAbsent(name, symbol);
        if (before instanceof Broken) {
            symbols.put(name, symbol);
        }
        return before == null || before instanceof Broken;
    }

    /** Returns the innermost declaration of a name. */
    @Nullable Symbol find(String name) {
        for (Scope scope = this; scope != null; scope = scope.outer) {
            Symbol found = scope.symbols.get(name);
            found = found == null ? scope.fromBodies.get(name) : found;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * Closes the scope. The names of a scope that is not a block stay visible in the enclosing
     * block.
     */
    void close() {
        if (!block && outer != null) {
            outer.fromBodies.putAll(fromBodies);
            outer.fromBodies.putAll(symbols);
        }
    }

    /** Returns all visible symbols, by name. */
    Map<String, Symbol> visible() {
        Map<String, Symbol> all = new TreeMap<>();
        for (Scope scope = this; scope != null; scope = scope.outer) {
            scope.symbols.forEach(all::putIfAbsent);
            scope.fromBodies.forEach(all::putIfAbsent);
        }
        return all;
    }

    void collectNames(Collection<String> names) {
        for (Scope scope = this; scope != null; scope = scope.outer) {
            scope.symbols.forEach(
                    (name, symbol) -> {
                        if (!symbol.equals(Broken.UNKNOWN)) {
                            names.add(name);
                        }
                    });
        }
    }
}
