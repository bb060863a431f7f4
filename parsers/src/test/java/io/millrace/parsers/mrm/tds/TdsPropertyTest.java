package io.millrace.parsers.mrm.tds;

import static io.millrace.parsers.Messages.some;
import static io.millrace.parsers.mrm.tds.Texts.dump;
import static io.millrace.parsers.mrm.tds.Texts.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.DecimalValue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random models with random values in them. */
class TdsPropertyTest {

    /**
     * Code pages of one byte, of one to four, of two, and one whose second bytes look like others.
     */
    private static final Object[][] PAGES = {
        {819, "ISO-8859-1"},
        {500, "IBM500"},
        {1208, "UTF-8"},
        {1200, "UTF-16BE"},
        {1386, "GBK"}
    };

    /** Characters of values: delimiters of all levels are among them. */
    private static final String DATA = "ABCxyz019 ;,|:=?\\\"'{}~*<>+";

    /** Delimiters of levels, from the outside. */
    private static final String[] DELIMITERS = {"|", ";", ",", ":"};

    /** A model and a tree of its message, made together. */
    private static final class Sample {
        private final Random random;
        private final boolean quotes;
        private final StringBuilder model = new StringBuilder();
        private final Element tree = tree();
        private int names;
        private int fields;

        Sample(Random random) {
            this.random = random;
            quotes = random.nextBoolean();
            model.append("messageSet: random\nformats:\n  tds: {")
                    .append(quotes ? "quoteCharacter: \"'\"" : "escapeCharacter: \"?\"")
                    .append("}\nmessages:\n  m:\n");
            group(4, List.of(tree), 0, "");
        }

        private void line(int indent, String text) {
            model.repeat(' ', indent).append(text).append('\n');
        }

        /** Adds a type, and values of it to all folders that have it. */
        private void group(int indent, List<Element> folders, int depth, String own) {
            int kind = depth > 2 ? 1 : random.nextInt(5);
            String separation =
                    switch (kind) {
                        case 0 -> "taggedDelimited, tagDataSeparator: \"=\"";
                        case 1, 2 -> "allElementsDelimited";
                        case 3 -> "variableLengthElementsDelimited";
                        default -> "taggedEncodedLength, lengthOfTag: 3, lengthOfEncodedLength: 5";
                    };
            String marks =
                    random.nextBoolean() ? ", groupIndicator: \"{\", groupTerminator: \"}\"" : "";
            String never = random.nextBoolean() ? ", suppressAbsentElementDelimiters: never" : "";
            line(
                    indent,
                    "tds: {dataElementSeparation: "
                            + separation
                            + ", delimiter: \""
                            + DELIMITERS[depth]
                            + "\""
                            + marks
                            + never
                            + own
                            + "}");
            line(indent, "sequence:");
            boolean tags = kind == 0 || kind == 4;
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                fields++;
                boolean folder = depth < 3 && fields < 30 && random.nextInt(3) == 0;
                if (folder) {
                    folder(indent + 2, folders, depth, tags);
                } else {
                    leaf(indent + 2, folders, kind);
                }
            }
        }

        private String next() {
            return "%s%02d".formatted("f", names++);
        }

        private void leaf(int indent, List<Element> folders, int kind) {
            String name = next();
            boolean tags = kind == 0 || kind == 4;
            int type = random.nextInt(5);
            int times = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1;
            boolean lasting = kind == 3 && random.nextBoolean() && type == 0;
            String word = List.of("string", "int", "decimal", "date", "boolean").get(type);
            line(
                    indent,
                    name
                            + ": {"
                            + word
                            + ":, occurs: "
                            + (times == 1 ? "1" : "1.." + times)
                            + ", tds: {"
                            + (tags ? "tag: " + name : "decimalPoint: \".\"")
                            + (lasting ? ", length: 6" : "")
                            + (times > 1 && !tags && kind != 4
                                    ? ", repeatingElementDelimiter: \"~\""
                                    : "")
                            + "}}");
            for (Element folder : folders) {
                int count = times == 1 ? 1 : 1 + random.nextInt(times);
                for (int i = 0; i < count; i++) {
                    folder.add(name, value(type, lasting));
                }
            }
        }

