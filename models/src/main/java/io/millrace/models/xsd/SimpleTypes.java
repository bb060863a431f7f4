package io.millrace.models.xsd;

import static io.millrace.engine.error.Problems.didYouMean;
import static io.millrace.models.xsd.XmlNode.XSD;
import static io.millrace.parsers.model.BaseType.ANY_SIMPLE_TYPE;
import static io.millrace.parsers.model.BaseType.DATE_TIME;
import static io.millrace.parsers.model.BaseType.DURATION;
import static io.millrace.parsers.model.BaseType.NORMALIZED_STRING;
import static io.millrace.parsers.model.BaseType.TOKEN;

import static java.util.stream.Collectors.toCollection;

import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.model.Facets;
import io.millrace.parsers.model.Facets.Range;
import io.millrace.parsers.model.SimpleType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import javax.xml.namespace.QName;

/**
 * A converter of simple types. Each converted type includes the restrictions of its base types (XML
 * Schema part 2).
 */
final class SimpleTypes {

    static final SimpleType STRING = SimpleType.of(BaseType.STRING);

    /** Replacements for built-in types that models do not support. */
    private static final Map<String, BaseType> OTHERS =
            Map.of(
                    "NMTOKENS",
                    BaseType.STRING,
                    "IDREFS",
                    BaseType.STRING,
                    "ENTITIES",
                    BaseType.STRING,
                    "NOTATION",
                    BaseType.STRING,
                    "anyAtomicType",
                    ANY_SIMPLE_TYPE,
                    "dayTimeDuration",
                    DURATION,
                    "yearMonthDuration",
                    DURATION,
                    "dateTimeStamp",
                    DATE_TIME);

    private final SchemaFiles schemas;
    private final ConversionReport report;
    private final Map<QName, SimpleType> resolved = new HashMap<>();
    private final Set<QName> open = new HashSet<>();

    SimpleTypes(SchemaFiles schemas, ConversionReport report) {
        this.schemas = schemas;
        this.report = report;
    }

    private SimpleType wrong(XmlNode node, String found, Object... values) {
        report.problem(node.place, found, values);
        return STRING;
    }

    SimpleType builtIn(String name, XmlNode node) {
        BaseType base = BaseType.of(name);
        if (base != null) {
            return SimpleType.of(base);
        }
        BaseType near = OTHERS.get(name);
        if (near != null) {
            report.changed(node.place, "%s: %s is imported as %s", node.label(), name, near.word());
            return SimpleType.of(near);
        }
        Set<String> known =
                Stream.of(BaseType.values())
                        .map(BaseType::word)
                        .collect(toCollection(TreeSet::new));
        report.advise(
                node.place,
                didYouMean(name, known),
                "found the type %s, which does not exist in XML Schema",
                name);
        return STRING;
    }

    /**
     * Returns a built-in or declared global type. If the type does not exist, reports a problem and
     * returns the string type.
     */
    SimpleType resolved(QName name, XmlNode referrer) {
        if (name.getNamespaceURI().equals(XSD)) {
            return builtIn(name.getLocalPart(), referrer);
        }
        SimpleType known = resolved.get(name);
        if (known != null) {
            return known;
        }
        XmlNode global = schemas.find(SchemaFiles.TYPE, name, referrer);
        if (global == null) {
            return STRING;
        }
        if (!global.is("simpleType")) {
            return wrong(
                    referrer,
                    "found the type %s, which has elements, expected a simple type",
                    name);
        }
        if (!open.add(name)) {
            return wrong(global, "found the type %s, which is defined by itself", name);
        }
        SimpleType made = of(global);
        open.remove(name);
        resolved.put(name, made);
        return made;
    }

    private SimpleType resolved(XmlNode referrer, String written) {
        QName name = schemas.name(referrer, written);
        return name == null ? null : resolved(name, referrer);
    }

    SimpleType of(XmlNode node) {
        XmlNode how = node.child("restriction", "list", "union");
        if (how == null) {
            return wrong(node, "found a simple type without restriction, list or union");
        }
        if (open.size() > 200) {
            return wrong(node, "found more than 200 nested levels of simple types");
        }
        return switch (how.name) {
            case "list" -> {
                report.changed(how.place, "a list of values is imported as one string");
                yield STRING;
            }
            case "union" -> union(how);
            default -> restriction(how);
        };
    }

