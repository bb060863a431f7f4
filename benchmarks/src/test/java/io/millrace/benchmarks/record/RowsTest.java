package io.millrace.benchmarks.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowsTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("messages of rows have three values a row, however long they are")
    void rows(Rows rows) {
        int few = Rows.values(rows.parser().parse(rows.message(1), rows.options()));
        int many = Rows.values(rows.parser().parse(rows.message(100_000), rows.options()));
        assertThat(few).isEqualTo(3);
        assertThat(many % 3).isZero();
        assertThat(many).isGreaterThan(3_000);
    }
}
