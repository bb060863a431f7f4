package io.millrace.parsers.mrm;

import static io.millrace.engine.error.ErrorCode.DUPLICATE_NAME;
import static io.millrace.engine.error.Problems.didYouMean;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.parser.ModelParser;
import io.millrace.engine.parser.TemplateProblem;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.TdsFormat;
import io.millrace.parsers.model.XmlFormat;
import io.millrace.parsers.model.yaml.ModelFile;
import io.millrace.parsers.model.yaml.ModelYaml;
import io.millrace.parsers.mrm.cwf.CwfMessage;
import io.millrace.parsers.mrm.tds.TdsMessage;
import io.millrace.parsers.mrm.xml.XmlMessage;
import io.millrace.parsers.record.PhysicalMessage;
import io.millrace.parsers.validation.Validator;
import io.millrace.parsers.validation.Validator.TreeView;
import io.millrace.parsers.validation.ValidatorCompiler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The compiled message sets of an application. Safe for use by several threads. */
final class CompiledModels {

    static final CompiledModels NONE = new CompiledModels(List.of());

    /**
     * A compiled message set.
     *
     * @param messages compiled messages by name and physical format
     * @param validators validators by message name
     */
    private record Compiled(
            MessageSet set,
            Map<String, Map<String, PhysicalMessage>> messages,
            Map<String, Validator> validators) {}

    /** Result of the lookup of a template. */
    sealed interface Lookup {}

    record Found(PhysicalMessage message, Validator validator) implements Lookup {}

    /** The message does not exist. */
    record Refused(String why) implements Lookup {}

    /** The model of the message has problems, which have already been reported. */
    record Reported(String why) implements Lookup {}

    private record Cached(MessageTemplate template, Lookup answer) {}

    private static final String SET = "message set";
    private static final String FORMAT = "physical format";
    private static final int MAX_LATE = 32;

    private final List<Compiled> sets;

    /** The last lookups. A thread can see an older entry, which is also valid. */
    private final Cached[] lately = new Cached[MAX_LATE];

    private CompiledModels(List<Compiled> sets) {
        this.sets = List.copyOf(sets);
    }

    /**
     * Reads and compiles all sets. Errors in one set do not prevent the compilation of other sets.
     */
    static CompiledModels read(List<Source> files, Problems problems) {
        var sets = new LinkedHashMap<String, Compiled>();
        var names = new HashMap<String, String>();
        for (Source file : files) {
            ModelFile model = ModelYaml.read(file, problems);
            if (model == null) {
                continue;
            }
            MessageSet set = model.set();
            if (sets.containsKey(set.name())) {
                problems.error(
                        DUPLICATE_NAME,
                        model.places().of(),
                        "there is another message set '"
                                + set.name()
                                + "', in "
                                + names.get(set.name()));
                continue;
            }
            names.put(set.name(), file.name());
            sets.put(set.name(), compile(model, problems));
        }
        return new CompiledModels(List.copyOf(sets.values()));
    }

    private static Compiled compile(ModelFile model, Problems problems) {
        MessageSet set = model.set();
        var messages = new LinkedHashMap<String, Map<String, PhysicalMessage>>();
        var validators = new LinkedHashMap<String, Validator>();
        ValidatorCompiler validation =
                new ValidatorCompiler(set, model.places(), TreeView.MRM, problems);
        for (ElementDeclaration message : set.messages().values()) {
            var formats = new LinkedHashMap<String, PhysicalMessage>();
            for (PhysicalFormat format : set.formats().values()) {
                if (model.places().isUnreadable(format)) {
                    // Errors in messages would be consequences of the error in the format.
                    continue;
                }
                PhysicalMessage compiled =
                        switch (format) {
                            case CwfFormat cwf ->
                                    CwfMessage.compile(set, message, cwf, model.places(), problems);
                            case XmlFormat xml ->
                                    XmlMessage.compile(set, message, xml, model.places(), problems);
                            case TdsFormat tds ->
                                    TdsMessage.compile(set, message, tds, model.places(), problems);
                        };
                if (compiled != null) {
                    formats.put(format.name(), compiled);
                }
            }
            messages.put(message.name(), formats);
            validators.put(message.name(), validation.message(message));
        }
        return new Compiled(set, messages, validators);
    }

