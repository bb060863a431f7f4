package io.millrace.engine.parser;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A message domain: turns the bytes of a body into a tree and back.
 *
 * <p>Found by {@link java.util.ServiceLoader}; one instance serves a whole process, so that it must
 * be safe to use from several threads. The trees it gives belong to the caller's thread.
 */
public interface Parser {

    /**
     * The domain's name as flows and {@code mcd.Msd} write it, for example {@code XMLNSC};
     * case-sensitive.
     */
    String domain();

    /**
     * Makes the body's folder: an element named as the domain, with {@link Element#domain} set,
     * whose children are found in the bytes when they are asked for. With {@link
     * ParseTiming#ON_DEMAND} damage in the bytes is not yet reported.
     *
     * @throws io.millrace.engine.error.MillraceException for an unknown CCSID, message set, type or
     *     format, or (with another timing) for damaged bytes
     */
    Element parse(Bytes body, ParseOptions options);

    /**
     * Writes a body. Where nothing was changed and the options are those it was parsed with, gives
     * back the very bytes it came from.
     *
     * @param body a folder that {@link #parse} made, a copy of one, or one that a program made
     * @throws io.millrace.engine.error.MillraceException with WRITE_FAILED or WRITE_CHARACTER,
     *     naming the element
     */
    Bytes write(Element body, WriteOptions options);

    /**
     * The constants that ESQL programs write in parentheses, for example {@code XMLNSC.Attribute},
     * by their name without the domain; matched without regard to case. Element types of this
     * domain.
     */
    Map<String, Integer> fieldTypes();

    /**
     * Whether ESQL's FolderBitStream means something in this domain: {@link #write} knows the mode
     * FOLDER, and {@link #element} the element that such bytes were written for. Others are never
     * asked for either.
     */
    default boolean writesElements() {
        return false;
    }

    /**
     * What ESQL's FolderBitStream means in what {@link #parse} made: the element that {@link
     * #write} in mode FOLDER writes such bytes for.
     *
     * @param parsed the folder, whose parts outside of that element are of no interest
     */
    default Element element(Element parsed) {
        return parsed;
    }

    /** The names that {@link ParseOptions#options} may hold; other domains pass over them. */
    default Set<String> options() {
        return Set.of();
    }

    /** Says why a message set, type or format cannot be used with this domain; empty if it can. */
    default Optional<String> checkTemplate(MessageTemplate template) {
        return Optional.empty();
    }

    /**
     * Holds a body against its model, whole. What {@link #parse} is asked for in {@link
     * ParseOptions#validation} is done by it: at once or, with {@link ParseTiming#ON_DEMAND}, as
     * parts are parsed.
     *
     * @param body as {@link #write} takes it
     * @throws io.millrace.engine.error.MillraceException as {@link ValidationFailures} says; with
     *     UNKNOWN_MESSAGE_SET where there is no model
     */
    default void validate(Element body, MessageTemplate template, Validation validation) {
        if (validation.level() != Validation.Level.INHERIT) {
            throw ParserChoice.unusable(checkValidation(template).orElse(domain()), template);
        }
    }

    /** Says why nothing can be validated with a message set, type or format; empty if it can. */
    default Optional<String> checkValidation(MessageTemplate template) {
        return Optional.of("the domain " + domain() + " has no models to validate by");
    }
}
