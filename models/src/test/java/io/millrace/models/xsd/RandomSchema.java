package io.millrace.models.xsd;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A generator of valid XML Schemas that the import converts without a loss. Names are taken from a
 * small set, so types, elements and attributes often have the same name.
 */
final class RandomSchema {

    private static final List<String> NAMES = List.of("a", "type", "string", "id");

    private static final List<String> SIMPLE =
            List.of(
                    "xs:string><xs:minLength value='2'/><xs:maxLength value='5'/>",
                    "xs:string><xs:enumeration value='x'/><xs:enumeration value='y z'/>",
                    "xs:string><xs:pattern value='[A-Z]{2}[0-9]{1,3}'/>",
                    "xs:string><xs:whiteSpace value='collapse'/><xs:maxLength value='8'/>",
                    "xs:token><xs:length value='4'/>",
                    "xs:int><xs:minInclusive value='-5'/><xs:maxExclusive value='7'/>",
                    "xs:short><xs:minExclusive value='-5'/><xs:maxInclusive value='-2'/>",
                    "xs:decimal><xs:totalDigits value='5'/><xs:fractionDigits value='2'/>",
                    "xs:decimal><xs:minExclusive value='0.25'/><xs:maxInclusive value='0.75'/>",
                    "xs:positiveInteger><xs:totalDigits value='3'/>",
                    "xs:hexBinary><xs:length value='3'/>",
                    "xs:base64Binary><xs:maxLength value='6'/>",
                    "xs:date><xs:minInclusive value='2020-01-31'/>",
                    "xs:gYear><xs:minInclusive value='1999'/>");

    private static final List<String> BUILT_IN =
            List.of(
                    """
                    string boolean decimal float double duration dateTime time date gYearMonth \
                    gYear gMonthDay gDay gMonth hexBinary base64Binary anyURI normalizedString \
                    token language Name NCName NMTOKEN ID integer nonPositiveInteger \
                    negativeInteger long int short byte nonNegativeInteger unsignedLong \
                    unsignedInt unsignedShort unsignedByte positiveInteger\
                    """
                            .split(" "));

    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private final String uri;

    /** Namespaces whose declarations can be referenced. */
    private final List<String> uris;

    private RandomSchema(Random random, List<String> uris) {
        this.random = random;
        this.uris = uris;
        uri = uris.getLast();
    }

