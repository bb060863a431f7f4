package io.millrace.parsers;

import static io.millrace.parsers.Messages.dlh;
import static io.millrace.parsers.Messages.rfh2;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;

import java.util.Map;

/**
 * One message header of each kind in big-endian ASCII, laid out by hand after the structures' field
 * tables; each announces MQSTR in 819 and 273, but for MQPCF, which announces nothing.
 */
public final class HeaderBytes {

    public static final Map<String, Bytes> ALL =
            Map.of(
                    "MQRFH2",
                    rfh2(
                            "MQSTR",
                            "<mcd><Msd>xml</Msd></mcd>",
                            "<usr><a dt=\"i4\">1</a><b>x&amp;y</b></usr>"),
                    "MQDLH",
                    dlh("MQSTR", 819, 273),
                    "MQCIH",
                    cih(),
                    "MQIIH",
                    iih(),
                    "MQMDE",
                    mde(),
                    "MQRFH",
                    rfh("OPT_APP_GRP orders \"a name\" \"say \"\"no\"\"\" a 1 a 2 none \"\""),
                    "MQRMH",
                    rmh(),
                    "MQSAPH",
                    saph(),
                    "MQWIH",
                    wih(),
                    "MQPCF",
                    pcf());

    private final ByteSink out = new ByteSink();

    private HeaderBytes(String id, int version, int length) {
        out.ascii(id);
        ints(version, length, 273, 819);
        text("MQSTR", 8);
        ints(0);
    }

    private HeaderBytes() {}

    private HeaderBytes ints(int... values) {
        for (int value : values) {
            out.int32(value, false);
        }
        return this;
    }

    private HeaderBytes text(String text, int length) {
        out.ascii(("%-" + length + "s").formatted(text));
        return this;
    }

    private HeaderBytes bytes(int first, int length) {
        for (int i = 0; i < length; i++) {
            out.write(first + i);
        }
        return this;
    }

    private Bytes end(int length) {
        if (out.length() != length) {
            throw new AssertionError("laid out " + out.length() + " bytes, expected " + length);
        }
        return out.bytes();
    }

    static Bytes cih() {
        return new HeaderBytes("CIH ", 2, 180)
                .ints(1, 2, 3, 273, -2, 1, -1, 600, 0, 1, 65536)
                .bytes(0xA0, 8)
                .text("MQGE", 4)
                .text("ASRA", 4)
                .text("PASSTIK", 8)
                .text("", 8)
                .text("MQSTR", 8)
                .text("SYS1", 4)
                .text("RTRN", 4)
                .text("PAY1", 4)
                .text("LIKE", 4)
                .text("DFHE", 4)
                .text("S", 4)
                .text("", 4)
                .text("PAY2", 4)
                .text("", 8)
                .text("", 8)
                .ints(10, 20, 30, 0)
                .end(180);
    }

    static Bytes iih() {
        return new HeaderBytes("IIH ", 1, 84)
                .text("LTERM", 8)
                .text("MAP", 8)
                .text("MQIMSVS", 8)
                .text("", 8)
                .bytes(1, 16)
                .text(" 1C ", 4)
                .end(84);
    }

    static Bytes mde() {
        return new HeaderBytes("MDE ", 2, 72).bytes(1, 24).ints(3, 100, 8, 500).end(72);
    }

    static Bytes rfh(String pairs) {
        int length = 32 + (pairs.length() + 3 & ~3);
        return new HeaderBytes("RFH ", 1, length).text(pairs, length - 32).end(length);
    }

    static Bytes rmh() {
        return new HeaderBytes("RMH ", 1, 124)
                .text("FILE", 8)
                .bytes(0x10, 24)
                .ints(0, 0, 7, 108, 0, 0, 8, 115)
                .ints(4096, 0, 1)
                .text("IN.DATA", 7)
                .text("OUT.DATA", 8)
                .text("", 1)
                .end(124);
    }

    static Bytes saph() {
        return new HeaderBytes("SAPH", 1, 108)
                .text("800", 3)
                .text("E", 1)
                .text("r3.example.com", 48)
                .text("CPIC", 12)
                .text("secret", 8)
                .text("00", 2)
                .bytes(0, 2)
                .end(108);
    }

    static Bytes wih() {
        return new HeaderBytes("WIH ", 1, 120)
                .text("SERVICE", 32)
                .text("STEP", 8)
                .bytes(1, 16)
                .text("", 32)
                .end(120);
    }

    /** A parameter of each kind, and groups within one another. */
    static Bytes pcf() {
        return new HeaderBytes()
                .ints(7, 36, 3, 44, 1, 1, 0, 0, 11)
                .ints(3, 16, 1229, 5)
                .ints(4, 28, 2015, 819, 8)
                .text("QM1", 8)
                .ints(5, 24, 1001, 2, 7, -7)
                .ints(6, 36, 3001, 0, 2, 5)
                .text("A", 5)
                .text("BC", 5)
                .text("", 2)
                .ints(9, 20, 7001, 3)
                .ints(0x01020300)
                .ints(13, 20, 16, 2, 100)
                .ints(14, 28, 2016, 18, 0, 3)
                .text("AB*", 3)
                .bytes(0, 1)
                .ints(15, 24, 7002, 1, 2)
                .ints(0xABCD0000)
                .ints(23, 24, 1500, 0, 1, 2)
                .ints(25, 32, 1501, 2, -1, -1, 0, 9)
                .ints(20, 16, 8001, 2)
                .ints(3, 16, 1, 10)
                .ints(20, 16, 8002, 1)
                .ints(3, 16, 2, 20)
                .end(352);
    }
}
