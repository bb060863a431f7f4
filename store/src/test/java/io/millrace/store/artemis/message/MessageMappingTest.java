package io.millrace.store.artemis.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.PutRules;
import io.millrace.engine.queue.QueueMessage;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.apache.activemq.artemis.core.message.impl.CoreMessage;
import org.junit.jupiter.api.Assertions;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

class MessageMappingTest {

    private static Arbitrary<Bytes> bytes(int length) {
        return Arbitraries.bytes().array(byte[].class).ofSize(length).map(Bytes::of);
    }

    @Provide
    Arbitrary<Mqmd> descriptors() {
        Arbitrary<String> text = Arbitraries.strings().ofMaxLength(48).map(String::strip);
        Arbitrary<Integer> number = Arbitraries.integers();
        Arbitrary<Mqmd> numbers =
                Combinators.combine(number, number, number, number, number, number)
                        .as(
                                (report, type, feedback, encoding, ccsid, originalLength) ->
                                        new Mqmd()
                                                .report(report)
                                                .msgType(type)
                                                .feedback(feedback)
                                                .encoding(encoding)
                                                .codedCharSetId(ccsid)
                                                .originalLength(originalLength)
                                                .msgFlags(report ^ type)
                                                .offset(feedback)
                                                .msgSeqNumber(encoding)
                                                .putApplType(ccsid));
        Arbitrary<Mqmd> texts =
                Combinators.combine(numbers, text, text, text, text, text)
                        .as(
                                (md, format, queue, user, name, data) ->
                                        md.format(format)
                                                .replyToQ(queue)
                                                .replyToQMgr(name)
                                                .userIdentifier(user)
                                                .putApplName(name)
                                                .applIdentityData(data)
                                                .applOriginData(data));
        return Combinators.combine(
                        texts,
                        bytes(24),
                        bytes(24),
                        bytes(24),
                        bytes(32),
                        Arbitraries.integers().between(0, 9),
                        Arbitraries.longs().between(1, 4_000_000_000_000L),
                        Arbitraries.of(0, 1))
                .as(
                        (md, id, correl, group, token, priority, time, persistence) ->
                                md.msgId(id)
                                        .correlId(correl)
                                        .groupId(group)
                                        .accountingToken(token)
                                        .priority(priority)
                                        .persistence(persistence)
                                        .putTime(Instant.ofEpochMilli(time)));
    }

    @Property(tries = 300)
    void everyDescriptorAndBodyComesBackAsItWas(
            @ForAll("descriptors") Mqmd given, @ForAll byte[] body, @ForAll boolean interop)
            throws ActiveMQException {
        Mqmd md = PutRules.settle(given, true, Instant.now());
        MessageMapping mapping = new MessageMapping(interop, "millrace", true, 1 << 20);
        CoreMessage message =
                new CoreMessage(1, MessageMapping.room(Bytes.of(body)))
                        .setDurable(md.isPersistent());
        Bytes rest = mapping.write(md, Bytes.of(body), RoutingType.ANYCAST, message);
        message.getBodyBuffer().writeBytes(rest.array(), rest.start(), rest.length());
        QueueMessage back = mapping.read(message, "Q", 3);
        assertThat(back.body()).isEqualTo(Bytes.of(body));
        assertThat(back.descriptor())
                .usingRecursiveComparison()
                .isEqualTo(md.copy().sourceQueue("Q").backoutCount(3));
    }

    @Property(tries = 300)
    void applicationPropertiesComeBackFromTheUsrFolder(
            @ForAll String text, @ForAll long number, @ForAll byte[] blob) {
        Map<String, Object> user = new LinkedHashMap<>();
        user.put("text", text);
        user.put("number", number);
        user.put("blob", blob);
        user.put("flag", true);
        byte[] header = UsrHeader.write(user, "MQSTR");
        UsrHeader.Header read = UsrHeader.read(Bytes.of(header), Mqmd.ENCODING_BIG_ENDIAN);
        String expected = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        assertThat(read.length()).isEqualTo(header.length);
        assertThat(read.user().get("text")).isEqualTo(expected);
        assertThat(read.user().get("number")).isEqualTo(number);
        assertThat((byte[]) read.user().get("blob")).isEqualTo(blob);
        assertThat(read.user().get("flag")).isEqualTo(true);
    }

