package io.millrace.parsers.mrm.tds.write;

import static io.millrace.parsers.mrm.tds.markup.Escapes.HL7_WORDS;

import static java.lang.Math.max;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.parsers.mrm.tds.layout.Slot.ValueSlot;
import io.millrace.parsers.mrm.tds.markup.Escapes;
import io.millrace.parsers.mrm.tds.markup.StopBytes;
import io.millrace.parsers.mrm.tds.markup.Syntax;
import io.millrace.parsers.mrm.tds.markup.TextBody;
import io.millrace.parsers.record.Wire;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.IntUnaryOperator;

/** Escapes markup in values that are written, or puts quotation marks around them. */
record ValueEscaper(Syntax syntax, Wire wire) {

    /** First characters of formatting commands of HL7 (version 2.5, 2.10). */
    private static final String HL7_COMMANDS = ".HNCMZ";

    /**
     * Escapes the text that was written from a position on.
     *
     * @return false if the value contains markup and the format cannot escape it
     */
    boolean protect(ValueSlot slot, ByteSink out, int from) {
        StopBytes unsafe = syntax.of(slot).unsafe();
        byte[] array = out.bytes().array();
        int to = out.length();
        int found =
                syntax.text().isSynchronous()
                        ? unsafe.first(array, from, to)
                        : unsafe.find(body(array, from, to), from, to);
        if (found >= to) {
            return true;
        }
        byte[] value = Arrays.copyOfRange(array, from, to);
        TextBody body = body(value, 0, value.length);
        out.truncate(from);
        if (!syntax.quote().isNone()) {
            quote(body, out);
            return true;
        }
        if (!syntax.escape().isNone()) {
            write(unsafe, body, out, at -> escape(body, at, out));
            return true;
        }
        if (!syntax.words().isNone()) {
            write(unsafe, body, out, at -> word(unsafe, body, at, out));
            return true;
        }
        out.write(value);
        return false;
    }

    private TextBody body(byte[] array, int from, int to) {
        return new TextBody(new Bytes(array, from, to), wire);
    }

    private void quote(TextBody body, ByteSink out) {
        byte[] quote = syntax.quote().written();
        out.write(quote);
        for (int at = body.start(); at < body.end(); ) {
            int next = body.skip(at, body.end());
            if (syntax.quote().match(body.array(), at, body.end()) > 0) {
                out.write(quote);
            }
            out.write(body.array(), at, next);
            at = next;
        }
        out.write(quote);
    }

    /** Writes a value whose unsafe characters are written one by one, each up to an offset. */
    private static void write(
            StopBytes unsafe, TextBody body, ByteSink out, IntUnaryOperator writer) {
        int at = body.start();
        while (at < body.end()) {
            int found = unsafe.find(body, at, body.end());
            out.write(body.array(), at, found);
            at = found >= body.end() ? found : writer.applyAsInt(found);
        }
    }

    private int escape(TextBody body, int found, ByteSink out) {
        out.write(syntax.escape().written());
        int end = body.skip(found, body.end());
        out.write(body.array(), found, end);
        return end;
    }

    private int word(StopBytes unsafe, TextBody body, int found, ByteSink out) {
        int command = command(unsafe, body, found);
        if (command > 0) {
            out.write(body.array(), found, command);
            return command;
        }
        int length = max(1, unsafe.match(body.array(), found, body.end()));
        out.write(syntax.words().written());
        word(body, found, length, out);
        out.write(syntax.words().written());
        return found + length;
    }

    /**
     * Returns the position after a formatting command that begins at a position; 0 if none does.
     */
    private int command(StopBytes unsafe, TextBody body, int at) {
        int mark = syntax.words().match(body.array(), at, body.end());
        if (mark == 0) {
            return 0;
        }
        int end = unsafe.find(body, at + mark, body.end());
        int closing = syntax.words().match(body.array(), end, body.end());
        String word = closing == 0 ? "" : body.shown(at + mark, end);
        boolean command = word.length() > 2 && HL7_COMMANDS.indexOf(word.charAt(1)) >= 0;
        return command ? end + closing : 0;
    }

    private void word(TextBody body, int at, int length, ByteSink out) {
        for (int i = 0; i < HL7_WORDS.length(); i++) {
            byte[] character = Escapes.hl7(syntax, i);
            boolean same =
                    character != null
                            && Arrays.equals(
                                    character, 0, character.length, body.array(), at, at + length);
            if (same) {
                out.write(syntax.text().encode(HL7_WORDS.substring(i, i + 1)));
                return;
            }
        }
        String hex = HexFormat.of().withUpperCase().formatHex(body.array(), at, at + length);
        out.write(syntax.text().encode("X" + hex));
    }
}
