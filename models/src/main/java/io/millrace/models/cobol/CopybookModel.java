package io.millrace.models.cobol;

import static io.millrace.models.cobol.CopybookOptions.Choice.CONDITIONS;
import static io.millrace.models.cobol.CopybookOptions.Choice.FILLERS;
import static io.millrace.models.cobol.CopybookOptions.Choice.LARGEST_TABLES;
import static io.millrace.parsers.model.Composition.CHOICE;
import static io.millrace.parsers.model.Composition.SEQUENCE;

import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.CwfSettings;
import io.millrace.parsers.model.DefaultEncoding;
import io.millrace.parsers.model.DefaultEncoding.ByteOrder;
import io.millrace.parsers.model.DefaultEncoding.FloatFormat;
import io.millrace.parsers.model.ElementDeclaration;
import io.millrace.parsers.model.Group;
import io.millrace.parsers.model.MessageSet;
import io.millrace.parsers.model.Occurs;
import io.millrace.parsers.model.Particle;
import io.millrace.parsers.model.Placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A builder of a message set from data items. */
final class CopybookModel {

    private final String name;
    private final CopybookOptions options;
    private final ConversionReport report;
    private final FieldModel fields;

    /** Names of the items in the message set. */
    private final Map<Item, String> names = new HashMap<>();

    CopybookModel(String name, CopybookOptions options, ConversionReport report) {
        this.name = name;
        this.options = options;
        this.report = report;
        fields = new FieldModel(options, report);
    }

    MessageSet of(List<Item> tops) {
        StorageLayout storage = new StorageLayout(options, report);
        var messages = new LinkedHashMap<String, ElementDeclaration>();
        nameAll(tops);
        if (tops.stream().allMatch(top -> top.level == 1)) {
            for (Item top : tops) {
                // A redefined 01 is another view of the record and becomes a separate message.
                top.redefines = null;
                storage.lay(List.of(top));
                // An 01 with a picture is a record with one field.
                List<Item> children = top.isGroup() ? top.children : List.of(top);
                messages.put(names.get(top), folder(names.get(top), children, false));
            }
        } else {
            storage.lay(tops);
            String message = fields.name(name);
            messages.put(message, folder(message, tops, false));
        }
        return MessageSet.of(name, format(), messages, new LinkedHashMap<>());
    }

    private CwfFormat format() {
        boolean ibm = options.dialect() == Dialect.IBM;
        DefaultEncoding encoding =
                new DefaultEncoding(
                        options.ccsid(),
                        ByteOrder.BIG_ENDIAN,
                        ByteOrder.BIG_ENDIAN,
                        ibm ? FloatFormat.S390 : FloatFormat.IEEE);
        return new CwfFormat(Copybook.FORMAT, CwfSettings.DEFAULTS.with(encoding));
    }

    private ElementDeclaration folder(String called, List<Item> items, boolean redefined) {
        return ElementDeclaration.of(
                called, ComplexType.of(Group.of(SEQUENCE, particles(items, redefined))));
    }

    private void nameAll(List<Item> siblings) {
        var taken = new HashMap<String, Integer>();
        for (Item item : siblings) {
            String plain = fields.name(item.name == null ? "FILLER" : item.name);
            String unique = plain;
            for (int i = taken.getOrDefault(key(plain), 0) + 1;
                    taken.containsKey(key(unique));
                    i++) {
                unique = plain + "_" + i;
                taken.put(key(plain), i);
            }
            taken.put(key(unique), 1);
            names.put(item, unique);
            if (item.name != null && !unique.equals(plain)) {
                report.changed(
                        item.place(),
                        "%s: another item of the group has this name, so its element is named %s",
                        item.label(),
                        unique);
            }
            nameAll(item.children);
        }
    }

    // Particles

    private List<Particle> particles(List<Item> siblings, boolean redefined) {
        var particles = new ArrayList<Particle>();
        int skipped = 0;
        var skippedItems = new ArrayList<Item>();
        for (int i = 0; i < siblings.size(); i++) {
            Item item = siblings.get(i);
            if (item.bytes == 0) {
                report.dropped(
                        item.place(),
                        "%s: it has neither a picture nor subordinate items",
                        item.label());
                continue;
            }
            List<Item> views = views(siblings.subList(i, siblings.size()));
            boolean filler =
                    item.name == null
                            && !item.isGroup()
                            && item.dependingOn == null
                            && !options.has(FILLERS);
            if (views.size() == 1 && filler) {
                skipped += item.slackBefore + (int) item.allBytes();
                skippedItems.add(item);
                continue;
            }
            if (views.size() > 1) {
                keep(skippedItems, particles);
                particles.add(choice(views));
                i += views.size() - 1;
            } else {
                particles.add(element(item, skipped, 0, redefined));
            }
            skipped = 0;
            skippedItems.clear();
        }
        if (skipped > 0 && !isAfterLast(particles, skipped)) {
            keep(skippedItems, particles);
        }
        return particles;
    }

