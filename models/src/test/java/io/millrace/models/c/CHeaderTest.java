package io.millrace.models.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.models.ImportResult;
import io.millrace.models.NearbyFiles;
import io.millrace.models.Rendered;
import io.millrace.models.c.CHeaderOptions.Strings;
import io.millrace.parsers.model.DefaultEncoding.ByteOrder;
import io.millrace.parsers.model.yaml.ModelYaml;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

class CHeaderTest {

    private static final String ORDER =
            """
            #define NAME 20 /* characters of a name */
            enum kind { PRIVATE = 1, COMPANY };

            // Who orders.
            struct customer {
                int id;            /* the key */
                char name[NAME];
                enum kind kind;
            };

            struct order {
                char id;
                struct customer customer;
                short count;
                double prices[0x3];
                union { int hourly; char flat[6]; } pay;
                void *next;
            };

            int send(struct order *o);
            """;

    private static ImportResult read(String text, CHeaderOptions options, List<String> problems) {
        Problems found = new Problems();
        ImportResult imported =
                CHeader.read(
                        new Source("order.h", text), "order", options, NearbyFiles.NONE, found);
        problems.addAll(Rendered.problems(found));
        return imported;
    }

    private static String yaml(String text, CHeaderOptions options) {
        var problems = new ArrayList<String>();
        ImportResult imported = read(text, options, problems);
        assertThat(problems).isEmpty();
        String yaml = Rendered.yaml(imported);
        Problems again = new Problems();
        assertThat(ModelYaml.read(new Source("order.model.yaml", yaml), again).set())
                .isEqualTo(imported.set().orElseThrow());
        Rendered.assertNone(again);
        return yaml;
    }

    private static List<String> problems(String text) {
        var problems = new ArrayList<String>();
        read(text, CHeaderOptions.DEFAULTS, problems);
        return problems;
    }

    private static void reports(String header, String... words) {
        assertThat(problems(header).toString()).contains(words);
    }

    @Test
    void structuresThatNoOtherContainsAreMessages() {
        assertThat(yaml(ORDER, CHeaderOptions.DEFAULTS))
                .isEqualTo(
                        """
                        messageSet: order
                        formats:
                          CWF1:
                            kind: cwf
                            booleanTrueValue: 01
                            booleanFalseValue: 00
                            defaultCcsid: 819
                            defaultByteOrder: littleEndian
                            defaultPackedDecimalByteOrder: littleEndian
                            defaultFloatFormat: ieeeReversed
                        messages:
                          order:
                            sequence:
                              id: {string: 1}
                              customer: {type: customer, CWF1: {leadingSkipCount: 3}}
                              count: short
                              prices: {double:, occurs: 3, CWF1: {physicalType: float, leadingSkipCount: 6}}
                              pay:
                                choice:
                                  hourly: {int:, CWF1: {trailingSkipCount: 4}}
                                  flat: {string: 6}
                              next: {hexBinary:, CWF1: binary 8}
                        types:
                          customer:
                            sequence:
                              id: {int:, documentation: the key}
                              name: {string: 20}
                              kind: {int: [1, 2], documentation: "PRIVATE = 1, COMPANY = 2"}
                        """);
    }

    @Test
    void whatIsNoTypeIsReported() {
        ImportResult imported = read(ORDER, CHeaderOptions.DEFAULTS, new ArrayList<>());
        assertThat(Rendered.notes(imported))
                .containsExactly("order.h:20:5: dropped: the function send");
        assertThat(imported.kept()).isEqualTo("kept: 1 message, 1 type, 11 fields");
    }

