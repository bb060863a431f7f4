package io.millrace.parsers.mrm.tds.standards;

import io.millrace.parsers.bytes.Words;

import java.util.BitSet;

/**
 * A validation of the blocks of SWIFT FIN: every block ends, a text (block 4) ends with a line that
 * begins with a hyphen, and a message of a user has its header (block 2) and its text.
 */
final class FinEnvelope {

    private final Envelope envelope;
    private final byte[] array;
    private final byte brace;
    private final byte closing;

    /** Identifiers of the blocks of the message. */
    private final BitSet blocks = new BitSet();

    /** Whether the message is a financial message (F01), not a service message. */
    private boolean isOfUser;

    FinEnvelope(Envelope envelope) {
        this.envelope = envelope;
        array = envelope.array;
        brace = envelope.code('{');
        closing = envelope.code('}');
    }

    void validate() {
        if (!envelope.beginsWith("{1:")) {
            return;
        }
        int at = envelope.skipWhite(envelope.start);
        // The parser reports characters between and after the blocks.
        while (at < envelope.end && array[at] == brace) {
            if (isBlock(at, '1')) {
                finish(at);
                blocks.clear();
                String service = envelope.decode(at, Math.min(at + 6, envelope.end));
                isOfUser = service.endsWith("F01");
            }
            char identifier = at + 1 < envelope.end ? envelope.decode(at + 1, at + 2).charAt(0) : 0;
            blocks.set(identifier);
            boolean isText = identifier == '4' && isLineEnd(at + 3);
            at = envelope.skipWhite(isText ? afterText(at) : afterBlock(at, identifier));
        }
        finish(at);
    }

    private boolean isBlock(int at, char identifier) {
        return at + 2 < envelope.end
                && array[at] == brace
                && array[at + 1] == envelope.code(identifier)
                && array[at + 2] == envelope.code(':');
    }

    private boolean isLineEnd(int at) {
        return at < envelope.end && envelope.isLineEnd(at);
    }

    private int afterText(int from) {
        byte hyphen = envelope.code('-');
        int at = from;
        while (true) {
            at = Words.find(array, at, envelope.end, closing);
            if (at >= envelope.end) {
                throw envelope.cutOff("<EOL>-} at the end of block 4");
            }
            if (array[at - 1] == hyphen && isLineEnd(at - 2)) {
                return at + 1;
            }
            at++;
        }
    }

    private int afterBlock(int from, char identifier) {
        int depth = 0;
        for (int at = from; at < envelope.end; at++) {
            if (array[at] == brace) {
                depth++;
            } else if (array[at] == closing && --depth == 0) {
                return at + 1;
            }
        }
        throw envelope.cutOff("} at the end of block %s", identifier);
    }

    /** Checks that the message that ends at a position has its blocks. */
    private void finish(int at) {
        if (blocks.isEmpty()) {
            return;
        }
        if (!blocks.get('4') || isOfUser && !blocks.get('2')) {
            String missing = blocks.get('2') || !isOfUser ? "block 4" : "block 2";
            throw at >= envelope.end
                    ? envelope.cutOff(missing)
                    : envelope.failed(at, "expected %s before the next message", missing);
        }
    }
}
