package io.millrace.benchmarks.library;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;

class RecordPeerTest {

    private static final int[] SIZES = {0, 4096, 65_536};

    @ParameterizedTest
    @EnumSource
    @DisplayName("every peer reads the same values of a record")
    void sameValues(RecordPeer peer) throws Exception {
        for (int bytes : SIZES) {
            RecordPeer.Work work = peer.open();
            byte[] message = peer.format.message(bytes);
            Fields found = new Fields();
            work.read(message, found);
            found.check(peer.format.fields(bytes), peer.name());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CWF_COBRIX")
    @DisplayName("every peer that writes changes one number and nothing else")
    void sameChange(RecordPeer peer) throws Exception {
        RecordPeer.Work work = peer.open();
        for (int bytes : SIZES) {
            Fields expected = peer.format.fields(bytes);
            expected.increment();
            byte[] message = peer.format.message(bytes);
            byte[] changed = work.change(message, new Fields());
            Fields found = new Fields();
            new MillraceRecord(peer.format, false).read(changed, found);
            found.check(expected, peer.name());
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