    /** Converts fillers that a skip count cannot represent to elements. */
    private void keep(List<Item> fillers, List<Particle> particles) {
        fillers.forEach(filler -> particles.add(element(filler, 0, 0, false)));
    }

    /**
     * Adds bytes to skip after the last element. Returns false if the last element cannot have
     * trailing bytes.
     */
    private static boolean isAfterLast(List<Particle> particles, int skipped) {
        if (particles.isEmpty()
                || !(particles.getLast() instanceof ElementDeclaration last)
                || !last.occurs().equals(Occurs.ONCE)
                || !(last.physical().get(Copybook.FORMAT) instanceof CwfField field)) {
            return false;
        }
        Placement placed = field.placement();
        Placement more =
                new Placement(
                        placed.byteAlignment(),
                        placed.leadingSkipCount(),
                        placed.trailingSkipCount() + skipped,
                        placed.repeatReference());
        particles.removeLast();
        return particles.add(last.with(Copybook.FORMAT, field.with(more)));
    }

    /** Returns the first item and the following items that share its storage. */
    private static List<Item> views(List<Item> siblings) {
        var shared = new HashSet<String>();
        return siblings.stream()
                .takeWhile(
                        item -> {
                            boolean shares =
                                    item == siblings.getFirst()
                                            || item.redefines != null
                                                    && shared.contains(key(item.redefines.text()));
                            shared.add(item.name == null ? "" : key(item.name));
                            return shares;
                        })
                .toList();
    }

    /** Returns the key for a name, because names in COBOL are not case-sensitive. */
    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private Group choice(List<Item> views) {
        long longest = views.stream().mapToLong(v -> v.slackBefore + v.allBytes()).max().orElse(0);
        var branches = new ArrayList<Particle>();
        for (Item view : views) {
            long rest = longest - view.slackBefore - view.allBytes();
            if (rest > 0 && view.occurs) {
                report.dropped(
                        view.place(),
                        "%s: a table cannot be a shorter view of redefined storage",
                        view.label());
            } else {
                branches.add(element(view, 0, (int) rest, true));
            }
        }
        return Group.of(CHOICE, branches);
    }

    /**
     * @param skipped number of filler bytes before the item
     * @param rest number of bytes after the item that belong to a longer view of the same storage
     * @param redefined whether the item is in storage that several views share
     */
    private ElementDeclaration element(Item item, int skipped, int rest, boolean redefined) {
        String called = names.get(item);
        ElementDeclaration made =
                item.isGroup()
                        ? folder(called, item.children, redefined)
                        : fields.field(called, item);
        CwfField field = item.isGroup() ? CwfField.DEFAULTS : fields.physical(item);
        boolean largest = item.dependingOn == null || redefined || options.has(LARGEST_TABLES);
        if (item.dependingOn != null && redefined) {
            report.changed(
                    item.place(),
                    "%s: redefined storage contains a table of its maximum size; %s is ignored",
                    item.label(),
                    item.dependingOn.text());
        }
        String reference = largest ? null : reference(item);
        if (item.occurs) {
            made = made.with(new Occurs(largest ? item.occursMax : item.occursMin, item.occursMax));
        }
        boolean unused = item.conditionRanges || !options.has(CONDITIONS);
        if (item.hasConditions && unused) {
            report.dropped(
                    item.place(),
                    "%s: conditions (level 88)%s",
                    item.label(),
                    item.conditionRanges ? " with ranges" : "");
        }
        Placement placement =
                new Placement(1, skipped + item.slackBefore, item.slackBehind + rest, reference);
        return made.with(Copybook.FORMAT, field.with(placement));
    }

    /**
     * Returns the path of the item that contains a table's count, with dots, relative to the
     * innermost folder that contains both.
     */
    private String reference(Item table) {
        String requested = table.dependingOn.text();
        var before = new LinkedHashSet<String>();
        for (Item around = table; around.parent != null; around = around.parent) {
            List<Item> siblings = around.parent.children;
            for (Item candidate : siblings.subList(0, siblings.indexOf(around))) {
                String path = path(candidate, requested);
                if (path != null) {
                    return path;
                }
                addNames(candidate, before);
            }
        }
        report.advise(
                table.dependingOn.place(),
                StorageLayout.earlier(requested, before),
                "%s depends on '%s', expected an item before it in the same record",
                table.label(),
                requested);
        return null;
    }

    private static void addNames(Item item, Set<String> names) {
        if (item.name != null && !item.isGroup()) {
            names.add(item.name);
        }
        item.children.forEach(child -> addNames(child, names));
    }

    private String path(Item item, String requested) {
        if (item.name != null && item.name.equalsIgnoreCase(requested) && !item.isGroup()) {
            return names.get(item);
        }
        return item.children.stream()
                .map(child -> path(child, requested))
                .filter(Objects::nonNull)
                .findFirst()
                .map(below -> names.get(item) + "." + below)
                .orElse(null);
    }
}
