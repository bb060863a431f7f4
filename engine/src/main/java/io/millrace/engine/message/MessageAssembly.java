package io.millrace.engine.message;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * What travels through a flow: four trees.
 *
 * <p>The assembly itself never changes; a node that gives other trees downstream makes another
 * assembly. {@code root}, {@code localEnvironment} and {@code exceptionList} are therefore as they
 * were when control comes back to a node; {@code environment} is one tree for the whole pass of a
 * message through the flow, and every node sees what any other wrote into it.
 *
 * @param root the message: Properties, headers, body, in this order
 * @param localEnvironment destinations and scratch values of this path; ESQL's DestinationList is
 *     the same tree
 * @param environment scratch values of the whole pass
 * @param exceptionList empty, or one child: the outermost exception
 */
public record MessageAssembly(
        Element root, Element localEnvironment, Element environment, Element exceptionList) {

    public static final String ROOT = "Root";
    public static final String LOCAL_ENVIRONMENT = "LocalEnvironment";
    public static final String ENVIRONMENT = "Environment";
    public static final String EXCEPTION_LIST = "ExceptionList";

    /** The folder below Root that holds the fields of the {@link Mqmd}. */
    public static final String DESCRIPTOR = "MQMD";

    public MessageAssembly {
        Objects.requireNonNull(root);
        Objects.requireNonNull(localEnvironment);
        Objects.requireNonNull(environment);
        Objects.requireNonNull(exceptionList);
    }

    /** A message that enters a flow: the other trees are empty. */
    public static MessageAssembly of(Element root) {
        return new MessageAssembly(
                root,
                emptyTree(LOCAL_ENVIRONMENT),
                emptyTree(ENVIRONMENT),
                emptyTree(EXCEPTION_LIST));
    }

    /** The top of a tree without children. */
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

    /** Gives the tops of the four trees. */
    public void forEachTree(Consumer<Element> action) {
        action.accept(root);
        action.accept(localEnvironment);
        action.accept(environment);
        action.accept(exceptionList);
    }

    /**
     * The body: the last child of the root, unless that is Properties or missing; null for none.
     */
    public Element body() {
        Element last = root.lastChild();
        return last == null || last.isNamed("Properties") ? null : last;
    }
}
