package io.millrace.projects;

import static io.millrace.projects.TestProject.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.projects.convert.Finding;
import io.millrace.projects.convert.Finding.Level;
import io.millrace.projects.report.EnvironmentFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Policies, services and names of the outside world. */
class PoliciesTest {

    @TempDir Path workspace;

    private final Problems problems = new Problems();

    private void policies(String... policies) {
        TestProject project = new TestProject(workspace, "Outside");
        project.write("policy.descriptor", "<policyProjectDescriptor/>");
        for (int i = 0; i < policies.length; i++) {
            project.write("p" + i + ".policyxml", "<policies>" + policies[i] + "</policies>");
        }
    }

    private static String policy(String type, String name, String properties) {
        return "<policy policyType='%s' policyName='%s'>%s</policy>"
                .formatted(type, name, properties);
    }

    private ProjectImport read(String nodes) {
        TestProject project =
                new TestProject(workspace, "Shop").flow("Shop.msgflow", "", nodes, "");
        return ProjectImport.read(project.folder(), problems);
    }

    private static String property(ProjectImport imported, String node, String property) {
        FlowDefinition flow = imported.definitions().flows().getFirst();
        var text = flow.nodes().get(node).properties().get(property);
        return text == null ? "" : text.text();
    }

    private static List<String> differences(ProjectImport imported) {
        return imported.results().stream()
                .filter(f -> f.level() != Level.SAME)
                .map(Finding::text)
                .toList();
    }

    private static String settings(ProjectImport imported) {
        return imported.definitions().settings().text();
    }

    @Test
    void aFileServerPolicyBecomesAnEndpoint() {
        policies(
                policy(
                        "FtpServer",
                        "Depot",
                        "<serverName>files.example:2222</serverName><protocol>SFTP</protocol>"
                                + "<remoteDirectory>out</remoteDirectory>"
                                + "<transferMode>ASCII</transferMode>"));

        ProjectImport imported =
                read(
                        node(1, "ComIbmMQInput.msgnode", "in", "queueName='A'")
                                + node(
                                        2,
                                        "ComIbmFileOutput.msgnode",
                                        "send",
                                        "outputDirectory='out' outputFilename='a.txt'"
                                                + " fileFtp='true'"
                                                + " fileFtpServer='{Outside}:Depot'"));

        assertThat(property(imported, "send", "remoteEndpoint")).isEqualTo("files.example-2222");
        assertThat(property(imported, "send", "remoteDirectory")).isEqualTo("out");
        assertThat(property(imported, "send", "transferMode")).isEqualTo("ascii");
        assertThat(settings(imported))
                .contains(
                        "endpoints:\n"
                                + "  \"files.example-2222\": {url: \"sftp://files.example:2222\"}");
        assertThat(differences(imported)).isEmpty();
    }

    @Test
    void fileServersMailServersProxiesAndCredentialsAreMapped() throws IOException {
        Files.writeString(
                workspace.resolve("environment.yaml"),
                """
                endpoints:
                  TRANSFER: sftp://new.example
                  MAILS: mail
                credentials:
                  shopUser: {user: shop, passwordEnv: SHOP_PASSWORD}
                """);
        ProjectImport imported =
                read(
                        node(1, "ComIbmMQInput.msgnode", "in", "queueName='A'")
                                + node(
                                        2,
                                        "ComIbmFileInput.msgnode",
                                        "files",
                                        "inputDirectory='in' fileFtpServer='TRANSFER'"
                                                + " fileFtpUser='shopUser'"
                                                + " fileFtpScanDelay='30'"
                                                + " remoteTransferType='SFTP'")
                                + node(
                                        3,
                                        "ComIbmFileInput.msgnode",
                                        "local",
                                        "inputDirectory='in' fileFtp='false'"
                                                + " fileFtpServer='old.example'"
                                                + " fileFtpUser='shopUser'"));

        assertThat(property(imported, "files", "remoteEndpoint")).isEqualTo("TRANSFER");
        assertThat(property(imported, "files", "remoteCredentials")).isEqualTo("shopUser");
        assertThat(property(imported, "files", "scanDelay")).isEqualTo("30");
        assertThat(property(imported, "local", "remoteEndpoint")).isEmpty();
        assertThat(settings(imported))
                .contains(
                        "\"TRANSFER\": {url: \"sftp://new.example\"}",
                        "\"shopUser\": {user: shop, passwordEnv: SHOP_PASSWORD}")
                .doesNotContain("old.example");
        assertThat(EnvironmentFile.of(imported.findings(), imported.environment()))
                .contains("\"TRANSFER\": {url: \"sftp://new.example\"}");
    }

