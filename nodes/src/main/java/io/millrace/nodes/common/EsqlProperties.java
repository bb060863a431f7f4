package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.work.OutsideUnit;

import java.util.Set;
import java.util.TreeSet;

/** Properties of nodes that run ESQL, and the resolution of the names in them. */
public final class EsqlProperties {

    /** Properties of database work: the time of the commit, and the handling of errors. */
    public static final String BEHAVIOUR =
            """
            transaction [automatic|commit = automatic]: When database work is committed:
              `automatic` with the unit of work of the message; `commit` immediately after
              the node, regardless of the outcome of the message.
            throwExceptionOnDatabaseError [BOOLEAN = true]: Whether a database error throws
              an exception. Otherwise the program continues after the statement and can
              check SQLCODE.
            treatWarningsAsErrors [BOOLEAN = false]: Whether a database warning is an error.
              An INSERT, UPDATE or DELETE that finds no row is a warning with SQLCODE 100.
            """;

    /** Properties of the database work of ESQL. */
    public static final String DATABASE =
            """
            dataSource [DATA_SOURCE]: Data source for database statements that do not
              specify a data source.
            """
                    + BEHAVIOUR;

    private EsqlProperties() {}

    /** Whether database work is committed immediately after the node. */
    public static boolean isSeparate(NodeDefinition node) {
        return node.text("transaction").equals("commit");
    }

    /** Returns the effect of a module that a rollback of its unit does not undo; null for none. */
    public static OutsideUnit outsideUnit(NodeDefinition node, EsqlModule module) {
        return isSeparate(node)
                ? new OutsideUnit(
                        "commits database work immediately after the node (transaction commit)",
                        node.place("transaction"))
                : module.outsideUnit();
    }

    /** Checks that the data source of the node exists, if it is set. */
    public static void useDataSource(NodeDefinition node, DeployContext context) {
        String name = node.text("dataSource");
        if (!name.isEmpty()) {
            context.useDataSource(name, node.place("dataSource"));
        }
    }

    /**
     * Checks that the data source of the node exists, if it is set. Warns if it is not set but the
     * module needs it.
     */
    public static void useDataSource(
            NodeDefinition node, EsqlModule module, DeployContext context) {
        useDataSource(node, context);
        Place use = module.defaultDatabaseUse();
        if (use != null && node.text("dataSource").isEmpty()) {
            // The source of an expression is the property of the node.
            boolean isFile = !use.source().text().equals(module.name());
            context.problems()
                    .warning(
                            ErrorCode.UNKNOWN_DATA_SOURCE,
                            node.place(),
                            "node "
                                    + node.name()
                                    + " has no dataSource, but its ESQL accesses a database"
                                    + " without naming a data source"
                                    + (isFile ? " (" + use + ")" : ""),
                            "add dataSource to the node, or write"
                                    + " Database.DATASOURCE.SCHEMA.TABLE");
        }
    }

    /**
     * Returns the module in a property. Checks that it propagates only to existing terminals and
     * labels.
     *
     * @param terminals output terminals of the node
     * @return null if a problem was reported
     */
    public static EsqlModule module(
            NodeDefinition node,
            String property,
            ModuleKind kind,
            Set<String> terminals,
            DeployContext context) {
        String name = moduleName(node.text(property));
        Place place = node.place(property);
        EsqlModule module = context.esql().module(name, kind).orElse(null);
        if (module == null) {
            if (!hasErrors(name, context)) {
                unknownModule(name, kind, place, context);
            }
            return null;
        }
        checkTerminals(module, node, place, terminals, context);
        checkLabels(module, context);
        checkFields(node, module, context);
        return module;
    }

    /** Checks the field references of ESQL against the messages that the node receives. */
    public static void checkFields(NodeDefinition node, EsqlModule module, DeployContext context) {
        FieldChecks.check(node, module, context);
    }

    private static void checkTerminals(
            EsqlModule module,
            NodeDefinition node,
            Place place,
            Set<String> terminals,
            DeployContext context) {
        Set<String> named = new TreeSet<>(module.terminals());
        named.remove("nowhere");
        for (String terminal : named) {
            if (!terminals.contains(terminal)) {
                context.problems()
                        .error(
                                ErrorCode.UNKNOWN_TERMINAL,
                                module.place(),
                                "module "
                                        + module.name()
                                        + " propagates to the terminal '"
                                        + terminal
                                        + "', which node "
                                        + node.name()
                                        + " does not have",
                                Problems.didYouMean(terminal, terminals));
            } else if (!context.isConnected(node.name(), terminal)) {
                context.problems()
                        .warning(
                                ErrorCode.UNCONNECTED_TERMINAL,
                                place,
                                "module "
                                        + module.name()
                                        + " propagates to the terminal '"
                                        + terminal
                                        + "' of node "
                                        + node.name()
                                        + ", which is not connected",
                                "connect " + node.name() + "." + terminal);
            }
        }
    }

