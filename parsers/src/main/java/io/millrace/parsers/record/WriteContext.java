package io.millrace.parsers.record;

import static io.millrace.engine.error.ErrorCode.WRITE_CHARACTER;
import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.parsers.record.RecordTypes.DOMAIN;

import io.millrace.engine.error.ExceptionType;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Choice;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.parser.ParseErrors;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.MissingElements;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Common state of the writers of record formats: the current position in the tree, values of
 * missing fields, and errors. A context is used for one message, by one thread.
 */
public final class WriteContext {

    private final Wire wire;

    /** The names of the folders that are being written. */
    private final ArrayDeque<String> path = new ArrayDeque<>();

    /** The folder that is being written; null if the tree does not contain it. */
    private Element folder;

    private FolderNames layout;

    public WriteContext(Wire wire) {
        this.wire = wire;
    }

    public void enter(String folder) {
        path.add(folder);
    }

    public void leave() {
        path.removeLast();
    }

    /** Returns the number of folders that are being written. */
    public int depth() {
        return path.size();
    }

    /** Leaves folders until only a given number of folders is being written. */
    public void leaveTo(int depth) {
        while (path.size() > depth) {
            leave();
        }
    }

    /** Returns the folder that is being written; null if the tree does not contain it. */
    public Element folder() {
        return folder;
    }

    /** Returns the layout of the folder that is being written. */
    public FolderNames layout() {
        return layout;
    }

    /** Sets the folder that is being written and its layout. */
    public void folder(Element written, FolderNames names) {
        folder = written;
        layout = names;
    }

    /** Limits the number of folders that are being written. */
    public void checkDepth(ByteSink out, Limits limits) {
        if (path.size() > limits.treeDepth()) {
            throw ParseErrors.limit(
                    DOMAIN, out.length(), "more than " + limits.treeDepth() + " levels");
        }
    }

    /** Limits the number of bytes that are written. */
    public void checkSize(ByteSink out, Limits limits) {
        if (out.length() > limits.messageBytes()) {
            throw ParseErrors.limit(
                    DOMAIN,
                    out.length(),
                    "the message that is written has more than "
                            + limits.messageBytes()
                            + " bytes");
        }
    }

    // Errors

    /**
     * Returns the exception for a value that cannot be written.
     *
     * @param name name of an element of the current folder; empty for the folder
     */
    public MillraceException unwritable(String name, String text) {
        var names = new ArrayList<String>(path);
        if (!name.isEmpty()) {
            names.add(name);
        }
        return ParseErrors.unwritable(String.join(".", names), text);
    }

    /** Returns the exception for a value that does not fit its field. */
    public MillraceException unencodable(String name, FieldException e) {
        MillraceException unwritable = unwritable(name, "expected " + e.getMessage());
        return e.isCharacter()
                ? MillraceException.of(WRITE_CHARACTER, unwritable.getMessage())
                        .type(ExceptionType.PARSER)
                        .inserts(Insert.of(name), Insert.of(wire.text().charset().name()))
                        .build()
                : unwritable;
    }

    /**
     * Returns the exception for an element that the model does not permit.
     *
     * @param names names of the elements that the model permits
     */
    public MillraceException unexpected(Element rest, List<String> names) {
        Element inner = rest.firstChild();
        if (!names.contains(rest.name()) && inner != null && names.contains(inner.name())) {
            return unwritable(
                    rest.name(),
                    """
                    the model has no such folder here; its fields must be one level higher: \
                    write %s.%s\
                    """
                            .formatted(String.join(".", path), inner.name()));
        }
        if (names.contains(rest.name())) {
            return unwritable(
                    rest.name(),
                    """
                    it occurs more often than the model or its count field permits; a missing \
                    count field is computed\
                    """);
        }
        String near = didYouMean(rest.name(), names);
        return unwritable(
                rest.name(),
                "the model does not permit this element here"
                        + (near.isEmpty()
                                ? "; expected one of " + String.join(", ", names)
                                : "; " + near));
    }