    @Test
    void optionsSayTheCompilerAndTheMachine() {
        CHeaderOptions options =
                new CHeaderOptions(
                        4,
                        4,
                        ByteOrder.BIG_ENDIAN,
                        1,
                        0,
                        Strings.NULL_TERMINATED,
                        true,
                        500,
                        List.of("b"));
        assertThat(
                        yaml(
                                """
                                struct a { int x; };
                                struct b {
                                    char c; long l; char text[8]; unsigned char raw[4];
                                    enum { ONE = 1, MANY = 300 } e; struct a a; char rest[];
                                };
                                """,
                                options))
                .isEqualTo(
                        """
                        messageSet: order
                        formats:
                          CWF1: {kind: cwf, booleanTrueValue: 01, booleanFalseValue: 00, defaultFloatFormat: ieee}
                        messages:
                          b:
                            sequence:
                              c: {string: 1}
                              l: int
                              text: {string: 8, CWF1: {justification: left, paddingCharacter: NUL}}
                              raw: {hexBinary:, CWF1: binary 4}
                              e: {short: [1, 300], documentation: "ONE = 1, MANY = 300"}
                              a: a
                              rest: {string:, CWF1: {lengthUnits: endOfBitstream}}
                        types:
                          a:
                            sequence:
                              x: int
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    struct a { int flags : 3; }; | order.h:1:16: error MR1043: found a bit-field, which is not supported
                    struct a { in x; }; | order.h:1:12: error MR1043: found 'in', which is not a known type
                    struct a { struct b x; }; | found x of the type struct b, whose members are not known, expected a type with a size
                    struct a { int x[N]; }; | order.h:1:18: error MR1043: found 'N', whose value is unknown
                    struct a { int x[N]; }; | define it before this line: #define N 8
                    struct a { int x[-2]; }; | found an array of -2, expected 1 to 1073741824
                    struct a { int x[1 << 20][1 << 20]; }; | found an array of more than 1073741824 bytes
                    struct a { int x; | found no '}' that closes this struct a
                    struct a { int x __attribute__((aligned(16))); }; | found an alignment attribute, which is not supported
                    '#if 1' | found the end, expected #endif
                    int x; | found no structure with a name, expected for example struct order { int id; };
                    struct a { int x[-1]; }; | found an array of -1, expected 1 to
                    struct a { void x; }; | found x of the type void, expected a type with a size
                    struct a { void x[2][2]; }; | found x of the type void
                    '#define M(x) x x;' | found no structure
                    struct a { int x; }; struct a { int y; }; | found struct a a second time
                    enum e { A = 1 / 0 }; | found a division by zero
                    struct a { unsigned float f; }; | found 'unsigned float', expected a type
                    struct a { char x[ | found the end, expected a whole number
                    """)
    void whatCannotBeIsAProblemWithItsPlace(String header, String problem) {
        assertThat(String.join("\n", problems(header))).contains(problem);
    }

    @Test
    void anUnreadableDeclarationIsSkippedToItsEnd() {
        assertThat(problems("typedef struct { std::string a; int x; } T;\nstruct b { T t; };"))
                .hasSize(2)
                .first()
                .asString()
                .contains("'std'");
        assertThat(problems("typedef struct { std::string a; int x; } T;")).hasSize(1);
    }

    @Test
    void aProblemDoesNotHideTheOthers() {
        assertThat(problems("struct a { int x : 1; };\nstruct b { foo y; };\nstruct c { bar z; };"))
                .hasSize(3);
    }

    @Test
    void directivesChooseWhatIsRead() {
        String text =
                """
                #ifndef ORDER_H
                #define ORDER_H
                #define WIDE 2
                #if defined(WIDE) && WIDE >= 2 && !defined NARROW
                typedef long long number;
                #elif 1
                typedef short number;
                #else
                #error no numbers
                #endif
                #define FIELD number value;
                struct a { FIELD };
                #endif
                """;
        assertThat(yaml(text, CHeaderOptions.DEFAULTS)).contains("value: long");
    }

    @Test
    void filesBesideAreIncludedAndNoOthers(@TempDir Path folder) throws IOException {
        Files.createDirectory(folder.resolve("inc"));
        Files.writeString(folder.resolve("inc/types.h"), "#include \"../b.h\"\ntypedef short id;");
        Files.writeString(folder.resolve("b.h"), "#include \"b.h\"\n");
        Files.writeString(folder.resolve("secret.txt"), "x");
        Path header = folder.resolve("a.h");
        Files.writeString(
                header,
                """
                #include "inc/types.h"
                #include "secret.txt"
                struct a { id x; };
                """);
        Problems problems = new Problems();
        NearbyFiles files = NearbyFiles.around(List.of(header), Set.of(".h"));
        Source source = new Source(header.toString(), Files.readString(header));
        CHeader.read(source, "a", CHeaderOptions.DEFAULTS, files, problems);
        assertThat(problems.all().getFirst().render())
                .contains("b.h:1:2", "files that include each other more than 50 levels deep")
                .contains("has an include guard");
        Files.writeString(folder.resolve("b.h"), "#pragma once\n#include \"b.h\"\n");
        ImportResult imported =
                CHeader.read(source, "a", CHeaderOptions.DEFAULTS, files, new Problems());
        assertThat(Rendered.yaml(imported)).contains("x: short");
        assertThat(imported.report().notes().toString())
                .contains("secret.txt, which was not found near");
    }

    @Test
    void filesOutsideOfTheTreeAroundAreNotRead(@TempDir Path folder) throws IOException {
        Path inner = Files.createDirectories(folder.resolve("set/headers"));
        Files.writeString(folder.resolve("far.h"), "typedef short far;");
        Files.writeString(folder.resolve("set/near.h"), "typedef short near;");
        Files.createSymbolicLink(inner.resolve("link.h"), folder.resolve("far.h"));
        Path header = inner.resolve("a.h");
        Files.writeString(
                header,
                """
                #include "../near.h"
                #include "../../far.h"
                #include "link.h"
                struct a { near x; };
                """);
        NearbyFiles files = NearbyFiles.around(List.of(header), Set.of(".h"));
        Source source = new Source(header.toString(), Files.readString(header));
        ImportResult imported =
                CHeader.read(source, "a", CHeaderOptions.DEFAULTS, files, new Problems());
        assertThat(Rendered.yaml(imported)).contains("x: short");
        assertThat(imported.report().notes().toString())
                .contains(
                        "../../far.h, which was not found near", "link.h, which was not found near")
                .doesNotContain("near.h");
    }

    @Test
    void anIncludedFileEndsNoConditionOfTheFileAroundIt() {
        NearbyFiles files = (from, location) -> Optional.of(new Source("b.h", "#endif\n#else\n"));
        Problems problems = new Problems();
        Source source =
                new Source(
                        "a.h",
                        """
                        #if 1
                        #include "b.h"
                        struct a { int x; };
                        #endif
                        """);
        CHeader.read(source, "a", CHeaderOptions.DEFAULTS, files, problems);
        assertThat(Rendered.problems(problems))
                .hasSize(2)
                .anySatisfy(p -> assertThat(p).contains("b.h:1", "found #endif without #if"))
                .anySatisfy(p -> assertThat(p).contains("b.h:2", "found #else without #if"));
    }

    @Test
    void aStructureIsCalledAsTheFirstNameThatIsItself() {
        assertThat(yaml("typedef struct { int x; } *P, T, U;", CHeaderOptions.DEFAULTS))
                .contains("  T:\n");
    }

    @Test
    void hostileHeadersEndInProblems() {
        reports("struct {".repeat(10_000), "more than 60 nested levels");
        String brackets = "enum { A = " + "(".repeat(100_000) + " };";
        reports(brackets, "more than 100 levels");
        StringBuilder bomb = new StringBuilder("#define A0 int x;\n");
        for (int i = 1; i < 40; i++) {
            bomb.append("#define A%d A%d A%d\n".formatted(i, i - 1, i - 1));
        }
        reports(bomb + "A39", "in the expansion of macros");
        String stars = "typedef int " + "(*".repeat(10_000) + "x" + ")".repeat(10_000) + ";";
        reports(stars, "levels");
        StringBuilder doubled = new StringBuilder("struct s0 { int x; };\n");
        for (int i = 1; i < 70; i++) {
            doubled.append("struct s%d { struct s%d a, b; };\n".formatted(i, i - 1));
        }
        reports(doubled.toString(), "of more than 1073741824 bytes");
    }

    @Test
    void macrosThatStandForNothingAreBoundedToo() {
        StringBuilder bomb = new StringBuilder("#define A0\n");
        for (int i = 1; i < 60; i++) {
            bomb.append("#define A%d A%d A%d\n".formatted(i, i - 1, i - 1));
        }
        reports(bomb + "A59", "in the expansion of macros");
    }

    @Test
    void aStructureDoesNotContainItself() {
        reports(
                "struct a { struct a b[2]; int x; };",
                "found b of the type struct a, whose members are not known");
        reports("struct a { struct a { int x; } b; };", "found struct a a second time");
    }

    @Test
    void depthThatNoBracketShowsIsBounded() {
        reports("struct a { int x" + "[1]".repeat(100_000) + "; };", "more than 60 dimensions");
        StringBuilder chain = new StringBuilder("typedef int t0[1];\n");
        StringBuilder unnamed = new StringBuilder("typedef struct { int x; } t0[1];\n");
        StringBuilder doubled = new StringBuilder("typedef struct { int x; } t0[1];\n");
        for (int i = 1; i < 10_000; i++) {
            chain.append("typedef t%d t%d[1];\n".formatted(i - 1, i));
            unnamed.append("typedef struct { t%d a; } t%d[1];\n".formatted(i - 1, i));
            if (i < 27) {
                doubled.append("typedef struct { t%d a, b; } t%d[1];\n".formatted(i - 1, i));
            }
        }
        reports(chain + "struct a { t9999 x; };", "more than 60 dimensions");
        reports(unnamed + "struct a { t9999 x; };", "nested levels");
        reports(doubled + "struct a { t26 x; };", "elements");
        String size = "sizeof(struct { int x[" + "(".repeat(45);
        reports("struct a { int x[" + size.repeat(60) + "1", "sizeof");
    }
}
