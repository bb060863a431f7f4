package io.millrace.models.export;

import static io.millrace.models.export.ModelExport.Language.COPYBOOK;
import static io.millrace.models.export.ModelExport.Language.DTD;
import static io.millrace.models.export.ModelExport.Language.HTML;
import static io.millrace.models.export.ModelExport.Language.XSD;
import static io.millrace.parsers.model.BaseType.DECIMAL;
import static io.millrace.parsers.model.BaseType.STRING;
import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.SEQUENCE;
import static io.millrace.parsers.model.ContentRule.OPEN_DEFINED;
import static io.millrace.parsers.model.Occurs.ONCE;

import static org.assertj.core.api.Assertions.assertThat;

import static javax.xml.XMLConstants.W3C_XML_SCHEMA_NS_URI;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.NearbyFiles;
import io.millrace.models.Rendered;
import io.millrace.models.c.CHeader;
import io.millrace.models.c.CHeaderOptions;
import io.millrace.models.cobol.Copybook;
import io.millrace.models.cobol.CopybookOptions;
import io.millrace.models.export.ModelExport.Language;
import io.millrace.models.xsd.XmlSchema;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.Preset;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;
import io.millrace.parsers.model.yaml.ModelFile;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.parsers.mrm.cwf.CwfPlace;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;

class ModelExportTest {

    private static final String MODEL =
            """
            messageSet: payroll
            namespace: "urn:pay"
            messages:
              employee:
                documentation: Somebody who works <here> & is paid.
                attributes:
                  version: {int:, required: true}
                  kind: {string: [a, b], default: a, cwf: 1}
                sequence:
                  id: {int: 6, cwf: external unsigned, documentation: "the <key>"}
                  name: {string: 1..20, cwf: 20}
                  born: {date:, occurs: 0..1, nillable: true, cwf: {dateTimeFormat: yyyyMMdd}}
                  grade: Grade
                  (pay):
                    choice:
                      monthly: {decimal: {totalDigits: 9, fractionDigits: 2, minInclusive: 0}}
                      hourly: {decimal: 5.2, namespace: ""}
                  count: short
                  child: {type: Child, occurs: 0..9, cwf: {repeatReference: count}}
            types:
              Grade: {string: {maxLength: 2, pattern: "[A-Z][0-9]"}}
              Child:
                sequence:
                  name: {string: 20}
                  rest: {string: 3}
            """;

    private static ModelFile model(String yaml) {
        Problems problems = new Problems();
        ModelFile model = ModelYaml.read(new Source("payroll.model.yaml", yaml), problems);
        Rendered.assertNone(problems);
        return model;
    }

    private static ExportResult export(ModelFile model, Language language) {
        Problems problems = new Problems();
        ExportResult exported = ModelExport.write(model, language, "", problems);
        Rendered.assertNone(problems);
        return exported;
    }

    private static MessageSet imported(String xsd, String name) {
        Problems problems = new Problems();
        MessageSet set =
                XmlSchema.read(List.of(new Source("x.xsd", xsd)), name, NearbyFiles.NONE, problems)
                        .set()
                        .orElse(null);
        Rendered.assertNone(problems);
        return set;
    }

    // What a schema says of a model: all but formats, labels and second names.

    private static MessageSet logical(MessageSet set) {
        return new MessageSet(
                set.name(),
                "",
                set.namespace(),
                none(),
                each(set.messages(), ModelExportTest::logical),
                each(set.types(), ModelExportTest::logical),
                each(set.groups(), ModelExportTest::logical),
                each(set.elements(), ModelExportTest::logical));
    }

    private static <T> SequencedMap<String, T> each(
            SequencedMap<String, T> all, UnaryOperator<T> change) {
        SequencedMap<String, T> changed = none();
        all.forEach((name, part) -> changed.put(name, change.apply(part)));
        return changed;
    }

    private static <T> SequencedMap<String, T> none() {
        return new LinkedHashMap<>();
    }

    private static ElementDeclaration logical(ElementDeclaration e) {
        return new ElementDeclaration(
                e.name(),
                e.namespace(),
                logical(e.type()),
                e.occurs(),
                e.nillable(),
                e.preset(),
                none(),
                e.sensitive(),
                e.documentation());
    }

    private static Type logical(Type type) {
        return type instanceof ComplexType c
                ? new ComplexType(
                        c.value() == null ? logical(c.content()) : c.content(),
                        c.attributes().stream()
                                .map(
                                        a ->
                                                new AttributeDeclaration(
                                                        logical(a.declaration()), a.required()))
                                .toList(),
                        c.value(),
                        c.mixed(),
                        c.anyAttribute())
                : type;
    }

