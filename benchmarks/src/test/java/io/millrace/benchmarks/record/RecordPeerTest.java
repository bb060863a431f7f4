package io.millrace.benchmarks.record;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

class RecordPeerTest {

    private static final int[] SIZES = {0, 4096, 65_536};

    /** Peers by name and size; Daffodil compiles a schema for each. */
    private static final Map<String, RecordPeer.Reader> OPENED = new HashMap<>();

    private static RecordPeer.Reader opened(RecordPeer peer, int bytes) throws Exception {
        String key = peer + " " + bytes;
        RecordPeer.Reader known = OPENED.get(key);
        if (known == null) {
            known = peer.open();
            OPENED.put(key, known);
        }
        return known;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("every peer reads the same values of a record")
    void sameValues(RecordPeer peer) throws Exception {
        for (int bytes : SIZES) {
            RecordPeer.Reader work = opened(peer, bytes);
            byte[] message = peer.format.message(bytes);
            for (Access access : Access.values()) {
                Fields found = new Fields();
                work.read(message, access, found);
                found.check(peer.format.fields(bytes), access, peer.name());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CWF_COBRIX")
    @DisplayName("every peer that writes changes one number and nothing else")
    void sameChange(RecordPeer peer) throws Exception {
        for (int bytes : SIZES) {
            RecordPeer.Writer work = (RecordPeer.Writer) opened(peer, bytes);
            Fields expected = peer.format.fields(bytes);
            expected.increment();
            Fields found = new Fields();
            byte[] changed = work.change(peer.format.message(bytes), new Fields());
            new MillraceRecord(peer.format, false).read(changed, Access.ALL, found);
            found.check(expected, Access.ALL, peer.name());
            byte[] anew = work.rewrite(peer.format.message(bytes), new Fields());
            new MillraceRecord(peer.format, false).read(anew, Access.ALL, found);
            found.check(expected, Access.ALL, peer.name());
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CSV", "JSON"})
    @DisplayName("libraries and hands convert records into what Millrace reads")
    void sameConversions(Format from) throws Exception {
        for (Format to : List.of(Format.XML, Format.CWF, Format.MRM_XML, Format.TAG)) {
            ConversionPeer peer = new ConversionPeer(from, to);
            for (int bytes : SIZES) {
                to.check(peer.convert(from.message(bytes)), from, bytes);
            }
        }
    }
}