    @Test
    void configurableServicesAreReportedUntilTheyHaveValues() throws IOException {
        String nodes =
                node(1, "ComIbmMQInput.msgnode", "in", "queueName='A'")
                        + node(
                                2,
                                "ComIbmFileOutput.msgnode",
                                "send",
                                "outputDirectory='out' fileFtp='true' fileFtpServer='DepotService'"
                                        + " fileFtpUser='depotUser'")
                        + node(
                                3,
                                "ComIbmFileInput.msgnode",
                                "fetch",
                                "inputDirectory='in' fileFtp='true' fileFtpServer='ShopService'"
                                        + " fileFtpUser='shopUser'");
        ProjectImport first = read(nodes);
        String file = EnvironmentFile.of(first.findings(), first.environment());

        assertThat(differences(first))
                .containsExactlyInAnyOrder(
                        "DepotService is used as the name of a host; if it is a configurable"
                                + " service, specify its URL below endpoints in environment.yaml",
                        "ShopService is used as the name of a host; if it is a configurable"
                                + " service, specify its URL below endpoints in environment.yaml",
                        "environment.yaml maps no credentials to depotUser",
                        "environment.yaml maps no credentials to shopUser");
        assertThat(first.findings().names().keySet())
                .containsExactlyInAnyOrder("endpoints", "credentials");

        Files.writeString(
                workspace.resolve("environment.yaml"),
                file.replace("\"DepotService\": \"\"", "\"DepotService\": sftp://files.example")
                        .replace("\"ShopService\": \"\"", "\"ShopService\": ftps://shop.example")
                        .replace("User\": \"\"", "User\": {user: u, passwordEnv: P}"));
        ProjectImport second = read(nodes);

        assertThat(differences(second)).isEmpty();
        assertThat(property(second, "send", "remoteEndpoint")).isEqualTo("DepotService");
        assertThat(property(second, "fetch", "remoteEndpoint")).isEqualTo("ShopService");
        assertThat(settings(second))
                .contains(
                        "\"DepotService\": {url: \"sftp://files.example\"}",
                        "\"ShopService\": {url: \"ftps://shop.example\"}",
                        "\"shopUser\": {user: u, passwordEnv: P}");
    }

    @Test
    void queuesOfOtherQueueManagersAreMapped() throws IOException {
        Files.writeString(
                workspace.resolve("environment.yaml"), "queues: {B@DEPOT: DEPOT.B, C: OTHER.C}\n");
        policies(
                policy(
                        "MQEndpoint",
                        "Depot",
                        "<destinationQueueManagerName>DEPOT</destinationQueueManagerName>"
                                + "<queueManagerHostname>depot</queueManagerHostname>"
                                + "<securityIdentity>who</securityIdentity>"));
        ProjectImport imported =
                read(
                        node(
                                        1,
                                        "ComIbmMQInput.msgnode",
                                        "in",
                                        "queueName='A' policyUrl='{Outside}:Depot'")
                                + node(
                                        2,
                                        "ComIbmMQOutput.msgnode",
                                        "b",
                                        "queueName='B' policyUrl='Depot'")
                                + node(3, "ComIbmMQOutput.msgnode", "c", "queueName='C'"));

        assertThat(property(imported, "in", "queue")).isEqualTo("A");
        assertThat(property(imported, "b", "queue")).isEqualTo("DEPOT.B");
        assertThat(property(imported, "c", "queue")).isEqualTo("OTHER.C");
        assertThat(differences(imported))
                .containsExactly("the node reads the queue of Millrace with the same name");
        assertThat(imported.findings().names().get("queues").keySet())
                .containsExactly("A@DEPOT", "B@DEPOT");
    }

