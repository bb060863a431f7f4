package io.millrace.engine.resource;

/** A kind of named resource to which nodes refer. */
public enum ResourceKind {
    ENDPOINT("endpoint", "endpoints"),
    CREDENTIALS("credentials", "credentials"),
    CERTIFICATES("certificates", "certificates"),
    LISTENER("listener", "listeners");

    private final String label;
    private final String key;

    ResourceKind(String label, String key) {
        this.label = label;
        this.key = key;
    }

    /** Returns the name of the kind in messages. */
    public String label() {
        return label;
    }

    /** Returns the key below which files declare resources of the kind. */
    public String key() {
        return key;
    }
}
