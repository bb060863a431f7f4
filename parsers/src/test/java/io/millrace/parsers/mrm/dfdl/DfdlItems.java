package io.millrace.parsers.mrm.dfdl;

import org.w3c.dom.Element;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes {@link Item}s of the components of a schema. */
final class DfdlItems {

    private static final int MAX_LEVELS = 40;
    private static final Set<String> GROUPS = Set.of("sequence", "choice", "group");

    private final DfdlSchema schema;
    private int levels;

    DfdlItems(DfdlSchema schema) {
        this.schema = schema;
    }

    Item root(String name) {
        schema.check();
        return element(schema.need("element", name));
    }

    private Props props(List<Element> parts, boolean nillable) {
        Map<String, String> all = schema.properties(parts);
        for (String calculated : List.of("inputValueCalc", "outputValueCalc")) {
            if (all.containsKey(calculated)) {
                throw new LeftOut("computed values");
            }
        }
        if (all.containsKey("hiddenGroupRef")) {
            throw new LeftOut("hidden groups");
        }
        if (all.containsKey("layer") || all.containsKey("layerTransform")) {
            throw new LeftOut("layers");
        }
        Props props = new Props(all, schema.escapes(all), nillable);
        props.check();
        return props;
    }

    private Item element(Element node) {
        if (++levels > MAX_LEVELS) {
            throw new LeftOut("types within themselves");
        }
        List<Element> parts = new ArrayList<>(List.of(node));
        Element declared = node;
        if (node.hasAttribute("ref")) {
            declared = schema.need("element", node.getAttribute("ref"));
            parts.add(declared);
        }
        if (declared.hasAttribute("default") || declared.hasAttribute("fixed")) {
            throw new LeftOut("defaults that parsing fills in");
        }
        String name = declared.getAttribute("name");
        boolean nillable = declared.getAttribute("nillable").equals("true");
        Element complex = Dom.child(declared, "complexType");
        Element simple = Dom.child(declared, "simpleType");
        String type = declared.getAttribute("type");
        if (complex == null && simple == null && !type.isEmpty()) {
            complex = schema.find("complexType", type);
            simple = complex == null ? schema.find("simpleType", type) : null;
        }
        Item made;
        if (complex != null) {
            Props props = props(parts, nillable);
            made = new Item.Folder(name, props, times(node, props), content(complex));
        } else {
            Map<String, String> facets = new HashMap<>();
            String base = simple == null ? Dom.local(type) : base(simple, parts, facets);
            Props props = props(parts, nillable);
            made = new Item.Field(name, props, times(node, props), base, facets);
        }
        levels--;
        return made;
    }

    private String base(Element simple, List<Element> parts, Map<String, String> facets) {
        Element at = simple;
        while (true) {
            parts.add(at);
            Element restriction = Dom.child(at, "restriction");
            if (restriction == null) {
                throw new LeftOut("types that are unions");
            }
            Dom.children(restriction)
                    .forEach(f -> facets.putIfAbsent(f.getLocalName(), f.getAttribute("value")));
            String base = restriction.getAttribute("base");
            Element next = schema.find("simpleType", base);
            if (next == null) {
                return Dom.local(base);
            }
            at = next;
        }
    }

    private static Item.Times times(Element node, Props props) {
        int least = number(node.getAttribute("minOccurs"));
        int most = number(node.getAttribute("maxOccurs"));
        if (least == 1 && most == 1) {
            return Item.Times.ONCE;
        }
        return switch (props.get("occursCountKind")) {
            case "fixed" -> new Item.Times(most, most, null);
            case "parsed" -> new Item.Times(0, -1, null);
            case "expression" -> {
                Integer count = props.number("occursCount");
                yield count != null
                        ? new Item.Times(count, count, null)
                        : new Item.Times(0, -1, props.sibling("occursCount"));
            }
            case "stopValue" -> throw new LeftOut("arrays that end with a value");
            default -> new Item.Times(least, most, null);
        };
    }

    private static int number(String occurs) {
        return occurs.isEmpty() ? 1 : occurs.equals("unbounded") ? -1 : Integer.parseInt(occurs);
    }

    private Item.Group content(Element complex) {
        for (Element child : Dom.children(complex)) {
            if (GROUPS.contains(child.getLocalName())) {
                return group(child);
            }
        }
        throw new LeftOut("types without content");
    }

    private Item.Group group(Element node) {
        List<Element> parts = new ArrayList<>(List.of(node));
        Element group = node;
        if (node.getLocalName().equals("group")) {
            Element named = schema.need("group", node.getAttribute("ref"));
            group =
                    Dom.children(named).stream()
                            .filter(e -> GROUPS.contains(e.getLocalName()))
                            .findFirst()
                            .orElseThrow(() -> new LeftOut("schemas that are not whole"));
            parts.add(group);
        }
        if (++levels > MAX_LEVELS) {
            throw new LeftOut("types within themselves");
        }
        Props props = props(parts, false);
        List<Item> items = new ArrayList<>();
        for (Element child : Dom.children(group)) {
            if (child.getLocalName().equals("element")) {
                Item made = element(child);
                if (made.occurs().most() != 0) {
                    items.add(made);
                }
            } else if (GROUPS.contains(child.getLocalName())) {
                items.add(group(child));
            }
        }
        levels--;
        return new Item.Group(group.getLocalName().equals("choice"), props, items);
    }
}