        private Value value(int type, boolean lasting) {
            return switch (type) {
                case 0 -> {
                    StringBuilder text = new StringBuilder("v");
                    for (int i = random.nextInt(5); i > 0; i--) {
                        text.append(DATA.charAt(random.nextInt(DATA.length())));
                    }
                    yield Value.of(lasting ? text.toString().strip() : text.toString());
                }
                case 1 -> Value.of(random.nextInt());
                case 2 ->
                        new DecimalValue(
                                new BigDecimal(new BigInteger(90, random), random.nextInt(9)));
                case 3 -> new DateValue(LocalDate.ofEpochDay(random.nextInt(40_000)));
                default -> Value.of(random.nextBoolean());
            };
        }

        private void folder(int indent, List<Element> folders, int depth, boolean tags) {
            String name = next();
            int times = tags ? 1 + random.nextInt(3) : 1;
            line(indent, name + ":");
            line(indent + 2, "occurs: 1.." + times);
            var made = new ArrayList<Element>();
            for (Element folder : folders) {
                for (int i = 1 + random.nextInt(times); i > 0; i--) {
                    made.add(folder.addLast(Element.of(ElementType.NAME, name)));
                }
            }
            group(indent + 2, made, depth + 1, tags ? ", tag: " + name : "");
        }
    }

    private static Texts in(Texts model, Object[] page) {
        return model.in((Integer) page[0], (String) page[1]);
    }

    @Property
    void whatIsWrittenReadsBackAsItWasAndGoesOutUnchanged(@ForAll Random random) {
        Sample sample = new Sample(random);
        Texts model = Texts.model(sample.model.toString());
        Texts texts = in(model, PAGES[random.nextInt(PAGES.length)]);
        Bytes bytes = texts.written(sample.tree);
        assertThat(dump(texts.parse(bytes)))
                .as(() -> sample.model + "\n" + bytes.text(texts.charset()))
                .isEqualTo(dump(sample.tree));

        Element body = texts.parse(bytes);
        assertThat(texts.written(body)).isSameAs(bytes);
        assertThat(texts.written(texts.parse(bytes).deepCopy())).isEqualTo(bytes);

        // A change that changes nothing makes the writer walk and copy.
        Element some = some(body, random);
        some.value(some.value());
        assertThat(texts.written(body)).isEqualTo(bytes);

        Texts elsewhere = in(model, PAGES[random.nextInt(PAGES.length)]);
        Bytes converted = elsewhere.written(texts.parse(bytes));
        assertThat(converted).isEqualTo(elsewhere.written(sample.tree));
        assertThat(texts.written(elsewhere.parse(converted))).isEqualTo(bytes);
    }

    @Property
    void damageIsAnErrorOfTheMessageAndNothingElse(@ForAll Random random) {
        Sample sample = new Sample(random);
        Texts texts = in(Texts.model(sample.model.toString()), PAGES[random.nextInt(PAGES.length)]);
        byte[] bytes = texts.written(sample.tree).toArray().clone();
        for (int i = 0; i < 20; i++) {
            byte[] damaged = bytes.clone();
            if (damaged.length > 0) {
                int at = random.nextInt(damaged.length);
                damaged[at] =
                        random.nextBoolean()
                                ? (byte) random.nextInt(256)
                                : bytes[random.nextInt(bytes.length)];
            }
            read(texts, damaged);
        }
    }

    @Property
    void aMessageCutOffAnywhereEndsInValuesOrAnError(@ForAll Random random) {
        Sample sample = new Sample(random);
        Texts texts = Texts.model(sample.model.toString());
        byte[] bytes = texts.written(sample.tree).toArray();
        for (int i = 0; i < bytes.length; i++) {
            read(texts, Arrays.copyOf(bytes, i));
        }
    }

    private static void read(Texts texts, byte[] bytes) {
        try {
            dump(texts.parse(Bytes.of(bytes)));
        } catch (MillraceException e) {
            assertThat(e.code().number()).isBetween(3000, 3099);
        }
    }
}
