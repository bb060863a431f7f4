package io.millrace.engine.esql.program;

import io.millrace.engine.error.Place;
import io.millrace.engine.esql.ModuleKind;

import java.util.Objects;
import java.util.Set;

/**
 * What a node runs: a module with its Main; or a single expression or Trace pattern, whose Main
 * returns its value.
 *
 * @param name with its schema, for example {@code orders.PriceOrder}; the text itself for
 *     expressions and patterns
 * @param kind which node may run it
 * @param place where it is written
 * @param main its Main; {@link Signature#index} is negative
 * @param terminals the terminals that PROPAGATE statements reached from here name by a literal
 * @param labels the labels that PROPAGATE statements reached from here name by a literal
 */
public record ProgramModule(
        String name,
        ModuleKind kind,
        Place place,
        Routine main,
        Set<String> terminals,
        Set<String> labels) {

    public ProgramModule {
        Objects.requireNonNull(name);
        Objects.requireNonNull(kind);
        Objects.requireNonNull(place);
        Objects.requireNonNull(main);
        terminals = Set.copyOf(terminals);
        labels = Set.copyOf(labels);
        Refusal.unless(
                main.signature().index() < 0, "a Main is not among the routines of the program");
    }
}
