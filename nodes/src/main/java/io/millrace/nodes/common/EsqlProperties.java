package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.esql.EsqlModule;
import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.work.OutsideUnit;

import java.util.List;
import java.util.Set;

/** The properties of nodes that run ESQL, and how what they name is found. */
public final class EsqlProperties {

    public static final PropertyDescription DATA_SOURCE =
            PropertyDescription.optional(
                    "dataSource",
                    PropertyKind.DATA_SOURCE,
                    "",
                    "The data source that the program's database statements work on where they name"
                            + " none.");

    public static final PropertyDescription TRANSACTION =
            PropertyDescription.choice(
                    "transaction",
                    "automatic",
                    List.of("automatic", "commit"),
                    "automatic: database work is committed with the message's unit of work; commit:"
                            + " right after the node, whatever becomes of the message.");

    public static final PropertyDescription THROW_ERRORS =
            PropertyDescription.optional(
                    "throwExceptionOnDatabaseError",
                    PropertyKind.BOOLEAN,
                    "true",
                    "Whether an error that a database reports is an exception. If not, the program"
                            + " goes on behind the statement, and finds out by SQLCODE.");

    public static final PropertyDescription WARNINGS_ARE_ERRORS =
            PropertyDescription.optional(
                    "treatWarningsAsErrors",
                    PropertyKind.BOOLEAN,
                    "false",
                    "Whether a warning of a database is an error. An INSERT, UPDATE or DELETE that"
                            + " finds no row warns, with SQLCODE 100.");

    private EsqlProperties() {}

    /** Whether database work is committed right after the node. */
    public static boolean isSeparate(NodeDefinition node) {
        return node.text("transaction").equals("commit");
    }

    /**
     * What a node that runs a module may do that a rollback of its unit does not undo; null for
     * nothing.
     */
    public static OutsideUnit outsideUnit(NodeDefinition node, EsqlModule module) {
        return isSeparate(node)
                ? new OutsideUnit(
                        "commits database work right after the node (transaction commit)",
                        node.place("transaction"))
                : module.outsideUnit();
    }

    /** Checks that the data source exists, where one is given. */
    public static void useDataSource(NodeDefinition node, DeployContext context) {
        String name = node.text("dataSource");
        if (!name.isEmpty()) {
            context.useDataSource(name, node.place("dataSource"));
        }
    }

    /**
     * The module that a property names, checked to propagate to terminals and labels that exist
     * only.
     *
     * @param terminals the node's output terminals
     * @return null where a problem was added
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
            unknownModule(name, kind, place, context);
            return null;
        }
        checkTerminals(module, node, place, terminals, context);
        checkLabels(module, context);
        return module;
    }

    private static void checkTerminals(
            EsqlModule module,
            NodeDefinition node,
            Place place,
            Set<String> terminals,
            DeployContext context) {
        for (String terminal : module.terminals()) {
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
            } else if (!terminal.equals("nowhere") && !context.isConnected(node.name(), terminal)) {
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
                                        + ", to which nothing is connected",
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
     * Takes the form that existing flows have, {@code esql://routine/schema#Module.Main}, as well
     * as a plain name.
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
                            "CREATE FUNCTION Main() RETURNS BOOLEAN");
            return;
        }
        EsqlModule other = context.esql().module(name, null).orElse(null);
        String text =
                other == null
                        ? "there is no " + kind + " module " + name
                        : "module "
                                + name
                                + " is a "
                                + other.kind()
                                + " module; the node needs a "
                                + kind
                                + " module";
        String hint = other == null ? Problems.didYouMean(name, context.esql().modules(kind)) : "";
        context.problems().error(ErrorCode.UNKNOWN_MODULE, place, text, hint);
    }

    /** The property's text as a source of its own, so that problems in it have places. */
    public static Source source(NodeDefinition node, String property) {
        return new Source(
                node.place(property) + " (" + node.label() + "." + property + ")",
                node.text(property));
    }
}