    private static Group logical(Group group) {
        List<Particle> members = group.particles().stream().map(ModelExportTest::logical).toList();
        return new Group("", group.composition(), group.content(), members, group.occurs(), none());
    }

    private static Particle logical(Particle particle) {
        return switch (particle) {
            case ElementDeclaration e -> logical(e);
            case Group g -> logical(g);
            case ElementReference r -> new ElementReference(r.name(), r.occurs(), none());
            case GroupReference r -> r;
        };
    }

    @Test
    void aSchemaReadsBackAsTheSameModel() throws Exception {
        ModelFile model = model(MODEL);
        ExportResult exported = export(model, XSD);
        assertThat(logical(imported(exported.text(), "payroll"))).isEqualTo(logical(model.set()));
        assertThat(exported.report().notes().toString())
                .isEqualTo("[payroll.model.yaml:1:1: dropped: the physical properties of cwf]");
        SchemaFactory factory = SchemaFactory.newInstance(W3C_XML_SCHEMA_NS_URI);
        factory.newSchema(new StreamSource(new StringReader(exported.text())));
    }

    @Property
    void schemasOfRandomModelsReadBackAsTheSame(@ForAll Random random) {
        MessageSet set = new RandomModel(random).set();
        ModelFile model = new ModelFile(set, new ModelPlaces(new Source("r", "").at(0)));
        String xsd = export(model, XSD).text();
        assertThat(logical(imported(xsd, set.name()))).isEqualTo(logical(set));
        assertThat(logical(model(ModelYaml.write(set)).set())).isEqualTo(logical(set));
    }

    /** Models that a schema can say in full. */
    private static final class RandomModel {
        private final Random random;
        private int names;

        RandomModel(Random random) {
            this.random = random;
        }

        MessageSet set() {
            SequencedMap<String, ElementDeclaration> messages = none();
            SequencedMap<String, Type> types = none();
            SequencedMap<String, Group> groups = none();
            SequencedMap<String, ElementDeclaration> elements = none();
            types.put("S", simple());
            types.put("C", complex(2));
            elements.put("g", ElementDeclaration.of("g", new NamedType("S")));
            groups.put("G", group(2, SEQUENCE));
            for (int i = 0; i < 2; i++) {
                String name = name();
                messages.put(name, ElementDeclaration.of(name, complex(0)));
            }
            String namespace = random.nextBoolean() ? "urn:x" : "";
            return new MessageSet(
                    "random", "", namespace, none(), messages, types, groups, elements);
        }

        private String name() {
            return "n" + names++;
        }

        private SimpleType simple() {
            BaseType base = BaseType.values()[random.nextInt(BaseType.values().length)];
            Facets facets = Facets.NONE;
            if (base == STRING) {
                facets =
                        switch (random.nextInt(4)) {
                            case 0 -> Facets.length(null, random.nextInt(9));
                            case 1 -> Facets.length(2, 2 + random.nextInt(9));
                            case 2 -> Facets.NONE.with(List.of("a", "<b>", "c & 'd\\" + '"'));
                            default -> Facets.NONE;
                        };
            } else if (base == DECIMAL) {
                facets = Facets.digits(9, random.nextInt(9));
            }
            return new SimpleType(base, facets);
        }

        private ComplexType complex(int depth) {
            var attributes = new ArrayList<AttributeDeclaration>();
            for (int i = random.nextInt(3); i > 0; i--) {
                attributes.add(
                        new AttributeDeclaration(
                                ElementDeclaration.of(name(), simple()), random.nextBoolean()));
            }
            if (depth > 0 && !attributes.isEmpty() && random.nextInt(4) == 0) {
                return ComplexType.of(simple(), attributes, random.nextInt(4) == 0);
            }
            Composition top = random.nextInt(4) == 0 ? CHOICE : SEQUENCE;
            return new ComplexType(
                    group(depth, top),
                    attributes,
                    null,
                    random.nextInt(4) == 0,
                    random.nextInt(4) == 0);
        }

        private Group group(int depth, Composition composition) {
            var members = new ArrayList<Particle>();
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                members.add(member(depth));
            }
            return Group.of(composition, members);
        }

