package io.millrace.nodes.transformation;

import io.millrace.engine.esql.Correlation;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Terminal;
import io.millrace.nodes.common.EsqlCall;
import io.millrace.nodes.common.HeaderOrder;

import java.util.function.Consumer;

/** One execution of a COMPUTE module, with its output trees and their propagation. */
final class ComputeCall extends EsqlCall {

    private final ComputeMode mode;
    private final ComputeTerminals terminals;
    private Element root;
    private Element localEnvironment;
    private Element exceptionList;

    ComputeCall(
            Surroundings surroundings,
            MessageAssembly input,
            ComputeMode mode,
            ComputeTerminals terminals) {
        super(surroundings, input);
        this.mode = mode;
        this.terminals = terminals;
        empty();
    }

    private void empty() {
        root = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        localEnvironment = MessageAssembly.emptyTree(MessageAssembly.LOCAL_ENVIRONMENT);
        exceptionList = MessageAssembly.emptyTree(MessageAssembly.EXCEPTION_LIST);
    }

    @Override
    public Element tree(Correlation correlation) {
        return switch (correlation) {
            case OUTPUT_ROOT -> root;
            case OUTPUT_LOCAL_ENVIRONMENT -> localEnvironment;
            case OUTPUT_EXCEPTION_LIST -> exceptionList;
            default -> super.tree(correlation);
        };
    }

    @Override
    public void forEachTree(Consumer<Element> action) {
        super.forEachTree(action);
        action.accept(root);
        action.accept(localEnvironment);
        action.accept(exceptionList);
    }

    /** Propagates the output trees after Main has returned TRUE. */
    void out() {
        Terminal out = terminals.out();
        if (out.isWired()) {
            tidy(mode);
        }
        out.propagate(assembly(mode, false));
    }

    @Override
    public void propagate(Propagation statement) {
        ComputeMode trees =
                statement.asMode()
                        ? mode
                        : new ComputeMode(
                                statement.message(),
                                statement.environment(),
                                statement.exception());
        if (!statement.terminal().equals("nowhere")) {
            Terminal target = terminals.of(statement);
            if (statement.tidyHeaders()) {
                tidy(trees);
            }
            target.propagate(assembly(trees, !statement.delete()));
        }
        if (statement.delete()) {
            empty();
        }
    }

    private void tidy(ComputeMode trees) {
        if (trees.message()) {
            HeaderOrder.tidy(root, parsers());
        }
    }

    /**
     * Returns the trees to propagate.
     *
     * @param kept whether the program still uses its output trees; nodes downstream must then not
     *     change them
     */
    private MessageAssembly assembly(ComputeMode trees, boolean kept) {
        if (trees.message()) {
            terminals.validate(root);
        }
        return new MessageAssembly(
                trees.message() ? given(root, kept) : input().root(),
                trees.environment() ? given(localEnvironment, kept) : input().localEnvironment(),
                input().environment(),
                trees.exception() ? given(exceptionList, kept) : input().exceptionList());
    }

    private static Element given(Element tree, boolean kept) {
        return kept ? tree.copy() : tree;
    }
}
