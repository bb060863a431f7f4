package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;

import picocli.CommandLine.Option;

/** The option {@code --revision} of commands that change a deployed application. */
final class RevisionOption {

    static final String NAME = "--revision";

    @Option(
            names = NAME,
            paramLabel = "N",
            description =
                    """
                    Last revision of the application that you have seen with list: the command \
                    fails if the application was changed since.\
                    """)
    private Long revision;

    boolean isGiven() {
        return revision != null;
    }

    /** Returns the revision of the option or, without the option, the last revision. */
    long of(AdministrationClient client, String application) {
        if (revision == null) {
            return AdministrationCommand.revision(client, application);
        }
        Usage.atLeast(1, NAME, revision);
        return revision;
    }
}
