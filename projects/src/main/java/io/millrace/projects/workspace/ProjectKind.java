package io.millrace.projects.workspace;

import java.util.List;

/** The kinds of projects. The file at the root of a project determines its kind. */
public enum ProjectKind {
    APPLICATION("application", "application.descriptor"),
    INTEGRATION_SERVICE("integration service", "service.descriptor"),
    REST_API("REST API", "restapi.descriptor"),
    STATIC_LIBRARY("static library", "library.descriptor"),
    SHARED_LIBRARY("shared library", ""),
    POLICY_PROJECT("policy project", "policy.descriptor"),
    TEST_PROJECT("test project", "testproject.descriptor"),
    MESSAGE_SET("message set project", ""),
    JAVA_PROJECT("Java project", ""),
    MESSAGE_FLOW_PROJECT("message flow project", "");

    /** Name in reports. */
    public final String text;

    final String descriptor;

    ProjectKind(String text, String descriptor) {
        this.text = text;
        this.descriptor = descriptor;
    }

    /** Names of the descriptors. */
    static final List<String> DESCRIPTORS =
            List.of(values()).stream().map(k -> k.descriptor).filter(d -> !d.isEmpty()).toList();

    /** Whether a project of this kind can be deployed, not only referred to. */
    public boolean isApplication() {
        return this == APPLICATION || this == INTEGRATION_SERVICE || this == REST_API;
    }

    /** Whether the flows of a project of this kind belong to each application that refers to it. */
    public boolean isStaticLibrary() {
        return this == STATIC_LIBRARY;
    }
}