    @Property(tries = 300)
    void aDamagedHeaderIsNoHeader(@ForAll byte[] bytes, @ForAll int encoding) {
        byte[] body = new byte[40 + bytes.length];
        System.arraycopy("RFH ".getBytes(StandardCharsets.US_ASCII), 0, body, 0, 4);
        System.arraycopy(bytes, 0, body, 8, bytes.length);
        UsrHeader.Header header = UsrHeader.read(Bytes.of(body), encoding);
        assertThat(header == null || header.length() <= body.length).isTrue();
    }

    @Property(tries = 300)
    void anIdentifierOfAClientComesBackAsItWas(@ForAll String foreign) {
        Identifiers identifiers = new Identifiers();
        if (!foreign.isEmpty()) {
            Bytes id = identifiers.toBytes(foreign);
            assertThat(id.length()).isEqualTo(24);
            assertThat(identifiers.toForeign(id)).isEqualTo(foreign);
        }
    }

    @Example
    void aVeryLongIdentifierOfAClientIsNotKept() {
        Identifiers identifiers = new Identifiers();
        String foreign = "x".repeat(100_000);
        assertThat(identifiers.toForeign(identifiers.toBytes(foreign))).startsWith("ID:");
    }

    @Example
    void aFieldWithoutAnEndCostsNoMoreThanItsLength() {
        String folder = "<usr><a>1</a><" + "x".repeat(1 << 20) + "</usr>";
        Map<String, Object> user = new LinkedHashMap<>();
        Assertions.assertTimeoutPreemptively(
                Duration.ofMinutes(4), () -> UsrFolder.read(folder, user));
        assertThat(user).containsExactly(Map.entry("a", "1"));
    }

    @Example
    void fieldsMayBeEmptyAndHaveATypeAndBlanks() {
        Map<String, Object> user = new LinkedHashMap<>();
        UsrFolder.read("<usr><a/><b dt='i4' /><c dt='i4'>5</c ><d >x</d></usr>", user);
        assertThat(user).containsOnlyKeys("a", "b", "c", "d").containsEntry("c", 5);
    }

    @Example
    void aTextMessageOfAClientThatHoldsNoTextIsTakenAsBytes() throws ActiveMQException {
        byte[] lies = {1, 127, 127, 127, 127, 'x'};
        ClientMessageImpl message =
                new ClientMessageImpl(Message.TEXT_TYPE, true, 0, 0, (byte) 4, 64);
        message.getBodyBuffer().writeBytes(lies);
        message.setValidatedUserID("somebody");
        QueueMessage read =
                new MessageMapping(true, "millrace", true, 1 << 20).read(message, "Q", 0);
        assertThat(read.body()).isEqualTo(Bytes.of(lies));
        assertThat(read.descriptor().format()).isEmpty();
    }

    @Property(tries = 300)
    void anIdOfOursComesBackThroughAClient(@ForAll("ids") Bytes id) {
        Identifiers identifiers = new Identifiers();
        assertThat(identifiers.toBytes(identifiers.toForeign(id))).isEqualTo(id);
    }

    @Provide
    Arbitrary<Bytes> ids() {
        return bytes(24);
    }

    @Example
    void nestedFieldsOfTheUsrFolderAreNotApplicationProperties() {
        Map<String, Object> user = new LinkedHashMap<>();
        UsrFolder.read(
                "<usr><a>1</a><b><c>2</c></b><d dt='i4'>3</d><e/><f>&#65;&lt;</f></usr>  ", user);
        assertThat(user)
                .containsEntry("a", "1")
                .containsEntry("d", 3)
                .containsEntry("e", "")
                .containsEntry("f", "A<");
        assertThat(user).doesNotContainKeys("b", "c");
    }
}
