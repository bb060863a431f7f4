package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.node.NodeRegistry;
import io.millrace.engine.setting.Setting;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.PropertyText;
import io.millrace.projects.convert.Finding;
import io.millrace.projects.convert.Finding.Level;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files of flows leave out an attribute with its default, and defaults differ by node. An attribute
 * with the default of the product must have the same effect as no attribute.
 */
class DefaultsTest {

    private static final NodeRegistry NODES =
            NodeRegistry.load(DefaultsTest.class.getClassLoader());

    @TempDir Path work;

    private ProjectImport read(String type, String attributes) throws IOException {
        Path folder = Files.createDirectories(work.resolve("Shop"));
        Files.writeString(folder.resolve("application.descriptor"), "<appDescriptor/>");
        Files.writeString(
                folder.resolve("Main.msgflow"),
                """
                <ecore:EPackage xmlns:xmi="http://www.omg.org/XMI" xmlns:ecore="e" xmlns:t="%s.msgnode">
                <eClassifiers><composition><nodes xmi:type="t:FCMComposite_1" xmi:id="n" %s/></composition>
                </eClassifiers></ecore:EPackage>
                """
                        .formatted(type, attributes));
        return ProjectImport.read(folder);
    }

    private static NodeEntry node(ProjectImport read) {
        return read.definitions().flows().getFirst().nodes().get("n");
    }

    /** Returns the value that applies: that of the flow, or the default of the node. */
    private static String effective(NodeEntry node, String property) {
        Setting setting =
                NODES.type(node.type()).orElseThrow().description().properties().find(property);
        assertThat(setting).as(node.type() + "." + property).isNotNull();
        PropertyText given = node.properties().get(property);
        String value = given == null ? setting.defaultValue() : given.text();
        boolean byContentType = node.type().startsWith("HTTP");
        if (property.equals("domain") && !byContentType && (value == null || value.isEmpty())) {
            return "BLOB";
        }
        String canonical = value == null ? null : setting.canonical(value);
        return canonical == null ? String.valueOf(value) : canonical;
    }

    @ParameterizedTest
    @CsvSource({
        "ComIbmMQInput, messageDomainProperty, BLOB",
        "ComIbmMQInput, transactionMode, yes",
        "ComIbmMQInput, orderMode, default",
        "ComIbmMQInput, validateTiming, deferred",
        "ComIbmMQInput, validateMaster, none",
        "ComIbmMQInput, validateFailureAction, exception",
        "ComIbmMQInput, logicalOrder, yes",
        "ComIbmMQInput, commitByMessageGroup, no",
        "ComIbmMQInput, browseOnly, no",
        "ComIbmMQInput, convert, no",
        "ComIbmMQOutput, destinationMode, fixed",
        "ComIbmMQOutput, transactionMode, automatic",
        "ComIbmMQOutput, persistenceMode, automatic",
        "ComIbmMQOutput, newMsgId, false",
        "ComIbmMQOutput, newCorrelId, false",
        "ComIbmMQOutput, segmentationAllowed, no",
        "ComIbmMQOutput, messageContext, passAll",
        "ComIbmMQOutput, alternateUserAuthority, no",
        "ComIbmMQOutput, request, false",
        "ComIbmMQOutput, validateMaster, inherit",
        "ComIbmMQReply, transactionMode, automatic",
        "ComIbmMQReply, persistenceMode, automatic",
        "ComIbmMQReply, validateMaster, inherit",
        "ComIbmMQGet, waitInterval, 1000",
        "ComIbmMQGet, transactionMode, automatic",
        "ComIbmMQGet, generateMode, message",
        "ComIbmMQGet, copyMessage, none",
        "ComIbmMQGet, outputDataLocation, OutputRoot",
        "ComIbmMQGet, getWithMessageID, false",
        "ComIbmMQGet, getWithCorrelID, false",
        "ComIbmMQGet, messageDomainProperty, BLOB",
        "ComIbmCompute, computeMode, message",
        "ComIbmCompute, transaction, automatic",
        "ComIbmCompute, treatWarningsAsErrors, false",
        "ComIbmCompute, throwExceptionOnDatabaseError, true",
        "ComIbmCompute, validateMaster, none",
        "ComIbmFilter, transaction, automatic",
        "ComIbmFilter, treatWarningsAsErrors, false",
        "ComIbmFilter, throwExceptionOnDatabaseError, true",
        "ComIbmDatabase, transaction, automatic",
        "ComIbmDatabase, treatWarningsAsErrors, false",
        "ComIbmDatabase, throwExceptionOnDatabaseError, true",
        "ComIbmTrace, destination, userTrace",
        "ComIbmTrace, messageNumber, 3051",
        "ComIbmThrow, messageNumber, 3001",
        "ComIbmRouteToLabel, mode, routeToLast",
        "ComIbmRoute, distributionMode, all",
        "ComIbmResetContentDescriptor, resetMessageDomain, false",
        "ComIbmResetContentDescriptor, resetMessageSet, false",
        "ComIbmResetContentDescriptor, resetMessageType, false",
        "ComIbmResetContentDescriptor, resetMessageFormat, false",
        "ComIbmResetContentDescriptor, validateTiming, deferred",
        "ComIbmValidate, checkDomain, false",
        "ComIbmValidate, validateMaster, none",
        "ComIbmWSInput, messageDomainProperty, BLOB",
        "ComIbmWSInput, timeoutForClient, 180",
        "ComIbmWSInput, validateMaster, none",
        "ComIbmWSRequest, messageDomainProperty, BLOB",
        "ComIbmWSRequest, httpMethod, POST",
        "ComIbmWSRequest, timeoutForServer, 120",
        "ComIbmWSRequest, followRedirection, false",
        "ComIbmXslMqsi, messageDomainProperty, BLOB",
        "ComIbmFileInput, messageDomainProperty, BLOB",
        "ComIbmFileInput, pollingInterval, 5",
        "ComIbmFileInput, recordDetection, wholeFile",
        "ComIbmFileInput, processedFileAction, archive",
        "ComIbmFileOutput, recordDefinition, wholeFile",
        "ComIbmFileOutput, outputMode, replace",
        "ComIbmFileOutput, replaceDuplicateArchives, false",
        "ComIbmFileOutput, validateMaster, inherit",
        "ComIbmTimeoutNotification, timeoutInterval, 1",
        "ComIbmTimeoutNotification, operationMode, automatic",
        "ComIbmTimeoutNotification, transactionMode, yes",
    })
    void theDefaultOfAnAttributeIsThatOfTheProduct(String type, String attribute, String value)
            throws IOException {
        NodeEntry without = node(read(type, ""));
        ProjectImport with = read(type, attribute + "=\"" + value + "\"");

        assertThat(with.results())
                .filteredOn(f -> f.item().equals(attribute))
                .extracting(Finding::level)
                .containsExactly(Level.SAME);
        for (String property : node(with).properties().keySet()) {
            assertThat(effective(without, property))
                    .as(property)
                    .isEqualTo(effective(node(with), property));
        }
    }
}
