package io.millrace.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The scalar programs written in Java with the same meaning: integers do not overflow unnoticed,
 * and decimals have 34 digits.
 */
final class ScalarByHand {

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private ScalarByHand() {}

    /** Does the work and returns its result. */
    static Object run(String work) {
        return switch (work) {
            case "INTEGER" -> integers();
            case "FLOAT" -> floats();
            case "DECIMAL" -> decimals();
            case "TEXT" -> texts();
            case "LINES" -> lines();
            case "DATES" -> dates();
            case "READ_DATES" -> readDates();
            case "CHOICE" -> choices();
            case "FIBONACCI" -> fibonacci(20);
            default -> throw new IllegalArgumentException("unknown work " + work);
        };
    }

    private static Object integers() {
        long sum = 0;
        for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
            sum =
                    Math.subtractExact(
                            Math.addExact(sum, Math.multiplyExact(i, 3)), quotient(sum, 7));
            if (sum > 1_000_000 && quotient(Math.subtractExact(sum, i), 2) != 17) {
                sum = Math.subtractExact(sum, 999_999);
            }
        }
        return sum;
    }

    private static Object floats() {
        double x = 1.5;
        for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
            x = finite(finite(x * 1.01) + finite(i / 3.0));
            if (x > 1e6) {
                x = finite(x / 1e6);
            }
        }
        return (long) (x * 1e3);
    }

    private static Object decimals() {
        MathContext digits = new MathContext(34, RoundingMode.HALF_EVEN);
        BigDecimal price = new BigDecimal("19.99");
        BigDecimal total = BigDecimal.ZERO;
        BigDecimal three = BigDecimal.valueOf(3);
        BigDecimal most = new BigDecimal("1000000.5");
        for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
            total =
                    total.add(price.multiply(BigDecimal.valueOf(i), digits), digits)
                            .subtract(total.divide(three, digits), digits);
            if (total.compareTo(most) > 0) {
                total = total.subtract(most, digits);
            }
        }
        return total.toPlainString();
    }

    private static Object texts() {
        StringBuilder s = new StringBuilder();
        for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
            s.append("item ").append(i).append(';');
        }
        return (long) s.toString().length();
    }

    private static Object lines() {
        long n = 0;
        for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
            String s = "order " + i + " of " + "customer";
            if (s.substring(6, Math.min(s.length(), 8)).stripTrailing().equals("77")) {
                n = Math.addExact(n, s.toUpperCase(Locale.ROOT).length());
            }
            n = Math.addExact(n, s.indexOf("of") + 1L);
        }
        return n;
    }

    private static Object dates() {
        LocalDateTime t = LocalDateTime.of(2024, 3, 5, 10, 20, 30);
        String s = null;
        long n = 0;
        for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
            s = FORMAT.format(t);
            n = Math.addExact(n, s.length());
            t = t.plusMinutes(1);
        }
        return n == 0 ? null : s;
    }

    private static Object readDates() {
        String s = "2024-03-05 10:20:30";
        long n = 0;
        for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
            n = Math.addExact(n, LocalDateTime.parse(s, FORMAT).getMinute());
        }
        return n;
    }

    private static Object choices() {
        String s = "b";
        long n = 0;
        for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
            s =
                    switch (s) {
                        case "a" -> "b";
                        case "b" -> "c";
                        default -> "a";
                    };
            n = Math.addExact(n, i < 10 ? 1 : i < 5_000 ? 2 : 3);
            if (i == 17 || i == n || i == 4711) {
                n = Math.addExact(n, 1);
            }
            if (s.startsWith("b")) {
                n = Math.addExact(n, 1);
            }
            n = Math.addExact(n, Long.parseLong("12"));
        }
        return n;
    }

    private static long quotient(long a, long b) {
        if (b == 0 || a == Long.MIN_VALUE && b == -1) {
            throw new ArithmeticException();
        }
        return a / b;
    }

    private static double finite(double number) {
        if (Double.isInfinite(number)) {
            throw new ArithmeticException();
        }
        return number;
    }

    private static long fibonacci(long n) {
        return n < 2
                ? n
                : Math.addExact(
                        fibonacci(Math.subtractExact(n, 1)), fibonacci(Math.subtractExact(n, 2)));
    }
}
