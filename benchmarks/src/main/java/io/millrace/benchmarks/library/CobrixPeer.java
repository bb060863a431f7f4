package io.millrace.benchmarks.library;

import za.co.absa.cobrix.cobol.parser.Copybook;
import za.co.absa.cobrix.cobol.parser.CopybookParser;
import za.co.absa.cobrix.cobol.parser.ast.Primitive;
import za.co.absa.cobrix.cobol.parser.decoders.FloatingPointFormat$;
import za.co.absa.cobrix.cobol.parser.encoding.ASCII$;

import java.util.Locale;

/**
 * A peer with the copybook parser of Cobrix, which decodes fields in place. The library cannot
 * write records.
 */
final class CobrixPeer implements RecordPeer.Work {

    private Copybook copybook;
    private int length;
    private final Primitive[] fields = new Primitive[Fields.LAST + 1];

    private void compile(int bytes) {
        StringBuilder text = new StringBuilder("       01  REC.\n");
        String[] pictures = {"PIC X(12)", "COMP-2", "PIC S9(9) COMP"};
        for (int i = 0; i < Fields.LAST; i++) {
            text.append("           05  %s %s.\n".formatted(name(i), pictures[i / Fields.EACH]));
        }
        int filler = bytes - Fields.EACH * (12 + 8 + 4);
        text.append("           05  FILLING PIC X(%d).\n".formatted(filler));
        copybook = parse(text.toString());
        for (int i = 0; i <= Fields.LAST; i++) {
            fields[i] = (Primitive) copybook.getFieldByName(i == Fields.LAST ? "FILLING" : name(i));
        }
        length = bytes;
    }

    private static String name(int index) {
        return Fields.name(index).toUpperCase(Locale.ROOT);
    }

    private static Copybook parse(String text) {
        return CopybookParser.parse(
                text,
                ASCII$.MODULE$,
                CopybookParser.parse$default$3(),
                CopybookParser.parse$default$4(),
                CopybookParser.parse$default$5(),
                CopybookParser.parse$default$6(),
                CopybookParser.parse$default$7(),
                CopybookParser.parse$default$8(),
                CopybookParser.parse$default$9(),
                CopybookParser.parse$default$10(),
                CopybookParser.parse$default$11(),
                CopybookParser.parse$default$12(),
                CopybookParser.parse$default$13(),
                CopybookParser.parse$default$14(),
                CopybookParser.parse$default$15(),
                FloatingPointFormat$.MODULE$.IEEE754(),
                CopybookParser.parse$default$17(),
                CopybookParser.parse$default$18(),
                CopybookParser.parse$default$19(),
                CopybookParser.parse$default$20());
    }

    @Override
    public Fields.Source open(byte[] message) {
        if (length != message.length) {
            compile(message.length);
        }
        return new Fields.Source() {
            private Object value(int index) throws Exception {
                return copybook.extractPrimitiveField(fields[index], message, 0);
            }

            @Override
            public String text(int index) throws Exception {
                return (String) value(index);
            }

            @Override
            public double real(int index) throws Exception {
                return ((Number) value(index)).doubleValue();
            }

            @Override
            public long integer(int index) throws Exception {
                return ((Number) value(index)).longValue();
            }
        };
    }
}