    @Test
    void policiesThatDoNotApplyAreReported() {
        policies(
                policy("Unheard", "U", "<x>1</x>"),
                policy("UserDefined", "Rates", "<single>250</single>"),
                policy(
                        "JDBCProviders",
                        "Db",
                        "<connectionUrlFormat>jdbc:db2://[serverName]:[portNumber]/[databaseName]"
                                + ":user=[user];password=[password];</connectionUrlFormat>"
                                + "<serverName>h</serverName><portNumber>5</portNumber>"
                                + "<databaseName>d</databaseName>"),
                policy("Timer", "T", "<timeoutInterval>3</timeoutInterval>"));
        ProjectImport imported =
                read(
                        node(1, "ComIbmMQInput.msgnode", "in", "queueName='A'")
                                + node(
                                        2,
                                        "ComIbmMQOutput.msgnode",
                                        "out",
                                        "queueName='B' policyUrl='{Outside}:U'")
                                + node(
                                        3,
                                        "ComIbmMQOutput.msgnode",
                                        "other",
                                        "queueName='B' policyUrl='{Outside}:None'"));

        assertThat(differences(imported))
                .containsExactlyInAnyOrder(
                        "policies of the type Unheard are unknown to Millrace and are ignored",
                        "the policy of the type UserDefined is ignored: only Java code of the"
                                + " product reads its values",
                        "the policy of the type JDBCProviders is ignored: Java code reads it;"
                                + " environment.yaml maps the data sources of nodes",
                        "the policy of the type Timer is ignored: no node of the application"
                                + " refers to it");
        assertThat(problems.all().stream().map(p -> p.text()).collect(Collectors.toList()))
                .contains("the policy {Outside}:None of node other does not exist");
        assertThat(EnvironmentFile.of(imported.findings(), imported.environment()))
                .contains("# The projects contain jdbc:db2://h:5/d\n");
    }

    /** A script of the administrators creates them; it also contains other commands. */
    @Test
    void configurableServicesAreReadFromScripts() throws IOException {
        Files.writeString(
                workspace.resolve("services.sh"),
                """
                #!/bin/sh
                NODE=TEST
                HOST="files.example"
                mqsicreateconfigurableservice $NODE -c FtpServer -o DEPOT
                mqsichangeproperties $NODE -c FtpServer -o DEPOT -n serverName,securityIdentity \\
                  -v $HOST:2121,depotUser
                mqsichangeproperties $NODE -c FtpServer -o DEPOT -n scanDelay,remoteDirectory -v "30,\\"in,out\\""
                mqsicreateconfigurableservice $NODE -c Timer -o NIGHT -n queuePrefix -v TIMER
                mqsicreateconfigurableservice $NODE -c SMTP -o OTHER -n serverName -v ${UNSET}
                mqsicreateconfigurableservice $NODE -c SMTP -o WRONG -n serverName,securityIdentity -v a
                mqsicreateconfigurableservice $NODE -c JDBCProviders -o STOCK -n connectionUrlFormat,serverName -v 'jdbc:db2://[serverName]/stock,db.example'
                mqsichangeproperties $NODE -o ComIbmJVMManager -n jvmMaxHeapSize -v 1
                # mqsicreateconfigurableservice $NODE -c FtpServer -o DEPOT -n scanDelay -v 60
                """);
        Files.writeString(
                workspace.resolve("environment.yaml"),
                "configurableServices: services.sh\ncredentials: {depotUser: depot}\n");

        ProjectImport imported =
                read(
                        node(
                                        1,
                                        "ComIbmFileInput.msgnode",
                                        "in",
                                        "inputDirectory=\"in\" fileFtp=\"true\""
                                                + " fileFtpServer=\"DEPOT\"")
                                + node(
                                        2,
                                        "ComIbmTimeoutNotification.msgnode",
                                        "timer",
                                        "uniqueIdentifier=\"NIGHT\""));

        assertThat(property(imported, "in", "remoteEndpoint")).isEqualTo("files.example-2121");
        assertThat(property(imported, "in", "remoteCredentials")).isEqualTo("depot");
        assertThat(property(imported, "in", "scanDelay")).isEqualTo("30");
        assertThat(property(imported, "in", "remoteDirectory")).isEqualTo("in,out");
        assertThat(differences(imported)).isEmpty();
        assertThat(imported.findings().proposal("dataSources", "STOCK"))
                .isEqualTo("jdbc:db2://db.example/stock");
        assertThat(problems.all().stream().map(TestProject::line))
                .containsExactly(
                        "services.sh:9 WARNING MR1070 serverName of the service OTHER uses the"
                            + " variable ${UNSET}, which the script does not set; it is ignored",
                        "services.sh:10 WARNING MR1070 the command for the service WRONG has 2"
                                + " names and 1 values; it is ignored");
    }
}
