package io.millrace.models.cobol;

import io.millrace.engine.error.Place;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A data description entry. Filled by {@code ItemParser}, then by {@code StorageLayout}. */
final class Item {

    final int level;

    /** Null for FILLER and for no name. */
    final String name;

    private final Word word;
    Item parent;
    final List<Item> children = new ArrayList<>();

    /** Name of the item whose storage this one shares; null for none. */
    Word redefines;

    Picture picture;

    /** Null if it is not specified: then the usage of the enclosing item applies. */
    Usage usage;

    Sign sign;
    int occursMin = 1;
    int occursMax = 1;
    boolean occurs;
    Word dependingOn;
    boolean sync;
    boolean justified;
    boolean blankWhenZero;

    /** The words of the VALUE clause; empty for none. */
    final List<Word> values = new ArrayList<>();

    /** The values of the conditions below it, when none is a range. */
    final List<Word> conditionValues = new ArrayList<>();

    boolean hasConditions;
    boolean conditionRanges;

    // What Storage finds out.

    /** Offset from the first byte of the record, which has 0. */
    int offset;

    /** Number of bytes of one occurrence, including slack bytes at its end. */
    int bytes;

    /** Slack bytes before its first occurrence. */
    int slackBefore;

    /** Slack bytes at the end of each occurrence. */
    int slackBehind;

    Item(int level, String name, Word word) {
        this.level = level;
        this.name = name;
        this.word = word;
    }

    /** Returns the position of its entry, for problems. */
    Place place() {
        return word.place();
    }

    /** Position of the sign of a DISPLAY item. */
    record Sign(boolean leading, boolean separate) {}

    boolean isGroup() {
        return !children.isEmpty();
    }

    /** Returns all occurrences. */
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

    /** Returns what is specified of the item, or of the nearest one around it. */
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
