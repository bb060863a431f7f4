package io.millrace.engine.message;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * The four trees that travel through a flow.
 *
 * <p>The assembly is immutable; a node that sends other trees downstream creates another assembly.
 * When control returns to a node, {@code root}, {@code localEnvironment} and {@code exceptionList}
 * are therefore unchanged. {@code environment} is one tree for the whole pass of a message through
 * the flow. All nodes share changes of the environment.
 *
 * @param root message: Properties, headers and body, in this order
 * @param localEnvironment destinations and scratch values of this path; ESQL's DestinationList is
 *     the same tree
 * @param environment scratch values of the whole pass
 * @param exceptionList tree without children, or with the outermost exception as its only child
 */
public record MessageAssembly(
        Element root, Element localEnvironment, Element environment, Element exceptionList) {

    public static final String ROOT = "Root";
    public static final String LOCAL_ENVIRONMENT = "LocalEnvironment";
    public static final String ENVIRONMENT = "Environment";
    public static final String EXCEPTION_LIST = "ExceptionList";

    /** Name of the folder below Root that contains the fields of the {@link Mqmd}. */
    public static final String DESCRIPTOR = "MQMD";

    public MessageAssembly {
        Objects.requireNonNull(root);
        Objects.requireNonNull(localEnvironment);
        Objects.requireNonNull(environment);
        Objects.requireNonNull(exceptionList);
    }

    /** Returns the assembly of a message that enters a flow. The other trees are empty. */
    public static MessageAssembly of(Element root) {
        return of(root, emptyTree(LOCAL_ENVIRONMENT));
    }

    /** Returns the assembly of a message that enters a flow with a LocalEnvironment. */
    public static MessageAssembly of(Element root, Element localEnvironment) {
        return new MessageAssembly(
                root, localEnvironment, emptyTree(ENVIRONMENT), emptyTree(EXCEPTION_LIST));
    }

    /** Returns the top of a tree without children. */
    public static Element emptyTree(String name) {
        return Element.of(ElementType.NAME, name);
    }

    public MessageAssembly withRoot(Element other) {
        return new MessageAssembly(other, localEnvironment, environment, exceptionList);
    }

    public MessageAssembly withLocalEnvironment(Element other) {
        return new MessageAssembly(root, other, environment, exceptionList);
    }

    public MessageAssembly withExceptionList(Element other) {
        return new MessageAssembly(root, localEnvironment, environment, other);
    }

    /** Passes the tops of the four trees to an action. */
    public void forEachTree(Consumer<Element> action) {
        action.accept(root);
        action.accept(localEnvironment);
        action.accept(environment);
        action.accept(exceptionList);
    }

    /**
     * Returns the body: the last child of the root. Returns null if the root has no children or the
     * last child is Properties.
     */
    public @Nullable Element body() {
        Element last = root.lastChild();
        return last == null || last.isNamed("Properties") ? null : last;
    }
}