    private static void checkLabels(EsqlModule module, DeployContext context) {
        for (String label : module.labels()) {
            if (!context.labels().contains(label)) {
                context.problems()
                        .error(
                                ErrorCode.UNKNOWN_LABEL,
                                module.place(),
                                "module "
                                        + module.name()
                                        + " propagates to the label '"
                                        + label
                                        + "', which the flow does not have",
                                Problems.didYouMean(label, context.labels()));
            }
        }
    }

    /**
     * Returns the name of a module. Accepts a plain name, and the form {@code
     * esql://routine/schema#Module.Main} of existing flows.
     */
    static String moduleName(String given) {
        String name = given;
        if (name.startsWith("esql://routine/")) {
            name = name.substring("esql://routine/".length());
            int hash = name.indexOf('#');
            String schema = hash > 0 ? name.substring(0, hash) + "." : "";
            name = schema + name.substring(hash + 1);
        }
        return name.endsWith(".Main") ? name.substring(0, name.length() - ".Main".length()) : name;
    }

    /** Whether a module can be missing because of errors that were reported. */
    private static boolean hasErrors(String name, DeployContext context) {
        return !context.esql().isComplete()
                || context.esql().modulesWithErrors().stream()
                        .anyMatch(m -> m.equals(name) || plainName(m).equals(name));
    }

    private static void unknownModule(
            String name, ModuleKind kind, Place place, DeployContext context) {
        boolean lacksMain =
                context.esql().modulesWithoutMain().stream()
                        .anyMatch(m -> m.equals(name) || m.endsWith("." + name));
        if (lacksMain) {
            context.problems()
                    .error(
                            ErrorCode.UNKNOWN_MODULE,
                            place,
                            "module " + name + " has no function Main, which the node calls",
                            "define CREATE FUNCTION Main() RETURNS BOOLEAN");
            return;
        }
        EsqlModule other = context.esql().module(name, null).orElse(null);
        if (other == null && context.esql().modules(kind).contains(name)) {
            return; // The module is defined twice, which is reported.
        }
        String text =
                other == null
                        ? "unknown " + kind + " module " + name
                        : "module "
                                + name
                                + " is a "
                                + other.kind()
                                + " module; the node requires a "
                                + kind
                                + " module";
        String hint = other == null ? nearestModule(name, kind, context) : otherKind(other, kind);
        context.problems().error(ErrorCode.UNKNOWN_MODULE, place, text, hint);
    }

    /** Returns a hint for a module of another kind. */
    private static String otherKind(EsqlModule module, ModuleKind kind) {
        String node =
                switch (module.kind()) {
                    case COMPUTE -> "Compute";
                    case FILTER -> "Filter";
                    case DATABASE -> "Database";
                };
        return "use a %s node, or begin the module with CREATE %s MODULE (%s)"
                .formatted(node, kind, module.place());
    }

    /** Returns a hint to a module of the same name in another schema, or with a similar name. */
    private static String nearestModule(String name, ModuleKind kind, DeployContext context) {
        Set<String> modules = new TreeSet<>(context.esql().modules(kind));
        modules.addAll(context.esql().modulesWithErrors());
        if (name.endsWith(".esql")) {
            Set<String> inFile = new TreeSet<>(modules);
            inFile.removeIf(
                    m ->
                            context.esql()
                                    .module(m, kind)
                                    .filter(x -> x.place().source().name().endsWith(name))
                                    .isEmpty());
            return "this is the name of a file; write the name of a module"
                    + (inFile.isEmpty() ? "" : " in it: " + String.join(", ", inFile));
        }
        String plain = plainName(name);
        Set<String> same = new TreeSet<>(modules);
        same.removeIf(m -> !plainName(m).equals(plain));
        return same.isEmpty()
                ? Problems.didYouMean(name, modules)
                : "did you mean " + String.join(" or ", same) + "?";
    }

    private static String plainName(String module) {
        return module.substring(module.lastIndexOf('.') + 1);
    }

    /** Returns the text of a property as a source, so that problems in it have positions. */
    public static Source source(NodeDefinition node, String property) {
        return new Source(
                node.place(property) + " (" + node.label() + "." + property + ")",
                node.text(property));
    }
}
