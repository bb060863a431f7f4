package io.millrace.engine.esql.codegen;

import io.millrace.engine.message.Value;

/** The three-valued logic on the ints of conditions: 1 TRUE, 0 FALSE, -1 UNKNOWN. */
final class ThreeValuedLogic {

    private ThreeValuedLogic() {}

    static int not(int test) {
        return test < 0 ? test : 1 - test;
    }

    static int and(int left, int right) {
        return left == 0 || right == 0 ? 0 : left < 0 || right < 0 ? -1 : 1;
    }

    static int or(int left, int right) {
        return left > 0 || right > 0 ? 1 : left < 0 || right < 0 ? -1 : 0;
    }

    static boolean isNull(Value value) {
        return value == null;
    }
}
