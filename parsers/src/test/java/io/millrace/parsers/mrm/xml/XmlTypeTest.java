package io.millrace.parsers.mrm.xml;

import static io.millrace.parsers.mrm.xml.XmlRecords.show;
import static io.millrace.parsers.mrm.xml.XmlRecords.tree;
import static io.millrace.parsers.xml.Document.XSI;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;

/** Elements that name a type of their own, which is derived from the one declared (xsi:type). */
class XmlTypeTest {

    private static final String MODEL =
            """
            messageSet: test
            formats: {xml: {SETTINGS}}
            messages:
              m: {sequence: {item: {type: Item, occurs: 0..*}}}
            types:
              Item:
                attributes: {no: int}
                sequence: {name: string}
              Book:
                derivedFrom: Item
                attributes: {no: int}
                sequence: {name: string, pages: int}
              Atlas:
                derivedFrom: Book
                attributes: {no: int}
                sequence: {name: string, pages: int, map: {string:, occurs: 0..*}}
              Other: {sequence: {x: string}}
            """;

    private static final XmlRecords PLAIN = XmlRecords.model(MODEL.replace("SETTINGS", ""));

    private static String xml(String items) {
        return "<m xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">" + items + "</m>";
    }

    private static final String BOOK =
            "<item no=\"1\" xsi:type=\"Book\"><name>a</name><pages>3</pages></item>";

    @Test
    void aTagMayNameATypeThatIsDerivedFromTheDeclaredOne() {
        String text =
                xml(
                        BOOK
                                + """
                                <item xsi:type='Item'><name>b</name></item><item \
                                xsi:type='Atlas'><name>c</name><pages>9</pages><map>d</map></item>\
                                """);
        assertThat(show(PLAIN.parseAll(text)))
                .isEqualTo(
                        """
                        item
                          no = INTEGER 1
                          type = CHARACTER Book
                          name = CHARACTER a
                          pages = INTEGER 3
                        item
                          name = CHARACTER b
                        item
                          type = CHARACTER Atlas
                          name = CHARACTER c
                          pages = INTEGER 9
                          map = CHARACTER d
                        """);
        assertThat(PLAIN.write(PLAIN.parseAll(text))).isEqualTo(text);
    }

    @Test
    void whatWasChangedInItIsWrittenByTheTypeThatTheTreeNames() {
        Element body = PLAIN.parse(xml(BOOK));
        Element item = body.child("item");
        item.child("pages").value(Value.of(4));
        assertThat(PLAIN.write(body))
                .contains("xsi:type=\"Book\"", "no=\"1\"", "<name>a</name><pages>4</pages></item>");
        item.child(XSI, "type").value(Value.of("Atlas"));
        item.add("map", Value.of("x"));
        assertThat(PLAIN.write(body))
                .contains("xsi:type=\"Atlas\"", "<pages>4</pages><map>x</map>");
        item.child(XSI, "type").remove();
        assertThatThrownBy(() -> PLAIN.bytes(body)).hasMessageContaining("pages");
    }

    @Test
    void aTreeThatAProgramMadeNamesItsTypeToo() {
        Element made = tree();
        Element item = made.add("item");
        item.addLast(Element.of(ElementType.NAME_VALUE, XSI, "type", Value.of("Book")));
        item.add("name", Value.of("a"));
        item.add("pages", Value.of(3));
        assertThat(PLAIN.write(made))
                .contains("xsi:type=\"Book\"", "<name>a</name><pages>3</pages></item>");
        assertThat(show(PLAIN.parseAll(PLAIN.write(made)))).contains("pages = INTEGER 3");
        item.child(XSI, "type").value(Value.of("Other"));
        assertThatThrownBy(() -> PLAIN.bytes(made))
                .hasMessageContaining("xsi:type is 'Other'; expected one of the types Item, Book");
    }

    @Test
    void aTypeThatCannotStandThereIsAnError() {
        for (String type : new String[] {"Other", "Bok", "p:Bok", ""}) {
            String text = xml("<item xsi:type=\"" + type + "\"><name>a</name></item>");
            assertThatThrownBy(() -> PLAIN.parseAll(text))
                    .as(type)
                    .hasMessageContaining("the type '" + type + "'")
                    .hasMessageContaining("expected one of the types Item, Book, Atlas for item");
        }
        assertThatThrownBy(() -> PLAIN.parseAll(xml("<item><name>a</name><pages>1</pages></item>")))
                .hasMessageContaining("<pages>");
    }

