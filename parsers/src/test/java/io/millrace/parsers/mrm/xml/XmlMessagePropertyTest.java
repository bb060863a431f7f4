package io.millrace.parsers.mrm.xml;

import static io.millrace.engine.parser.ParseTiming.COMPLETE;
import static io.millrace.engine.parser.ParseTiming.ON_DEMAND;
import static io.millrace.parsers.mrm.xml.XmlRecords.show;
import static io.millrace.parsers.mrm.xml.XmlRecords.tree;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.Math.exp;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.TimeValue;
import io.millrace.engine.message.Value.TimestampValue;

import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random models with random values in them. */
class XmlMessagePropertyTest {

    private static final int LATIN_1 = 819;

    private static final List<String> RENDERS =
            List.of("element", "attribute", "elementAttrId", "elementAttrVal", "elementAttrIdVal");

    private static final List<String> TYPES =
            List.of(
                    "string",
                    "int",
                    "decimal",
                    "boolean",
                    "double",
                    "hexBinary",
                    "base64Binary",
                    "date",
                    "dateTime",
                    "time");

    private static final List<String> SETTINGS =
            List.of(
                    "",
                    "rootTag: all",
                    "suppressDeclaration: true",
                    "declareEncoding: true, standalone: false",
                    "doctypeSystemId: m.dtd",
                    "namespaces: {p: \"urn:n\"}",
                    "namespaces: {\"\": \"urn:n\"}, namespaceDeclaration: asRequired",
                    "schemaLocations: {\"urn:n\": n.xsd}");

    /** A model and a tree of its message, made together. */
    private static final class Sample {
        private final Random random;
        private final StringBuilder model = new StringBuilder("messageSet: random\n");
        private final Element tree = tree();
        private final String namespace;

        /** Of so many fields one is a CDATA section. */
        private final int cdata;

        private int names;

        Sample(Random random) {
            this.random = random;
            namespace = random.nextBoolean() ? "urn:n" : "";
            cdata = random.nextBoolean() ? 4 : Integer.MAX_VALUE;
            if (!namespace.isEmpty()) {
                model.append("namespace: \"urn:n\"\n");
            }
            model.append("formats: {xml: {")
                    .append(SETTINGS.get(random.nextInt(SETTINGS.size())))
                    .append("}}\nmessages:\n  m:\n    sequence:\n");
            fields(6, List.of(tree), 0);
        }

        /** Attributes are read before tags, wherever they are in the model. */
        private void add(Element folder, String name, Value value, boolean attribute) {
            Element e = Element.of(ElementType.NAME_VALUE, namespace, name, value);
            if (attribute) {
                folder.addFirst(e);
            } else {
                folder.addLast(e);
            }
        }

        private void fields(int indent, List<Element> folders, int depth) {
            for (int i = 1 + random.nextInt(5); i > 0; i--) {
                if (depth < 3 && names < 40 && random.nextInt(4) == 0) {
                    folder(indent, folders, depth);
                } else {
                    leaf(indent, folders);
                }
            }
        }

        private void leaf(int indent, List<Element> folders) {
            String name = "f" + names++;
            String type = TYPES.get(random.nextInt(TYPES.size()));
            String render = RENDERS.get(random.nextInt(RENDERS.size()));
            int times = render.equals("attribute") ? 1 : 1 + random.nextInt(2);
            boolean nillable = !type.equals("string") && random.nextInt(4) == 0;
            String xmlName = random.nextBoolean() ? "" : ", xmlName: x" + name;
            model.repeat(' ', indent)
                    .append(name + ": {" + type + ":, occurs: " + times + ", nillable: " + nillable)
                    .append(", xml: {render: " + render + xmlName)
                    .append(random.nextInt(cdata) == 0 ? ", cdata: true}}\n" : "}}\n");
            for (Element folder : folders) {
                for (int i = 0; i < times; i++) {
                    boolean none = nillable && random.nextInt(3) == 0;
                    add(folder, name, none ? null : value(type), render.equals("attribute"));
                }
            }
        }

        private void folder(int indent, List<Element> folders, int depth) {
            String name = "f" + names++;
            model.repeat(' ', indent).append(name + ":\n");
            model.repeat(' ', indent + 2).append("occurs: 0..*\n");
            if (random.nextInt(3) == 0) {
                model.repeat(' ', indent + 2).append("xml: elementAttrId\n");
            }
            model.repeat(' ', indent + 2).append("sequence:\n");
            var inner = new java.util.ArrayList<Element>();
            for (Element folder : folders) {
                for (int i = random.nextInt(3); i > 0; i--) {
                    inner.add(folder.add(name));
                    inner.getLast().namespace(namespace);
                }
            }
            fields(indent + 4, inner, depth + 1);
        }

