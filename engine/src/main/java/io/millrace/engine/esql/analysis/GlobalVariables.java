package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.analysis.Symbol.Broken;
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
import java.util.TreeSet;

/**
 * The variables and constants of schemas and modules.
 *
 * <p>A file sees its own variables, those of the other files of its schema, and those of the
 * schemas in its PATH, in this order. In a module, the variables of the module take precedence.
 */
final class GlobalVariables {

    private final Map<EsqlFile, Map<String, Symbol>> byFile = new IdentityHashMap<>();
    private final Map<String, Map<String, Symbol>> bySchema = new HashMap<>();
    private final Map<ModuleTree, Map<String, Symbol>> byModule = new IdentityHashMap<>();
    private final List<Pending> variables = new ArrayList<>();
    private final Set<String> externalNames = new TreeSet<>();
    private final Map<String, String> externals;
    private final Problems problems;

    /** A variable whose initial value is not checked yet. */
    record Pending(
            EsqlFile file, @Nullable ModuleTree module, Declare declaration, Global variable) {}

    GlobalVariables(List<EsqlFile> files, Map<String, String> externals, Problems problems) {
        this.externals = externals;
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

    /** Returns all variables, each at its own index. */
    List<Pending> variables() {
        return variables;
    }

    /** Returns the names of the EXTERNAL variables. */
    Set<String> externalNames() {
        return externalNames;
    }

    @Nullable Symbol find(EsqlFile file, @Nullable ModuleTree module, String name) {
        Symbol found = module == null ? null : byModule.getOrDefault(module, Map.of()).get(name);
        if (found == null) {
            found = byFile.getOrDefault(file, Map.of()).get(name);
        }
        if (found == null) {
            found = bySchema.getOrDefault(file.schema(), Map.of()).get(name);
        }
        for (int i = 0; found == null && i < file.path().size(); i++) {
            found = bySchema.getOrDefault(file.path().get(i), Map.of()).get(name);
        }
        return found;
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
            if (declaration.external()) {
                externalNames.add(name.text());
            }
            Symbol symbol = symbol(file, module, declaration, name);
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
        boolean replaced = declaration.external() && externals.containsKey(name.text());
        Symbol known = replaced ? null : ConstantValues.symbol(declaration);
        if (known != null) {
            return known;
        }
        boolean shared = declaration.shared() && type.kind() != Kind.REFERENCE;
        Lifetime lifetime = !shared ? Lifetime.RUN : module == null ? Lifetime.FLOW : Lifetime.NODE;
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

    /** Returns the configured initial value of an EXTERNAL variable. */
    @Nullable ExpressionTree replacement(Pending pending) {
        String text =
                pending.declaration().external() ? externals.get(pending.variable().name()) : null;
        return text == null ? null : ConstantValues.text(pending.declaration().span(), text);
    }
}
