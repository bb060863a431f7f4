package io.millrace.connectors.camel;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.apache.camel.Exchange;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The commit of the offset of a Kafka message. The component adds an object with a method commit to
 * the headers of an exchange. The class is in the {@code lib} folder of an application, so the
 * method is resolved at the first message. Only for the thread of the consumer.
 */
final class ManualCommit {

    /** Header of the object ({@code KafkaConstants.MANUAL_COMMIT}). */
    private static final String HEADER = "CamelKafkaManualCommit";

    /** The method of a class. */
    private record Method(Class<?> type, MethodHandle commit) {}

    private volatile Method known;

    /**
     * Commits the offset of a message. Does nothing for messages of other components.
     *
     * @throws MillraceException with COMPONENT_FAILED if the offset cannot be committed; the
     *     message is then received again
     */
    void commit(Exchange exchange) {
        Object offset = exchange.getMessage().getHeader(HEADER);
        if (offset == null) {
            return;
        }
        try {
            Method method = known;
            if (method == null || method.type() != offset.getClass()) {
                method = find(offset.getClass());
                known = method;
            }
            method.commit().invokeExact(offset);
        } catch (Throwable e) {
            throw new MillraceException(
                    ErrorCode.COMPONENT_FAILED,
                    "the offset of a message cannot be committed: " + e.getMessage(),
                    e);
        }
    }

    private static Method find(Class<?> type) throws ReflectiveOperationException {
        MethodHandle commit =
                MethodHandles.publicLookup()
                        .findVirtual(type, "commit", MethodType.methodType(void.class));
        return new Method(type, commit.asType(MethodType.methodType(void.class, Object.class)));
    }
}
