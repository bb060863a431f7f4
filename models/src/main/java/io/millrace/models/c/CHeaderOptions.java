package io.millrace.models.c;

import io.millrace.parsers.model.DefaultEncoding.ByteOrder;
import io.millrace.parsers.model.Word;

import java.util.List;
import java.util.Set;

/**
 * Options of the import of a C header: the compiler and the machine that write the records.
 *
 * @param pointerBytes 4 or 8
 * @param longBytes size of {@code long}: 4 or 8 (8 with Unix of 64 bits, otherwise 4)
 * @param order byte order of numbers in messages without headers
 * @param pack the largest alignment of members until a pragma specifies another: 1, 2, 4, 8 or 16
 * @param enumBytes of enumerations: 1, 2 or 4; 0 for as few as their values need
 * @param strings end of strings in arrays of characters
 * @param binaries whether arrays of {@code unsigned char} are bytes; otherwise they are numbers
 * @param ccsid code page of messages whose headers do not specify one
 * @param messages structures that become messages; empty for all that no other structure contains
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

    /** Natural alignment. */
    public static final int MAX_PACK = 16;

    /** Unix of 64 bits with little-endian numbers, natural alignment, Latin-1. */
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

    /** How a text ends in an array of characters. */
    public enum Strings implements Word {
        /** Filled up with blanks. */
        FIXED,
        /** Filled up with characters zero. */
        NULL_TERMINATED
    }
}
