package io.millrace.models.cobol;

import static io.millrace.engine.error.Problems.didYouMean;

import static java.lang.Math.max;
import static java.util.stream.Collectors.joining;

import io.millrace.models.ConversionReport;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A calculation of sizes and offsets of items, with the maximum size of every table, as a compiler
 * does for a record (IBM Enterprise COBOL Language Reference, "SYNCHRONIZED clause" and "REDEFINES
 * clause"; Programming Guide, "Storage").
 */
record StorageLayout(CopybookOptions options, ConversionReport report) {

    private static final int DOUBLE_BYTES = 8;
    private static final int WORD = 4;

    /** Maximum size of a record in bytes. A larger record is an error. */
    private static final long RECORD_BYTES = 1L << 30;

    /**
     * Computes the layout of consecutive items in one record.
     *
     * @return the total number of bytes
     */
    int lay(List<Item> items) {
        return lay(items, 0);
    }

    /**
     * Computes the layout of consecutive items from an offset on.
     *
     * @return the end offset
     */
    private int lay(List<Item> items, int start) {
        var before = new HashMap<String, Item>();
        int end = start;
        for (Item item : items) {
            Item shared = item.redefines == null ? null : shared(item, before);
            end = max(end, place(item, shared == null ? end : shared.offset, shared != null));
            if (item.name != null) {
                before.put(item.name.toLowerCase(Locale.ROOT), item);
            }
        }
        return end;
    }

    /**
     * Returns the item with the storage that an item redefines. If no such item exists, reports a
     * problem and returns null.
     */
    private Item shared(Item item, Map<String, Item> before) {
        Item found = before.get(item.redefines.text().toLowerCase(Locale.ROOT));
        if (found == null) {
            report.advise(
                    item.redefines.place(),
                    earlier(
                            item.redefines.text(),
                            before.values().stream().map(i -> i.name).toList()),
                    "%s redefines '%s', expected an item before it on the same level",
                    item.label(),
                    item.redefines.text());
        }
        return found;
    }

    /** Returns advice about the name of an earlier item that does not exist. */
    static String earlier(String name, Collection<String> names) {
        return didYouMean(
                name,
                names,
                names.isEmpty() ? "" : "the items before it are " + String.join(", ", names));
    }

    /**
     * Sets the offsets of an item and of all children.
     *
     * @return the end offset of the item
     */
    private int place(Item item, int from, boolean shares) {
        item.slackBefore = shares ? 0 : -from & alignment(item) - 1;
        item.offset = from + item.slackBefore;
        if (item.isGroup()) {
            checkGroup(item);
            item.bytes = lay(item.children, item.offset) - item.offset;
            if (item.occurs && item.occursMax > 1) {
                // Each occurrence must have the same alignment as the first.
                item.slackBehind = -item.bytes & groupAlignment(item) - 1;
                item.bytes += item.slackBehind;
            }
        } else {
            item.bytes = bytes(item);
            check(item);
        }
        long end = item.offset + item.allBytes();
        if (end > RECORD_BYTES) {
            report.problem(item.place(), "%s ends beyond %d bytes", item.label(), RECORD_BYTES);
            return item.offset;
        }
        return (int) end;
    }

    private void checkGroup(Item item) {
        if (item.pictureWord != null) {
            String child = item.children.getFirst().label();
            report.advise(
                    item.pictureWord.place(),
                    "Correct the level number of " + child + ", or remove the picture",
                    "%s: found a picture and subordinate items (%s), expected only one of them",
                    item.label(),
                    child);
        }
    }

    /** Reports clauses that compilers reject, because the size of the item is then unknown. */
    private void check(Item item) {
        Picture picture = item.picture;
        if (picture == null) {
            return;
        }
        Usage usage = item.effectiveUsage();
        Word usageWord = item.usageWord;
        boolean isNumber = picture.kind() == Picture.Kind.NUMBER;
        boolean ofBytes = picture.kind() == Picture.Kind.TEXT;
        if (usageWord != null
                && usage.isNumeric()
                && !isNumber
                && !(ofBytes && Usage.isOfBytes(usageWord.text()))) {
            // Some compilers ignore the usage of a group for items that are not numbers.
            report.advise(
                    item.pictureWord.place(),
                    "Correct the picture, or remove " + usageWord.upper(),
                    "%s: found PIC %s with %s, expected a picture of a number such as S9(7)",
                    item.label(),
                    item.pictureWord.text(),
                    usageWord.upper());
            return;
        }
        boolean binary = usage == Usage.BINARY || usage == Usage.NATIVE_BINARY;
        int most = options.dialect().maxBinaryDigits();
        if (binary && picture.kind() == Picture.Kind.NUMBER && picture.digits() > most) {
            report.advise(
                    item.place(),
                    "Use PACKED-DECIMAL, or select the compiler that wrote the records: "
                            + wider(picture.digits()),
                    "%s: found %d digits, expected at most %d in a binary number of the dialect %s",
                    item.label(),
                    picture.digits(),
                    most,
                    options.dialect().word());
        }
        if (item.sign != null && !picture.signed()) {
            report.advise(
                    item.place(),
                    "Add S if the records contain the sign; otherwise remove SIGN",
                    "%s: found SIGN with a picture without S, expected a picture such as S9(4)",
                    item.label());
        }
    }

    private static String wider(int digits) {
        return Stream.of(Dialect.values())
                .filter(dialect -> dialect.maxBinaryDigits() >= digits)
                .map(Dialect::word)
                .collect(joining(", "));
    }

    private int alignment(Item item) {
        if (item.isGroup()) {
            return item.occurs ? groupAlignment(item) : 1;
        }
        if (!item.isSynchronized()) {
            return 1;
        }
        return switch (item.effectiveUsage()) {
            case BINARY, NATIVE_BINARY -> options.dialect().alignment(bytes(item));
            case FLOAT, DOUBLE, INDEX, POINTER -> bytes(item);
            default -> 1;
        };
    }

    /** Returns the largest alignment of the items in a table. */
    private int groupAlignment(Item item) {
        return item.children.stream()
                .mapToInt(child -> child.isGroup() ? groupAlignment(child) : alignment(child))
                .reduce(1, Math::max);
    }

    private int bytes(Item item) {
        Usage usage = item.effectiveUsage();
        return switch (usage) {
            case FLOAT, INDEX -> WORD;
            case DOUBLE -> DOUBLE_BYTES;
            case POINTER -> options.pointerBytes();
            // Without a picture and without items below it, it has no storage.
            default -> item.picture == null ? 0 : bytes(item, item.picture, usage);
        };
    }

    private int bytes(Item item, Picture picture, Usage usage) {
        int characters = picture.characters();
        int digits = picture.digits();
        return switch (picture.kind()) {
            case TEXT -> characters;
            case EDITED -> usage == Usage.NATIONAL ? 2 * characters : characters;
            case DOUBLE_BYTE, NATIONAL -> 2 * characters;
            case NUMBER ->
                    switch (usage) {
                        case BINARY, NATIVE_BINARY ->
                                options.dialect().binaryBytes(digits, picture.signed());
                        case PACKED -> digits / 2 + 1;
                        case PACKED_UNSIGNED -> (digits + 1) / 2;
                        default -> {
                            boolean separate = picture.signed() && item.effectiveSign().separate();
                            yield digits + (separate ? 1 : 0);
                        }
                    };
        };
    }
}
