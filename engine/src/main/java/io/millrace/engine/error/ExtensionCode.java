package io.millrace.engine.error;

import java.util.Optional;

/** Detection of code from jars in lib folders in stack traces. */
public final class ExtensionCode {

    /** Name of the class loaders of jars in lib folders. */
    public static final String LOADER = "lib";

    /** Package of the stack frames that separate the code of a node from the nodes upstream. */
    private static final String RUNTIME = "io.millrace.engine.runtime.";

    private ExtensionCode() {}

    /**
     * Returns the innermost frame of an extension in a stack trace; empty if none was executed
     * since the current node was called.
     */
    static Optional<StackTraceElement> frame(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (LOADER.equals(frame.getClassLoaderName())) {
                return Optional.of(frame);
            }
            if (frame.getClassName().startsWith(RUNTIME)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Formats a stack frame: class, method and source position. */
    public static String shown(StackTraceElement frame) {
        String line =
                frame.getFileName() == null
                        ? ""
                        : "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
        return frame.getClassName() + "." + frame.getMethodName() + line;
    }

    /**
     * Returns the error for an exception that an extension did not handle.
     *
     * @param what extension that failed, for example {@code the function SOUNDEX}
     */
    public static MillraceException failed(String what, Throwable thrown) {
        String place = frame(thrown).map(f -> " at " + shown(f)).orElse("");
        return new MillraceException(
                ErrorCode.EXTENSION_FAILED,
                what + " failed: " + thrown + place + "; correct the code of the extension",
                thrown);
    }
}
