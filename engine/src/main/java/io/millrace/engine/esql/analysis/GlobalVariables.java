package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.EsqlSettings;
import io.millrace.engine.esql.analysis.Symbol.Broken;
import io.millrace.engine.esql.program.Variable;
import io.millrace.engine.esql.program.Variable.Global;
import io.millrace.engine.esql.program.Variable.Lifetime;
import io.millrace.engine.esql.syntax.DataType;
import io.millrace.engine.esql.syntax.DataType.Kind;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.ExpressionTree;
import io.millrace.engine.esql.syntax.ModuleTree;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.StatementTree.Declare;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The variables and constants of schemas and modules.
 *
 * <p>Names are searched for in the file, in the other files of the same schema, and in the schemas
 * of PATH, in this order. In a module, module variables take precedence.
 */
final class GlobalVariables {

    private final Map<EsqlFile, Map<String, Symbol>> byFile = new IdentityHashMap<>();
    private final Map<String, Map<String, Symbol>> bySchema = new HashMap<>();
    private final Map<ModuleTree, Map<String, Symbol>> byModule = new IdentityHashMap<>();
    private final List<Pending> variables = new ArrayList<>();
    private final List<Externals.Declared> externals = new ArrayList<>();
    private final EsqlSettings settings;
    private final Problems problems;

    /** A variable whose initial value has not been checked yet. */
    record Pending(
            EsqlFile file, @Nullable ModuleTree module, Declare declaration, Global variable) {}

    GlobalVariables(List<EsqlFile> files, EsqlSettings settings, Problems problems) {
        this.settings = settings;
        this.problems = problems;
        for (EsqlFile file : files) {
            Map<String, Symbol> own = new HashMap<>();
            byFile.put(file, own);
            file.broken().forEach(name -> own.put(name.text(), Broken.INSTANCE));
            file.declarations().forEach(d -> declare(file, null, d, own));
            Map<String, Symbol> schema =
                    bySchema.computeIfAbsent(file.schema(), s -> new HashMap<>());
            own.forEach(schema::putIfAbsent);
            for (ModuleTree module : file.modules()) {
                Map<String, Symbol> inner = new HashMap<>();
                byModule.put(module, inner);
                module.declarations().forEach(d -> declare(file, module, d, inner));
            }
        }
    }

    /** Returns all variables in the order of their indexes. */
    List<Pending> variables() {
        return variables;
    }

    /** Returns the EXTERNAL variables. */
    Externals externals() {
        return new Externals(externals);
    }

    @Nullable Symbol find(EsqlFile file, @Nullable ModuleTree module, String name) {
        Symbol found = module == null ? null : byModule.getOrDefault(module, Map.of()).get(name);
        if (found == null) {
            found = byFile.getOrDefault(file, Map.of()).get(name);
        }
        return found == null ? file.find(bySchema, name) : found;
    }

    void collectNames(EsqlFile file, @Nullable ModuleTree module, Set<String> names) {
        if (module != null) {
            names.addAll(byModule.getOrDefault(module, Map.of()).keySet());
        }
        names.addAll(bySchema.getOrDefault(file.schema(), Map.of()).keySet());
        file.path()
                .forEach(schema -> names.addAll(bySchema.getOrDefault(schema, Map.of()).keySet()));
    }

    private void declare(
            EsqlFile file,
            @Nullable ModuleTree module,
            Declare declaration,
            Map<String, Symbol> among) {
        for (Name name : declaration.names()) {
            Symbol symbol = symbol(file, module, declaration, name);
            if (declaration.external()) {
                externals.add(Externals.declared(file, declaration, name, symbol));
            }
            if (among.putIfAbsent(name.text(), symbol) != null) {
                String where = module == null ? "this file" : "module " + module.name();
                problems.error(
                        ErrorCode.ESQL_DUPLICATE,
                        file.place(name.span()),
                        "the name " + name + " is declared in " + where + " already");
            }
        }
    }

    private Symbol symbol(
            EsqlFile file, @Nullable ModuleTree module, Declare declaration, Name name) {
        DataType type = declaration.type();
        if (type.kind() == Kind.UNKNOWN) {
            return Broken.INSTANCE;
        }
        boolean constant = declaration.constant() || declaration.external();
        boolean perNode = isPerNode(declaration, name);
        boolean replaced = declaration.external() && settings.externals().containsKey(name.text());
        Symbol known = replaced || perNode ? null : ConstantValues.symbol(declaration);
        if (known != null) {
            return known;
        }
        boolean shared = declaration.shared() && type.kind() != Kind.REFERENCE;
        Lifetime lifetime =
                perNode
                        ? Lifetime.NODE
                        : !shared ? Lifetime.RUN : module == null ? Lifetime.FLOW : Lifetime.NODE;
        Global variable =
                new Global(
                        name.text(),
                        variables.size(),
                        TypeMapping.kind(type),
                        TypeMapping.scalar(type),
                        lifetime);
        variables.add(new Pending(file, module, declaration, variable));
        return Symbol.of(variable, type, constant);
    }

    /** Whether an EXTERNAL variable has a separate value for each node, like a SHARED variable. */
    private boolean isPerNode(Declare declaration, Name name) {
        return declaration.external()
                && settings.instanceExternals().contains(name.text())
                && TypeMapping.kind(declaration.type()) == Variable.Kind.SCALAR;
    }

    /** Returns the configured initial value of an EXTERNAL variable. */
    @Nullable ExpressionTree replacement(Pending pending) {
        String text =
                pending.declaration().external()
                        ? settings.externals().get(pending.variable().name())
                        : null;
        return text == null ? null : ConstantValues.text(pending.declaration().span(), text);
    }
}
