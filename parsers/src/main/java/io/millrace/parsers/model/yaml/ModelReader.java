package io.millrace.parsers.model.yaml;

import static io.millrace.engine.error.ErrorCode.BAD_VALUE;
import static io.millrace.engine.error.ErrorCode.UNKNOWN_KEY;
import static io.millrace.engine.error.ErrorCode.YAML_SHAPE;
import static io.millrace.parsers.model.yaml.ModelYaml.KINDS;

import io.millrace.engine.error.Problems;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.MessagingStandard;
import io.millrace.parsers.model.ModelPlaces;
import io.millrace.parsers.model.PhysicalFormat;
import io.millrace.parsers.model.SimpleType;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Substitution;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.parsers.text.YamlSequence;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** A reader of model files. */
final class ModelReader {

    /** Settings of a model file. */
    static final SettingGroup GROUP =
            SettingGroup.of(
                            "model",
                            """
                            messageSet [required TEXT]: Name of the message set.
                            identifier [TEXT]: Identifier of the message set.
                            namespace [TEXT]: Namespace of the elements.
                            formats [ANY]: Physical formats: a list of kinds, or a mapping from
                              names to settings.
                            messages [ANY]: Messages, by name.
                            types [ANY]: Types, by name.
                            groups [ANY]: Groups, by name.
                            elements [ANY]: Global elements, by name.
                            """)
                    .and(Section.FORMAT_VERSION);

    private final Section keys;
    private final Problems problems;
    private final ModelPlaces places;
    private final Set<String> unread = new HashSet<>();

    ModelReader(YamlMapping mapping, Problems problems) {
        keys = Section.of(mapping, GROUP, Substitution.NONE, problems);
        this.problems = problems;
        places = new ModelPlaces(mapping.place());
    }

    ModelFile read() {
        String name = keys.text("messageSet");
        var kinds = new LinkedHashMap<String, FormatYaml>();
        SequencedMap<String, PhysicalFormat> formats = formats(kinds);
        ParticleReader particles =
                new ParticleReader(
                        kinds,
                        new FormatAdvice(kinds, KINDS),
                        unread,
                        typeNames(),
                        places,
                        problems);
        MessageSet set =
                new MessageSet(
                        name,
                        keys.text("identifier"),
                        keys.text("namespace"),
                        formats,
                        all("messages", particles::global),
                        all("types", particles::namedType),
                        all("groups", particles::namedGroup),
                        all("elements", particles::global));
        checkKinds(set);
        new NameCheck(set, places, problems).check();
        return new ModelFile(set, places);
    }

    private Set<String> typeNames() {
        return keys.node("types") instanceof YamlMapping types
                ? Set.copyOf(types.keys())
                : Set.of();
    }

    private <T> SequencedMap<String, T> all(String key, Function<YamlEntry, T> reader) {
        var read = new LinkedHashMap<String, T>();
        YamlNode node = keys.node(key);
        boolean nothing = node == null || node instanceof YamlScalar s && s.isNull();
        YamlMapping mapping = nothing ? null : node.asMapping(problems);
        if (mapping != null) {
            for (YamlEntry entry : mapping.entries()) {
                T value = reader.apply(entry);
                if (value != null) {
                    read.put(entry.name(), places.at(entry.key().place(), value));
                }
            }
        }
        return read;
    }

    /**
     * Returns the formats, which are specified as a list of kinds or as a mapping with names as
     * keys. The default is one format of kind cwf.
     */
    private SequencedMap<String, PhysicalFormat> formats(SequencedMap<String, FormatYaml> kinds) {
        var formats = new LinkedHashMap<String, PhysicalFormat>();
        switch (keys.node("formats")) {
            case null -> {
                FormatYaml standard = KINDS.getFirst();
                kinds.put(standard.kind(), standard);
                formats.put(standard.kind(), standard.format(standard.kind(), null, problems));
            }
            case YamlSequence sequence -> {
                for (YamlNode item : sequence.items()) {
                    if (item instanceof YamlScalar scalar) {
                        format(scalar, null, kinds, formats);
                    } else {
                        problems.error(
                                YAML_SHAPE,
                                item.place(),
                                "expected the name of a physical format, found " + item.kind(),
                                "write a mapping instead of the list: formats: {NAME: {kind:"
                                        + " ...}}");
                    }
                }
            }
            case YamlNode node -> {
                YamlMapping mapping = node.asMapping(problems);
                if (mapping != null) {
                    mapping.entries().forEach(e -> format(e.key(), e.value(), kinds, formats));
                }
            }
        }
        return formats;
    }

    private void format(
            YamlScalar name,
            YamlNode specified,
            SequencedMap<String, FormatYaml> kinds,
            SequencedMap<String, PhysicalFormat> formats) {
        YamlNode settings = specified instanceof YamlScalar s && s.isNull() ? null : specified;
        YamlNode kindNode = settings instanceof YamlMapping mapping ? mapping.get("kind") : null;
        if (kindNode == null && settings instanceof YamlMapping mapping && isMistyped(mapping)) {
            unread.add(name.text());
            return;
        }
        String word = kindNode == null ? name.text() : Section.text(kindNode, "kind", problems);
        List<String> words = KINDS.stream().map(FormatYaml::kind).toList();
        FormatYaml kind = ModelYaml.kind(word);
        if (kind == null) {
            unread.add(name.text());
            problems.error(
                    BAD_VALUE,
                    kindNode == null ? name.place() : kindNode.place(),
                    kindNode == null
                            ? "'" + name.text() + "' is not a kind of physical format"
                            : "kind is '" + word + "'; expected one of " + String.join(", ", words),
                    isStandard(word)
                            ? (kindNode == null
                                            ? "write formats: {%s: {kind: tds, messagingStandard:"
                                                    + " %s}}"
                                            : "write {kind: tds, messagingStandard: %2$s}")
                                    .formatted(word.toUpperCase(Locale.ROOT), word)
                            : "a named format must specify its kind: {kind: "
                                    + String.join("} or {kind: ", words)
                                    + "}");
            return;
        }
        if (ParticleReader.isReserved(name.text())) {
            problems.error(
                    BAD_VALUE,
                    name.place(),
                    "a physical format cannot be called '"
                            + name.text()
                            + "', which is a reserved key of elements");
            return;
        }
        kinds.put(name.text(), kind);
        long before = problems.errors();
        PhysicalFormat format = kind.format(name.text(), settings, problems);
        formats.put(name.text(), places.at(name.place(), format));
        if (problems.errors() > before) {
            places.markUnreadable(format);
        }
    }

    /** Reports a key that is probably the kind. Returns whether there is one. */
    private boolean isMistyped(YamlMapping settings) {
        for (YamlEntry entry : settings.entries()) {
            if (Problems.nearest(entry.name(), List.of("kind")) != null) {
                problems.error(
                        UNKNOWN_KEY,
                        entry.key().place(),
                        "unknown key '" + entry.name() + "'",
                        "did you mean kind?");
                return true;
            }
        }
        return false;
    }

    private static boolean isStandard(String word) {
        return Stream.of(MessagingStandard.values()).anyMatch(s -> s.word().equals(word));
    }

    private void checkKinds(MessageSet set) {
        set.messages()
                .forEach(
                        (name, message) -> {
                            if (set.resolve(message.type()) instanceof SimpleType) {
                                problems.error(
                                        BAD_VALUE,
                                        places.of(message),
                                        "the message " + name + " is a single value",
                                        """
                                        a message must have elements: {sequence: ...}, or the \
                                        name of a type with elements\
                                        """);
                            }
                        });
    }
}
