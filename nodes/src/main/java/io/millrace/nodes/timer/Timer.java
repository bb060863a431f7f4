package io.millrace.nodes.timer;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;
import io.millrace.engine.state.StateRecord;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/**
 * The next event of a timeout request, as a record of a state. The key is the identifier of the
 * request, the due time is the time of the event.
 *
 * @param interval seconds between two events; 0 if there is only one
 * @param left number of events including this one; {@link #FOREVER} for no end
 * @param ignoreMissed whether events at whose time the flow does not run are dropped
 * @param allowOverwrite whether a further request with the identifier replaces this one
 * @param message message that the events propagate; null for a message without a body
 */
record Timer(
        String identifier,
        Instant due,
        long interval,
        int left,
        boolean ignoreMissed,
        boolean allowOverwrite,
        StoredMessage message) {

    static final int FOREVER = -1;

    private static final int FORMAT = 1;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    /** Prefix of the states of timers that TimeoutControl nodes set. */
    private static final String CONTROLLED = "timers/";

    /** Prefix of the states of timers with a fixed interval. */
    private static final String AUTOMATIC = "intervals/";

    /** Returns the name of the state of a TimeoutNotification node. */
    static String state(String application, String identifier, boolean isControlled) {
        return (isControlled ? CONTROLLED : AUTOMATIC) + application + "/" + identifier;
    }

    /** Returns the next event; null if this is the last one. */
    Timer next() {
        return after(1);
    }

    /** Returns the first event after a time; null for none. */
    Timer nextAfter(Instant time) {
        long seconds = Math.max(0, Duration.between(due, time).toSeconds());
        return after(interval == 0 ? 1 : seconds / interval + 1);
    }

    private Timer after(long events) {
        if (left != FOREVER && events >= left) {
            return null;
        }
        int remaining = left == FOREVER ? FOREVER : left - (int) events;
        return new Timer(
                identifier,
                due.plusSeconds(interval * events),
                interval,
                remaining,
                ignoreMissed,
                allowOverwrite,
                message);
    }

    /** Adds the folder TimeoutRequest that describes the event. */
    void addTo(Element localEnvironment, ZoneId zone) {
        ZonedDateTime time = due.atZone(zone);
        Element request = localEnvironment.add(TimeoutRequest.FOLDER);
        request.add(TimeoutRequest.ACTION, TimeoutRequest.SET);
        request.add(TimeoutRequest.IDENTIFIER, identifier);
        request.add(TimeoutRequest.START_DATE, DateTimeFormatter.ISO_LOCAL_DATE.format(time));
        request.add(TimeoutRequest.START_TIME, TIME.format(time));
        request.add(TimeoutRequest.INTERVAL, Value.of(interval));
        request.add(TimeoutRequest.COUNT, Value.of(left));
        request.add(TimeoutRequest.IGNORE_MISSED, Value.of(ignoreMissed));
        request.add(TimeoutRequest.ALLOW_OVERWRITE, Value.of(allowOverwrite));
    }

    StateRecord toRecord() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeLong(interval);
            out.writeInt(left);
            out.writeBoolean(ignoreMissed);
            out.writeBoolean(allowOverwrite);
            out.writeBoolean(message != null);
            if (message != null) {
                message.write(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new StateRecord(identifier, Bytes.of(bytes.toByteArray()), due);
    }

    /**
     * Reads a record.
     *
     * @throws UncheckedIOException if the record is not a timer of this version
     */
    static Timer of(StateRecord record) {
        byte[] bytes = record.value().toArray();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (in.readByte() != FORMAT) {
                throw new IOException("unknown format of the timer " + record.key());
            }
            return new Timer(
                    record.key(),
                    record.due(),
                    in.readLong(),
                    in.readInt(),
                    in.readBoolean(),
                    in.readBoolean(),
                    in.readBoolean() ? StoredMessage.read(in) : null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
