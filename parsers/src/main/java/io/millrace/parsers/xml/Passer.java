package io.millrace.parsers.xml;

import java.util.Arrays;

/**
 * Finds the end of a tag by hopping from one {@code <} to the next, with a stack of the tags that
 * are open. Names are read and compared a word of eight bytes at a time where there are that many.
 */
final class Passer {

    private static final int FIRST = 32;

    /**
     * Names up to this length fit into a word together with the rest of their end tag but its first
     * byte.
     */
    private static final int SHORT = Words.SIZE - 2;

    private final Markup markup;
    private final int treeDepth;
    // The open tags: where their names begin, how long these are, and the bytes that their end tags
    // begin with.
    private int[] names = new int[FIRST];
    private int[] lengths = new int[FIRST];
    private long[] ends = new long[FIRST];
    private int top;

    Passer(Markup markup, int treeDepth) {
        this.markup = markup;
        this.treeDepth = treeDepth;
    }

    /** {@link Markup#pass}. */
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
                p = Words.less(a, p + 1, to);
                continue;
            }
            long word = Words.at(a, p + 1);
            int first = (int) word & 0xFF;
            if (first == '/') {
                int size = lengths[top];
                if (size <= SHORT && (word ^ ends[top]) << 8 * (SHORT - size) == 0) {
                    p += size + 3;
                } else {
                    p = markup.endTag(p, names[top], size);
                }
                if (--top < 0) {
                    return p;
                }
                continue;
            }
            int plain = first == '?' ? 0 : plainTag(p + 1, word);
            if (plain > 0) {
                push(p + 1, plain);
                p += plain + 2;
            } else {
                p = anyMarkup(p);
            }
            if (top > room) {
                throw markup.tooDeep(p);
            }
        }
        return passSlowly(p, room);
    }

    /**
     * The length of the name of a start tag that has nothing but its name; 0 where something else
     * is there.
     */
    private int plainTag(int name, long firstWord) {
        byte[] a = markup.a;
        int last = markup.to - Words.SIZE;
        long word = firstWord;
        for (int p = name; ; ) {
            long greater = Words.bytes(word, '>');
            long other = Words.below(word, '-') | Words.bytes(word, '/');
            if (greater != 0) {
                int index = Words.firstByte(greater);
                return (other & (1L << 8 * index) - 1) == 0 ? p + index - name : 0;
            }
            p += Words.SIZE;
            if (other != 0 || p > last) {
                return 0;
            }
            word = Words.at(a, p);
        }
    }

    /** As {@link #pass}, where the document ends too soon to read words. */
    private int passSlowly(int from, int room) {
        byte[] a = markup.a;
        int to = markup.to;
        int p = from;
        for (; ; ) {
            p = Words.less(a, p, to);
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

    /** Passes over what begins at an offset and is no end tag; notes it where it is a start tag. */
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
        int end = n < markup.to && a[n] == '>' ? n + 1 : markup.headEnd(n);
        if (a[end - 2] != '/') {
            push(at + 1, n - at - 1);
        }
        return end;
    }

    private void push(int name, int length) {
        if (++top == names.length) {
            names = Arrays.copyOf(names, top * 2);
            lengths = Arrays.copyOf(lengths, top * 2);
            ends = Arrays.copyOf(ends, top * 2);
        }
        names[top] = name;
        lengths[top] = length;
        // The bytes of </name> but the first, where they fit into a word.
        ends[top] =
                length <= SHORT && name + Words.SIZE <= markup.to
                        ? Words.at(markup.a, name) << 8 & (1L << 8 * length + 8) - 1
                                | '/'
                                | (long) '>' << 8 * length + 8
                        : 0;
    }
}
