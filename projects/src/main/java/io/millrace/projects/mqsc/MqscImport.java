package io.millrace.projects.mqsc;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.parsers.text.YamlText;
import io.millrace.projects.mqsc.MqscStatement.Word;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A converter of {@code DEFINE QLOCAL}, {@code QALIAS}, {@code QREMOTE} and {@code QMODEL}
 * statements. Attributes that a statement omits get the defaults of MQ, which differ from those of
 * Millrace. Everything without an equivalent is reported.
 */
public final class MqscImport {

    private static final Map<String, String> KINDS =
            Map.of(
                    "QL", "QLOCAL", "QLOCAL", "QLOCAL", "QA", "QALIAS", "QALIAS", "QALIAS", "QR",
                    "QREMOTE", "QREMOTE", "QREMOTE", "QM", "QMODEL", "QMODEL", "QMODEL");

    /** Words that have no effect, or the effect that every queue has. */
    private static final Set<String> SAME =
            Set.of("REPLACE", "NOREPLACE", "NOTRIGGER", "HARDENBO", "NOHARDENBO", "ALL");

    /** Attributes of MQ without an equivalent, with the recommended actions. */
    private static final Map<String, String> WITHOUT =
            Map.ofEntries(
                    Map.entry("TRIGGER", "flows read their queues without triggering"),
                    Map.entry("TRIGTYPE", "flows read their queues without triggering"),
                    Map.entry("TRIGDATA", "flows read their queues without triggering"),
                    Map.entry("TRIGDPTH", "flows read their queues without triggering"),
                    Map.entry("TRIGMPRI", "flows read their queues without triggering"),
                    Map.entry("INITQ", "flows read their queues without triggering"),
                    Map.entry("PROCESS", "flows read their queues without triggering"),
                    Map.entry("QDPMAXEV", "the event full is always reported"),
                    Map.entry("QSVCIEV", "use the attribute oldMessageAfter"),
                    Map.entry("QSVCINT", "use the attribute oldMessageAfter"),
                    Map.entry("CLUSTER", "Millrace has no clusters of queue managers"),
                    Map.entry("CLUSNL", "Millrace has no clusters of queue managers"),
                    Map.entry("CLCHNAME", "Millrace has no clusters of queue managers"),
                    Map.entry("CLWLPRTY", "Millrace has no clusters of queue managers"),
                    Map.entry("CLWLRANK", "Millrace has no clusters of queue managers"),
                    Map.entry("CLWLUSEQ", "Millrace has no clusters of queue managers"),
                    Map.entry("DEFBIND", "Millrace has no clusters of queue managers"),
                    Map.entry("DISTL", "distribution lists are not part of the definition"),
                    Map.entry("RETINTVL", "it is information only"),
                    Map.entry("ACCTQ", "statistics are switched on for flows"),
                    Map.entry("MONQ", "statistics are switched on for flows"),
                    Map.entry("STATQ", "statistics are switched on for flows"),
                    Map.entry("NPMCLASS", "non-persistent messages are lost when the broker ends"),
                    Map.entry("PROPCTL", "properties are always in an MQRFH2"),
                    Map.entry("SCOPE", "Millrace has no cell directory"),
                    Map.entry("CUSTOM", "custom attributes have no meaning in Millrace"),
                    Map.entry("DEFSOPT", "use SHARE or NOSHARE"),
                    Map.entry("DEFPRESP", "puts are always synchronous"),
                    Map.entry("DEFREADA", "the broker chooses the number of messages read ahead"),
                    Map.entry("IMGRCOVQ", "the journal contains all persistent messages"),
                    Map.entry("STREAMQ", "put the messages to both queues in the flow"),
                    Map.entry("STRMQOS", "put the messages to both queues in the flow"),
                    Map.entry("INDXTYPE", "an index is by MSGID, CORRELID or GROUPID"),
                    Map.entry("STGCLASS", "all queues are in the home folder"),
                    Map.entry("DEFTYPE", "it is an attribute of QMODEL"),
                    Map.entry("MSGDLVSQ", "messages are delivered by priority"),
                    Map.entry("USAGE", "use a local queue"));

    /** Defaults of MQ that differ from those of Millrace. */
    private static final Map<String, Object> DEFAULTS =
            new LinkedHashMap<>(
                    Map.of(
                            "maxDepth",
                            5_000,
                            "maxMessageBytes",
                            4_194_304,
                            "persistent",
                            false,
                            "priority",
                            0));