        private Particle member(int depth) {
            Occurs occurs =
                    switch (random.nextInt(5)) {
                        case 0 -> new Occurs(0, 1);
                        case 1 -> new Occurs(0, Occurs.UNBOUNDED);
                        case 2 -> new Occurs(2, 7);
                        default -> ONCE;
                    };
            return switch (random.nextInt(depth < 3 ? 9 : 6)) {
                case 0 -> ElementDeclaration.of(name(), new NamedType("S")).with(occurs);
                case 1 -> ElementDeclaration.of(name(), new NamedType("C")).with(occurs);
                case 2 ->
                        ElementDeclaration.of(name(), SimpleType.of(STRING))
                                .with(occurs)
                                .with(new Preset("x <&>\" y", random.nextBoolean()))
                                .documented("says 'this' & <that>");
                case 3 -> new ElementReference("g", occurs, none());
                case 6 -> ElementDeclaration.of(name(), complex(depth + 1)).with(occurs);
                case 7 -> group(depth + 1, CHOICE).with("", occurs);
                case 8 -> group(depth + 1, SEQUENCE).with("", occurs);
                default -> ElementDeclaration.of(name(), simple()).with(occurs).with(true);
            };
        }
    }

    // Copybooks

    /** Where the values of a set's messages lie: place, length and number, without FILLERs. */
    private static List<String> layout(MessageSet set) {
        var lines = new ArrayList<String>();
        int number = 0;
        for (ElementDeclaration message : set.messages().values()) {
            List<CwfPlace> places = Rendered.places(set, message);
            var counts = new TreeMap<Integer, Integer>();
            for (int i = 0; i < places.size(); i++) {
                CwfPlace p = places.get(i);
                counts.tailMap(p.depth()).clear();
                counts.put(p.depth(), p.count());
                boolean leaf = i + 1 == places.size() || places.get(i + 1).depth() <= p.depth();
                if (leaf && !p.element().name().startsWith("FILLER")) {
                    int times = counts.values().stream().reduce(1, (a, b) -> a * b);
                    lines.add(number + ": " + p.offset() + " " + p.bytes() + " x" + times);
                }
            }
            number++;
        }
        lines.sort(null);
        return lines;
    }

    private static MessageSet ofCopybook(String text) {
        Problems problems = new Problems();
        MessageSet set =
                Copybook.read(new Source("x.cpy", text), "x", CopybookOptions.DEFAULTS, problems)
                        .set()
                        .orElse(null);
        Rendered.assertNone(problems);
        return set;
    }

    @Test
    void aCopybookHasTheLayoutOfTheModel() {
        ModelFile model = model(MODEL.replace("occurs: 0..1, nillable: true, ", ""));
        ExportResult exported = export(model, COPYBOOK);
        assertThat(layout(ofCopybook(exported.text()))).isEqualTo(layout(model.set()));
        assertThat(exported.text())
                .isEqualTo(
                        """
                              * payroll, cwf
                               01  EMPLOYEE.
                                   05  VERSION                  PIC S9(9) COMP-5.
                                   05  KIND                     PIC X(1).
                                   05  ID                       PIC 9(6).
                                   05  NAME                     PIC X(20).
                                   05  BORN                     PIC X(8).
                                   05  GRADE                    PIC X(2).
                                   05  MONTHLY                  PIC S9(7)V9(2) COMP-3.
                                   05  HOURLY REDEFINES MONTHLY PIC S9(3)V9(2) COMP-3.
                                   05  COUNT-X                  PIC S9(4) COMP-5.
                                   05  CHILD OCCURS 0 TO 9 TIMES DEPENDING ON COUNT-X.
                                     10  NAME-2                 PIC X(20).
                                     10  REST                   PIC X(3).
                        """);
    }

    @Test
    void aChoiceThatRepeatsIsATableOfViews() {
        ModelFile model =
                model(
                        """
                        messageSet: x
                        messages:
                          m:
                            sequence:
                              id: {string: 1}
                              (e): {occurs: 1..3, choice: {a: {string: 2}, b: {string: 3}}}
                              z: {string: 1}
                        """);
        ExportResult exported = export(model, COPYBOOK);
        assertThat(exported.text())
                .endsWith(
                        """
                                   05  ID                       PIC X(1).
                                   05  CHOICE                   OCCURS 3 TIMES.
                                     10  B                      PIC X(3).
                                     10  A                      REDEFINES B PIC X(2).
                                   05  Z                        PIC X(1).
                        """);
    }

    @Test
    void recordsOfCHaveTheSameLayoutInCobol() throws IOException {
        // What lasts up to the end has no like in COBOL.
        String header = Rendered.resource("/c/records.h").replace("char data[];", "");
        MessageSet set =
                CHeader.read(
                                new Source("records.h", header),
                                "records",
                                CHeaderOptions.DEFAULTS,
                                NearbyFiles.NONE,
                                new Problems())
                        .set()
                        .orElseThrow();
        ExportResult exported = export(model(ModelYaml.write(set)), COPYBOOK);
        assertThat(layout(ofCopybook(exported.text()))).isEqualTo(layout(set));
    }

    // DTDs and pages

    @Test
    void aDtdHasNamesAndTheirOrder() {
        assertThat(export(model(MODEL), DTD).text())
                .isEqualTo(
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <!-- payroll -->
                        <!ELEMENT employee (id, name, born?, grade, (monthly | hourly), count, child*)>
                        <!ATTLIST employee
                          version CDATA #REQUIRED
                          kind (a | b) "a">
                        <!ELEMENT id (#PCDATA)>
                        <!ELEMENT name (#PCDATA)>
                        <!ELEMENT born (#PCDATA)>
                        <!ELEMENT grade (#PCDATA)>
                        <!ELEMENT monthly (#PCDATA)>
                        <!ELEMENT hourly (#PCDATA)>
                        <!ELEMENT count (#PCDATA)>
                        <!ELEMENT child (name, rest)>
                        <!ELEMENT rest (#PCDATA)>
                        """);
    }

    @Test
    void aPageShowsEveryFieldWithItsPlaceAndEscapesWhatItSays() {
        String page = export(model(MODEL), HTML).text();
        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .contains("Somebody who works &lt;here&gt; &amp; is paid.", "the &lt;key&gt;")
                .contains("<a href=\"#t-Grade\">Grade</a>", "id=\"t-Grade\"")
                .doesNotContain("<here>", "<script");
        String hostile =
                """
                messageSet: "</title><script>alert(1)</script>"
                messages:
                  "<b>'\\"":
                    sequence:
                      x: {string: 3, documentation: "<img src=x>"}
                """;
        assertThat(export(model(hostile), HTML).text()).doesNotContain("<script", "<img", "<b>'");
    }

    @Test
    void whatCannotBeSaidIsReported() {
        ModelFile model =
                model(
                        """
                        messageSet: s
                        namespace: "urn:s"
                        formats: [xml]
                        messages:
                          m:
                            content: open
                            unorderedSet:
                              a: {int:, namespace: "urn:other", occurs: 3}
                        """);
        assertThat(export(model, XSD).report().notes().toString())
                .contains("an unordered set is a choice that repeats")
                .contains("a belongs to the namespace urn:other");
        Problems problems = new Problems();
        ModelExport.write(model, COPYBOOK, "", problems);
        assertThat(problems.all().getFirst().text()).contains("no Custom Wire Format");
    }

    @Test
    void typesThatContainThemselvesEnd() {
        ModelFile model =
                model(
                        """
                        messageSet: s
                        formats: [xml]
                        messages: {m: T}
                        types: {T: {sequence: {a: int, t: {type: T, occurs: 0..1}}}}
                        """);
        assertThat(logical(imported(export(model, XSD).text(), "s")))
                .isEqualTo(logical(model.set()));
        assertThat(export(model, DTD).text())
                .contains("<!ELEMENT m (a, t?)>", "<!ELEMENT t (a, t?)>");
        assertThat(export(model, HTML).text()).contains("t</td>");
    }

    @Test
    void typesOfValuesKeepWhatTheyAreDerivedFrom() throws Exception {
        ModelFile model =
                model(
                        """
                        messageSet: s
                        formats: [xml]
                        messages: {m: {sequence: {price: Price}}}
                        types:
                          Price: {decimal:, attributes: {currency: string, tax: int}}
                          Gross: {derivedFrom: Price, decimal:, attributes: {currency: string, tax: int, rate: int}}
                          Small: {derivedFrom: Price, decimal: {maxInclusive: 9}, attributes: {currency: string}}
                          Item: {attributes: {no: int, id: int}, sequence: {name: {string:, occurs: 0..1}}}
                          Named: {derivedFrom: Item, attributes: {no: int}, sequence: {name: string}}
                        """);
        ExportResult exported = export(model, XSD);
        assertThat(exported.report().notes().toString()).doesNotContain("derived");
        SchemaFactory factory = SchemaFactory.newInstance(W3C_XML_SCHEMA_NS_URI);
        factory.newSchema(new StreamSource(new StringReader(exported.text())));
        MessageSet back = imported(exported.text(), "s");
        for (String name : List.of("Price", "Gross", "Small", "Item", "Named")) {
            ComplexType type = (ComplexType) model.set().types().get(name);
            ComplexType again = (ComplexType) back.types().get(name);
            assertThat(again.base()).as(name).isEqualTo(type.base());
            assertThat(logical(again)).as(name).isEqualTo(logical(type));
        }
    }

    @Test
    void contentRulesAreKeptInSchemas() {
        Group open = new Group("", SEQUENCE, OPEN_DEFINED, List.of(), ONCE, none());
        SequencedMap<String, ElementDeclaration> messages = none();
        messages.put("m", ElementDeclaration.of("m", ComplexType.of(open)));
        MessageSet set = new MessageSet("s", "", "", none(), messages, none(), none(), none());
        ModelFile model = new ModelFile(set, new ModelPlaces(new Source("r", "").at(0)));
        assertThat(logical(imported(export(model, XSD).text(), "s"))).isEqualTo(set);
    }
}
