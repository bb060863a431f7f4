package io.millrace.engine.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets in text that is printed. */
class SensitiveTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "password: hidden|password: ******",
                "hub: {user: ann, password: hidden, x: 1}|hub: {user: ann, password: ******, x: 1}",
                "password: 'a b' # old|password: ***** # old",
                "\"dbPassword\": \"a\"|\"dbPassword\": ***",
                "passwordEnv: HUB, passwordFile: a.pw|passwordEnv: HUB, passwordFile: a.pw",
                "key: tls/a.key, keyStore: b.p12|key: tls/a.key, keyStore: b.p12",
                "api_key: abc, apiKey: def|api_key: ***, apiKey: ***",
                "orders#externals.token=abc|orders#externals.token=***",
                "url: tcp://ann:hidden@host:1|url: tcp://ann:******@host:1",
                "url: jdbc:x://h/d?user=a&password=hid|url: jdbc:x://h/d?user=a&password=***",
                "url: \"jdbc:h2:mem:x;PASSWORD=hid\"|url: \"jdbc:h2:mem:x;PASSWORD=***\"",
                "queue: PASSWORDS.IN|queue: PASSWORDS.IN",
                "url: http://h/?key=abc&n=1|url: http://h/?key=***&n=1",
                "serviceKey: abc, sslKey: 'd'|serviceKey: ***, sslKey: ***",
            })
    void aLineIsPrintedWithoutSecrets(String line, String printed) {
        assertThat(SensitiveText.maskedLine(line)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "DECLARE dbPassword EXTERNAL CHARACTER 'hid';|DECLARE dbPassword EXTERNAL CHARACTER"
                        + " '***';",
                "SET OutputRoot.XMLNSC.a.apiKey = 'it''s'; SET x = 'y';|SET"
                        + " OutputRoot.XMLNSC.a.apiKey = '*****'; SET x = 'y';",
                "declare a character 'b';|declare a character 'b';",
                "SET password = InputBody.a.b;|SET password = InputBody.a.b;",
            })
    void aLineOfEsqlIsPrintedWithoutSecrets(String line, String printed) {
        assertThat(SensitiveText.maskedLine(new Source("a.ESQL", line), line)).isEqualTo(printed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "DbPasswd",
                "API-KEY",
                "clientSecret",
                "passphrase",
                "serviceKey"
            })
    void namesOfSecretsAreKnown(String name) {
        assertThat(SensitiveText.isSecretName(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "key",
                "monkey",
                "choiceBranchKey",
                "keyStore",
                "passwordEnv",
                "passwordFile",
                "queue",
                "credentials"
            })
    void otherNamesAreNotSecret(String name) {
        assertThat(SensitiveText.isSecretName(name)).isFalse();
    }
}
