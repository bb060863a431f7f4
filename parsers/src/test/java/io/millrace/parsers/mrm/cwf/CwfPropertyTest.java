package io.millrace.parsers.mrm.cwf;

import static io.millrace.engine.message.ElementType.NAME_VALUE;
import static io.millrace.parsers.Messages.some;
import static io.millrace.parsers.mrm.cwf.Records.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.IntegerValue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Random models with random values in them. */
class CwfPropertyTest {

    private static final int[][] LAYOUTS = {
        {500, 785}, {37, 273}, {819, 546}, {1208, 273}, {1200, 785}, {943, 546}
    };

    /** A model and a tree of one of its messages, made together. */
    private static final class Sample {
        private final Random random;
        private final StringBuilder model =
                new StringBuilder("messageSet: random\nmessages:\n  m:\n    sequence:\n");
        private final Element tree = tree();
        private int names;
        private int fields;

        Sample(Random random) {
            this.random = random;
            fields(6, List.of(tree), 0);
        }

        /** Adds fields to a type, and a value of each to all folders of that type. */
        private void fields(int indent, List<Element> folders, int depth) {
            for (int i = 1 + random.nextInt(5); i > 0; i--) {
                String name = "f" + names++;
                fields++;
                int kind = depth < 3 && fields < 40 ? random.nextInt(11) : random.nextInt(8);
                if (kind < 8) {
                    leaf(name, kind, indent, folders);
                } else {
                    folder(name, kind, indent, folders, depth);
                }
            }
        }

        private void line(int indent, String text) {
            model.repeat(' ', indent).append(text).append('\n');
        }

        private String placement() {
            return switch (random.nextInt(6)) {
                case 0 -> ", byteAlignment: " + (1 << random.nextInt(5));
                case 1 -> ", leadingSkipCount: " + random.nextInt(4);
                case 2 -> ", trailingSkipCount: " + random.nextInt(4);
                default -> "";
            };
        }

        private void leaf(String name, int kind, int indent, List<Element> folders) {
            int times = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1;
            int digits = 1 + random.nextInt(31);
            int scale = random.nextInt(digits + 1);
            String type =
                    switch (kind) {
                        case 0 -> "string:, cwf: {length: 12";
                        case 1 ->
                                "string:, cwf: {physicalType: lengthEncoded"
                                        + (1 + random.nextInt(2));
                        case 2 -> "string:, cwf: {physicalType: nullTerminated";
                        case 3 ->
                                "decimal: " + digits + "." + scale + ", cwf: {physicalType: packed";
                        case 4 ->
                                "decimal: "
                                        + digits
                                        + "."
                                        + scale
                                        + ", cwf: {physicalType: external, signOrientation: "
                                        + List.of(
                                                        "leading",
                                                        "trailing",
                                                        "leadingSeparate",
                                                        "trailingSeparate")
                                                .get(random.nextInt(4))
                                        + ", signEbcdicCustom: "
                                        + random.nextBoolean();
                        case 5 -> "long:, cwf: {physicalType: integer";
                        case 6 -> "date:, cwf: {physicalType: packed";
                        default -> "hexBinary:, cwf: {length: 3";
                    };
            line(indent, name + ": {" + type + placement() + "}, occurs: " + times + "}");
            for (Element folder : folders) {
                for (int i = 0; i < times; i++) {
                    folder.add(name, value(kind, digits, scale));
                }
            }
        }

        private Value value(int kind, int digits, int scale) {
            return switch (kind) {
                case 0, 1, 2 -> {
                    StringBuilder text = new StringBuilder();
                    for (int i = random.nextInt(6); i > 0; i--) {
                        text.append((char) ('A' + random.nextInt(26)));
                    }
                    yield Value.of(text.toString());
                }
                case 3, 4 -> {
                    BigInteger unscaled =
                            new BigInteger(100, random).mod(BigInteger.TEN.pow(digits));
                    unscaled = random.nextBoolean() ? unscaled.negate() : unscaled;
                    yield new DecimalValue(new BigDecimal(unscaled, scale));
                }
                case 5 -> Value.of(random.nextLong());
                case 6 -> new DateValue(LocalDate.ofEpochDay(random.nextInt(40_000)));
                default -> {
                    byte[] bytes = new byte[3];
                    random.nextBytes(bytes);
                    yield Value.of(Bytes.of(bytes));
                }
            };
        }

