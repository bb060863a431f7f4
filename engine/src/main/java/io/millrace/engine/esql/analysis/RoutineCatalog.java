package io.millrace.engine.esql.analysis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.esql.program.Signature;
import io.millrace.engine.esql.syntax.EsqlFile;
import io.millrace.engine.esql.syntax.ModuleTree;
import io.millrace.engine.esql.syntax.Name;
import io.millrace.engine.esql.syntax.RoutineTree;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The routines of a compilation, with the rules that resolve their names. */
final class RoutineCatalog {

    private final List<RoutineEntry> all = new ArrayList<>();
    private final List<RoutineEntry> routines = new ArrayList<>();
    private final Map<String, Map<String, RoutineEntry>> bySchema = new HashMap<>();
    private final Map<ModuleTree, Map<String, RoutineEntry>> byModule = new IdentityHashMap<>();
    private final Map<ModuleTree, RoutineEntry> mains = new IdentityHashMap<>();
    private final Map<String, Place> moduleNames = new HashMap<>();
    private final Set<String> broken = new HashSet<>();

    RoutineCatalog(List<EsqlFile> files, Problems problems) {
        for (EsqlFile file : files) {
            file.broken().forEach(name -> broken.add(name.folded()));
            Map<String, RoutineEntry> schema =
                    bySchema.computeIfAbsent(file.schema(), s -> new HashMap<>());
            file.routines().forEach(tree -> add(file, null, tree, schema, problems));
            file.modules().forEach(module -> add(file, module, problems));
        }
    }

    private void add(EsqlFile file, ModuleTree module, Problems problems) {
        Place before =
                moduleNames.putIfAbsent(
                        file.schema() + "." + module.name().folded(),
                        file.place(module.name().span()));
        if (before != null) {
            duplicate(file, module.name(), "module", before, problems);
        }
        Map<String, RoutineEntry> own = new HashMap<>();
        byModule.put(module, own);
        module.routines().forEach(tree -> add(file, module, tree, own, problems));
    }

    private void add(
            EsqlFile file,
            @Nullable ModuleTree module,
            RoutineTree tree,
            Map<String, RoutineEntry> among,
            Problems problems) {
        boolean main = module != null && tree.function() && tree.name().folded().equals("MAIN");
        String moduleName = module == null ? "" : module.name().text();
        int index = main ? -1 : routines.size();
        Signature signature = TypeMapping.signature(index, file.schema(), moduleName, tree);
        RoutineEntry entry = new RoutineEntry(file, module, tree, signature);
        all.add(entry);
        if (main) {
            mains.putIfAbsent(module, entry);
        } else {
            routines.add(entry);
        }
        RoutineEntry before = among.putIfAbsent(tree.name().folded(), entry);
        if (before != null) {
            Place place = before.file.place(before.tree.name().span());
            duplicate(file, tree.name(), "routine", place, problems);
            entry.broken = true;
        }
    }

    private static void duplicate(
            EsqlFile file, Name name, String what, Place before, Problems problems) {
        problems.error(
                ErrorCode.ESQL_DUPLICATE,
                file.place(name.span()),
                "a "
                        + what
                        + " named "
                        + name
                        + " is already defined"
                        + (file.schema().isEmpty() ? "" : " in schema " + file.schema())
                        + ", at "
                        + before);
    }

    /** Returns the routines in the order of their signature indexes. */
    List<RoutineEntry> routines() {
        return routines;
    }

    /** Returns all routines and Mains, in source order. */
    List<RoutineEntry> all() {
        return all;
    }

    /** Returns the routines and the Main of a module. */
    List<RoutineEntry> of(ModuleTree module) {
        return all.stream().filter(entry -> entry.module == module).toList();
    }

    private Map<String, RoutineEntry> ofModule(ModuleTree module) {
        return byModule.getOrDefault(module, Map.of());
    }

    /** Returns the Main of a module; null if the module has none. */
    @Nullable RoutineEntry main(ModuleTree module) {
        return mains.get(module);
    }

    /**
     * Returns the called routine. The module is searched first, then the schema of the file, then
     * the schemas in PATH.
     *
     * @param schema schema name with periods; empty if not written
     * @return routine
     */
    @Nullable RoutineEntry find(
            EsqlFile file, @Nullable ModuleTree module, String schema, String name) {
        if (!schema.isEmpty()) {
            return bySchema.getOrDefault(schema, Map.of()).get(name);
        }
        RoutineEntry found = module == null ? null : ofModule(module).get(name);
        return found == null ? file.find(bySchema, name) : found;
    }

    /** Returns all schemas, the default one first. */
    List<String> schemas() {
        return new ArrayList<>(new TreeSet<>(bySchema.keySet()));
    }

    /** Whether a definition with this name is malformed. Uses of the name are then not reported. */
    boolean isBroken(String foldedName) {
        return broken.contains(foldedName);
    }

    /** Returns the routine names to suggest for an unknown name. */
    Set<String> namesFor(EsqlFile file, @Nullable ModuleTree module) {
        Set<String> names = new TreeSet<>();
        if (module != null) {
            ofModule(module).values().forEach(e -> names.add(e.tree.name().text()));
        }
        List<String> schemas = new ArrayList<>(file.path());
        schemas.add(file.schema());
        for (String schema : schemas) {
            bySchema.getOrDefault(schema, Map.of())
                    .values()
                    .forEach(e -> names.add(e.tree.name().text()));
        }
        return names;
    }

    /** Returns a module that has a routine with the name; empty if there is none. */
    String moduleWith(String folded) {
        for (RoutineEntry entry : all) {
            if (entry.module != null && entry.tree.name().folded().equals(folded)) {
                return entry.module.name().text();
            }
        }
        return "";
    }

    /**
     * Returns the schemas that have a routine with the name. Files without these schemas in their
     * PATH cannot use the routine.
     */
    List<String> schemasWith(String name) {
        return schemas().stream()
                .filter(s -> bySchema.getOrDefault(s, Map.of()).containsKey(name))
                .toList();
    }
}
