package io.millrace.models.c;

import io.millrace.parsers.model.DefaultEncoding.ByteOrder;
import io.millrace.parsers.model.Word;

import java.util.List;
import java.util.Set;

/**
 * Options of the import of a C header, which describe the compiler and the machine of the records.
 *
 * @param pointerBytes size of pointers: 4 or 8
 * @param longBytes size of {@code long}: 8 on 64-bit Unix, otherwise 4
 * @param order byte order of numbers in messages without headers
 * @param pack maximum alignment of members until a pragma specifies another value: 1, 2, 4, 8 or 16
 * @param enumBytes size of enumerations: 1, 2 or 4; 0 for the smallest size that their values need
 * @param strings padding of strings in arrays of characters
 * @param binaries whether arrays of {@code unsigned char} are bytes; otherwise they are numbers
 * @param ccsid code page of messages without a code page in the headers
 * @param messages names of structures that become messages; empty for all structures that no other
 *     structure contains
 */
public record CHeaderOptions(
        int pointerBytes,
        int longBytes,
        ByteOrder order,
        int pack,
        int enumBytes,
        Strings strings,
        boolean binaries,
        int ccsid,
        List<String> messages) {

    /** Maximum value of {@code pack}: natural alignment. */
    public static final int MAX_PACK = 16;

    /** Options for 64-bit Unix: little-endian numbers, natural alignment, Latin-1. */
    public static final CHeaderOptions DEFAULTS =
            new CHeaderOptions(
                    8,
                    8,
                    ByteOrder.LITTLE_ENDIAN,
                    MAX_PACK,
                    4,
                    Strings.FIXED,
                    false,
                    819,
                    List.of());

    public CHeaderOptions {
        messages = List.copyOf(messages);
        check("pointerBytes", pointerBytes, Set.of(4, 8));
        check("longBytes", longBytes, Set.of(4, 8));
        check("pack", pack, Set.of(1, 2, 4, 8, MAX_PACK));
        check("enumBytes", enumBytes, Set.of(0, 1, 2, 4));
    }

    private static void check(String what, int found, Set<Integer> allowed) {
        if (!allowed.contains(found)) {
            throw new IllegalArgumentException(what + " " + found);
        }
    }

    /** The padding of a string in an array of characters. */
    public enum Strings implements Word {
        /** The string is padded with blanks. */
        FIXED,
        /** The string is padded with zero characters. */
        NULL_TERMINATED
    }
}
