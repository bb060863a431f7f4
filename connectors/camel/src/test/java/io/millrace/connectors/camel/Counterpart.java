package io.millrace.connectors.camel;

import java.io.IOException;
import java.util.List;

/** A real system with which a component exchanges messages. */
interface Counterpart extends AutoCloseable {

    /** Returns the properties of a CamelInput node that receives from this system. */
    String input();

    /** Returns the properties of a CamelOutput node that sends to this system. */
    String output();

    /** Returns further lines of {@code application.yaml}. */
    default String settings() {
        return "";
    }

    /** Makes a message available for the input. */
    void offer(String text) throws Exception;

    /** Returns the number of messages that are offered and not acknowledged. */
    int pending() throws Exception;

    /** Returns the messages that an output has sent. */
    List<String> sent() throws Exception;

    @Override
    void close() throws IOException;
}
