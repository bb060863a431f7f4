package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.flows.Application;
import io.millrace.projects.report.EnvironmentFile;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Passwords in the URLs of a project. */
class ProjectSecretsTest {

    private static final String FLOW =
            """
            <ecore:EPackage xmlns:xmi="http://www.omg.org/XMI" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore"
                xmlns:utility="http://www.ibm.com/wbi/2005/eflow_utility" xmlns:r="ComIbmWSRequest.msgnode">
            <eClassifiers><composition><nodes xmi:type="r:FCMComposite_1" xmi:id="n"
              URLSpecifier="http://me:hunter1@host/?a=1&amp;token=hunter2" httpProxyLocation="http://me:hunter3@proxy"
              extra="1"><translation string="ask"/></nodes></composition></eClassifiers></ecore:EPackage>
            """;

    /** A promoted property and headers with names of secrets, in the lines of other problems. */
    private static final String NAMED =
            """
            <ecore:EPackage xmlns:xmi="http://www.omg.org/XMI" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore"
                xmlns:utility="http://www.ibm.com/wbi/2005/eflow_utility" xmlns:r="ComIbmWSRequest.msgnode"
                xmlns:h="ComIbmHTTPHeader.msgnode" xmlns:f="ComIbmFileOutput.msgnode">
            <eClassifiers><eStructuralFeatures xmi:id="Property.p" name="askSecret" defaultValueLiteral="hunter1"/>
            <composition><nodes xmi:type="r:FCMComposite_1" xmi:id="n"><translation string="ask"/></nodes>
            <nodes xmi:type="h:FCMComposite_1" xmi:id="h"><nameValue4RequestHeader name="X-Api-Key" value="hunter2"/><strange/></nodes>
            <nodes xmi:type="f:FCMComposite_1" xmi:id="f" outputDirectory="out" outputFilename="a" fileFtp="true"
              fileFtpServer="{Servers}:depot" extra="http://h/?apikey=hunter3"/></composition>
            <attributeLinks promotedAttribute="Property.p" overriddenNodes="n"><overriddenAttribute
              href="ComIbmWSRequest.msgnode#Property.URLSpecifier"/></attributeLinks></eClassifiers></ecore:EPackage>
            """;

    @TempDir Path work;
    private Path project;

    @BeforeEach
    void flow() throws IOException {
        project = Files.createDirectories(work.resolve("Shop"));
        Files.writeString(
                project.resolve(".project"),
                "<projectDescription><name>Shop</name></projectDescription>");
        Files.writeString(project.resolve("Orders.msgflow"), FLOW);
    }

    @Test
    void theyAreNotPrinted() {
        Problems problems = new Problems();
        ProjectImport read = ProjectImport.read(project, problems);

        assertThat(problems.all())
                .hasSize(2)
                .noneMatch(p -> p.render().contains("hunter"))
                .noneMatch(p -> p.place().source().text().contains("hunter"));
        assertThat(read.results()).isNotEmpty().noneMatch(f -> f.toString().contains("hunter"));
        assertThat(EnvironmentFile.of(read.findings(), read.environment()))
                .contains("\"http://me:***@host/?a=1&token=***\"", "\"http://me:***@proxy\"")
                .doesNotContain("hunter");
    }

    @Test
    void valuesOfPropertiesWithSuchNamesAreNotPrinted() throws IOException {
        Files.writeString(project.resolve("Orders.msgflow"), NAMED);
        Files.writeString(
                project.resolve("Orders.esql"),
                """
                DECLARE partnerKey EXTERNAL CHARACTER 'hunter4'; DECLARE a CHARACTER nothing;
                """);
        Path servers = Files.createDirectories(project.resolve("../Servers"));
        Files.writeString(
                servers.resolve(".project"),
                "<projectDescription><name>Servers</name></projectDescription>");
        Files.writeString(servers.resolve("policy.descriptor"), "<policyProjectDescriptor/>");
        Files.writeString(
                servers.resolve("depot.policyxml"),
                """
                <policies><policy policyType="FtpServer" policyName="depot"><serverName>ftp.example</serverName>
                <password>hunter5</password></policy>
                <policy policyType="JDBCProviders" policyName="base">
                <connectionUrlFormat>jdbc:db2://host/base:user=me;password=hunter6;</connectionUrlFormat></policy></policies>
                """);
        ProjectImport read = ProjectImport.read(project);

        assertThat(Application.check(project))
                .anyMatch(p -> p.render().contains("<password>*******</password>"))
                .anyMatch(p -> p.render().contains("partnerKey EXTERNAL CHARACTER '*******'"))
                .anyMatch(p -> p.render().contains("name=\"X-Api-Key\" value=\"*******\""))
                .anyMatch(p -> p.render().contains("apikey=*******"))
                .noneMatch(p -> p.render().contains("hunter"));
        assertThat(read.results()).isNotEmpty().noneMatch(f -> f.toString().contains("hunter"));
        assertThat(EnvironmentFile.of(read.findings(), read.environment()))
                .contains("jdbc:db2://host/base:user=me;password=***")
                .doesNotContain("hunter");
    }

    @Test
    void theNameWithAsterisksIsMapped() throws IOException {
        Files.writeString(
                project.resolve("environment.yaml"),
                "urls: {'http://me:***@host/?a=1&token=***': 'http://test/'}");

        ProjectImport read = ProjectImport.read(project);

        assertThat(
                        read.definitions()
                                .flows()
                                .getFirst()
                                .nodes()
                                .get("ask")
                                .properties()
                                .get("url")
                                .text())
                .isEqualTo("http://test/");
    }
}
