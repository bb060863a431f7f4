package io.millrace.engine.esql.library.function;

import static java.util.Map.entry;

import io.millrace.engine.esql.library.tree.BitStreamOptions;
import io.millrace.engine.message.Value;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All built-in functions by name. Case is ignored in names.
 *
 * <p>Functions with a special syntax are called with their arguments in the following order.
 * Arguments in brackets can be omitted from the end.
 *
 * <table>
 * <caption>Special syntax</caption>
 * <tr><td>{@code SUBSTRING(s FROM n FOR m)}</td><td>{@code SUBSTRING(s, n[, m])}</td></tr>
 * <tr><td>{@code SUBSTRING(s BEFORE e)}</td><td>{@code SUBSTRING_BEFORE(s, e)}</td></tr>
 * <tr><td>{@code SUBSTRING(s AFTER e FOR m)}</td><td>{@code SUBSTRING_AFTER(s, e[, m])}</td></tr>
 * <tr><td>{@code POSITION(x IN y FROM n REPEAT k)}</td><td>{@code POSITION(x, y[, n[, k]])}; n is
 * 0 if only REPEAT is written</td></tr>
 * <tr><td>{@code TRIM(BOTH x FROM s)}</td><td>{@code TRIM(s[, x])}</td></tr>
 * <tr><td>{@code TRIM(LEADING x FROM s)}</td><td>{@code LTRIM(s[, x])}</td></tr>
 * <tr><td>{@code TRIM(TRAILING x FROM s)}</td><td>{@code RTRIM(s[, x])}</td></tr>
 * <tr><td>{@code OVERLAY(s PLACING x FROM n FOR m)}</td><td>{@code OVERLAY(s, x, n[,
 * m])}</td></tr>
 * <tr><td>{@code EXTRACT(YEAR FROM d)}</td><td>{@code EXTRACT('YEAR', d)}</td></tr>
 * <tr><td>{@code ROUND(x, p MODE ROUND_UP)}</td><td>{@code ROUND(x, p, 'ROUND_UP')}</td></tr>
 * <tr><td>{@code ASBITSTREAM(f OPTIONS o ENCODING e CCSID c SET s TYPE t FORMAT
 * m)}</td><td>{@code ASBITSTREAM(f, o, e, c, s, t, m)}, where an omitted clause is the literal 0
 * (o, e, c) or {@code ''} (s, t, m); or {@code ASBITSTREAM(f)}</td></tr>
 * </table>
 *
 * <p>CAST, CASE, SELECT, THE, ROW, LIST, FOR, EVAL, PASSTHRU, LASTMOVE, SQLCODE and similar
 * constructs of the language are not in this table.
 */
public final class FunctionTable {

    private static final String FILE = "functions.txt";

    /** Line of each function, by name and alias. */
    private static final Map<String, String> LINES = new HashMap<>();

    private static final Map<String, Function> KNOWN = new ConcurrentHashMap<>();
    private static final Map<String, String> PROPERTIES = new TreeMap<>();

    static {
        for (String line : lines()) {
            for (String name : FunctionIndexEntry.names(line)) {
                LINES.put(name, line);
            }
        }
        for (BrokerProperty property : BrokerProperty.ALL) {
            PROPERTIES.put(property.name().toUpperCase(Locale.ROOT), property.name());
        }
    }