    /**
     * Returns the exception for a required element that is missing. If the folder has an element
     * that the model does not permit, this element is reported instead, because its name or its
     * place is probably wrong.
     */
    private MillraceException absent(String name) {
        List<String> names = layout == null ? List.of() : layout.elementNames();
        Element child = folder == null || names.isEmpty() ? null : folder.firstChild();
        while (child != null && names.contains(child.name())) {
            child = child.next();
        }
        return child == null
                ? unwritable(name, "the tree has no value for it, and the model has no default")
                : unexpected(child, names);
    }

    /** Returns the exception for a count that exceeds the occurrences in the tree. */
    public MillraceException tooFew(String name, String counter, long specified, int found) {
        return unwritable(
                name,
                "the tree has a count of %d, but the count field %s is %d; a missing count is computed"
                        .formatted(found, counter, specified));
    }

    /**
     * Returns the exception for an unresolved choice that cannot be written because it has been
     * changed.
     */
    public MillraceException unresolved(String branches) {
        return unwritable(
                "",
                "a choice of "
                        + branches
                        + " is not resolved, so its bytes cannot be converted; "
                        + Choice.remedies(branches.replaceFirst(",.*", "")));
    }

    // Values

    /**
     * Returns the value to write for a field that is missing in the tree.
     *
     * @param preset default value; null if there is none
     * @param hasNull whether the field has a representation of NULL
     * @param nullable whether the model permits NULL
     * @param optional whether the field can be missing
     * @return null for NULL
     */
    public Value missing(
            String name,
            BaseType type,
            Value preset,
            boolean hasNull,
            boolean nullable,
            boolean optional,
            MissingElements policy) {
        boolean nullFirst = hasNull && nullable && policy == MissingElements.NULL;
        if (preset != null && !nullFirst) {
            return preset;
        }
        if (hasNull) {
            return null;
        }
        Value nothing =
                switch (type.kind()) {
                    case TEXT -> Value.of("");
                    case TRUTH -> Value.of(false);
                    case NUMBER, FLOATING -> Value.of(0);
                    case BINARY -> Value.of(Bytes.EMPTY);
                    case DATETIME -> null;
                };
        if (!optional || nothing == null) {
            throw absent(name);
        }
        return nothing;
    }

    /**
     * Returns the value of a field that contains the length or count of other elements; 0 if the
     * value is missing.
     */
    public long number(String name, Value value) {
        try {
            return switch (value) {
                case IntegerValue(long number) -> number;
                case DecimalValue(var number) -> number.longValueExact();
                case CharacterValue(String text) -> Long.parseLong(text.strip());
                case null, default -> 0;
            };
        } catch (ArithmeticException | NumberFormatException e) {
            throw unwritable(name, "found " + value.text() + ", expected a whole number");
        }
    }

    /**
     * Checks and returns a number of occurrences that a message specifies.
     *
     * @param most maximum number of occurrences
     */
    public int checkCount(String name, long specified, long most) {
        if (specified < 0 || specified > most) {
            throw unwritable(
                    name,
                    "cannot occur " + specified + " times, as its count field " + "specifies");
        }
        return (int) specified;
    }

    /**
     * Checks and returns a length that a message specifies.
     *
     * @param most maximum length of a field
     */
    public int length(String name, long specified, long most) {
        if (specified < 0 || specified > most) {
            throw unwritable(
                    name,
                    "cannot have the length " + specified + ", which another field specifies");
        }
        return (int) specified;
    }

    /** Writes a length into the one or two bytes that are reserved before a value. */
    public void prefix(String name, ByteSink out, int at, int bytes, long length) {
        if (length >= 1 << 8 * bytes) {
            throw unwritable(
                    name,
                    "has the length " + length + ", which " + bytes + " bytes cannot express");
        }
        int low = (int) length;
        if (bytes == 1) {
            out.set(at, low);
        } else {
            out.set(at, wire.integersReversed() ? low : low >> 8);
            out.set(at + 1, wire.integersReversed() ? low >> 8 : low);
        }
    }

    /** Rejects a value that contains X'00', which would end the value. */
    public void checkTerminated(String name, Value value) {
        if (value != null && value.text().indexOf(0) >= 0) {
            throw unwritable(name, "contains X'00', which would end it");
        }
    }

    /** Writes the character X'00', which ends a string. */
    public void terminate(ByteSink out) {
        for (int i = 0; i < wire.text().unit(); i++) {
            out.write(0);
        }
    }
}
