package io.millrace.parsers;

import static io.millrace.engine.error.ErrorCode.PARSE_LIMIT;
import static io.millrace.engine.error.ErrorCode.WRITE_FAILED;
import static io.millrace.engine.error.ErrorCode.WRITE_NO_BODY;
import static io.millrace.engine.message.Bytes.utf8;
import static io.millrace.parsers.Messages.ASSEMBLER;
import static io.millrace.parsers.Messages.PARSERS;
import static io.millrace.parsers.Messages.code;
import static io.millrace.parsers.Messages.dlh;
import static io.millrace.parsers.Messages.join;
import static io.millrace.parsers.Messages.read;
import static io.millrace.parsers.Messages.rfh2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.esql.library.tree.FieldAccess;
import io.millrace.engine.esql.library.tree.PathStep;
import io.millrace.engine.esql.library.tree.StepCache;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageAssembler.Written;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class MessageAssemblerTest {

    private static final Bytes DATA = utf8("any bytes \u00FF at all");

    private static List<String> names(Element parent) {
        var names = new ArrayList<String>();
        for (Element c = parent.firstChild(); c != null; c = c.next()) {
            names.add(c.name());
        }
        return names;
    }

    private static Element output(Element input) {
        Element output = MessageAssembly.emptyTree("Root");
        output.take(input);
        return output;
    }

    @Test
    void anUntouchedMessageGoesOutAsTheVeryObjectsThatCameIn() {
        Mqmd descriptor = new Mqmd().format("MQHRF2");
        Bytes bytes = join(rfh2("MQSTR", "<usr><a>1</a></usr>"), DATA);
        Written written = ASSEMBLER.write(read(descriptor, bytes, ""));
        assertThat(written.descriptor()).isSameAs(descriptor);
        assertThat(written.body().array()).isSameAs(bytes.array());
        assertThat(written.body()).isEqualTo(bytes);
    }

    @Test
    void aCopiedMessageGoesOutAsTheVeryObjectsThatCameIn() {
        Mqmd descriptor = new Mqmd().format("MQHRF2");
        Bytes bytes = join(rfh2("MQSTR", "<usr><a>1</a></usr>"), DATA);
        Written written = ASSEMBLER.write(output(read(descriptor, bytes, "")));
        assertThat(written.descriptor()).isSameAs(descriptor);
        assertThat(written.body().array()).isSameAs(bytes.array());
    }

    @Test
    void lookingAtEverythingIsNoChange() {
        Mqmd descriptor = new Mqmd().format("MQDEAD").msgId(utf8("m"));
        Bytes bytes = join(dlh("MQHRF2", 1208, 273), rfh2("MQSTR", "<usr><a>1</a></usr>"), DATA);
        Element root = read(descriptor, bytes, "");
        Element looked = root.deepCopy();
        assertThat(names(looked)).containsExactly("Properties", "MQMD", "MQDLH", "MQRFH2", "BLOB");
        Written written = ASSEMBLER.write(root);
        assertThat(written.descriptor()).isSameAs(descriptor);
        assertThat(written.body().array()).isSameAs(bytes.array());
        assertThat(written.body()).isEqualTo(bytes);
    }

    @Test
    void theMqmdFolderShowsTheDescriptorAsWmqiDoes() {
        Mqmd descriptor =
                new Mqmd()
                        .format("MQSTR")
                        .replyToQ("REPLY")
                        .sourceQueue("ORDERS.IN")
                        .putTime(Instant.parse("2026-11-20T10:20:30.400Z"));
        Element mqmd = read(descriptor, DATA, "").child("MQMD");
        assertThat(names(mqmd))
                .startsWith(
                        "SourceQueue",
                        "Transactional",
                        "Encoding",
                        "CodedCharSetId",
                        "Format",
                        "Version");
        assertThat(mqmd.size()).isEqualTo(30);
        assertThat(mqmd.textOf("Format")).isEqualTo("MQSTR   ");
        assertThat(mqmd.textOf("ReplyToQ")).hasSize(48).startsWith("REPLY ");
        assertThat(mqmd.textOf("SourceQueue")).isEqualTo("ORDERS.IN");
        assertThat(mqmd.valueOf("Expiry")).isEqualTo(Value.of(-1));
        assertThat(mqmd.valueOf("MsgId")).isEqualTo(Value.of(Bytes.of(new byte[24])));
        assertThat(mqmd.valueOf("PutDate").text()).isEqualTo("2026-11-20");
        assertThat(mqmd.valueOf("PutTime").text()).isEqualTo("10:20:30.400000Z");
        assertThat(mqmd.valueOf("Transactional")).isEqualTo(Value.of(true));
    }

    @Test
    void thePropertiesFolderShowsWhatIsSharedWithTheMqmd() {
        Bytes id = utf8("i".repeat(24));
        Mqmd descriptor = new Mqmd().codedCharSetId(819).priority(5).persistence(1).correlId(id);
        Element properties = read(descriptor, DATA, "").child("Properties");
        assertThat(names(properties))
                .containsExactly(
                        "MessageSet",
                        "MessageType",
                        "MessageFormat",
                        "Encoding",
                        "CodedCharSetId",
                        "Transactional",
                        "Persistence",
                        "CreationTime",
                        "ExpirationTime",
                        "Priority",
                        "ReplyIdentifier",
                        "ReplyProtocol",
                        "Topic",
                        "ContentType",
                        "IdentitySourceType",
                        "IdentitySourceToken",
                        "IdentitySourcePassword",
                        "IdentitySourceIssuedBy",
                        "IdentityMappedType",
                        "IdentityMappedToken",
                        "IdentityMappedPassword",
                        "IdentityMappedIssuedBy");
        assertThat(properties.valueOf("CodedCharSetId")).isEqualTo(Value.of(819));
        assertThat(properties.valueOf("Priority")).isEqualTo(Value.of(5));
        assertThat(properties.valueOf("Persistence")).isEqualTo(Value.of(true));
        assertThat(properties.valueOf("ReplyIdentifier")).isEqualTo(Value.of(id));
        assertThat(properties.valueOf("Topic")).isNull();
        assertThat(properties.valueOf("ExpirationTime")).isEqualTo(Value.of(-1));
    }

    /** A comparison with an absent field would be UNKNOWN, so that a Filter refuses nobody. */
    @Test
    void aMessageWithoutAnIdentityHasEmptyIdentityFields() {
        Element properties = output(read(new Mqmd(), DATA, "")).child("Properties");
        assertThat(names(properties).stream().filter(name -> name.startsWith("Identity")))
                .hasSize(8)
                .allSatisfy(
                        name ->
                                assertThat(properties.valueOf(name))
                                        .as(name)
                                        .isEqualTo(Value.of("")));
    }

    @Test
    void topicsOfThePscFolderAreProperties() {
        Bytes bytes =
                join(
                        rfh2(
                                "",
                                "<psc><Command>Publish</Command><Topic>a/b</Topic><Topic>c</Topic></psc>"),
                        DATA);
        Element properties = read(new Mqmd().format("MQHRF2"), bytes, "").child("Properties");
        var topics = new ArrayList<String>();
        for (Element c = properties.firstChild(); c != null; c = c.next()) {
            if (c.isNamed("Topic")) {
                topics.add(c.text());
            }
        }
        assertThat(topics).containsExactly("a/b", "c");
        assertThat(properties.lastChild().name()).isEqualTo("IdentityMappedIssuedBy");
    }

    @Test
    void aChangedFieldMakesANewDescriptorAndLeavesTheRest() {
        Mqmd descriptor = new Mqmd().format("MQSTR").replyToQ("REPLY").sourceQueue("IN");
        Element root = output(read(descriptor, DATA, ""));
        Element mqmd = root.child("MQMD");
        mqmd.child("Expiry").value(new DecimalValue(new BigDecimal("600")));
        mqmd.child("ReplyToQ").value(Value.of("OTHER   "));
        Written written = ASSEMBLER.write(root);
        assertThat(written.descriptor()).isNotSameAs(descriptor);
        assertThat(written.descriptor().expiry()).isEqualTo(600);
        assertThat(written.descriptor().replyToQ()).isEqualTo("OTHER");
        assertThat(written.descriptor().format()).isEqualTo("MQSTR");
        assertThat(written.descriptor().sourceQueue()).isEqualTo("IN");
        assertThat(descriptor.expiry()).isEqualTo(-1);
        assertThat(written.body().array()).isSameAs(DATA.array());
    }

    @Test
    void whatAFieldCannotHoldIsSaidWithItsPath() {
        Element root = output(read(new Mqmd(), DATA, ""));
        root.child("MQMD").child("Priority").value(Value.of("high"));
        assertThatThrownBy(() -> ASSEMBLER.write(root))
                .hasMessage("Root.MQMD.Priority: found CHARACTER 'high', expected a 32-bit integer")
                .satisfies(code(WRITE_FAILED));
    }

    @Test
    void aFieldThatTheMqmdDoesNotHaveIsAnErrorWithTheNearestName() {
        Element root = output(read(new Mqmd(), DATA, ""));
        root.child("MQMD").add("ReplyToQueue", Value.of("X"));
        assertThatThrownBy(() -> ASSEMBLER.write(root))
                .hasMessageContaining("Root.MQMD.ReplyToQueue")
                .hasMessageContaining("did you mean");
    }

    @Test
    void everyFieldOfTheMqmdSurvivesBeingRewritten() {
        Mqmd descriptor =
                new Mqmd()
                        .report(1)
                        .msgType(1)
                        .expiry(5)
                        .feedback(7)
                        .encoding(546)
                        .codedCharSetId(819)
                        .format("MQSTR")
                        .priority(3)
                        .persistence(1)
                        .msgId(utf8("m".repeat(24)))
                        .correlId(utf8("c".repeat(24)))
                        .backoutCount(2)
                        .replyToQ("Q")
                        .replyToQMgr("M")
                        .userIdentifier("me")
                        .accountingToken(utf8("a".repeat(32)))
                        .applIdentityData("i")
                        .putApplType(6)
                        .putApplName("n")
                        .putTime(Instant.parse("2026-11-20T10:20:30.400Z"))
                        .applOriginData("o")
                        .groupId(utf8("g".repeat(24)))
                        .msgSeqNumber(4)
                        .offset(1)
                        .msgFlags(8)
                        .originalLength(99)
                        .sourceQueue("S");
        Element root = read(descriptor, DATA, "");
        Element made = MessageAssembly.emptyTree("Root");
        made.addLast(Element.of(ElementType.NAME, "MQMD")).take(root.child("MQMD"));
        made.addLast(root.child("BLOB").copy());
        Mqmd written = ASSEMBLER.write(made).descriptor();
        assertThat(written).usingRecursiveComparison().isEqualTo(descriptor);
    }

    @Test
    void aMessageWithoutAnMqmdTakesWhatPropertiesSay() {
        Element root = MessageAssembly.emptyTree("Root");
        Element properties = root.add("Properties");
        properties.add("CodedCharSetId", Value.of(819));
        properties.add("Persistence", Value.of(true));
        properties.add("ReplyIdentifier", Value.of(utf8("c".repeat(24))));
        root.add("BLOB").add("BLOB", Value.of(DATA));
        Written written = ASSEMBLER.write(root);
        assertThat(written.descriptor().codedCharSetId()).isEqualTo(819);
        assertThat(written.descriptor().isPersistent()).isTrue();
        assertThat(written.descriptor().correlId()).isEqualTo(utf8("c".repeat(24)));
        assertThat(written.body()).isEqualTo(DATA);
    }

    @Test
    void theMqmdWinsOverProperties() {
        Element root = output(read(new Mqmd().codedCharSetId(819), DATA, ""));
        root.child("Properties").child("CodedCharSetId").value(Value.of(500));
        assertThat(ASSEMBLER.write(root).descriptor().codedCharSetId()).isEqualTo(819);
    }

    @Test
    void aHeaderThatIsPutInIsAnnouncedAndTakesOverTheFormatOfTheBody() {
        Element root = output(read(new Mqmd().format("MQSTR").codedCharSetId(819), DATA, ""));
        Element header = root.child("MQMD").addAfter(Element.of(ElementType.NAME, "MQRFH2"));
        header.add("usr").add("colour", Value.of("red"));
        Written written = ASSEMBLER.write(root);
        assertThat(written.descriptor().format()).isEqualTo("MQHRF2");
        Element again = read(written.descriptor(), written.body(), "");
        assertThat(names(again)).containsExactly("Properties", "MQMD", "MQRFH2", "BLOB");
        assertThat(again.child("MQRFH2").textOf("Format")).isEqualTo("MQSTR   ");
        assertThat(again.child("MQRFH2").valueOf("CodedCharSetId")).isEqualTo(Value.of(819));
        assertThat(again.at("MQRFH2", "mcd", "Msd").text()).isEqualTo("none");
        assertThat(again.at("MQRFH2", "usr", "colour").text()).isEqualTo("red");
        assertThat(again.at("BLOB", "BLOB").value()).isEqualTo(Value.of(DATA));
    }

    @Test
    void aHeaderThatIsTakenOutLeavesTheFormatOfTheBodyToTheOneBefore() {
        Bytes bytes = join(rfh2(false, ISO_8859_1, "MQSTR", 819, 546, 1208, "<usr/>"), DATA);
        Element root = output(read(new Mqmd().format("MQHRF2").codedCharSetId(1208), bytes, ""));
        root.child("MQRFH2").remove();
        Written written = ASSEMBLER.write(root);
        assertThat(written.descriptor().format()).isEqualTo("MQSTR");
        assertThat(written.descriptor().codedCharSetId()).isEqualTo(819);
        assertThat(written.descriptor().encoding()).isEqualTo(546);
        assertThat(written.body()).isEqualTo(DATA);
        assertThat(written.body().array()).isSameAs(bytes.array());
    }

    @Test
    void aHeaderTakenOutOfTheMiddleIsNoLongerAnnounced() {
        Bytes bytes = join(dlh("MQHRF2", 1208, 273), rfh2("MQSTR", "<usr/>"), DATA);
        Element root = output(read(new Mqmd().format("MQDEAD"), bytes, ""));
        root.child("MQDLH").remove();
        Written written = ASSEMBLER.write(root);
        assertThat(written.descriptor().format()).isEqualTo("MQHRF2");
        assertThat(written.body()).isEqualTo(bytes.slice(172, bytes.length()));
        assertThat(written.body().array()).isSameAs(bytes.array());
    }

    @Test
    void copiedFieldByFieldHeadersStillKnowTheFormatOfTheBody() {
        Bytes bytes = join(rfh2("MQSTR", "<usr/>"), DATA);
        Element root = read(new Mqmd().format("MQHRF2"), bytes, "");
        Element made = MessageAssembly.emptyTree("Root");
        made.addLast(Element.of(ElementType.NAME, "Properties")).take(root.child("Properties"));
        made.addLast(Element.of(ElementType.NAME, "MQMD")).take(root.child("MQMD"));
        made.addLast(root.child("BLOB").copy());
        assertThat(ASSEMBLER.write(made).descriptor().format()).isEqualTo("MQSTR");
    }

    @Test
    void anMqrfh2InAChangedMessageTellsTheDomainOfTheBody() {
        Element root =
                output(
                        read(
                                new Mqmd().format("MQHRF2"),
                                join(rfh2("MQSTR", "<usr><a>1</a></usr>"), DATA),
                                ""));
        root.child("BLOB").child("BLOB").value(Value.of(utf8("x")));
        Written written = ASSEMBLER.write(root);
        Element again = read(written.descriptor(), written.body(), "");
        assertThat(names(again.child("MQRFH2")))
                .containsExactly(
                        "Version",
                        "Format",
                        "Encoding",
                        "CodedCharSetId",
                        "Flags",
                        "NameValueCCSID",
                        "mcd",
                        "usr");
        assertThat(again.at("MQRFH2", "mcd", "Msd").text()).isEqualTo("none");
        assertThat(root.child("MQRFH2").child("mcd"))
                .as("the tree itself is left as it is")
                .isNull();
    }

    @Test
    void anMcdFolderIsCorrectedForADomainThatIsNotTheOneItSays() {
        Bytes bytes =
                join(rfh2("MQSTR", "<mcd><Msd>xml</Msd><Set>S</Set></mcd>"), utf8("<a>1</a>"));
        Element root = output(read(new Mqmd().format("MQHRF2"), bytes, ""));
        root.lastChild().remove();
        root.add("JSON").add("Data").add("a", Value.of(1));
        root.at("Properties", "MessageSet").value(Value.of(""));
        Written written = ASSEMBLER.write(root);
        Element again = read(written.descriptor(), written.body(), "");
        assertThat(names(again.at("MQRFH2", "mcd"))).containsExactly("Msd");
        assertThat(again.at("JSON", "Data", "a").value()).isEqualTo(Value.of(1));
    }

    @Test
    void theBodyIsWrittenInTheCharacterSetThatTheLastHeaderAnnounces() {
        Element root =
                output(read(new Mqmd().codedCharSetId(1208), utf8("{\"a\":\"\u00FC\"}"), "JSON"));
        root.at("MQMD", "CodedCharSetId").value(Value.of(819));
        Written written = ASSEMBLER.write(root);
        assertThat(written.body().text(ISO_8859_1)).isEqualTo("{\"a\":\"\u00FC\"}");
        assertThat(written.descriptor().codedCharSetId()).isEqualTo(819);
    }

    @Test
    void aMessageWithoutABodyIsRefused() {
        Element root = output(read(new Mqmd(), DATA, ""));
        root.child("BLOB").remove();
        assertThatThrownBy(() -> ASSEMBLER.write(root)).satisfies(code(WRITE_NO_BODY));
    }

    @Test
    void aMessageWithTwoBodiesIsRefused() {
        Element root = output(read(new Mqmd(), DATA, ""));
        root.addLast(root.child("BLOB").copy());
        assertThatThrownBy(() -> ASSEMBLER.write(root))
                .hasMessage(
                        """
                        the message tree has 'BLOB' after its body 'BLOB'; a message must have \
                        one body, which must be last; remove 'BLOB' with \
                        SET OutputRoot.BLOB = NULL\
                        """);
    }

    @Test
    void aBodyOfAnUnknownDomainIsRefusedWithTheNearestName() {
        Element root = output(read(new Mqmd(), DATA, ""));
        root.child("BLOB").remove();
        root.add("BLOP");
        assertThatThrownBy(() -> ASSEMBLER.write(root)).hasMessageContaining("did you mean BLOB?");
    }

    @Test
    void messagesBeyondTheLimitAreRefused() {
        Limits small = Limits.builder().messageBytes(10).headers(1).build();
        MessageAssembler assembler = new MessageAssembler(PARSERS, small);
        assertThatThrownBy(() -> assembler.assemble(new Mqmd(), DATA, Messages.domain(""), null))
                .satisfies(code(PARSE_LIMIT));
    }

    @Test
    void aChainOfTooManyHeadersIsRefused() {
        Limits few = Limits.builder().messageBytes(1 << 20).headers(2).build();
        MessageAssembler assembler = new MessageAssembler(PARSERS, few);
        Bytes chain = join(rfh2("MQHRF2"), rfh2("MQHRF2"), rfh2("MQHRF2"), DATA);
        assertThatThrownBy(
                        () ->
                                assembler.assemble(
                                        new Mqmd().format("MQHRF2"),
                                        chain,
                                        Messages.domain(""),
                                        null))
                .satisfies(code(PARSE_LIMIT));
    }

    @Test
    void aMessageFromElsewhereThanAQueueHasNoMqmd() {
        Element root = ASSEMBLER.assemble(null, DATA, Messages.domain("BLOB"), null);
        assertThat(names(root)).containsExactly("Properties", "BLOB");
        assertThat(ASSEMBLER.write(root).body()).isEqualTo(DATA);
    }

    @Test
    void theDescriptorCanBeHadWithoutWritingTheMessage() {
        Mqmd descriptor = new Mqmd().format("MQSTR");
        assertThat(ASSEMBLER.descriptor(read(descriptor, DATA, ""))).isSameAs(descriptor);
    }

    @Test
    void aDescriptorThatAProgramCopiesGoesOutAsTheVeryObject() {
        Mqmd descriptor = new Mqmd().format("MQSTR").replyToQ("REPLY").priority(7);
        Element output = copied(read(descriptor, DATA, ""));
        output.add("BLOB").domain("BLOB").add("BLOB", Value.of(DATA));
        assertThat(ASSEMBLER.write(output).descriptor()).isSameAs(descriptor);
    }

    @Test
    void whatAProgramChangesInACopiedDescriptorIsChangedThereAlone() {
        Mqmd descriptor = new Mqmd().format("MQSTR").replyToQ("REPLY").priority(7);
        Element root = read(descriptor, DATA, "");
        Element output = copied(root);
        root.child("MQMD").child("Priority").value(Value.of(5));
        output.child("MQMD").child("ReplyToQ").value(Value.of("OTHER"));
        output.add("BLOB").domain("BLOB").add("BLOB", Value.of(DATA));
        Mqmd written = ASSEMBLER.write(output).descriptor();
        assertThat(written.replyToQ()).isEqualTo("OTHER");
        assertThat(written.priority()).isEqualTo(7);
        assertThat(descriptor.replyToQ()).isEqualTo("REPLY");
        Mqmd changed = ASSEMBLER.write(root).descriptor();
        assertThat(changed.replyToQ()).isEqualTo("REPLY");
        assertThat(changed.priority()).isEqualTo(5);
    }

    /** As {@code SET OutputRoot.MQMD = InputRoot.MQMD} does it. */
    private static Element copied(Element root) {
        Element output = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        FieldAccess.putCopy(
                output,
                PathStep.of("MQMD"),
                root.child("MQMD"),
                new StepCache(),
                ASSEMBLER.parsers());
        return output;
    }
}
