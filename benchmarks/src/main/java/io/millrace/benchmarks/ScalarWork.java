package io.millrace.benchmarks;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The programs of {@link ScalarBenchmark}: each in ESQL and, in the same words, in Java. */
public enum ScalarWork {
    INTEGER(
            """
            DECLARE sum, i INTEGER 0;
            WHILE i < 10000 DO
              SET sum = sum + i * 3 - sum / 7;
              IF sum > 1000000 AND NOT (sum - i) / 2 = 17 THEN SET sum = sum - 999999; END IF;
              SET i = i + 1;
            END WHILE;
            SET OutputRoot.result = sum;
            """) {
        @Override
        Object java() {
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
    },
    FLOAT(
            """
            DECLARE x FLOAT 1.5E0; DECLARE i INTEGER 0;
            WHILE i < 10000 DO
              SET x = x * 1.01E0 + i / 3.0E0;
              IF x > 1E6 THEN SET x = x / 1E6; END IF;
              SET i = i + 1;
            END WHILE;
            SET OutputRoot.result = CAST(x * 1E3 AS INTEGER);
            """) {
        @Override
        Object java() {
            double x = 1.5;
            for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
                x = finite(finite(x * 1.01) + finite(i / 3.0));
                if (x > 1e6) {
                    x = finite(x / 1e6);
                }
            }
            return (long) (x * 1e3);
        }
    },
    DECIMAL(
            """
            DECLARE price DECIMAL 19.99; DECLARE total DECIMAL 0; DECLARE i INTEGER 0;
            WHILE i < 10000 DO
              SET total = total + price * i - total / 3;
              IF total > 1000000.5 THEN SET total = total - 1000000.5; END IF;
              SET i = i + 1;
            END WHILE;
            SET OutputRoot.result = total;
            """) {
        @Override
        Object java() {
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
    },
    TEXT(
            """
            DECLARE s CHARACTER ''; DECLARE i INTEGER 0;
            WHILE i < 10000 DO
              SET s = s || 'item ' || CAST(i AS CHARACTER) || ';';
              SET i = i + 1;
            END WHILE;
            SET OutputRoot.result = LENGTH(s);
            """) {
        @Override
        Object java() {
            StringBuilder s = new StringBuilder();
            for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
                s.append("item ").append(i).append(';');
            }
            return (long) s.toString().length();
        }
    },
    LINES(
            """
            DECLARE s CHARACTER; DECLARE n, i INTEGER 0;
            WHILE i < 10000 DO
              SET s = 'order ' || CAST(i AS CHARACTER) || ' of ' || 'customer';
              IF SUBSTRING(s FROM 7 FOR 2) = '77' THEN SET n = n + LENGTH(UPPER(s)); END IF;
              SET n = n + POSITION('of' IN s);
              SET i = i + 1;
            END WHILE;
            SET OutputRoot.result = n;
            """) {
        @Override
        Object java() {
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
    },
    DATES(
            """
            DECLARE t TIMESTAMP TIMESTAMP '2024-03-05 10:20:30'; DECLARE s CHARACTER;
            DECLARE n, i INTEGER 0;
            WHILE i < 10000 DO
              SET s = CAST(t AS CHARACTER FORMAT 'yyyy-MM-dd HH:mm:ss');
              SET n = n + LENGTH(s);
              SET t = t + INTERVAL '1' MINUTE;
              SET i = i + 1;
            END WHILE;
            SET OutputRoot.result = s;
            """) {
        @Override
        Object java() {
            DateTimeFormatter format = FORMAT;
            LocalDateTime t = LocalDateTime.of(2024, 3, 5, 10, 20, 30);
            String s = null;
            long n = 0;
            for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
                s = format.format(t);
                n = Math.addExact(n, s.length());
                t = t.plusMinutes(1);
            }
            return n == 0 ? null : s;
        }
    },
    READ_DATES(
            """
            DECLARE s CHARACTER '2024-03-05 10:20:30'; DECLARE t TIMESTAMP;
            DECLARE n, i INTEGER 0;
            WHILE i < 10000 DO
              SET t = CAST(s AS TIMESTAMP FORMAT 'yyyy-MM-dd HH:mm:ss');
              SET n = n + EXTRACT(MINUTE FROM t);
              SET i = i + 1;
            END WHILE;
            SET OutputRoot.result = n;
            """) {
        @Override
        Object java() {
            DateTimeFormatter format = FORMAT;
            String s = "2024-03-05 10:20:30";
            long n = 0;
            for (long i = 0; i < 10_000; i = Math.addExact(i, 1)) {
                n = Math.addExact(n, LocalDateTime.parse(s, format).getMinute());
            }
            return n;
        }
    },
    CHOICE(
            """
            DECLARE s CHARACTER 'b'; DECLARE n, i INTEGER 0;
            WHILE i < 10000 DO
              SET s = CASE s WHEN 'a' THEN 'b' WHEN 'b' THEN 'c' ELSE 'a' END;
              SET n = n + CASE WHEN i < 10 THEN 1 WHEN i < 5000 THEN 2 ELSE 3 END;
              IF i IN (17, n, 4711) THEN SET n = n + 1; END IF;
              IF s LIKE 'b%' THEN SET n = n + 1; END IF;
              SET n = n + CAST('12' AS INTEGER);
              SET i = i + 1;
            END WHILE;
            SET OutputRoot.result = n;
            """) {
        @Override
        Object java() {
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
    },
    FIBONACCI("SET OutputRoot.result = fib(20);") {
        @Override
        Object java() {
            return fibonacci(20);
        }
    };

    static final String ROUTINES =
            """
            CREATE FUNCTION fib(IN n INTEGER) RETURNS INTEGER BEGIN
              IF n < 2 THEN RETURN n; END IF;
              RETURN fib(n - 1) + fib(n - 2);
            END;
            """;

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final String statements;

    ScalarWork(String statements) {
        this.statements = statements;
    }

    /** Does the work in Java and gives back what the program returns, as Java has it. */
    abstract Object java();

    /** The program. */
    EsqlText esql() {
        return new EsqlText(statements, ROUTINES);
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
