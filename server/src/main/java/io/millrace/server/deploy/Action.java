package io.millrace.server.deploy;

import java.util.Locale;

/** A change of the state of flows. */
public enum Action {
    START,
    STOP,
    RESTART;

    /** Returns the name in commands and in the deployment log. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
