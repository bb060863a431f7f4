package io.millrace.models.xsd;

import io.millrace.engine.error.Problems;
import io.millrace.models.xsd.SchemaFiles.Global;
import io.millrace.models.xsd.SchemaFiles.Kind;
import io.millrace.models.xsd.SchemaFiles.Schema;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.SimpleType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.xml.namespace.QName;

/** Simple types, each with all restrictions that its base types have (XML Schema part 2). */
final class SimpleTypes {

    private static final SimpleType STRING = SimpleType.of(BaseType.STRING);

    /** Built-in types that the model does not have, with the types that replace them. */
    private static final Map<String, BaseType> OTHERS =
            Map.of(
                    "NMTOKENS", BaseType.STRING,
                    "IDREFS", BaseType.STRING,
                    "ENTITIES", BaseType.STRING,
                    "NOTATION", BaseType.STRING,
                    "anyAtomicType", BaseType.ANY_SIMPLE_TYPE,
                    "dayTimeDuration", BaseType.DURATION,
                    "yearMonthDuration", BaseType.DURATION,
                    "dateTimeStamp", BaseType.DATE_TIME);

    private final SchemaModelBuilder builder;
    private final Map<QName, SimpleType> resolved = new HashMap<>();
    private final Set<QName> open = new HashSet<>();

    SimpleTypes(SchemaModelBuilder builder) {
        this.builder = builder;
    }

    SimpleType builtIn(String name, XmlNode node) {
        BaseType base = BaseType.of(name);
        if (base != null) {
            return SimpleType.of(base);
        }
        BaseType near = OTHERS.get(name);
        if (near != null) {
            builder.report.changed(
                    node.place, node.label() + ": " + name + " is read as " + near.word());
            return SimpleType.of(near);
        }
        Set<String> known =
                Stream.of(BaseType.values())
                        .map(BaseType::word)
                        .collect(Collectors.toCollection(TreeSet::new));
        builder.problem(
                node,
                "found the type " + name + ", which XML Schema does not have",
                Problems.didYouMean(name, known));
        return STRING;
    }

    /** Returns a global type, built in or declared; text, with a problem, if it is not a type. */
    SimpleType resolved(QName name, XmlNode referrer) {
        if (name.getNamespaceURI().equals(XmlNode.XSD)) {
            return builtIn(name.getLocalPart(), referrer);
        }
        SimpleType known = resolved.get(name);
        if (known != null) {
            return known;
        }
        Global global = builder.schemas.find(Kind.TYPE, name, referrer);
        if (global == null) {
            return STRING;
        }
        if (!global.node().is("simpleType")) {
            builder.problem(
                    referrer,
                    "found the type " + name + ", which holds elements, expected a simple one",
                    "");
            return STRING;
        }
        if (!open.add(name)) {
            builder.problem(
                    global.node(), "found the type " + name + ", which is made of itself", "");
            return STRING;
        }
        SimpleType made = of(global.node(), global.schema());
        open.remove(name);
        resolved.put(name, made);
        return made;
    }

    SimpleType of(XmlNode node, Schema schema) {
        XmlNode how = node.child("restriction", "list", "union");
        if (how == null) {
            builder.problem(node, "found a simple type without restriction, list or union", "");
            return STRING;
        }
        if (open.size() > 200) {
            builder.problem(node, "found simple types more than 200 levels deep", "");
            return STRING;
        }
        return switch (how.name) {
            case "list" -> {
                builder.report.changed(how.place, "a list of values is read as one text");
                yield STRING;
            }
            case "union" -> union(how, schema);
            default -> restriction(how, schema);
        };
    }

    private SimpleType union(XmlNode node, Schema schema) {
        List<SimpleType> members = new ArrayList<>();
        for (String written : node.get("memberTypes", "").split("\\s+")) {
            QName name = written.isEmpty() ? null : builder.schemas.name(node, written, schema);
            if (name != null) {
                members.add(resolved(name, node));
            }
        }
        node.children("simpleType").forEach(inline -> members.add(of(inline, schema)));
        List<BaseType> bases = members.stream().map(SimpleType::base).distinct().toList();
        BaseType base = bases.size() == 1 ? bases.getFirst() : BaseType.STRING;
        boolean enumerated =
                bases.size() == 1
                        && members.stream()
                                .map(SimpleType::facets)
                                .allMatch(
                                        f ->
                                                !f.enumeration().isEmpty()
                                                        && f.equals(
                                                                Facets.NONE.with(f.enumeration())));
        if (enumerated) {
            List<String> all =
                    members.stream()
                            .flatMap(m -> m.facets().enumeration().stream())
                            .distinct()
                            .toList();
            return new SimpleType(base, Facets.NONE.with(all));
        }
        builder.report.changed(node.place, "a union of types is read as any " + base.word());
        return SimpleType.of(base);
    }