    /** Returns the paths of the fields that the message sets declare as sensitive. */
    List<List<String>> sensitiveFields() {
        return sets.stream().flatMap(each -> SensitiveMembers.of(each.set).stream()).toList();
    }

    Lookup find(MessageTemplate template) {
        int at = (template.type().hashCode() * 31 + template.format().hashCode()) & MAX_LATE - 1;
        Cached late = lately[at];
        if (late == null || !late.template.equals(template)) {
            late = new Cached(template, search(template));
            lately[at] = late;
        }
        return late.answer;
    }

    /** Returns the fields of the message of a template; empty if the message is unknown. */
    Optional<MessageFields> fields(MessageTemplate template) {
        Compiled found = set(template);
        ElementDeclaration message =
                found == null ? null : one(found.set.messages(), template.type());
        return message == null
                ? Optional.empty()
                : Optional.of(new MessageFields(found.set, message));
    }

    /** Returns the message set of a template; null if there is none. */
    private Compiled set(MessageTemplate template) {
        Compiled found = sets.size() == 1 && template.set().isEmpty() ? sets.getFirst() : null;
        for (Compiled each : sets) {
            boolean named =
                    template.set().equals(each.set.name())
                            || !template.set().isEmpty()
                                    && template.set().equals(each.set.identifier());
            found = named ? each : found;
        }
        return found;
    }

    private Lookup search(MessageTemplate template) {
        List<TemplateProblem> problems = problems(template);
        if (!problems.isEmpty()) {
            return new Refused(problems.getFirst().text());
        }
        Compiled found = set(template);
        PhysicalMessage message = one(one(found.messages, template.type()), template.format());
        return message == null
                ? new Reported("the message set " + found.set.name() + " has problems")
                : new Found(message, one(found.validators, template.type()));
    }

    /** Returns the names in a template that do not exist. */
    List<TemplateProblem> problems(MessageTemplate template) {
        Compiled found = set(template);
        if (found == null) {
            List<String> names = sets.stream().map(each -> each.set.name()).toList();
            return List.of(refused(SET, template.set(), names, "the application"));
        }
        List<TemplateProblem> problems = new ArrayList<>();
        String where = "the message set " + found.set.name();
        if (one(found.messages, template.type()) == null) {
            problems.add(refused("message", template.type(), found.messages.keySet(), where));
        }
        Map<String, PhysicalFormat> formats = found.set.formats();
        if (one(formats, template.format()) == null) {
            problems.add(refused(FORMAT, template.format(), formats.keySet(), where));
        }
        return problems;
    }

    private static <T> T one(Map<String, T> all, String name) {
        return name.isEmpty() && all.size() == 1 ? all.values().iterator().next() : all.get(name);
    }

    private static TemplateProblem refused(
            String kind, String name, Collection<String> names, String where) {
        String property =
                switch (kind) {
                    case SET -> "messageSet";
                    case FORMAT -> "messageFormat";
                    default -> "messageType";
                };
        if (names.isEmpty()) {
            String advice =
                    kind.equals(SET)
                            ? "; add a file *%s that begins with 'messageSet: %s'"
                                    .formatted(ModelParser.SUFFIX, name.isEmpty() ? "NAME" : name)
                            : "";
            String found = where + " has no " + kind;
            return new TemplateProblem(
                    property,
                    name.isEmpty()
                            ? found + advice
                            : "unknown %s %s: %ss%s".formatted(kind, name, found, advice));
        }
        if (name.isEmpty()) {
            return new TemplateProblem(
                    property,
                    "the name of the %s is missing, because %s has several: %s"
                            .formatted(kind, where, String.join(", ", names)));
        }
        String near = didYouMean(name, names);
        return new TemplateProblem(
                property,
                where
                        + " has no "
                        + kind
                        + " '"
                        + name
                        + "'; "
                        + (near.isEmpty() ? "it has " + String.join(", ", names) : near));
    }
}
