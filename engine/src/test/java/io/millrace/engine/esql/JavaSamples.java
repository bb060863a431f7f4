package io.millrace.engine.esql;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.Value;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** Java for programs under test. */
public final class JavaSamples {

    /** Gives this class and the JDK's to a compilation. */
    public static final ExternalMethods METHODS =
            new ExternalMethods() {
                @Override
                public boolean isKnown() {
                    return true;
                }

                @Override
                public Class<?> find(String name) throws ClassNotFoundException {
                    return Class.forName(name, false, JavaSamples.class.getClassLoader());
                }

                @Override
                public Collection<String> names() {
                    return List.of(JavaSamples.class.getName());
                }

                @Override
                public String place() {
                    return "the jars in lib";
                }
            };

    private JavaSamples() {}

    /** A method of a nested class. */
    public static final class Nested {
        private Nested() {}

        public static Long one() {
            return 1L;
        }
    }

    public static void all(Long in, Long[] out, Long[] inout) {
        out[0] = out[0] == null ? in : null;
        inout[0] = inout[0] == null ? null : inout[0] + in;
    }

    public static String types(
            Boolean truth,
            Long number,
            Double real,
            BigDecimal decimal,
            String text,
            byte[] blob,
            BitSet bits,
            LocalDate date,
            LocalTime time,
            LocalTime gmtTime,
            LocalDateTime timestamp,
            LocalDateTime gmtTimestamp) {
        String bytes = blob == null ? "null" : String.valueOf(blob.length);
        return String.join(
                " ",
                String.valueOf(truth),
                String.valueOf(number),
                String.valueOf(real),
                String.valueOf(decimal),
                text,
                bytes,
                String.valueOf(bits),
                String.valueOf(date),
                String.valueOf(time),
                String.valueOf(gmtTime),
                String.valueOf(timestamp),
                String.valueOf(gmtTimestamp));
    }

    public static void give(
            BigDecimal[] decimal,
            byte[][] blob,
            BitSet[] bits,
            LocalDate[] date,
            LocalTime[] gmtTime,
            LocalDateTime[] gmtTimestamp) {
        decimal[0] = new BigDecimal("12.50");
        blob[0] = new byte[] {1, 2};
        bits[0] = BitSet.valueOf(new byte[] {5});
        date[0] = LocalDate.of(2024, 2, 29);
        gmtTime[0] = LocalTime.of(12, 30);
        gmtTimestamp[0] = LocalDateTime.of(2024, 2, 29, 12, 30);
    }

    public static void grow(Element tree, String name) {
        tree.add(name, Value.of("grown"));
    }

    public static void next(Element[] reference) {
        reference[0] = reference[0].next();
    }

    public static String plain(BigDecimal number) {
        return number.toPlainString();
    }

    public static Long fails(String text) {
        throw new IllegalStateException(text);
    }

    public static String overloaded(String text) {
        return "text " + text;
    }

    public static String overloaded(Long number) {
        return "number " + number;
    }

    public String instance(String text) {
        return text;
    }

    public static long primitive(long number) {
        return number;
    }
}
