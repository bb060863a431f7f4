package io.millrace.parsers.header;

import static io.millrace.engine.parser.ParseErrors.cutOff;
import static io.millrace.parsers.header.Mqrfh2.DOMAIN;
import static io.millrace.parsers.header.Mqrfh2.FIXED;
import static io.millrace.parsers.header.Mqrfh2.VERSION;

import static java.lang.Math.max;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Content;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.ParseState;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.HeaderParser.Following;
import io.millrace.engine.parser.ParseErrors;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of an MQRFH2. Lengths are checked when the header is read. The text of a NameValueData
 * is parsed when a program accesses it.
 */
final class Rfh2Content extends Content {

    static final ParseState<String> STATE = parseState();

    private static final int LENGTH = 8;
    private static final int ENCODING = 12;
    private static final int CCSID = 16;
    private static final int FORMAT = 20;
    private static final int FLAGS = 28;
    private static final int NAME_VALUE_CCSID = 32;

    final Bytes bytes;
    private final Structure layout;
    final Following following;
    private final int nameValueCcsid;
    private final Limits limits;

    /** Start and end of each NameValueData. */
    private final int[] data;

    private Rfh2Content(Bytes bytes, Structure layout, Limits limits) {
        this.bytes = bytes;
        this.layout = layout;
        this.limits = limits;
        following =
                new Following(
                        layout.text(bytes, FORMAT, 8).stripTrailing(),
                        layout.int32(bytes, CCSID),
                        layout.int32(bytes, ENCODING));
        nameValueCcsid = layout.int32(bytes, NAME_VALUE_CCSID);
        data = lengths();
    }

    static Rfh2Content of(Bytes bytes, int encoding, Limits limits) {
        Structure layout = Structure.of(bytes, Mqrfh2.STRUC_ID, DOMAIN, encoding);
        if (bytes.length() < FIXED) {
            throw cutOff(DOMAIN, bytes.length(), "the " + FIXED + " bytes of the fixed part");
        }
        int version = layout.int32(bytes, 4);
        if (version != VERSION) {
            String hint =
                    Integer.reverseBytes(version) == VERSION
                            ? " (its bytes are reversed: the Encoding "
                                    + encoding
                                    + " of the header before is wrong)"
                            : "";
            throw ParseErrors.header(DOMAIN, 4, "found Version " + version + ", expected 2" + hint);
        }
        int length = layout.int32(bytes, LENGTH);
        if (length < FIXED) {
            throw ParseErrors.header(
                    DOMAIN, LENGTH, "found StrucLength " + length + ", expected at least " + FIXED);
        }
        if (length > bytes.length()) {
            throw cutOff(
                    DOMAIN,
                    bytes.length(),
                    length + " bytes of header, according to StrucLength at byte 8");
        }
        return new Rfh2Content(bytes.slice(0, length), layout, limits);
    }

    private int[] lengths() {
        int[] found = new int[8];
        int count = 0;
        int at = FIXED;
        while (at < bytes.length()) {
            int left = bytes.length() - at - 4;
            int length = left < 0 ? -1 : layout.int32(bytes, at);
            if (length < 0 || length > left) {
                String what =
                        left < 0
                                ? "the header has " + (left + 4) + " bytes left"
                                : "found NameValueLength " + length;
                throw ParseErrors.header(
                        DOMAIN,
                        at,
                        what
                                + ", expected 0 to "
                                + max(0, left)
                                + ", according to StrucLength "
                                + bytes.length());
            }
            if (count == found.length) {
                found = Arrays.copyOf(found, count * 2);
            }
            found[count++] = at + 4;
            found[count++] = at + 4 + length;
            at += 4 + length;
        }
        return Arrays.copyOf(found, count);
    }

    int length() {
        return bytes.length();
    }

    /**
     * Whether these bytes are equal to those that would be written with a byte layout and a
     * following format.
     */
    boolean isWritten(Structure requested, Following next) {
        return requested.equals(layout) && Structure.announces(following, next);
    }

    /**
     * Returns the bytes of an unchanged folder's NameValueData if they can be copied; otherwise
     * null. They can be copied only if the NameValueData contains no other folder.
     *
     * @param ccsid NameValueCCSID of the output
     * @param littleEndian whether integers of the output are little-endian
     */
    Bytes nameValueData(Element folder, int ccsid, boolean littleEndian) {
        boolean same =
                charset(ccsid, littleEndian).equals(charset(nameValueCcsid, layout.littleEndian()));
        return same && STATE.start(folder) >= 0 && STATE.end(folder) > STATE.start(folder)
                ? bytes.slice(STATE.start(folder), STATE.end(folder))
                : null;
    }

    /** Returns the charset of folders. UTF-16 has the byte order of the header's integers. */
    static Charset charset(int nameValueCcsid, boolean littleEndian) {
        return switch (nameValueCcsid) {
            case 0, Mqrfh2.UTF_8 -> UTF_8;
            case 1200, 13488, 17584 -> littleEndian ? UTF_16LE : UTF_16BE;
            default -> Ccsid.charset(nameValueCcsid);
        };
    }

    @Override
    public String domain() {
        return DOMAIN;
    }

    @Override
    protected void grow(Element header) {
        if (STATE.cursor(header) < 0) {
            field(header, "Version", Value.of(VERSION));
            field(header, "Format", Value.of(layout.text(bytes, FORMAT, 8)));
            field(header, "Encoding", Value.of(following.encoding()));
            field(header, "CodedCharSetId", Value.of(following.ccsid()));
            field(header, "Flags", Value.of(layout.int32(bytes, FLAGS)));
            field(header, "NameValueCCSID", Value.of(nameValueCcsid));
            STATE.cursor(header, 0);
            return;
        }
        boolean found = false;
        while (!found && STATE.cursor(header) < data.length) {
            found = folders(header, data[STATE.cursor(header)], data[STATE.cursor(header) + 1]);
            STATE.cursor(header, STATE.cursor(header) + 2);
        }
        if (!found) {
            STATE.complete(header);
        }
    }

    private void field(Element header, String name, Value value) {
        Element field = Element.parsed(this, ElementType.NAME_VALUE, "", name);
        STATE.decoded(field, value);
        STATE.complete(field);
        STATE.end(field, FIXED);
        STATE.append(header, field);
    }

    private boolean folders(Element header, int start, int end) {
        List<Element> folders = new NameValueReader(this, text(start, end), start, limits).read();
        for (Element folder : folders) {
            STATE.range(folder, folders.size() == 1 ? start : -1, end);
            STATE.append(header, folder);
        }
        return !folders.isEmpty();
    }

    private String text(int start, int end) {
        Charset charset = charset(nameValueCcsid, layout.littleEndian());
        try {
            return charset.newDecoder()
                    .decode(ByteBuffer.wrap(bytes.array(), bytes.start() + start, end - start))
                    .toString();
        } catch (CharacterCodingException e) {
            throw damage(
                    start,
                    "the text is not " + charset + " (NameValueCCSID " + nameValueCcsid + ")");
        }
    }

    static MillraceException damage(int offset, String text) {
        return ParseErrors.header(DOMAIN, offset, text);
    }

    @Override
    protected Value decode(Element element) {
        return null;
    }

    @Override
    protected void close(Element element) {
        STATE.end(element, max(0, STATE.end(element)));
    }
}
