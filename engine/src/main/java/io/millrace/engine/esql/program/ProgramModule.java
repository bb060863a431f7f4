package io.millrace.engine.esql.program;

import io.millrace.engine.error.Place;
import io.millrace.engine.esql.FieldUse;
import io.millrace.engine.esql.ModuleKind;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Code that a node runs: a module with its Main, or a single expression or Trace pattern, whose
 * Main returns its value.
 *
 * @param name qualified name, for example {@code orders.PriceOrder}; the source text for
 *     expressions and patterns
 * @param kind kind of node that can run the module
 * @param place source location
 * @param main Main of the module; its {@link Signature#index} is negative
 * @param terminals terminals that reachable PROPAGATE statements specify as literals
 * @param labels labels that reachable PROPAGATE statements specify as literals
 * @param fields field references of the module and of reachable routines to the node's trees
 */
public record ProgramModule(
        String name,
        ModuleKind kind,
        Place place,
        Routine main,
        Set<String> terminals,
        Set<String> labels,
        List<FieldUse> fields) {

    public ProgramModule {
        Objects.requireNonNull(name);
        Objects.requireNonNull(kind);
        Objects.requireNonNull(place);
        Objects.requireNonNull(main);
        terminals = Set.copyOf(terminals);
        labels = Set.copyOf(labels);
        fields = List.copyOf(fields);
        Preconditions.unless(
                main.signature().index() < 0,
                "the index of the signature of a Main must be negative");
    }
}
