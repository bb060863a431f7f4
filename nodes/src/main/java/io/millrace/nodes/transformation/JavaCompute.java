package io.millrace.nodes.transformation;

import io.millrace.engine.error.DownstreamException;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.JavaCode;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.DescribedNode;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;

/** A node that runs a Java class of the application (IIB: "JavaCompute node"). */
public final class JavaCompute extends DescribedNode {

    public JavaCompute() {
        super(
                """
                JavaCompute, Transformation, immediate
                Runs a Java class that implements io.millrace.engine.node.JavaCode. The class
                propagates messages to out and alternate. A rollback does not undo what the
                class does outside the message.

                in: Input message.
                out failure
                out out: Messages that the class propagates to out.
                out alternate: Messages that the class propagates to alternate.
                javaClass [required TEXT]: Name of the class with its package. It is in a jar in
                  the folder lib of the application or of the home.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String name = node.text("javaClass").strip();
        Class<?> found = context.javaClass(name, node.place("javaClass"));
        if (found == null) {
            return null;
        }
        Constructor<? extends JavaCode> constructor = constructor(found);
        if (constructor == null) {
            context.problems()
                    .error(
                            ErrorCode.UNUSABLE_CLASS,
                            node.place("javaClass"),
                            "the class "
                                    + name
                                    + " must be public, implement "
                                    + JavaCode.class.getName()
                                    + " and have a public constructor without parameters",
                            "correct the class, or write the name of another");
            return null;
        }
        return NodePlan.of(
                c -> new Running(c, created(constructor)),
                new OutsideUnit("runs Java code, whose effects a rollback does not undo", null));
    }

    /** Returns the constructor of a class; null if a node cannot use the class. */
    private static Constructor<? extends JavaCode> constructor(Class<?> type) {
        boolean usable =
                JavaCode.class.isAssignableFrom(type)
                        && Modifier.isPublic(type.getModifiers())
                        && !Modifier.isAbstract(type.getModifiers());
        try {
            return usable ? type.asSubclass(JavaCode.class).getConstructor() : null;
        } catch (NoSuchMethodException | LinkageError e) {
            return null;
        }
    }

    private static JavaCode created(Constructor<? extends JavaCode> constructor) {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw MillraceException.from(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the class was checked at deployment", e);
        }
    }

    /** The node of one instance. It can be entered again while it propagates. */
    private static final class Running implements Node, JavaCode.Outputs {
        private final NodeContext context;
        private final JavaCode code;
        private final Terminal out;
        private final Terminal alternate;

        /** Exception of a node after this node; null if none was thrown. */
        private DownstreamException downstream;

        Running(NodeContext context, JavaCode code) {
            this.context = context;
            this.code = code;
            out = context.terminal("out");
            alternate = context.terminal("alternate");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            DownstreamException outer = downstream;
            downstream = null;
            try {
                run(message);
            } finally {
                downstream = outer;
            }
        }

        private void run(MessageAssembly message) {
            try {
                code.evaluate(message, this);
            } catch (RuntimeException e) {
                throw downstream == null ? e : downstream;
            } catch (Exception e) {
                throw downstream == null ? MillraceException.from(e) : downstream;
            }
            if (downstream != null) {
                throw downstream;
            }
        }

        @Override
        public void out(MessageAssembly message) {
            propagate(out, message);
        }

        @Override
        public void alternate(MessageAssembly message) {
            propagate(alternate, message);
        }

        private void propagate(Terminal terminal, MessageAssembly message) {
            if (downstream != null) {
                throw downstream;
            }
            try {
                terminal.propagate(message);
            } catch (DownstreamException e) {
                downstream = e;
                throw e;
            }
        }

        @Override
        public void note(String text) {
            context.note(text);
        }

        @Override
        public void close() {
            code.close();
        }
    }
}
