package io.millrace.parsers.xml;

import static io.millrace.parsers.bytes.Words.below;
import static io.millrace.parsers.bytes.Words.firstByte;
import static io.millrace.parsers.bytes.Words.lessThan;
import static io.millrace.parsers.xml.Characters.isWhite;

import io.millrace.parsers.bytes.Words;

import java.util.Arrays;

/**
 * A scanner that finds the end of a tag by moving from one {@code <} to the next, with a stack of
 * the open tags. Names are read and compared in words of eight bytes if possible.
 */
final class TagSkipper {

    private static final int FIRST = 32;

    /** Minimum length of a skipped range for which the end is stored. */
    private static final int LONG = 512;

    /** Number of ends that are kept; a power of two. */
    private static final int KEPT = 64;

    private final Markup markup;
    private final int treeDepth;
    // Positions and lengths of the names of the open tags.
    private int[] names = new int[FIRST];
    private int[] lengths = new int[FIRST];
    private int top;

    /**
     * Starts and ends of long ranges that were skipped, in pairs, so that copies of the same body
     * skip them only once. An entry replaces an earlier one of the same slot. Null until the first.
     */
    private int[] skipped;

    TagSkipper(Markup markup, int treeDepth) {
        this.markup = markup;
        this.treeDepth = treeDepth;
    }

    /** See {@link Markup#pass}. */
    int pass(int at, int name, int length, int depth) {
        int slot = (at ^ at >>> 6) & KEPT - 1;
        if (skipped != null && skipped[2 * slot] == at) {
            return skipped[2 * slot + 1];
        }
        int end = skip(at, name, length, depth);
        if (end - at >= LONG) {
            if (skipped == null) {
                skipped = new int[2 * KEPT];
            }
            skipped[2 * slot] = at;
            skipped[2 * slot + 1] = end;
        }
        return end;
    }

    private int skip(int at, int name, int length, int depth) {
        byte[] a = markup.a;
        int to = markup.to;
        int last = to - Words.SIZE - 1;
        int room = treeDepth - depth;
        top = -1;
        push(name, length);
        int p = at;
        while (p <= last) {
            if (a[p] != '<') {
                p = lessThan(a, p + 1, to);
                continue;
            }
            long word = Words.at(a, p + 1);
            int first = (int) word & 0xFF;
            if (first == '/') {
                int size = lengths[top];
                int end = p + 2 + size;
                p =
                        end < to && a[end] == '>' && isSame(names[top], p + 2, size, last)
                                ? end + 1
                                : markup.endTag(p, names[top], size);
                if (--top < 0) {
                    return p;
                }
                continue;
            }
            int size = first == '?' ? 0 : nameLength(p + 1, word);
            if (size > 0) {
                push(p + 1, size);
                p += size + 2;
            } else if (size < 0) {
                p = headEnd(p + 1, -size);
            } else {
                p = anyMarkup(p);
            }
            if (top > room) {
                throw markup.tooDeep(p);
            }
        }
        return skipSlowly(p, room);
    }

    /**
     * Whether the names at two positions, each of up to two words, are equal. If a name is longer
     * than one word, two words are read, which can overlap.
     *
     * @param last maximum offset of the start of a word
     */
    private boolean isSame(int left, int right, int size, int last) {
        if (right > last || size > 2 * Words.SIZE) {
            return false;
        }
        byte[] a = markup.a;
        long first = Words.at(a, left) ^ Words.at(a, right);
        int further = size - Words.SIZE;
        return further <= 0
                ? first << -8 * further == 0
                : (first | Words.at(a, left + further) ^ Words.at(a, right + further)) == 0;
    }

    /**
     * Returns the length of the name of a start tag that consists only of its name. The result is
     * negative if white space follows the name, and 0 if other text follows.
     */
    private int nameLength(int name, long firstWord) {
        byte[] a = markup.a;
        int last = markup.to - Words.SIZE;
        long word = firstWord;
        for (int p = name; ; ) {
            long greater = Words.bytes(word, '>');
            long other = below(word, '-') | Words.bytes(word, '/');
            if ((greater | other) != 0) {
                int end = p + firstByte(greater | other);
                return a[end] == '>' ? end - name : isWhite(a[end]) ? name - end : 0;
            }
            p += Words.SIZE;
            if (p > last) {
                return 0;
            }
            word = Words.at(a, p);
        }
    }

    /** Registers a start tag with attributes, and returns the position after its {@code >}. */
    private int headEnd(int name, int length) {
        int end = markup.headEnd(name + length);
        if (markup.a[end - 2] != '/') {
            push(name, length);
        }
        return end;
    }

    /** Like {@link #pass}, for the end of the document, which is too short to read words. */
    private int skipSlowly(int from, int room) {
        byte[] a = markup.a;
        int to = markup.to;
        int p = from;
        for (; ; ) {
            p = lessThan(a, p, to);
            if (p + 1 >= to) {
                throw markup.cutOff(
                        "</" + markup.text(names[top], names[top] + lengths[top]) + ">");
            }
            if (a[p + 1] == '/') {
                p = markup.endTag(p, names[top], lengths[top]);
                if (--top < 0) {
                    return p;
                }
            } else {
                p = anyMarkup(p);
                if (top > room) {
                    throw markup.tooDeep(p);
                }
            }
        }
    }

    /**
     * Skips the construct at an offset, which must not be an end tag. A start tag is registered as
     * open.
     */
    private int anyMarkup(int at) {
        byte[] a = markup.a;
        int special = markup.specialEnd(at);
        if (special >= 0) {
            return special;
        }
        int n = markup.nameEnd(at + 1);
        if (n == at + 1) {
            throw markup.failed(at, markup.shown(at), "a tag");
        }
        return headEnd(at + 1, n - at - 1);
    }

    private void push(int name, int length) {
        if (++top == names.length) {
            makeRoom();
        }
        names[top] = name;
        lengths[top] = length;
    }

    private void makeRoom() {
        names = Arrays.copyOf(names, top * 2);
        lengths = Arrays.copyOf(lengths, top * 2);
    }
}
