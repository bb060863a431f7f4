package io.millrace.models.cobol;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.models.ConversionReport;
import io.millrace.parsers.model.ComplexType;
import io.millrace.parsers.model.Composition;
import io.millrace.parsers.model.CwfField;
import io.millrace.parsers.model.CwfFormat;
import io.millrace.parsers.model.CwfSettings;
import io.millrace.parsers.model.DefaultEncoding;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Creates a message set from data items. */
final class CopybookModel {

    private final String name;
    private final CopybookOptions options;
    private final Problems problems;
    private final ConversionReport report;
    private final FieldModel fields;

    /** Names of the items in the message set. */
    private final Map<Item, String> names = new HashMap<>();

    CopybookModel(
            String name, CopybookOptions options, Problems problems, ConversionReport report) {
        this.name = name;
        this.options = options;
        this.problems = problems;
        this.report = report;
        this.fields = new FieldModel(options, report);
    }

    MessageSet of(List<Item> tops) {
        StorageLayout storage = new StorageLayout(options, problems);
        LinkedHashMap<String, ElementDeclaration> messages = new LinkedHashMap<>();
        nameAll(tops);
        if (tops.stream().allMatch(top -> top.level == 1)) {
            for (Item top : tops) {
                // What an 01 redefines is another view of the whole record: a message of its own.
                top.redefines = null;
                storage.lay(List.of(top));
                String message = names.get(top);
                messages.put(message, ElementDeclaration.of(message, type(top)));
            }
        } else {
            storage.lay(tops);
            String message = fields.name(name);
            messages.put(
                    message,
                    ElementDeclaration.of(
                            message,
                            ComplexType.of(
                                    Group.of(Composition.SEQUENCE, particles(tops, false)))));
        }
        return MessageSet.of(name, format(), messages, new LinkedHashMap<>());
    }

    private CwfFormat format() {
        boolean ibm = options.dialect() == Dialect.IBM;
        DefaultEncoding encoding =
                new DefaultEncoding(
                        options.ccsid(),
                        DefaultEncoding.ByteOrder.BIG_ENDIAN,
                        DefaultEncoding.ByteOrder.BIG_ENDIAN,
                        ibm ? DefaultEncoding.FloatFormat.S390 : DefaultEncoding.FloatFormat.IEEE);
        return new CwfFormat(Copybook.FORMAT, CwfSettings.DEFAULTS.with(encoding));
    }

    /**
     * Returns the record of a top-level item. An 01 with its own picture becomes a record of one
     * field.
     */
    private ComplexType type(Item top) {
        List<Item> children = top.isGroup() ? top.children : List.of(top);
        return ComplexType.of(Group.of(Composition.SEQUENCE, particles(children, false)));
    }