    private SimpleType union(XmlNode node) {
        var members = new ArrayList<SimpleType>();
        for (String written : node.get("memberTypes", "").split("\\s+")) {
            SimpleType member = written.isEmpty() ? null : resolved(node, written);
            if (member != null) {
                members.add(member);
            }
        }
        node.children("simpleType").map(this::of).forEach(members::add);
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
            return new SimpleType(
                    base,
                    Facets.NONE.with(
                            members.stream()
                                    .flatMap(m -> m.facets().enumeration().stream())
                                    .distinct()
                                    .toList()));
        }
        report.changed(node.place, "a union of types is read as any %s", base.word());
        return SimpleType.of(base);
    }

    /** Returns the type for a restriction. The base type is named or nested. */
    private SimpleType restriction(XmlNode node) {
        String written = node.get("base");
        XmlNode inline = node.child("simpleType");
        SimpleType base =
                written != null
                        ? resolved(node, written)
                        : inline != null
                                ? of(inline)
                                : wrong(node, "found a restriction without a base type");
        return restricted(base == null ? STRING : base, node);
    }

    /** Returns a type with the facets of a restriction. */
    SimpleType restricted(SimpleType type, XmlNode node) {
        Facets inherited = type.facets();
        Range range = inherited.range();
        var counts = new HashMap<String, Integer>();
        counts.put("minLength", inherited.minLength());
        counts.put("maxLength", inherited.maxLength());
        counts.put("totalDigits", inherited.totalDigits());
        counts.put("fractionDigits", inherited.fractionDigits());
        BaseType base = type.base();
        var enumeration = new ArrayList<String>();
        var patterns = new ArrayList<String>();
        for (XmlNode facet : node.children) {
            String value = facet.attributes.getOrDefault("value", "");
            String bound = value.strip();
            switch (facet.namespace.equals(XSD) ? facet.name : "") {
                case "length" -> {
                    counts.put("minLength", count(facet, bound));
                    counts.put("maxLength", counts.get("minLength"));
                }
                case "minLength", "maxLength", "totalDigits", "fractionDigits" ->
                        counts.put(facet.name, count(facet, bound));
                case "minInclusive" -> range = withMin(range, bound, null);
                case "minExclusive" -> range = withMin(range, null, bound);
                case "maxInclusive" -> range = withMax(range, bound, null);
                case "maxExclusive" -> range = withMax(range, null, bound);
                case "enumeration" -> enumeration.add(value);
                case "pattern" -> patterns.add(value);
                case "whiteSpace" -> base = withWhiteSpace(base, bound);
                case "assertion", "explicitTimezone" ->
                        report.dropped(facet.place, "%s %s", facet.name, value);
                default -> {
                    // Annotations, and the attributes of simple content.
                }
            }
        }
        if (!patterns.isEmpty() && !inherited.patterns().isEmpty()) {
            report.dropped(
                    node.place,
                    "the pattern of the base type: a value is validated against %s only",
                    String.join(" or ", patterns));
        }
        return new SimpleType(
                base,
                new Facets(
                        counts.get("minLength"),
                        counts.get("maxLength"),
                        counts.get("totalDigits"),
                        counts.get("fractionDigits"),
                        range,
                        enumeration.isEmpty() ? inherited.enumeration() : enumeration,
                        patterns.isEmpty() ? inherited.patterns() : patterns));
    }

    private Integer count(XmlNode facet, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The error is reported below.
        }
        wrong(
                facet,
                "found %s %s, expected a whole number from 0 to 2147483647",
                facet.name,
                facet.attributes.getOrDefault("value", ""));
        return null;
    }

    private static Range withMin(Range range, String inclusive, String exclusive) {
        return new Range(inclusive, exclusive, range.maxInclusive(), range.maxExclusive());
    }

    private static Range withMax(Range range, String inclusive, String exclusive) {
        return new Range(range.minInclusive(), range.minExclusive(), inclusive, exclusive);
    }

    /**
     * Returns the type that corresponds to a whiteSpace facet, because in models the type
     * determines the treatment of blanks.
     */
    private static BaseType withWhiteSpace(BaseType base, String value) {
        if (base != BaseType.STRING && base != NORMALIZED_STRING) {
            return base;
        }
        return switch (value) {
            case "collapse" -> TOKEN;
            case "replace" -> NORMALIZED_STRING;
            default -> base;
        };
    }
}
