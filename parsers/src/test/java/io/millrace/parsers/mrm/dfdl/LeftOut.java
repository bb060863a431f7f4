package io.millrace.parsers.mrm.dfdl;

/** Ends the translation of a case that says what a message set cannot say. */
final class LeftOut extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * @param reason what it says, in words that many cases share
     */
    LeftOut(String reason) {
        super(reason, null, false, false);
    }
}
