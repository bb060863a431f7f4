package io.millrace.store.artemis.message;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.queue.MessageIds;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A mapping of the identifiers of JMS, AMQP and MQTT clients, which are strings, to 24 bytes and
 * back.
 *
 * <ul>
 *   <li>{@code ID:} and 48 hexadecimal digits are the 24 bytes themselves, as in IBM MQ for JMS;
 *   <li>a string of at most 24 bytes in UTF-8 is these bytes, padded with zeros;
 *   <li>a longer string is the beginning of its SHA-256. The last 10,000 of these strings are
 *       stored to map them back, except strings of more than 1,024 characters.
 * </ul>
 *
 * <p>Safe for use by several threads.
 */
final class Identifiers {

    private static final String PREFIX = "ID:";
    private static final int REMEMBERED = 10_000;
    private static final int MAX_REMEMBERED = 1_024;
    private static final HexFormat HEX = HexFormat.of();

    private final Map<Bytes, String> longOnes =
            new LinkedHashMap<>(256, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Bytes, String> eldest) {
                    return size() > REMEMBERED;
                }
            };

    /** Returns the 24 bytes for a client's identifier. */
    Bytes toBytes(String foreign) {
        if (foreign.length() == PREFIX.length() + 2 * MessageIds.LENGTH
                && foreign.startsWith(PREFIX)) {
            try {
                return Bytes.of(HEX.parseHex(foreign, PREFIX.length(), foreign.length()));
            } catch (IllegalArgumentException notHexadecimal) {
                return hash(foreign);
            }
        }
        byte[] utf8 = foreign.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > MessageIds.LENGTH || isNotText(Bytes.of(utf8))) {
            return hash(foreign);
        }
        byte[] id = new byte[MessageIds.LENGTH];
        System.arraycopy(utf8, 0, id, 0, utf8.length);
        return Bytes.of(id);
    }

    /** Returns the identifier for clients that represents 24 bytes. */
    String toForeign(Bytes id) {
        synchronized (longOnes) {
            String known = longOnes.get(id);
            if (known != null) {
                return known;
            }
        }
        if (isNotText(id)) {
            return PREFIX + HEX.formatHex(id.array(), id.start(), id.end());
        }
        int end = id.length();
        while (end > 0 && id.at(end - 1) == 0) {
            end--;
        }
        return id.slice(0, end).text(StandardCharsets.US_ASCII);
    }

    /** Whether an id is anything other than printable ASCII padded with zeros. */
    private static boolean isNotText(Bytes id) {
        int i = 0;
        while (i < id.length() && id.at(i) >= ' ' && id.at(i) < 127) {
            i++;
        }
        boolean empty = i == 0;
        while (i < id.length() && id.at(i) == 0) {
            i++;
        }
        return empty || i < id.length();
    }

    private Bytes hash(String foreign) {
        Bytes id = Bytes.utf8(foreign).sha256().slice(0, MessageIds.LENGTH);
        if (foreign.length() <= MAX_REMEMBERED) {
            synchronized (longOnes) {
                longOnes.put(id, foreign);
            }
        }
        return id;
    }
}
