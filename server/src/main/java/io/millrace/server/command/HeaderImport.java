package io.millrace.server.command;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;
import io.millrace.models.c.CHeader;
import io.millrace.models.c.CHeaderOptions;
import io.millrace.parsers.model.DefaultEncoding.ByteOrder;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The options for the import of C headers. */
final class HeaderImport {

    private static final Set<String> ENDINGS = Set.of(".h", ".hpp", ".inc");

    @Option(
            names = "--long-bytes",
            paramLabel = "N",
            description =
                    """
                    C headers: size of long in bytes, 4 or 8. Default: 8 if pointers have 8 \
                    bytes, as on Unix (on Windows, specify 4).\
                    """)
    private int longBytes;

    @Option(
            names = "--byte-order",
            paramLabel = "ORDER",
            defaultValue = "littleEndian",
            description =
                    """
                    C headers: byte order of numbers in messages without headers: littleEndian, \
                    bigEndian. \
                    Default: ${DEFAULT-VALUE}\
                    """)
    private String order;

    @Option(
            names = "--pack",
            paramLabel = "N",
            defaultValue = "16",
            description =
                    """
                    C headers: maximum alignment, 1, 2, 4, 8 or 16, unless #pragma pack specifies \
                    another. Default: ${DEFAULT-VALUE}, the natural alignment\
                    """)
    private int pack;

    @Option(
            names = "--enum-bytes",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    """
                    C headers: size of enumerations in bytes, 1, 2 or 4; 0 for the smallest \
                    possible size. Default: \
                    ${DEFAULT-VALUE}\
                    """)
    private int enumBytes;

    @Option(
            names = "--strings",
            paramLabel = "HOW",
            defaultValue = "fixed",
            description =
                    """
                    C headers: strings in arrays of characters are padded with blanks (fixed) or \
                    zeros (nullTerminated). Default: ${DEFAULT-VALUE}\
                    """)
    private String strings;

    @Option(
            names = "--binaries",
            description =
                    "C headers: arrays of unsigned char are bytes; otherwise they are "
                            + "numbers.")
    private boolean binaries;

    @Option(
            names = "--message",
            paramLabel = "NAME",
            description =
                    """
                    C headers: a structure that becomes a message; can be repeated. Default: all \
                    structures that no other structure contains.\
                    """)
    private List<String> messages = List.of();

    /**
     * Imports a header.
     *
     * @param ccsid coded character set; 0 if not specified
     * @param pointerBytes size of a pointer in bytes; 0 if not specified
     */
    ImportResult read(Source source, String name, int ccsid, int pointerBytes, Problems problems) {
        CHeaderOptions defaults = CHeaderOptions.DEFAULTS;
        int pointers = pointerBytes == 0 ? defaults.pointerBytes() : pointerBytes;
        int longs = longBytes == 0 ? pointers : longBytes;
        Usage.oneOf("--long-bytes", longs, 4, 8);
        Usage.oneOf("--pack", pack, 1, 2, 4, 8, 16);
        Usage.oneOf("--enum-bytes", enumBytes, 0, 1, 2, 4);
        CHeaderOptions options =
                new CHeaderOptions(
                        pointers,
                        longs,
                        Usage.oneOf("--byte-order", order, ByteOrder.values(), ByteOrder::word),
                        pack,
                        enumBytes,
                        Usage.oneOf(
                                "--strings",
                                strings,
                                CHeaderOptions.Strings.values(),
                                CHeaderOptions.Strings::word),
                        binaries,
                        ccsid == 0 ? defaults.ccsid() : ccsid,
                        messages);
        return CHeader.read(
                source,
                name,
                options,
                NearbyFiles.around(List.of(Path.of(source.name())), ENDINGS),
                problems);
    }
}
