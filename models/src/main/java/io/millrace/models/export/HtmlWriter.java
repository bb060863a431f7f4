package io.millrace.models.export;

import io.millrace.engine.error.Problems;
import io.millrace.parsers.model.AttributeDeclaration;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.ContentRule;
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

/** Writes a page that describes the messages of a set: one file without scripts or references. */
final class HtmlWriter {

    private static final String STYLE =
            """
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
            """;

    private static final int MAX_LEVELS = 12;
    private static final int MAX_ROWS = 50_000;

    private final ModelFile model;
    private final MessageSet set;
    private final MarkupBuilder out = new MarkupBuilder();
    private int rows;

    HtmlWriter(ModelFile model) {
        this.model = model;
        this.set = model.set();
    }

    String write() {
        out.raw("<!DOCTYPE html>").open("html", "lang", "en").open("head");
        out.empty("meta", "charset", "utf-8");
        out.empty("meta", "name", "viewport", "content", "width=device-width");
        out.text("title", "Message set " + set.name());
        out.raw("<style>\n" + STYLE + "</style>");
        out.close("head").open("body");
        out.text("h1", "Message set " + set.name());
        about();
        out.open("nav");
        set.messages().keySet().forEach(m -> out.text("a", m, "href", "#m-" + m));
        out.close("nav");
        set.messages().forEach(this::message);
        if (!set.types().isEmpty()) {
            out.text("h2", "Types");
            set.types().forEach(this::namedType);
        }
        return out.close("body").close("html").toString();
    }

    private void about() {
        if (!set.identifier().isEmpty()) {
            out.text("p", "Identifier " + set.identifier());
        }
        if (!set.namespace().isEmpty()) {
            out.raw("<p>Name space " + code(set.namespace()) + "</p>");
        }
        for (PhysicalFormat format : set.formats().values()) {
            String settings = ModelYaml.line(format);
            String said = settings.isEmpty() ? "with the usual settings" : code(settings);
            out.raw(
                    "<p>Format <b>"
                            + MarkupBuilder.escaped(format.name())
                            + "</b> "
                            + said
                            + "</p>");
        }
    }

    private static String code(String text) {
        return "<code>" + MarkupBuilder.escaped(text) + "</code>";
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
        List<PhysicalFormat> others =
                set.formats().values().stream().filter(f -> !(f instanceof CwfFormat)).toList();
        if (!laidOut || !others.isEmpty()) {
            logical(others, message.type());
        }
    }

    private void namedType(String name, Type type) {
        out.raw(
                "<h3 id=\"t-"
                        + MarkupBuilder.escaped(name)
                        + "\">"
                        + MarkupBuilder.escaped(name)
                        + "</h3>");
        if (type instanceof ComplexType) {
            List<PhysicalFormat> others =
                    set.formats().values().stream().filter(f -> !(f instanceof CwfFormat)).toList();
            logical(others, type);
        } else {
            out.raw("<p>" + typeText(type) + " " + values(type) + "</p>");
        }
    }

    // Records

    private void record(CwfFormat format, List<CwfPlace> places) {
        int end = end(places);
        out.text("h3", format.name() + (end < 0 ? ", of varying length" : ", " + end + " bytes"));
        if (end > 0) {
            map(places, end);
        }
        head("Offset", "Bytes", "Field", "Occurs", "Type", "In the bytes", "Values", "Meaning");
        for (CwfPlace place : places) {
            if (++rows > MAX_ROWS) {
                break;
            }
            row(format, place);
        }
        out.close("tbody").close("table");
    }

    /** Returns the bytes of a record; negative if they vary. */
    private static int end(List<CwfPlace> places) {
        long end = 0;
        for (CwfPlace p : places) {
            boolean fixed = p.offset() >= 0 && p.bytes() >= 0 && p.count() >= 0 && p.between() >= 0;
            if (!fixed) {
                return -1;
            }
            long each = (long) p.bytes() + p.trailing();
            end = Math.max(end, p.offset() + each + (p.count() - 1L) * (each + p.between()));
        }
        return end > Integer.MAX_VALUE ? -1 : (int) end;
    }

    /** Writes the fields of a record side by side; the width of each is its length. */
    private void map(List<CwfPlace> places, int total) {
        out.open("div", "class", "map");
        int at = 0;
        for (CwfPlace p : places) {
            if (p.depth() > 0) {
                continue;
            }
            int each = p.bytes() + p.trailing();
            int all = each + (p.count() - 1) * (each + p.between()) - p.trailing();
            addGap(p.offset() - at);
            String name = p.element() == null ? "choice" : p.element().name();
            out.text(
                    "span",
                    name,
                    "style",
                    "flex:" + all,
                    "title",
                    name + ": bytes " + p.offset() + " to " + (p.offset() + all - 1));
            at = p.offset() + all;
        }
        addGap(total - at);
        out.close("div");
    }

    private void addGap(int bytes) {
        if (bytes > 0) {
            out.text(
                    "span",
                    "",
                    "class",
                    "skip",
                    "style",
                    "flex:" + bytes,
                    "title",
                    bytes + " free bytes");
        }
    }

    private void head(String... titles) {
        out.open("table").open("thead").open("tr");
        for (String title : titles) {
            out.text("th", title);
        }
        out.close("tr").close("thead").open("tbody");
    }