    /**
     * Constants for the clause OPTIONS ("ESQL constants"). Validate... and Parse... have the same
     * values as in the Java interface ("MbElement").
     */
    private static final Map<String, Value> CONSTANTS =
            Map.ofEntries(
                    entry("ROOTBITSTREAM", Value.of(BitStreamOptions.ROOT)),
                    entry("EMBEDDEDBITSTREAM", Value.of(BitStreamOptions.EMBEDDED)),
                    entry("FOLDERBITSTREAM", Value.of(BitStreamOptions.FOLDER)),
                    entry("PARSEONDEMAND", Value.of(0)),
                    entry("PARSEIMMEDIATE", Value.of(BitStreamOptions.PARSE_IMMEDIATE)),
                    entry("PARSECOMPLETE", Value.of(BitStreamOptions.PARSE_COMPLETE)),
                    entry("VALIDATENONE", Value.of(0)),
                    entry("VALIDATEUSERTRACE", Value.of(0)),
                    entry("VALIDATELOCALERROR", Value.of(BitStreamOptions.VALIDATE_LOCAL_ERROR)),
                    entry("VALIDATEEXCEPTION", Value.of(BitStreamOptions.VALIDATE_EXCEPTION)),
                    entry(
                            "VALIDATEEXCEPTIONLIST",
                            Value.of(
                                    BitStreamOptions.VALIDATE_LOCAL_ERROR
                                            | BitStreamOptions.VALIDATE_EXCEPTION)),
                    entry("VALIDATECONTENT", Value.of(BitStreamOptions.VALIDATE_CONTENT)),
                    entry("VALIDATEVALUE", Value.of(BitStreamOptions.VALIDATE_VALUE)),
                    entry(
                            "VALIDATECONTENTANDVALUE",
                            Value.of(
                                    BitStreamOptions.VALIDATE_CONTENT
                                            | BitStreamOptions.VALIDATE_VALUE)),
                    entry("VALIDATEDEFERRED", Value.of(0)),
                    entry("VALIDATEIMMEDIATE", Value.of(BitStreamOptions.PARSE_IMMEDIATE)),
                    entry("VALIDATECOMPLETE", Value.of(BitStreamOptions.PARSE_COMPLETE)),
                    entry("VALIDATEBASICCONSTRAINTS", Value.of(0)),
                    entry("VALIDATEFULLCONSTRAINTS", Value.of(BitStreamOptions.VALIDATE_FULL)),
                    entry("VALIDATEINHERIT", Value.of(BitStreamOptions.VALIDATE_INHERIT)));

    /** Functions that are constructs of the language. Their arguments are not plain values. */
    public static final Set<String> CONSTRUCTS =
            Set.of(
                    "CARDINALITY EXISTS SINGULAR THE COALESCE LASTMOVE PASSTHRU EVAL COUNT MAX MIN SUM"
                            .split(" "));

    private FunctionTable() {}

    public static Optional<Function> find(String name) {
        String line = LINES.get(name.toUpperCase(Locale.ROOT));
        return line == null ? Optional.empty() : Optional.of(function(line));
    }

    private static Function function(String line) {
        return KNOWN.computeIfAbsent(line, FunctionIndexEntry::function);
    }

    private static List<String> lines() {
        try (InputStream in = FunctionTable.class.getResourceAsStream(FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read", e);
        }
    }

    /** Returns all functions, by name. */
    public static Collection<Function> all() {
        Map<String, Function> all = new TreeMap<>();
        LINES.values().forEach(line -> all.put(FunctionIndexEntry.names(line)[0], function(line)));
        return Collections.unmodifiableCollection(all.values());
    }

    /** Returns all names and aliases, for suggestions. */
    public static Set<String> names() {
        return Collections.unmodifiableSet(LINES.keySet());
    }

    /**
     * Returns a constant that is written as a bare name, for example {@code FolderBitStream}. Case
     * is ignored.
     */
    public static Optional<Value> constant(String name) {
        return Optional.ofNullable(CONSTANTS.get(name.toUpperCase(Locale.ROOT)));
    }

    /**
     * Returns a broker property that is written as a bare name, for example {@code NodeLabel}, in
     * the spelling that {@code EsqlEnvironment.property} expects. Empty if the property is unknown.
     */
    public static Optional<String> property(String name) {
        return Optional.ofNullable(PROPERTIES.get(name.toUpperCase(Locale.ROOT)));
    }

    /** Returns the broker properties. */
    public static List<String> properties() {
        return new ArrayList<>(PROPERTIES.values());
    }
}