        private Value value(String type) {
            return switch (type) {
                case "string" -> text();
                case "int" -> Value.of(random.nextInt());
                case "decimal" ->
                        new DecimalValue(
                                new BigDecimal(new BigInteger(100, random), random.nextInt(20)));
                case "boolean" -> Value.of(random.nextBoolean());
                case "double" -> new FloatValue(exp(random.nextGaussian() * 100));
                case "date" -> new DateValue(LocalDate.ofEpochDay(random.nextInt(40_000)));
                case "time" ->
                        new TimeValue(
                                LocalTime.ofNanoOfDay(
                                        random.nextInt(86_400)
                                                * 1_000_100_000L
                                                % 86_400_000_000_000L));
                case "dateTime" ->
                        new TimestampValue(
                                LocalDateTime.of(2000, 1, 1, 0, 0)
                                        .plusSeconds(random.nextInt())
                                        .plusNanos(random.nextInt(1_000) * 1_000_000L));
                default -> {
                    byte[] bytes = new byte[random.nextInt(5) + 1];
                    random.nextBytes(bytes);
                    yield Value.of(Bytes.of(bytes));
                }
            };
        }

        private Value text() {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(8); i > 0; i--) {
                text.append("aB3 <>&\"'\t\nü€]".charAt(random.nextInt(14)));
            }
            return Value.of(text.toString());
        }
    }

    @Property
    void whatIsWrittenIsReadAgain(@ForAll long seed) {
        Sample sample = new Sample(new Random(seed));
        XmlRecords model = XmlRecords.model(sample.model.toString());
        Bytes written = model.bytes(sample.tree);
        Element read = model.parse(written, COMPLETE);
        assertThat(show(read))
                .as("%s\n%s", sample.model, model.write(sample.tree))
                .isEqualTo(show(sample.tree));
        assertThat(model.bytes(read)).isEqualTo(written);
        assertThat(model.bytes(read.deepCopy())).isEqualTo(written);
    }

    @Property
    void whatIsPartlyChangedIsAsIfAllWereWritten(@ForAll long seed) {
        Random random = new Random(seed);
        Sample sample = new Sample(random);
        XmlRecords model = XmlRecords.model(sample.model.toString());
        Element changed = model.parse(model.bytes(sample.tree), ON_DEMAND).copy();
        for (Element e = changed.firstChild(); e != null; ) {
            Element next = e.next();
            if (random.nextInt(4) == 0) {
                e.remove();
            }
            e = next;
        }
        Element read = model.parse(model.bytes(changed), COMPLETE);
        assertThat(show(read)).as("%s", sample.model).isEqualTo(show(changed));
    }

    /** Copies are made anywhere, and they and what they are copies of are read in turns. */
    @Property
    void copiesHaveAllWhateverWasReadBefore(@ForAll long seed) {
        Random random = new Random(seed);
        Sample sample = new Sample(random);
        XmlRecords model = XmlRecords.model(sample.model.toString());
        var trees = new ArrayList<Element>();
        trees.add(model.parse(model.bytes(sample.tree), ON_DEMAND));
        var open = new ArrayList<Element>(trees);
        for (int i = 0; i < 60; i++) {
            int which = random.nextInt(open.size());
            Element at = open.get(which);
            Element inside = random.nextBoolean() ? at.firstChild() : null;
            Element next = inside != null || at.parent() == null ? inside : at.next();
            if (next != null) {
                open.set(which, next);
            } else if (trees.size() < 5) {
                trees.add(trees.get(random.nextInt(trees.size())).copy());
                open.add(trees.getLast());
            }
        }
        String whole = show(sample.tree);
        trees.forEach(t -> assertThat(show(t)).as("%s", sample.model).isEqualTo(whole));
    }

    /** In a character set that lacks some of the characters, so that bytes cannot be copied. */
    @Property
    void whatWasReadIsWrittenInAnotherCharacterSetAsIfItWereMade(@ForAll long seed) {
        Random random = new Random(seed);
        Sample sample = new Sample(random);
        // A document's DOCTYPE does not survive another character set; CDATA has no references.
        Assume.that(sample.model.indexOf("doctype") < 0 && sample.model.indexOf("cdata") < 0);
        XmlRecords model = XmlRecords.model(sample.model.toString());
        Element read = model.parse(model.bytes(sample.tree), ON_DEMAND);
        if (random.nextBoolean()) {
            show(read);
        }
        Bytes made = model.bytes(read.deepCopy(), LATIN_1);
        assertThat(model.bytes(read, LATIN_1)).as("%s", sample.model).isEqualTo(made);
        Element changed = tree();
        for (Element e = read.firstChild(); e != null; e = e.next()) {
            changed.addLast(e.copy());
        }
        assertThat(model.bytes(changed, LATIN_1)).as("%s", sample.model).isEqualTo(made);
    }

    @Property
    void damagedDocumentsAreReadOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        Sample sample = new Sample(random);
        XmlRecords model = XmlRecords.model(sample.model.toString());
        byte[] bytes = model.bytes(sample.tree).toArray().clone();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) "<>/&\"x1 ".charAt(random.nextInt(8));
        }
        try {
            model.bytes(model.parse(Bytes.of(bytes), COMPLETE).deepCopy());
        } catch (MillraceException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }
}
