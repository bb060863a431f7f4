package io.millrace.engine.error;

import java.util.List;
import java.util.Objects;

/**
 * What went wrong while a message ran, or while the broker did something that is not a check of
 * files.
 *
 * <p>Exceptions nest as an ExceptionList does: a node that lets one pass wraps it in one of its
 * own, so that the chain of causes leads from the outermost node to the root cause. They carry no
 * stack trace unless the system property {@code millrace.stacktraces} is true or the type is FATAL:
 * their code, place and inserts say more to a flow author, and bad messages must be cheap to
 * refuse.
 *
 * <p>The message is one line that can be printed ({@link PrintableText}); inserts are the values as
 * they are.
 */
public class MillraceException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final boolean STACK_TRACES = Boolean.getBoolean("millrace.stacktraces");

    private final ErrorCode code;
    private final ExceptionType type;
    private final transient List<Insert> inserts;
    private final transient Place place;
    private final String nodeType;
    private final String node;
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
        this.catalog = builder.catalog;
        this.number = builder.number;
        this.severity = builder.severity;
        this.causes = builder.cause instanceof MillraceException inner ? inner.causes + 1 : 0;
    }

    /** A recoverable error with a text and inserts. */
    public MillraceException(ErrorCode code, String text, Insert... inserts) {
        this(of(code, text).inserts(inserts));
    }

    /** A recoverable error with a cause. */
    public MillraceException(ErrorCode code, String text, Throwable cause) {
        this(of(code, text).cause(cause));
    }

    /** Begins an exception that needs more than a text. */
    public static Builder of(ErrorCode code, String text) {
        return new Builder(code, text);
    }

    /**
     * Says of any throwable what a person needs to know; those that are not Millrace's become
     * INTERNAL.
     */
    public static MillraceException from(Throwable thrown) {
        if (thrown instanceof MillraceException known) {
            return known;
        }
        if (thrown instanceof StackOverflowError) {
            return of(
                            ErrorCode.PROPAGATION_DEPTH,
                            "the flow or program nests deeper than the thread's stack allows")
                    .build();
        }
        String text = thrown.getMessage() == null ? thrown.getClass().getName() : thrown.toString();
        return of(ErrorCode.INTERNAL, text).type(ExceptionType.FATAL).cause(thrown).build();
    }

    public ErrorCode code() {
        return code;
    }

    public ExceptionType type() {
        return type;
    }

    /** The values involved, in the order of the text; never null. */
    public List<Insert> inserts() {
        return inserts;
    }

    /** Where in a source the error lies, or null where it has no place in a text. */
    public Place place() {
        return place;
    }

    /**
     * The type of the node that raised or passed it, for example {@code ComputeNode}; null below
     * the nodes.
     */
    public String nodeType() {
        return nodeType;
    }

    /** {@code flow.node}; null below the nodes. */
    public String node() {
        return node;
    }

    /** The message catalog: {@code Millrace}, or what an ESQL THROW or a Throw node said. */
    public String catalog() {
        return catalog;
    }

    /**
     * The message number in the catalog: that of the code, or what an ESQL THROW or a Throw node
     * said.
     */
    public int number() {
        return number;
    }

    /** 1 fatal, 2 warning, 3 error, as ExceptionLists carry it; what an ESQL THROW said, or 3. */
    public int severity() {
        return severity;
    }

    /** How many exceptions of Millrace's this one wraps. */
    public int causes() {
        return causes;
    }

    /**
     * The innermost exception of the chain that is Millrace's: the root cause as a flow author sees
     * it.
     */
    public MillraceException root() {
        MillraceException root = this;
        while (root.getCause() instanceof MillraceException inner && inner != root) {
            root = inner;
        }
        return root;
    }

    /** Fills an exception. */
    public static final class Builder {
        private final ErrorCode code;
        private final String text;
        private ExceptionType type = ExceptionType.RECOVERABLE;
        private List<Insert> inserts = List.of();
        private Place place;
        private Throwable cause;
        private String nodeType;
        private String node;
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

        public Builder cause(Throwable value) {
            this.cause = value;
            return this;
        }

        public Builder node(String typeName, String label) {
            this.nodeType = typeName;
            this.node = label;
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
