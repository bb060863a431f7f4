package io.millrace.models.cobol;

import io.millrace.engine.error.Place;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A data description entry. {@code ItemParser} and {@code StorageLayout} fill the item. */
final class Item {

    final int level;

    /** Name; null for FILLER and for an item without a name. */
    final String name;

    private final Word word;
    Item parent;
    final List<Item> children = new ArrayList<>();

    /** Name of the item with which this item shares storage; null if there is none. */
    Word redefines;

    Picture picture;

    /** The picture as written, for problems. */
    Word pictureWord;

    /** Usage; null if not specified. In this case, the usage of the enclosing item applies. */
    Usage usage;

    /** The usage as written; null if not specified. */
    Word usageWord;

    Sign sign;
    int occursMin = 1;
    int occursMax = 1;
    boolean occurs;
    Word dependingOn;
    boolean sync;
    boolean justified;
    boolean blankWhenZero;

    /** The words of the VALUE clause; empty if there is none. */
    final List<Word> values = new ArrayList<>();

    /** The values of the item's conditions (level 88), if none of them is a range. */
    final List<Word> conditionValues = new ArrayList<>();

    boolean hasConditions;
    boolean conditionRanges;

    // Results of Storage.

    /** Offset from the first byte of the record. */
    int offset;

    /** Number of bytes of one occurrence, including trailing slack bytes. */
    int bytes;

    /** Number of slack bytes before the first occurrence. */
    int slackBefore;

    /** Number of slack bytes at the end of each occurrence. */
    int slackBehind;

    Item(int level, String name, Word word) {
        this.level = level;
        this.name = name;
        this.word = word;
    }

    /** Returns the position of the entry, for problems. */
    Place place() {
        return word.place();
    }

    /** Position of the sign of a DISPLAY item. */
    record Sign(boolean leading, boolean separate) {}

    boolean isGroup() {
        return !children.isEmpty();
    }

    /** Returns the number of bytes of all occurrences. */
    long allBytes() {
        return (long) bytes * occursMax;
    }

    Usage effectiveUsage() {
        return inherited(item -> item.usage, Usage.DISPLAY);
    }

    Sign effectiveSign() {
        return inherited(item -> item.sign, new Sign(false, false));
    }

    boolean isSynchronized() {
        return inherited(item -> item.sync ? true : null, false);
    }

    /**
     * Returns a property of the item or, if not specified, of the nearest enclosing item that
     * specifies it.
     */
    private <T> T inherited(Function<Item, T> specified, T standard) {
        for (Item item = this; item != null; item = item.parent) {
            if (specified.apply(item) != null) {
                return specified.apply(item);
            }
        }
        return standard;
    }

    /** Returns a label for problems. */
    String label() {
        return name == null ? "FILLER" : name;
    }
}
