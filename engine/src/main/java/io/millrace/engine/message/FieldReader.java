package io.millrace.engine.message;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/**
 * A typed reader of the same fields of many messages, for Java code that decomposes records.
 *
 * <p>The reader is created once with the fields' paths. For each message, {@link #at} positions it
 * on a folder. The argument of each getter is the number of a path. If the body can locate the
 * field (a record with fixed lengths up to the field, or a row of delimited values), the field is
 * decoded from its bytes at each call, without creating any other object. Other fields are found in
 * the tree, with the same result.
 *
 * <p>Values are converted if the conversion loses nothing: a string of digits can be read as an
 * integer, and every value as a string. Only for one thread. The reader keeps a reference to the
 * last folder.
 */
public final class FieldReader {

    private static final int MAX_NUMBER = 400;

    private final NamePath[] paths;

    /** Types of the fields that are read from bytes, if the folder's bytes are known. */
    private final @Nullable ValueType[] types;

    /**
     * An array of nulls of the same length, for folders whose bytes are unknown, so that no field
     * is read from bytes.
     */
    private final @Nullable ValueType[] unreported;

    /** The array for the current folder: {@link #types} or {@link #unreported}. */
    private @Nullable ValueType[] reported;

    private @Nullable FieldBytes bytes;

    /** The folder of {@link #at}; null before the first call. */
    private @Nullable Element folder;

    private FieldReader(List<? extends NamePath> paths) {
        this.paths = paths.toArray(NamePath[]::new);
        this.types = new ValueType[paths.size()];
        this.unreported = new ValueType[paths.size()];
        this.reported = unreported;
    }

    /**
     * Returns a reader of fields in any namespace.
     *
     * @param paths paths of names from the top down, each with an optional index, from 1: {@code
     *     customer.name}, {@code lines[3].amount}
     * @throws IllegalArgumentException if a path is invalid
     */
    public static FieldReader of(String... paths) {
        return of(Arrays.stream(paths).map(Names::parse).toList());
    }

    /** Returns a reader of fields whose paths can specify a namespace, or names with dots. */
    public static FieldReader of(List<? extends NamePath> paths) {
        return new FieldReader(paths);
    }

    /**
     * Positions the reader on a folder, usually a body. The reader uses the current state of the
     * tree; this method must be called again after a change to the tree.
     *
     * @return this reader
     */
    public FieldReader at(Element turned) {
        folder = turned;
        reported = unreported;
        if (ChildSearch.answers(turned) && (bytes != null && bytes.turn(turned) || learn(turned))) {
            reported = types;
        }
        return this;
    }