    @Test
    void typesOfASetWithANameSpaceAreWrittenWithItsPrefix() {
        XmlRecords spaced =
                XmlRecords.model(
                        MODEL.replace("SETTINGS", "namespaces: {p: 'urn:x'}")
                                .replace(
                                        "messageSet: test",
                                        "messageSet: test\nnamespace: 'urn:x'"));
        String text =
                """
                <p:m xmlns:p="urn:x" \
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><p:item \
                xsi:type="p:Book"><p:name>a</p:name><p:pages>3</p:pages></p:item></p:m>\
                """;
        Element body = spaced.parse(text);
        Element item = body.child("urn:x", "item");
        assertThat(item.child(XSI, "type").value()).isEqualTo(Value.of("Book"));
        item.child("urn:x", "pages").value(Value.of(4));
        String written = spaced.write(body);
        assertThat(written).contains("xsi:type=\"p:Book\"", "<p:pages>4</p:pages>");
        assertThat(show(spaced.parseAll(written))).contains("pages = INTEGER 4");
    }

    private static final String SPACED =
            """
            messageSet: test
            namespace: 'urn:x'
            formats: {xml: {namespaces: {p: 'urn:x'}}}
            messages: {m: {sequence: {item: {type: Item, occurs: 0..*, namespace: ""}}}}
            types:
              Item: {sequence: {name: {string:, namespace: ""}}}
              Book: {derivedFrom: Item, sequence: {name: {string:, namespace: ""}, pages: {int:, namespace: ""}}}
              Book_2:
                derivedFrom: Item
                xsiType: "{urn:y}Book"
                sequence: {name: {string:, namespace: ""}, sheets: {int:, namespace: ""}}
              Map: {derivedFrom: Item, xsiType: Map, sequence: {name: {string:, namespace: ""}}}
            """;

    private static String spaced(String declared, String type, String more) {
        return "<p:m xmlns:p='urn:x' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><item "
                + declared
                + " xsi:type='"
                + type
                + "'><name>a</name>"
                + more
                + "</item></p:m>";
    }

    @Test
    void typesAreComparedWithTheirNameSpaces() {
        XmlRecords records = XmlRecords.model(SPACED);
        String pages = "<pages>3</pages>";
        String inDefault =
                """
                <m xmlns='urn:x' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><item \
                xmlns='' xmlns:q='urn:x' xsi:type='q:Book'><name>a</name>\
                """
                        + pages
                        + "</item></m>";
        for (String text :
                new String[] {
                    spaced("", "p:Book", pages),
                    spaced("xmlns:q='urn:x'", " q:Book ", pages),
                    inDefault
                }) {
            assertThat(show(records.parseAll(text)))
                    .as(text)
                    .isEqualTo(
                            """
                            item
                              type = CHARACTER Book
                              name = CHARACTER a
                              pages = INTEGER 3
                            """);
        }
        String other = spaced("xmlns:y='urn:y'", "y:Book", "<sheets>4</sheets>");
        Element body = records.parseAll(other);
        assertThat(show(body)).contains("type = CHARACTER Book_2", "sheets = INTEGER 4");
        assertThat(records.write(body)).isEqualTo(other);
        body.child("item").child("sheets").value(Value.of(5));
        String written = records.write(body);
        assertThat(show(records.parseAll(written)))
                .contains("type = CHARACTER Book_2", "sheets = INTEGER 5");
        assertThat(show(records.parseAll(spaced("", "Map", "")))).contains("type = CHARACTER Map");
    }

    @Test
    void aNameOfAnotherNameSpaceIsNone() {
        XmlRecords records = XmlRecords.model(SPACED);
        assertThatThrownBy(() -> records.parseAll(spaced("", "Book", "<pages>3</pages>")))
                .hasMessageContaining("the type 'Book'")
                .hasMessageContaining("for item, in the name space urn:x");
        assertThatThrownBy(() -> records.parseAll(spaced("", "q:Book", "")))
                .hasMessageContaining("its prefix is not declared");
        assertThatThrownBy(() -> records.parseAll(spaced("", "p:Map", "")))
                .hasMessageContaining("for item, in no name space");
    }

    @Test
    void theMessageItselfMayBeOfADerivedType() {
        XmlRecords records =
                XmlRecords.model(
                        """
                        messageSet: test
                        formats: [xml]
                        messages: {m: Base}
                        types:
                          Base: {sequence: {a: int}}
                          More: {derivedFrom: Base, sequence: {a: int, b: int}}
                        """);
        String text =
                """
                <m xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                xsi:type="More"><a>1</a><b>2</b></m>\
                """;
        Element body = records.parse(text);
        assertThat(show(body)).isEqualTo("type = CHARACTER More\na = INTEGER 1\nb = INTEGER 2\n");
        body.child("b").value(Value.of(3));
        assertThat(records.write(body)).contains("xsi:type=\"More\"", "<b>3</b>");
    }
}