    private static final String DEPTH_HIGH = "depthHigh";
    private static final String DEPTH_LOW = "depthLow";

    private static final List<String> ORDER =
            List.of(
                    "description",
                    "alias",
                    "maxDepth",
                    "maxMessageBytes",
                    "persistent",
                    "priority",
                    "backoutThreshold",
                    "backoutQueue",
                    "index",
                    "expiryCap",
                    DEPTH_HIGH,
                    DEPTH_LOW,
                    "inhibitPut",
                    "inhibitGet",
                    "shareable",
                    "model",
                    "dynamicPrefix");

    private static final Map<String, String> INDEXES =
            Map.of("MSGID", "msgId", "CORRELID", "correlId", "GROUPID", "groupId");

    private static final long MAX_INDEXED_DEPTH = 1_000_000;
    private static final int MAX_NAME = 48;

    /** Maximum length of dynamicPrefix: a generated name has 16 further characters. */
    private static final int MAX_PREFIX = MAX_NAME - 16;

    private static final int PERCENT = 100;

    /** Percentages of the maximum depth in MQ without QDEPTHHI and QDEPTHLO. */
    private static final int DEFAULT_HIGH = 80;

    private static final int DEFAULT_LOW = 20;
    private static final long NO_MAX_DEPTH = 999_999_999;

    private static final String TEMPORARY = "TEMPDYN";

    private final Problems problems;

    /** The attributes of each definition by its kind and name, for LIKE. */
    private final Map<String, List<Word>> statements = new HashMap<>();

    private final Map<String, Map<String, Object>> queues = new LinkedHashMap<>();
    private final Map<String, Place> backoutQueues = new LinkedHashMap<>();

    private MqscImport(Problems problems) {
        this.problems = problems;
    }

    /**
     * Converts a file.
     *
     * @param problems receives warnings for attributes without an equivalent, and errors for
     *     statements that cannot be converted
     * @return the key {@code queues} as YAML
     */
    public static String convert(Source source, Problems problems) {
        MqscImport result = new MqscImport(problems);
        for (MqscStatement statement : MqscStatement.read(source, problems)) {
            result.statement(statement.words());
        }
        result.addBackoutQueues();
        return result.yaml();
    }

    private void statement(List<Word> words) {
        Word verb = words.getFirst();
        boolean define = verb.name().equals("DEFINE") || verb.name().equals("DEF");
        if (!define || words.size() < 2) {
            problems.warning(
                    ErrorCode.PROJECT_DIFFERENCE,
                    verb.place(),
                    "the command " + verb.name() + " is not converted",
                    verb.name().equals("SET")
                            ? "write the rights of users below users in broker.yaml"
                            : "only DEFINE of queues is converted");
            return;
        }
        Word object = words.get(1);
        String kind = KINDS.get(object.name());
        if (kind == null) {
            problems.warning(
                    ErrorCode.PROJECT_DIFFERENCE,
                    object.place(),
                    "the object " + object.name() + "(" + object.value() + ") is not converted",
                    "only QLOCAL, QALIAS, QREMOTE and QMODEL are converted");
            return;
        }
        if (!isName(object)) {
            return;
        }
        List<Word> own = words.subList(2, words.size());
        boolean replaces = own.stream().anyMatch(word -> word.name().equals("REPLACE"));
        if (queues.containsKey(object.value()) && !replaces) {
            problems.warning(
                    ErrorCode.DUPLICATE_NAME,
                    object.place(),
                    "the queue " + object.value() + " is defined twice",
                    "the first definition is used, as in MQ; add REPLACE for the last one");
            return;
        }
        queues.put(object.value(), define(kind, object, own));
    }

