package io.millrace.models.export;

import static io.millrace.models.export.MarkupBuilder.escaped;
import static io.millrace.parsers.model.Composition.SEQUENCE;
import static io.millrace.parsers.model.ContentRule.CLOSED;

import static java.lang.Math.max;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.ElementReference;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.GroupReference;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.NamedType;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.model.Type;
import io.millrace.parsers.model.yaml.ModelFile;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.parsers.mrm.cwf.CwfMessage;
import io.millrace.parsers.mrm.cwf.CwfPlace;

import java.util.ArrayList;
import java.util.List;

/**
 * A writer of an HTML page that describes the messages of a set: one file without scripts or
 * external references.
 */
final class HtmlWriter {

    private static final String HEAD =
            """
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width"/>
                <title>Message set $name</title>
                <style>
            body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:75rem;padding:1rem 2rem 4rem;color:#1c2430;background:#fff}
            h1{font-size:1.7rem;margin:1rem 0 0}h2{margin:2.5rem 0 .2rem;border-top:2px solid #d5dbe4;padding-top:1.2rem}
            h3{margin:1.4rem 0 .4rem;font-size:1rem;color:#4a5668}nav a{margin-right:1rem}a{color:#14539a}
            table{border-collapse:collapse;width:100%;font-size:.9rem}th{text-align:left;color:#4a5668;font-weight:600;border-bottom:2px solid #d5dbe4}
            th,td{padding:.22rem .6rem;vertical-align:top}td{border-bottom:1px solid #edf0f4}tr:hover td{background:#f4f7fb}
            .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.f{white-space:nowrap;font-family:ui-monospace,monospace}
            .g{color:#78849a;font-style:italic}.doc{color:#4a5668}code{font-size:.85rem;background:#f0f3f7;padding:0 .25rem;border-radius:3px}
            .map{display:flex;height:1.7rem;margin:.4rem 0 .8rem;border:1px solid #c3cbd8;border-radius:4px;overflow:hidden;font-size:.7rem}
            .map span{min-width:2px;padding:.25rem .2rem;overflow:hidden;white-space:nowrap;background:#dbe8f7;border-right:1px solid #fff}
            .map span:nth-child(even){background:#c6dbf1}.map .skip{background:#eceff3!important}
            @media(prefers-color-scheme:dark){body{background:#14181f;color:#dde3ec}h2,th,td{border-color:#323b49}tr:hover td{background:#1c232d}
            h3,th,.doc{color:#9fabbd}a{color:#7db4ef}code{background:#232b36}.map span{background:#24405f}.map span:nth-child(even){background:#1d3350}.map .skip{background:#2a313c!important}}
            </style>
              </head>\
            """;

    private static final int MAX_LEVELS = 12;
    private static final int MAX_ROWS = 50_000;

    private final ModelFile model;
    private final MessageSet set;
    private final MarkupBuilder out = new MarkupBuilder();
    private int rows;

    HtmlWriter(ModelFile model) {
        this.model = model;
        set = model.set();
    }

    String write() {
        String head = HEAD.replace("$name", escaped(set.name()));
        out.raw("<!DOCTYPE html>").open("html", "lang", "en").raw(head).open("body");
        out.text("h1", "Message set " + set.name());
        about();
        out.open("nav");
        set.messages().keySet().forEach(m -> out.text("a", m, "href", "#m-" + m));
        out.close();
        set.messages().forEach(this::message);
        if (!set.types().isEmpty()) {
            out.text("h2", "Types");
            set.types().forEach(this::namedType);
        }
        return out.close(2).toString();
    }

    private void about() {
        if (!set.identifier().isEmpty()) {
            out.text("p", "Identifier " + set.identifier());
        }
        if (!set.namespace().isEmpty()) {
            out.raw("<p>Name space %s</p>".formatted(code(set.namespace())));
        }
        for (PhysicalFormat format : set.formats().values()) {
            String settings = ModelYaml.line(format);
            out.raw(
                    "<p>Format <b>%s</b> %s</p>"
                            .formatted(
                                    escaped(format.name()),
                                    settings.isEmpty()
                                            ? "with the default settings"
                                            : code(settings)));
        }
    }

    private static String code(String text) {
        return "<code>" + escaped(text) + "</code>";
    }

    /** Returns the properties of an element in a format. */
    private static String physical(PhysicalFormat format, ElementDeclaration e) {
        String line = ModelYaml.line(format, e);
        return line.isEmpty() ? "" : code(line);
    }

    private List<PhysicalFormat> trees() {
        return set.formats().values().stream().filter(f -> !(f instanceof CwfFormat)).toList();
    }

