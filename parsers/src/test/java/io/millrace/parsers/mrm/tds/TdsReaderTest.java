package io.millrace.parsers.mrm.tds;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.FieldReader;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.concurrent.Callable;

/** Fields of rows that are read typed, without a value being made. */
class TdsReaderTest {

    private static final int ROWS = Integer.getInteger("millrace.cases", 20_000) / 10;
    private static final String FIELDS =
            """
            a: {string:}
            n: {int:}
            d: {double:}
            b: {string:}
            m: {long:}
            e: {double:}
            f: {string:}
            p: {decimal:}
            """;

    private static final String[] NAMES = {"a", "n", "d", "b", "m", "e", "f", "p", "none"};

    private static final List<String> TOKENS =
            List.of(
                    "",
                    "",
                    "x",
                    "a longer text",
                    "\"quoted, \"\"text\"\"\"",
                    "\"open",
                    "0",
                    "-0",
                    "7",
                    "-12",
                    "+5",
                    "12345678",
                    "1234567890123",
                    "123456789012345678901",
                    "1.5",
                    "-0.0",
                    "-1234.5625",
                    "0.1",
                    "1e3",
                    "3.",
                    ".5",
                    "1.2.3",
                    "1,5",
                    " 8 ",
                    "12345678.12345678",
                    "9007199254740993",
                    "0.12345678901234",
                    "t\u00E9xt",
                    "\n");

    private static String row(Random random) {
        StringJoiner row = new StringJoiner(",");
        int fields = random.nextInt(10) == 0 ? random.nextInt(12) : 8;
        for (int i = 0; i < fields; i++) {
            boolean plain = random.nextInt(3) > 0;
            boolean text = i == 0 || i == 3 || i == 6;
            String usual =
                    text
                            ? "text " + random.nextInt(1000)
                            : i == 2 || i == 5
                                    ? random.nextInt(9999) / 16.0 - 99 + ""
                                    : random.nextInt() + "";
            row.add(plain ? usual : TOKENS.get(random.nextInt(TOKENS.size())));
        }
        return row.toString();
    }

    @Test
    void whatIsReadTypedIsWhatTheValueIs() {
        Texts csv = Texts.of("{messagingStandard: csv}", FIELDS);
        List<Texts> all = List.of(csv, csv.in(1208, "UTF-8"), csv.in(37, "IBM037"));
        FieldReader typed = FieldReader.of(NAMES);
        Random random = new Random(20261121);
        for (int round = 0; round < ROWS; round++) {
            Texts texts = all.get(random.nextInt(all.size()));
            String row = row(random);
            typed.at(texts.parse(row));
            for (int i = random.nextInt(12); i >= 0; i--) {
                int field = random.nextInt(NAMES.length);
                // A tree that nobody has looked at yet.
                FieldReader values = FieldReader.of(NAMES).at(texts.parse(row));
                assertThat(asked(typed, field))
                        .as(NAMES[field] + " of " + row)
                        .isEqualTo(expected(values, field));
            }
        }
    }

    private static Object asked(FieldReader reader, int field) {
        return outcome(
                () ->
                        switch (field) {
                            case 1, 4 -> reader.integer(field);
                            case 2, 5 -> reader.real(field);
                            default -> reader.text(field);
                        });
    }

    private static Object expected(FieldReader reader, int field) {
        return outcome(
                () -> {
                    Value value = reader.value(field);
                    return switch (field) {
                        case 1, 4 ->
                                value instanceof IntegerValue(long whole)
                                        ? (Object) whole
                                        : reader.integer(field);
                        case 2, 5 ->
                                value instanceof FloatValue(double real)
                                        ? (Object) real
                                        : reader.real(field);
                        default -> value == null ? null : value.text();
                    };
                });
    }

    private static Object outcome(Callable<Object> asked) {
        try {
            return asked.call();
        } catch (MillraceException e) {
            return e.getMessage();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aReaderGoesNoFurtherThanItsFields() {
        Element body = Texts.of("{messagingStandard: csv}", FIELDS).parse("first,2,\"open");
        FieldReader reader = FieldReader.of(NAMES).at(body);

        assertThat(reader.text(0)).isEqualTo("first");
        assertThat(reader.integer(1)).isEqualTo(2);
        assertThat(outcome(() -> reader.real(2)).toString()).contains("quotation mark");
        assertThat(body.lastKnown()).isNull();
    }
}