    /** Whether the value of a word is a valid queue name. Reports other values. */
    private boolean isName(Word word) {
        boolean valid =
                word.value().length() <= MAX_NAME && word.value().matches("[A-Za-z0-9./_%]+");
        if (!valid) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    word.place(),
                    "%s must have the name of a queue in parentheses (found '%s')"
                            .formatted(word.name(), word.value()));
        }
        return valid;
    }

    private Map<String, Object> define(String kind, Word object, List<Word> own) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        if (!kind.equals("QALIAS")) {
            attributes.putAll(DEFAULTS);
        }
        List<Word> effective = new ArrayList<>(like(kind, own));
        effective.forEach(word -> isKnown(kind, word, attributes));
        for (Word word : own) {
            int before = problems.all().size();
            boolean known = isKnown(kind, word, attributes);
            if (!known && !isSame(word) && !word.name().equals("LIKE")) {
                reportUnknown(word);
            }
            if (known && problems.all().size() == before) {
                // The last value of a name applies.
                effective.removeIf(earlier -> earlier.name().equals(word.name()));
                effective.add(word);
            }
        }
        List<Word> given = List.copyOf(effective);
        statements.put(kind + " " + object.value(), given);
        if (kind.equals("QALIAS") && !attributes.containsKey("alias")) {
            problems.error(
                    ErrorCode.MISSING_KEY,
                    object.place(),
                    "the alias " + object.value() + " has no TARGET");
        }
        checkIndex(object, attributes);
        thresholds(given, attributes);
        if (kind.equals("QMODEL")) {
            model(object, given, attributes);
        }
        if (kind.equals("QREMOTE")) {
            remote(object, given, attributes);
        }
        return attributes;
    }

    private boolean isKnown(String kind, Word word, Map<String, Object> attributes) {
        return switch (kind) {
            case "QALIAS" -> ofAlias(word, attributes);
            case "QREMOTE" -> ofRemote(word, attributes);
            case "QMODEL" -> word.name().equals("DEFTYPE") ? type(word) : ofLocal(word, attributes);
            default -> ofLocal(word, attributes);
        };
    }

    /** Returns the attributes of the definition that LIKE names. */
    private List<Word> like(String kind, List<Word> own) {
        Word like =
                own.stream().filter(word -> word.name().equals("LIKE")).findFirst().orElse(null);
        if (like == null) {
            return List.of();
        }
        List<Word> found = statements.get(kind + " " + like.value());
        // The default objects of a queue manager have the defaults that are used without LIKE.
        if (found == null && !like.value().startsWith("SYSTEM.DEFAULT.")) {
            problems.error(
                    ErrorCode.PROJECT_REFERENCE,
                    like.place(),
                    "the %s %s of LIKE is not defined before in this file"
                            .formatted(kind, like.value()),
                    "add its definition, or write its attributes");
        }
        return found == null ? List.of() : found;
    }

    /** Checks the value of DEFTYPE, which {@link #model} converts. */
    private boolean type(Word word) {
        if (!Set.of(TEMPORARY, "PERMDYN", "SHAREDYN").contains(word.value())) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    word.place(),
                    "DEFTYPE must be TEMPDYN, PERMDYN or SHAREDYN (found %s)"
                            .formatted(word.value()));
        }
        return true;
    }

    private void model(Word object, List<Word> given, Map<String, Object> attributes) {
        String type = valueOf(given, "DEFTYPE");
        boolean isTemporary = type.isEmpty() || type.equals(TEMPORARY);
        attributes.put("model", isTemporary ? "temporary" : "permanent");
        if (isTemporary && Boolean.TRUE.equals(attributes.get("persistent"))) {
            attributes.put("persistent", false);
            problems.error(
                    ErrorCode.BAD_VALUE,
                    object.place(),
                    "DEFPSIST must be NO for the model %s with DEFTYPE(TEMPDYN)"
                            .formatted(object.value()),
                    "the messages of a temporary queue end with it; use PERMDYN to keep them");
        }
        given.stream()
                .filter(word -> word.value().equals("SHAREDYN") && word.name().equals("DEFTYPE"))
                .forEach(
                        word ->
                                different(
                                        word,
                                        "the dynamic queues are permanent queues of this broker"));
        // The default prefix is the name and a period.
        if (object.value().length() >= MAX_PREFIX) {
            attributes.put("dynamicPrefix", object.value().substring(0, MAX_PREFIX));
        }
    }

    private void remote(Word object, List<Word> given, Map<String, Object> attributes) {
        String queue = valueOf(given, "RNAME");
        String manager = valueOf(given, "RQMNAME");
        attributes.putIfAbsent("description", ("for " + queue + " on " + manager).strip());
        problems.warning(
                ErrorCode.PROJECT_DIFFERENCE,
                object.place(),
                "the remote queue %s becomes a local queue: its messages stay there"
                        .formatted(object.value()),
                "move them to %s on %s with a flow, or connect the broker to the other one"
                        .formatted(queue, manager));
    }

    private static String valueOf(List<Word> words, String name) {
        return words.stream()
                .filter(w -> w.name().equals(name))
                .map(Word::value)
                .findFirst()
                .orElse("");
    }

    private boolean isSame(Word word) {
        return SAME.contains(word.name())
                || word.name().equals("USAGE") && word.value().equals("NORMAL")
                || word.name().equals("MSGDLVSQ") && word.value().equals("PRIORITY")
                || word.name().equals("TRIGTYPE") && word.value().equals("NONE")
                || word.name().equals("INDXTYPE") && word.value().equals("NONE")
                || WITHOUT.containsKey(word.name()) && word.hasValue() && word.value().isEmpty();
    }

    private void reportUnknown(Word word) {
        String advice = WITHOUT.get(word.name());
        String text = word.name() + (word.hasValue() ? "(" + word.value() + ")" : "");
        if (advice != null) {
            problems.warning(
                    ErrorCode.PROJECT_DIFFERENCE,
                    word.place(),
                    "the attribute " + text + " has no equivalent",
                    advice);
            return;
        }
        Set<String> known = new TreeSet<>(WITHOUT.keySet());
        known.addAll(
                List.of(
                        "DESCR",
                        "MAXDEPTH",
                        "MAXMSGL",
                        "DEFPSIST",
                        "DEFPRTY",
                        "BOTHRESH",
                        "BOQNAME",
                        "PUT",
                        "GET",
                        "SHARE",
                        "NOSHARE",
                        "CAPEXPRY",
                        "TARGET",
                        "RNAME",
                        "RQMNAME",
                        "XMITQ"));
        problems.error(
                ErrorCode.UNKNOWN_KEY,
                word.place(),
                "the attribute " + text + " is unknown",
                Problems.didYouMean(word.name(), known));
    }

    private boolean ofAlias(Word word, Map<String, Object> attributes) {
        switch (word.name()) {
            case "TARGET", "TARGQ" -> {
                if (isName(word)) {
                    attributes.put("alias", word.value());
                }
            }
            case "DESCR" -> attributes.put("description", word.value());
            case "PUT" -> inhibit(word, "inhibitPut", attributes);
            case "GET" -> {
                if (word.value().equals("DISABLED")) {
                    different(word, "set inhibitGet for the queue of the alias");
                }
            }
            case "TARGTYPE" -> {
                if (!word.value().equals("QUEUE")) {
                    different(word, "publish to the topic with a Publication node");
                }
            }
            case "DEFPSIST", "DEFPRTY" -> different(word, "the queue of the alias has it");
            default -> {
                return false;
            }
        }
        return true;
    }

    private void different(Word word, String advice) {
        problems.warning(
                ErrorCode.PROJECT_DIFFERENCE,
                word.place(),
                "the attribute %s(%s) has no equivalent".formatted(word.name(), word.value()),
                advice);
    }

    private boolean ofRemote(Word word, Map<String, Object> attributes) {
        return switch (word.name()) {
            case "RNAME", "RQMNAME", "XMITQ" -> true;
            default -> ofLocal(word, attributes);
        };
    }

    private boolean ofLocal(Word word, Map<String, Object> attributes) {
        switch (word.name()) {
            case "DESCR" -> attributes.put("description", word.value());
            case "MAXDEPTH" -> number(word, "maxDepth", NO_MAX_DEPTH, attributes);
            case "MAXMSGL" -> number(word, "maxMessageBytes", Integer.MAX_VALUE, attributes);
            case "DEFPRTY" -> number(word, "priority", 9, attributes);
            case "BOTHRESH" -> number(word, "backoutThreshold", NO_MAX_DEPTH, attributes);
            case "DEFPSIST" -> choice(word, "persistent", "YES", "NO", attributes);
            case "PUT" -> inhibit(word, "inhibitPut", attributes);
            case "GET" -> inhibit(word, "inhibitGet", attributes);
            case "SHARE" -> attributes.remove("shareable");
            case "NOSHARE" -> attributes.put("shareable", false);
            case "BOQNAME" -> {
                if (!word.value().isEmpty() && isName(word)) {
                    attributes.put("backoutQueue", word.value());
                    backoutQueues.put(word.value(), word.place());
                }
            }
            case "CAPEXPRY" -> expiry(word, attributes);
            case "QDEPTHHI" -> number(word, DEPTH_HIGH, PERCENT, attributes);
            case "QDEPTHLO" -> number(word, DEPTH_LOW, PERCENT, attributes);
            case "QDPHIEV", "QDPLOEV" -> event(word);
            case "INDXTYPE" -> {
                return index(word, attributes);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void inhibit(Word word, String attribute, Map<String, Object> attributes) {
        choice(word, attribute, "DISABLED", "ENABLED", attributes);
        if (Boolean.FALSE.equals(attributes.get(attribute))) {
            attributes.remove(attribute);
        }
    }

    private void choice(
            Word word, String attribute, String yes, String no, Map<String, Object> attributes) {
        if (!word.value().equals(yes) && !word.value().equals(no)) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    word.place(),
                    "%s must be %s or %s (found %s)".formatted(word.name(), yes, no, word.value()));
            return;
        }
        attributes.put(attribute, word.value().equals(yes));
    }

    private void number(Word word, String attribute, long max, Map<String, Object> attributes) {
        if (!word.value().matches("[0-9]{1,10}") || Long.parseLong(word.value()) > max) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    word.place(),
                    "%s must be 0 to %d (found %s)".formatted(word.name(), max, word.value()));
            return;
        }
        attributes.put(attribute, Long.parseLong(word.value()));
    }

    /** Checks that events are enabled or disabled. */
    private void event(Word word) {
        choice(word, word.name(), "ENABLED", "DISABLED", new LinkedHashMap<>());
    }

    /** Converts the percentages of the depth to messages, if their event is enabled. */
    private static void thresholds(List<Word> given, Map<String, Object> attributes) {
        long high = percent(attributes.remove(DEPTH_HIGH), DEFAULT_HIGH);
        long low = percent(attributes.remove(DEPTH_LOW), DEFAULT_LOW);
        long maximum = Long.parseLong(attributes.getOrDefault("maxDepth", 0).toString());
        if (!valueOf(given, "QDPHIEV").equals("ENABLED") || maximum == 0) {
            return;
        }
        long first = Math.max(1, high * maximum / PERCENT);
        long last = Math.min(first - 1, low * maximum / PERCENT);
        attributes.put(DEPTH_HIGH, first);
        if (last > 0) {
            attributes.put(DEPTH_LOW, last);
        }
    }

    private static long percent(@Nullable Object given, int standard) {
        return given == null ? standard : Long.parseLong(given.toString());
    }

    private static boolean index(Word word, Map<String, Object> attributes) {
        String index = INDEXES.get(word.value());
        if (index != null) {
            attributes.put("index", index);
        }
        return index != null;
    }

    /** Removes the index of a queue whose messages do not all fit into memory. */
    private void checkIndex(Word object, Map<String, Object> attributes) {
        long depth = Long.parseLong(attributes.getOrDefault("maxDepth", 0).toString());
        if (attributes.containsKey("index") && (depth < 1 || depth > MAX_INDEXED_DEPTH)) {
            attributes.remove("index");
            problems.warning(
                    ErrorCode.PROJECT_DIFFERENCE,
                    object.place(),
                    "the index of %s requires a MAXDEPTH of 1 to %d (found %d)"
                            .formatted(object.value(), MAX_INDEXED_DEPTH, depth),
                    "reduce MAXDEPTH, because all messages of the queue stay in memory");
        }
    }

    /** Converts tenths of a second to seconds. */
    private void expiry(Word word, Map<String, Object> attributes) {
        if (word.value().equals("NOLIMIT")) {
            return;
        }
        if (!word.value().matches("[0-9]{1,9}")) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    word.place(),
                    "CAPEXPRY must be a number or NOLIMIT (found %s)".formatted(word.value()));
            return;
        }
        attributes.put(
                "expiryCap",
                BigDecimal.valueOf(Long.parseLong(word.value()), 1)
                        .stripTrailingZeros()
                        .toPlainString());
    }

    /** Adds backout queues that the file does not define, because the list must be complete. */
    private void addBackoutQueues() {
        backoutQueues.forEach(
                (queue, place) -> {
                    if (!queues.containsKey(queue)) {
                        queues.put(queue, Map.of());
                        problems.warning(
                                ErrorCode.PROJECT_DIFFERENCE,
                                place,
                                "the backout queue " + queue + " is not defined in this file",
                                "it was added with the defaults of Millrace");
                    }
                });
    }

    private String yaml() {
        StringBuilder out = new StringBuilder("queues:\n");
        queues.forEach(
                (name, attributes) -> {
                    List<String> pairs = new ArrayList<>();
                    for (String attribute : ORDER) {
                        Object value = attributes.get(attribute);
                        if (value != null && !value.toString().isEmpty()) {
                            pairs.add(attribute + ": " + YamlText.scalar(value.toString()));
                        }
                    }
                    out.append("  ")
                            .append(YamlText.scalar(name))
                            .append(": {")
                            .append(String.join(", ", pairs))
                            .append("}\n");
                });
        return queues.isEmpty() ? "queues: {}\n" : out.toString();
    }
}
