package io.millrace.benchmarks.record;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;

/** Fastjson2's tree of the message. */
final class FastJsonPeer implements RecordPeer.Writer {

    private static final String[] NAMES = Fields.names();

    @Override
    public void read(byte[] message, Access access, Fields into) {
        JSONObject found = JSON.parseObject(message);
        for (int i : access.fields) {
            take(found, i, into);
        }
    }

    private static void take(JSONObject found, int index, Fields into) {
        switch (index / Fields.EACH) {
            case 1 -> into.floats[index - Fields.EACH] = found.getDoubleValue(NAMES[index]);
            case 2 -> into.integers[index - 2 * Fields.EACH] = found.getLongValue(NAMES[index]);
            default -> into.set(index, found.getString(NAMES[index]));
        }
    }

    @Override
    public byte[] change(byte[] message, Fields scratch) {
        JSONObject found = JSON.parseObject(message);
        found.put(NAMES[Fields.LAST - 1], found.getLongValue(NAMES[Fields.LAST - 1]) + 1);
        return JSON.toJSONBytes(found);
    }
}
