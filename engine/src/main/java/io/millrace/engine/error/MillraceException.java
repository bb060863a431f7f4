package io.millrace.engine.error;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/**
 * An error of a message or of a broker operation. Errors of file checks are {@link Problem}s.
 *
 * <p>Exceptions are nested as in an ExceptionList. Each node wraps an exception before it passes it
 * on, so the chain of causes leads from the outermost node to the root cause. An exception has a
 * stack trace only if its type is FATAL or the system property {@code millrace.stacktraces} is
 * true. Code, position and inserts are more useful to a flow author, and the rejection of invalid
 * messages must be cheap.
 *
 * <p>The message is one printable line ({@link PrintableText}); inserts are the original values.
 */
public class MillraceException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final boolean STACK_TRACES = Boolean.getBoolean("millrace.stacktraces");

    private final ErrorCode code;
    private final ExceptionType type;
    private final transient List<Insert> inserts;
    private final transient @Nullable Place place;
    private final @Nullable String nodeType;
    private final @Nullable String node;
    private final @Nullable String nodeName;
    private final String catalog;
    private final int number;
    private final int severity;
    private final int causes;

    protected MillraceException(Builder builder) {
        super(
                PrintableText.line(builder.text),
                builder.cause,
                true,
                STACK_TRACES || builder.type == ExceptionType.FATAL);
        this.code = builder.code;
        this.type = builder.type;
        this.inserts = List.copyOf(builder.inserts);
        this.place = builder.place;
        this.nodeType = builder.nodeType;
        this.node = builder.node;
        this.nodeName = builder.nodeName;
        this.catalog = builder.catalog;
        this.number = builder.number;
        this.severity = builder.severity;
        this.causes = builder.cause instanceof MillraceException inner ? inner.causes + 1 : 0;
    }

    /** Creates a recoverable error with a message text and inserts. */
    public MillraceException(ErrorCode code, String text, Insert... inserts) {
        this(of(code, text).inserts(inserts));
    }

    /** Creates a recoverable error with a cause. */
    public MillraceException(ErrorCode code, String text, @Nullable Throwable cause) {
        this(of(code, text).cause(cause));
    }

    /** Returns a builder for an exception with further properties. */
    public static Builder of(ErrorCode code, String text) {
        return new Builder(code, text);
    }

    /**
     * Converts any throwable. A failure of the file system is converted to FILE_UNREADABLE. Any
     * other throwable that is not from Millrace is converted to EXTENSION_FAILED if it comes from
     * the code of a jar in a lib folder, otherwise to INTERNAL.
     */
    public static MillraceException from(Throwable thrown) {
        if (thrown instanceof MillraceException known) {
            return known;
        }
        if (thrown instanceof StackOverflowError) {
            return of(
                            ErrorCode.PROPAGATION_DEPTH,
                            "the flow or program is nested too deeply for the stack of the thread")
                    .build();
        }
        if (thrown instanceof OutOfMemoryError) {
            return of(
                            ErrorCode.ESQL_MEMORY,
                            "the heap of "
                                    + (Runtime.getRuntime().maxMemory() >> 20)
                                    + " MB is exhausted; make it larger (MILLRACE_OPTS=-Xmx...)")
                    .cause(thrown)
                    .build();
        }
        MillraceException ofFile = FileErrors.from(thrown);
        if (ofFile != null) {
            return ofFile;
        }
        if (ExtensionCode.frame(thrown).isPresent()) {
            return ExtensionCode.failed("the code of a jar in a lib folder", thrown);
        }
        String text = thrown.getMessage() == null ? thrown.getClass().getName() : thrown.toString();
        return of(ErrorCode.INTERNAL, text).type(ExceptionType.FATAL).cause(thrown).build();
    }

    /** Returns the text. */
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    public ErrorCode code() {
        return code;
    }

    public ExceptionType type() {
        return type;
    }

    /** Returns the inserts in the order of the text. */
    public List<Insert> inserts() {
        return inserts;
    }

    /** Returns the position of the error in a source. */
    public @Nullable Place place() {
        return place;
    }

    /**
     * Returns the type of the node that raised the error or passed it on, for example {@code
     * ComputeNode}; null outside nodes.
     */
    public @Nullable String nodeType() {
        return nodeType;
    }

    /** Returns the name of the node in the form {@code flow.node}; null outside nodes. */
    public @Nullable String node() {
        return node;
    }

    /** Returns the node name without the flow name; null outside nodes. */
    public @Nullable String nodeName() {
        return nodeName;
    }

    /**
     * Returns the message catalog: {@code Millrace}, or the catalog of an ESQL THROW or a Throw
     * node.
     */
    public String catalog() {
        return catalog;
    }

    /** Returns the message number: the number of the code, or of an ESQL THROW or a Throw node. */
    public int number() {
        return number;
    }

    /**
     * Returns the severity in ExceptionLists: 1 fatal, 2 warning, 3 error. The default is 3; an
     * ESQL THROW can set another severity.
     */
    public int severity() {
        return severity;
    }

    /** Returns the number of Millrace exceptions that this exception wraps. */
    public int causes() {
        return causes;
    }

    /**
     * Returns the innermost Millrace exception of the chain, which is the root cause for a flow
     * author.
     */
    public MillraceException root() {
        MillraceException root = this;
        while (root.getCause() instanceof MillraceException inner && inner != root) {
            root = inner;
        }
        return root;
    }

    /**
     * Returns a builder with another text. The builder has all other properties of this exception
     * except the inserts and the cause.
     */
    public Builder toBuilder(String text) {
        Builder builder = of(code, text).type(type).catalog(catalog, number).severity(severity);
        builder.place = place;
        builder.nodeType = nodeType;
        builder.node = node;
        builder.nodeName = nodeName;
        return builder;
    }

    /** A builder of exceptions. */
    public static final class Builder {
        private final ErrorCode code;
        private final String text;
        private ExceptionType type = ExceptionType.RECOVERABLE;
        private List<Insert> inserts = List.of();
        private @Nullable Place place;
        private @Nullable Throwable cause;
        private @Nullable String nodeType;
        private @Nullable String node;
        private @Nullable String nodeName;
        private String catalog = "Millrace";
        private int number;
        private int severity = 3;

        private Builder(ErrorCode code, String text) {
            this.code = Objects.requireNonNull(code);
            this.text = Objects.requireNonNull(text);
            this.number = code.number();
        }

        public Builder type(ExceptionType value) {
            this.type = value;
            return this;
        }

        public Builder inserts(Insert... values) {
            this.inserts = List.of(values);
            return this;
        }

        public Builder inserts(List<Insert> values) {
            this.inserts = values;
            return this;
        }

        public Builder place(Place value) {
            this.place = value;
            return this;
        }

        public Builder cause(@Nullable Throwable value) {
            this.cause = value;
            return this;
        }

        /**
         * Sets the node.
         *
         * @param label name of the node in the form {@code flow.node}; names can contain dots
         * @param name name of the node
         */
        public Builder node(String typeName, String label, String name) {
            this.nodeType = typeName;
            this.node = label;
            this.nodeName = name;
            return this;
        }

        public Builder catalog(String name, int messageNumber) {
            this.catalog = name;
            this.number = messageNumber;
            return this;
        }

        public Builder severity(int value) {
            this.severity = value;
            return this;
        }

        public MillraceException build() {
            return new MillraceException(this);
        }
    }
}