    /** Returns schemas of different namespaces; later schemas use earlier ones. */
    static List<String> of(long seed) {
        Random random = new Random(seed);
        var uris = new ArrayList<String>();
        var schemas = new ArrayList<String>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            uris.add(i == 0 && random.nextInt(4) == 0 ? "" : "urn:" + i);
            schemas.add(new RandomSchema(random, List.copyOf(uris)).schema());
        }
        return schemas;
    }

    private boolean chance(int one) {
        return random.nextInt(one) == 0;
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private String schema() {
        add("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' ");
        for (int i = 0; i < uris.size(); i++) {
            add(uris.get(i).isEmpty() ? "" : "xmlns:n%d='%s' ".formatted(i, uris.get(i)));
        }
        add(uri.isEmpty() ? "" : "targetNamespace='%s' ".formatted(uri));
        add(chance(3) ? "" : "elementFormDefault='qualified' ");
        add(chance(3) ? "attributeFormDefault='qualified'>\n" : ">\n");
        uris.stream()
                .limit(uris.size() - 1)
                .forEach(u -> add("<xs:import namespace='" + u + "'/>\n"));
        for (String name : NAMES) {
            add("<xs:simpleType name='%s'>%s</xs:simpleType>\n", name, restriction());
            add("<xs:element name='%s' type='%s'/>\n", name + ".simple", simple());
            add("<xs:attribute name='%s' type='%s'/>\n", name, attributeType());
            add("<xs:group name='%s'><xs:choice>\n", name);
            add("<xs:element name='%s' type='%s'/>\n", name + ".one", simple());
            add("<xs:element name='%s' type='%s'/>", name + ".two", simple());
            add("</xs:choice></xs:group>\n");
            add("<xs:attributeGroup name='%s'>%s</xs:attributeGroup>\n", name, attributes(1));
        }
        for (String name : NAMES) {
            complex(name + ".T", "");
            extension(name + ".E", name + ".T");
            value(name + ".V");
            add("<xs:element name='%s' type='%s'/>\n", name, own(name + ".T"));
            add("<xs:element name='%s.sub' type='%s' ", name, own(name + ".E"));
            add("substitutionGroup='%s'/>\n", own(name));
        }
        complex("", " name='root'");
        return add("</xs:schema>\n").toString();
    }

    private StringBuilder add(String piece, Object... values) {
        return text.append(values.length == 0 ? piece : piece.formatted(values));
    }

    private String own(String name) {
        return uri.isEmpty() ? name : "n" + (uris.size() - 1) + ":" + name;
    }

    /** Returns a name of any of the namespaces. */
    private String qualified(String name) {
        int i = random.nextInt(uris.size());
        return uris.get(i).isEmpty() ? name : "n" + i + ":" + name;
    }

    private String simple() {
        return chance(2) ? qualified(any(NAMES)) : "xs:" + any(BUILT_IN);
    }

    /** A type can have only one attribute of the type ID, and attributes need no value of it. */
    private String attributeType() {
        return qualified(any(NAMES));
    }

    private String restriction() {
        return "<xs:restriction base=" + quoted(any(SIMPLE)) + "</xs:restriction>";
    }

    private static String quoted(String type) {
        int end = type.indexOf('>');
        return "'" + type.substring(0, end) + "'" + type.substring(end);
    }

    private String attributes(int most) {
        StringBuilder made = new StringBuilder();
        List<String> free = new ArrayList<>(NAMES);
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            String name = free.remove(random.nextInt(free.size()));
            String use = chance(2) ? "required" : "optional";
            made.append(
                    chance(5)
                            ? "<xs:attribute ref='%s'/>".formatted(qualified(name))
                            : "<xs:attribute name='%s' type='%s' use='%s'/>"
                                    .formatted(name, attributeType(), use));
        }
        return made.toString();
    }

    private String occurs() {
        return switch (random.nextInt(5)) {
            case 0 -> " minOccurs='0'";
            case 1 -> " minOccurs='0' maxOccurs='unbounded'";
            case 2 -> " maxOccurs='unbounded'";
            default -> "";
        };
    }

    /** Adds a complex type, or an element with an anonymous one. */
    private void complex(String name, String element) {
        add(element.isEmpty() ? "" : "<xs:element" + element + ">");
        add(name.isEmpty() ? "<xs:complexType" : "<xs:complexType name='" + name + "'");
        add(chance(8) ? " mixed='true'>\n" : ">\n");
        boolean all = chance(6);
        add(all ? "<xs:all>" : "<xs:sequence>");
        for (String member : NAMES) {
            if (chance(2)) {
                member(member, all);
            }
        }
        add(all ? "</xs:all>" : "</xs:sequence>");
        add(attributes(3));
        add("</xs:complexType>\n");
        add(element.isEmpty() ? "" : "</xs:element>\n");
    }

    private void member(String name, boolean all) {
        switch (random.nextInt(all ? 2 : 6)) {
            case 0 -> add("<xs:element name='%s' type='%s'/>", name, simple());
            case 1 ->
                    add("<xs:element name='%s' type='%s' minOccurs='0'/>", name, own(name + ".V"));
            case 2 -> add("<xs:element ref='%s' minOccurs='0'/>", own(name));
            case 3 -> add("<xs:group ref='%s'%s/>", qualified(name), "");
            case 4 ->
                    add(
                            "<xs:element name='%s.local' nillable='true'%s><xs:complexType>"
                                    + "<xs:sequence><xs:element ref='%s'%s/></xs:sequence>"
                                    + "<xs:attributeGroup ref='%s'/></xs:complexType></xs:element>",
                            name, occurs(), qualified(name + ".simple"), occurs(), qualified(name));
            default ->
                    add(
                            "<xs:choice%s><xs:element name='%s.x' type='%s'/><xs:sequence>"
                                    + "<xs:element name='%s.y' type='%s'/>"
                                    + "<xs:element name='%s.z' type='%s' minOccurs='0'/>"
                                    + "</xs:sequence></xs:choice>",
                            occurs(), name, simple(), name, simple(), name, simple());
        }
    }

    private void extension(String name, String base) {
        add("<xs:complexType name='%s'><xs:complexContent>", name);
        add("<xs:extension base='%s'>%s", own(base), "</xs:extension>");
        add("</xs:complexContent></xs:complexType>\n");
    }

    private void value(String name) {
        add("<xs:complexType name='%s'><xs:simpleContent>", name);
        add("<xs:extension base='%s'>%s</xs:extension>", simple(), attributes(2));
        add("</xs:simpleContent></xs:complexType>\n");
    }
}
