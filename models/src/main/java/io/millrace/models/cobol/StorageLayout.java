package io.millrace.models.cobol;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Computes sizes and offsets of items, with the maximum size of every table, as a compiler does for
 * a record (IBM Enterprise COBOL Language Reference, "SYNCHRONIZED clause" and "REDEFINES clause";
 * Programming Guide, "Storage").
 */
final class StorageLayout {

    private static final int FLOAT_BYTES = 4;
    private static final int DOUBLE_BYTES = 8;
    private static final int WORD = 4;

    /** Maximum size of a record. A larger one is considered an error. */
    private static final long RECORD_BYTES = 1L << 30;

    private final CopybookOptions options;
    private final Problems problems;

    StorageLayout(CopybookOptions options, Problems problems) {
        this.options = options;
        this.problems = problems;
    }

    /** Computes the layout of consecutive items in one record. @return the bytes of all */
    int lay(List<Item> items) {
        return lay(items, 0);
    }

    /** Computes the layout of consecutive items from an offset on. @return the end offset */
    private int lay(List<Item> items, int start) {
        Map<String, Item> before = new HashMap<>();
        int end = start;
        for (Item item : items) {
            Item shared = item.redefines == null ? null : shared(item, before);
            end = Math.max(end, place(item, shared == null ? end : shared.offset, shared != null));
            if (item.name != null) {
                before.put(item.name.toLowerCase(Locale.ROOT), item);
            }
        }
        return end;
    }

    /**
     * Returns the item whose storage another one shares; null, with a problem, if there is none.
     */
    private Item shared(Item item, Map<String, Item> before) {
        Item found = before.get(item.redefines.text().toLowerCase(Locale.ROOT));
        if (found == null) {
            error(
                    item,
                    item.label()
                            + " redefines '"
                            + item.redefines.text()
                            + "', expected an item before it on the same level",
                    Problems.didYouMean(
                            item.redefines.text(),
                            before.values().stream().map(i -> i.name).toList()));
        }
        return found;
    }

    /** Places one item and its children. @return the end of its storage */
    private int place(Item item, int from, boolean shares) {
        item.slackBefore = shares ? 0 : -from & alignment(item) - 1;
        item.offset = from + item.slackBefore;
        if (item.isGroup()) {
            item.bytes = lay(item.children, item.offset) - item.offset;
            if (item.occurs && item.occursMax > 1) {
                // Each occurrence must lie as the first one does.
                item.slackBehind = -item.bytes & groupAlignment(item) - 1;
                item.bytes += item.slackBehind;
            }
        } else {
            item.bytes = bytes(item);
        }
        long end = item.offset + item.allBytes();
        if (end > RECORD_BYTES) {
            error(item, item.label() + " ends beyond " + RECORD_BYTES + " bytes", "");
            return item.offset;
        }
        return (int) end;
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
            case FLOAT, INDEX -> WORD;
            case POINTER -> options.pointerBytes();
            case DOUBLE -> DOUBLE_BYTES;
            default -> 1;
        };
    }

    /** Returns the largest alignment of the items in a table. */
    private int groupAlignment(Item item) {
        int largest = 1;
        for (Item child : item.children) {
            largest = Math.max(largest, child.isGroup() ? groupAlignment(child) : alignment(child));
        }
        return largest;
    }

    private int bytes(Item item) {
        Usage usage = item.effectiveUsage();
        switch (usage) {
            case FLOAT:
                return FLOAT_BYTES;
            case DOUBLE:
                return DOUBLE_BYTES;
            case INDEX:
                return WORD;
            case POINTER:
                return options.pointerBytes();
            default:
                break;
        }
        if (item.picture == null) {
            // Without a picture and without items below it, it has no storage.
            return 0;
        }
        return bytes(item, item.picture, usage);
    }

    private int bytes(Item item, Picture picture, Usage usage) {
        return switch (picture.kind()) {
            case TEXT -> picture.characters();
            case EDITED ->
                    usage == Usage.NATIONAL ? 2 * picture.characters() : picture.characters();
            case DOUBLE_BYTE, NATIONAL -> 2 * picture.characters();
            case NUMBER ->
                    switch (usage) {
                        case BINARY, NATIVE_BINARY ->
                                options.dialect().binaryBytes(picture.digits(), picture.signed());
                        case PACKED -> picture.digits() / 2 + 1;
                        case PACKED_UNSIGNED -> (picture.digits() + 1) / 2;
                        default -> {
                            boolean separate = picture.signed() && item.effectiveSign().separate();
                            yield picture.digits() + (separate ? 1 : 0);
                        }
                    };
        };
    }

    private void error(Item item, String found, String hint) {
        problems.error(ErrorCode.MODEL_IMPORT, item.place(), found, hint);
    }
}