    private void nameAll(List<Item> siblings) {
        Map<String, Integer> taken = new HashMap<>();
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
            nameAll(item.children);
        }
    }

    // Particles

    private List<Particle> particles(List<Item> siblings, boolean redefined) {
        List<Particle> particles = new ArrayList<>();
        int skipped = 0;
        List<Item> skippedItems = new ArrayList<>();
        for (int i = 0; i < siblings.size(); i++) {
            Item item = siblings.get(i);
            if (item.bytes == 0) {
                report.dropped(
                        item.place(),
                        item.label() + ": it has neither a picture nor items below it");
                continue;
            }
            List<Item> views = views(i, siblings);
            boolean filler =
                    item.name == null
                            && !item.isGroup()
                            && !options.has(CopybookOptions.Choice.FILLERS);
            if (views.size() == 1 && filler && item.dependingOn == null) {
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
        for (Item filler : fillers) {
            particles.add(element(filler, 0, 0, false));
        }
    }

    /**
     * Adds bytes to skip after the last element. Returns false if that element does not permit it.
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
        particles.add(last.with(Copybook.FORMAT, field.with(more)));
        return true;
    }

    /** Returns an item and those after it that share its storage. */
    private static List<Item> views(int first, List<Item> siblings) {
        List<Item> views = new ArrayList<>();
        Set<String> shared = new HashSet<>();
        for (Item item : siblings.subList(first, siblings.size())) {
            boolean shares =
                    views.isEmpty()
                            || item.redefines != null
                                    && shared.contains(key(item.redefines.text()));
            if (!shares) {
                break;
            }
            views.add(item);
            if (item.name != null) {
                shared.add(key(item.name));
            }
        }
        return views;
    }

    /** Returns the key of a name: COBOL does not distinguish lower case from upper case. */
    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private Group choice(List<Item> views) {
        long longest = 0;
        for (Item view : views) {
            longest = Math.max(longest, view.slackBefore + view.allBytes());
        }
        List<Particle> branches = new ArrayList<>();
        for (Item view : views) {
            long rest = longest - view.slackBefore - view.allBytes();
            if (rest > 0 && view.occurs) {
                report.dropped(
                        view.place(),
                        view.label()
                                + ": a table cannot be a shorter view of storage that is"
                                + " redefined");
                continue;
            }
            branches.add(element(view, 0, (int) rest, true));
        }
        return Group.of(Composition.CHOICE, branches);
    }

    /**
     * @param skipped bytes of fillers before it
     * @param rest number of bytes after it that belong to a longer view of the same storage
     * @param redefined whether it is in storage that several views share
     */
    private ElementDeclaration element(Item item, int skipped, int rest, boolean redefined) {
        ElementDeclaration made;
        CwfField field;
        if (item.isGroup()) {
            Group content = Group.of(Composition.SEQUENCE, particles(item.children, redefined));
            made = ElementDeclaration.of(names.get(item), ComplexType.of(content));
            field = CwfField.DEFAULTS;
        } else {
            made = fields.field(names.get(item), item);
            field = fields.physical(item);
        }
        String reference = null;
        boolean largest =
                item.dependingOn == null
                        || redefined
                        || options.has(CopybookOptions.Choice.LARGEST_TABLES);
        if (item.dependingOn != null && redefined) {
            report.changed(
                    item.place(),
                    item.label()
                            + ": storage that is redefined holds a table at its largest; "
                            + item.dependingOn.text()
                            + " is not looked at");
        } else if (!largest) {
            reference = reference(item);
        }
        if (item.occurs) {
            made =
                    made.with(
                            largest
                                    ? new Occurs(item.occursMax, item.occursMax)
                                    : new Occurs(item.occursMin, item.occursMax));
        }
        conditions(item);
        Placement placement =
                new Placement(1, skipped + item.slackBefore, item.slackBehind + rest, reference);
        return made.with(Copybook.FORMAT, field.with(placement));
    }

    private void conditions(Item item) {
        if (item.hasConditions
                && (!options.has(CopybookOptions.Choice.CONDITIONS) || item.conditionRanges)) {
            report.dropped(
                    item.place(),
                    item.label()
                            + (item.conditionRanges
                                    ? ": conditions (level 88) with ranges"
                                    : ": conditions (level 88)"));
        }
    }

    /**
     * Returns the path from a table to the item that contains its count: with dots from the folder
     * around both of them.
     */
    private String reference(Item table) {
        String wanted = table.dependingOn.text();
        for (Item around = table; around != null; around = around.parent) {
            Item scope = around.parent;
            List<Item> before = scope == null ? List.of() : scope.children;
            for (Item candidate : before) {
                if (candidate == around) {
                    break;
                }
                String path = path(candidate, wanted);
                if (path != null) {
                    return path;
                }
            }
        }
        problems.error(
                ErrorCode.MODEL_IMPORT,
                table.dependingOn.place(),
                table.label()
                        + " depends on '"
                        + wanted
                        + "', expected an item before it in the same record");
        return null;
    }

    private String path(Item item, String wanted) {
        if (item.name != null && item.name.equalsIgnoreCase(wanted) && !item.isGroup()) {
            return names.get(item);
        }
        for (Item child : item.children) {
            String below = path(child, wanted);
            if (below != null) {
                return names.get(item) + "." + below;
            }
        }
        return null;
    }
}