        private void folder(String name, int kind, int indent, List<Element> folders, int depth) {
            int times = 1 + random.nextInt(3);
            String reference = "";
            if (kind == 9) {
                String count = "f" + names++;
                line(indent, count + ": short");
                for (Element folder : folders) {
                    folder.add(count, Value.of(times));
                }
                reference = ", repeatReference: " + count;
            }
            line(indent, name + ":");
            line(indent + 2, "occurs: 1.." + times);
            line(
                    indent + 2,
                    "cwf: {trailingSkipCount: 0"
                            + placement().replace("trailing", "leading")
                            + reference
                            + "}");
            line(indent + 2, "sequence:");
            var made = new ArrayList<Element>();
            for (Element folder : folders) {
                for (int i = 0; i < times; i++) {
                    made.add(folder.addLast(Element.of(ElementType.NAME, name)));
                }
            }
            fields(indent + 4, made, depth + 1);
        }
    }

    private static String dump(Element folder) {
        StringBuilder out = new StringBuilder();
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            out.append(e.name())
                    .append('=')
                    .append(e.value())
                    .append('{')
                    .append(dump(e))
                    .append("} ");
        }
        return out.toString();
    }

    @Property
    void whatIsWrittenReadsBackAsItWasAndGoesOutUnchanged(@ForAll Random random) {
        Sample sample = new Sample(random);
        Records model = Records.model(sample.model.toString());
        int[] layout = LAYOUTS[random.nextInt(LAYOUTS.length)];
        Records records = model.in(layout[0], layout[1]);
        Bytes bytes = records.bytes(sample.tree);
        assertThat(dump(records.parse(bytes))).isEqualTo(dump(sample.tree));

        Element body = records.parse(bytes);
        assertThat(records.bytes(body)).isSameAs(bytes);
        assertThat(records.bytes(records.parse(bytes).deepCopy())).isEqualTo(bytes);

        // A change that changes nothing makes the writer walk and copy.
        Element some = some(body, random);
        some.value(some.value());
        assertThat(records.bytes(body)).isEqualTo(bytes);

        int[] other = LAYOUTS[random.nextInt(LAYOUTS.length)];
        Records elsewhere = model.in(other[0], other[1]);
        Bytes converted = elsewhere.bytes(records.parse(bytes));
        assertThat(converted).isEqualTo(elsewhere.bytes(sample.tree));
        assertThat(records.bytes(elsewhere.parse(converted))).isEqualTo(bytes);
    }

    /** Two trees of the same record, of which one was walked before anything else was done. */
    private static final class Twins {
        private final Random random;
        private final Records records;
        private final List<Element> names;
        private final List<Element> lazy = new ArrayList<>();
        private final List<Element> walked = new ArrayList<>();
        private final Set<Element> foundLate = Collections.newSetFromMap(new IdentityHashMap<>());
        private int roots = 1;

        Twins(Random random, Records records, Bytes bytes, List<Element> names) {
            this.random = random;
            this.records = records;
            this.names = names;
            lazy.add(records.parse(bytes));
            walked.add(records.parse(bytes));
            dump(walked.getFirst());
        }

        private void found(Element one, Element other) {
            assertThat(one == null).isEqualTo(other == null);
            if (one != null) {
                assertThat(one.name()).isEqualTo(other.name());
                if (other.isRemoved()) {
                    // What is found only after its tree was removed does not say so.
                    foundLate.add(one);
                }
                lazy.add(one);
                walked.add(other);
            }
        }

        private List<Boolean> removed(List<Element> elements) {
            return IntStream.range(0, elements.size())
                    .filter(i -> !foundLate.contains(lazy.get(i)))
                    .mapToObj(i -> elements.get(i).isRemoved())
                    .toList();
        }

        void step() {
            int i = random.nextInt(lazy.size());
            Element one = lazy.get(i);
            Element other = walked.get(i);
            switch (random.nextInt(14)) {
                case 0, 1, 2, 3, 4 -> {
                    String name = names.get(random.nextInt(names.size())).name();
                    found(one.child(name), other.child(name));
                }
                case 5 -> found(one.next(), other.next());
                case 6 -> found(one.previous(), other.previous());
                case 7, 8, 9 -> {
                    assertThat(one.value()).isEqualTo(other.value());
                    Value changed = changed(one.value());
                    one.value(changed);
                    other.value(changed);
                }
                case 10 -> {
                    if (i >= roots) {
                        one.remove();
                        other.remove();
                        assertThat(removed(lazy)).isEqualTo(removed(walked));
                    }
                }
                case 11 -> {
                    int root = random.nextInt(roots);
                    lazy.add(roots, lazy.get(root).copy());
                    walked.add(roots++, walked.get(root).copy());
                }
                case 12 -> {
                    String name = names.get(random.nextInt(names.size())).name();
                    one.name(name);
                    other.name(name);
                }
                default -> {
                    if (one.parent() != null) {
                        one.addAfter(Element.of(NAME_VALUE, "f1", Value.of("A")));
                        other.addAfter(Element.of(NAME_VALUE, "f1", Value.of("A")));
                    }
                }
            }
        }

        private Value changed(Value value) {
            return switch (value) {
                case CharacterValue text -> Value.of("z" + text.text().length());
                case DecimalValue(BigDecimal number) -> new DecimalValue(number.negate());
                case IntegerValue(long number) ->
                        number > 0 && number < 9 ? value : Value.of(random.nextLong());
                case DateValue _ -> new DateValue(LocalDate.ofEpochDay(random.nextInt(40_000)));
                case BlobValue _ -> Value.of(Bytes.of(new byte[] {1, 2, 3}));
                case null, default -> value;
            };
        }

        void check() {
            for (int i = 0; i < roots; i++) {
                String expected = written(walked.get(i).deepCopy());
                assertThat(written(lazy.get(i))).isEqualTo(expected);
                assertThat(written(walked.get(i))).isEqualTo(expected);
                assertThat(dump(lazy.get(i))).isEqualTo(dump(walked.get(i)));
                assertThat(written(lazy.get(i))).isEqualTo(expected);
            }
        }

        private String written(Element body) {
            try {
                return records.write(body);
            } catch (MillraceException e) {
                return e.getMessage();
            }
        }
    }

    @Property
    void aTreeLookedUpByNameIsAsOneThatWasWalked(@ForAll Random random) {
        Sample sample = new Sample(random);
        int[] layout = LAYOUTS[random.nextInt(LAYOUTS.length)];
        Records records = Records.model(sample.model.toString()).in(layout[0], layout[1]);
        var names = new ArrayList<Element>();
        names(sample.tree, names);
        Twins twins = new Twins(random, records, records.bytes(sample.tree), names);
        for (int i = random.nextInt(16); i >= 0; i--) {
            twins.step();
        }
        twins.check();
    }

    private static void names(Element folder, List<Element> into) {
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            into.add(e);
            names(e, into);
        }
    }

    @Property
    void damageIsAnErrorOfTheMessageAndNothingElse(@ForAll Random random) {
        Sample sample = new Sample(random);
        Records records = Records.model(sample.model.toString());
        byte[] bytes = records.bytes(sample.tree).toArray().clone();
        for (int i = 0; i < 20; i++) {
            byte[] damaged = java.util.Arrays.copyOf(bytes, bytes.length - random.nextInt(2));
            if (damaged.length > 0) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                dump(records.parse(Bytes.of(damaged)));
            } catch (MillraceException e) {
                assertThat(e.code().number()).isBetween(3000, 3099);
            }
        }
    }
}