    private boolean learn(Element turned) {
        Content content = turned.content();
        bytes = content == null ? null : content.fields(turned, List.of(paths));
        if (bytes == null || !bytes.turn(turned)) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            types[i] = bytes.type(i);
        }
        return true;
    }

    /**
     * Returns the value of a field.
     *
     * @param field number of the field's path, from 0
     * @return null if the field is missing or NULL
     * @throws IllegalStateException if {@link #at} was not called
     * @throws MillraceException if the message is damaged at the field
     */
    public @Nullable Value value(int field) {
        NamePath path = paths[field];
        Element at = folder;
        if (at == null) {
            throw new IllegalStateException(
                    "the reader has no folder; call at(folder) before the first value is read");
        }
        int last = path.length() - 1;
        for (int i = 0; i <= last && at != null; i++) {
            if (ChildSearch.answers(at)) {
                Value answer = ChildSearch.readDirect(at, path, i, path.index(last));
                if (isAnswer(answer)) {
                    return answer;
                }
            }
            at = at.child(path.namespace(i), path.name(i), path.index(i));
        }
        return at == null ? null : at.fieldValue();
    }

    /**
     * Whether a value is not {@link Content#UNANSWERED}. Values are compared by identity, because a
     * message can contain an equal value.
     */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isAnswer(@Nullable Value answer) {
        return answer != Content.UNANSWERED;
    }

    /** Returns the {@link #value} as a string; null if the field is missing or NULL. */
    public @Nullable String text(int field) {
        if (reported[field] == ValueType.CHARACTER && bytes != null && bytes.has(field)) {
            return bytes.text(field);
        }
        Value value = value(field);
        return value == null ? null : value.text();
    }

    /**
     * Returns the {@link #value} as an integer.
     *
     * @throws MillraceException with FIELD_VALUE if the field is missing, NULL, or not an integer
     *     of 64 bits
     */
    public long integer(int field) {
        return reported[field] == ValueType.INTEGER && bytes != null && bytes.has(field)
                ? bytes.integer(field)
                : found(field);
    }

    private long found(int field) {
        Value value = value(field);
        try {
            return value instanceof Value.IntegerValue(long whole)
                    ? whole
                    : decimal(value).longValueExact();
        } catch (ArithmeticException e) {
            throw unfit(field, value, "an integer of 64 bits");
        }
    }

    /**
     * Returns the {@link #value} as a floating-point number. A decimal number is converted to the
     * nearest floating-point number.
     *
     * @throws MillraceException with FIELD_VALUE if the field is missing, NULL, or not a number
     */
    public double real(int field) {
        if (reported[field] == ValueType.FLOAT && bytes != null && bytes.has(field)) {
            return bytes.real(field);
        }
        Value value = value(field);
        try {
            return value instanceof Value.FloatValue(double real)
                    ? real
                    : decimal(value).doubleValue();
        } catch (ArithmeticException e) {
            throw unfit(field, value, "a number");
        }
    }

    /**
     * Returns the {@link #value} as a decimal number. A floating-point number is converted to the
     * shortest decimal number that represents it.
     *
     * @throws MillraceException with FIELD_VALUE if the field is missing, NULL, or not a finite
     *     number
     */
    public BigDecimal decimal(int field) {
        Value value = value(field);
        try {
            return decimal(value);
        } catch (ArithmeticException e) {
            throw unfit(field, value, "a finite number");
        }
    }

    /**
     * Converts a value to a decimal number. Throws ArithmeticException for a string that is not a
     * number and for other values that are not numbers.
     */
    private static BigDecimal decimal(@Nullable Value value) {
        try {
            return switch (value) {
                case Value.IntegerValue(long number) -> BigDecimal.valueOf(number);
                case Value.DecimalValue(BigDecimal number) -> number;
                case Value.FloatValue(double number) -> BigDecimal.valueOf(number);
                case Value.CharacterValue(String text) when text.length() <= MAX_NUMBER ->
                        new BigDecimal(text.strip());
                case null, default -> throw new ArithmeticException();
            };
        } catch (NumberFormatException e) {
            throw new ArithmeticException();
        }
    }

    private MillraceException unfit(int field, @Nullable Value value, String expected) {
        String found = value == null ? "no value" : value.type() + " '" + value.text() + "'";
        String path = named(paths[field]);
        String parent = folder == null ? "" : folder.name();
        return MillraceException.of(
                        ErrorCode.FIELD_VALUE,
                        path + " of " + parent + ": expected " + expected + ", found " + found)
                .type(ExceptionType.PARSER)
                .inserts(Insert.of(path), Insert.of(expected), Insert.of(found))
                .build();
    }

    private static String named(NamePath path) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            out.append(i == 0 ? "" : ".").append(path.name(i) == null ? "*" : path.name(i));
            out.append(path.index(i) == 1 ? "" : "[" + path.index(i) + "]");
        }
        return out.toString();
    }

    /** A path in text form. */
    private static final class Names implements NamePath {
        private final String[] names;
        private final long[] indexes;
        private @Nullable Object place;

        private Names(String[] names, long[] indexes) {
            this.names = names;
            this.indexes = indexes;
        }

        static Names parse(String path) {
            String[] steps = path.split("\\.", -1);
            long[] indexes = new long[steps.length];
            for (int i = 0; i < steps.length; i++) {
                String step = steps[i];
                if (!step.matches("[^\\[\\]]+(\\[0*[1-9][0-9]{0,8}\\])?")) {
                    throw new IllegalArgumentException(
                            "'%s' must be a path of names (found '%s', expected NAME or NAME[n])"
                                    .formatted(path, step));
                }
                int bracket = step.indexOf('[');
                indexes[i] =
                        bracket < 0
                                ? 1
                                : Long.parseLong(step.substring(bracket + 1, step.length() - 1));
                steps[i] = (bracket < 0 ? step : step.substring(0, bracket)).intern();
            }
            return new Names(steps, indexes);
        }

        @Override
        public int length() {
            return names.length;
        }

        @Override
        public @Nullable String namespace(int step) {
            return null;
        }

        @Override
        public String name(int step) {
            return names[step];
        }

        @Override
        public long index(int step) {
            return indexes[step];
        }

        @Override
        public @Nullable Object remembered() {
            return place;
        }

        @Override
        public void remember(Object known) {
            place = known;
        }
    }
}
