package io.millrace.engine.esql.analysis;

import io.millrace.engine.message.ElementType;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.parser.Parser;
import io.millrace.engine.parser.ParserRegistry;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** The field type constants such as {@code XMLNSC.Attribute}, by domain. */
final class TypeConstants {

    /** Generic element types of every domain, including headers. */
    private static final Map<String, Integer> GENERIC =
            Map.of(
                    "NAME", ElementType.NAME,
                    "FOLDER", ElementType.NAME,
                    "VALUE", ElementType.VALUE,
                    "NAMEVALUE", ElementType.NAME_VALUE,
                    "FIELD", ElementType.NAME_VALUE);

    private final Map<String, Map<String, Integer>> byDomain = new HashMap<>();
    private final Map<String, Collection<String>> spelling = new HashMap<>();
    private final Collection<String> spelledDomains = new TreeSet<>();

    TypeConstants(ParserRegistry parsers) {
        for (HeaderParser header : parsers.headers()) {
            add(header.domain(), Map.of());
        }
        add("Properties", Map.of());
        add("MQMD", Map.of());
        for (Parser parser : parsers.parsers()) {
            add(parser.domain(), parser.fieldTypes());
        }
    }

    private void add(String domain, Map<String, Integer> constants) {
        spelledDomains.add(domain);
        String key = fold(domain);
        Map<String, Integer> all = byDomain.computeIfAbsent(key, d -> new HashMap<>(GENERIC));
        constants.forEach((name, type) -> all.put(fold(name), type));
        Collection<String> names = spelling.computeIfAbsent(key, d -> new TreeSet<>());
        if (constants.isEmpty()) {
            names.add("Field");
        } else {
            names.addAll(constants.keySet());
        }
    }

    /**
     * Returns the type for {@code Name}, {@code NameValue} or {@code Value} without a domain; null
     * for other names.
     */
    static @Nullable Integer generic(String name) {
        return GENERIC.get(fold(name));
    }

    /**
     * Returns the type for a name that is valid in any expression without a domain; null for other
     * names. The name is case-sensitive (IBM documentation, "FIELDTYPE function").
     */
    static @Nullable Integer domainless(String name) {
        return switch (name) {
            case "Name", "Value", "NameValue" -> GENERIC.get(fold(name));
            default -> null;
        };
    }

    private static String fold(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    boolean isDomain(String name) {
        return byDomain.containsKey(fold(name));
    }

    /** Returns the value of a constant; null if the domain does not define the constant. */
    @Nullable Integer find(String domain, String constant) {
        return byDomain.getOrDefault(fold(domain), Map.of()).get(fold(constant));
    }

    /** Returns the constants of a domain in their usual spelling. */
    Collection<String> names(String domain) {
        return spelling.getOrDefault(fold(domain), new TreeSet<>());
    }

    /** Returns the domains in their usual spelling. */
    Collection<String> spelledDomains() {
        return spelledDomains;
    }

    Collection<String> domains() {
        return new TreeSet<>(byDomain.keySet());
    }
}
