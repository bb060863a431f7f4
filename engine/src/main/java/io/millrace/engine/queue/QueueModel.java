package io.millrace.engine.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import org.jspecify.annotations.Nullable;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * The attributes that make a queue a model (QMODEL of MQ): dynamic queues are created from it with
 * its other attributes. A model has no messages.
 *
 * @param kind kind of the dynamic queues (DEFTYPE)
 * @param prefix beginning of the names of the dynamic queues
 * @param maxQueues maximum number of dynamic queues that exist at the same time
 */
public record QueueModel(Kind kind, String prefix, int maxQueues) {

    /**
     * Model whose attributes apply to temporary queues that clients create without naming a model.
     */
    public static final String DEFAULT = "SYSTEM.DEFAULT.MODEL.QUEUE";

    /** Maximum number of such temporary queues if the model is not defined. */
    public static final int DEFAULT_MAX_TEMPORARY = 10_000;

    public static final int DEFAULT_MAX_QUEUES = 1_000;

    private static final int UNIQUE_BYTES = 8;

    /** Maximum length of a prefix, so that a generated name is a valid name. */
    public static final int MAX_PREFIX = QueueName.MAX_LENGTH - 2 * UNIQUE_BYTES;

    private static final SecureRandom RANDOM = new SecureRandom();

    /** The kind of dynamic queues. */
    public enum Kind {
        /** Queues that are deleted when the connection of their creator ends (TEMPDYN). */
        TEMPORARY,
        /** Queues that exist until they are deleted (PERMDYN). */
        PERMANENT;

        /** Returns the value of the setting {@code model}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the kind that a word of the setting specifies; empty for other words. */
        public static Optional<Kind> named(String word) {
            return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
        }
    }

    /** Returns the prefix that a model has by default: its name and a period. */
    public static String defaultPrefix(String model) {
        return model + ".";
    }

    public boolean isTemporary() {
        return kind == Kind.TEMPORARY;
    }

    /** Returns a name for a new dynamic queue. It cannot be guessed. */
    public String newName() {
        byte[] unique = new byte[UNIQUE_BYTES];
        RANDOM.nextBytes(unique);
        return prefix + HexFormat.of().withUpperCase().formatHex(unique);
    }

    /** Whether a name has the prefix and a further character. */
    public boolean matches(String name) {
        return name.length() > prefix.length() && name.startsWith(prefix);
    }

    /**
     * Returns the definition of a permanent dynamic queue with a new name.
     *
     * @param model definition of the model
     * @param count number of its dynamic queues
     * @throws MillraceException with MODEL_QUEUE if the queue is not a permanent model; with
     *     DYNAMIC_QUEUES if the model has its maximum of dynamic queues
     */
    static QueueDefinition permanent(QueueDefinition model, long count) {
        QueueModel own = model.rules().model();
        if (own == null) {
            throw new MillraceException(
                    ErrorCode.MODEL_QUEUE,
                    "queue %s is not a model; set its attribute model to permanent"
                            .formatted(model.name()),
                    Insert.of(model.name()));
        }
        if (own.isTemporary()) {
            throw new MillraceException(
                    ErrorCode.MODEL_QUEUE,
                    """
                    the dynamic queues of the model %s are temporary: only a messaging client can \
                    create one, because it ends with the connection of its creator; create it in \
                    the client, or set the attribute model to permanent\
                    """
                            .formatted(model.name()),
                    Insert.of(model.name()));
        }
        own.checkCount(model.name(), count);
        return model.dynamic(own.newName());
    }

    /**
     * Checks that a model can have a further dynamic queue.
     *
     * @throws MillraceException with DYNAMIC_QUEUES
     */
    public void checkCount(String model, long count) {
        if (count >= maxQueues) {
            throw tooMany(model, maxQueues);
        }
    }

    /** Describes the conflict with another model that has the same prefix, if any. */
    public Optional<String> duplicatePrefix(String name, Collection<QueueDefinition> all) {
        return all.stream()
                .filter(other -> !other.name().equals(name) && hasPrefixOf(other.rules().model()))
                .findFirst()
                .map(
                        other ->
                                "dynamicPrefix must be different from that of the model %s (found %s for both)"
                                        .formatted(other.name(), prefix));
    }

    private boolean hasPrefixOf(@Nullable QueueModel other) {
        return other != null && other.prefix.equals(prefix);
    }

    /** Returns the exception for a model that has its maximum of dynamic queues. */
    public static MillraceException tooMany(String model, int maximum) {
        return new MillraceException(
                ErrorCode.DYNAMIC_QUEUES,
                """
                the model %s has its maximum of %d dynamic queues (maxDynamicQueues); delete \
                unused ones, or increase maxDynamicQueues\
                """
                        .formatted(model, maximum),
                Insert.of(model),
                Insert.of(maximum));
    }

    /** Returns the exception for the use of a model as a queue with messages. */
    public static MillraceException noMessages(String model) {
        return new MillraceException(
                ErrorCode.MODEL_QUEUE,
                """
                queue %s is a model, which has no messages; use the name of a queue that was \
                created from it\
                """
                        .formatted(model),
                Insert.of(model));
    }
}
