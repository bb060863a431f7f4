package io.millrace.parsers.validation;

import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.engine.parser.ParseTiming.COMPLETE;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.Math.max;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ModelParser;
import io.millrace.engine.parser.ParseOptions;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.parser.Validation.FailureAction;
import io.millrace.engine.parser.Validation.Level;
import io.millrace.parsers.mrm.MrmParser;
import io.millrace.parsers.xml.XmlnscParser;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.xml.sax.SAXException;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;

/** Random models and documents: valid here is what is valid for the JDK's XML Schema validator. */
class SchemaOraclePropertyTest {

    /** A type in the model file, in a schema, and texts that are or are not of it. */
    private record Simple(String yaml, String xsd, List<String> texts) {}

    private static Simple facets(String base, String yaml, String xsd, String... texts) {
        return new Simple(
                base + ": " + yaml,
                "<xs:simpleType><xs:restriction base='xs:"
                        + base
                        + "'>"
                        + xsd
                        + "</xs:restriction></xs:simpleType>",
                List.of(texts));
    }

    private static Simple plain(String base, String... texts) {
        return facets(base, "", "", texts);
    }

    private static final List<Simple> SIMPLE =
            List.of(
                    plain("int", "1", "-2147483648", "2147483648", " 7 ", "+3", "x", "", "1.0"),
                    plain("byte", "127", "128", "-128", "-129"),
                    plain("unsignedShort", "0", "65535", "65536", "-1"),
                    plain("positiveInteger", "1", "0", "99999999999999999999"),
                    plain("nonPositiveInteger", "1", "0", "-5"),
                    plain("boolean", "true", "false", "1", "0", "TRUE", " true "),
                    plain("decimal", "1.50", "1e3", ".5", "5.", "-.5", "."),
                    plain("double", "1e3", "INF", "-INF", "NaN", "1d", "0x1", "Infinity", "1.5E-7"),
                    plain("date", "2024-02-29", "2023-02-29", "2024-2-9", "2024-01-01Z"),
                    plain(
                            "dateTime",
                            "2024-01-01T10:00:00",
                            "2024-01-01T10:00:00.5+01:00",
                            "2024-01-01"),
                    plain("time", "10:00:00", "10:00", "25:00:00"),
                    plain("gYearMonth", "2024-02", "2024-13", "2024"),
                    plain("hexBinary", "00fF", "0", "0g", ""),
                    plain("base64Binary", "AAEC", "A", "AA==", "A A E C"),
                    plain("NCName", "a-b", "a:b", "1a", " a "),
                    plain("NMTOKEN", "1-a", "a b", ""),
                    plain("language", "de-AT", "d_", "abcdefghi"),
                    plain("token", " a  b ", "", "x"),
                    plain("duration", "P1Y", "PT1S", "P", "P1YT", "1Y", "-P1D"),
                    facets(
                            "string",
                            "{minLength: 2, maxLength: 3}",
                            "<xs:minLength value='2'/><xs:maxLength value='3'/>",
                            "a",
                            "ab",
                            " a ",
                            "abcd",
                            "€€"),
                    facets(
                            "string",
                            "{pattern: '[A-Z-[IO]]{1,2}(-\\d+)?'}",
                            "<xs:pattern value='[A-Z-[IO]]{1,2}(-\\d+)?'/>",
                            "A",
                            "AI",
                            "AB-12",
                            "AB-",
                            ""),
                    facets(
                            "string",
                            "[red, green]",
                            "<xs:enumeration value='red'/><xs:enumeration value='green'/>",
                            "red",
                            " red",
                            "blue"),
                    facets(
                            "int",
                            "{minInclusive: 5, maxExclusive: 10}",
                            "<xs:minInclusive value='5'/><xs:maxExclusive value='10'/>",
                            "4",
                            "5",
                            "9",
                            "10",
                            "x"),
                    facets(
                            "decimal",
                            "{totalDigits: 4, fractionDigits: 2}",
                            "<xs:totalDigits value='4'/><xs:fractionDigits value='2'/>",
                            "12.34",
                            "123.45",
                            "1.234",
                            "1.230",
                            "0012.3",
                            "0.01"),
                    facets(
                            "decimal",
                            "[1.5, 2]",
                            "<xs:enumeration value='1.5'/><xs:enumeration value='2'/>",
                            "1.50",
                            "2.0",
                            "3"),
                    facets(
                            "date",
                            "{minInclusive: 2024-01-01}",
                            "<xs:minInclusive value='2024-01-01'/>",
                            "2023-12-31",
                            "2024-01-01"),
                    facets(
                            "duration",
                            "{minExclusive: P1D, maxInclusive: P1M}",
                            "<xs:minExclusive value='P1D'/><xs:maxInclusive value='P1M'/>",
                            "P1D",
                            "PT24H",
                            "PT24H0.1S",
                            "P28D",
                            "P30D",
                            "P31D",
                            "P32D",
                            "P1M",
                            "P1M1D",
                            "-P2D"),
                    facets(
                            "duration",
                            "[P1D, P1Y]",
                            "<xs:enumeration value='P1D'/><xs:enumeration value='P1Y'/>",
                            "PT24H",
                            "P12M",
                            "P365D"));

