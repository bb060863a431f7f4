package io.millrace.benchmarks.library;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;

/** Fastjson2's tree of the message. */
final class FastJsonPeer implements RecordPeer.Work {

    private record Tree(JSONObject found) implements Fields.Source {

        @Override
        public String text(int index) {
            return found.getString(Fields.name(index));
        }

        @Override
        public double real(int index) {
            return found.getDoubleValue(Fields.name(index));
        }

        @Override
        public long integer(int index) {
            return found.getLongValue(Fields.name(index));
        }
    }

    @Override
    public void read(byte[] message, Access access, Fields into) {
        into.read(access, new Tree(JSON.parseObject(message)));
    }

    @Override
    public byte[] rewrite(byte[] message, Fields scratch) {
        JSONObject found = JSON.parseObject(message);
        String last = Fields.name(Fields.LAST - 1);
        found.put(last, found.getLongValue(last) + 1);
        return JSON.toJSONBytes(found);
    }
}
