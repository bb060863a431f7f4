package io.millrace.engine.esql.analysis;

import io.millrace.engine.esql.ExternalVariable;
import io.millrace.engine.esql.library.CastTarget;
import io.millrace.engine.esql.library.Casts;
import io.millrace.engine.esql.program.ScalarType;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Lifetime;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.StatementTree.Declare;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The EXTERNAL variables of a program. Immutable. */
public final class Externals {

    private final List<Declared> declared;

    /**
     * A declaration.
     *
     * @param target type of the values; null for trees and invalid types
     * @param index index of a variable with a separate value for each node; -1 for other variables
     */
    record Declared(ExternalVariable variable, @Nullable CastTarget target, int index) {}

    Externals(List<Declared> declared) {
        this.declared = List.copyOf(declared);
    }

    static Declared declared(EsqlFile file, Declare declaration, Name name, Symbol symbol) {
        ScalarType type = TypeMapping.scalar(declaration.type());
        Variable variable =
                switch (symbol) {
                    case Symbol.Declared d -> d.variable();
                    case Symbol.ComputedName computed -> computed.variable();
                    default -> null;
                };
        return new Declared(
                new ExternalVariable(
                        name.text(),
                        TypeMapping.text(declaration.type()),
                        text(file, declaration.initial()),
                        file.place(name.span())),
                type == null ? null : target(type),
                variable instanceof Variable.Global global && global.lifetime() == Lifetime.NODE
                        ? global.index()
                        : -1);
    }

    private static String text(EsqlFile file, @Nullable ExpressionTree initial) {
        if (initial == null) {
            return "";
        }
        Value value = ConstantValues.value(initial);
        return value == null
                ? file.source().text().substring(initial.span().from(), initial.span().to())
                : value.text();
    }

    private static CastTarget target(ScalarType type) {
        return type.type() == ValueType.DECIMAL && type.precision() > 0
                ? CastTarget.decimal(type.precision(), type.scale())
                : type.type() == ValueType.INTERVAL
                        ? CastTarget.interval(type.qualifier())
                        : CastTarget.of(type.type());
    }

    /** Returns all variables, in the order of the files. */
    public List<ExternalVariable> variables() {
        return declared.stream().map(Declared::variable).toList();
    }

    /**
     * Returns the EXTERNAL variables with the given name that cannot be cast from the given value.
     */
    public List<ExternalVariable> rejecting(String name, String text) {
        List<ExternalVariable> rejecting = new ArrayList<>();
        for (Declared d : declared) {
            CastTarget target = d.target();
            if (target != null
                    && d.variable().name().equals(name)
                    && Casts.isFailed(Casts.tryCast(Value.of(text), target, null))) {
                rejecting.add(d.variable());
            }
        }
        return rejecting;
    }

    /** Returns the values of a node's EXTERNAL variables by variable index. */
    public Map<Integer, Value> values(Map<String, String> texts) {
        Map<Integer, Value> values = new HashMap<>();
        for (Declared d : declared) {
            String text = texts.get(d.variable().name());
            CastTarget target = d.target();
            if (text != null && target != null && d.index() >= 0) {
                Value value = Casts.cast(Value.of(text), target, null);
                if (value != null) {
                    values.put(d.index(), value);
                }
            }
        }
        return values;
    }
}