    /** A model, its schema, and a document that may be of it. */
    private static final class Sample {
        private final Random random;
        private final StringBuilder yaml =
                new StringBuilder("messageSet: s\nformats: [xml]\nmessages:\n  m:\n");
        private final StringBuilder xsd =
                new StringBuilder(
                        """
                        <xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element \
                        name='m'>\
                        """);
        private final StringBuilder xml = new StringBuilder();
        private int names;

        Sample(Random random) {
            this.random = random;
            xml.append(complex("m", 4, 0));
            xsd.append("</xs:element></xs:schema>");
        }

        private void line(int indent, String text) {
            yaml.repeat(' ', indent).append(text).append('\n');
        }

        /** Writes a type to both; gives an element of it. */
        private String complex(String name, int indent, int depth) {
            StringBuilder head = new StringBuilder("<" + name);
            var attributes = new ArrayList<String>();
            xsd.append("<xs:complexType>");
            StringBuilder declared = new StringBuilder();
            if (random.nextInt(3) == 0) {
                line(indent, "attributes:");
                for (int i = 1 + random.nextInt(2); i > 0; i--) {
                    String attribute = "a" + names++;
                    Simple type = SIMPLE.get(random.nextInt(SIMPLE.size()));
                    boolean required = random.nextBoolean();
                    line(
                            indent + 2,
                            attribute + ": {" + type.yaml + ", required: " + required + "}");
                    declared.append(
                            "<xs:attribute name='%s' use='%s'>%s</xs:attribute>"
                                    .formatted(
                                            attribute,
                                            required ? "required" : "optional",
                                            type.xsd));
                    if (required ? random.nextInt(10) > 0 : random.nextBoolean()) {
                        attributes.add(attribute + "=\"" + text(type) + "\"");
                    }
                }
            }
            attributes.forEach(a -> head.append(' ').append(a));
            boolean all = depth > 0 && random.nextInt(5) == 0;
            String content = all ? all(indent, depth) : group(indent, depth, 1, 1, true);
            xsd.append(declared).append("</xs:complexType>");
            return head + ">" + content + "</" + name + ">";
        }

        private String all(int indent, int depth) {
            line(indent, "all:");
            xsd.append("<xs:all>");
            var parts = new ArrayList<String>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                int min = random.nextInt(2);
                parts.add(mostly(element(indent + 2, depth, min, 1), min, 1));
            }
            java.util.Collections.shuffle(parts, random);
            xsd.append("</xs:all>");
            return String.join("", parts);
        }

        /** Now and then as often as it may not be there. */
        private String mostly(String element, int min, int max) {
            int times = min + random.nextInt(max - min + 1);
            if (random.nextInt(25) == 0) {
                times = random.nextInt(max + 2);
            }
            return element.repeat(times);
        }

