package io.millrace.engine.parser;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A message domain, which converts the bytes of a body to a tree and back.
 *
 * <p>Found by {@link java.util.ServiceLoader}. A process has one instance, which must be safe for
 * use by several threads. A tree belongs to the thread of the caller.
 */
public interface Parser {

    /**
     * Returns the name of the domain in flows and {@code mcd.Msd}, for example {@code XMLNSC}. The
     * name is case-sensitive.
     */
    String domain();

    /**
     * Returns the folder of the body: an element with the name of the domain and with {@link
     * Element#domain} set. The children of the folder are parsed on demand. With {@link
     * ParseTiming#ON_DEMAND}, damaged bytes are not reported here.
     *
     * @throws io.millrace.engine.error.MillraceException for an unknown CCSID, message set, type or
     *     format, or (with another timing) for damaged bytes
     */
    Element parse(Bytes body, ParseOptions options);

    /**
     * Writes a body. If the body is unchanged and was parsed with equal options, the result is the
     * received bytes.
     *
     * @param body folder from {@link #parse}, a copy of such a folder, or a folder created by a
     *     program
     * @throws io.millrace.engine.error.MillraceException with WRITE_FAILED or WRITE_CHARACTER,
     *     naming the element
     */
    Bytes write(Element body, WriteOptions options);

    /**
     * Returns the field type constants of ESQL by their name without the domain, for example {@code
     * Attribute} of {@code XMLNSC.Attribute}. Case is ignored. The values are element types of this
     * domain.
     */
    Map<String, Integer> fieldTypes();

    /**
     * Whether the domain supports FolderBitStream of ESQL: {@link #write} supports the mode FOLDER,
     * and {@link #element} returns the element for such bytes. These are not called for other
     * domains.
     */
    default boolean writesElements() {
        return false;
    }

    /**
     * Returns the element whose bytes {@link #write} writes in mode FOLDER (FolderBitStream of
     * ESQL).
     *
     * @param parsed folder from {@link #parse}; its parts outside that element are ignored
     */
    default Element element(Element parsed) {
        return parsed;
    }

    /** Returns the names of the fields directly below the body; empty if they are not fixed. */
    default List<String> fields() {
        return List.of();
    }

    /** Whether bodies of the domain can be described by a message set. */
    default boolean usesMessageSets() {
        return false;
    }

    /** Returns the valid names in {@link ParseOptions#options}. Other names are ignored. */
    default Set<String> options() {
        return Set.of();
    }

    /**
     * Returns the reason why a message set, type or format cannot be used with this domain; empty
     * for a valid combination.
     */
    default Optional<String> checkTemplate(MessageTemplate template) {
        return templateProblems(template).stream().findFirst().map(TemplateProblem::text);
    }

    /** Returns all names in a template that cannot be used with this domain. */
    default List<TemplateProblem> templateProblems(MessageTemplate template) {
        return List.of();
    }

    /**
     * A field that messages of a template cannot have.
     *
     * @param step index of the step's name in the path
     * @param text sentence that describes the problem
     * @param hint advice; empty if there is none
     */
    record UnknownField(int step, String text, String hint) {}

    /**
     * Returns the first name of a path that a message of a template cannot have; empty if the model
     * permits the path, or if there is no model.
     *
     * @param names local names from the folder of the body; their namespaces are not known
     */
    default Optional<UnknownField> unknownField(MessageTemplate template, List<String> names) {
        return Optional.empty();
    }

    /**
     * Validates a complete body against its model. The validation in {@link
     * ParseOptions#validation} is performed by {@link #parse}: immediately or, with {@link
     * ParseTiming#ON_DEMAND}, when parts are parsed.
     *
     * @param body folder as for {@link #write}
     * @throws io.millrace.engine.error.MillraceException as described in {@link
     *     ValidationFailures}; with UNKNOWN_MESSAGE_SET if the model does not exist
     */
    default void validate(Element body, MessageTemplate template, Validation validation) {
        if (validation.level() != Validation.Level.INHERIT) {
            throw ParserChoice.unusable(checkValidation(template).orElse(domain()), template);
        }
    }

    /**
     * Returns the reason that messages cannot be validated against a message set, type or format;
     * empty if they can be validated.
     */
    default Optional<String> checkValidation(MessageTemplate template) {
        return Optional.of("the domain " + domain() + " has no models for validation");
    }
}
