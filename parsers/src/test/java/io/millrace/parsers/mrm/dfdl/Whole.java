package io.millrace.parsers.mrm.dfdl;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a message set says once for a message, and DFDL for each part anew. */
final class Whole {

    static final int BIG = 273;
    static final int LITTLE = 546;

    private static final Map<String, Integer> CCSIDS =
            Map.of(
                    "ASCII", 367,
                    "US-ASCII", 367,
                    "UTF-8", 1208,
                    "ISO-8859-1", 819,
                    "UTF-16BE", 1200,
                    "UTF-16LE", 1202,
                    "EBCDIC-CP-US", 37,
                    "IBM037", 37);

    private final Map<String, Object> settings = new LinkedHashMap<>();
    private final Map<String, String> agreed = new LinkedHashMap<>();

    /** Takes a value of a property; another than before is left out. */
    void agree(String property, String value) {
        String before = agreed.putIfAbsent(property, value);
        if (before != null && !before.equals(value)) {
            throw new LeftOut("several values of " + property + " in one message");
        }
    }

    /** The same for a setting of the format. */
    void setting(String name, Object value) {
        agree(name, String.valueOf(value));
        settings.put(name, value);
    }

    Map<String, Object> settings() {
        return settings;
    }

    void encoding(Props props) {
        agree("encoding", props.get("encoding").toUpperCase(Locale.ROOT));
    }

    void byteOrder(Props props) {
        agree("byteOrder", props.get("byteOrder"));
        encoding();
    }

    int ccsid() {
        String name = agreed.getOrDefault("encoding", "US-ASCII");
        Integer ccsid = CCSIDS.get(name);
        if (ccsid == null) {
            throw new LeftOut(
                    name.startsWith("X-DFDL") ? "bits" : "code pages that have no number");
        }
        return ccsid;
    }

    int encoding() {
        return switch (agreed.getOrDefault("byteOrder", "bigEndian")) {
            case "bigEndian" -> BIG;
            case "littleEndian" -> LITTLE;
            default -> throw new LeftOut("expressions");
        };
    }
}
