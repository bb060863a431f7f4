package io.millrace.engine.setting;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The settings of a mapping in a file. The declaration is a text block. For example:
 *
 * <pre>
 * topic [required TEXT]: Topic of the publications.
 * maxDepth [INTEGER 0.. = 0, alias maximumDepth]: Maximum number of
 *   messages on the queue. 0 means no limit.
 * mode [instance|flow = instance]: What the limit applies to.
 * rate [INTEGER 1.. = 5, with mode flow]: Messages per second.
 * journal [GROUP journal]: Settings of the journal.
 * </pre>
 *
 * <p>The brackets contain {@code required} and {@code sensitive} where they apply, a {@link
 * SettingKind} with its range or the valid words, a default, and other names. They can also contain
 * the value of another setting that this setting requires. Nested kinds name the group of their
 * settings. Indented lines continue a description.
 *
 * @param name name of the group
 * @param settings settings, in the order of the reference page
 * @param open whether the mapping can contain other keys
 */
public record SettingGroup(String name, List<Setting> settings, boolean open) {

    /** A group that accepts any key, for mappings from names to values. */
    public static final SettingGroup OPEN = new SettingGroup("", List.of(), true);

    private static final Pattern DECLARATION =
            Pattern.compile(
                    "([\\w.]+) \\[(required )?(sensitive )?([^],=]+?)(?: = ([^],]*))?(?:, alias"
                            + " ([^],]*))?(?:, with (\\w+)(?: ([^]]+))?)?]");
    private static final Pattern RANGE = Pattern.compile("(-?\\d+)\\.\\.(-?\\d*)");

    public SettingGroup {
        settings = List.copyOf(settings);
    }

    /**
     * Reads a declaration.
     *
     * @param groups groups of nested settings, by their names
     */
    public static SettingGroup of(String name, String declaration, SettingGroup... groups) {
        return new SettingGroup(
                name,
                declaration
                        .replace("\n  ", " ")
                        .lines()
                        .map(
                                line -> {
                                    String[] parts = line.split(": ", 2);
                                    return setting(parts[0], parts[1], groups);
                                })
                        .toList(),
                false);
    }

    /** Reads the declaration of one setting: the text before and after the colon. */
    public static Setting setting(String text, String description, SettingGroup... groups) {
        Matcher m = DECLARATION.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException("invalid declaration: " + text);
        }
        SettingKind kind = SettingKind.CHOICE;
        long min = Integer.MIN_VALUE;
        long max = Integer.MAX_VALUE;
        List<String> choices = new ArrayList<>();
        SettingGroup group = null;
        for (String part : m.group(4).split("\\|")) {
            String[] words = part.split(" ", 2);
            if (!isKind(words[0])) {
                if (part.matches("[A-Z_]+")) {
                    throw new IllegalArgumentException("unknown kind: " + text);
                }
                choices.add(part);
                continue;
            }
            kind = SettingKind.valueOf(words[0]);
            if (kind.isNested()) {
                group = group(text, words[1], groups);
            } else if (words.length == 2) {
                Matcher range = RANGE.matcher(words[1]);
                if (!range.matches()) {
                    throw new IllegalArgumentException("invalid range: " + text);
                }
                min = Long.parseLong(range.group(1));
                max = range.group(2).isEmpty() ? max : Long.parseLong(range.group(2));
            }
        }
        SettingCondition condition =
                m.group(7) == null
                        ? null
                        : new SettingCondition(
                                m.group(7),
                                m.group(8) == null ? List.of() : List.of(m.group(8).split("\\|")));
        return new Setting(
                m.group(1),
                kind,
                m.group(2) != null,
                m.group(3) != null,
                m.group(5) == null ? "" : m.group(5),
                min,
                max,
                choices,
                condition == null ? description : description + condition.description(),
                m.group(6) == null ? List.of() : List.of(m.group(6).split(" ")),
                condition,
                group);
    }

    private static boolean isKind(String word) {
        return Stream.of(SettingKind.values()).anyMatch(kind -> kind.name().equals(word));
    }

    private static SettingGroup group(String text, String name, SettingGroup... groups) {
        return Stream.of(groups)
                .filter(g -> g.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown group: " + text));
    }

    /** Returns this group with the settings of another group appended. */
    public SettingGroup and(SettingGroup other) {
        return new SettingGroup(
                name, Stream.concat(settings.stream(), other.settings.stream()).toList(), open);
    }

    /** Returns this group for mappings that can contain other keys. */
    public SettingGroup withOtherKeys() {
        return new SettingGroup(name, settings, true);
    }

    /** Returns the setting with a name or alias; null if there is none. */
    public @Nullable Setting find(String given) {
        return settings.stream().filter(s -> s.isNamed(given)).findFirst().orElse(null);
    }

    /** Returns the names of the settings, without aliases. */
    public List<String> names() {
        return settings.stream().map(Setting::name).toList();
    }

    /** Returns the names and aliases of the settings. */
    public List<String> allNames() {
        return settings.stream()
                .flatMap(s -> Stream.concat(Stream.of(s.name()), s.aliases().stream()))
                .toList();
    }
}