    /** Returns the restriction of a base type that it names or contains. */
    SimpleType restriction(XmlNode node, Schema schema) {
        String written = node.get("base");
        XmlNode inline = node.child("simpleType");
        SimpleType base = STRING;
        if (written != null) {
            QName name = builder.schemas.name(node, written, schema);
            base = name == null ? STRING : resolved(name, node);
        } else if (inline != null) {
            base = of(inline, schema);
        } else {
            builder.problem(node, "found a restriction of nothing, expected a base type", "");
        }
        return restricted(base, node);
    }

    /** Returns a type with the facets of a restriction. */
    SimpleType restricted(SimpleType base, XmlNode node) {
        Restriction made = new Restriction(base);
        for (XmlNode facet : node.children) {
            if (facet.namespace.equals(XmlNode.XSD)) {
                made.facet(facet);
            }
        }
        return made.type(node);
    }

    /** Facets that are being gathered. */
    private final class Restriction {
        private final Facets inherited;
        private BaseType base;
        private Integer minLength;
        private Integer maxLength;
        private Integer totalDigits;
        private Integer fractionDigits;
        private Facets.Range range;
        private final List<String> enumeration = new ArrayList<>();
        private final List<String> patterns = new ArrayList<>();

        Restriction(SimpleType type) {
            inherited = type.facets();
            base = type.base();
            minLength = inherited.minLength();
            maxLength = inherited.maxLength();
            totalDigits = inherited.totalDigits();
            fractionDigits = inherited.fractionDigits();
            range = inherited.range();
        }

        void facet(XmlNode facet) {
            String value = facet.attributes.getOrDefault("value", "");
            switch (facet.name) {
                case "length" -> {
                    minLength = count(facet, value);
                    maxLength = minLength;
                }
                case "minLength" -> minLength = count(facet, value);
                case "maxLength" -> maxLength = count(facet, value);
                case "totalDigits" -> totalDigits = count(facet, value);
                case "fractionDigits" -> fractionDigits = count(facet, value);
                case "minInclusive" -> low(value.strip(), null);
                case "minExclusive" -> low(null, value.strip());
                case "maxInclusive" -> high(value.strip(), null);
                case "maxExclusive" -> high(null, value.strip());
                case "enumeration" -> enumeration.add(value);
                case "pattern" -> patterns.add(value);
                case "whiteSpace" -> whiteSpace(value.strip());
                case "assertion", "explicitTimezone" ->
                        builder.report.dropped(facet.place, facet.name + " " + value);
                default -> {
                    // Annotations, and the attributes of simple content.
                }
            }
        }

        private Integer count(XmlNode facet, String value) {
            try {
                int number = Integer.parseInt(value.strip());
                if (number >= 0) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Reported below.
            }
            builder.problem(
                    facet,
                    "found "
                            + facet.name
                            + " "
                            + value
                            + ", expected a whole number from 0 to 2147483647",
                    "");
            return null;
        }

        private void low(String inclusive, String exclusive) {
            range =
                    new Facets.Range(
                            inclusive, exclusive, range.maxInclusive(), range.maxExclusive());
        }

        private void high(String inclusive, String exclusive) {
            range =
                    new Facets.Range(
                            range.minInclusive(), range.minExclusive(), inclusive, exclusive);
        }

        /**
         * Applies a white space facet. The built-in types of the model determine the treatment of
         * white space, so the base type is replaced.
         */
        private void whiteSpace(String value) {
            if (base == BaseType.STRING || base == BaseType.NORMALIZED_STRING) {
                base =
                        switch (value) {
                            case "collapse" -> BaseType.TOKEN;
                            case "replace" -> BaseType.NORMALIZED_STRING;
                            default -> base;
                        };
            }
        }

        SimpleType type(XmlNode node) {
            if (!patterns.isEmpty() && !inherited.patterns().isEmpty()) {
                builder.report.dropped(
                        node.place,
                        "the pattern of the base type: a value is held against "
                                + String.join(" or ", patterns)
                                + " only");
            }
            List<String> all = patterns.isEmpty() ? inherited.patterns() : patterns;
            return new SimpleType(
                    base,
                    new Facets(
                            minLength,
                            maxLength,
                            totalDigits,
                            fractionDigits,
                            range,
                            enumeration.isEmpty() ? inherited.enumeration() : enumeration,
                            all));
        }
    }
}