    private void message(String name, ElementDeclaration message) {
        out.text("h2", name, "id", "m-" + name);
        if (!message.documentation().isEmpty()) {
            out.text("p", message.documentation(), "class", "doc");
        }
        boolean laidOut = false;
        for (PhysicalFormat format : set.formats().values()) {
            if (format instanceof CwfFormat cwf) {
                Problems found = new Problems();
                CwfMessage compiled = CwfMessage.compile(set, message, cwf, model.places(), found);
                if (compiled != null) {
                    record(cwf, compiled.places());
                    laidOut = true;
                } else if (!found.isEmpty()) {
                    String why = found.all().getFirst().text();
                    out.text("p", format.name() + " cannot lay it out: " + why, "class", "g");
                }
            }
        }
        if (!laidOut || !trees().isEmpty()) {
            logical(message.type());
        }
    }

    private void namedType(String name, Type type) {
        out.text("h3", name, "id", "t-" + name);
        if (type instanceof ComplexType) {
            logical(type);
        } else {
            out.raw("<p>%s %s</p>".formatted(typeText(type), values(type)));
        }
    }

    // Records

    private void record(CwfFormat format, List<CwfPlace> places) {
        int end = end(places);
        out.text("h3", format.name() + (end < 0 ? ", of varying length" : ", " + end + " bytes"));
        if (end > 0) {
            map(places, end);
        }
        head(
                List.of(
                        "Offset",
                        "Bytes",
                        "Field",
                        "Occurs",
                        "Type",
                        "In the bytes",
                        "Values",
                        "Meaning"));
        for (CwfPlace place : places) {
            if (++rows > MAX_ROWS) {
                break;
            }
            row(format, place);
        }
        out.close(2);
    }

    /** Returns the number of bytes of a record; negative if the number varies. */
    private static int end(List<CwfPlace> places) {
        long end = 0;
        for (CwfPlace p : places) {
            boolean fixed = p.offset() >= 0 && p.bytes() >= 0 && p.count() >= 0 && p.between() >= 0;
            if (!fixed) {
                return -1;
            }
            end = max(end, p.offset() + all(p));
        }
        return end > Integer.MAX_VALUE ? -1 : (int) end;
    }

    /**
     * Returns the number of bytes of all occurrences, with the free bytes after each occurrence.
     */
    private static long all(CwfPlace p) {
        long each = (long) p.bytes() + p.trailing();
        return each + (p.count() - 1L) * (each + p.between());
    }

    /**
     * Writes a map of a record: the fields side by side, each with a width proportional to its
     * length.
     */
    private void map(List<CwfPlace> places, int total) {
        out.open("div", "class", "map");
        int at = 0;
        for (CwfPlace p : places) {
            if (p.depth() > 0) {
                continue;
            }
            addGap(p.offset() - at);
            String name = p.element() == null ? "choice" : p.element().name();
            int all = (int) all(p) - p.trailing();
            at = p.offset() + all;
            out.text(
                    "span",
                    name,
                    "style",
                    "flex:" + all,
                    "title",
                    "%s: bytes %d to %d".formatted(name, p.offset(), at - 1));
        }
        addGap(total - at);
        out.close();
    }

    private void addGap(int bytes) {
        if (bytes > 0) {
            String title = bytes + " free bytes";
            out.text("span", "", "class", "skip", "style", "flex:" + bytes, "title", title);
        }
    }

    private void head(List<String> titles) {
        out.open("table").open("thead").open("tr");
        titles.forEach(title -> out.text("th", title));
        out.close(2).open("tbody");
    }

    private void row(CwfFormat format, CwfPlace place) {
        out.open("tr");
        number(place.offset() < 0 ? "\u2026" : Integer.toString(place.offset()));
        number(place.bytes() < 0 ? "varies" : Integer.toString(place.bytes()));
        ElementDeclaration e = place.element();
        if (e == null) {
            name("one of", "f g", place.depth());
            empty(5);
            return;
        }
        name((place.branch() < 0 ? "" : "\u2022 ") + e.name(), "f", place.depth());
        number(occurs(e.occurs()));
        cell(typeText(e.type()));
        cell(physical(format, e));
        cell(values(e.type()) + preset(e));
        out.text("td", e.documentation(), "class", "doc").close();
    }

    // Cells

    private void number(String text) {
        out.text("td", text, "class", "n");
    }

    private void name(String text, String classes, int depth) {
        String indent = "padding-left:" + (0.6 + 1.4 * depth) + "rem";
        out.text("td", text, "class", classes, "style", indent);
    }

    private void cell(String markup) {
        out.raw("<td>" + markup + "</td>");
    }

    /** Ends a row with empty cells. */
    private void empty(int cells) {
        out.raw("<td></td>".repeat(cells)).close();
    }

    private static String occurs(Occurs occurs) {
        return occurs.equals(Occurs.ONCE) ? "" : occurs.toString();
    }

    // Trees

