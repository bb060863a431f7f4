package io.millrace.parsers.xml;

import static io.millrace.parsers.bytes.Words.below;
import static io.millrace.parsers.bytes.Words.firstByte;
import static io.millrace.parsers.bytes.Words.lessThan;
import static io.millrace.parsers.xml.Characters.isWhite;

import io.millrace.parsers.bytes.Words;

import java.util.Arrays;

/**
 * Finds the end of a tag by jumping from one {@code <} to the next, with a stack of the open tags.
 * Names are read and compared in words of eight bytes if possible.
 */
final class TagSkipper {

    private static final int FIRST = 32;

    private final Markup markup;
    private final int treeDepth;
    // The open tags: where their names begin, and how long these are.
    private int[] names = new int[FIRST];
    private int[] lengths = new int[FIRST];
    private int top;

    TagSkipper(Markup markup, int treeDepth) {
        this.markup = markup;
        this.treeDepth = treeDepth;
    }

    /** See {@link Markup#pass}. */
    int pass(int at, int name, int length, int depth) {
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
     * Whether the names at two positions, of up to two words, are equal. Both words are read if a
     * name has more than one; they can overlap.
     *
     * @param last maximum offset at which the last word begins
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
     * Returns the length of the name of a start tag that contains only its name; below 0 if white
     * space follows the name, and 0 if other text follows.
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

    /**
     * Returns the position after the {@code >} of a start tag with attributes, and registers the
     * tag.
     */
    private int headEnd(int name, int length) {
        int end = markup.headEnd(name + length);
        if (markup.a[end - 2] != '/') {
            push(name, length);
        }
        return end;
    }

    /** Like {@link #pass}, if the remaining document is too short to read words. */
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
     * Skips the construct at an offset, which is not an end tag; registers it if it is a start tag.
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
