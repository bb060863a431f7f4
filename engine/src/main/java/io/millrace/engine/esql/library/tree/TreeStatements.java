package io.millrace.engine.esql.library.tree;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.WriteOptions;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * The statements that change the structure of a tree. A null element represents a missing field.
 */
public final class TreeStatements {

    private static final int NATIVE_ENCODING = 273;

    private TreeStatements() {}

    /**
     * Deletes a field. Null is ignored. The top of a tree remains, but its value and all its
     * children are deleted.
     */
    public static void delete(@Nullable Element field) {
        if (field == null) {
            return;
        }
        if (field.parent() == null) {
            field.clear();
            field.value(null);
        } else {
            field.remove();
        }
    }

    /**
     * Deletes the parent, child or sibling of a field in the given direction, if such an element
     * exists.
     */
    public static void deleteAt(Element field, Direction where) {
        delete(FieldNavigation.find(field, where, null));
    }

    /**
     * Creates an element in a direction from another element.
     *
     * @param identity type and names of the element; null if omitted
     * @param domain name of the domain; null if omitted
     */
    public static @Nullable Element create(
            Direction where,
            @Nullable Element at,
            @Nullable PathStep identity,
            @Nullable Value domain,
            ParserRegistry parsers) {
        if (at == null) {
            return null;
        }
        Element made = identity == null ? Element.of(ElementType.NAME, "") : identity.create();
        FieldIdentity.setDomain(made, domain, parsers);
        if (made.domain() != null && made.name().isEmpty()) {
            made.name(made.domain());
        }
        place(made, at, where);
        FieldAccess.begin(made, parsers);
        return made;
    }

    /**
     * Returns the field at the end of a path, which an element repeats. A path from a reference
     * without a target is ignored, as in other statements.
     *
     * @param start start of the path; null if the reference has no target
     * @throws io.millrace.engine.error.MillraceException with ESQL_FIELD if the field is missing
     */
    public static @Nullable Element neighbour(@Nullable Element field, @Nullable Element start) {
        if (field == null && start != null) {
            throw EsqlErrors.field(
                    """
                    the field to repeat is missing; create it first, or specify the name of the \
                    new field instead of REPEAT\
                    """);
        }
        return field;
    }

    /** Creates an element with the type and names of the element next to which it is created. */
    public static @Nullable Element createLike(Direction where, @Nullable Element at) {
        if (at == null) {
            return null;
        }
        Element made = Element.of(at.type(), at.namespace(), at.name(), null);
        place(made, at, where);
        return made;
    }

    private static void place(Element made, Element at, Direction where) {
        if (where.isSibling() && at.parent() == null) {
            throw EsqlErrors.field(
                    "the top of a tree, " + at.name() + ", cannot have siblings", at.name());
        }
        switch (where) {
            case FIRSTCHILD -> at.addFirst(made);
            case LASTCHILD -> at.addLast(made);
            case PREVIOUSSIBLING -> at.addBefore(made);
            case NEXTSIBLING -> at.addAfter(made);
            case PARENT ->
                    throw EsqlErrors.field(
                            "a parent cannot be inserted above " + at.name(), at.name());
        }
    }

    /**
     * Moves the top of a detached tree into another tree.
     *
     * @param detached whether the program detached {@code moved}
     */
    public static void attach(
            @Nullable Element moved, boolean detached, @Nullable Element at, Direction where) {
        if (moved == null || at == null) {
            return;
        }
        if (moved.parent() != null) {
            throw EsqlErrors.field(
                    FieldAccess.place(moved)
                            + " cannot be attached: it is in a tree; DETACH it first",
                    moved.name());
        }
        if (!detached) {
            throw EsqlErrors.field(
                    moved.name() + " cannot be attached: it is the top of a tree", moved.name());
        }
        if (at.root() == moved) {
            throw EsqlErrors.field(
                    moved.name() + " cannot be attached to a part of itself", moved.name());
        }
        place(moved, at, where);
    }

    /** Parses bits as the content of a field, for CREATE with a PARSE clause. */
    public static void parse(
            @Nullable Element field,
            Value domain,
            @Nullable Value bits,
            BitStreamOptions options,
            EsqlEnvironment environment) {
        if (field == null || bits == null) {
            return;
        }
        if (!(bits instanceof BlobValue(Bytes bytes))) {
            throw EsqlErrors.argumentType("PARSE", "a BLOB", bits);
        }
        FieldIdentity.setDomain(field, domain, environment.parsers());
        String name = field.owningDomain();
        if (name == null) {
            throw EsqlErrors.field(
                    "PARSE into " + FieldAccess.place(field) + " requires a DOMAIN", field.name());
        }
        HeaderParser header = environment.parsers().headerForDomain(name).orElse(null);
        if (header != null) {
            options.mode(name, null);
            field.take(folder(header, bytes, options, environment));
            field.domain(name);
            return;
        }
        Parser parser = BitStreams.parser(name, environment);
        boolean whole = options.mode(name, parser) != WriteOptions.Mode.FOLDER;
        Element folder = parser.parse(bytes, parseOptions(parser, options, environment));
        if (whole) {
            field.take(folder);
            field.domain(name);
        } else {
            become(field, parser.element(folder));
        }
    }

    /**
     * Replaces the content of a field by the content of an element. The field keeps its position,
     * and its name if the program specified a name.
     */
    private static void become(Element field, Element element) {
        field.take(element);
        field.type(element.type());
        if (field.name().isEmpty() || field.name().equals(field.domain())) {
            field.name(element.name());
            field.namespace(element.namespace());
        }
    }

    private static Element folder(
            HeaderParser header,
            Bytes bytes,
            BitStreamOptions options,
            EsqlEnvironment environment) {
        int ccsid = (int) options.integer("CCSID", options.ccsid());
        int encoding = (int) options.integer("ENCODING", options.encoding());
        int layout = encoding == 0 ? NATIVE_ENCODING : encoding;
        return header.parse(bytes, ccsid, layout, environment.limits()).folder();
    }

    private static ParseOptions parseOptions(
            Parser parser, BitStreamOptions options, EsqlEnvironment environment) {
        MessageTemplate template = options.template(parser.domain());
        Validation validation = environment.parsers().validation(options.validation());
        if (validation.isAsked()) {
            parser.checkValidation(template)
                    .ifPresent(
                            why -> {
                                throw EsqlErrors.argument("OPTIONS", why);
                            });
        }
        return new ParseOptions(
                template,
                (int) options.integer("CCSID", options.ccsid()),
                (int) options.integer("ENCODING", options.encoding()),
                options.timing(),
                Set.of(),
                environment.limits(),
                validation);
    }
}