    private void logical(Type type) {
        var titles = new ArrayList<String>(List.of("Field", "Occurs", "Type", "Values"));
        trees().forEach(f -> titles.add(f.name()));
        titles.add("Meaning");
        head(titles);
        type(type, 0);
        out.close(2);
    }

    private void type(Type type, int depth) {
        if (depth > MAX_LEVELS || !(set.resolve(type) instanceof ComplexType complex)) {
            return;
        }
        for (AttributeDeclaration a : complex.attributes()) {
            ElementDeclaration e = a.declaration();
            fieldRow("@" + e.name(), e, new Occurs(a.required() ? 1 : 0, 1), depth);
        }
        Group content = complex.content();
        if (content.composition() == SEQUENCE) {
            members(content, depth);
        } else {
            group(content, depth);
        }
    }

    private void group(Group group, int depth) {
        if (group == null || depth > MAX_LEVELS) {
            return;
        }
        String words =
                switch (group.composition()) {
                    case CHOICE, MESSAGE -> "one of";
                    case ALL, UNORDERED_SET -> "in any order";
                    case SEQUENCE -> "in this order";
                };
        note(words, group.occurs(), depth);
        members(group, depth + 1);
    }

    private void members(Group group, int depth) {
        for (Particle particle : group.particles()) {
            switch (particle) {
                case ElementDeclaration e -> {
                    fieldRow(e.name(), e, e.occurs(), depth);
                    if (e.type() instanceof ComplexType) {
                        type(e.type(), depth + 1);
                    }
                }
                case ElementReference r -> {
                    ElementDeclaration e = References.element(set, r);
                    if (e != null) {
                        fieldRow(e.name(), e, r.occurs(), depth);
                    }
                }
                case Group g -> group(g, depth);
                case GroupReference r -> {
                    Group g = set.groups().get(r.name());
                    group(g == null ? null : g.with(r.name(), r.occurs()), depth);
                }
            }
        }
        if (group.content() != CLOSED) {
            note("any other elements", new Occurs(0, Occurs.UNBOUNDED), depth);
        }
    }

    private void note(String words, Occurs occurs, int depth) {
        out.open("tr");
        name(words, "f g", depth);
        number(occurs(occurs));
        empty(trees().size() + 3);
    }

    private void fieldRow(String name, ElementDeclaration e, Occurs occurs, int depth) {
        if (++rows > MAX_ROWS) {
            return;
        }
        out.open("tr");
        name(name, "f", depth);
        number(occurs(occurs));
        cell(typeText(e.type()));
        cell(values(e.type()) + preset(e));
        trees().forEach(format -> cell(physical(format, e)));
        out.text("td", e.documentation(), "class", "doc").close();
    }

    // Types

    private String typeText(Type type) {
        return switch (type) {
            case NamedType(String name) -> "<a href=\"#t-%1$s\">%1$s</a>".formatted(escaped(name));
            case SimpleType(BaseType base, Facets f) -> {
                String size = size(f);
                yield base.word() + (size.isEmpty() ? "" : "(" + size + ")");
            }
            case ComplexType c when c.value() != null -> typeText(c.value());
            case ComplexType _ -> "<span class=\"g\">folder</span>";
        };
    }

    private static String size(Facets f) {
        if (f.totalDigits() != null) {
            return f.totalDigits() + (f.fractionDigits() == null ? "" : "." + f.fractionDigits());
        }
        if (f.maxLength() == null) {
            return f.minLength() == null ? "" : f.minLength() + "..*";
        }
        boolean same = f.minLength() == null || f.minLength().equals(f.maxLength());
        return (same ? "" : f.minLength() + "..") + f.maxLength();
    }

    /** Returns the facets of a type except its size. */
    private String values(Type type) {
        Facets f = References.facets(set, type);
        var parts = new ArrayList<String>();
        bound(parts, "\u2265 ", f.range().minInclusive());
        bound(parts, "&gt; ", f.range().minExclusive());
        bound(parts, "\u2264 ", f.range().maxInclusive());
        bound(parts, "&lt; ", f.range().maxExclusive());
        f.patterns().forEach(p -> parts.add(code(p)));
        if (!f.enumeration().isEmpty()) {
            List<String> some = f.enumeration().stream().limit(50).map(HtmlWriter::code).toList();
            parts.add(String.join(" ", some) + (f.enumeration().size() > 50 ? " \u2026" : ""));
        }
        return String.join(", ", parts);
    }

    private static void bound(List<String> parts, String sign, String value) {
        if (value != null) {
            parts.add(sign + escaped(value));
        }
    }

    private static String preset(ElementDeclaration e) {
        String text =
                e.preset() == null
                        ? ""
                        : (e.preset().fixed() ? " always " : " usually ") + code(e.preset().text());
        return text + (e.nillable() ? " can be NULL" : "");
    }
}
