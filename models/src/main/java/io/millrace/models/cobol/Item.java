package io.millrace.models.cobol;

import io.millrace.engine.error.Place;

import java.util.ArrayList;
import java.util.List;

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

    Word pictureWord;
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
        for (Item item = this; item != null; item = item.parent) {
            if (item.usage != null) {
                return item.usage;
            }
        }
        return Usage.DISPLAY;
    }

    Sign effectiveSign() {
        for (Item item = this; item != null; item = item.parent) {
            if (item.sign != null) {
                return item.sign;
            }
        }
        return new Sign(false, false);
    }

    boolean isSynchronized() {
        for (Item item = this; item != null; item = item.parent) {
            if (item.sync) {
                return true;
            }
        }
        return false;
    }

    /** Returns a label for problems. */
    String label() {
        return name == null ? "FILLER" : name;
    }
}