        private String group(int indent, int depth, int min, int max, boolean top) {
            boolean choice = random.nextInt(3) == 0;
            String occurs = "minOccurs='" + min + "' maxOccurs='" + max + "'";
            line(indent, (choice ? "choice" : "sequence") + ":");
            xsd.append("<xs:").append(choice ? "choice " : "sequence ").append(top ? "" : occurs);
            xsd.append(">");
            var parts = new ArrayList<String>();
            if (max > 1) {
                // So that it is clear where each time of the group begins.
                for (int i = choice ? 2 : 1; i > 0; i--) {
                    parts.add(element(indent + 2, depth, 1, 1));
                }
            }
            for (int i = max > 1 && choice ? 0 : 1 + random.nextInt(3); i > 0; i--) {
                int least = random.nextInt(3);
                int most = max(1, least + random.nextInt(2));
                if (depth < 3 && random.nextInt(4) == 0) {
                    line(indent + 2, "(g" + names++ + "):");
                    line(indent + 4, "occurs: " + least + ".." + most);
                    parts.add(
                            mostly(group(indent + 4, depth + 1, least, most, false), least, most));
                } else {
                    parts.add(mostly(element(indent + 2, depth, least, most), least, most));
                }
            }
            xsd.append("</xs:").append(choice ? "choice>" : "sequence>");
            if (random.nextInt(25) == 0) {
                parts.add(parts.removeFirst());
            }
            if (random.nextInt(40) == 0) {
                parts.add("<unknown/>");
            }
            return choice ? parts.get(random.nextInt(parts.size())) : String.join("", parts);
        }

        private String element(int indent, int depth, int min, int max) {
            String name = "e" + names++;
            xsd.append(
                    "<xs:element name='%s' minOccurs='%d' maxOccurs='%d'"
                            .formatted(name, min, max));
            if (depth < 3 && names < 30 && random.nextInt(3) == 0) {
                xsd.append(">");
                line(indent, name + ":");
                line(indent + 2, "occurs: " + min + ".." + max);
                String made = complex(name, indent + 2, depth + 1);
                xsd.append("</xs:element>");
                return made;
            }
            Simple type = SIMPLE.get(random.nextInt(SIMPLE.size()));
            line(indent, name + ": {" + type.yaml + ", occurs: " + min + ".." + max + "}");
            xsd.append(">").append(type.xsd).append("</xs:element>");
            return "<" + name + ">" + text(type) + "</" + name + ">";
        }

        /** Mostly the first, which is right for most types. */
        private String text(Simple type) {
            List<String> texts = type.texts;
            return random.nextInt(6) == 0 ? texts.get(random.nextInt(texts.size())) : good(type);
        }

        private static String good(Simple type) {
            return switch (type.yaml) {
                case "string: {minLength: 2, maxLength: 3}" -> "ab";
                case "int: {minInclusive: 5, maxExclusive: 10}" -> "5";
                case "date: {minInclusive: 2024-01-01}" -> "2024-01-01";
                default -> type.texts.getFirst();
            };
        }
    }

    private static Parser parser(ModelParser domain, String model) {
        Problems problems = new Problems();
        Parser parser = domain.with(List.of(new Source("s.model.yaml", model)), problems);
        assertThat(problems.all()).as(model).isEmpty();
        return parser;
    }

    /** Why a document is refused; empty where it is not. */
    private static String refusal(Parser parser, String xml) {
        try {
            parser.parse(
                    utf8(xml),
                    new ParseOptions(
                            MessageTemplate.domain(parser.domain()),
                            1208,
                            273,
                            COMPLETE,
                            Set.of(),
                            Limits.DEFAULTS,
                            new Validation(Level.CONTENT_AND_VALUE, FailureAction.EXCEPTION)));
            return "";
        } catch (MillraceException refused) {
            return refused.getMessage();
        }
    }

    private static String refusal(String xsd, String xml) {
        try {
            Schema schema =
                    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                            .newSchema(new StreamSource(new StringReader(xsd)));
            schema.newValidator().validate(new StreamSource(new StringReader(xml)));
            return "";
        } catch (SAXException refused) {
            return refused.getMessage();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Property
    void whatIsValidIsWhatXmlSchemaSays(@ForAll long seed) {
        Sample sample = new Sample(new Random(seed));
        String model = sample.yaml.toString();
        String xml = sample.xml.toString();
        String expected = refusal(sample.xsd.toString(), xml);
        String xmlnsc = refusal(parser(new XmlnscParser(), model), xml);
        assertThat(xmlnsc.isEmpty())
                .as("%s\n%s\nschema: %s\nXMLNSC: %s", model, xml, expected, xmlnsc)
                .isEqualTo(expected.isEmpty());
        String mrm = refusal(parser(new MrmParser(), model), xml);
        assertThat(mrm.isEmpty())
                .as("%s\n%s\nschema: %s\nMRM: %s", model, xml, expected, mrm)
                .isEqualTo(expected.isEmpty());
    }
}