    private void row(CwfFormat format, CwfPlace place) {
        out.open("tr");
        out.text(
                "td",
                place.offset() < 0 ? "\u2026" : Integer.toString(place.offset()),
                "class",
                "n");
        out.text(
                "td", place.bytes() < 0 ? "varies" : Integer.toString(place.bytes()), "class", "n");
        ElementDeclaration e = place.element();
        String indent = "padding-left:" + (0.6 + 1.4 * place.depth()) + "rem";
        if (e == null) {
            out.text("td", "one of", "class", "f g", "style", indent);
            out.raw("<td></td><td></td><td></td><td></td><td></td>").close("tr");
            return;
        }
        String mark = place.branch() < 0 ? "" : "\u2022 ";
        out.text("td", mark + e.name(), "class", "f", "style", indent);
        out.text("td", occurs(e.occurs()), "class", "n");
        out.raw("<td>" + typeText(e.type()) + "</td>");
        String line = ModelYaml.line(format, e);
        out.raw("<td>" + (line.isEmpty() ? "" : code(line)) + "</td>");
        out.raw("<td>" + values(e.type()) + preset(e) + "</td>");
        out.text("td", e.documentation(), "class", "doc").close("tr");
    }

    private static String occurs(Occurs occurs) {
        return occurs.equals(Occurs.ONCE) ? "" : occurs.toString();
    }

    // Trees

    private void logical(List<PhysicalFormat> formats, Type type) {
        List<String> titles = new ArrayList<>(List.of("Field", "Occurs", "Type", "Values"));
        formats.forEach(f -> titles.add(f.name()));
        titles.add("Meaning");
        head(titles.toArray(String[]::new));
        type(formats, type, 0);
        out.close("tbody").close("table");
    }

    private void type(List<PhysicalFormat> formats, Type type, int depth) {
        if (depth > MAX_LEVELS || !(set.resolve(type) instanceof ComplexType complex)) {
            return;
        }
        for (AttributeDeclaration a : complex.attributes()) {
            ElementDeclaration e = a.declaration();
            fieldRow(formats, "@" + e.name(), e, new Occurs(a.required() ? 1 : 0, 1), depth);
        }
        group(formats, complex.content(), depth, true);
    }

    private void group(List<PhysicalFormat> formats, Group group, int depth, boolean isTop) {
        boolean plain = group.composition() == Composition.SEQUENCE && isTop;
        int inner = plain ? depth : depth + 1;
        if (depth > MAX_LEVELS) {
            return;
        }
        if (!plain) {
            String words =
                    switch (group.composition()) {
                        case CHOICE, MESSAGE -> "one of";
                        case ALL, UNORDERED_SET -> "in any order";
                        case SEQUENCE -> "in this order";
                    };
            note(formats, words, group.occurs(), depth);
        }
        for (Particle particle : group.particles()) {
            switch (particle) {
                case ElementDeclaration e -> {
                    fieldRow(formats, e.name(), e, e.occurs(), inner);
                    if (e.type() instanceof ComplexType) {
                        type(formats, e.type(), inner + 1);
                    }
                }
                case ElementReference r -> {
                    ElementDeclaration e = set.elements().get(r.name());
                    e = e == null ? set.messages().get(r.name()) : e;
                    if (e != null) {
                        fieldRow(formats, e.name(), e, r.occurs(), inner);
                    }
                }
                case Group g -> group(formats, g, inner, false);
                case GroupReference r -> {
                    Group g = set.groups().get(r.name());
                    if (g != null) {
                        group(formats, g.with(r.name(), r.occurs()), inner, false);
                    }
                }
            }
        }
        if (group.content() != ContentRule.CLOSED) {
            note(formats, "any other elements", new Occurs(0, Occurs.UNBOUNDED), inner);
        }
    }

    private void note(List<PhysicalFormat> formats, String words, Occurs occurs, int depth) {
        out.open("tr");
        out.text(
                "td",
                words,
                "class",
                "f g",
                "style",
                "padding-left:" + (0.6 + 1.4 * depth) + "rem");
        out.text("td", occurs(occurs), "class", "n");
        out.raw("<td></td>".repeat(formats.size() + 3)).close("tr");
    }

    private void fieldRow(
            List<PhysicalFormat> formats,
            String name,
            ElementDeclaration e,
            Occurs occurs,
            int depth) {
        if (++rows > MAX_ROWS) {
            return;
        }
        out.open("tr");
        out.text("td", name, "class", "f", "style", "padding-left:" + (0.6 + 1.4 * depth) + "rem");
        out.text("td", occurs(occurs), "class", "n");
        out.raw("<td>" + typeText(e.type()) + "</td>");
        out.raw("<td>" + values(e.type()) + preset(e) + "</td>");
        for (PhysicalFormat format : formats) {
            String line = ModelYaml.line(format, e);
            out.raw("<td>" + (line.isEmpty() ? "" : code(line)) + "</td>");
        }
        out.text("td", e.documentation(), "class", "doc").close("tr");
    }

    // Types

    private String typeText(Type type) {
        return switch (type) {
            case NamedType(String name) ->
                    "<a href=\"#t-"
                            + MarkupBuilder.escaped(name)
                            + "\">"
                            + MarkupBuilder.escaped(name)
                            + "</a>";
            case SimpleType(BaseType base, Facets f) -> {
                String size = size(f);
                yield base.word() + (size.isEmpty() ? "" : "(" + size + ")");
            }
            case ComplexType c when c.value() != null -> typeText(c.value());
            case ComplexType c -> "<span class=\"g\">folder</span>";
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

    /** Returns the facets of a type but its size. */
    private String values(Type type) {
        if (!(set.resolve(type) instanceof SimpleType(BaseType base, Facets f))) {
            return "";
        }
        List<String> parts = new ArrayList<>();
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
            parts.add(sign + MarkupBuilder.escaped(value));
        }
    }

    private static String preset(ElementDeclaration e) {
        String text =
                e.preset() == null
                        ? ""
                        : (e.preset().fixed() ? " always " : " usually ") + code(e.preset().text());
        return text + (e.nillable() ? " may be NULL" : "");
    }
}
