package io.millrace.engine.parser;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.SensitiveFields;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All parsers of a process, by their names in messages. Immutable. Safe for use by several threads.
 */
public final class ParserRegistry {

    private final Map<String, Parser> byDomain;
    private final Map<String, HeaderParser> byFormat;
    private final Map<String, HeaderParser> headersByDomain;
    private final SensitiveFields sensitiveFields;

    private ParserRegistry(Iterable<Parser> parsers, Iterable<HeaderParser> headers) {
        this(parsers, headers, SensitiveFields.NONE);
    }

    private ParserRegistry(
            Iterable<Parser> parsers, Iterable<HeaderParser> headers, SensitiveFields sensitive) {
        TreeMap<String, Parser> domains = new TreeMap<>();
        parsers.forEach(p -> domains.put(p.domain(), p));
        TreeMap<String, HeaderParser> formats = new TreeMap<>();
        TreeMap<String, HeaderParser> headerDomains = new TreeMap<>();
        headers.forEach(
                h -> {
                    h.formats().forEach(format -> formats.put(format, h));
                    headerDomains.put(h.domain(), h);
                });
        byDomain = Map.copyOf(domains);
        byFormat = Map.copyOf(formats);
        headersByDomain = Map.copyOf(headerDomains);
        sensitiveFields = sensitive;
    }

    /** Returns the parsers in the service files of a class loader. */
    public static ParserRegistry load(ClassLoader loader) {
        return new ParserRegistry(
                ServiceLoader.load(Parser.class, loader),
                ServiceLoader.load(HeaderParser.class, loader));
    }

    public static ParserRegistry of(Collection<Parser> parsers, Collection<HeaderParser> headers) {
        return new ParserRegistry(parsers, headers);
    }

    /**
     * Returns a registry with further parsers. Their domains and formats must not be in this
     * registry.
     */
    public ParserRegistry with(Collection<Parser> parsers, Collection<HeaderParser> headers) {
        List<Parser> allParsers = new ArrayList<>(byDomain.values());
        allParsers.addAll(parsers);
        List<HeaderParser> allHeaders = new ArrayList<>(headersByDomain.values());
        allHeaders.addAll(headers);
        return new ParserRegistry(allParsers, allHeaders, sensitiveFields);
    }

    /**
     * Returns a registry in which the model parsers have the models of an application.
     *
     * @param models all model files of the application, sorted by name
     * @param problems receiver of the problems of the models
     */
    public ParserRegistry with(List<Source> models, Problems problems) {
        List<Parser> parsers = new ArrayList<>();
        List<List<String>> sensitive = new ArrayList<>();
        for (Parser parser : byDomain.values()) {
            Parser described = parser instanceof ModelParser m ? m.with(models, problems) : parser;
            parsers.add(described);
            if (described instanceof ModelParser m) {
                sensitive.addAll(m.sensitiveFields());
            }
        }
        return new ParserRegistry(
                parsers, headersByDomain.values(), sensitiveFields.with(sensitive));
    }

    /** Returns a registry with further sensitive fields. */
    public ParserRegistry withSensitiveFields(Collection<List<String>> paths) {
        return new ParserRegistry(
                byDomain.values(), headersByDomain.values(), sensitiveFields.with(paths));
    }

    /** Returns the sensitive fields, with values that are masked in output. */
    public SensitiveFields sensitiveFields() {
        return sensitiveFields;
    }

    /** Returns a validation whose log does not contain values if there are sensitive fields. */
    public Validation validation(Validation requested) {
        return sensitiveFields.isEmpty() ? requested : requested.masked();
    }

    public Optional<Parser> domain(String name) {
        return Optional.ofNullable(byDomain.get(name));
    }

    /** Returns the header that a Format value announces. */
    public Optional<HeaderParser> headerForFormat(String format) {
        return Optional.ofNullable(byFormat.get(format));
    }

    /** Returns the parser of the header with a folder name. */
    public Optional<HeaderParser> headerForDomain(String name) {
        return Optional.ofNullable(headersByDomain.get(name));
    }

    /** Returns the sorted names of all body domains. */
    public Collection<String> domains() {
        return new TreeMap<>(byDomain).keySet();
    }

    /** Whether a folder of a message can have this name: a domain, a header, Properties or MQMD. */
    public boolean isFolder(String name) {
        return byDomain.containsKey(name)
                || headersByDomain.containsKey(name)
                || name.equals(PropertiesContent.NAME)
                || name.equals(MqmdContent.NAME);
    }

    /** Returns the sorted names of all folders that a message can have. */
    public Collection<String> folders() {
        TreeSet<String> names = new TreeSet<>(byDomain.keySet());
        names.addAll(headersByDomain.keySet());
        names.add(PropertiesContent.NAME);
        names.add(MqmdContent.NAME);
        return names;
    }

    /**
     * Returns the names of all fields that a folder of a message can have; empty if the folder can
     * have any fields.
     */
    public Collection<String> fields(String folder) {
        return switch (folder) {
            case PropertiesContent.NAME -> PropertiesContent.NAMES;
            case MqmdContent.NAME -> MqmdField.LABELS;
            default -> {
                HeaderParser header = headersByDomain.get(folder);
                Parser body = byDomain.get(folder);
                yield header != null ? header.fields() : body == null ? List.of() : body.fields();
            }
        };
    }

    /** Whether a field of the MQMD contains bytes. */
    public boolean isBytes(String folder, String field) {
        return folder.equals(MqmdContent.NAME) && MqmdField.isBytes(field);
    }

    /** Whether a field of the MQMD contains an integer. */
    public boolean isInteger(String folder, String field) {
        return folder.equals(MqmdContent.NAME) && MqmdField.isInteger(field);
    }

    /**
     * Describes the valid values of an integer field of a header if a value is invalid; empty
     * otherwise.
     */
    public String expected(String folder, String field, long value) {
        return folder.equals(MqmdContent.NAME) ? MqmdField.expected(field, value) : "";
    }

    public Collection<Parser> parsers() {
        return byDomain.values();
    }

    public Collection<HeaderParser> headers() {
        return headersByDomain.values();
    }
}
